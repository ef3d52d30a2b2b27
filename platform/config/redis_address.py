"""One address of Redis, in the two ways in which libraries spell it."""


def celery_broker(redis_url: str) -> str:
    """Return Celery's spelling: it calls a Unix socket `redis+socket://`, redis-py `unix://`."""
    return redis_url.replace("unix://", "redis+socket://", 1)
