"""Making and changing a draft, and opening it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from arena.formats.lots import commitment
from tournaments import entering, services, starting
from tournaments.models import Tournament, TournamentLog
from tournaments.planning import StagePlan
from tournaments.refusals import LimitReached, NotAllowed, TournamentRefused


def test_a_draft_is_its_organisers_until_it_is_opened(draft, organiser, bob, staff) -> None:
    made = draft()
    assert made.state == "draft"
    assert list(Tournament.objects.visible_to(bob)) == []
    assert list(Tournament.objects.visible_to(organiser)) == [made]
    assert list(Tournament.objects.visible_to(staff)) == [made]
    services.open_entry(made, by=organiser)
    assert list(Tournament.objects.visible_to(bob)) == [made]


def test_a_cancelled_draft_stays_unseen(draft, organiser, bob) -> None:
    services.cancel(draft(), by=organiser, reason="A mistake.")
    assert not Tournament.objects.visible_to(bob).exists()


def test_every_tournament_has_an_address_of_its_own(draft) -> None:
    slugs = [draft(name=name).slug for name in ("The Cup", "the  cup", "new", "  ? ", "preview")]
    assert slugs == ["the-cup", "the-cup-2", "new-2", "tournament", "preview-2"]


def test_two_who_save_the_same_name_at_once_both_get_an_address(draft, monkeypatch):
    draft(name="The Cup")
    monkeypatch.setattr(services, "_free_slug", lambda name: "the-cup")  # as both have looked
    assert draft(name="The Cup").slug.startswith("the-cup-")


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"games": []}, "at least one game"),
        ({"games": ["chess"]}, "There is no game"),
        ({"games": ["convoy", "convoy"]}, "each game once"),
        ({"options": {"convoy": {"deals": 1}}}, "not a chosen game"),
        ({"options": {"davy-crockett": {"deals": 0}}}, "Davy Crockett: Option deals must be"),
        ({"capacity": 1}, "room for two entries"),
        ({"capacity": 501}, "500 entries at most"),
        ({"name": " "}, "Give it a name"),
        ({"repeats_max": 26}, "1 to 25 times"),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_to_do(draft, facts, says) -> None:
    with pytest.raises(TournamentRefused, match=says):
        draft(**facts)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("stages", "says"),
    [
        ([StagePlan(format="lottery")], "There is no format"),
        ([StagePlan(format="toy", options={"rounds": 99})], "Option rounds must be"),
        ([StagePlan(format="toy", options={"laps": 1})], "no option"),
        ([StagePlan(format="toy", table_size=7)], "they take 2 to 6"),
        ([StagePlan(format="toy", comes_in=4)], "everybody plays in the first stage"),
        ([StagePlan(format="toy")] * 2, "Stage 2: say how many"),
        ([StagePlan(format="toy")] + [StagePlan(format="toy", comes_in=2)] * 4, "1 to 4 stages"),
    ],
)
def test_stages_that_cannot_be_played_are_refused(draft, stages, says) -> None:
    with pytest.raises(TournamentRefused, match=says):
        draft(*stages)


def test_games_without_a_table_size_in_common_are_refused(draft, settings) -> None:
    with pytest.raises(TournamentRefused, match="they take 4 to 6"):
        draft(StagePlan(format="toy", table_size=3), games=["davy-crockett", "convoy"])


def test_a_tournament_of_too_many_matches_is_refused_but_not_to_staff(
    draft, staff, settings
) -> None:
    settings.TOURNAMENT_MATCHES_MAX = 95
    with pytest.raises(LimitReached, match="may take 96 matches"):
        draft()
    assert draft(by=staff).pk
    settings.TOURNAMENT_MATCHES_MAX = 96
    assert draft().pk


def test_one_person_has_so_many_tournaments_at_a_time(draft, organiser, settings) -> None:
    settings.TOURNAMENTS_PER_PERSON_MAX = 1
    first = draft()
    with pytest.raises(LimitReached, match="You have 1 tournaments"):
        draft()
    services.cancel(first, by=organiser, reason="Another one is better.")
    assert draft().pk


def test_nobody_else_runs_it(started, bob) -> None:
    tournament = started(4)
    for act in (services.open_entry, services.pause, services.resume, starting.start):
        with pytest.raises(NotAllowed):
            act(tournament, by=bob)
    with pytest.raises(NotAllowed):
        services.cancel(tournament, by=bob, reason="I don't like it.")
    with pytest.raises(NotAllowed):
        services.edit(tournament, by=bob, name="Mine")


def test_stages_change_until_the_start_and_games_until_the_first_entry(
    draft, organiser, make_bot
) -> None:
    tournament = draft()
    services.edit(tournament, by=organiser, games=["convoy"], name="Convoy Cup")
    tournament.refresh_from_db()
    assert (tournament.games, tournament.name) == (["convoy"], "Convoy Cup")
    services.open_entry(tournament, by=organiser)
    for number in range(4):
        bot = make_bot(f"bot{number}", games=["convoy"])
        entering.enter(tournament, by=bot.owner, bot=bot.name)
    with pytest.raises(TournamentRefused, match="too late to change this: games"):
        services.edit(tournament, by=organiser, games=["davy-crockett"])
    with pytest.raises(TournamentRefused, match="4 bots have entered"):
        services.edit(tournament, by=organiser, capacity=3)
    two = [StagePlan(format="toy"), StagePlan(format="toy", comes_in=4)]
    services.edit(tournament, by=organiser, stages=two)
    assert tournament.stages.count() == 2
    starting.start(tournament, by=organiser)
    with pytest.raises(TournamentRefused, match="too late to change the stages"):
        services.edit(tournament, by=organiser, stages=two)
    with pytest.raises(TournamentRefused, match="capacity"):
        services.edit(tournament, by=organiser, capacity=10)
    services.edit(tournament, by=organiser, description="It has begun.")


def test_times_that_contradict_each_other_are_refused(draft, organiser) -> None:
    now = timezone.now()
    with pytest.raises(TournamentRefused, match="closes before it opens"):
        draft(entry_opens_at=now, entry_closes_at=now - timedelta(hours=1))
    with pytest.raises(TournamentRefused, match="starts before its entry window closes"):
        draft(starts_at=now, entry_closes_at=now + timedelta(hours=1))
    late = draft(starts_at=now - timedelta(minutes=1))
    with pytest.raises(TournamentRefused, match="is over. Set a later one"):
        services.open_entry(late, by=organiser)


def test_a_start_in_the_past_does_not_start_what_is_open(draft, organiser) -> None:
    tournament = services.open_entry(draft(), by=organiser)
    with pytest.raises(TournamentRefused, match="is over. Set a later one"):
        services.edit(tournament, by=organiser, starts_at=timezone.now() - timedelta(days=365))
    tournament.refresh_from_db()
    assert tournament.starts_at is None


def test_the_log_tells_who_did_what(draft, organiser, staff) -> None:
    tournament = draft()
    services.open_entry(tournament, by=organiser)
    services.edit(tournament, by=staff, capacity=32, description="Welcome.")
    services.cancel(tournament, by=staff, reason="The hall is closed.")
    told = [(line.by.username, line.what, line.text) for line in TournamentLog.objects.all()]
    assert told == [
        ("sue", "cancelled", "The hall is closed."),
        ("sue", "edited", "capacity, description"),
        ("olga", "opened", ""),
        ("olga", "created", ""),
    ]


def test_the_seed_of_the_lots_is_committed_to_and_shown_from_the_start(opened, organiser) -> None:
    tournament = opened(4)
    assert tournament.revealed_lot_seed == ""
    before = tournament.lot_commitment
    starting.start(tournament, by=organiser)
    tournament.refresh_from_db()
    assert tournament.revealed_lot_seed == tournament.lot_seed
    assert commitment(tournament.lot_seed) == tournament.lot_commitment == before
