"""The command line as a bot author uses it: real guests, real files."""

import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from arena.commands import main

REPOSITORY = Path(__file__).resolve().parents[3]

BROKEN = "def choose_move(view):\n    print('thinking')\n    return view['lgal'][0]\n"
FIRST = "def choose_move(view):\n    return view['legal'][0]\n"


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Runs a command in an empty folder; returns (status, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)

    def call(*argv):
        status = main([str(arg) for arg in argv])
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def test_games_are_listed_with_their_players_and_options(run):
    status, out, _ = run("games")
    assert status == 0
    assert "davy-crockett" in out
    assert "2 to 6 players" in out
    assert "--option deals=" in out


def test_rules_are_the_page_of_the_game(run):
    status, out, _ = run("rules", "davy-crockett")
    assert status == 0
    assert out.startswith("# Davy Crockett")


def test_an_unknown_game_is_answered_with_the_known_ones(run):
    status, _, err = run("rules", "davy")
    assert status == 2
    assert "the games are" in err
    assert "davy-crockett" in err


def test_a_match_is_played_recorded_verified_and_told(run, tmp_path):
    (tmp_path / "mine.py").write_text(FIRST)
    status, out, _ = run(
        "play", "davy-crockett", "mine.py", "random", "--deals", 1, "--record", "game.json"
    )
    assert status == 0
    assert "mine" in out
    assert run("verify", "game.json")[0] == 0
    status, out, _ = run("show", "game.json")
    assert status == 0
    assert "mine (0) plays" in out
    assert "a card" not in out
    _, out, _ = run("show", "game.json", "--as-seat", 0)
    assert "random (1) draws a card." in out
    _, out, _ = run("show", "game.json", "--as-spectator")
    assert "mine (0) draws a card." in out


def test_a_duplicate_match_writes_a_record_for_each_sitting(run, tmp_path):
    call = ("play", "davy-crockett", "random", "simple", "strong", "--duplicate", "--deals", 1)
    assert run(*call, "--record", "game.json")[0] == 0
    records = sorted(file.name for file in tmp_path.iterdir())
    assert records == ["game-0.json", "game-1.json", "game-2.json"]
    assert run("verify", *records)[0] == 0


def test_the_same_seed_and_bots_give_the_same_record_but_for_thinking_times(run, tmp_path):
    for name in ("one.json", "other.json"):
        call = ("play", "davy-crockett", "simple", "cautious", "strong", "--shuffle-seed", "s")
        run(*call, "--deals", 1, "--record", name)
    one, other = (json.loads((tmp_path / name).read_text()) for name in ("one.json", "other.json"))
    for record in (one, other):
        for deal in record["deals"]:
            deal["moves"] = [
                [seat, move, "asked" if isinstance(how, int) else how]
                for seat, move, how in deal["moves"]
            ]
    assert one == other


def test_a_doctored_record_is_refused_with_the_reason(run, tmp_path):
    run("play", "davy-crockett", "random", "random", "--deals", 1, "--record", "game.json")
    record = json.loads((tmp_path / "game.json").read_text())
    record["totals"][0] += 1
    (tmp_path / "game.json").write_text(json.dumps(record))
    status, _, err = run("verify", "game.json")
    assert status == 1
    assert "totals is not what the moves and cards make it" in err


def test_left_over_seats_are_taken_by_random(run):
    _, out, _ = run("play", "davy-crockett", "simple", "--seats", 3, "--deals", 1, "--json")
    assert json.loads(out)["names"] == ["simple", "random", "random-2"]


def test_deals_can_be_given_by_hand(run, tmp_path):
    pack = [f"{suit}{number}" for suit in "RYBW" for number in range(1, 12)]
    (tmp_path / "deals.json").write_text(json.dumps([{"dealer": 1, "pack": pack}]))
    status, out, _ = run(
        *("play", "davy-crockett", "simple", "random", "--given-deals", "deals.json", "--json")
    )
    assert status == 0
    record = json.loads(out)["records"][0]
    assert record["shuffle_seed"] is None
    assert record["deals"][0]["pack"] == pack


