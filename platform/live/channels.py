"""Channels in Redis: a bounded stream of messages, and a mark while somebody listens.

A channel is a short text such as `tournament:12`. It is there while something is said in it
and for an hour after; nothing in it is the only copy of anything.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

MESSAGES_MAX = 2000
"""About so many messages of a channel are kept."""
KEPT_S = 3600
WATCHED_S = 40
"""How long a channel counts as watched after its listener was last heard of."""
ANSWER_S = 1.0
"""A Redis that takes longer than this to connect or to answer counts as away."""

MESSAGE_ID = re.compile(r"\d{1,20}-\d{1,20}")


@dataclass(frozen=True)
class Message:
    """What was said in a channel. `id` grows from message to message; `data` is JSON's."""

    id: str
    kind: str
    data: Any


def messages_key(channel: str) -> str:
    return f"live:{channel}:messages"


def watched_key(channel: str) -> str:
    return f"live:{channel}:watched"


def packed(kind: str, data: Any) -> dict[str, str]:
    """A message's fields in Redis."""
    return {"kind": kind, "data": json.dumps(data, separators=(",", ":"), allow_nan=False)}


def unpacked(entry: tuple[bytes, Mapping[bytes, bytes]]) -> Message:
    """The message of an entry of a stream."""
    identity, fields = entry
    return Message(identity.decode(), fields[b"kind"].decode(), json.loads(fields[b"data"]))


def connection() -> Redis:
    """A client that gives up soon and never tries twice: who publishes has better things to do."""
    retry = Retry(NoBackoff(), 0)
    return Redis.from_url(settings.REDIS_URL, retry=retry, **_patience(ANSWER_S))


def listening_connection(*, longest_wait_s: float) -> AsyncRedis:
    """A client whose answers may be waited for."""
    retry = AsyncRetry(NoBackoff(), 0)
    patience = _patience(longest_wait_s + ANSWER_S)
    return AsyncRedis.from_url(settings.REDIS_URL, retry=retry, **patience)


def _patience(answer_s: float) -> dict[str, float]:
    return {"socket_timeout": answer_s, "socket_connect_timeout": ANSWER_S}
