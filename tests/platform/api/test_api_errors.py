"""Refusals of the REST API say what to do, and nothing of what is inside."""

from django.core.files.uploadedfile import SimpleUploadedFile


def test_an_empty_file_is_refused_in_the_words_of_the_inspection(api_of, ann):
    answer = api_of(ann).post(
        "/api/v1/bots/mine/versions/",
        {"file": SimpleUploadedFile("bot.py", b""), "games": ["davy-crockett"]},
    )
    assert answer.status_code == 400
    assert "Upload the file that holds your bot" in answer.json()["detail"]


def test_what_one_may_not_see_is_not_named(api_of, ann):
    answer = api_of(ann).get("/api/v1/matches/999999/")
    assert answer.status_code == 404
    assert answer.json()["detail"] == "There is nothing here, or nothing that you may see."
