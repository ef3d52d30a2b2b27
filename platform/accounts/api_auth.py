"""How programs say who they are: `Authorization: Bearer qnt_...`."""

from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from accounts.models import ApiToken, User
from accounts.services import token_digest

USE_NOTED_EVERY = timedelta(minutes=1)


class ApiTokenAuthentication(BaseAuthentication):
    """Knows a person by one of their live API tokens."""

    keyword = "Bearer"

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != self.keyword.lower().encode():
            return None
        if len(words) != 2:
            raise AuthenticationFailed('Write the header as "Authorization: Bearer <token>".')
        digest = token_digest(words[1].decode("ascii", errors="replace"))
        token = ApiToken.objects.live().select_related("user").filter(digest=digest).first()
        if token is None or not token.user.is_active:
            raise AuthenticationFailed(
                "This token is unknown, revoked or expired. Make a new one on the site's page of tokens."
            )
        ApiToken.objects.filter(
            Q(last_used_at=None) | Q(last_used_at__lt=timezone.now() - USE_NOTED_EVERY), pk=token.pk
        ).update(last_used_at=Now())
        if token.scope == ApiToken.Scope.READ and request.method not in SAFE_METHODS:
            raise PermissionDenied(
                "This token may only read. Make one that may read and submit on the site's page of tokens."
            )
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return self.keyword


class ApiTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = ApiTokenAuthentication
    name = "API token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}
