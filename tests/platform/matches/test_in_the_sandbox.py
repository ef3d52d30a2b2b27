"""The same in the real sandbox, on each backend: misbehaving bots, and real uploads."""

import os
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from accounts.services import house_account
from arena.house import house_bots
from arena.verify import verify
from bots import services, tables
from bots.leases import from_now
from bots.models import Version
from bots.tables import boxes
from bots.trials import run_trial
from matches import playing
from matches.models import Attempt, Entrant, Match
from matches.playing import play
from matches.services import schedule

GAME = "davy-crockett"
BEGINNING = "def choose_move(view):\n"
PRINTS = (
    "import sys\nprint('hello from import')\n"
    + BEGINNING
    + "    print('noise')\n    print('more', file=sys.stderr)\n    return view['legal'][0]\n"
)
CRASHES = BEGINNING + "    return {}['nothing']\n"
LOOPS = BEGINNING + "    while True:\n        pass\n"
CHEATS = BEGINNING + "    return 'the ace of spades'\n"


@pytest.fixture
def _real(sandbox_name: str, settings, sent, db):
    settings.SANDBOX_BACKEND = sandbox_name
    tables.forget_sandbox()
    yield
    tables.forget_sandbox()


def submitted(owner, name: str, text: str) -> Version:
    return services.submit(
        owner=owner, bot_name=name, filename=f"{name}.py", data=text.encode(), games=[GAME]
    )


def put_at_the_table(version: Version) -> Version:
    """Let a bot play that its trial would have kept away."""
    Version.objects.filter(pk=version.pk).update(state="accepted")
    return version


@pytest.mark.usefixtures("_real")
def test_one_that_prints_one_that_crashes_one_that_loops_and_one_that_cheats(person) -> None:
    versions = [
        put_at_the_table(submitted(person(name), name, text))
        for name, text in (
            ("prints", PRINTS),
            ("crashes", CRASHES),
            ("loops", LOOPS),
            ("cheats", CHEATS),
        )
    ]
    made = schedule(game=GAME, versions=versions, kind="ladder", rated=True, options={"deals": 1})
    assert play(made.pk), made.attempt_log.get().error
    prints, crashes, loops, cheats = made.entrants.order_by("index")
    assert (prints.fault, prints.place) == ("", 1)
    assert "hello from import" in prints.log
    assert "noise" in prints.log
    assert "more" in prints.log
    assert (crashes.fault, loops.fault, cheats.fault) == ("crash", "timeout", "illegal_move")
    assert "KeyError: 'nothing'" in crashes.fault_detail
    assert "the ace of spades" in cheats.fault_detail
    assert {entrant.place for entrant in (crashes, loops, cheats)} == {2}
    for sitting in made.sittings.all():
        verify(sitting.load_record())


def lose(box: Any) -> None:
    """What an engine that restarts, or somebody with the right to, does to a box."""
    if hasattr(box, "_container"):
        subprocess.run(["docker", "rm", "-f", box._container], check=True, capture_output=True)
    else:
        os.kill(box._tree.pid, 9)
        assert box._tree.has_ended(wait_s=5)


@pytest.mark.usefixtures("_real")
def test_a_box_lost_in_mid_match_costs_an_attempt_and_no_bot(
    person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tried again by itself, a bounded number of times, and shown to staff."""
    versions = [
        put_at_the_table(submitted(person(name), name, PRINTS)) for name in ("first", "second")
    ]
    made = schedule(game=GAME, versions=versions, kind="ladder", rated=True, options={"deals": 1})
    to_lose = [True]
    real_play_match: Callable[..., Any] = playing.play_match

    def lose_one_on_the_way(game: Any, players: list[Any], **named: Any) -> Any:
        def after_a_sitting(number: int, played: Any) -> None:
            if to_lose.pop():
                lose(opened[0])

        if to_lose:
            named["on_sitting"] = after_a_sitting
        return real_play_match(game, players, **named)

    opened: list[Any] = []

    def open_and_note(*arguments: Any, **named: Any) -> Any:
        opening = boxes(*arguments, **named)

        class Noted:
            def __enter__(self) -> list[Any]:
                opened[:] = opening.__enter__()
                return opened

            def __exit__(self, *error: Any) -> Any:
                return opening.__exit__(*error)

        return Noted()

    monkeypatch.setattr(playing, "play_match", lose_one_on_the_way)
    monkeypatch.setattr(playing.tables, "boxes", open_and_note)
    assert not play(made.pk)
    attempt = Attempt.objects.get()
    assert (attempt.outcome, attempt.match.state) == ("failed", "waiting")
    assert "SandboxError" in attempt.error
    Match.objects.update(due_at=from_now(-1))
    assert play(made.pk), made.attempt_log.last().error
    assert [attempt.outcome for attempt in made.attempt_log.order_by("pk")] == [
        "failed",
        "finished",
    ]
    assert not Entrant.objects.exclude(fault="").exists()


@pytest.mark.usefixtures("_real")
def test_a_refused_bot_tells_its_author_the_line_that_crashed(person) -> None:
    version = submitted(person("ann"), "crashes", CRASHES)
    run_trial(version.trials.get().pk)
    trial = version.trials.get()
    assert (trial.state, trial.fault, trial.error) == ("failed", "crash", "")
    assert "line 2, in choose_move" in trial.detail
    assert trial.view["legal"]


@pytest.mark.usefixtures("_real")
def test_the_house_bots_pass_their_trials_and_play_a_match(settings) -> None:
    versions = []
    for bot in house_bots():
        filename, data = bot.upload()
        version = services.submit(
            owner=house_account(bot.name),
            bot_name=bot.name,
            filename=filename,
            data=data,
            games=list(bot.games),
        )
        for trial in version.trials.all():
            run_trial(trial.pk)
        version.refresh_from_db()
        assert version.state == "accepted", [t.error or t.detail for t in version.trials.all()]
        versions.append(version)
    made = schedule(
        game=GAME, versions=versions[:4], kind="ladder", rated=True, options={"deals": 2}
    )
    assert play(made.pk), made.attempt_log.get().error
    assert Match.objects.get(pk=made.pk).state == "finished"
    assert not made.entrants.exclude(fault="").exists()
