"""The pages in a real browser: the ways of an author, by mouse and by keyboard."""

from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from bots.models import Version
from bots.trials import run_trial
from tests.platform.flawless import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def bot_file(tmp_path: Path):
    """A function that writes a bot.py of a character."""

    def write(first_line: str) -> str:
        path = tmp_path / "bot.py"
        path.write_text(f"# {first_line}\n")
        return str(path)

    return write


def test_a_newcomer_signs_up_and_submits_and_reads_the_verdict(
    live_server, screen: Page, sandbox, sent, bot_file
):
    screen.goto(live_server.url)
    screen.get_by_role("link", name="Sign up").click()
    screen.get_by_label("Username").fill("ann")
    screen.get_by_label("Password", exact=True).fill("seven vintage cards")
    screen.get_by_label("Password confirmation").fill("seven vintage cards")
    screen.get_by_role("button", name="Sign up").click()
    screen.get_by_role("main").get_by_role("link", name="Submit a bot").click()
    screen.get_by_label("Name of the bot").fill("robin")
    screen.get_by_label("The bot", exact=True).set_input_files(bot_file("broken"))
    screen.get_by_role("button", name="Submit").click()
    expect(screen.get_by_role("alert")).to_contain_text("Mend it and submit again.")
    expect(screen.get_by_label("Name of the bot")).to_have_value("robin")
    expect(screen.locator("[data-chosen]")).to_contain_text("bot.py")
    expect(screen.locator("[data-drop]")).to_have_class("drop refused")

    screen.get_by_label("The bot", exact=True).set_input_files(bot_file("crashes"))
    screen.get_by_role("button", name="Submit").click()
    expect(screen.get_by_role("heading", level=1)).to_contain_text("robin")
    expect(screen.locator("#verdict")).to_contain_text("Waits for a worker")
    expect(screen.locator(".facts")).to_contain_text("waiting for its trial")
    run_trial(Version.objects.get().trials.get().pk)
    expect(screen.locator("#verdict")).to_contain_text("division by zero")
    expect(screen.locator("#verdict")).to_contain_text("I am one who crashes")
    expect(screen.locator(".facts")).to_contain_text("refused")
    expect(screen.locator(".facts")).not_to_contain_text("waiting")


def test_whoever_was_logged_out_meanwhile_loses_nothing(
    live_server, screen: Page, ann, client, context, logged_in, sandbox, sent, bot_file, complaints
):
    logged_in(ann)
    screen.goto(live_server.url + reverse("bot-new"))
    screen.get_by_label("Name of the bot").fill("robin")
    screen.get_by_label("The bot", exact=True).set_input_files(bot_file("plays the first"))
    context.clear_cookies(name="sessionid")
    screen.get_by_role("button", name="Submit").click()
    expect(screen.get_by_role("alert")).to_contain_text("You are logged out")
    complaints.clear()
    logged_in(ann)
    screen.get_by_role("button", name="Submit").click()
    expect(screen.get_by_role("heading", level=1)).to_contain_text("robin")


def test_a_file_that_the_server_never_read_is_said_not_to_be_submitted(
    live_server, screen: Page, ann, logged_in, bot_file, complaints
):
    logged_in(ann)
    screen.goto(live_server.url + reverse("bot-new"))
    screen.route("**/bots/new/", lambda route: route.fulfill(status=413, body="too large"))
    screen.get_by_label("The bot", exact=True).set_input_files(bot_file("plays the first"))
    expect(screen.locator("[data-drop]")).to_have_class("drop filled")
    screen.get_by_role("button", name="Submit").click()
    expect(screen.get_by_role("alert")).to_contain_text("Not submitted.")
    expect(screen.get_by_role("alert")).to_contain_text("The file is too large")
    expect(screen.locator("[data-drop]")).to_have_class("drop refused")
    screen.get_by_label("The bot", exact=True).set_input_files(
        {"name": "smaller.py", "mimeType": "text/x-python", "buffer": b"# plays the last"}
    )
    expect(screen.locator("[data-drop]")).to_have_class("drop filled")
    complaints.clear()


def test_a_file_can_be_dropped(live_server, screen: Page, ann, logged_in):
    logged_in(ann)
    screen.goto(live_server.url + reverse("bot-new"))
    dropped = screen.evaluate_handle(
        "() => { const it = new DataTransfer(); it.items.add(new File(['x'], 'mine.py')); return it; }"
    )
    screen.dispatch_event("[data-drop]", "drop", {"dataTransfer": dropped})
    expect(screen.locator("[data-chosen]")).to_contain_text("mine.py, 1 byte")


def test_what_is_wrong_with_a_chosen_file_is_told_before_it_is_submitted(
    live_server, screen: Page, ann, logged_in, sandbox, bot_file
):
    logged_in(ann)
    screen.goto(live_server.url + reverse("bot-new"))
    screen.get_by_label("Name of the bot").fill("robin")
    screen.get_by_label("The bot", exact=True).set_input_files(bot_file("broken"))
    expect(screen.locator("[data-look-answer]")).to_contain_text("Mend it and submit again.")
    expect(screen.locator("[data-drop]")).to_have_class("drop refused")
    screen.get_by_label("The bot", exact=True).set_input_files(
        {"name": "mended.py", "mimeType": "text/x-python", "buffer": b"# plays the first"}
    )
    expect(screen.locator("[data-look-answer]")).to_contain_text("It looks right.")
    expect(screen.locator("[data-drop]")).to_have_class("drop filled")
    expect(screen.get_by_label("Name of the bot")).to_have_value("robin")


def test_a_bot_is_found_while_one_types_and_by_keyboard_alone(
    live_server, screen: Page, ann, submit
):
    submit(ann, "robin")
    screen.set_viewport_size(PHONE)
    screen.goto(live_server.url)
    screen.get_by_role("link", name="Search").focus()
    screen.keyboard.press("Enter")
    expect(screen.get_by_role("searchbox")).to_be_focused()
    screen.keyboard.type("rob")
    found = screen.locator("#found").get_by_role("link", name="robin", exact=True)
    expect(found).to_be_visible()
    found.focus()
    screen.keyboard.press("Enter")
    expect(screen.get_by_role("heading", level=1)).to_have_text("robin")


def test_a_bot_is_submitted_by_keyboard_alone(
    live_server, screen: Page, ann, logged_in, sandbox, sent, bot_file
):
    logged_in(ann)
    screen.goto(live_server.url + reverse("bot-new"))
    screen.get_by_label("Name of the bot").focus()
    screen.keyboard.type("robin")
    screen.keyboard.press("Tab")
    expect(screen.get_by_label("The bot", exact=True)).to_be_focused()
    screen.get_by_label("The bot", exact=True).set_input_files(bot_file("plays the first"))
    screen.get_by_role("checkbox").last.focus()
    screen.keyboard.press("Tab")
    screen.keyboard.press("Enter")
    expect(screen.get_by_role("heading", level=1)).to_contain_text("robin")


def test_the_first_tab_stop_skips_to_the_content(live_server, screen: Page):
    screen.goto(live_server.url)
    screen.keyboard.press("Tab")
    expect(screen.get_by_role("link", name="Skip to content")).to_be_focused()
    screen.keyboard.press("Enter")
    expect(screen.locator("main")).to_be_focused()
