"""What probes of a load balancer or an orchestrator ask."""

from django.db import connection
from django.http import HttpResponse, HttpResponseNotAllowed

HEALTH_PATH = "/healthz"


class HealthMiddleware:
    """Says 200 `ok` at /healthz when this process can reach its database; a failure is a 500 of Django's own.

    Comes before every other middleware: probes call a process by its address, which is no allowed host, and speak plain
    http to it, behind whatever ends TLS.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if request.path_info != HEALTH_PATH:
            return self.get_response(request)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        connection.ensure_connection()
        return HttpResponse("ok\n", content_type="text/plain", headers={"Cache-Control": "no-store"})
