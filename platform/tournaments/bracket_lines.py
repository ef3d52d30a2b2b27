"""The lines of a bracket as paths of SVG, from the right edge of a table to a slot of a later one."""

CORNER = 9


def elbow(x: float, y: float, to_x: float, to_y: float, *, gutter: float) -> str:
    """Across, down or up shortly before the target, across."""
    bend = to_x - gutter / 2
    if abs(to_y - y) < 1:
        return f"M{x:g} {y:g}H{to_x:g}"
    corner = min(CORNER, abs(to_y - y) / 2)
    turn = corner if to_y > y else -corner
    return (
        f"M{x:g} {y:g}H{bend - corner:g}Q{bend:g} {y:g} {bend:g} {y + turn:g}"
        f"V{to_y - turn:g}Q{bend:g} {to_y:g} {bend + corner:g} {to_y:g}H{to_x:g}"
    )


def curve(x: float, y: float, to_x: float, to_y: float, *, gutter: float) -> str:
    """A line that can be told from those it crosses."""
    reach = max(gutter, to_x - x) * 0.5
    return f"M{x:g} {y:g}C{x + reach:g} {y:g} {to_x - reach:g} {to_y:g} {to_x:g} {to_y:g}"
