"""The health check says of each part whether it answers."""

import pytest


@pytest.mark.django_db
def test_it_is_well_when_database_and_broker_answer(client, broker):
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"database": True, "broker": True}


@pytest.mark.django_db
def test_it_is_unwell_when_the_broker_is_gone(client, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json() == {"database": True, "broker": False}
