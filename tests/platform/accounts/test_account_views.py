"""Signing up, logging in and out, and tokens, as a person does it in the browser."""

import re

import pytest
from django.urls import reverse

from accounts.forms import SignUpForm
from accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "seven vintage cards"


def sign_up(client, name: str):
    return client.post(
        reverse("sign-up"), {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    )


def test_signing_up_logs_in_and_leads_to_ones_own_bots(client):
    answer = sign_up(client, "ann")
    assert answer.url == reverse("dashboard")
    assert "Welcome, ann" in client.get(answer.url).content.decode()


@pytest.mark.parametrize("name", ["house-strong", "House-Ann", "two words", "<b>ann</b>"])
def test_a_name_that_nobody_may_have_is_refused_beside_its_field(client, name):
    answer = sign_up(client, name)
    assert answer.status_code == 200
    assert answer.context["form"].errors["username"]
    assert not User.objects.exists()


def test_a_name_taken_in_other_letters_is_refused(client, ann):
    errors = sign_up(client, "ANN").context["form"].errors
    assert errors == {"username": ["This name is taken."]}


def test_a_name_taken_by_another_tab_this_very_moment_is_refused(client, monkeypatch):
    save = SignUpForm.save

    def save_after_the_other_tab(form: SignUpForm) -> User:
        User.objects.create_user("Ann")
        return save(form)

    monkeypatch.setattr(SignUpForm, "save", save_after_the_other_tab)
    answer = sign_up(client, "ann")
    assert answer.context["form"].errors == {"username": ["This name is taken."]}
    assert "sessionid" not in client.cookies


def test_a_page_for_members_sends_a_visitor_to_the_log_in_and_back(client, ann):
    answer = client.get(reverse("tokens"))
    assert answer.url == f"{reverse('log-in')}?next={reverse('tokens')}"
    answer = client.post(answer.url, {"username": "ann", "password": "a long pass-phrase"})
    assert answer.url == reverse("tokens")


@pytest.mark.parametrize("page", ["log-in", "admin:login"])
def test_a_name_longer_than_any_is_no_account_and_no_failure_of_ours(client, page):
    answer = client.post(reverse(page), {"username": "a" * 5000, "password": PASSWORD})
    assert answer.status_code == 200
    assert "at most 32 characters" in answer.context["form"].errors["username"][0]


def test_logging_out_takes_a_post(client, ann):
    client.force_login(ann)
    assert client.get(reverse("log-out")).status_code == 405
    assert client.post(reverse("log-out")).url == reverse("home")


def test_a_token_is_shown_once(client, ann):
    client.force_login(ann)
    page = client.post(reverse("tokens"), {"name": "workshop"}).content.decode()
    secret = re.search(r"qnt_[\w-]+", page).group()
    assert "workshop" in page
    assert secret not in client.get(reverse("tokens")).content.decode()


def test_a_revoked_token_leaves_the_list(client, ann):
    client.force_login(ann)
    client.post(reverse("tokens"), {"name": "workshop"})
    token = ann.api_tokens.get()
    page = client.post(reverse("token-revoke", args=[token.pk]), follow=True).content.decode()
    assert "workshop" not in page
    assert not ann.api_tokens.live().exists()


def test_somebody_elses_token_cannot_be_revoked(client, ann, bob):
    client.force_login(ann)
    client.post(reverse("tokens"), {"name": "workshop"})
    client.force_login(bob)
    answer = client.post(reverse("token-revoke", args=[ann.api_tokens.get().pk]))
    assert answer.status_code == 404
    assert ann.api_tokens.live().exists()
