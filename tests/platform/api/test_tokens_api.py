from rest_framework.test import APIClient

from accounts.models import ApiToken
from accounts.services import issue_token


def test_without_a_token_there_is_nobody(api: APIClient, db) -> None:
    answer = api.get("/api/v1/me/")
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert "Make a token" in answer.json()["detail"]


def test_a_token_says_who_one_is(api_of, ann) -> None:
    assert api_of(ann).get("/api/v1/me/").json()["username"] == "ann"


def test_a_use_is_noted(api_of, ann) -> None:
    api_of(ann).get("/api/v1/me/")
    assert ApiToken.objects.get().last_used_at is not None


def test_a_wrong_token_is_told_so_with_what_to_do(api: APIClient, db) -> None:
    api.credentials(HTTP_AUTHORIZATION="Bearer qnt_wrong")
    answer = api.get("/api/v1/games/")
    assert answer.status_code == 401
    assert "Make a new one" in answer.json()["detail"]
    api.credentials(HTTP_AUTHORIZATION="Bearer")
    assert "Bearer <token>" in api.get("/api/v1/games/").json()["detail"]


def test_a_token_of_a_closed_account_opens_nothing(api_of, ann) -> None:
    client = api_of(ann)
    ann.is_active = False
    ann.save()
    assert client.get("/api/v1/me/").status_code == 401


def test_a_token_is_made_shown_once_listed_and_revoked(api_of, ann) -> None:
    client = api_of(ann)
    made = client.post("/api/v1/tokens/", {"name": "laptop"})
    assert made.status_code == 201
    secret = made.json()["secret"]
    listed = client.get("/api/v1/tokens/").json()["results"]
    assert {token["name"] for token in listed} == {"tests", "laptop"}
    assert secret not in str(listed)

    other = APIClient()
    other.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert other.get("/api/v1/me/").status_code == 200
    assert client.delete(f"/api/v1/tokens/{made.json()['id']}/").status_code == 204
    assert other.get("/api/v1/me/").status_code == 401


def test_a_token_that_would_open_nothing_is_not_made(api_of, ann) -> None:
    answer = api_of(ann).post("/api/v1/tokens/", {"name": "old", "expires_at": "2020-01-01T00:00Z"})
    assert answer.status_code == 400
    assert "Give one to come" in answer.json()["expires_at"][0]


def test_a_strangers_token_is_not_there(api_of, ann, bob) -> None:
    token, _ = issue_token(user=ann, name="hers")
    assert api_of(bob).delete(f"/api/v1/tokens/{token.pk}/").status_code == 404
    assert ApiToken.objects.live().filter(pk=token.pk).exists()


def test_a_token_that_only_reads_changes_nothing(client, ann):
    _, secret = issue_token(user=ann, name="watcher", scope=ApiToken.Scope.READ)
    headers = {"Authorization": f"Bearer {secret}"}
    assert client.get("/api/v1/me/", headers=headers).json()["username"] == "ann"
    answer = client.post("/api/v1/tokens/", {"name": "more"}, headers=headers)
    assert answer.status_code == 403
    assert "may only read" in answer.json()["detail"]
    assert ann.api_tokens.count() == 1
