"""The replay theatre in a real browser."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def open_replay(live_server, screen: Page, seen_match):
    """A function that opens the replay of the first sitting and waits until it stands."""

    def open_it(query: str = "?step=0") -> Page:
        screen.goto(live_server.url + reverse("sitting", args=[seen_match.pk, 0]) + query)
        expect(screen.locator("[data-theatre]")).to_have_attribute("data-ready", "true")
        return screen

    return open_it


@pytest.fixture
def record(seen_match) -> dict:
    return seen_match.sittings.first().load_record()


def caption(screen: Page):
    return screen.locator("[data-caption]")


def faces(screen: Page) -> int:
    return screen.locator("[data-scene] .card .card-face").count()


def backs(screen: Page) -> int:
    return screen.locator("[data-scene] .card .card-back").count()


def test_the_arrow_keys_step_through_the_events(open_replay):
    screen = open_replay()
    expect(caption(screen)).to_contain_text("Deal 1")
    screen.keyboard.press("ArrowRight")
    expect(screen.locator("[data-place]")).to_contain_text("step 1 of")
    screen.keyboard.press("ArrowLeft")
    expect(caption(screen)).to_contain_text("Deal 1")


def test_a_replay_opens_at_the_first_card_played_and_its_start_can_be_reached(open_replay):
    screen = open_replay("")
    expect(screen.locator("[data-place]")).to_contain_text("step 3 of")
    expect(caption(screen)).to_contain_text("plays")
    screen.keyboard.press("Home")
    expect(screen.locator("[data-place]")).to_contain_text("step 0 of")


def test_the_replay_of_a_broken_sitting_opens_at_the_fault(open_replay, screen, record):
    record["faults"] = [{"seat": 0, "fault": "crash", "deal": 0, "move": 5, "carried": False}]
    screen.route("**/record.json", lambda route: route.fulfill(json=record))
    open_replay("")
    expect(caption(screen)).to_contain_text("broke down here: crash")


def test_points_are_counted_while_the_deal_is_on(open_replay, record):
    events = record["deals"][0]["events"]
    characters = [0, 0]
    third_trick = [step for step, event in enumerate(events) if event[0] == "trick"][2]
    for event in events[: third_trick + 1]:
        if event[0] == "trick":
            characters[event[1]] += sum(int(card[1:]) >= 8 for card in event[2])
    screen = open_replay(f"?step={third_trick}")
    lines = screen.locator("[data-scene] .seat-line")
    for seat, points in enumerate(characters):
        expect(lines.nth(seat)).to_contain_text(f"{points} in this deal")
        expect(screen.locator("[data-seats] tr").nth(seat)).to_contain_text(str(points))


def test_a_game_that_counts_at_the_end_of_a_deal_shows_no_points_before(
    open_replay, screen, record
):
    record["game"] = "whist"
    screen.route("**/record.json", lambda route: route.fulfill(json=record))
    open_replay("?step=9")
    expect(screen.locator("[data-scene] .seat-line").first).to_have_text(
        re.compile(r"^\d tricks?$")
    )


def test_a_hand_lies_in_the_games_order(open_replay, record):
    screen = open_replay("?step=2&as=0")
    hand = next(event[2] for event in record["deals"][0]["events"] if event[:2] == ["hand", 0])
    names = {"R": "Red", "Y": "Yellow", "B": "Blue", "W": "White"}
    told = ", ".join(f"{names[card[0]]} {card[1:]}" for card in hand)
    expect(screen.locator("[data-seats] tr").first.locator("td").first).to_have_text(told)


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (360, 740)])
def test_table_caption_and_controls_are_seen_together(open_replay, screen, width, height):
    screen.set_viewport_size({"width": width, "height": height})
    open_replay("")
    for part in ("[data-scene]", ".controls", "[data-caption]"):
        box = screen.locator(part).bounding_box()
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= height, part


def test_home_and_end_and_the_trick_keys_jump(open_replay, record):
    screen = open_replay()
    screen.keyboard.press("End")
    expect(caption(screen)).to_contain_text("Totals")
    screen.keyboard.press("Home")
    screen.keyboard.press("Shift+ArrowRight")
    expect(caption(screen)).to_contain_text("wins the trick")


def test_the_deal_keys_jump_to_the_next_deal_and_back(open_replay, seen_match, screen, record):
    record["deals"].append(record["deals"][0])
    screen.route("**/record.json", lambda route: route.fulfill(json=record))
    open_replay()
    screen.keyboard.press("Shift+ArrowDown")
    expect(screen.locator("[data-place]")).to_contain_text("Deal 2 of 2")
    screen.keyboard.press("Shift+ArrowUp")
    expect(screen.locator("[data-place]")).to_contain_text("Deal 1 of 2")


def test_a_click_in_the_list_of_events_goes_there_and_keeps_the_focus(open_replay):
    screen = open_replay("?step=5")
    event = screen.locator("[data-log] button").nth(3)
    event.click()
    expect(screen.locator("[data-place]")).to_contain_text("step 3 of")
    expect(screen.locator("[data-log] button").nth(3)).to_be_focused()


def test_the_play_button_plays_and_pauses(open_replay):
    screen = open_replay()
    screen.get_by_role("button", name="Play").click()
    expect(screen.locator("[data-place]")).to_contain_text("step 1 of")
    screen.get_by_role("button", name="Pause").click()
    expect(screen.get_by_role("button", name="Play")).to_be_visible()


def test_all_cards_are_open_to_everybody(open_replay, record):
    screen = open_replay("?step=3")
    cards_dealt = sum(len(event[2]) for event in record["deals"][0]["events"][1:3])
    assert faces(screen) >= cards_dealt
    assert backs(screen) == 0


def test_a_perspective_hides_the_other_hand(open_replay, record):
    screen = open_replay("?step=2")
    screen.locator("[data-perspective]").select_option("1")
    expect(screen.locator("[data-scene] .card .card-back")).to_have_count(7)
    assert faces(screen) == 7
    table = screen.locator("[data-seats]")
    expect(table.locator("tr").first).to_contain_text("7 cards")
    for event in screen.locator("[data-log] li").all_inner_texts():
        assert not (record["names"][0] in event and re.search(r"(Red|Blue) \d", event))


def test_a_spectator_sees_no_hand(open_replay):
    screen = open_replay("?step=2&as=spectator")
    expect(screen.locator("[data-scene] .card .card-back")).to_have_count(14)
    assert faces(screen) == 0


def test_a_link_leads_to_a_moment_seen_by_a_seat(open_replay):
    screen = open_replay()
    screen.locator("[data-perspective]").select_option("0")
    screen.keyboard.press("ArrowRight")
    expect(screen).to_have_url(re.compile(r"\?step=1&as=0$"))
    screen.reload()
    expect(screen.locator("[data-place]")).to_contain_text("step 1 of")
    expect(screen.locator("[data-perspective]")).to_have_value("0")


def test_a_kind_without_a_drawing_is_told_in_words(open_replay, screen, record):
    record["kinds"]["salute"] = {
        "fields": ["seat", "hat"], "text": "", "seats": ["seat"], "private": [], "knowers": []
    }  # fmt: skip
    record["deals"][0]["events"].insert(1, ["salute", 1, "cocked"])
    screen.route("**/record.json", lambda route: route.fulfill(json=record))
    open_replay("?step=1")
    expect(caption(screen)).to_have_text(f"salute, seat {record['names'][1]}, hat cocked.")


def test_a_record_that_is_none_is_refused_in_words(live_server, screen, seen_match):
    screen.route("**/record.json", lambda route: route.fulfill(json={"format": "chess"}))
    screen.goto(live_server.url + reverse("sitting", args=[seen_match.pk, 0]))
    expect(screen.locator("[data-problem]")).to_contain_text("not a Quintet record")


def test_a_bots_name_is_inert_text(open_replay, screen, record):
    record["names"][0] = "<img src=x onerror=alert(1)>"
    screen.route("**/record.json", lambda route: route.fulfill(json=record))
    open_replay("?step=2")
    assert screen.locator("[data-theatre] img").count() == 0
    expect(screen.locator("[data-seats] th").first).to_have_text(record["names"][0])


def test_the_other_sitting_opens_at_the_same_moment(open_replay):
    screen = open_replay("?step=5")
    screen.keyboard.press("ArrowRight")
    expect(screen).to_have_url(re.compile(r"\?step=6&"))
    screen.get_by_role("link", name="Sitting 2").click()
    expect(screen.locator("[data-place]")).to_contain_text("step 6 of")


def test_the_front_page_plays_a_match(live_server, screen, seen_match):
    screen.goto(live_server.url)
    theatre = screen.locator("[data-theatre]")
    expect(theatre).to_have_attribute("data-ready", "true")
    expect(theatre.get_by_role("button", name="Pause")).to_be_visible()


def test_keys_on_the_front_page_scroll_and_do_not_step(live_server, screen, seen_match):
    screen.emulate_media(reduced_motion="reduce")
    screen.goto(live_server.url)
    place = screen.locator("[data-place]")
    expect(place).not_to_be_empty()
    before = place.inner_text()
    screen.keyboard.press("End")
    expect(place).to_have_text(before)
    screen.locator("[data-do=forward]").focus()
    screen.keyboard.press("End")
    expect(place).not_to_have_text(before)


def test_who_wants_no_motion_gets_a_still(live_server, screen, seen_match):
    screen.emulate_media(reduced_motion="reduce")
    screen.goto(live_server.url)
    expect(screen.locator("[data-theatre]")).to_have_attribute("data-ready", "true")
    expect(screen.get_by_role("button", name="Play")).to_be_visible()
