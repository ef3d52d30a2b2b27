"""The referee's end of the line: one bounded answer to one question, whatever the other end does."""

import contextlib
import json
import os
import threading
from collections.abc import Iterator

import pytest

from arena.bot_log import BotLog
from arena.channel import Channel, ChannelEnded, LateReply, new_id, strict_json
from arena.clock import Clock, Meter, Stopwatch
from arena.player import BotFault, Limits

SMALL = Limits(reply_bytes=1000, log_kept_bytes=400, output_bytes=10_000)


class Line:
    """A channel and the other end of it, which the test plays."""

    def __init__(self, limits: Limits = SMALL) -> None:
        self.question_read, question_write = os.pipe()
        answer_read, self.answer_write = os.pipe()
        log_read, self.log_write = os.pipe()
        self.channel = Channel(answer_read, question_write, log_read, limits=limits)
        self.id = new_id()

    def answers(self, answer: bytes) -> None:
        os.write(self.answer_write, answer.replace(b"ID", self.id.encode()))

    def ask(self, within_s: float = 5.0, **more: object) -> dict[str, object]:
        watch = Stopwatch(limit_s=within_s, wall_limit_s=within_s, free_s=0.01, meter=None)
        return self.channel.ask({"id": self.id, **more}, watch)

    def close(self) -> None:
        self.channel.close()
        for fd in (self.question_read, self.answer_write, self.log_write):
            with contextlib.suppress(OSError):
                os.close(fd)


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    line.close()


def test_a_question_is_one_line_and_its_answer_too(line: Line) -> None:
    line.answers(b'{"id": "ID", "move": "R1"}\n')
    assert line.ask(do="choose") == {"id": line.id, "move": "R1"}
    assert json.loads(os.read(line.question_read, 1000)) == {"id": line.id, "do": "choose"}


def test_an_answer_may_come_in_pieces(line: Line) -> None:
    def answer_slowly() -> None:
        for piece in (b'{"id": "ID"', b', "move"', b": 1}", b"\n"):
            line.answers(piece)
            threading.Event().wait(0.02)

    thread = threading.Thread(target=answer_slowly)
    thread.start()
    assert line.ask()["move"] == 1
    thread.join()


@pytest.mark.parametrize(
    "answer",
    [
        b'{"id": "0", "move": 1}\n',
        b'{"move": 1}\n',
        b'["ID"]\n',
        b'"ID"\n',
        b"\n",
        b' {"id": "ID"}\n',
        b'{"id": "ID"}\n\n',
        b'{"id": "ID"}\n{"id": "ID"}\n',
        b'{"id": "ID", "move": NaN}\n',
        b'{"id": "ID", "move": -Infinity}\n',
        b'{"id": "ID", "move": \xff}\n',
        b'{"id": "ID", "move": ' + b"9" * 900 + b"}\n" * 2,
        b'{"id": "ID"',
        b"x" * 2000,
        b'{"id": "ID", "move": "' + b"x" * 1000 + b'"}\n',
    ],
)
def test_anything_else_is_a_malformed_reply(line: Line, answer: bytes) -> None:
    line.answers(answer)
    wanted = LateReply if answer == b'{"id": "ID"' else BotFault
    with pytest.raises(wanted) as fault:
        line.ask(within_s=0.2)
    if isinstance(fault.value, BotFault):
        assert fault.value.fault == "malformed_reply"
        assert len(fault.value.detail) < 2000


@pytest.mark.parametrize("text", [b"[" * 100_000, b"9" * 100_000])
def test_json_that_python_cannot_hold_is_malformed(text: bytes) -> None:
    line = Line(Limits(reply_bytes=1_000_000))
    answer = b'{"id": "ID", "move": ' + text + b"}\n"
    threading.Thread(target=line.answers, args=(answer,)).start()
    with pytest.raises(BotFault) as fault:
        line.ask()
    assert fault.value.fault == "malformed_reply"
    line.close()


def test_duplicate_keys_are_json(line: Line) -> None:
    line.answers(b'{"id": "0", "id": "ID", "move": 1}\n')
    assert line.ask()["move"] == 1


def test_a_bot_that_does_not_read_cannot_hold_up_the_referee(line: Line) -> None:
    with pytest.raises(LateReply):
        line.ask(within_s=0.2, view="x" * 1_000_000)


def test_a_bot_that_hangs_up_is_noticed_while_reading_and_while_writing() -> None:
    line = Line()
    os.close(line.answer_write)
    with pytest.raises(ChannelEnded):
        line.ask()
    line.close()
    line = Line()
    os.close(line.question_read)
    with pytest.raises(ChannelEnded):
        line.ask()
    line.close()


