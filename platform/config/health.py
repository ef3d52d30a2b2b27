"""The health check: does this process reach the database and the broker?"""

import logging

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache

log = logging.getLogger(__name__)


def database_answers() -> bool:
    """Ask the database the smallest question."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        log.exception("The database does not answer.")
        return False
    return True


def broker_answers() -> bool:
    """Ask the broker for a sign of life, for two seconds at most."""
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2
        ) as client:
            return bool(client.ping())
    except redis.RedisError:
        log.exception("The broker does not answer.")
        return False


@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """200 when everything answers, else 503; the body names each part."""
    parts = {"database": database_answers(), "broker": broker_answers()}
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)
