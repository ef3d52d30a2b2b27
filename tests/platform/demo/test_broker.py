"""The demo finds a broker, or says what to install."""

import os

import pytest

from demo import broker
from demo.broker import NoBroker, broker_answers, find_server, start_private_broker
from demo.processes import Supervisor


def test_nothing_answers_where_nothing_listens():
    assert not broker_answers("redis://127.0.0.1:1/0")
    assert not broker_answers("not an address")


def test_without_any_redis_the_message_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(broker, "find_server", lambda: None)
    with pytest.raises(NoBroker, match="apt-get install redis-server"):
        start_private_broker(Supervisor(), folder=tmp_path, log=tmp_path / "log")


def test_the_server_in_a_package_is_found_when_the_path_has_none(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    found = find_server()
    assert found is not None
    assert os.access(found, os.X_OK)


def test_a_private_broker_answers_only_on_its_socket(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", "/nowhere")
    supervisor = Supervisor()
    try:
        url = start_private_broker(supervisor, folder=tmp_path, log=tmp_path / "log")
        assert url == f"unix://{tmp_path / 'broker.sock'}"
        assert broker_answers(url)
        assert (tmp_path / "broker.sock").stat().st_mode & 0o077 == 0
    finally:
        supervisor.stop()
    assert not broker_answers(url)
