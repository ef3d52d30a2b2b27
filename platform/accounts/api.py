"""REST: who am I, and my tokens."""

from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import ApiToken, User
from accounts.pagination import Pages
from accounts.serializers import ApiTokenSerializer, NewApiTokenSerializer, PersonSerializer
from accounts.services import issue_token, revoke_token


class Me(generics.RetrieveAPIView):
    """The person whose token or session this is."""

    serializer_class = PersonSerializer
    permission_classes = [IsAuthenticated]

    def get_object(self) -> User:
        return self.request.user


class Tokens(generics.ListCreateAPIView):
    """One's own live tokens; a new one shows its secret once."""

    serializer_class = ApiTokenSerializer
    permission_classes = [IsAuthenticated]
    pagination_class = Pages
    throttle_scope = "tokens"
    queryset = ApiToken.objects.none()

    def get_queryset(self):  # type: ignore[no-untyped-def]
        if getattr(self, "swagger_fake_view", False):
            return ApiToken.objects.none()
        return self.request.user.api_tokens.live()

    @extend_schema(responses={201: NewApiTokenSerializer})
    def post(self, request: Request, *args: object, **kwargs: object) -> Response:
        asked = self.get_serializer(data=request.data)
        asked.is_valid(raise_exception=True)
        token, secret = issue_token(user=request.user, **asked.validated_data)
        token.refresh_from_db()
        shown = {**ApiTokenSerializer(token).data, "secret": secret}
        return Response(shown, status=status.HTTP_201_CREATED)


class Token(generics.DestroyAPIView):
    """Revoke one of one's own tokens."""

    permission_classes = [IsAuthenticated]
    throttle_scope = "tokens"

    @extend_schema(request=None, responses={204: None})
    def delete(self, request: Request, *args: object, **kwargs: object) -> Response:
        if not revoke_token(user=request.user, token_id=kwargs["pk"]):
            raise NotFound("You have no live token of this id.")
        return Response(status=status.HTTP_204_NO_CONTENT)
