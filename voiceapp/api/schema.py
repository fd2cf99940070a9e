"""The OpenAPI document: how to sign in, and that every refusal is a problem."""

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.types import OpenApiTypes

AUDIO = "audio/*"
BODY_IS_FILE = {"application/octet-stream": OpenApiTypes.BINARY, AUDIO: OpenApiTypes.BINARY}

PROBLEM = {
    "type": "object",
    "description": (
        "RFC 9457. `code` is stable; `detail` is in the language of Accept-Language (ja, en). `measured` and `limit` "
        "are the figures of a broken limit."
    ),
    "properties": {
        "type": {"type": "string", "format": "uri"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string"},
        "detail": {"type": "string"},
        "measured": {},
        "limit": {},
        "hint": {"type": "string", "description": "What was probably meant."},
        "errors": {"type": "array", "items": {"$ref": "#/components/schemas/ProblemField"}},
        "verdicts": {"type": "array", "items": {"$ref": "#/components/schemas/Verdict"}},
        "findings": {"type": "array", "items": {"$ref": "#/components/schemas/Finding"}},
        "run": {"type": "string", "format": "uuid", "description": "The live run that stands in the way."},
    },
    "required": ["type", "title", "status", "code", "detail", "measured", "limit"],
}
PROBLEM_FIELD = {
    "type": "object",
    "properties": {
        "field": {"type": "string", "description": "Empty for the body as a whole."},
        "code": {"type": "string"},
        "detail": {"type": "string"},
        "measured": {},
        "limit": {},
    },
    "required": ["field", "code", "detail", "measured", "limit"],
}
# Status → what it means here. Each operation gets those that it can answer.
ALWAYS = {
    "401": "No token, or one that is unknown or revoked.",
    "403": "The owner of the token may not do that.",
    "422": "Refused: the detail says why, with the measured value and its limit.",
    "500": "An error of the program.",
}
WITH_KEY = {"404": "There is nothing at this address."}
WITH_FILE = {"503": "The storage or the model is not available now."}
WITH_CHANGE = {
    "400": "The body cannot be read, or broke off.",
    "409": "In conflict with the present state.",
    "411": "A Content-Length is needed.",
    "413": "Too large.",
    "415": "The body's type is not read here.",
    **WITH_FILE,
    "507": "The storage is full.",
}


class ApiTokenScheme(OpenApiAuthenticationExtension):
    target_class = "voiceapp.api.authentication.ApiTokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema):
        return {"type": "http", "scheme": "bearer"}


def problems_add(result, generator, request, public):
    """Postprocessing hook of drf-spectacular: the problem answers of every operation, and no unknown keys in bodies."""
    components = result["components"]
    schemas = components["schemas"]
    schemas |= {"Problem": PROBLEM, "ProblemField": PROBLEM_FIELD}
    for name, schema in schemas.items():
        if name.endswith("Request"):
            schema["additionalProperties"] = False
    components["responses"] = {
        f"Problem{status}": _problem_response(description)
        for status, description in (ALWAYS | WITH_KEY | WITH_CHANGE).items()
    }
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            answers = ALWAYS | (WITH_FILE if method == "get" else WITH_CHANGE) | (WITH_KEY if "{" in path else {})
            for status in sorted(answers):
                operation["responses"].setdefault(status, {"$ref": f"#/components/responses/Problem{status}"})
    return result


def _problem_response(description):
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": description, "content": content}
