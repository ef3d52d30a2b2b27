"""Entering bots, putting them in order, and the organiser's controls: who may, and what is asked."""

import pytest
from django.urls import reverse

from tests.platform.tournaments.conftest import GAME
from tournaments import entering
from tournaments.models import Entry, Table, Tournament
from tournaments.planning import StagePlan

pytestmark = pytest.mark.django_db

KNOCKOUT = StagePlan(format="knockout", table_size=2)


def names(tournament: Tournament) -> set[str]:
    return set(tournament.entries.values_list("bot__name", flat=True))


# --- entering ------------------------------------------------------------------------------------


def test_a_visitor_is_asked_to_log_in_and_comes_back(client, opened):
    tournament = opened(0)
    page = client.get(reverse("tournament", args=[tournament.slug])).content.decode()
    assert f"{reverse('log-in')}?next=/tournaments/{tournament.slug}/" in page


def test_an_author_enters_a_bot_and_withdraws_it(client, opened, make_bot, ann):
    tournament, bot = opened(0), make_bot("robin", owner=ann)
    client.force_login(ann)
    address = reverse("tournament", args=[tournament.slug])
    assert '<option value="robin">' in client.get(address).content.decode()
    client.post(reverse("tournament-enter", args=[tournament.slug]), {"bot": "robin"})
    assert names(tournament) == {"robin"}
    page = client.get(address).content.decode()
    assert "as many bots as one person may" in page
    entry = Entry.objects.get(bot=bot)
    withdraw = reverse("tournament-entry-control", args=[tournament.slug, entry.pk, "withdraw"])
    assert withdraw in page
    assert "Withdraw" in client.get(withdraw).content.decode()
    assert names(tournament) == {"robin"}
    client.post(withdraw)
    assert names(tournament) == set()


def test_an_author_without_a_bot_is_told_to_submit_one(client, opened, ann):
    client.force_login(ann)
    page = client.get(reverse("tournament", args=[opened(0).slug])).content.decode()
    assert "You have no bot that plays this game yet." in page
    assert reverse("bot-new") in page


def test_nobody_enters_somebody_elses_bot(client, opened, make_bot, ann):
    tournament = opened(0)
    make_bot("theirs")
    client.force_login(ann)
    answer = client.post(
        reverse("tournament-enter", args=[tournament.slug]), {"bot": "theirs"}, follow=True
    )
    assert "Choose a bot of yours" in answer.content.decode()
    assert names(tournament) == set()


def test_the_invitation_link_opens_the_door(client, opened, make_bot, ann):
    tournament = opened(0, is_public=False)
    make_bot("robin", owner=ann)
    client.force_login(ann)
    address = reverse("tournament", args=[tournament.slug])
    assert "Entry is by invitation" in client.get(address).content.decode()
    wrong = reverse("tournament-invitation", args=[tournament.slug, "guessed"])
    assert "not valid any more" in client.get(wrong, follow=True).content.decode()
    client.post(reverse("tournament-enter", args=[tournament.slug]), {"bot": "robin"})
    assert names(tournament) == set()
    client.get(reverse("tournament-invitation", args=[tournament.slug, tournament.invitation]))
    client.post(reverse("tournament-enter", args=[tournament.slug]), {"bot": "robin"})
    assert names(tournament) == {"robin"}


def test_the_organiser_enters_every_house_bot_at_once(client, opened, make_bot, person, organiser):
    tournament, house = opened(0), person("house-player", is_house=True)
    for name in ("simple", "strong"):
        make_bot(name, owner=house)
    client.force_login(organiser)
    client.post(reverse("tournament-enter", args=[tournament.slug]), {"all": "house"})
    assert names(tournament) == {"simple", "strong"}


# --- controls ------------------------------------------------------------------------------------


def test_a_control_asks_first_and_then_does_it(client, opened, organiser):
    tournament = opened(2, KNOCKOUT)
    client.force_login(organiser)
    start = reverse("tournament-control", args=[tournament.slug, "start"])
    assert "Start it now" in client.get(start).content.decode()
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.OPEN
    assert client.post(start).url == reverse("tournament", args=[tournament.slug])
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.RUNNING


def test_what_can_not_be_done_is_said_with_its_reason(client, opened, organiser):
    client.force_login(organiser)
    page = client.post(reverse("tournament-control", args=[opened(1).slug, "start"]))
    assert "Not done." in page.content.decode()


