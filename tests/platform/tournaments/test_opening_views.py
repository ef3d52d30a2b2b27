"""The form by which a tournament is opened and changed, and the preview of what it will mean."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.platform.tournaments.conftest import GAME
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

NEW = "tournament-new"


def filled(**changes: object) -> dict[str, object]:
    """A form that is complete: Swiss at tables of two, then the best four in a knockout."""
    return {
        "name": "Spring Cup",
        "description": "",
        "games": [GAME],
        "capacity": "16",
        "bots_per_person": "1",
        "is_public": "yes",
        "seeding": "strength",
        "zone": "UTC",
        "stages": "2",
        "stage0-format": "swiss",
        "stage0-table_size": "2",
        "stage1-format": "knockout",
        "stage1-table_size": "2",
        "stage1-comes_in": "4",
        "expected": "8",
    } | changes


@pytest.fixture
def send(client, organiser):
    """A function that sends the form to open a tournament, as the organiser."""
    client.force_login(organiser)

    def post(do: str, **changes: object):
        return client.post(reverse(NEW), filled(**changes) | {"do": do})

    return post


def test_who_is_not_logged_in_is_asked_to(client):
    answer = client.get(reverse(NEW))
    assert answer.url == f"{reverse('log-in')}?next={reverse(NEW)}"


def test_the_form_begins_with_what_most_want(client, organiser):
    client.force_login(organiser)
    page = client.get(reverse(NEW)).content.decode()
    assert page.count('name="games"') == page.count("checked") == 5
    assert 'value="swiss" selected' in page
    assert 'value="heats" selected' in page
    assert "At most" in page


def test_a_complete_form_opens_a_tournament_for_entry(send):
    answer = send("open", **{"stage0-swiss_rounds": "3"})
    tournament = Tournament.objects.get()
    assert answer.url == reverse("tournament", args=[tournament.slug])
    assert tournament.state == Tournament.State.OPEN
    assert tournament.name == "Spring Cup"
    first, second = tournament.stages.all()
    assert (first.format, first.options, first.comes_in) == ("swiss", {"rounds": 3}, None)
    assert (second.format, second.table_size, second.comes_in) == ("knockout", 2, 4)


def test_it_can_be_kept_as_a_draft(send):
    send("save")
    assert Tournament.objects.get().state == Tournament.State.DRAFT


def test_what_is_wrong_is_said_at_the_top_and_at_the_field_and_nothing_is_lost(send):
    page = send("open", name="", capacity="1", description="For the class").content.decode()
    assert "Everything you entered is still here" in page
    assert page.count("The tournament has no name yet. Give it one.") == 2
    assert '<a href="#id_capacity">' in page
    assert "For the class" in page
    assert not Tournament.objects.exists()


def test_games_without_a_table_size_in_common_are_refused_with_what_to_do(send):
    # Convoy needs four, and a knockout's tables have two.
    page = send("open", games=[GAME, "convoy"]).content.decode()
    assert "The games you chose need 4 at least." in page
    assert not Tournament.objects.exists()


def test_a_stage_is_added_and_removed_without_a_script_and_without_complaints(send):
    page = send("add", name="").content.decode()
    assert 'name="stage2-format"' in page
    assert 'value="3"' in page
    assert "Give it one" not in page
    page = send("remove").content.decode()
    assert 'name="stage1-format"' not in page
    assert not Tournament.objects.exists()


def test_there_are_no_more_stages_than_a_tournament_may_have(send):
    page = send("add", stages="4").content.decode()
    assert 'name="stage4-format"' not in page
    assert 'value="add"' not in page


@pytest.mark.parametrize("stages", ["", "x", "0", "99999999999", "-1"])
def test_a_number_of_stages_that_makes_no_sense_is_not_taken(send, stages):
    assert send("preview", stages=stages).status_code == 200


def test_the_preview_counts_rounds_tables_and_matches(client, organiser):
    client.force_login(organiser)
    answer = client.post(reverse("tournament-preview"), filled(games=[GAME, "dan-dare"]))
    page = answer.content.decode()
    # Eight bots: three rounds of four tables; then two semi-finals, a final and a third place.
    assert '<td class="number">12</td><td class="number">24</td>' in page
    assert '<td class="number">4</td><td class="number">8</td>' in page
    assert "At most 32 matches" in page


def test_the_preview_says_why_it_can_not_be_played(client, organiser):
    client.force_login(organiser)
    page = client.post(reverse("tournament-preview"), filled(games=[])).content.decode()
    assert "Tick at least one game." in page
    page = client.post(
        reverse("tournament-preview"), filled(**{"stage0-table_size": "9"})
    ).content.decode()
    assert "take 6 at most" in page


def test_the_preview_is_measured_by_the_latest_matches(client, organiser, started, play_on):
    client.force_login(organiser)
    page = client.post(reverse("tournament-preview"), filled()).content.decode()
    assert "a guess" in page
    play_on(started(2))
    page = client.post(reverse("tournament-preview"), filled()).content.decode()
    assert "a guess" not in page


def test_times_are_in_the_zone_that_the_form_names(send):
    send("save", zone="Europe/Berlin", starts_at="2027-07-01T18:00")
    assert Tournament.objects.get().starts_at == datetime(2027, 7, 1, 16, 0, tzinfo=UTC)


def test_an_unknown_zone_is_utc(send):
    send("save", zone="../../etc/passwd", starts_at="2027-07-01T18:00")
    assert Tournament.objects.get().starts_at == datetime(2027, 7, 1, 18, 0, tzinfo=UTC)


def test_entry_can_not_close_after_the_start(send):
    page = send(
        "open", entry_closes_at="2027-07-02T00:00", starts_at="2027-07-01T00:00"
    ).content.decode()
    assert "Entry closes after the start. Close it earlier." in page


def test_a_start_in_the_past_keeps_it_a_draft_and_says_why(send, client):
    past = timezone.now() - timedelta(days=1)
    answer = send("open", starts_at=past.strftime("%Y-%m-%dT%H:%M"))
    assert Tournament.objects.get().state == Tournament.State.DRAFT
    assert "Set a later one" in client.get(answer.url).content.decode()


def test_options_of_a_game_are_kept_with_the_deals(send):
    send("save", deals="3", **{f"option_{GAME}_variant": ""})
    assert Tournament.objects.get().options == {GAME: {"deals": 3}}


# --- changing one --------------------------------------------------------------------------------


def test_the_form_to_change_it_holds_what_it_is(client, draft, organiser):
    tournament = draft(options={GAME: {"deals": 3}}, repeats_max=4, is_public=False)
    client.force_login(organiser)
    page = client.get(reverse("tournament-edit", args=[tournament.slug])).content.decode()
    assert 'value="Cup"' in page
    assert 'name="deals" value="3"' in page
    assert 'name="repeats_max" value="4"' in page
    assert 'value="no" selected' in page


def test_it_can_be_changed_until_it_starts(client, started, opened, organiser, ann):
    tournament = opened(0, by=ann, name="Other")
    client.force_login(ann)
    address = reverse("tournament-edit", args=[tournament.slug])
    client.post(address, filled(name="Autumn Cup") | {"do": "save"})
    tournament.refresh_from_db()
    assert tournament.name == "Autumn Cup"
    assert [stage.format for stage in tournament.stages.all()] == ["swiss", "knockout"]
    begun = started(2)
    client.force_login(organiser)
    answer = client.get(reverse("tournament-edit", args=[begun.slug]))
    assert answer.url == reverse("tournament", args=[begun.slug])


def test_games_with_deals_of_their_own_keep_them_unless_a_number_is_given(client, draft, organiser):
    own = {GAME: {"deals": 3}, "dan-dare": {"deals": 5}}
    tournament = draft(games=[GAME, "dan-dare"], options=own)
    client.force_login(organiser)
    address = reverse("tournament-edit", args=[tournament.slug])
    assert "Empty: they keep them." in client.get(address).content.decode()
    client.post(address, filled(games=[GAME, "dan-dare"]) | {"do": "save"})
    tournament.refresh_from_db()
    assert tournament.options == own
    client.post(address, filled(games=[GAME, "dan-dare"], deals="2") | {"do": "save"})
    tournament.refresh_from_db()
    assert tournament.options == {GAME: {"deals": 2}, "dan-dare": {"deals": 2}}


def test_nobody_else_changes_it(client, opened, ann):
    tournament = opened(0)
    client.force_login(ann)
    answer = client.post(reverse("tournament-edit", args=[tournament.slug]), filled())
    assert answer.status_code == 403
