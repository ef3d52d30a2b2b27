"""Addresses of tournaments."""

from django.urls import path

from tournaments.views import entering, listing, opening, results, running, seeding, showing

ONE = "tournaments/<slug:slug>/"
TABLE = ONE + "tables/<int:table_id>/"

urlpatterns = [
    path("tournaments/", listing.tournament_list, name="tournament-list"),
    path("tournaments/new/", opening.tournament_new, name="tournament-new"),
    path("tournaments/preview/", opening.tournament_preview, name="tournament-preview"),
    path(ONE, showing.tournament, name="tournament"),
    path(ONE + "live/", showing.tournament_live, name="tournament-live"),
    path(ONE + "bracket/", showing.bracket_alone, name="tournament-bracket"),
    path(TABLE, showing.table, name="tournament-table"),
    path(ONE + "results.csv", results.results_csv, name="tournament-results-csv"),
    path(ONE + "results.json", results.results_json, name="tournament-results-json"),
    path(ONE + "edit/", opening.tournament_edit, name="tournament-edit"),
    path(ONE + "enter/", entering.enter_bot, name="tournament-enter"),
    path(
        ONE + "entries/<int:entry_id>/<str:action>/",
        running.entry_control,
        name="tournament-entry-control",
    ),
    path(ONE + "join/<str:invitation>/", entering.invitation, name="tournament-invitation"),
    path(ONE + "seeding/", seeding.seeding, name="tournament-seeding"),
    path(ONE + "do/<str:action>/", running.control, name="tournament-control"),
    path(
        ONE + "stages/<int:number>/release/",
        running.release_stage,
        name="tournament-release",
    ),
    path(TABLE + "<str:action>/", running.table_control, name="tournament-table-control"),
]
