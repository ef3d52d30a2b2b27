"""Addresses of the ladders."""

from django.urls import path

from ladder import views

urlpatterns = [
    path("ladder/", views.ladder_index, name="ladder-index"),
    path("ladder/all-round/", views.all_round, name="all-round"),
    path("ladder/<slug:game>/", views.ladder, name="ladder"),
]
