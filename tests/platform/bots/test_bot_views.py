"""Submitting by form, and the verdict as its owner and as others see it."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from bots.models import Bot
from bots.services import note_match
from bots.trials import run_trial
from ladder.services import rate_finished
from matches.playing import play

pytestmark = pytest.mark.django_db
GAME = "davy-crockett"
HTMX = {"HX-Request": "true"}


def form(text: str = "# plays the first\n", **fields):
    upload = SimpleUploadedFile("my bot.py", text.encode())
    return {"name": "robin", "file": upload, "games": [GAME], **fields}


def page_of(version) -> str:
    return reverse("version", args=[version.bot.name, version.number])


def trial_page(name: str, version) -> str:
    return reverse(name, args=[version.bot.name, version.number, GAME])


@pytest.fixture
def broken(ann, submit):
    """A version whose trial failed."""
    version = submit(ann, "robin", "crashes")
    run_trial(version.trials.get().pk)
    version.refresh_from_db()
    return version


def test_a_new_bot_leads_to_its_first_version(client, ann, sandbox, sent):
    client.force_login(ann)
    answer = client.post(reverse("bot-new"), form())
    version = Bot.objects.get(name="robin").versions.get()
    assert answer.url == page_of(version)
    assert version.filename == "my bot.py"
    assert "Waits for a worker" in client.get(answer.url).content.decode()


def test_a_refusal_keeps_what_was_entered_and_says_what_to_do(client, ann, sandbox, sent):
    client.force_login(ann)
    page = client.post(reverse("bot-new"), form("broken")).content.decode()
    assert "Mend it and submit again." in page
    assert 'value="robin"' in page
    assert not Bot.objects.exists()


def test_with_htmx_only_the_refusal_comes_back(client, ann, sandbox, sent):
    client.force_login(ann)
    page = client.post(reverse("bot-new"), form("broken"), headers=HTMX).content.decode()
    assert "Mend it and submit again." in page
    assert "data-file-refused" in page
    assert "<form" not in page


def test_with_htmx_success_goes_to_the_version(client, ann, sandbox, sent):
    client.force_login(ann)
    answer = client.post(reverse("bot-new"), form(), headers=HTMX)
    assert answer.headers["HX-Redirect"] == reverse("version", args=["robin", 1])


def test_a_form_sent_after_logging_out_is_told_so_and_stays(client, sandbox):
    assert client.post(reverse("bot-new"), form(), headers=HTMX).status_code == 401
    assert client.post(reverse("bot-new"), form()).url.startswith(reverse("log-in"))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"games": []}, "Tick at least one game"),
        ({"file": ""}, "No file was chosen"),
        ({"file": SimpleUploadedFile("a.zip", bytes(8 * 1024 * 1024 + 1))}, "at most 8,388,608"),
        ({"name": ""}, "no name yet"),
        ({"name": "a b"}, "Use 1 to 32 letters"),
        ({"name": "new"}, "is taken"),
    ],
)
def test_what_is_missing_or_wrong_is_named(client, ann, sandbox, sent, fields, said):
    client.force_login(ann)
    assert said in client.post(reverse("bot-new"), form(**fields)).content.decode()
    assert not Bot.objects.exists()


def test_a_name_that_somebody_has_is_refused(client, ann, bob, submit):
    submit(bob, "Robin")
    client.force_login(ann)
    assert "is taken" in client.post(reverse("bot-new"), form()).content.decode()


def test_a_second_submission_is_the_second_version(client, ann, submit):
    submit(ann, "robin")
    client.force_login(ann)
    answer = client.post(reverse("bot-submit", args=["robin"]), form("# plays the last\n"))
    assert answer.url == reverse("version", args=["robin", 2])


def test_nobody_submits_for_another(client, bob, ann, submit):
    submit(ann, "robin")
    client.force_login(bob)
    assert client.get(reverse("bot-submit", args=["robin"])).status_code == 404


def test_the_owner_reads_why_the_trial_failed(client, ann, broken):
    client.force_login(ann)
    page = client.get(page_of(broken)).content.decode()
    assert "division by zero" in page
    assert "I am one who crashes" in page
    assert "raised an exception" in page


def test_the_owner_downloads_the_view_that_broke_it(client, ann, broken):
    client.force_login(ann)
    answer = client.get(trial_page("trial-view", broken))
    assert json.loads(answer.content)["game"] == GAME
    assert "attachment" in answer.headers["Content-Disposition"]


@pytest.mark.parametrize(
    "name", ["trial-log", "trial-view", "trial-replay", "trial-record", "version", "version-trials"]
)
def test_of_a_failed_version_nobody_else_sees_anything(client, bob, staff, broken, name):
    address = page_of(broken) if name == "version" else None
    if name == "version-trials":
        address = reverse(name, args=[broken.bot.name, broken.number])
    address = address or trial_page(name, broken)
    assert client.get(address).status_code == 404
    client.force_login(bob)
    assert client.get(address).status_code == 404
    client.force_login(staff)
    assert client.get(address).status_code == 200


def test_of_an_accepted_version_others_see_the_state_alone(client, ann, bob, accepted):
    version = accepted(ann, "robin")
    assert version.digest not in client.get(page_of(version)).content.decode()
    client.force_login(ann)
    assert version.digest in client.get(page_of(version)).content.decode()
    client.force_login(bob)
    page = client.get(page_of(version)).content.decode()
    assert "accepted" in page
    assert "I am one who" not in page
    assert client.get(trial_page("trial-log", version)).status_code == 404


def test_the_page_asks_again_only_while_a_trial_is_under_way(client, ann, submit):
    version = submit(ann, "robin")
    client.force_login(ann)
    assert "hx-trigger" in client.get(page_of(version)).content.decode()
    run_trial(version.trials.get().pk)
    assert "hx-trigger" not in client.get(page_of(version)).content.decode()


def test_the_state_at_the_head_follows_the_trials(client, ann, submit):
    version = submit(ann, "robin")
    client.force_login(ann)
    trials = reverse("version-trials", args=["robin", 1])
    assert "waiting for its trial" in client.get(trials).content.decode()
    run_trial(version.trials.get().pk)
    after = client.get(trials).content.decode()
    assert "waiting for its trial" not in after
    assert "accepted; it is the one that plays" in after


def test_a_resting_version_says_why_and_names_the_matches(client, match, table):
    versions = table("plays the first", "crashes")
    played = [match(versions=versions) for _ in range(3)]
    for one in played:
        assert play(one.pk)
    rate_finished(GAME)
    resting = type(versions[1]).objects.get(pk=versions[1].pk)
    assert resting.state == "resting"
    note_match(version_id=resting.pk, faulty=False)
    page = client.get(page_of(resting)).content.decode()
    assert "it broke down in three rated matches in a row" in page
    for one in played:
        assert f'<a href="{reverse("match", args=[one.pk])}">match {one.pk}</a> (crash)' in page
    assert "badge good" not in page


def test_a_dropped_trial_is_called_our_failure_and_no_verdict(client, ann, submit, settings):
    settings.ATTEMPTS_MAX = 1
    version = submit(ann, "robin", "breaks the sandbox")
    run_trial(version.trials.get().pk)
    client.force_login(ann)
    page = client.get(page_of(version)).content.decode()
    assert "There is no verdict yet" in page
    assert "The failure is ours" in page
    assert "hx-trigger" not in page


def test_only_the_version_that_plays_is_said_to_play(client, ann, accepted):
    old = accepted(ann, "robin")
    new = accepted(ann, "robin", "plays the last")
    assert "it is the one that plays" not in client.get(page_of(old)).content.decode()
    assert f'href="{page_of(new)}"' in client.get(page_of(old)).content.decode()
    assert "it is the one that plays" in client.get(page_of(new)).content.decode()
    type(new).objects.filter(pk=new.pk).update(state="resting")
    assert "it is the one that plays" not in client.get(page_of(new)).content.decode()


def test_a_bot_is_withdrawn_and_brought_back_on_its_page(client, ann, accepted):
    accepted(ann, "robin")
    client.force_login(ann)
    page = client.post(reverse("bot-withdraw", args=["robin"]), follow=True).content.decode()
    assert "Withdrawn: it plays no more matches." in page
    assert reverse("bot-restore", args=["robin"]) in page
    assert reverse("bot-submit", args=["robin"]) not in page
    page = client.post(reverse("bot-restore", args=["robin"]), follow=True).content.decode()
    assert "It plays as version 1." in page


@pytest.mark.parametrize("name", ["bot-withdraw", "bot-restore"])
def test_nobody_withdraws_or_brings_back_anothers_bot(client, ann, bob, accepted, name):
    accepted(ann, "robin")
    address = reverse(name, args=["robin"])
    assert client.post(address).url.startswith(reverse("log-in"))
    client.force_login(bob)
    assert client.post(address).status_code == 404
    assert "Withdraw it" not in client.get(reverse("bot", args=["robin"])).content.decode()
    client.force_login(ann)
    assert client.get(address).status_code == 405


def test_what_a_bot_prints_is_inert_text(client, ann, broken):
    broken.trials.update(log="<script>alert(1)</script>", detail="<img src=x>")
    client.force_login(ann)
    page = client.get(page_of(broken)).content.decode()
    assert "<script>alert" not in page
    assert "<img" not in page


def test_bots_are_found_by_name_and_by_author(client, ann, bob, accepted):
    accepted(ann, "robin")
    accepted(bob, "wren", "plays the last")
    page = client.get(reverse("bot-list"), {"q": "ROB"}).content.decode()
    assert "robin" in page
    assert "wren" not in page
    assert "robin" in client.get(reverse("bot-list"), {"q": "ann"}).content.decode()


def test_the_list_of_bots_takes_the_same_queries_for_many(
    client, person, accepted, django_assert_num_queries
):
    for number in range(4):
        accepted(person(f"author{number}"), f"bot{number}")
    with django_assert_num_queries(4):
        client.get(reverse("bot-list"))


def test_a_file_is_looked_at_before_anything_is_submitted(client, ann, sandbox, sent):
    client.force_login(ann)
    good = client.post(reverse("bot-look"), {"file": form()["file"]}).content.decode()
    assert "It looks right." in good
    bad = client.post(reverse("bot-look"), {"file": form("broken")["file"]}).content.decode()
    assert "Mend it and submit again." in bad
    assert not Bot.objects.exists()


def test_a_look_without_a_file_says_what_to_choose(client, ann):
    client.force_login(ann)
    assert "Choose bot.py" in client.post(reverse("bot-look")).content.decode()


def test_nobody_but_a_member_has_a_file_looked_at(client):
    answer = client.post(reverse("bot-look"), headers={"HX-Request": "true"})
    assert answer.status_code == 401
