"""Entering a bot, and which version of it plays."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.services import house_account
from bots.models import Bot
from tests.platform.tournaments.cast import new_version, ranking
from tournaments import entering, services, starting
from tournaments.advancing import advance
from tournaments.models import Entry, Tournament
from tournaments.planning import StagePlan
from tournaments.refusals import LimitReached, NotAllowed, TournamentRefused

ALL = ("davy-crockett", "convoy")


@pytest.fixture
def cup(draft, organiser):
    """A function that makes an open tournament."""

    def make(**facts) -> Tournament:
        return services.open_entry(draft(**facts), by=organiser)

    return make


def enter(tournament: Tournament, bot: Bot, **facts: str) -> Entry:
    return entering.enter(tournament, by=bot.owner, bot=bot.name, **facts)


def test_owners_enter_their_own_bots(cup, make_bot, ann) -> None:
    bot = make_bot("robin", owner=ann)
    entry = entering.enter(cup(), by=ann, bot="ROBIN")
    assert (entry.bot, entry.version, entry.state) == (bot, None, "entered")


def test_nobody_enters_a_strangers_bot(cup, make_bot, ann, organiser) -> None:
    make_bot("robin")
    for person in (ann, organiser):
        with pytest.raises(NotAllowed, match="belongs to somebody else"):
            entering.enter(cup(), by=person, bot="robin")


def test_house_bots_are_entered_by_the_organiser_and_staff(
    cup, make_bot, ann, organiser, staff
) -> None:
    tournament = cup(bots_per_person=1)
    house = house_account("strong")
    for name in ("strong", "simple"):
        make_bot(name, owner=house)
    with pytest.raises(NotAllowed):
        entering.enter(tournament, by=ann, bot="strong")
    entering.enter(tournament, by=organiser, bot="strong")
    entering.enter(tournament, by=staff, bot="simple")
    assert tournament.entries.count() == 2


def test_what_a_person_could_enter_is_listed(cup, make_bot, ann, organiser) -> None:
    tournament = cup()
    make_bot("robin", owner=ann)
    make_bot("wren", owner=ann)
    make_bot("strong", owner=house_account("strong"))
    entering.enter(tournament, by=ann, bot="wren")
    assert [bot.name for bot in entering.enterable(tournament, ann)] == ["robin"]
    assert [bot.name for bot in entering.enterable(tournament, organiser)] == ["strong"]


def test_a_bot_enters_once_and_only_while_there_is_room(cup, make_bot, ann) -> None:
    tournament = cup(capacity=2, bots_per_person=5)
    first, second, third = (make_bot(name, owner=ann) for name in ("a1", "a2", "a3"))
    enter(tournament, first)
    with pytest.raises(TournamentRefused, match="entered already"):
        enter(tournament, first)
    enter(tournament, second)
    with pytest.raises(LimitReached, match="all 2 places"):
        enter(tournament, third)


def test_a_person_enters_as_many_bots_as_the_tournament_says(cup, make_bot, ann) -> None:
    tournament = cup(bots_per_person=2)
    bots = [make_bot(name, owner=ann) for name in ("a1", "a2", "a3")]
    enter(tournament, bots[0])
    enter(tournament, bots[1])
    with pytest.raises(LimitReached, match="One person may enter 2"):
        enter(tournament, bots[2])


def test_by_invitation_one_needs_its_secret(cup, make_bot, organiser) -> None:
    tournament = cup(is_public=False)
    bot = make_bot("robin")
    for secret in ("", "a guess"):
        with pytest.raises(NotAllowed, match="invitation"):
            enter(tournament, bot, invitation=secret)
    enter(tournament, bot, invitation=tournament.invitation)
    own = make_bot("own", owner=organiser)
    entering.enter(tournament, by=organiser, bot=own.name)


def test_entry_is_open_within_its_window(cup, make_bot, organiser) -> None:
    bot, now = make_bot("robin"), timezone.now()
    early = cup(entry_opens_at=now + timedelta(hours=1))
    with pytest.raises(TournamentRefused, match="Entry opens on"):
        enter(early, bot)
    late = cup(entry_closes_at=now - timedelta(hours=1))
    with pytest.raises(TournamentRefused, match="window is over"):
        enter(late, bot)
    assert not late.takes_entries
    services.edit(late, by=organiser, entry_closes_at=now + timedelta(hours=1))
    enter(late, bot)


def test_nobody_but_the_organiser_enters_a_draft(draft, make_bot, organiser) -> None:
    tournament = draft()
    with pytest.raises(TournamentRefused, match="not open for entry yet"):
        enter(tournament, make_bot("robin"))
    make_bot("own", owner=organiser)
    entering.enter(tournament, by=organiser, bot="own")


def test_nobody_enters_what_has_started(started, make_bot, organiser) -> None:
    tournament = started(4)
    make_bot("late", owner=organiser)
    with pytest.raises(TournamentRefused, match="no more entries"):
        entering.enter(tournament, by=organiser, bot="late")


def test_a_bot_must_have_passed_the_trial_of_every_game(cup, make_bot, person) -> None:
    tournament = cup(games=list(ALL))
    one_game = make_bot("one", games=ALL[:1])
    with pytest.raises(TournamentRefused, match="not passed its trial in Convoy"):
        enter(tournament, one_game)
    new_version(one_game, ALL, state="failed")
    with pytest.raises(TournamentRefused, match="in Davy Crockett and Convoy"):
        enter(tournament, one_game)
    waiting = make_bot("waiting", games=ALL[:1])
    waiting.versions.get().trials.create(game="convoy")
    with pytest.raises(TournamentRefused, match="trial of waiting in Convoy is under way"):
        enter(tournament, waiting)
    with pytest.raises(TournamentRefused, match="has no version yet"):
        enter(tournament, Bot.objects.create(owner=person("eve"), name="empty"))
    resting = make_bot("resting", games=ALL)
    resting.versions.update(state="resting", rested_at=timezone.now())
    with pytest.raises(TournamentRefused, match="rests after faulty matches"):
        enter(tournament, resting)
    enter(tournament, make_bot("both", games=ALL))


def test_the_newest_version_that_passed_everything_is_frozen_at_the_start(
    cup, make_bot, organiser
) -> None:
    tournament = cup(games=list(ALL))
    bots = [make_bot(f"bot{number}", games=ALL) for number in range(5)]
    for bot in bots:
        enter(tournament, bot)
    new_version(bots[0], ALL)
    new_version(bots[1], ALL[:1])
    new_version(bots[2], ALL, state="failed")
    starting.start(tournament, by=organiser)
    new_version(bots[3], ALL)
    frozen = dict(tournament.entries.values_list("bot__name", "version__number"))
    assert frozen == {"bot0": 2, "bot1": 1, "bot2": 1, "bot3": 1, "bot4": 1}


def test_who_cannot_play_at_the_start_is_left_out_and_told_why(opened, organiser, play_on) -> None:
    tournament = opened(5)
    Bot.objects.filter(name="bot2").update(withdrawn_at=timezone.now())
    starting.start(tournament, by=organiser)
    left = tournament.entries.get(state="left_out")
    assert (left.bot.name, left.version, left.seed) == ("bot2", None, None)
    assert "no version of it could play" in left.note
    play_on(tournament)
    left.refresh_from_db()
    assert left.rank is None
    assert not left.seats.exists()


def test_a_bot_withdrawn_before_the_start_leaves_its_place_to_another(
    cup, make_bot, bob, organiser
) -> None:
    tournament = cup(capacity=2)
    robin, wren = make_bot("robin"), make_bot("wren")
    entry = enter(tournament, robin)
    enter(tournament, wren)
    with pytest.raises(NotAllowed):
        entering.withdraw(entry, by=bob)
    entering.withdraw(entry, by=robin.owner)
    enter(tournament, make_bot("jay"))
    assert [entry.bot.name for entry in tournament.entries.all()] == ["wren", "jay"]
    entering.withdraw(tournament.entries.first(), by=organiser, reason="Asked by mail.")
    assert tournament.log.first().text == "wren: Asked by mail."


def test_the_organiser_seeds_by_hand(opened, organiser, bob) -> None:
    tournament = opened(4, seeding="entry")
    with pytest.raises(NotAllowed):
        entering.set_order(tournament, by=bob, bots=["bot3"])
    with pytest.raises(TournamentRefused, match="not entered here"):
        entering.set_order(tournament, by=organiser, bots=["bot9"])
    with pytest.raises(TournamentRefused, match="each bot once"):
        entering.set_order(tournament, by=organiser, bots=["bot3", "BOT3"])
    entering.set_order(tournament, by=organiser, bots=["BOT3", "bot2"])
    starting.start(tournament, by=organiser)
    names = list(tournament.entries.order_by("seed").values_list("bot__name", flat=True))
    assert names == ["bot3", "bot2", "bot1", "bot4"]
    with pytest.raises(TournamentRefused, match="fixed"):
        entering.set_order(tournament, by=organiser, bots=[])


def test_a_late_withdrawal_plays_no_further_round(started, play_on) -> None:
    tournament = started(5)
    advance(tournament.pk)
    entry = tournament.entries.get(bot__name="bot1")
    entering.withdraw(entry, by=entry.bot.owner, reason="It is broken.")
    entry.refresh_from_db()
    assert (entry.state, entry.note, entry.is_out) == ("withdrawn", "It is broken.", True)
    play_on(tournament)
    assert tournament.state == "finished"
    assert entry.seats.count() + entry.byes.count() == 1
    with pytest.raises(TournamentRefused, match="has ended"):
        entering.withdraw(tournament.entries.get(bot__name="bot2"), by=tournament.organiser)


def test_the_organiser_disqualifies_with_a_reason(started, bob) -> None:
    tournament = started(4)
    entry = tournament.entries.get(bot__name="bot2")
    with pytest.raises(NotAllowed):
        entering.disqualify(entry, by=bob, reason="No.")
    with pytest.raises(TournamentRefused, match="Give a reason"):
        entering.disqualify(entry, by=tournament.organiser, reason=" ")
    entering.disqualify(entry, by=tournament.organiser, reason="Two bots of one hand.")
    entry.refresh_from_db()
    assert entry.state == "disqualified"
    assert tournament.log.first().text == "bot2: Two bots of one hand."
    with pytest.raises(TournamentRefused, match="doesn't play here any more"):
        entering.disqualify(entry, by=tournament.organiser, reason="Again.")


def test_who_was_disqualified_does_not_win_by_what_it_had_won_before(started, play_on) -> None:
    tournament = started(4, StagePlan(format="swiss", options={"rounds": 2}))
    play_on(tournament, matches=2)
    entry = tournament.entries.get(bot__name="bot1")
    advance(tournament.pk)
    entering.disqualify(entry, by=tournament.organiser, reason="It is somebody else's code.")
    play_on(tournament)
    assert tournament.state == "finished"
    assert ranking(tournament) == ["bot2", "bot3", "bot4", "bot1"]


def test_withdrawn_twice_it_is_withdrawn_once(cup, make_bot, ann) -> None:
    tournament = cup()
    entry = enter(tournament, make_bot("annas", owner=ann))
    again = Entry.objects.get(pk=entry.pk)
    entering.withdraw(entry, by=ann)
    with pytest.raises(TournamentRefused, match="not entered any more"):
        entering.withdraw(again, by=ann)
    assert tournament.log.filter(what="withdrew").count() == 1
