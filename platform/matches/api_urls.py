from django.urls import path

from matches import api

urlpatterns = [
    path("matches/", api.Matches.as_view(), name="api-matches"),
    path("challenges/", api.Challenges.as_view(), name="api-challenges"),
    path("matches/<int:pk>/", api.MatchDetail.as_view(), name="api-match"),
    path("matches/<int:pk>/sittings/<int:number>/record/", api.Record.as_view(), name="api-record"),
    path("matches/<int:pk>/entrants/<int:index>/", api.OwnEntrant.as_view(), name="api-entrant"),
]
