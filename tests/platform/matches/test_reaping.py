import threading
import time

from bots.tables import league
from matches import reaping
from matches.models import Match
from matches.reaping import begin, is_alive, reap


def test_a_box_lives_as_long_as_its_attempt_holds_the_match(match) -> None:
    made = match()
    token = Match.objects.claim(made.pk, lease_s=60)
    assert is_alive(f"{league()}/{made.pk}", token)
    Match.objects.let_go(made.pk, token=token, state="waiting")
    assert not is_alive(f"{league()}/{made.pk}", token)


def test_the_boxes_of_another_league_are_left_alone(db) -> None:
    assert is_alive("another/7", "0" * 32)


def test_the_backend_is_asked_to_reap(match, sandbox, monkeypatch) -> None:
    monkeypatch.setattr("matches.reaping.sandbox_backend", lambda: sandbox)
    monkeypatch.setattr("matches.reaping.close_old_connections", lambda: None)
    monkeypatch.setattr(sandbox, "reap", lambda *, now, alive: 3)
    assert reap() == 3


def test_a_worker_reaps_when_it_begins_and_then_again_and_again(monkeypatch) -> None:
    reaped: list[float] = []
    enough = threading.Event()

    def reap_once() -> int:
        reaped.append(time.monotonic())
        if len(reaped) == 1:
            raise OSError("the engine hangs")
        if len(reaped) == 3:
            enough.set()
            raise SystemExit  # ends the thread, which otherwise goes on for ever
        return 0

    monkeypatch.setattr(reaping, "reap", reap_once)
    monkeypatch.setattr(reaping, "EVERY_S", 0.01)
    begin()
    assert enough.wait(5)


def test_every_minute_is_promised_and_kept() -> None:
    assert reaping.EVERY_S <= 60
