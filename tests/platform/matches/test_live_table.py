"""What a running match tells those who watch: what a spectator knows, and never more."""

import json
import random
import time

import pytest
from django.urls import reverse

from arena.events import seen_from
from arena.game import IllegalMove
from arena.games import all_games, find_game
from arena.match import play_match
from live import publishing
from live.channels import WATCHED_S, connection, watched_key
from matches import live_table
from matches.live_table import LiveTable
from matches.models import Match
from matches.playing import play

GAMES = [(name, {}) for name in all_games()] + [("boy-scouts", {"variant": "counters"})]
every_game = pytest.mark.parametrize(("name", "variant"), GAMES)


class RandomPlayer:
    def __init__(self, seed: int, *, thinks_s: float = 0.0) -> None:
        self.rng = random.Random(seed)
        self.thinks_s = thinks_s

    def sit(self, **_) -> None:
        pass

    def choose(self, view) -> tuple[object, float]:
        time.sleep(self.thinks_s)
        return self.rng.choice(view["legal"]), 0.0

    def rise(self) -> None:
        pass


@pytest.fixture(autouse=True)
def _redis_was_never_away(monkeypatch):
    monkeypatch.setattr(publishing, "_away_until", 0.0)


@pytest.fixture
def told(monkeypatch) -> list[dict]:
    """All that is told, with somebody watching all the time."""
    messages: list[dict] = []

    def publish(channel: str, kind: str, data=None, *, keep_from: str = "") -> str:
        messages.append(json.loads(json.dumps(data)) | {"kind": kind, "keep_from": keep_from})
        return f"{len(messages)}-0"

    monkeypatch.setattr(live_table, "publish", publish)
    monkeypatch.setattr(live_table, "is_watched", lambda channel: True)
    return messages


def live(game, options, *, count=None, names=None):
    names = names or [f"bot{seat}" for seat in range(count or game.table_size)]
    return LiveTable(1, attempt=7, game=game, options=options, names=names)


def put_together(messages, sitting=0) -> list:
    """The events of a sitting as a page puts them together."""
    events: list = []
    for message in messages:
        if message["kind"] == "play" and message["sitting"] == sitting:
            assert message["at"] <= len(events)
            events[message["at"] :] = message["events"]
    return events


def play_told(game, variant, *, deals=2, duplicate=True, thinks_s=0.0):
    options = {"deals": deals, **variant}
    with live(game, options) as table:
        return play_match(
            game,
            [RandomPlayer(seat, thinks_s=thinks_s) for seat in range(game.table_size)],
            options=options,
            shuffle_seed="live",
            duplicate=duplicate,
            on_event=table.hear,
            on_sitting=table.end_sitting,
        )


@every_game
def test_every_sitting_is_told_whole_as_a_spectator_sees_it(told, name, variant):
    game = find_game(name)
    result = play_told(game, variant)
    for number, played in enumerate(result.sittings):
        happened = [event for deal in played.record["deals"] for event in deal["events"]]
        seen = [seen_from(tuple(event), None, game.kinds) for event in happened]
        assert put_together(told, number) == json.loads(json.dumps(seen))


@every_game
def test_no_message_holds_what_a_spectator_may_not_know(told, name, variant):
    """No seed, no order of the pack, no moves, no thinking times: nothing beyond events and the head."""
    game = find_game(name)
    play_told(game, variant, deals=1)
    for message in told:
        assert set(message) <= {"kind", "keep_from", "attempt", "sitting", "at", "events", "head"}
        if message["at"] == 0:
            head = message["head"]
            assert head["pack"] == list(game.pack(game.table_size))
            assert set(head) == {
                *("format", "version", "game", "title", "players"),
                *("options", "names", "kinds", "pack", "opening"),
            }


def messages_after(game, variant, deal, moves, told) -> list[dict] | None:
    """What is told of a deal after these moves; None if they can't be made."""
    told.clear()
    sitting = game.sit(game.table_size, {"deals": 1, **variant}, deals=[deal])
    try:
        for move in moves:
            sitting.play(move)
    except IllegalMove:
        return None
    table = live(game, {"deals": 1, **variant})
    for event in sitting.deals[0].events:
        table.hear(event)
    table._look()
    return list(told)


@every_game
def test_other_cards_that_nobody_was_shown_change_nothing_of_what_is_told(told, name, variant):
    """Cards that have not been shown to all change places: a spectator hears the very same."""
    game, rng = find_game(name), random.Random("redeal")
    compared = 0
    for attempt in range(400):
        sitting = game.sit(game.table_size, {"deals": 1, **variant}, shuffle_seed=str(attempt % 8))
        moves = []
        for _ in range(rng.randrange(60)):
            moves.append(rng.choice(sitting.legal()))
            sitting.play(moves[-1])
            if sitting.over:
                break
        if sitting.over:
            continue
        deal = sitting.deals[0].shuffle.as_json()
        shown = {word for move in moves for word in move.replace("+", " ").split()}
        shown |= {str(it) for event in sitting.seen(None) for it in flat(event)}
        unseen = [place for place, card in enumerate(deal["pack"]) if card not in shown]
        if len(unseen) < 2:
            continue
        one, other = rng.sample(unseen, 2)
        pack = list(deal["pack"])
        if pack[one] == pack[other]:
            continue
        pack[one], pack[other] = pack[other], pack[one]
        before = messages_after(game, variant, deal, moves, told)
        after = messages_after(game, variant, {**deal, "pack": pack}, moves, told)
        # That somebody could have played instead of passing is for all to see.
        if after is None or kinds_of_events(after) != kinds_of_events(before):
            continue
        assert after == before
        compared += 1
        if compared == 40:
            return
    assert compared > 10


