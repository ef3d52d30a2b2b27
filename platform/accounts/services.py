"""What accounts do that crosses rows or hands out secrets."""

import hashlib
import secrets
from datetime import datetime

from django.db.models.functions import Now

from accounts.models import ApiToken, User
from accounts.names import HOUSE_PREFIX

MARK = "qnt_"
_SHOWN_CHARACTERS = 10


def token_digest(secret: str) -> str:
    """What is stored of a token: it is 256 bits of chance, so a plain SHA-256 is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def issue_token(
    *,
    user: User,
    name: str,
    scope: str = ApiToken.Scope.SUBMIT,
    expires_at: datetime | None = None,
) -> tuple[ApiToken, str]:
    """Return a new token's row and its secret, which nothing can show a second time."""
    secret = MARK + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        name=name.strip()[:64] or "token",
        prefix=secret[:_SHOWN_CHARACTERS],
        digest=token_digest(secret),
        scope=scope,
        expires_at=expires_at,
    )
    return token, secret


def revoke_token(*, user: User, token_id: int) -> bool:
    """Close the door to one of the user's own tokens; False if there is no such live token."""
    return bool(user.api_tokens.live().filter(pk=token_id).update(revoked_at=Now()))


def house_account(bot_name: str) -> User:
    """Return the account that keeps this house bot, made at first asking; nobody can log in to it."""
    user, is_new = User.objects.get_or_create(
        username=f"{HOUSE_PREFIX}{bot_name}", defaults={"is_house": True}
    )
    if is_new:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user
