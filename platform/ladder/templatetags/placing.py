"""How pages draw where bots stand.

A ladder's page has these for each of its fifty lines, so they are put together here: as templates
they would be most of the page's time.
"""

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from bots.templatetags.wording import signed
from ladder.models import Placed, Rating
from ladder.rows import Axis

register = template.Library()

FORM_SHOWN = 6


@register.filter
def percent(share: float) -> str:
    """A share or a chance: 63 %."""
    return f"{100 * share:.0f} %"


@register.simple_tag
def strength(place: Placed) -> SafeString:
    """A strength and half the width of its 95 % interval; a question mark while it is provisional."""
    text = format_html(
        '<span title="95 % interval: {} to {}">{} <span class="soft small">± {}</span></span>',
        *(f"{number:.0f}" for number in (place.low, place.high, place.strength, place.margin)),
    )
    if not place.is_provisional:
        return text
    return format_html(
        '{}<abbr class="provisional" title="Provisional: {} more rated matches until it is ranked">?</abbr>',
        text,
        place.provisional_left,
    )


@register.simple_tag
def interval(place: Placed, axis: Axis) -> SafeString:
    """The 95 % interval of a strength as a bar, with a dot for its middle."""
    low, high = axis.at(place.low), axis.at(place.high)
    return format_html(
        '<svg class="interval" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">'
        '<line x1="0" x2="100" y1="6" y2="6"/><rect x="{}" width="{}" y="3" height="6" rx="1"/>'
        '<rect class="middle" x="{}" width=".8" y="1" height="10"/></svg>',
        low,
        round(high - low, 1),
        axis.at(place.strength),
    )


@register.simple_tag
def form(place: Rating) -> SafeString:
    """Its places in the latest matches, each a link to the match."""
    some_match = reverse("match", args=[0])
    cells = format_html_join(
        "",
        '<a href="{}"{} title="Place {} of {} in match {}: {}">{}</a>',
        (
            (
                some_match.replace("0", str(match)),
                SafeString(' class="first"') if at == 1 else "",
                at,
                bots,
                match,
                signed(change),
                at,
            )
            for match, at, bots, change in place.recent[-FORM_SHOWN:]
        ),
    )
    return format_html('<span class="form-row">{}</span>', cells)
