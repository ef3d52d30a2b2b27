"""Ladders for staff: read only, since a rebuild would undo what was changed by hand."""

from django.contrib import admin

from accounts.read_only_admin import ReadOnlyAdmin, ReadOnlyInline
from ladder.models import Ladder, RatedMatch, Rating, RatingChange


class ChangeInline(ReadOnlyInline):
    model = RatingChange
    fields = ["index", "bot", "version", "place", "before", "after", "k"]


@admin.register(RatedMatch)
class RatedMatchAdmin(ReadOnlyAdmin):
    list_display = ["game", "number", "match"]
    list_filter = ["game"]
    list_select_related = ["match"]
    inlines = [ChangeInline]


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    list_display = ["bot", "game", "rating", "matches", "provisional_left"]
    list_filter = ["game"]
    list_select_related = ["bot"]
    search_fields = ["bot__name"]


@admin.register(Ladder)
class LadderAdmin(ReadOnlyAdmin):
    list_display = ["game", "rated_matches"]
