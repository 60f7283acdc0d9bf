"""What a gesture means, without a screen: the two manners of the tables, gesture by gesture."""

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.rules import DRAW, REDEAL, State, parse_move, play, rules_for, start
from retro_pyramid.rules.record import Rules
from retro_pyramid.screens.parts.motion import Drag
from retro_pyramid.screens.table.gesture import Back, Digit, Drop, Gesture, Grasp, Point, RightClick, Tap, Use
from retro_pyramid.screens.table.hand import Hand
from retro_pyramid.screens.table.intent import (
    Do,
    FlyBack,
    Manner,
    Order,
    Play,
    Position,
    Refuse,
    Select,
    intent,
)

ODM = Manner("select", waste="discard", end="the game is over: press Esc")
RELAXED = Manner(discard="foundation")
EM = Manner(stock_deals=False, wrong_card="clears", right_draws=True, numbers=True)


def position(edition: str, *moves: str, over: bool = False) -> Position:
    """Deal 61 after some moves."""
    rules: Rules = rules_for(edition)
    state: State = start(rules, deal(61))
    for move in moves:
        state = play(rules, state, parse_move(move))
    return Position(rules, state, over)


def card(name: str) -> Drag:
    return Drag(name, None, (0, 0), (0, 0), (0, 0), moved=True)


SELECTING: list[tuple[Hand, Gesture, object]] = [
    (Hand("card:71"), Grasp(card("card:75")), "card:75"),
    (Hand("card:75"), Tap("card:75", True), parse_move("75")),
    (Hand("card:75"), Tap("card:75", False), "card:75"),
    (Hand("card:75"), Use(), parse_move("75")),
    (Hand("stock"), Use(), DRAW),
    (Hand("card:71"), Point("stock"), "stock"),
    (Hand("stock"), Point("stock"), DRAW),
    (Hand("card:71"), Point("card:11"), "that card is covered"),
    (Hand("card:75"), Drop(card("card:75"), "discard"), parse_move("75")),
    (Hand("card:75"), Drop(card("card:75"), None), FlyBack),
    (Hand("card:75"), Point("button:new"), Order("button:new")),
    (Hand("card:75"), Back(), Do("leave")),
    (Hand("card:75"), RightClick(), None),
]


def meant(answer: object) -> object:
    """The part of an intent that the tables below name."""
    match answer:
        case Play(move):
            return move
        case Select(hand):
            return hand.picked or hand.focus
        case Refuse(reason):
            return reason
        case FlyBack():
            return FlyBack
    return answer


@pytest.mark.parametrize(("hand", "gesture", "expected"), SELECTING)
def test_a_click_selects_and_a_click_on_what_is_selected_plays(
    hand: Hand, gesture: Gesture, expected: object
) -> None:
    assert meant(intent(ODM, position("odm"), hand, gesture)) == expected


def test_a_game_that_is_over_plays_nothing() -> None:
    over = position("odm", over=True)
    assert meant(intent(ODM, over, Hand("card:75"), Use())) == "the game is over: press Esc"
    assert intent(RELAXED, position("relaxed", over=True), Hand(), Use()) == Order("button:go-on")


PAIRING: list[tuple[Manner, str, Hand, Gesture, object]] = [
    (RELAXED, "relaxed", Hand(), Tap("card:72", False), "card:72"),
    (RELAXED, "relaxed", Hand("card:72", picked="card:72"), Tap("card:72", False), "card:72"),
    (RELAXED, "relaxed", Hand("card:72", picked="card:72"), Tap("card:71", False), "card:71"),
    (RELAXED, "relaxed", Hand(), Point("stock"), DRAW),
    (RELAXED, "relaxed", Hand(), Point("card:11"), "that card is covered"),
    (RELAXED, "relaxed", Hand(), Point("waste"), "the waste is empty"),
    (RELAXED, "relaxed", Hand(picked="card:72"), Back(), "stock"),
    (RELAXED, "relaxed", Hand(), Drop(card("card:72"), None), FlyBack),
    (EM, "em", Hand(), RightClick(), DRAW),
    (EM, "em", Hand(), Point("stock"), "stock"),
    (EM, "em", Hand(row="7"), Digit("2"), "card:72"),
    (EM, "em", Hand(row="3"), Digit("9"), "row 3 has columns 1 to 3"),
    (EM, "em", Hand(), Point("button:hint"), Order("button:hint")),
]


@pytest.mark.parametrize(("manner", "edition", "hand", "gesture", "expected"), PAIRING)
def test_two_cards_are_picked_and_the_second_makes_the_move(
    manner: Manner, edition: str, hand: Hand, gesture: Gesture, expected: object
) -> None:
    assert meant(intent(manner, position(edition), hand, gesture)) == expected


def test_a_wrong_second_card_takes_the_selection_or_clears_it() -> None:
    takes = intent(RELAXED, position("relaxed"), Hand("card:71", picked="card:71"), Tap("card:72", False))
    assert isinstance(takes, Select)
    assert takes.hand.picked == "card:72"
    clears = intent(EM, position("em"), Hand("card:71", picked="card:71"), Tap("card:72", False))
    assert isinstance(clears, Refuse)
    assert clears.hand.picked is None


def test_an_empty_stock_turns_the_waste_over() -> None:
    empty = position("em", *["D"] * 24)
    assert meant(intent(EM, empty, Hand(), RightClick())) == REDEAL
