"""A broker that is away costs a sender little: the database is the queue of record."""

import time

import pytest
from kombu.exceptions import OperationalError

from config.celery import app


def test_a_sender_soon_gives_up_on_a_broker_that_is_away():
    began = time.monotonic()
    with app.connection_for_write("redis://127.0.0.1:1/0") as connection:
        with pytest.raises(OperationalError):
            connection.default_channel  # noqa: B018  (opening it is the point)
    assert time.monotonic() - began < 3
