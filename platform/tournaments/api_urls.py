from django.urls import path

from tournaments import api

OF = "tournaments/<slug:slug>/"
STAGE = OF + "stages/<int:number>/"

urlpatterns = [
    path("formats/", api.Formats.as_view(), name="api-formats"),
    path("tournaments/", api.Tournaments.as_view(), name="api-tournaments"),
    path(OF, api.TournamentDetail.as_view(), name="api-tournament"),
    path(OF + "open/", api.Open.as_view(), name="api-tournament-open"),
    path(OF + "start/", api.Start.as_view(), name="api-tournament-start"),
    path(OF + "pause/", api.Pause.as_view(), name="api-tournament-pause"),
    path(OF + "resume/", api.Resume.as_view(), name="api-tournament-resume"),
    path(OF + "cancel/", api.Cancel.as_view(), name="api-tournament-cancel"),
    path(OF + "seeding/", api.Seeding.as_view(), name="api-tournament-seeding"),
    path(OF + "log/", api.Log.as_view(), name="api-tournament-log"),
    path(OF + "entries/", api.Entries.as_view(), name="api-tournament-entries"),
    path(
        OF + "entries/<str:bot>/withdraw/", api.Withdraw.as_view(), name="api-tournament-withdraw"
    ),
    path(
        OF + "entries/<str:bot>/disqualify/",
        api.Disqualify.as_view(),
        name="api-tournament-disqualify",
    ),
    path(STAGE + "standings/", api.Standings.as_view(), name="api-stage-standings"),
    path(STAGE + "rounds/", api.Rounds.as_view(), name="api-stage-rounds"),
    path(STAGE + "bracket/", api.BracketOfStage.as_view(), name="api-stage-bracket"),
    path(STAGE + "release/", api.Release.as_view(), name="api-stage-release"),
    path(OF + "tables/<int:pk>/award/", api.Award.as_view(), name="api-table-award"),
    path(OF + "tables/<int:pk>/replay/", api.Replay.as_view(), name="api-table-replay"),
]
