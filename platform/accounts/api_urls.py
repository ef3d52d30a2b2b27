from django.urls import path

from accounts import api

urlpatterns = [
    path("me/", api.Me.as_view(), name="api-me"),
    path("tokens/", api.Tokens.as_view(), name="api-tokens"),
    path("tokens/<int:pk>/", api.Token.as_view(), name="api-token"),
]
