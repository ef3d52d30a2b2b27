"""Options are read strictly."""

import pytest

from arena.games import find_game
from arena.options import Option, OptionError, complete

DAVY = find_game("davy-crockett")


@pytest.mark.parametrize(
    "value", [True, 6.0, "6", None, 0, 101, -1, [6], pytest.param(10**5000, id="huge")]
)
def test_deals_is_a_whole_number_from_1_to_100(value):
    with pytest.raises(OptionError, match="deals must be a whole number from 1 to 100"):
        DAVY.sit(4, {"deals": value}, shuffle_seed="s")


def test_an_option_that_the_game_does_not_have_is_an_error():
    with pytest.raises(OptionError, match="no option 'game' here; the options are deals"):
        DAVY.sit(4, {"game": 100}, shuffle_seed="s")


def test_options_must_be_an_object():
    with pytest.raises(OptionError, match="give an object"):
        DAVY.sit(4, ["deals"], shuffle_seed="s")


VARIED = (
    Option(name="variant", meaning="", default=lambda players: "base", choices=("base", "other")),
    Option(name="deals", meaning="", default=lambda players: 2 * players),
    Option(name="game", meaning="", default=lambda players: None, high=100_000, not_in=("other",)),
)


def test_defaults_may_depend_on_the_players_and_may_be_left_out():
    assert complete(None, options=VARIED, players=5) == {"variant": "base", "deals": 10}


def test_a_variant_may_lack_an_option():
    assert complete({"game": 500}, options=VARIED, players=3)["game"] == 500
    with pytest.raises(OptionError, match="variant other has no option game"):
        complete({"variant": "other", "game": 500}, options=VARIED, players=3)


def test_a_variant_may_be_left_out():
    options = (
        Option(name="variant", meaning="", default=lambda players: None, choices=("other",)),
        *VARIED[1:],
    )
    assert complete({"game": 500}, options=options, players=3) == {"deals": 6, "game": 500}
    with pytest.raises(OptionError, match="variant other has no option game"):
        complete({"variant": "other", "game": 500}, options=options, players=3)


def test_a_choice_is_one_of_its_words():
    with pytest.raises(OptionError, match="variant must be one of base, other, not 'bsae'"):
        complete({"variant": "bsae"}, options=VARIED, players=3)
