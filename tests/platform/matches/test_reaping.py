from bots.tables import league
from matches.models import Match
from matches.reaping import is_alive, reap


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