def test_what_is_printed_is_taken_off_while_waiting(line: Line) -> None:
    def print_and_answer() -> None:
        for _ in range(50):
            os.write(line.log_write, b"y" * 100)
        line.answers(b'{"id": "ID", "move": 1}\n')

    thread = threading.Thread(target=print_and_answer)
    thread.start()
    line.ask()
    thread.join()
    line.channel.close()
    assert line.channel.log.total_bytes == 5000


def test_a_flood_is_a_fault(line: Line) -> None:
    os.write(line.log_write, b"y" * 20_000)
    with pytest.raises(BotFault) as fault:
        line.ask()
    assert fault.value.fault == "output_flood"


def test_a_closed_log_does_not_keep_the_referee_busy(line: Line) -> None:
    os.close(line.log_write)
    line.log_write = -1
    with pytest.raises(LateReply):
        line.ask(within_s=0.2)
    assert line.channel._log_fd is None


def test_a_heading_stands_before_what_is_printed_after_it_and_only_if_something_is() -> None:
    log = BotLog(400)
    log.add(b"first, without an end of line")
    log.head("--- sitting 2, seat 1 ---")
    assert log.kept() == b"first, without an end of line"
    log.head("--- sitting 3, seat 2 ---")
    log.add(b"later\n")
    log.add(b"more\n")
    assert log.kept() == (
        b"first, without an end of line\n--- sitting 3, seat 2 ---\nlater\nmore\n"
    )
    assert log.total_bytes == len(b"first, without an end of line") + len(b"later\nmore\n")


def test_a_mark_stands_where_the_output_of_a_decision_begins_and_only_if_there_is_any() -> None:
    log = BotLog(400)
    log.add(b"at import\n")
    log.mark(sitting=0, deal=-1, events=0)
    log.mark(sitting=0, deal=0, events=3)
    log.add(b"I hold R1\n")
    log.mark(sitting=0, deal=0, events=5)
    log.head("--- sitting 2, seat 1 ---")
    log.add(b"again\n")
    log.mark(sitting=1, deal=0, events=3)
    kept = log.kept()
    assert log.marks() == [
        (0, 0, -1, 0),
        (kept.index(b"I hold"), 0, 0, 5),
        (kept.index(b"again"), 1, 0, 3),
    ]


def test_marks_of_what_was_left_out_are_left_out_but_for_the_last() -> None:
    log = BotLog(264)
    for number in range(100):
        log.add(b"%09d\n" % number)
        log.mark(sitting=0, deal=number, events=0)
    kept, marks = log.kept(), log.marks()
    ends = kept.index(b"\n[...")
    for mark in marks:
        if mark.offset < ends - 9:
            assert kept[mark.offset :].startswith(b"%09d\n" % mark.deal)
    beyond = [mark for mark in marks if mark.offset > ends]
    assert kept[beyond[1].offset :].startswith(b"%09d\n" % beyond[1].deal)
    assert [mark.deal for mark in beyond[1:]] == list(range(beyond[1].deal, 100))
    assert beyond[0].deal == beyond[1].deal - 1
    assert kept[beyond[0].offset - 2 : beyond[0].offset] == b"]\n"


def test_a_log_keeps_its_beginning_and_its_end() -> None:
    log = BotLog(400)
    log.add(b"first ")
    for number in range(10_000):
        log.add(b"%d " % number)
    kept = log.kept()
    assert kept.startswith(b"first 0 1 2 ")
    assert kept.endswith(b"9998 9999 ")
    assert b"bytes left out" in kept
    assert len(kept) <= 400


def test_a_short_log_is_kept_whole() -> None:
    log = BotLog(400)
    log.add(b"x" * 100)
    log.add(b"y" * 200)
    assert log.kept() == b"x" * 100 + b"y" * 200


def test_nan_is_not_json() -> None:
    with pytest.raises(ValueError, match="NaN"):
        strict_json(b"[NaN]")


# The clock.


class FakeTime:
    """Wall and CPU time under the test's hand."""

    def __init__(self) -> None:
        self.wall = 100.0
        self.cpu = 7.0
        self.starved = 0.0
        self.cpu_readings = 0

    def __call__(self) -> float:
        return self.wall

    def cpu_time(self) -> float:
        self.cpu_readings += 1
        return self.cpu

    def starved_time(self) -> float:
        return self.starved

    def passes(self, wall: float, cpu: float) -> None:
        self.wall += wall
        self.cpu += cpu


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    fake = FakeTime()
    monkeypatch.setattr("arena.clock.monotonic", fake)
    return fake


LIMITS = Limits(decision_s=2.0, bank_s=3.0, free_per_decision_s=0.01)


def decide(clock: Clock, time: FakeTime, *, wall: float, cpu: float) -> float:
    """One decision of these lengths; the referee looks once when the free time is over."""
    watch = clock.for_decision()
    time.passes(0.01, 0.01)
    watch.patience_s()
    time.passes(wall - 0.01, cpu - 0.01)
    return clock.charge(watch)


