def choose_move(view):
    first, second = ValueError("first"), ValueError("second")
    first.__cause__, second.__cause__ = second, first
    first.add_note("a note")
    first.__notes__ = 7
    raise first
