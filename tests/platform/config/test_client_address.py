"""Locks and throttles count the client, not what it claims and not the proxy."""

import pytest
from django.urls import reverse

from config.client_address import client_address


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, None, "203.0.113.5"),
        (0, "198.51.100.7", "203.0.113.5"),
        (1, "198.51.100.7", "198.51.100.7"),
        (1, "10.9.9.9, 198.51.100.7", "198.51.100.7"),
        (1, None, "203.0.113.5"),
        (1, "", "203.0.113.5"),
    ],
)
def test_only_what_our_proxy_wrote_is_believed(rf, settings, proxies, forwarded, address):
    settings.PROXIES = proxies
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    request = rf.get("/", headers=headers, REMOTE_ADDR="203.0.113.5")
    assert client_address(request) == address


@pytest.mark.django_db
def test_a_locked_name_is_told_to_wait_on_a_page_of_ours(client, settings, django_user_model):
    settings.AXES_FAILURE_LIMIT = 2
    django_user_model.objects.create_user("ada", password="a fine long password")
    wrong = {"username": "ada", "password": "wrong"}
    for _ in range(2):
        answer = client.post(reverse("log-in"), wrong)
    assert answer.status_code == 429
    assert "locked for an hour" in answer.content.decode()
    right = {"username": "ada", "password": "a fine long password"}
    assert client.post(reverse("log-in"), right).status_code == 429
    other = client.post(reverse("log-in"), right, REMOTE_ADDR="203.0.113.9")
    assert other.status_code == 302
