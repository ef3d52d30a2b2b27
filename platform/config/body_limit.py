"""A bound on the size of a request's body, kept before Django writes any of it to disk."""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

TEXT = (
    "The request is larger than the {:,} bytes that this site takes. A bot is a bot.py of up to "
    "1 MiB, or a zip of up to 8 MiB: leave out what it doesn't need."
)


def with_body_limit(application: Application, *, max_bytes: int) -> Application:
    """Wrap an ASGI application: a body of more than `max_bytes` is answered with 413.

    The bytes are counted as they come; a Content-Length only makes the answer come sooner.
    """

    async def limited(scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        if declared_length(scope) > max_bytes:
            await refuse(scope, send, max_bytes)
            return
        counted = 0

        async def receive_counted() -> Message:
            nonlocal counted
            message = await receive()
            counted += len(message.get("body", b""))
            # To the application it looks as if the client had gone away: it drops what it has.
            return message if counted <= max_bytes else {"type": "http.disconnect"}

        await application(scope, receive_counted, send)
        if counted > max_bytes:
            await refuse(scope, send, max_bytes)

    return limited


def declared_length(scope: MutableMapping[str, Any]) -> int:
    """The Content-Length, or 0 where there is none that makes sense."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


async def refuse(scope: MutableMapping[str, Any], send: Send, max_bytes: int) -> None:
    """Answer 413: in JSON to users of the REST API, in plain text to others."""
    text = TEXT.format(max_bytes)
    if scope.get("path", "").startswith("/api/"):
        kind, body = b"application/json", json.dumps({"detail": text}).encode()
    else:
        kind, body = b"text/plain; charset=utf-8", f"{text}\n".encode()
    headers = [(b"content-type", kind), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
