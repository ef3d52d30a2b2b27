"""Addresses of the pages that put several apps together, and of the documentation."""

from django.urls import path

from pages.views import bots, docs, games, home, matches, people, search

urlpatterns = [
    path("", home.home, name="home"),
    path("me/", people.dashboard, name="dashboard"),
    path("games/", games.game_list, name="game-list"),
    path("games/<slug:name>/", games.game, name="game"),
    path("bots/<str:name>/", bots.bot, name="bot"),
    path("bots/<str:name>/course.json", bots.bot_course, name="bot-course"),
    path("players/<str:name>/", people.player, name="player"),
    path("matches/<int:match_id>/", matches.match, name="match"),
    path("search/", search.search, name="search"),
    path("docs/", docs.docs, name="docs"),
    path("docs/<slug:page>/", docs.docs_page, name="docs-page"),
]
