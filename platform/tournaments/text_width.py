"""How wide a text is drawn, estimated: SVG does not shorten what does not fit."""

NARROW, WIDE = frozenset("ijlItfr1.,:;'|!()[]- "), frozenset("mwMW@%")
ELLIPSIS = "…"


def text_width(text: str, *, size: float = 13.0) -> float:
    """A bound that even a wide sans-serif in bold type seldom breaks, in the unit of `size`."""
    return size * sum(map(_share, text))


def fitted(text: str, room: float, *, size: float = 13.0) -> str:
    """The text, cut with an ellipsis where it needs more room."""
    if text_width(text, size=size) <= room:
        return text
    while text and text_width(text + ELLIPSIS, size=size) > room:
        text = text[:-1]
    return text.rstrip(" -._") + ELLIPSIS


def _share(sign: str) -> float:
    if sign in NARROW:
        return 0.42
    if sign in WIDE:
        return 1.02
    if ord(sign) >= 0x2E80:  # Chinese, Japanese, Korean: as wide as high
        return 1.0
    return 0.76 if sign.isupper() else 0.69