def kinds_of_events(messages) -> list[str]:
    return [event[0] for message in messages for event in message["events"]]


def flat(value) -> list:
    return (
        [it for item in value for it in flat(item)] if isinstance(value, list | tuple) else [value]
    )


def test_events_are_told_many_at_a_time(told):
    game = find_game("davy-crockett")
    result = play_told(game, {}, deals=6)
    events = sum(len(deal["events"]) for s in result.sittings for deal in s.record["deals"])
    assert len(told) < events / 10


def test_who_comes_in_the_middle_begins_with_the_sitting_that_is_played(told, monkeypatch):
    watched = [False]
    monkeypatch.setattr(live_table, "is_watched", lambda channel: watched[0])
    game = find_game("davy-crockett")
    table = live(game, {}, count=2)
    table.hear(("deal", 0, 1))
    table._look()
    table.end_sitting(0, None)
    table.hear(("deal", 0, 0))
    assert told == []
    watched[0] = True
    table._look()
    assert [(it["sitting"], it["at"], it["events"]) for it in told] == [(1, 0, [["deal", 0, 0]])]
    assert told[0]["head"]["names"] == ["bot1", "bot0"]


def test_a_sitting_is_told_anew_before_its_start_is_too_old_to_be_kept(told, monkeypatch):
    monkeypatch.setattr(live_table, "TELL_AGAIN_AFTER", 3)
    table = live(find_game("davy-crockett"), {}, count=2)
    for number in range(10):
        table.hear(("deal", number, 0))
        table._look()
    assert [it["at"] for it in told] == [0, 1, 2, 0, 4, 5, 0, 7, 8, 0]
    # Who was reading since the start before still finds all that came after it.
    assert [it["keep_from"] for it in told if it["at"] == 0] == ["", "1-0", "4-0", "7-0"]
    assert len(put_together(told)) == 10


def test_a_match_goes_on_when_its_news_cannot_be_told(monkeypatch, told, caplog):
    def fails(*_, **__):
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr(live_table, "publish", fails)
    assert play_told(find_game("dan-dare"), {}).scores
    assert "match:1 can't be watched any more" in caplog.text


def test_news_that_redis_did_not_take_are_told_later(told, monkeypatch):
    publish, away = live_table.publish, [True]
    monkeypatch.setattr(live_table, "publish", lambda *a, **k: "" if away[0] else publish(*a, **k))
    table = live(find_game("davy-crockett"), {}, count=2)
    table.hear(("deal", 0, 0))
    table._look()
    away[0] = False
    table.hear(("deal", 1, 0))
    table._look()
    assert [it["events"] for it in told] == [[["deal", 0, 0], ["deal", 1, 0]]]


def test_nothing_is_told_or_kept_while_nobody_watches(told, monkeypatch):
    monkeypatch.setattr(live_table, "is_watched", lambda channel: False)
    game = find_game("davy-crockett")
    table = live(game, {}, count=2)
    table._look()
    table.hear(("deal", 0, 0))
    table.end_sitting(0, None)
    table._look()
    assert told == []
    assert table._sittings == [[], []]


def test_a_match_that_is_over_before_it_was_looked_for_somebody_is_told_from_its_start(told):
    table = live(find_game("davy-crockett"), {}, count=2)
    table.hear(("deal", 0, 0))
    table.end_sitting(0, None)
    table.hear(("deal", 0, 1))
    table.end_sitting(1, None)
    table._look()
    assert [(it["sitting"], it["events"]) for it in told] == [
        (0, [["deal", 0, 0]]),
        (1, [["deal", 0, 1]]),
    ]


def watch(match: Match) -> None:
    connection().set(watched_key(live_table.channel(match.pk)), 1, ex=WATCHED_S)


@pytest.mark.django_db
def test_a_worker_tells_a_watched_match_and_its_end(broker, match):
    made = match()
    watch(made)
    assert play(made.pk)
    found = connection().xrange(f"live:match:{made.pk}:messages")
    kinds = [fields[b"kind"] for _, fields in found]
    assert kinds[0] == b"play"
    assert kinds[-1] == b"over"
    sittings = {json.loads(fields[b"data"])["sitting"] for _, fields in found[:-1]}
    assert sittings == {0, 1}


@pytest.mark.django_db
def test_a_match_that_nobody_watches_only_tells_its_end(broker, match):
    made = match()
    assert play(made.pk)
    found = connection().xrange(f"live:match:{made.pk}:messages")
    assert [fields[b"kind"] for _, fields in found] == [b"over"]


def asked(client, match) -> dict:
    """What a page hears that can hold no connection."""
    return client.get(reverse("match-live", args=[match.pk]) + "?after=").json()


@pytest.mark.django_db
def test_a_page_hears_the_state_and_what_is_played(broker, client, match):
    made = match()
    assert asked(client, made)["messages"] == [{"kind": "hello", "data": {"state": "waiting"}}]
    assert play(made.pk)
    hello, first, *_, last = asked(client, made)["messages"]
    assert hello["data"] == {"state": "finished"}
    assert first["data"]["head"]["game"] == made.game
    assert last["kind"] == "over"


@pytest.mark.django_db
def test_a_withheld_match_is_heard_by_its_organiser_and_staff_alone(
    broker, client, match, ann, bob, staff
):
    made = match()
    Match.objects.filter(pk=made.pk).update(withheld_by=ann)
    address = reverse("match-live", args=[made.pk]) + "?after="
    assert client.get(address).status_code == 404
    for person, status in ((bob, 404), (ann, 200), (staff, 200)):
        client.force_login(person)
        assert client.get(address).status_code == status
    assert client.get(reverse("match-live", args=[made.pk + 1])).status_code == 404
