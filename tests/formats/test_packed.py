"""Packed games: every game comes back as it was, the longest is short enough for a link, and broken ones get one line."""

import string
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retro_pyramid.cards import deal
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.native.game_code import (
    MAX_GAME_CODE_LENGTH,
    decode_game_code,
    encode_game_code,
    is_game_code,
)
from retro_pyramid.rules import DRAW, REDEAL, Move, apply_move, initial_state, legal_moves, status
from retro_pyramid.rules.editions import ALL_RULES
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.transcript import Transcript
from tests.rules.vectors import GAMES, name_of, transcript_of

IN_A_LINK = 400
RULES = st.sampled_from(ALL_RULES)
NUMBERS = st.integers(0, 0xFFFFFFFF)
KEY = string.ascii_letters + string.digits + "-_."


def some_game(rules: Rules, number: int, choices: list[int], typed: bool = False) -> Transcript:
    cards = deal(number)
    state, moves = initial_state(rules, cards), []
    for choice in choices:
        legal = legal_moves(rules, state)
        if not legal:
            break
        moves.append(legal[choice % len(legal)])
        state = apply_move(rules, state, moves[-1])
    return Transcript(rules.edition, rules.options, None if typed else number, cards, tuple(moves))


@settings(max_examples=40)
@given(RULES, NUMBERS, st.lists(st.integers(0, 60), max_size=120), st.booleans())
def test_every_game_comes_back_as_it_was(rules: Rules, number: int, choices: list[int], typed: bool) -> None:
    game = some_game(rules, number, choices, typed)
    packed = encode_game_code(game)
    assert decode_game_code(packed) == game
    assert is_game_code(packed)
    assert set(packed) <= set(KEY), "it stands in a link as it is"
    assert len(packed) <= IN_A_LINK


@pytest.mark.parametrize("row", GAMES, ids=name_of)
def test_recorded_games_come_back_and_are_short(row: dict[str, object]) -> None:
    game = transcript_of(row)
    assert decode_game_code(encode_game_code(game)) == game._replace(notes=())
    assert len(encode_game_code(game)) <= IN_A_LINK


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.id)
def test_the_longest_game_of_sense_fits_in_a_link(rules: Rules) -> None:
    """Every card is drawn in every pass before one is taken, and with endless redeals one is taken a pass."""
    for number in range(5):
        cards, moves = deal(number), list[Move]()
        state = initial_state(rules, cards)
        turned = True
        while status(rules, state) == "playing":
            legal = legal_moves(rules, state)
            takes = [move for move in legal if move not in (DRAW, REDEAL)]
            idle = [move for move in legal if move in (DRAW, REDEAL)]
            moves.append(takes[-1] if takes and (turned or not idle) else idle[0])
            turned = moves[-1] == REDEAL or (moves[-1] == DRAW and turned and not takes)
            state = apply_move(rules, state, moves[-1])
        game = Transcript(rules.edition, rules.options, None, cards, tuple(moves))
        assert decode_game_code(encode_game_code(game)) == game
        assert len(f"?watch={encode_game_code(game)}") <= IN_A_LINK


GOOD = encode_game_code(some_game(ALL_RULES[0], 61, [0] * 30))


TEXTS = st.one_of(
    st.text(max_size=60),
    st.builds(lambda rules, rest: f"{rules.edition}.{rest}", RULES, st.text(KEY, max_size=80)),
    st.builds(
        lambda at, char: GOOD[:at] + char + GOOD[at + 1 :], st.integers(0, len(GOOD)), st.sampled_from(KEY)
    ),
)


@settings(max_examples=60)
@given(TEXTS)
def test_any_other_text_is_refused_in_one_line(text: str) -> None:
    said = ""
    try:
        game = decode_game_code(text)
        assert decode_game_code(encode_game_code(game)) == game
    except FormatError as error:
        said = str(error)
    assert "\n" not in said
    # Twenty characters of the text at most, each of which may be spelled out in ten.
    assert len(said) < 60 + 10 * 24


def test_a_link_that_lost_its_end_or_a_character_is_refused() -> None:
    for at, was in enumerate(GOOD):
        for text in (GOOD[:at], GOOD[:at] + ("B" if was != "B" else "C") + GOOD[at + 1 :]):
            with pytest.raises(FormatError):
                decode_game_code(text)


def signed(text: str) -> str:
    """Return a text with the check it would need: the one of all that is not refused as a change."""
    letters = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
    for a, b in product(letters, letters):
        try:
            decode_game_code(text + a + b)
        except FormatError as error:
            if "lost or changed" in str(error):
                continue
        return text + a + b
    raise AssertionError(f"no check fits {text}")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("odm.3.61.", "the options of odm"),
        ("odm.61.", "the options of odm"),
        ("em.1.61.", "the options of em"),
        ("odm.1.4294967296.", "deal number"),
        ("odm.1.c" + "_" * 38 + ".", "52 cards"),
        ("odm.1.61.A_", "nothing after its last move"),
    ],
)
def test_what_is_well_signed_and_wrong_is_refused(text: str, why: str) -> None:
    with pytest.raises(FormatError, match=why):
        decode_game_code(signed(text))


def test_a_text_of_any_length_is_refused_before_it_is_read() -> None:
    with pytest.raises(FormatError):
        decode_game_code("odm.1.61." + "_" * MAX_GAME_CODE_LENGTH)
    with pytest.raises(FormatError):
        decode_game_code(signed("windows.draw3.61." + "_" * (MAX_GAME_CODE_LENGTH - 60)))


def test_a_game_without_moves_is_short() -> None:
    assert len(encode_game_code(some_game(ALL_RULES[0], 61, []))) == len("odm.1.61.??")