def test_it_is_paused_and_goes_on(client, started, organiser):
    tournament = started(2, KNOCKOUT)
    client.force_login(organiser)
    for action, state in (("pause", "paused"), ("resume", "running")):
        client.post(reverse("tournament-control", args=[tournament.slug, action]))
        tournament.refresh_from_db()
        assert tournament.state == state


def test_who_cancels_gives_a_reason_that_everybody_reads(client, started, organiser):
    tournament = started(2, KNOCKOUT)
    client.force_login(organiser)
    address = reverse("tournament-control", args=[tournament.slug, "cancel"])
    assert "Give a reason" in client.post(address, {"reason": " "}).content.decode()
    client.post(address, {"reason": "No power."})
    client.logout()
    page = client.get(reverse("tournament", args=[tournament.slug])).content.decode()
    assert "No power." in page
    assert "It will not be played on." in page


def test_results_are_released(client, started, play_on, organiser):
    tournament = started(2, KNOCKOUT, hold_results=True)
    play_on(tournament)
    client.force_login(organiser)
    address = reverse("tournament-release", args=[tournament.slug, 0])
    assert "Release the results" in client.get(address).content.decode()
    client.post(address)
    client.logout()
    page = client.get(reverse("tournament", args=[tournament.slug])).content.decode()
    assert "Won by" in page


def test_a_table_is_awarded_with_places_and_a_reason(client, started, play_on, organiser):
    tournament = started(2, KNOCKOUT)
    play_on(tournament, matches=0)
    table = Table.objects.get()
    client.force_login(organiser)
    address = reverse("tournament-table-control", args=[tournament.slug, table.pk, "award"])
    assert "Place of bot1" in client.get(address).content.decode()
    page = client.post(address, {"place_0": "1", "place_1": "3", "reason": "x"}).content.decode()
    assert "less than or equal to 2" in page
    client.post(address, {"place_0": "2", "place_1": "1", "reason": "The worker burnt."})
    table.refresh_from_db()
    assert table.how == Table.How.AWARDED
    assert "The worker burnt." in (
        client.get(reverse("tournament", args=[tournament.slug])).content.decode()
    )


def test_a_table_is_replayed_for_a_reason(client, started, play_on, organiser):
    tournament = started(2, KNOCKOUT)
    play_on(tournament)
    table = Table.objects.get()
    client.force_login(organiser)
    address = reverse("tournament-table-control", args=[tournament.slug, table.pk, "replay"])
    client.post(address, {"reason": "A mistake of ours."})
    play_on(tournament, matches=0)
    page = client.get(reverse("tournament-table", args=[tournament.slug, table.pk]))
    assert "set aside" in page.content.decode()


def test_a_bot_is_disqualified_for_a_reason(client, started, play_on, organiser):
    tournament = started(4, KNOCKOUT)
    play_on(tournament, matches=0)
    client.force_login(organiser)
    entry = Entry.objects.get(bot__name="bot4")
    address = reverse("tournament-entry-control", args=[tournament.slug, entry.pk, "disqualify"])
    assert address in client.get(reverse("tournament", args=[tournament.slug])).content.decode()
    client.post(address, {"reason": "It talks to another bot."})
    entry.refresh_from_db()
    assert entry.state == Entry.State.DISQUALIFIED


def test_an_entrant_withdraws_while_it_runs(client, started, play_on):
    tournament = started(4, KNOCKOUT)
    play_on(tournament, matches=0)
    entry = Entry.objects.get(bot__name="bot4")
    client.force_login(entry.bot.owner)
    address = reverse("tournament-entry-control", args=[tournament.slug, entry.pk, "withdraw"])
    assert address in client.get(reverse("tournament", args=[tournament.slug])).content.decode()
    client.post(address)
    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN


