from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.names import validate_free_name, validate_name
from accounts.services import house_account, issue_token, revoke_token


def test_the_secret_is_nowhere_in_the_database(ann) -> None:
    _, secret = issue_token(user=ann, name="laptop")
    facts = ApiToken.objects.values().get()
    assert secret.startswith("qnt_")
    assert len(secret) > 40
    assert not any(secret in str(value) for value in facts.values())
    assert secret.startswith(facts["prefix"])
    assert len(facts["prefix"]) <= 12


def test_a_revoked_token_is_no_longer_live(ann, bob) -> None:
    token, _ = issue_token(user=ann, name="laptop")
    assert not revoke_token(user=bob, token_id=token.pk)
    assert revoke_token(user=ann, token_id=token.pk)
    assert not revoke_token(user=ann, token_id=token.pk)
    assert not ApiToken.objects.live().exists()


def test_a_token_ends_at_its_time(ann) -> None:
    issue_token(user=ann, name="old", expires_at=timezone.now() - timedelta(seconds=1))
    live, _ = issue_token(user=ann, name="new", expires_at=timezone.now() + timedelta(days=1))
    assert ApiToken.objects.live().get() == live


def test_names_of_people_differ_in_more_than_their_case(ann) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("ANN")


@pytest.mark.parametrize("name", ["a", "Ann.B-c_9", "a" * 32])
def test_names_of_the_alphabet_are_taken(name: str) -> None:
    validate_name(name)


@pytest.mark.parametrize("name", ["", "-a", ".a", "a b", "a" * 33, "ä", "a\n", "<b>"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        validate_name(name)


def test_names_of_house_accounts_are_kept(db) -> None:
    with pytest.raises(ValidationError, match="house bots"):
        validate_free_name("House-simple")


def test_a_house_account_is_made_once_and_cannot_log_in(db) -> None:
    keeper = house_account("simple")
    assert house_account("simple") == keeper
    assert (keeper.username, keeper.is_house) == ("house-simple", True)
    assert not keeper.has_usable_password()
