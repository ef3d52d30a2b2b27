"""The page with every call of the API, made from the description that machines read."""

import pytest
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator

from pages.api_reference import Call, topics


def call(method: str, path: str) -> Call:
    (found,) = (
        one for topic in topics() for one in topic.calls if (one.method, one.path) == (method, path)
    )
    return found


def test_every_call_of_the_description_is_told_once():
    schema = SchemaGenerator().get_schema(request=None, public=True)
    described = {
        (method.upper(), path)
        for path, operations in schema["paths"].items()
        for method in operations
    }
    calls = [one for topic in topics() for one in topic.calls]
    assert len(calls) == len(described) == len({one.anchor for one in calls})
    assert {(one.method, one.path) for one in calls} == described


def test_an_upload_says_what_is_sent_and_what_comes_back():
    upload = call("POST", "/api/v1/bots/{name}/versions/")
    assert upload.needs_token
    assert upload.sends_form
    assert {one.name for one in upload.body if one.is_required} == {"file", "games"}
    assert {"number", "state", "page"} <= {one.name for one in upload.answer}
    assert next(one for one in upload.body if one.name == "file").kind == "file"


def test_what_comes_in_pages_is_told_by_its_rows():
    listing = call("GET", "/api/v1/bots/")
    assert not listing.needs_token
    assert listing.answers_list
    assert "name" in {one.name for one in listing.answer}
    assert "results" not in {one.name for one in listing.answer}


@pytest.mark.django_db
def test_the_page_needs_nothing_from_elsewhere_and_no_script(client):
    answer = client.get(reverse("api-docs"))
    page = answer.content.decode()
    assert "/api/v1/bots/{name}/versions/" in page
    assert "<script" not in page
    assert "style=" not in page
