"""API tokens of the signed-in user: made and shown once, listed, revoked."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from voiceapp.errors import AppError
from voiceapp.forms import ApiTokenForm
from voiceapp.services.api_token import token_create, token_revoke
from voiceapp.views.fetch import token_of_user


@never_cache
@require_http_methods(["GET", "POST"])
def token_list(request):
    form = ApiTokenForm(request.POST or None)
    raw = None
    if form.is_valid():
        try:
            # Answered without a redirect: the token is in this one answer and nowhere else.
            _token, raw = token_create(user=request.user, name=form.cleaned_data["name"])
        except AppError as error:
            form.refuse(error)
    context = {"nav": "tokens", "raw": raw, "tokens": request.user.api_tokens.all()}
    context["form"] = ApiTokenForm() if raw else form
    return render(request, "tokens/list.html", context, status=form.status)


@require_POST
def token_withdraw(request, pk):
    token_revoke(token=token_of_user(request.user, pk), actor=request.user)
    messages.success(request, _("The token was revoked. What used it is refused from now on."))
    return redirect("token-list")
