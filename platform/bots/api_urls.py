from django.urls import path

from bots import api

urlpatterns = [
    path("games/", api.Games.as_view(), name="api-games"),
    path("games/<str:name>/", api.GameDetail.as_view(), name="api-game"),
    path("bots/", api.Bots.as_view(), name="api-bots"),
    path("bots/<str:name>/", api.BotDetail.as_view(), name="api-bot"),
    path("bots/<str:name>/withdraw/", api.Withdraw.as_view(), name="api-bot-withdraw"),
    path("bots/<str:name>/restore/", api.Restore.as_view(), name="api-bot-restore"),
    path("bots/<str:name>/versions/", api.Versions.as_view(), name="api-versions"),
    path("versions/<int:pk>/", api.VersionDetail.as_view(), name="api-version"),
    path("versions/<int:pk>/code/", api.VersionCode.as_view(), name="api-version-code"),
    path("trials/<int:pk>/", api.TrialDetail.as_view(), name="api-trial"),
    path("trials/<int:pk>/record/", api.TrialRecord.as_view(), name="api-trial-record"),
]
