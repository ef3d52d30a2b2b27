import pytest
from django.contrib import admin
from django.urls import reverse

from accounts.models import ApiToken
from bots.models import Bot, Version
from bots.trials import run_trial
from ladder.models import RatedMatch
from ladder.services import rate_finished, void
from matches.models import Match
from matches.playing import play

OURS = ("accounts", "bots", "matches", "ladder")
MODELS = [model for model in admin.site._registry if model._meta.app_label in OURS]


@pytest.fixture
def league(match, table, api_of, ann, staff):
    """One of everything."""
    versions = table("plays the first", "crashes")
    made = match(versions=versions)
    play(made.pk)
    rate_finished(made.game)
    voided = match(versions=versions)
    play(voided.pk)
    void(voided.pk, by=staff, reason="A broken pack.")
    api_of(ann)
    return made


@pytest.fixture
def as_staff(client, staff):
    client.force_login(staff)
    return client


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_staff_can_look_at_everything(as_staff, league, model) -> None:
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    assert as_staff.get(reverse(f"{name}_changelist")).status_code == 200
    row = model._default_manager.first()
    assert row is not None
    assert as_staff.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200


def test_history_cannot_be_changed_by_hand(as_staff, league) -> None:
    for row in (league, Version.objects.first(), RatedMatch.objects.first()):
        name = f"admin:{row._meta.app_label}_{row._meta.model_name}_delete"
        assert as_staff.post(reverse(name, args=[row.pk]), {"post": "yes"}).status_code == 403


def test_staff_can_make_an_account(as_staff) -> None:
    assert as_staff.get(reverse("admin:accounts_user_add")).status_code == 200


def test_a_tokens_digest_is_not_shown(as_staff, league) -> None:
    token = ApiToken.objects.first()
    page = as_staff.get(reverse("admin:accounts_apitoken_change", args=[token.pk]))
    assert token.digest not in page.content.decode()


def test_staff_put_dropped_work_back_and_withdraw_bots(
    as_staff, match, submit, ann, settings
) -> None:
    settings.ATTEMPTS_MAX = 1
    dropped = match("plays the first", "breaks the sandbox")
    play(dropped.pk)
    trial = submit(ann, "anns", "breaks the sandbox").trials.get()
    run_trial(trial.pk)

    def act(model: str, action: str, pk: int) -> None:
        address = reverse(f"admin:{model}_changelist")
        answer = as_staff.post(address, {"action": action, "_selected_action": [pk]})
        assert answer.status_code == 302

    act("matches_match", "try_again", dropped.pk)
    act("bots_trial", "try_again", trial.pk)
    assert Match.objects.get(pk=dropped.pk).state == "waiting"
    trial.refresh_from_db()
    assert trial.state == "waiting"
    bot = Bot.objects.get(name="anns")
    act("bots_bot", "withdraw", bot.pk)
    bot.refresh_from_db()
    assert bot.withdrawn_at is not None


def test_members_do_not_get_in(client, ann) -> None:
    client.force_login(ann)
    assert client.get("/admin/matches/match/").status_code == 302
