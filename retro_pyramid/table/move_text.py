"""Move text: describes what a move did and how the score changed, as in the captions of a replay."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from retro_pyramid.cards import CARD_RANKS, Card, card_label, format_ordinal, rank_name, rank_with_article
from retro_pyramid.resources import load_asset_sections
from retro_pyramid.rules import DRAW, REDEAL, Move, Rules, State, status
from retro_pyramid.rules.transcript import HistoryEntry
from retro_pyramid.table.target_ids import find_removed_cards
from retro_pyramid.ui.drawing import ellipsize

_POINTS_SUFFIX = re.compile(r"(: \d+ points?|, \d+ off)$")
_ORDINALS = ("", *load_asset_sections("table")["ordinals"][0])


def describe_last_move(rules: Rules, history: Sequence[HistoryEntry]) -> str:
    """Return the text of the last move of a game. Empty if no move was played."""
    *_, before, entry = history[0], *history
    if entry.move is None:
        return ""
    points = None if entry.score is None or before.score is None else entry.score - before.score
    return describe_move(rules, before.state, entry.move, entry.state, points)


def describe_move(
    rules: Rules, state_before: State, move: Move, state_after: State, score_change: int | None
) -> str:
    """Return a description of the move from `state_before` to `state_after`, on one line of the screen.

    `score_change` is None in an edition without a score.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import parse_move, apply_move, rules_for, initial_state
    >>> rules = rules_for("odm")
    >>> opening = initial_state(rules, deal(65))
    >>> drawn = apply_move(rules, opening, DRAW)
    >>> describe_move(rules, opening, DRAW, drawn, -5)
    'A draw: 5 off'
    >>> played = apply_move(rules, drawn, parse_move("76"))
    >>> describe_move(rules, drawn, parse_move("76"), played, 10)
    '3 on 4: 10 points'
    """
    streak = rules.streak_bonus * max(0, state_after.streak - 2)
    clears = bool(state_before.pyramid) and not state_after.pyramid
    cleared = _get_clear_bonus(rules, state_after) if clears else 0
    parts = [
        _describe_removal(
            rules,
            state_before,
            move,
            state_after,
            None if score_change is None else score_change - streak - cleared,
        )
    ]
    if streak:
        ordinal_text = dict(enumerate(_ORDINALS)).get(state_after.streak) or format_ordinal(
            state_after.streak
        )
        parts.append(f"{ordinal_text} in a row: {streak} extra")
    if clears:
        parts.append(f"Cleared: {cleared} extra" if cleared else "The pyramid is cleared")
    end = status(rules, state_after)
    if end == "stuck":
        parts.append("Nothing more goes")
    elif end == "won" and not clears:
        parts.append("All cards are gone")
    return ". ".join(parts)


def fit_caption(caption: str, mistake_text: str, width: int) -> str:
    """Return a caption followed by the text of the move's mistake, in one line of at most `width` characters.

    If it is too long, the sentences after the first are dropped, then the points of the first.

    >>> fit_caption("10 on Jack: 20 points. Fourth in a row: 20 extra", "It cost 90; better: a draw", 50)
    '10 on Jack: 20 points. It cost 90; better: a draw'
    """
    first, *more = caption.split(". ")
    while True:
        line = ". ".join(filter(None, (first, *more, mistake_text)))
        if len(line) <= width:
            return line
        if more:
            more.pop(0)
        elif match := _POINTS_SUFFIX.search(first):
            first = first[: match.start()]
        else:
            return ". ".join(filter(None, (ellipsize(first, width - len(mistake_text) - 2), mistake_text)))


def _describe_removal(rules: Rules, before: State, move: Move, after: State, points: int | None) -> str:
    """Return what the move itself did, with its points if there are any."""
    removed = [card for _, card in find_removed_cards(before, after)]
    if move == REDEAL:
        cost = f", {-points} off" if points else ""
        return f"The waste is turned over for pass {after.pass_number}{cost}"
    if move == DRAW and not removed:
        if points:
            return f"A draw: {-points} off" + (", the streak ends" if before.streak > 1 else "")
        drawn = len(before.stock) - len(after.stock)
        top = rank_name(after.waste[-1])
        return f"A draw: {top}" if drawn == 1 else f"A draw of {drawn}: {top} on top"
    text = describe_move_short(rules, before, move, after, rank_name)
    if len(removed) == 1 and not rules.match_rule.builds_on_waste:
        text = f"A{rank_with_article(CARD_RANKS[removed[0]])[1:]} goes alone"
    elif not rules.match_rule.builds_on_waste:
        text = f"{text} make {rules.match_rule.sum_text}"
        if move == DRAW:
            text = f"A draw: {text} and go"
    return f"{text}: {points} point{'s' * (points != 1)}" if points else text


def describe_move_short(
    rules: Rules,
    state_before: State,
    move: Move,
    state_after: State,
    format_card: Callable[[Card], str] = card_label,
) -> str:
    """Return in two or three words which cards a move removed, or that it drew.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import parse_move, apply_move, rules_for, initial_state
    >>> rules = rules_for("em")
    >>> opening = initial_state(rules, deal(2))
    >>> [describe_move_short(rules, opening, move, apply_move(rules, opening, move)) for move in (DRAW, parse_move("71"))]
    ['a draw', 'K♣']
    """
    cards = sorted(
        [card for _, card in find_removed_cards(state_before, state_after)], key=lambda card: CARD_RANKS[card]
    )
    if not cards:
        return "a new pass" if move == REDEAL else "a draw"
    if rules.match_rule.builds_on_waste:
        return f"{format_card(state_after.waste[-1])} on {format_card(state_before.waste[-1])}"
    return " and ".join(map(format_card, cards))


def _get_clear_bonus(rules: Rules, after: State) -> int:
    """Return the bonus for clearing the pyramid, without the points of the cards themselves."""
    if rules.par_points and after.cleared_pass is not None:
        return rules.par_points[after.cleared_pass - 1]
    return rules.clear_bonus