def test_only_organiser_and_staff_have_controls(client, started, play_on, ann, staff):
    tournament = started(4, KNOCKOUT, hold_results=True)
    play_on(tournament, matches=0)
    table, entry = Table.objects.first(), Entry.objects.first()
    slug = tournament.slug
    addresses = [
        reverse("tournament-control", args=[slug, "pause"]),
        reverse("tournament-release", args=[slug, 0]),
        reverse("tournament-table-control", args=[slug, table.pk, "award"]),
        reverse("tournament-entry-control", args=[slug, entry.pk, "disqualify"]),
        reverse("tournament-entry-control", args=[slug, entry.pk, "withdraw"]),
        reverse("tournament-seeding", args=[slug]),
        reverse("tournament-edit", args=[slug]),
    ]
    for address in addresses:
        assert client.post(address).url.startswith(reverse("log-in")), address
    client.force_login(ann)
    for address in addresses:
        assert client.get(address).status_code in (403, 404), address
        assert client.post(address, {"reason": "x"}).status_code in (403, 404), address
    client.force_login(staff)
    for address in addresses:
        assert client.get(address).status_code in (200, 302), address
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.RUNNING
    assert not tournament.log.filter(by=ann).exists()


@pytest.mark.parametrize("action", ["destroy", "award", "START"])
def test_a_control_that_there_is_not_is_not_found(client, opened, organiser, action):
    client.force_login(organiser)
    address = reverse("tournament-control", args=[opened(0).slug, action])
    assert client.post(address).status_code == 404


# --- the order of the entries --------------------------------------------------------------------


@pytest.fixture
def seeding(client, opened, organiser):
    """The tournament's entries, and a function that sends the editor's form with their order."""
    tournament = opened(4, seeding="entry")
    client.force_login(organiser)
    ids = {entry.bot.name: entry.pk for entry in tournament.entries.select_related("bot")}

    def send(do: str, order: list[str], **seeds: int) -> list[str]:
        answer = client.post(
            reverse("tournament-seeding", args=[tournament.slug]),
            {
                "entry": [ids[name] for name in order],
                "do": do.format(**ids),
                **{f"seed-{ids[name]}": at for at, name in enumerate(order, start=1)},
                **{f"seed-{ids[name]}": at for name, at in seeds.items()},
            },
            follow=True,
        )
        page = answer.content.decode()
        places = (
            {name: page.index(f"seed-{pk}") for name, pk in ids.items()} if do != "save" else {}
        )
        return sorted(places, key=places.get)

    return tournament, send


FOUR = ["bot1", "bot2", "bot3", "bot4"]


def test_an_arrow_moves_an_entry_by_one_without_saving(seeding):
    tournament, send = seeding
    assert send("up-{bot3}", FOUR) == ["bot1", "bot3", "bot2", "bot4"]
    assert send("down-{bot1}", FOUR) == ["bot2", "bot1", "bot3", "bot4"]
    assert send("up-{bot1}", FOUR) == FOUR
    assert not tournament.entries.exclude(seed=None).exists()


def test_a_typed_number_moves_an_entry_there(seeding):
    _, send = seeding
    assert send("sort", FOUR, bot4=1) == ["bot4", "bot1", "bot2", "bot3"]
    assert send("sort", FOUR, bot1=3) == ["bot2", "bot3", "bot1", "bot4"]
    assert send("sort", FOUR, bot1=99) == ["bot2", "bot3", "bot4", "bot1"]


def test_the_order_is_saved_as_it_was_sent(seeding):
    tournament, send = seeding
    send("save", ["bot4", "bot3", "bot2", "bot1"])
    saved = tournament.entries.order_by("seed").values_list("bot__name", flat=True)
    assert list(saved) == ["bot4", "bot3", "bot2", "bot1"]


def test_who_entered_meanwhile_comes_last(seeding, make_bot, ann, client):
    tournament, send = seeding
    make_bot("late", owner=ann)
    entering.enter(tournament, by=ann, bot="late")
    send("save", FOUR)
    saved = tournament.entries.order_by("seed").values_list("bot__name", flat=True)
    assert list(saved) == [*FOUR, "late"]


def test_once_it_runs_the_order_stands(client, started, organiser):
    tournament = started(2)
    client.force_login(organiser)
    address = reverse("tournament-seeding", args=[tournament.slug])
    assert client.get(address).url == reverse("tournament", args=[tournament.slug])


def test_a_bot_that_does_not_play_all_of_its_games_can_not_be_chosen(client, opened, make_bot, ann):
    tournament = opened(0, games=[GAME, "dan-dare"])
    make_bot("robin", owner=ann)
    client.force_login(ann)
    page = client.get(reverse("tournament", args=[tournament.slug])).content.decode()
    assert '<option value="robin">' not in page
    assert "no bot that plays all of these games" in page
