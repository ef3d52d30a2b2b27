"""Publishing to a real Redis, and listening through the ASGI application."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import redis
from django.http import HttpRequest, HttpResponseBase
from django.test import AsyncRequestFactory, RequestFactory

from live import publishing, streaming
from live.publishing import is_watched, publish
from live.streaming import stream

CHANNEL = "tournament:1"


@pytest.fixture(autouse=True)
def _redis_was_never_away(monkeypatch):
    monkeypatch.setattr(publishing, "_away_until", 0.0)


@pytest.fixture
def no_redis(settings, tmp_path):
    settings.REDIS_URL = f"unix://{tmp_path}/nobody-listens.sock"


async def answer(query: str = "", **facts) -> HttpResponseBase:
    """The answer to a browser that asks for the channel."""
    headers = facts.pop("headers", {})
    request = AsyncRequestFactory().get(f"/live/{query}", headers=headers)
    return await stream(request, CHANNEL, **facts)


async def look(query: str = "?after=", **facts) -> dict:
    return json.loads((await answer(query, **facts)).content)


class Listener:
    """A browser's end of server-sent events."""

    def __init__(self, parts: AsyncIterator[bytes]) -> None:
        self.parts = parts
        self.text = ""

    async def next_message(self) -> dict:
        """The next message, with its id; heartbeats and the like are passed over."""
        while True:
            while "\n\n" not in self.text:
                self.text += (await asyncio.wait_for(anext(self.parts), 10)).decode()
            block, _, self.text = self.text.partition("\n\n")
            fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
            if "data" in fields:
                return json.loads(fields["data"]) | {"id": fields.get("id")}


@asynccontextmanager
async def listener(**facts) -> AsyncIterator[Listener]:
    response = await answer(**facts)
    assert response.status_code == 200
    parts = aiter(response)
    try:
        yield Listener(parts)
    finally:
        await parts.aclose()
        del parts, response
        while streaming._listeners:  # The end is told to the innermost in the loop's next rounds.
            await asyncio.sleep(0.01)


async def say(*arguments, **facts) -> str:
    return await asyncio.to_thread(publish, *arguments, **facts)


def run(test):
    return asyncio.run(asyncio.wait_for(test, 30))


def test_who_listens_hears_what_is_said_in_the_channel_and_nothing_else(broker):
    async def test():
        async with listener(hello={"state": "playing"}) as browser:
            hello = await browser.next_message()
            assert hello == {"kind": "hello", "data": {"state": "playing"}, "id": None}
            await say("tournament:2", "changed")
            said = await say(CHANNEL, "changed", {"round": 3})
            heard = await browser.next_message()
            assert heard == {"kind": "changed", "data": {"round": 3}, "id": said}

    run(test())


def test_who_comes_late_hears_nothing_old_unless_the_channel_is_read_from_its_start(broker):
    async def test():
        await say(CHANNEL, "changed", "old")
        async with listener() as browser:
            await browser.next_message()
            await say(CHANNEL, "changed", "new")
            assert (await browser.next_message())["data"] == "new"
        async with listener(from_start=True) as browser:
            await browser.next_message()
            assert (await browser.next_message())["data"] == "old"

    run(test())


def test_a_browser_that_comes_back_goes_on_where_it_was(broker):
    async def test():
        first = await say(CHANNEL, "changed", 1)
        await say(CHANNEL, "changed", 2)
        async with listener(headers={"Last-Event-ID": first}) as browser:
            await browser.next_message()
            assert (await browser.next_message())["data"] == 2

    run(test())


@pytest.mark.parametrize("last", ["0-0; rm", "$", "(1-1", "é", "9" * 30 + "-0"])
def test_a_last_id_that_is_none_is_as_none(broker, last):
    async def test():
        await say(CHANNEL, "changed", "old")
        assert (await look(f"?after={last}", from_start=True))["messages"][1]["data"] == "old"

    run(test())


def test_a_page_that_polls_hears_each_message_once(broker):
    async def test():
        await say(CHANNEL, "changed", "old")
        first = await look(hello={"state": "playing"})
        assert first["messages"] == [{"kind": "hello", "data": {"state": "playing"}}]
        await say(CHANNEL, "changed", "new")
        second = await look(f"?after={first['last']}")
        assert [it["data"] for it in second["messages"]] == [{}, "new"]
        third = await look(f"?after={second['last']}")
        assert [it["kind"] for it in third["messages"]] == ["hello"]

    run(test())


