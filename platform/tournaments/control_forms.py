"""What an organiser's controls ask for."""

from collections.abc import Iterable
from typing import Any

from django import forms

from tournaments.models import Seat

REASON_MAX_LENGTH = 500


class ReasonForm(forms.Form):
    """Why something is done that goes to the log for everybody to read."""

    reason = forms.CharField(
        label="Reason",
        max_length=REASON_MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Everybody can read it in the tournament's log.",
        error_messages={"required": "Give a reason: everybody can read it in the log."},
    )

    @property
    def said(self) -> dict[str, Any]:
        """What the service takes."""
        return {"reason": self.cleaned_data["reason"]}


class AwardForm(ReasonForm):
    """The places at a table that its organiser decides. seats: in their order."""

    def __init__(self, *args: Any, seats: Iterable[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = list(seats)
        self.names = [f"place_{seat.number}" for seat in seats]
        for name, seat in zip(self.names, seats, strict=True):
            self.fields[name] = forms.IntegerField(
                label=f"Place of {seat.entry.bot.name}",
                min_value=1,
                max_value=len(seats),
                error_messages={"required": "Give each its place, 1 being the best."},
            )
        self.order_fields([*self.names, "reason"])

    @property
    def said(self) -> dict[str, Any]:
        return super().said | {"places": [self.cleaned_data[name] for name in self.names]}
