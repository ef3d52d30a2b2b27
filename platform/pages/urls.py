"""Addresses of the pages that put several apps together, and of the documentation."""

from django.urls import path

from pages.views import bots, docs, games, home, matches

urlpatterns = [
    path("", home.home, name="home"),
    path("me/", bots.dashboard, name="dashboard"),
    path("games/", games.game_list, name="game-list"),
    path("games/<slug:name>/", games.game, name="game"),
    path("bots/<str:name>/", bots.bot, name="bot"),
    path("matches/<int:match_id>/", matches.match, name="match"),
    path("docs/", docs.docs, name="docs"),
    path("docs/<slug:page>/", docs.docs_page, name="docs-page"),
]
