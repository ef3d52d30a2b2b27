"""The replay theatre with the tables of all games, on records of random play."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from arena.games import find_game
from arena.match import play_sitting
from bots import records

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLES = [
    ("davy-crockett", 6, {}),
    ("david-and-goliath", 6, {}),
    ("dan-dare", 2, {}),
    ("dan-dare", 5, {}),
    ("boy-scouts", 10, {}),
    ("boy-scouts", 4, {"variant": "counters"}),
    ("convoy", 4, {}),
    ("convoy", 8, {}),
]
WIDTHS = {1400: 900, 360: 740}


class RandomPlayer:
    """Plays any legal move, and takes some time over it."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def sit(self, **_: Any) -> None:
        pass

    def choose(self, view: dict[str, Any]) -> tuple[object, float]:
        return self.rng.choice(view["legal"]), self.rng.random() / 1000

    def rise(self) -> None:
        pass


def record_of(game: str, players: int, **options: Any) -> dict:
    """The record of a sitting of random players, of one deal unless the options say otherwise."""
    return play_sitting(
        find_game(game),
        [RandomPlayer(seat) for seat in range(players)],
        options={"deals": 1, **options},
        shuffle_seed="theatre",
        names=[f"bot{seat}" for seat in range(players)],
    ).record


@pytest.fixture
def watch(live_server, screen: Page, seen_match) -> Callable[..., Page]:
    """A function that opens a record at a step, in the page of another match's first sitting."""

    def open_it(record: dict, step: int, *, perspective: object = "everything") -> Page:
        screen.unroute("**/record.json")
        screen.route("**/record.json", lambda route: route.fulfill(json=record))
        address = live_server.url + reverse("sitting", args=[seen_match.pk, 0])
        screen.goto(f"{address}?step={step}&as={perspective}")
        expect(screen.locator("[data-theatre]")).to_have_attribute("data-ready", "true")
        return screen

    screen.emulate_media(reduced_motion="reduce")
    return open_it


def events(record: dict) -> list[list]:
    return [event for deal in record["deals"] for event in deal["events"]]


def step_of(record: dict, kind: str, nth: int = 0) -> int:
    """The step of the nth event of a kind."""
    return [step for step, event in enumerate(events(record)) if event[0] == kind][nth]


def line(screen: Page, seat: int):
    return screen.locator("[data-scene] .seat-line").nth(seat)


def cards(screen: Page, state: str):
    return screen.locator(f"[data-scene] .card-in-{state}")


def codes(screen: Page, state: str) -> list[str]:
    return screen.locator("[data-scene]").evaluate(
        """(scene, state) => [...scene.querySelectorAll(`.card-in-${state}`)].map(
          (card) => card.dataset.code)""",
        state,
    )


def boxes(screen: Page, selector: str) -> list[dict]:
    # In one step, as the scene may be painted anew between two.
    return screen.locator("[data-scene]").evaluate(
        """(scene, selector) => [...scene.querySelectorAll(selector)].map(
          (it) => it.getBoundingClientRect().toJSON())""",
        selector,
    )


