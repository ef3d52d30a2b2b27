"""Whose request it is, as log-in locks and throttles count it."""

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The address of the client; behind our proxy, the last one that the proxy wrote down.

    What stands before it in X-Forwarded-For is what the client claims.
    """
    if settings.PROXIES:
        claimed = request.headers.get("X-Forwarded-For", "")
        if last := claimed.rpartition(",")[2].strip():
            return last
    return request.META.get("REMOTE_ADDR", "")
