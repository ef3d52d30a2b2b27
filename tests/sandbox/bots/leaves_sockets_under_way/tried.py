"""Tells whether something that must be impossible is."""


def refused(action, *arguments, **named):
    """Run it; an error is what is expected, success is an illegal move."""
    try:
        result = action(*arguments, **named)
    except (OSError, ValueError, MemoryError) as error:
        return error
    raise BaseException(f"it worked: {action} {arguments} {named} -> {result!r}"[:2000])
