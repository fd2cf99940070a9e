"""Tokens in the Authorization header, and nothing else: a browser's session opens no door here."""

from rest_framework.authentication import BaseAuthentication, get_authorization_header

from voiceapp.api.problems import TokenInvalid
from voiceapp.services.api_token import token_authenticate


class ApiTokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>`. Without the header the request is anonymous, and the permissions refuse it."""

    scheme = "Bearer"

    def authenticate(self, request):
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != b"bearer":
            return None
        if len(parts) != 2:
            raise TokenInvalid()
        try:
            raw = parts[1].decode("ascii")
        except UnicodeDecodeError as error:
            raise TokenInvalid() from error
        token = token_authenticate(raw=raw)
        if token is None:
            raise TokenInvalid()
        return token.user, token

    def authenticate_header(self, request):
        return f'{self.scheme} realm="koebo"'