def test_check_refuses_a_file_that_the_server_would_refuse_for_its_size(run, tmp_path):
    (tmp_path / "bot.py").write_text(FIRST + "#" * 1024 * 1024)
    status, out, _ = run("check", "bot.py")
    assert status == 1
    assert "at most 1,048,576 are taken" in out


def test_a_bot_is_called_after_its_file_or_its_folder(run, tmp_path):
    (tmp_path / "bot.py").write_text(FIRST)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.py").write_text(FIRST)
    _, out, _ = run("play", "davy-crockett", "bot.py", "mine/bot.py", "mine", "--json")
    assert json.loads(out)["names"] == ["bot", "mine", "mine-2"]


def test_check_passes_a_bot_that_plays(run, tmp_path):
    (tmp_path / "bot.py").write_text(FIRST)
    status, out, _ = run("check", "bot.py")
    assert status == 0
    assert "davy-crockett: passed" in out


def test_check_shows_why_a_bot_failed_and_ask_asks_again(run, tmp_path):
    (tmp_path / "bot.py").write_text(BROKEN)
    status, out, _ = run("check", "bot.py", "davy-crockett")
    assert status == 1
    assert "failed: crash in deal 1" in out
    assert "KeyError: 'lgal'" in out
    assert 'File "bot.py", line 3, in choose_move' in out
    assert "It had printed:\nthinking" in out
    status, out, err = run("ask", "bot.py", "view-davy-crockett.json")
    assert status == 1
    assert out.startswith("crash\n")
    assert err == "thinking\n"
    (tmp_path / "bot.py").write_text(FIRST)
    view = json.loads((tmp_path / "view-davy-crockett.json").read_text())
    status, out, _ = run("ask", "bot.py", "view-davy-crockett.json")
    assert status == 0
    assert out.startswith(view["legal"][0])


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["play", "davy-crockett", "nobody.py"], "nobody.py doesn't exist"),
        (["play", "davy-crockett", "random", "--seats", "9"], "played by 2 to 6 players"),
        (["play", "davy-crockett", *["random"] * 3, "--seats", "2"], "3 players for 2 seats"),
        (["play", "davy-crockett", "random", "--deals", "0"], "whole number from 1 to 100"),
        (["play", "davy-crockett", "random", "--option", "x=1"], "no option 'x'"),
        (["play", "davy-crockett", "random", "--option", "deals"], "write NAME=VALUE"),
        (["play", "davy-crockett", "random", "--given-deals", "none.json"], "none.json"),
        (["ask", "random", "none.json"], "none.json"),
        (["show", "none.json"], "none.json"),
        (["verify", "none.json"], "none.json"),
        (["verify", "none.json", "--salt", "x"], "--commitment and --salt go together"),
        (["play", "davy-crockett", "random", "--option", "deals=²"], "whole number from 1 to 100"),
        (["play", "davy-crockett", "random", "--option", "deals=--5"], "whole number"),
        (["play", "davy-crockett", "random", "--option", "deals=" + "9" * 5000], "whole number"),
        (["play", "davy-crockett", "random", *["--option", "deals=1"] * 2], "given twice"),
        (["play", "davy-crockett", "random", "--option", "deals=1", "--deals", "1"], "not both"),
        (["play", "davy-crockett", "x" * 300], "can't be read"),
        (["play", "davy-crockett", "random", "--shuffle-seed", "\udcff"], "UTF-8"),
        (["play", "davy-crockett", "random", "--record", "no/game.json"], "no such folder"),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else value[0],
)
def test_a_wrong_call_says_what_to_change(run, argv, message):
    status, _, err = run(*argv)
    assert status == 2
    assert message in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"legal": 5}, "legal must be a list"),
        ({"players": "4"}, "players must be a whole number"),
        ({"seat": True}, "seat must be a whole number"),
        ({"options": []}, "options must be an object"),
        ({"game": None}, "game must be text"),
    ],
)
def test_what_is_no_view_is_not_asked(run, tmp_path, change, message):
    view = {"game": "davy-crockett", "options": {}, "players": 2, "seat": 0, "deal": 0}
    view |= {"legal": ["R1"], "events": [], "history": []}
    (tmp_path / "view.json").write_text(json.dumps(view | change))
    status, _, err = run("ask", "random", "view.json")
    assert status == 2
    assert message in err


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"format": "quintet-record", "version": 1}',
        '{"format": "quintet-record", "version": 1, "version": 1}',
        '{"format": "quintet-record", "players": NaN}',
        '{"format": "quintet-record", "players": ' + "9" * 5000 + "}",
        '{"format": "x"}',
        "[]",
        "",
    ],
    ids=["deep", "short", "twice", "nan", "huge", "other", "list", "empty"],
)
@pytest.mark.parametrize(("command", "no"), [("verify", 1), ("show", 2)])
def test_what_is_no_record_is_neither_verified_nor_told(run, tmp_path, text, command, no):
    (tmp_path / "game.json").write_text(text)
    status, _, err = run(command, "game.json")
    assert status == no
    assert err.count("\n") == 1


