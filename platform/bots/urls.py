"""Addresses of bots' own pages; the page of one bot is composed in the app `pages`."""

from django.urls import path

from bots import views

VERSION = "bots/<str:name>/versions/<int:number>/"
TRIAL = VERSION + "trials/<slug:game>/"

urlpatterns = [
    path("bots/", views.bot_list, name="bot-list"),
    path("bots/new/", views.bot_new, name="bot-new"),
    path("bots/new/look/", views.bot_look, name="bot-look"),
    path("bots/<str:name>/submit/", views.bot_submit, name="bot-submit"),
    path("bots/<str:name>/withdraw/", views.bot_withdraw, name="bot-withdraw"),
    path("bots/<str:name>/restore/", views.bot_restore, name="bot-restore"),
    path(VERSION, views.version, name="version"),
    path(VERSION + "trials/", views.version_trials, name="version-trials"),
    path(TRIAL + "log/", views.trial_log, name="trial-log"),
    path(TRIAL + "view/", views.trial_view, name="trial-view"),
    path(TRIAL + "replay/", views.trial_replay, name="trial-replay"),
    path(TRIAL + "record/", views.trial_record, name="trial-record"),
]
