"""Logs for machines are one JSON object a line."""

import json
import logging
import sys

from config.logs import JsonLines


def record(**extra) -> logging.LogRecord:
    made = logging.makeLogRecord(
        {
            "name": "matches",
            "levelno": logging.INFO,
            "levelname": "INFO",
            "msg": "played %s",
            "args": (7,),
        }
    )
    vars(made).update(extra)
    return made


def test_a_line_has_time_level_logger_message_and_extras():
    line = json.loads(JsonLines().format(record(match=7)))
    assert line.pop("time").endswith("+00:00")
    assert line == {"level": "info", "logger": "matches", "message": "played 7", "match": 7}


def test_a_traceback_stays_in_its_line():
    try:
        raise ValueError("two\nlines")
    except ValueError:
        text = JsonLines().format(record(exc_info=sys.exc_info()))
    assert "\n" not in text
    assert "ValueError: two" in json.loads(text)["traceback"]
