"""How pages draw where bots stand."""

from django import template

from ladder.models import Placed
from ladder.rows import Axis

register = template.Library()


@register.filter
def percent(share: float) -> str:
    """A share or a chance: 63 %."""
    return f"{100 * share:.0f} %"


@register.inclusion_tag("ladder/_interval.html")
def interval(place: Placed, axis: Axis) -> dict:
    """The 95 % interval of a strength as a bar, with a dot for its middle."""
    low, high = axis.at(place.low), axis.at(place.high)
    return {
        "place": place,
        "x": low,
        "width": round(high - low, 1),
        "middle": axis.at(place.strength),
    }
