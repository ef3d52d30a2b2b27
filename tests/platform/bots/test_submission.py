import errno
from contextlib import ExitStack

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from bots import code as stored_code
from bots import services
from bots.models import Bot, Trial, Version
from bots.services import LimitReached, NotNow, StorageFull, SubmissionRefused, submit, withdraw
from sandbox.errors import SandboxError

GAME = "davy-crockett"
CODE = b"# plays the first\ndef choose_move(view): return view['legal'][0]\n"


@pytest.fixture(autouse=True)
def _quickly(sandbox, sent) -> None:
    pass


def given(owner, name="first", data=CODE, games=(GAME,), filename="bot.py") -> Version:
    return submit(owner=owner, bot_name=name, filename=filename, data=data, games=list(games))


def test_the_first_submission_makes_the_bot_and_its_version_one(ann) -> None:
    version = given(ann)
    assert (version.number, version.state, version.size_bytes) == (1, "waiting", len(CODE))
    assert version.bot.owner == ann
    assert version.bot.current_version is None
    assert [trial.game for trial in version.trials.all()] == [GAME]


def test_versions_count_up_for_each_bot(ann) -> None:
    given(ann)
    assert given(ann, data=CODE + b"# 2").number == 2
    assert given(ann, "second").number == 1


def test_the_file_lies_in_storage_under_its_digest_and_not_under_the_authors_name(ann) -> None:
    version = given(ann, filename="../../etc/passwd.py")
    assert version.file.name == f"versions/{version.digest[:2]}/{version.digest}.zip"
    assert version.filename == "passwd.py"
    assert default_storage.exists(version.file.name)


def test_the_stored_code_comes_back_as_it_was_submitted(ann) -> None:
    folder = stored_code.unpacked(given(ann))
    assert (folder / "bot.py").read_bytes() == CODE


def test_the_workers_are_told_of_each_trial_once_it_is_committed(
    ann, sent, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        version = given(ann)
        assert sent == []
    trial = version.trials.get()
    assert sent == [("bots.trial", (trial.pk,))]
    assert trial.sent_at is not None


def test_a_refusal_of_the_inspection_is_passed_on_in_its_words(ann) -> None:
    with pytest.raises(SubmissionRefused, match="syntax error in line 1"):
        given(ann, data=b"broken")
    assert not Bot.objects.exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [("", "1 to 32 letters"), ("-x", "begin with"), ("a" * 33, "1 to 32"), ("new", "another name")],
)
def test_a_bot_needs_a_name_of_the_alphabet(ann, name: str, words: str) -> None:
    with pytest.raises(SubmissionRefused, match=words):
        given(ann, name)


def test_a_name_taken_by_another_is_refused_whatever_its_case(ann, bob) -> None:
    given(ann, "First")
    with pytest.raises(SubmissionRefused, match='"First" is taken'):
        given(bob, "fIRST")


def test_ones_own_bot_is_found_whatever_the_case(ann) -> None:
    given(ann, "First")
    assert given(ann, "first", data=CODE + b"#").bot.name == "First"


def test_games_must_be_named_and_known(ann) -> None:
    with pytest.raises(SubmissionRefused, match="at least one game"):
        given(ann, games=())
    with pytest.raises(SubmissionRefused, match="There is no game 'Chess'"):
        given(ann, games=("Chess",))


def test_the_same_code_for_the_same_games_again_is_refused(ann) -> None:
    given(ann)
    with pytest.raises(SubmissionRefused, match="same code for the same games as version 1"):
        given(ann)
    given(ann, data=CODE + b"# other")
    assert given(ann).number == 3


def test_a_person_may_have_so_many_bots(ann, settings) -> None:
    settings.BOTS_PER_PERSON_MAX = 2
    given(ann, "a")
    given(ann, "b")
    with pytest.raises(LimitReached, match="You have 2 bots"):
        given(ann, "c")
    assert given(ann, "b", data=CODE + b"#").number == 2


def test_uploads_a_day_are_limited(ann, bob, settings) -> None:
    settings.UPLOADS_PER_DAY_MAX = 2
    given(ann)
    given(ann, data=CODE + b"#")
    with pytest.raises(LimitReached, match="within 24 hours"):
        given(ann, data=CODE + b"##")
    given(bob, "bobs")


def test_a_withdrawn_bot_takes_no_new_version(ann) -> None:
    withdraw(given(ann).bot)
    with pytest.raises(SubmissionRefused, match="withdrawn"):
        given(ann, data=CODE + b"#")


def test_a_file_over_the_limit_is_refused_before_it_is_read() -> None:
    services.check_size(8 * 1024 * 1024)
    with pytest.raises(SubmissionRefused, match="at most 8,388,608"):
        services.check_size(8 * 1024 * 1024 + 1)


def test_a_full_disk_is_ours(ann, monkeypatch) -> None:
    def full(upload: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(stored_code, "stored", full)
    with pytest.raises(StorageFull):
        given(ann)
    assert not Version.objects.exists()


def test_code_that_a_full_disk_cut_off_is_stored_anew(ann, bob) -> None:
    name = given(ann).file.name
    with default_storage.open(name) as file:
        half = file.read()[:-40]
    default_storage.delete(name)
    default_storage.save(name, ContentFile(half))
    version = given(bob, "bobs")
    assert version.file.name == name
    assert (stored_code.unpacked(version) / "bot.py").read_bytes() == CODE


def test_a_full_disk_leaves_no_half_of_the_code(ann, bob, monkeypatch) -> None:
    def cut_off(name: str, content: ContentFile) -> str:
        with open(default_storage.path(name), "wb") as file:
            file.write(content.read()[:40])
        raise OSError(errno.ENOSPC, "No space left on device")

    name = given(ann).file.name
    default_storage.delete(name)
    monkeypatch.setattr(default_storage, "save", cut_off)
    with pytest.raises(StorageFull):
        given(bob, "bobs")
    assert not default_storage.exists(name)


def test_no_more_uploads_are_looked_at_at_once_than_the_machine_bears(ann, monkeypatch) -> None:
    monkeypatch.setattr(services, "LOOK_WAIT_S", 0.01)
    with ExitStack() as others:
        for _ in range(services.LOOKED_AT_AT_ONCE):
            others.enter_context(services._a_turn_to_look())
        with pytest.raises(NotNow, match="Try again in a minute"):
            given(ann)
    assert given(ann).number == 1


def test_a_failure_to_look_at_an_upload_is_ours(ann, monkeypatch) -> None:
    def fail(filename: str, data: bytes) -> None:
        raise SandboxError("no child process could be started")

    monkeypatch.setattr(services, "inspect", fail)
    with pytest.raises(NotNow, match="Try again later"):
        given(ann)


def test_a_version_does_not_change(ann) -> None:
    version = given(ann)
    version.filename = "other.py"
    with pytest.raises(TypeError, match="immutable"):
        version.save()
    with pytest.raises(TypeError, match="immutable"):
        version.save(update_fields=["filename"])


def test_a_trial_of_each_game_is_there_once(ann) -> None:
    version = given(ann, games=(GAME, GAME))
    assert Trial.objects.filter(version=version).count() == 1
