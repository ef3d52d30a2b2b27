from django.urls import path

from ladder import api

urlpatterns = [
    path("ladder/all-round/", api.AllRoundLadder.as_view(), name="api-all-round"),
    path("ladder/<str:game>/", api.LadderOfGame.as_view(), name="api-ladder"),
    path("ladder/<str:game>/changes/", api.Changes.as_view(), name="api-ladder-changes"),
    path("ladder/<str:game>/chance/", api.Chance.as_view(), name="api-ladder-chance"),
]
