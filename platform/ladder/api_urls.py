from django.urls import path

from ladder import api

urlpatterns = [
    path("ladder/<str:game>/", api.LadderOfGame.as_view(), name="api-ladder"),
    path("ladder/<str:game>/changes/", api.Changes.as_view(), name="api-ladder-changes"),
]