def test_a_busy_host_costs_a_bot_nothing(time: FakeTime) -> None:
    clock = Clock(LIMITS, Meter(time.cpu_time, time.starved_time))
    assert decide(clock, time, wall=5.0, cpu=0.5) == pytest.approx(0.5)
    assert clock.bank_s == pytest.approx(3.0 - 0.49)


def test_wall_time_counts_where_nothing_else_can_be_read(time: FakeTime) -> None:
    clock = Clock(LIMITS)
    assert decide(clock, time, wall=1.0, cpu=0.5) == pytest.approx(1.0)
    with pytest.raises(BotFault, match="no answer within 2 s"):
        decide(clock, time, wall=2.1, cpu=0.5)


def test_a_quick_answer_is_free_and_reads_no_cpu_time(time: FakeTime) -> None:
    clock = Clock(LIMITS, Meter(time.cpu_time, time.starved_time))
    for _ in range(1000):
        watch = clock.for_decision()
        watch.patience_s()
        time.passes(0.009, 0.009)
        clock.charge(watch)
    assert clock.bank_s == 3.0
    assert time.cpu_readings == 0


def test_sleeping_is_ended_by_wall_time(time: FakeTime) -> None:
    clock = Clock(LIMITS, Meter(time.cpu_time, time.starved_time))
    with pytest.raises(BotFault, match="slept or waited"):
        decide(clock, time, wall=10.1, cpu=0.02)


def test_waiting_for_the_host_is_not_sleeping(time: FakeTime) -> None:
    clock = Clock(LIMITS, Meter(time.cpu_time, time.starved_time))
    watch = clock.for_decision()
    time.passes(0.01, 0.01)
    watch.patience_s()
    time.passes(30.0, 0.5)
    time.starved = 25.0
    assert 0 < watch.patience_s() < 2.0
    assert clock.charge(watch) == pytest.approx(0.51)


def test_even_a_starved_bot_is_ended_at_last(time: FakeTime) -> None:
    watch = Clock(LIMITS, Meter(time.cpu_time, time.starved_time)).for_decision()
    time.passes(0.01, 0.01)
    watch.patience_s()
    time.passes(101.0, 0.5)
    time.starved = 100.5
    assert watch.patience_s() <= 0


def test_an_empty_bank_leaves_the_free_time(time: FakeTime) -> None:
    clock = Clock(LIMITS, Meter(time.cpu_time, time.starved_time))
    decide(clock, time, wall=1.9, cpu=1.9)
    with pytest.raises(BotFault, match="bank of 3 s"):
        decide(clock, time, wall=1.9, cpu=1.9)
    watch = clock.for_decision()
    assert watch.limit_s == pytest.approx(3.0 - 1.89 + 0.01)


def test_an_answer_that_came_in_too_late_is_late_though_it_came(time: FakeTime) -> None:
    clock = Clock(LIMITS, Meter(time.cpu_time, time.starved_time))
    with pytest.raises(BotFault) as fault:
        decide(clock, time, wall=2.5, cpu=2.5)
    assert fault.value.fault == "timeout"


def test_a_reading_that_falls_never_makes_a_thinking_time_below_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, used = [100.0], [5.0]
    monkeypatch.setattr("arena.clock.monotonic", lambda: now[0])
    clock = Clock(Limits(), Meter(used=lambda: used[0]))
    watch = clock.for_decision()
    now[0] += 0.5
    watch.patience_s()
    used[0] -= 1.0
    assert clock.charge(watch) >= 0
    assert clock.bank_s <= Limits().bank_s


def test_a_bots_own_wall_time_in_all_sittings_of_a_match_is_limited(time: FakeTime) -> None:
    limits = Limits(decision_s=2.0, bank_s=100.0, match_s=20.0)
    meter = Meter(time.cpu_time, time.starved_time)
    first = Clock(limits, meter)
    watch = first.for_import()
    time.passes(4.0, 0.1)
    first.charge_import(watch)
    decide(first, time, wall=8.0, cpu=0.1)
    second = Clock(limits, meter, match_left_s=first.match_left_s)
    assert second.match_left_s == pytest.approx(8.0)
    with pytest.raises(BotFault, match="the 20 s for its imports and answers") as fault:
        decide(second, time, wall=8.5, cpu=0.1)
    assert fault.value.fault == "timeout"
    with pytest.raises(BotFault, match="all sittings of the match"):
        raise second.import_too_late(second.for_import())


def test_what_the_host_keeps_a_bot_waiting_is_not_taken_from_its_match(time: FakeTime) -> None:
    clock = Clock(Limits(match_s=20.0), Meter(time.cpu_time, time.starved_time))
    watch = clock.for_decision()
    time.passes(0.01, 0.01)
    watch.patience_s()
    time.passes(9.0, 0.5)
    time.starved = 8.0
    clock.charge(watch)
    assert clock.match_left_s == pytest.approx(20.0 - 1.01)
