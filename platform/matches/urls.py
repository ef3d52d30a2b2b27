"""Addresses of matches' own pages; the page of one match is composed in the app `pages`."""

from django.urls import path

from matches import live_views, views

SITTING = "matches/<int:match_id>/sittings/<int:number>/"

urlpatterns = [
    path("matches/", views.match_list, name="match-list"),
    path("challenges/", views.challenge_index, name="challenge-index"),
    path("challenges/<slug:game>/", views.challenge_new, name="challenge-new"),
    path(SITTING, views.sitting, name="sitting"),
    path(SITTING + "record.json", views.sitting_record, name="sitting-record"),
    path("matches/<int:match_id>/live/", live_views.match_live, name="match-live"),
    path("matches/<int:match_id>/log/<int:index>/", views.entrant_log, name="entrant-log"),
    path("matches/<int:match_id>/view/<int:index>/", views.entrant_view, name="entrant-view"),
]
