"""The guest: what runs inside the sandbox, in front of the bot. Standard library only.

It starts without the bot's code. This first process (the **parent**) never runs a line of the
bot, nor reads it: it forks a **child** for every sitting, ahead of it, and when the sitting is
over kills whatever the child left and sees to it that the next finds nothing. Only the child
imports the bot and talks to the referee. The parent alone holds the control socket, so
a child can't pretend to have been replaced.

Where it has the capability (``walls``), the parent gives every sitting a scratch directory and
process numbers of its own. The child gives the capability up, and takes on a filter of system
calls besides the parent's, before it reads the bot.

    python3 -P -s -S -B guest/__main__.py JSON

The argument is an object: ``bot`` (its folder), ``control`` (a descriptor) or ``socket`` (a path),
and where wanted ``scratch``, ``packages`` (folders), ``limits`` (by resource), ``filter`` (the
child's, in hex), and ``walls`` (a descriptor of the parent's filter) with ``tmpfs`` (mount options).

One JSON object a line. On the control socket, referee to parent:

    {"id": I, "do": "sit", "game":, "options":, "players":, "seat":}   with three file
        descriptors (questions to read, answers to write, the log to write)
    {"id": I, "do": "rise"}                          -> {"id": I, "ok": true}
    unasked, at the start: {"ready": true}
    unasked, at any time, when it can't go on by nobody's fault: {"failed": TEXT}
    unasked, when the child died: {"ended": {"exit": N}} or {"ended": {"signal": N}}

On the descriptors, child to referee and back:

    first, once the bot is imported: {"id": I, "ok": true}, with the id of "sit"
    {"id": I, "do": "choose", "view": {...}, "deal": D, "events": [new ones],
     "finished": [events of each deal finished since]}         -> {"id": I, "move": VALUE}
    instead of either: {"id": I, "error": TEXT, "kind": "crash" | "out_of_memory" |
     "malformed_reply"}
"""
