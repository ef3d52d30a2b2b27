"""Tournaments for staff."""

import pytest
from django.contrib import admin
from django.urls import reverse

from tournaments import entering
from tournaments.advancing import advance
from tournaments.models import Tournament
from tournaments.planning import StagePlan

MODELS = [model for model in admin.site._registry if model._meta.app_label == "tournaments"]


@pytest.fixture
def as_staff(client, staff):
    client.force_login(staff)
    return client


def act(client, action: str, tournament: Tournament) -> str:
    address = reverse("admin:tournaments_tournament_changelist")
    sent = {"action": action, "_selected_action": [tournament.pk]}
    return client.post(address, sent, follow=True).content.decode()


def test_staff_look_at_everything_and_change_nothing_by_hand(as_staff, started) -> None:
    advance(started(4).pk)
    for model in MODELS:
        name = f"admin:tournaments_{model._meta.model_name}"
        row = model._default_manager.first()
        assert as_staff.get(reverse(f"{name}_changelist")).status_code == 200, model
        assert as_staff.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200, model
        delete = reverse(f"{name}_delete", args=[row.pk])
        assert as_staff.post(delete, {"post": "yes"}).status_code == 403, model


def test_the_seed_of_the_lots_and_the_invitation_are_not_shown(as_staff, opened) -> None:
    tournament = opened(2)
    address = reverse("admin:tournaments_tournament_change", args=[tournament.pk])
    page = as_staff.get(address).content.decode()
    assert tournament.lot_seed not in page
    assert tournament.invitation not in page


def test_staff_start_pause_resume_and_push_a_tournament(as_staff, opened) -> None:
    tournament = opened(2, StagePlan(format="knockout"))
    assert "Only a running tournament can be paused." in act(as_staff, "pause", tournament)
    for action, state in (("start", "running"), ("pause", "paused"), ("resume", "running")):
        assert "done." in act(as_staff, action, tournament)
        tournament.refresh_from_db()
        assert tournament.state == state
    assert "steps were taken" in act(as_staff, "go_on", tournament)
    assert tournament.stages.get().rounds.count() == 1


def test_staff_take_anybodys_bot_out(started, staff) -> None:
    entry = started(4).entries.get(bot__name="bot3")
    entering.withdraw(entry, by=staff)
    entry.refresh_from_db()
    assert entry.state == "withdrawn"
