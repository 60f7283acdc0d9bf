"""odm: its points and its ends, played out on deals made for the purpose."""

from itertools import pairwise
from typing import Any

import pytest

from retro_pyramid.cards import deal, parse_card
from retro_pyramid.formats.detect import MAX_CANONICAL_SCORE
from retro_pyramid.rules import (
    IllegalMoveError,
    apply_move,
    initial_state,
    legal_moves,
    parse_move,
    parse_slot,
    status,
)
from retro_pyramid.rules.editions import max_points_score, rules_for
from retro_pyramid.session import Session

# From the bottom right corner up to the apex: each card is open when its turn comes.
UPWARDS = [f"{row}{column}" for row in range(7, 0, -1) for column in range(row, 0, -1)]


def ladder(moves: list[str]) -> list[int]:
    """A deal in which these moves build one endless ladder of ranks, A 2 3 ... K A and on."""
    run = [suit * 13 + rank for suit in range(4) for rank in range(13)]
    first, rest = run[0], iter(run[1:])
    placed: dict[int, int] = {}
    drawn = [first]
    for move in moves:
        if move == "D":
            drawn.append(next(rest))
        else:
            placed[parse_slot(move)] = next(rest)
    layout = [placed[index] if index in placed else next(rest) for index in range(28)]
    return [*layout, *drawn, *rest]


def played(level: str, moves: list[str]) -> Session:
    session = Session(rules_for("odm", {"level": level}), ladder(moves))
    for move in moves:
        session.play_move(parse_move(move))
    return session


ROWS = [10] * 7 + [20] * 6 + [30] * 5 + [40] * 4 + [50] * 3 + [60] * 2 + [70]


def gains(session: Session) -> list[int]:
    scores = [entry.score or 0 for entry in session.history]
    return [now - before for before, now in pairwise(scores)]


@pytest.mark.parametrize(("level", "most"), [("1", 4850), ("2", 5500)])
def test_rows_streaks_draws_and_the_bonus_for_clearing(level: str, most: int) -> None:
    # Level 2 doubles from the third row on, but not the streak.
    rows = [*ROWS[:13], *(int(level) * points for points in ROWS[13:])]
    # One unbroken streak is the highest score: its third card adds ten, the fourth twenty.
    session = played(level, UPWARDS)
    streak = [0, *range(0, 270, 10)]
    assert gains(session) == [
        *map(sum, zip(rows[:-1], streak[:-1], strict=True)),
        rows[-1] + streak[-1] + 500,
    ]
    assert (session.score, session.status, session.legal_moves()) == (most, "won", [])
    # A draw costs five and ends the streak: of pairs with a draw between them the rows alone count.
    session = played(level, [step for at in range(0, 28, 2) for step in (*UPWARDS[at : at + 2], "D")][:-1])
    assert [gain for gain in gains(session) if gain > 0] == [*rows[:-1], rows[-1] + 500]
    assert gains(session).count(-5) == 13
    session = played(level, [*UPWARDS[:3], "D", *UPWARDS[3:6]])
    assert (gains(session), session.state.streak) == ([10, 10, 20, -5, 10, 10, 20], 3)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"row_points": (7, 6, 5, 4, 3, 2, 1)},
        {"streak_bonus": 3},
        {"clear_bonus": 1000},
        {"draw_cost": 50},
    ],
    ids=str,
)
@pytest.mark.parametrize("level", ["1", "2"])
def test_the_maximum_score_is_that_of_one_unbroken_streak(level: str, changes: dict[str, Any]) -> None:
    rules = rules_for("odm", {"level": level})._replace(**changes)
    session = Session(rules, ladder(UPWARDS))
    for move in UPWARDS:
        session.play_move(parse_move(move))
    assert max_points_score(rules) == session.score


def test_the_board_of_scores_accepts_what_its_rules_allow_and_no_more() -> None:
    best = max(played(level, UPWARDS).score or 0 for level in ("1", "2"))
    assert best == MAX_CANONICAL_SCORE


def test_one_card_is_turned_free_and_23_draws_remain_below_zero() -> None:
    session = Session(rules_for("odm"), deal(61))
    assert (len(session.state.stock), len(session.state.waste), session.score) == (23, 1, 0)
    for _ in range(23):
        session.play_move(parse_move("D"))
    assert session.score == -115
    with pytest.raises(IllegalMoveError, match="no card is left to draw"):
        session.play_move(parse_move("D"))


def test_only_neighbours_go_on_the_discard_and_ace_and_king_are_neighbours() -> None:
    rules = rules_for("odm")
    bottom = [parse_card(text) for text in ("Kc", "Qc", "2d", "As", "3h", "Ad", "2h")]
    others = [card for card in range(52) if card not in bottom]
    state = initial_state(rules, [*others[:21], *bottom, *others[21:]])

    def on(top: str) -> list[str]:
        return [str(move) for move in legal_moves(rules, state._replace(waste=(parse_card(top),)))]

    assert on("Ah") == ["71", "73", "77", "D"]
    assert on("Ks") == ["72", "74", "76", "D"]
    assert on("7s") == ["D"]


def test_refusals_give_the_reason() -> None:
    rules = rules_for("odm")
    state = initial_state(rules, deal(61))  # bottom row 5d 2d Ks Qc 6h Qs Jd, discard 7h
    for text, reason in {
        "71": "only a 6 or an 8 goes on a 7",
        "61": "the card at 61 is covered",
        "71+72": "cards go from the pyramid to the discard pile one at a time",
        "P": "cards go from the pyramid to the discard pile one at a time",
        "R": "there is no redeal",
    }.items():
        with pytest.raises(IllegalMoveError) as error:
            apply_move(rules, state, parse_move(text))
        assert str(error.value) == reason
    after = apply_move(rules, state, parse_move("75"))
    with pytest.raises(IllegalMoveError, match=r"^the card at 75 is gone$"):
        apply_move(rules, after, parse_move("75"))


def test_stuck_when_nothing_is_playable_and_the_deck_is_empty() -> None:
    rules = rules_for("odm")
    state = initial_state(rules, deal(61))._replace(stock=())
    assert status(rules, state) == "playing"
    assert status(rules, state._replace(waste=(parse_card("8s"),))) == "stuck"
