import pytest

from retro_pyramid.cards import deal
from retro_pyramid.rules import (
    MOVES_BY_TEXT,
    InvalidMoveError,
    exposed_slots,
    initial_state,
    is_exposed,
    parse_move,
    rules_for,
)
from retro_pyramid.rules.geometry import (
    FULL_PYRAMID,
    covering_slots,
    exposed_slots_in,
    parse_slot,
    row_of,
    slot_name,
)


def test_positions_are_rows_and_columns_from_the_apex_each_covered_by_the_two_below_it() -> None:
    names = [slot_name(index) for index in range(28)]
    assert names == [f"{row}{column}" for row in range(1, 8) for column in range(1, row + 1)]
    assert [parse_slot(name) for name in names] == list(range(28))
    assert [row_of(index) for index in range(28)] == [int(name[0]) for name in names]
    for index, name in enumerate(names):
        row, column = int(name[0]), int(name[1])
        below = [] if row == 7 else [f"{row + 1}{column}", f"{row + 1}{column + 1}"]
        assert [slot_name(place) for place in covering_slots(index)] == below


@pytest.mark.parametrize("text", ["", "1", "00", "12", "81", "78", "7a", "711", "７１"])
def test_unknown_position_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no position: expected row and column from 11 to 77"):
        parse_slot(text)


def test_a_card_opens_when_both_covering_cards_are_gone() -> None:
    state = initial_state(rules_for("em"), deal(61))
    six = parse_slot("61")
    left, right = (1 << index for index in covering_slots(six))
    for gone, opened in ((0, False), (left, False), (right, False), (left | right, True), (1 << six, False)):
        assert is_exposed(state._replace(pyramid=FULL_PYRAMID & ~gone), six) is opened
    opens = exposed_slots(state._replace(pyramid=FULL_PYRAMID & ~left & ~right))
    assert [slot_name(index) for index in opens] == ["61", "73", "74", "75", "76", "77"]
    assert (exposed_slots_in(1), exposed_slots_in(0)) == ((0,), ())


def test_move_notation_both_ways() -> None:
    assert len(MOVES_BY_TEXT) == 28 + 28 * 27 // 2 + 2 * 28 + 6
    for text, move in MOVES_BY_TEXT.items():
        assert parse_move(text) == move
        assert move.text == str(move) == text
    assert len(set(MOVES_BY_TEXT.values())) == len(MOVES_BY_TEXT)


@pytest.mark.parametrize(
    "text", ["", "d", "71+71", "7 1", "P+P", "W+W", "P+71", "71+74+75", "78", "71+", "+71", "RR"]
)
def test_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="is no move: expected"):
        parse_move(text)


def test_pair_in_the_wrong_order_is_told_the_right_one() -> None:
    for wrong, right in (("74+71", "71+74"), ("P+66", "66+P"), ("W+P", "P+W")):
        with pytest.raises(InvalidMoveError, match=f"expected {right}".replace("+", r"\+")):
            parse_move(wrong)