def overlap(one: dict, two: dict) -> bool:
    """Whether two boxes share more than an edge."""
    across = min(one["right"], two["right"]) - max(one["left"], two["left"])
    down = min(one["bottom"], two["bottom"]) - max(one["top"], two["top"])
    return across > 1 and down > 1


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_nothing_leaves_the_table_and_no_card_covers_a_name(watch, screen, game, players, options):
    record = record_of(game, players, **options)
    last = len(events(record)) - 1
    for width, height in WIDTHS.items():
        screen.set_viewport_size({"width": width, "height": height})
        watch(record, 0)
        for tenth in range(1, 11, 3):
            screen.locator("[data-slider]").fill(str(last * tenth // 10))
            [felt] = boxes(screen, ".felt")
            plates = boxes(screen, ".seat")
            assert len(plates) == players
            for box in [*plates, *boxes(screen, ".card:not(.card-in-won)")]:
                assert box["left"] >= felt["left"] - 1, (width, tenth)
                assert box["right"] <= felt["right"] + 1, (width, tenth)
                assert box["top"] >= felt["top"] - 1, (width, tenth)
                assert box["bottom"] <= felt["bottom"] + 1, (width, tenth)
            for number, plate in enumerate(plates):
                lying = boxes(screen, ".card-in-hand, .card-in-open, .card-in-laid")
                for other in [*plates[:number], *lying]:
                    assert not overlap(plate, other), (width, tenth, number)


@pytest.mark.parametrize(
    ("game", "name", "caption"),
    [("boy-scouts", "round", "lays|passes"), ("convoy", "turn", "discards|ends the turn")],
)
def test_the_trick_keys_go_on_by_turns_where_there_are_no_tricks(
    watch, screen, game, name, caption
):
    watch(record_of(game, 4), 0)
    expect(screen.get_by_role("button", name=f"Next {name}")).to_be_visible()
    screen.keyboard.press("Shift+ArrowRight")
    expect(screen.locator("[data-caption]")).to_have_text(re.compile(caption))
    first = screen.locator("[data-slider]").input_value()
    screen.keyboard.press("Shift+ArrowRight")
    screen.keyboard.press("Shift+ArrowLeft")
    expect(screen.locator("[data-slider]")).to_have_value(first)


def test_convoy_marks_n_and_s_at_their_seats(watch, screen):
    record = record_of("convoy", 5)
    _, north, south = events(record)[step_of(record, "compass")]
    watch(record, step_of(record, "compass"))
    names = screen.locator("[data-scene] .seat-name")
    expect(names.nth(north)).to_contain_text(f"Nbot{north}")
    expect(names.nth(south)).to_contain_text(f"Sbot{south}")
    expect(screen.locator("[data-scene] .corner")).to_have_count(2)


def test_a_discard_lies_on_top_of_the_pile_until_it_is_taken(watch, screen):
    record = record_of("convoy", 4)
    taking = step_of(record, "take")
    _, seat, card = events(record)[taking]
    watch(record, taking - 1)
    before = screen.locator("[data-scene] .stock-count", has_text="pile").text_content()
    assert codes(screen, "pile")[-1] == card
    watch(record, taking)
    after = screen.locator("[data-scene] .stock-count", has_text="pile").text_content()
    assert int(before.split()[1]) - int(after.split()[1]) == 1
    expect(line(screen, seat)).to_have_text("takes from the pile")


def test_an_offered_card_is_seen_by_its_player_alone(watch, screen):
    record = record_of("convoy", 4)
    step = step_of(record, "offer")
    _, seat, opposite, card = events(record)[step]
    for perspective, shown in ((seat, card), (opposite, "?"), ("spectator", "?")):
        watch(record, step, perspective=perspective)
        assert codes(screen, "offered") == [shown]


def test_an_exchange_leaves_as_many_cards_in_every_hand(watch, screen):
    record = record_of("convoy", 4)
    step = step_of(record, "exchange")
    for perspective in ("everything", "spectator", 0, 1):
        watch(record, step - 2, perspective=perspective)
        before = cards(screen, "hand").count()
        watch(record, step, perspective=perspective)
        assert cards(screen, "hand").count() == before


def test_a_declaration_lies_open_before_its_seat(watch, screen):
    record = record_of("convoy", 4)
    step = step_of(record, "declare")
    _, seat, combinations, points = events(record)[step]
    watch(record, step, perspective="spectator")
    declared = [code for combination in combinations for code in combination.split("+")]
    assert codes(screen, "open") == declared
    expect(line(screen, seat)).to_have_text(f"declares {points} points")
    watch(record, step + 1)
    expect(line(screen, seat)).to_contain_text(f"{points} declared")


def test_the_show_down_turns_every_hand_up_and_counts_it(watch, screen):
    record = record_of("convoy", 4)
    *_, held, declared, times, penalties, points = events(record)[step_of(record, "show", -1)]
    assert (held + declared) * times - penalties == points
    watch(record, step_of(record, "show", -1), perspective="spectator")
    assert "?" not in codes(screen, "hand")
    seat = events(record)[step_of(record, "show", -1)][1]
    expect(line(screen, seat)).to_contain_text(f"− {penalties} = {points}")
    watch(record, step_of(record, "pool"))
    _, north, south, _, half = events(record)[step_of(record, "pool")]
    for partner in (north, south):
        expect(line(screen, partner)).to_have_text(f"half of the pool: {half}")


def test_patrols_stand_in_columns_with_higher_numbers_above(watch, screen):
    record = record_of("boy-scouts", 4)
    watch(record, step_of(record, "lay", -1))
    laid = dict(zip(codes(screen, "laid"), boxes(screen, ".card-in-laid"), strict=True))
    assert len(laid) > 10
    for card, box in laid.items():
        for other, its_box in laid.items():
            same_patrol = card[0] == other[0]
            assert (abs(box["left"] - its_box["left"]) < 1) == same_patrol
            if int(card[1:]) > int(other[1:]):
                assert box["top"] < its_box["top"]


def test_the_starting_number_is_told(watch, screen):
    record = record_of("boy-scouts", 4)
    first = step_of(record, "lay")
    watch(record, first)
    number = events(record)[first][2][1:]
    expect(screen.locator("[data-scene] .start-number")).to_contain_text(number)
    expect(screen.locator("[data-middle]")).to_contain_text(f"starting number {number}")
    [line] = boxes(screen, ".start-number")
    [card] = boxes(screen, ".card-in-laid")
    assert card["top"] < line["top"] < card["bottom"]


def test_a_fine_moves_counters_at_once(watch, screen):
    record = record_of("boy-scouts", 4, variant="counters")
    step = step_of(record, "false_pass")
    _, seat, fine = events(record)[step]
    watch(record, step)
    expect(line(screen, seat)).to_have_text(f"false pass: pays {fine} to each")

    def counters(position: int) -> list[int]:
        watch(record, position)
        column = screen.locator("[data-seats] td[data-label=Points]")
        return [int(text) for text in column.all_inner_texts()]

    before, after = counters(step - 1), counters(step)
    assert after[seat] == before[seat] - 3 * fine
    assert sum(after) == sum(before) == 400


def test_the_counters_at_the_end_of_a_deal_are_those_of_its_payments(watch, screen):
    record = record_of("boy-scouts", 4, variant="counters")
    watch(record, step_of(record, "score") - 1)
    column = screen.locator("[data-seats] td[data-label=Points]")
    assert [int(text) for text in column.all_inner_texts()] == record["totals"]


def test_the_upturned_card_lies_beside_the_stock_until_it_is_won(watch, screen):
    record = record_of("dan-dare", 3)
    step = step_of(record, "upturn", 1)
    watch(record, step)
    assert codes(screen, "upturned") == [events(record)[step][1]]
    words = screen.locator("[data-scene] .stock-count")
    expect(words.nth(1)).to_have_text("2 out")
    claim = step_of(record, "claim", 1)
    watch(record, claim)
    assert cards(screen, "upturned").count() == 0
    assert events(record)[claim][2] in codes(screen, "hand")


def test_cards_won_are_counted_by_colour_before_each_seat(watch, screen):
    record = record_of("david-and-goliath", 4)
    step = step_of(record, "prize")
    _, seat, card = events(record)[step]
    watch(record, step)
    assert screen.locator("[data-scene] .won-ranks").all_text_contents() == [card[1:]]
    expect(line(screen, seat)).to_contain_text("low card")
    watch(record, step_of(record, "score") - 1)
    column = screen.locator("[data-seats] td[data-label=Points]")
    assert [int(text) for text in column.all_inner_texts()] == record["totals"]


def test_a_name_for_a_convoy_card_is_in_the_captions(watch, screen):
    record = record_of("convoy", 4)
    step = step_of(record, "discard")
    record["deals"][0]["events"][step][2] = "MI"
    watch(record, step)
    expect(screen.locator("[data-caption]")).to_contain_text("discards Mine")


def test_a_known_kind_with_other_fields_is_told_in_words(watch, screen):
    record = record_of("dan-dare", 2)
    record["kinds"]["claim"] = {**record["kinds"]["claim"], "fields": ["seat", "throne"]}
    watch(record, step_of(record, "claim"))
    expect(screen.locator("[data-caption]")).not_to_be_empty()
    assert cards(screen, "upturned").count() == 1


def test_a_long_convoy_match_weighs_less_than_100_kb_and_seeks_in_less_than_50_ms(watch, screen):
    record = record_of("convoy", 8, deals=16)
    assert len(events(record)) > 10_000
    assert len(records.packed(record).read()) < 100_000
    watch(record, 0)
    session = screen.context.new_cdp_session(screen)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def seconds_of_work() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        parts = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
        return sum(metric["value"] for metric in metrics if metric["name"] in parts)

    seeks, before = 20, seconds_of_work()
    screen.locator("[data-slider]").evaluate(
        """async (slider, seeks) => {
          for (let i = 1; i <= seeks; i += 1) {
            slider.value = Math.floor(((i * 0.618) % 1) * slider.max);
            slider.dispatchEvent(new Event("input", { bubbles: true }));
            await new Promise(requestAnimationFrame);
          }
        }""",
        seeks,
    )
    assert (seconds_of_work() - before) / seeks < 0.050
