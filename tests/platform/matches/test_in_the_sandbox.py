"""The same in the real sandbox, on each backend: misbehaving bots, and real uploads."""

import pytest

from accounts.services import house_account
from arena.house import house_bots
from arena.verify import verify
from bots import services, tables
from bots.models import Version
from bots.trials import run_trial
from matches.models import Match
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
