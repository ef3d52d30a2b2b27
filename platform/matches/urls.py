"""Addresses of matches' own pages; the page of one match is composed in the app `pages`."""

from django.urls import path

from matches import views

SITTING = "matches/<int:match_id>/sittings/<int:number>/"

urlpatterns = [
    path("matches/", views.match_list, name="match-list"),
    path(SITTING, views.sitting, name="sitting"),
    path(SITTING + "record.json", views.sitting_record, name="sitting-record"),
    path("matches/<int:match_id>/log/<int:index>/", views.entrant_log, name="entrant-log"),
    path("matches/<int:match_id>/view/<int:index>/", views.entrant_view, name="entrant-view"),
]
