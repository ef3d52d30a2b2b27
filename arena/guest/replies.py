"""The lines that a child sends to the referee."""

import json

REPLY_BYTES = 64 * 1024

encode = json.JSONEncoder(allow_nan=False, ensure_ascii=False).encode
"""Made once: json.dumps() would make another for every move."""


def move_reply(identity: str, move: object) -> bytes:
    """The line that answers a question with ``move``, whatever that is."""
    try:
        # As UTF-8: a text with half a character in it can't be said in JSON.
        text = encode({"id": identity, "move": move})
        line = text.encode()
        problem = "is too long to send" if len(line) >= REPLY_BYTES else ""
    except (TypeError, ValueError, RecursionError) as error:
        problem = f"JSON cannot say ({error})"
    if problem:
        try:
            shown = repr(move)[:500]
        except Exception as error:
            shown = f"<its repr() failed: {type(error).__name__}>"
        return error_reply(
            identity, f"choose_move returned something that {problem}: {shown}", "malformed_reply"
        )
    return line + b"\n"


def error_reply(identity: str, text: str, kind: str) -> bytes:
    text = text.encode("utf-8", "backslashreplace").decode()
    return json.dumps({"id": identity, "error": text, "kind": kind}).encode() + b"\n"