def test_the_text_of_a_record_is_no_program(run, tmp_path):
    run("play", "davy-crockett", "random", "random", "--deals", 1, "--record", "game.json")
    record = json.loads((tmp_path / "game.json").read_text())
    record["kinds"]["play"]["text"] = "{seat:>99} {card.__class__} {card}"
    (tmp_path / "game.json").write_text(json.dumps(record))
    status, out, _ = run("show", "game.json")
    assert status == 0
    assert "{seat:>99} {card.__class__} " in out


def test_a_zip_that_is_broken_is_refused_as_a_bot(run, tmp_path):
    with zipfile.ZipFile(tmp_path / "bot.zip", "w") as archive:
        archive.writestr("bot.py", FIRST)
    packed = bytearray((tmp_path / "bot.zip").read_bytes())
    packed[40] ^= 255
    (tmp_path / "bot.zip").write_bytes(packed)
    status, _, err = run("check", "bot.zip", "davy-crockett")
    assert status == 2
    assert "can't be unpacked" in err


def arena(*argv, **more):
    """The command as a process of its own, in a terminal that has no umlauts."""
    return subprocess.Popen(
        [sys.executable, "-m", "arena", *argv],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONIOENCODING": "ascii"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # A test run in the background of a script has Ctrl-C switched off, and would hand that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        **more,
    )


@pytest.mark.parametrize("argv", [["games"], ["rules", "davy-crockett"]])
def test_a_reader_that_goes_away_is_no_error(argv):
    with arena(*argv) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_a_character_that_the_terminal_lacks_is_escaped(tmp_path):
    (tmp_path / "bot.py").write_text("print('\u00fc')\n" + BROKEN, encoding="utf-8")
    with arena("check", "bot.py", "davy-crockett", cwd=tmp_path) as process:
        out, err = process.communicate()
    assert process.returncode == 1
    assert b"\\xfc" in out
    assert err == b""


def test_ctrl_c_ends_a_match_quietly_and_leaves_no_bot_behind(tmp_path):
    (tmp_path / "bot.py").write_text(
        "import os\nopen('pid', 'w').write(str(os.getpid()))\n"
        "def choose_move(view):\n    while True:\n        pass\n"
    )
    pid_file = tmp_path / "pid"
    text = (tmp_path / "bot.py").read_text().replace("'pid'", repr(str(pid_file)))
    (tmp_path / "bot.py").write_text(text)
    with arena("play", "davy-crockett", "bot.py", "random", cwd=tmp_path) as process:
        until(lambda: pid_file.exists() and pid_file.read_text())
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, b"", b"")
    bot = int(pid_file.read_text())
    until(lambda: not Path(f"/proc/{bot}").exists())


def until(fact):
    """Wait for a fact for ten seconds."""
    deadline = time.monotonic() + 10
    while not fact():
        assert time.monotonic() < deadline
        time.sleep(0.01)
