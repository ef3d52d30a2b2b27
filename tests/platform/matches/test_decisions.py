"""Single decisions of a finished sitting, for the owner of the bot that made them."""

import json
import random

import pytest
from django.urls import reverse

from arena.games import all_games, find_game
from arena.match import play_sitting
from bots.tables import LIMITS
from matches.decisions import NoDecision, printed_in, view_at
from matches.models import Match
from matches.playing import play


class Remembering:
    """Plays at random and remembers each view that it was asked with."""

    def __init__(self, seed: int, asked: list) -> None:
        self.rng = random.Random(seed)
        self.asked = asked

    def sit(self, **_) -> None:
        pass

    def choose(self, view):
        self.asked.append(json.loads(json.dumps(view)))
        return self.rng.choice(view["legal"]), 0.025

    def rise(self) -> None:
        pass


@pytest.mark.parametrize("name", all_games())
def test_the_view_at_a_move_is_the_one_that_the_bot_was_asked_with(name):
    game, asked = find_game(name), []
    played = play_sitting(
        game,
        [Remembering(seat, asked) for seat in range(game.table_size)],
        options={"deals": 2},
        shuffle_seed="decisions",
    )
    rng = random.Random("some of them")
    for view in rng.sample(asked, 12):
        event = len(view["events"])
        again = view_at(played.record, seat=view["seat"], deal=view["deal"], event=event)
        again = json.loads(json.dumps(again))
        before = sum(
            (other["deal"], len(other["events"])) < (view["deal"], event)
            for other in asked
            if other["seat"] == view["seat"]
        )
        assert again.pop("clock") == pytest.approx(LIMITS.bank_s - before * 0.015)
        assert again == view


def test_there_is_no_view_where_no_bot_was_asked():
    game = find_game("davy-crockett")
    record = play_sitting(
        game,
        [Remembering(seat, []) for seat in range(4)],
        options={"deals": 1},
        shuffle_seed="decisions",
    ).record
    last = len(record["deals"][0]["events"]) - 1
    first = next(i for i, event in enumerate(record["deals"][0]["events"]) if event[0] == "play")
    mover = record["deals"][0]["moves"][0][0]
    view_at(record, seat=mover, deal=0, event=first)
    for seat, deal, event in (
        *((mover, 0, 0), (mover, 0, first - 1), ((mover + 1) % 4, 0, first)),
        *((mover, 0, 10_000), (mover, 1, 0), (mover, -1, first), (mover, 0, last)),
    ):
        with pytest.raises(NoDecision):
            view_at(record, seat=seat, deal=deal, event=event)


def test_what_was_printed_is_shared_out_among_the_decisions():
    log = "hello\nseven\nBC\nbye\n"
    marks = [[0, 0, -1, 0], [6, 0, 0, 3], [12, 0, 1, 9], [15, 1, -1, 0]]
    assert printed_in(log, marks, sitting=0) == [
        [-1, 0, "hello\n"],
        [0, 3, "seven\n"],
        [1, 9, "BC\n"],
    ]
    assert printed_in(log, marks, sitting=1) == [[-1, 0, "bye\n"]]
    assert printed_in("old log", [], sitting=0) == []


@pytest.fixture
def played(match) -> Match:
    made = match()
    assert play(made.pk)
    return made


def first_decision(match: Match) -> tuple[int, int, int]:
    """(seat, deal, event) of the first move that a bot was asked for."""
    deal = match.sittings.get(number=0).load_record()["deals"][0]
    seat = next(seat for seat, _, how in deal["moves"] if isinstance(how, int))
    return seat, 0, next(i for i, event in enumerate(deal["events"]) if event[0] == "play")


@pytest.mark.django_db
def test_only_the_owner_and_staff_get_a_view_and_what_was_printed(client, played, bob, staff):
    seat, deal, event = first_decision(played)
    owner = played.entrants.get(index=seat).bot.owner
    view = reverse("seat-view", args=[played.pk, 0, seat, deal, event])
    printed = reverse("seat-printed", args=[played.pk, 0, seat])
    for person, status in ((None, 404), (bob, 404), (owner, 200), (staff, 200)):
        if person:
            client.force_login(person)
        for address in (view, printed):
            answer = client.get(address)
            assert answer.status_code == status
    assert answer.headers["Cache-Control"] == "private, no-store"
    [[deal, events, text]] = client.get(printed).json()["printed"]
    assert (deal, events) == (-1, 0)
    assert text.startswith("I am one who")
    assert json.loads(client.get(view).content)["seat"] == seat


@pytest.mark.django_db
def test_nobody_gets_a_view_that_is_none(client, played, staff):
    client.force_login(staff)
    for seat, deal, event in ((0, 0, 0), (9, 0, 5), (0, 99, 0)):
        assert (
            client.get(reverse("seat-view", args=[played.pk, 0, seat, deal, event])).status_code
            == 404
        )
    assert client.get(reverse("seat-printed", args=[played.pk, 9, 0])).status_code == 404


@pytest.mark.django_db
def test_the_page_tells_the_replay_which_bots_are_ones_own(client, played):
    address = reverse("sitting", args=[played.pk, 1])
    assert 'id="own-bots"' not in client.get(address).content.decode()
    owner = played.entrants.get(index=0).bot.owner
    client.force_login(owner)
    [own] = client.get(address).context["own_bots"]
    assert own["seat"] == 1
    assert own["view"].endswith("/sittings/1/seats/1/views/DEAL/EVENT/")


@pytest.mark.django_db
def test_a_withheld_match_keeps_its_decisions_to_its_organiser(client, played, bob):
    seat, deal, event = first_decision(played)
    Match.objects.filter(pk=played.pk).update(withheld_by=bob)
    client.force_login(played.entrants.get(index=seat).bot.owner)
    for address in (
        reverse("seat-view", args=[played.pk, 0, seat, deal, event]),
        reverse("seat-printed", args=[played.pk, 0, seat]),
        reverse("side-by-side", args=[played.pk]),
    ):
        assert client.get(address).status_code == 404
