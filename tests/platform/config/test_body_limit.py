"""A request that is too large is refused while it comes in."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

from config.body_limit import with_body_limit


def answer_to(chunks: list[bytes], **more) -> tuple[int, bytes | None]:
    """Return the status, and the body that the application got to see (None: it was cut off)."""
    sent, seen = exchange(chunks, **more)
    return sent[0]["status"], seen[0] if seen else None


def exchange(chunks: list[bytes], *, headers=(), path="/", max_bytes: int = 10):
    """Return what was sent back, and the bodies that the application got to see."""
    incoming = [
        {"type": "http.request", "body": chunk, "more_body": number < len(chunks)}
        for number, chunk in enumerate(chunks, 1)
    ]
    sent: list[dict] = []
    seen: list[bytes | None] = []

    async def application(scope, receive, send):
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                seen.append(None)
                return
            body += message["body"]
            if not message["more_body"]:
                break
        seen.append(body)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive():
        return incoming.pop(0)

    async def send(message):
        sent.append(message)

    limited = with_body_limit(application, max_bytes=max_bytes)
    scope = {"type": "http", "path": path, "headers": list(headers)}
    with ThreadPoolExecutor() as elsewhere:  # the browser tests leave a loop running in this thread
        elsewhere.submit(asyncio.run, limited(scope, receive, send)).result()
    return sent, seen


def test_a_body_up_to_the_limit_passes():
    assert answer_to([b"12345", b"67890"]) == (200, b"1234567890")


def test_a_longer_body_is_cut_off_though_its_length_was_not_declared():
    assert answer_to([b"12345", b"67890", b"1", b"2"]) == (413, None)


def test_a_declared_length_above_the_limit_is_refused_before_anything_is_read():
    assert answer_to([b"1"], headers=[(b"content-length", b"11")]) == (413, None)


def test_a_length_that_lies_does_not_help():
    assert answer_to([b"12345", b"678901"], headers=[(b"content-length", b"5")]) == (413, None)


def test_the_refusal_names_the_limit_in_the_words_of_the_place():
    too_long = [b"12345678901"]
    (_, page), _ = exchange(too_long, path="/bots/new/")
    assert page["body"].startswith(b"The request is larger than the 10 bytes")
    (start, answer), _ = exchange(too_long, path="/api/v1/bots/mine/versions/")
    assert start["headers"][0] == (b"content-type", b"application/json")
    assert "leave out what it doesn't need" in json.loads(answer["body"])["detail"]
