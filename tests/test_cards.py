import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retro_pyramid import cards as c
from retro_pyramid.cards import CardError, card_text, deal, deal_text, parse_card, parse_deal

REFERENCE = Path(__file__).parent / "reference"
RANDOM: list[dict[str, Any]] = json.loads((REFERENCE / "borland_random.json").read_text())["vectors"]
DEALS: dict[str, str] = json.loads((REFERENCE / "deals.json").read_text())


@pytest.mark.parametrize("row", RANDOM, ids=lambda row: f"seed{row['seed']}-n{row['n']}")
def test_generator_gives_the_numbers_of_turbo_pascal(row: dict[str, Any]) -> None:
    generator = c.BorlandRandom(row["seed"])
    assert [generator.randrange(row["n"]) for _ in row["values"]] == row["values"]


@pytest.mark.parametrize("number", DEALS)
def test_deal_number_means_these_cards(number: str) -> None:
    assert deal_text(deal(int(number))) == DEALS[number]
    assert parse_deal(DEALS[number]) == deal(int(number))


@given(st.integers(0, c.MAX_DEAL_NUMBER))
@settings(derandomize=True, deadline=None, max_examples=50)
def test_every_deal_is_the_whole_deck_and_reads_back(number: int) -> None:
    cards = deal(number)
    assert sorted(cards) == list(range(52))
    assert parse_deal(deal_text(cards)) == cards
    assert parse_deal(deal_text(cards).upper()) == cards


def test_cards_are_suit_by_suit_and_rank_by_rank() -> None:
    names = [card_text(card) for card in range(52)]
    assert names[:3] == ["Ac", "2c", "3c"]
    assert [names[13], names[26], names[39], names[51]] == ["Ad", "Ah", "As", "Ks"]
    for card, name in enumerate(names):
        assert parse_card(name) == parse_card(name.swapcase()) == card
        assert (c.suit_of(card), c.CARD_RANKS[card]) == (
            "cdhs".index(name[1]),
            "A23456789TJQK".index(name[0]) + 1,
        )


KIND = "expected a rank of A23456789TJQK and a suit of cdhs"
SIXTY_ONE = deal_text(deal(61))


@pytest.mark.parametrize(
    ("ask", "given", "problem"),
    [
        (parse_card, "", f"^'' is no card: {KIND}"),
        (parse_card, "T", f"^'T' is no card: {KIND}"),
        (parse_card, "10h", f"^'10h' is no card: {KIND}"),
        (parse_card, "1h", f"^'1h' is no card: {KIND}"),
        (parse_card, "Tx", f"^'Tx' is no card: {KIND}"),
        (parse_card, "dT", f"^'dT' is no card: {KIND}"),
        (parse_card, "Tdd", f"^'Tdd' is no card: {KIND}"),
        (parse_card, "ＴＤ", f"^'ＴＤ' is no card: {KIND}"),
        (parse_deal, SIXTY_ONE.replace("Kd", "7s"), "52 different cards: 7s doubled, Kd missing"),
        (parse_deal, deal_text(deal(61)[:-1]), "8c missing"),
        (parse_deal, f"{SIXTY_ONE} 7s", r"7s doubled$"),
        (parse_deal, f"{SIXTY_ONE} Xx", "'Xx' is no card"),
        (c.check_deal, [*range(51), 52], "52 is no card: expected a number from 0 to 51"),
        (deal, -1, "expected 0 to 4294967295"),
        (deal, c.MAX_DEAL_NUMBER + 1, "expected 0 to 4294967295"),
        (c.parse_deal_number, str(-1), "expected 0 to 4294967295"),
        (c.parse_deal_number, str(c.MAX_DEAL_NUMBER + 1), "expected 0 to 4294967295"),
        (c.parse_deal_number, "", "^.{,85}is no deal number.{,40}$"),
        (c.parse_deal_number, "+1", "^.{,85}is no deal number.{,40}$"),
        (c.parse_deal_number, "1.0", "^.{,85}is no deal number.{,40}$"),
        (c.parse_deal_number, "1e3", "^.{,85}is no deal number.{,40}$"),
        (c.parse_deal_number, "0x10", "^.{,85}is no deal number.{,40}$"),
        (c.parse_deal_number, " 1", "^.{,85}is no deal number.{,40}$"),
        (c.parse_deal_number, "1_000", "^.{,85}is no deal number.{,40}$"),
        (c.parse_deal_number, "²", "^.{,85}is no deal number.{,40}$"),
        (c.parse_deal_number, "٣", "^.{,85}is no deal number.{,40}$"),
        (c.parse_deal_number, "9" * 5000, "^.{,85}is no deal number.{,40}$"),
    ],
)
def test_what_is_no_card_no_deal_and_no_number_is_told_in_one_short_line(
    ask: Callable[[Any], object], given: object, problem: str
) -> None:
    with pytest.raises(CardError, match=problem):
        ask(given)


def test_deal_number_is_read_in_decimal_digits() -> None:
    assert [c.parse_deal_number(text) for text in ("0", "007", "4294967295")] == [0, 7, c.MAX_DEAL_NUMBER]