def test_without_redis_a_page_that_polls_still_hears_what_the_database_says(no_redis):
    found = run(look(hello={"state": "finished"}))
    assert found == {"messages": [{"kind": "hello", "data": {"state": "finished"}}], "last": ""}


def test_without_redis_a_stream_ends_at_once(no_redis):
    async def test():
        return [part async for part in await answer()]

    assert run(test()) == []
    assert streaming._listeners == 0


def test_without_redis_publishing_fails_quietly_and_is_not_tried_again_for_a_while(
    no_redis, monkeypatch
):
    tries = []
    monkeypatch.setattr(
        publishing, "_client", lambda url: tries.append(url) or redis.Redis.from_url(url)
    )
    assert publish(CHANNEL, "changed") == ""
    assert publish(CHANNEL, "changed") == ""
    assert is_watched(CHANNEL) is False
    assert len(tries) == 1


def test_a_redis_that_does_not_answer_keeps_nobody_waiting(settings, tmp_path):
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "silent.sock"))
        silent.listen()
        settings.REDIS_URL = f"unix://{tmp_path}/silent.sock"
        began = time.monotonic()
        assert publish(CHANNEL, "changed") == ""
        assert time.monotonic() - began < 3


def test_a_channel_is_watched_while_somebody_listens(broker):
    async def test():
        assert not await asyncio.to_thread(is_watched, CHANNEL)
        async with listener() as browser:
            await browser.next_message()
            await say(CHANNEL, "changed")
            await browser.next_message()
            assert await asyncio.to_thread(is_watched, CHANNEL)

    run(test())
    with redis.Redis.from_url(broker) as client:
        assert 0 < client.ttl("live:tournament:1:watched") <= 40


def test_a_page_that_polls_watches_too(broker):
    run(look())
    assert is_watched(CHANNEL)


def test_a_channel_is_bounded_and_goes_by_itself(broker, monkeypatch):
    monkeypatch.setattr(publishing, "MESSAGES_MAX", 50)
    for number in range(400):
        publish(CHANNEL, "changed", number)
    with redis.Redis.from_url(broker) as client:
        assert client.xlen("live:tournament:1:messages") < 200
        assert 0 < client.ttl("live:tournament:1:messages") <= 3600


def test_what_is_older_than_a_message_can_be_forgotten(broker):
    publish(CHANNEL, "changed", 1)
    second = publish(CHANNEL, "changed", 2)
    publish(CHANNEL, "changed", 3, keep_from=second)
    found = run(look(from_start=True))
    assert [it["data"] for it in found["messages"][1:]] == [2, 3]


def test_no_more_connections_are_held_than_allowed(broker, settings):
    settings.LIVE_CONNECTIONS_MAX = 1

    async def test():
        async with listener() as browser:
            await browser.next_message()
            assert (await answer()).status_code == 204
            assert (await look())["messages"][0]["kind"] == "hello"
        async with listener() as browser:
            await browser.next_message()

    run(test())


def test_a_connection_ends_after_a_while_so_that_the_browser_is_asked_anew(broker, monkeypatch):
    monkeypatch.setattr(streaming, "LONGEST_S", 0.0)

    async def test():
        return b"".join([part async for part in await answer()])

    assert run(test()).startswith(b'retry: 3000\ndata: {"kind":"hello"')


def test_silence_is_broken_by_a_heartbeat(broker, monkeypatch):
    monkeypatch.setattr(streaming, "HEARTBEAT_S", 0.05)

    async def test():
        parts = aiter(await answer())
        try:
            await anext(parts)
            return await asyncio.wait_for(anext(parts), 10)
        finally:
            await parts.aclose()

    assert run(test()) == b":\n\n"


def test_a_server_that_cannot_stream_sends_the_page_to_poll(broker):
    request: HttpRequest = RequestFactory().get("/live/")
    assert run(stream(request, CHANNEL)).status_code == 204


def test_no_answer_is_kept_by_anybody(broker):
    async def test():
        response = await answer()
        assert response["Cache-Control"] == "no-store"
        assert response["X-Accel-Buffering"] == "no"
        assert (await answer("?after="))["Cache-Control"] == "no-store"

    run(test())
