"""Listening to a channel: server-sent events, or one look for a page that polls.

An app that has something to watch brings a view of its own, which looks whether this
person may, and hands over to `stream`. Nothing here knows a model.
"""

import json
import logging
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)
from redis import RedisError
from redis.asyncio import Redis

from live.channels import (
    MESSAGE_ID,
    WATCHED_S,
    Message,
    listening_connection,
    messages_key,
    unpacked,
    watched_key,
)

logger = logging.getLogger(__name__)

HEARTBEAT_S = 15.0
"""A connection says something at least so often, so that it is noticed when one end is gone."""
LONGEST_S = 900.0
"""Then the browser connects anew, and is asked anew whether it may."""
RETRY_MS = 3000
READ_AT_ONCE = 200
FROM_THE_START = "0-0"

_listeners = 0


async def stream(
    request: HttpRequest,
    channel: str,
    *,
    hello: Mapping[str, Any] | None = None,
    from_start: bool = False,
) -> HttpResponseBase:
    """Answer with the messages of a channel as they come: data: {"kind": ..., "data": ...}.

    The first message is always of kind `hello` and has no id: `hello` tells what the view read
    in the database, so that a browser that was away knows what it missed. A browser that comes
    back names the last message it got and goes on from there; a new one hears what is said from now on,
    or what is still kept from before with `from_start`.

    With `?after=ID` (or `?after=`) the answer comes at once, as JSON: {"messages", "last"}. That
    is for whom no connection can be held open: 204, upon which the browser gives up and the page polls.
    """
    if "after" in request.GET:
        return await _look(request.GET["after"], channel, hello=hello, from_start=from_start)
    if not isinstance(request, ASGIRequest) or _listeners >= settings.LIVE_CONNECTIONS_MAX:
        return HttpResponse(status=204)
    last = request.headers.get("Last-Event-ID", "")
    events = _events(channel, last, hello=hello, from_start=from_start)
    return StreamingHttpResponse(
        events,
        content_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _look(
    last: str, channel: str, *, hello: Mapping[str, Any] | None, from_start: bool
) -> JsonResponse:
    """One look at a channel. Where Redis is away there is still what the database says."""
    messages: list[Message] = []
    try:
        async with listening_connection(longest_wait_s=0) as redis:
            await redis.set(watched_key(channel), 1, ex=WATCHED_S)
            last = await _beginning(redis, channel, last, from_start=from_start)
            entries = await redis.xread({messages_key(channel): last}, count=READ_AT_ONCE)
            messages = [unpacked(entry) for _, found in entries for entry in found]
    except (RedisError, OSError) as error:
        logger.warning("a page that polls hears nothing for want of Redis: %s", error)
    said = [{"kind": "hello", "data": hello or {}}]
    said += [{"kind": message.kind, "data": message.data} for message in messages]
    answer = {"messages": said, "last": messages[-1].id if messages else last}
    return JsonResponse(answer, headers={"Cache-Control": "no-store"})


async def _events(
    channel: str, last: str, *, hello: Mapping[str, Any] | None, from_start: bool
) -> AsyncIterator[bytes]:
    """The text of server-sent events, until the client is gone or it is time to come back."""
    global _listeners
    _listeners += 1
    try:
        # The thread of this request keeps its database connection as long as it is answered.
        await sync_to_async(_let_go_of_database)()
        async with listening_connection(longest_wait_s=HEARTBEAT_S) as redis:
            last = await _beginning(redis, channel, last, from_start=from_start)
            yield f"retry: {RETRY_MS}\n".encode() + _said("hello", hello or {})
            ends_at = time.monotonic() + LONGEST_S
            while time.monotonic() < ends_at:
                await redis.set(watched_key(channel), 1, ex=WATCHED_S)
                entries = await redis.xread(
                    {messages_key(channel): last}, count=READ_AT_ONCE, block=int(HEARTBEAT_S * 1000)
                )
                messages = [unpacked(entry) for _, found in entries for entry in found]
                if messages:
                    last = messages[-1].id
                    yield b"".join(_said(one.kind, one.data, id=one.id) for one in messages)
                else:
                    yield b":\n\n"
    except (RedisError, OSError) as error:
        # The browser comes back by itself, and polls when it is too much.
        logger.warning("a live page ends for want of Redis: %s", error)
    finally:
        _listeners -= 1


async def _beginning(redis: Redis, channel: str, last: str, *, from_start: bool) -> str:
    """The id after which to read."""
    if MESSAGE_ID.fullmatch(last):
        return last
    if from_start:
        return FROM_THE_START
    newest = await redis.xrevrange(messages_key(channel), count=1)
    return newest[0][0].decode() if newest else FROM_THE_START


def _said(kind: str, data: Any, *, id: str = "") -> bytes:
    text = json.dumps({"kind": kind, "data": data}, separators=(",", ":"))
    return (f"id: {id}\n" if id else "").encode() + f"data: {text}\n\n".encode()


def _let_go_of_database() -> None:
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()
