"""Saying something in a channel. It never raises and never takes long: it is only news."""

import logging
import time
from functools import cache
from typing import Any

from django.conf import settings
from redis import Redis, RedisError

from live.channels import (
    KEPT_S,
    MESSAGES_MAX,
    connection,
    messages_key,
    packed,
    watched_key,
)

logger = logging.getLogger(__name__)

AWAY_S = 5.0
"""Redis was away: for so long nobody tries again."""

_away_until = 0.0


def publish(channel: str, kind: str, data: Any = None, *, keep_from: str = "") -> str:
    """Tell those who listen to a channel; return the message's id, "" where it couldn't be told.

    `keep_from`: the id of a message; what is older is forgotten, as a newcomer can do without
    it. Inside a transaction, call it by `transaction.on_commit`: listeners look at once.
    """
    key = messages_key(channel)

    def say(redis: Redis) -> str:
        with redis.pipeline() as pipeline:
            pipeline.xadd(key, packed(kind, data), maxlen=MESSAGES_MAX, approximate=True)
            if keep_from:
                pipeline.xtrim(key, minid=keep_from, approximate=False)
            pipeline.expire(key, KEPT_S)
            return str(pipeline.execute()[0].decode())

    return _try(say, otherwise="")


def is_watched(channel: str) -> bool:
    """Whether anybody listens, or did until a moment ago."""
    return _try(lambda redis: bool(redis.exists(watched_key(channel))), otherwise=False)


def _try(command: Any, *, otherwise: Any) -> Any:
    """What a command answers; after a failure none is tried for a while."""
    global _away_until
    if time.monotonic() < _away_until:
        return otherwise
    try:
        return command(_client(settings.REDIS_URL))
    except (RedisError, OSError) as error:
        _away_until = time.monotonic() + AWAY_S
        logger.warning("nothing is told live for want of Redis: %s", error)
        return otherwise


@cache
def _client(url: str) -> Redis:
    """One client for each process and address; its pool notices a fork."""
    return connection()
