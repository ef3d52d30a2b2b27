"""Addresses of matches' own pages; the page of one match is composed in the app `pages`."""

from django.urls import path

from matches import live_views, own_views, views

SITTING = "matches/<int:match_id>/sittings/<int:number>/"
SEAT = SITTING + "seats/<int:seat>/"

urlpatterns = [
    path("matches/", views.match_list, name="match-list"),
    path("challenges/", views.challenge_index, name="challenge-index"),
    path("challenges/<slug:game>/", views.challenge_new, name="challenge-new"),
    path(SITTING, views.sitting, name="sitting"),
    path(SITTING + "record.json", views.sitting_record, name="sitting-record"),
    path(SEAT + "printed.json", own_views.seat_printed, name="seat-printed"),
    path(SEAT + "views/<int:deal>/<int:event>/", own_views.seat_view, name="seat-view"),
    path("matches/<int:match_id>/side-by-side/", views.side_by_side, name="side-by-side"),
    path("replay/", views.replay_file, name="replay-file"),
    path("matches/<int:match_id>/live/", live_views.match_live, name="match-live"),
    path("matches/<int:match_id>/log/<int:index>/", views.entrant_log, name="entrant-log"),
    path("matches/<int:match_id>/view/<int:index>/", views.entrant_view, name="entrant-view"),
]
