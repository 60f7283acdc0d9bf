"""A move in words, as a replay tells it: what went where, and what it was worth."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from retro_pyramid.cards import RANK, Card, a_rank, card_label, ordinal, rank_name
from retro_pyramid.resources import sections
from retro_pyramid.rules import DRAW, REDEAL, Move, Rules, State, status
from retro_pyramid.rules.transcript import Entry
from retro_pyramid.table.target_ids import taken
from retro_pyramid.ui.drawing import shortened

_POINTS = re.compile(r"(: \d+ points?|, \d+ off)$")
_ORDINALS = ("", *sections("table")["ordinals"][0])


def told(rules: Rules, history: Sequence[Entry]) -> str:
    """Return in words the last move of a game; empty at the opening."""
    *_, before, now = history[0], *history
    if now.move is None:
        return ""
    points = None if now.score is None or before.score is None else now.score - before.score
    return caption(rules, before.state, now.move, now.state, points)


def caption(rules: Rules, before: State, move: Move, after: State, points: int | None) -> str:
    """Return in plain words what a move did that led from `before` to `after`, on one line of the screen.

    `points` is what the score changed by, None in an edition without a score.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import parse_move, play, rules_for, start
    >>> rules = rules_for("odm")
    >>> opening = start(rules, deal(65))
    >>> drawn = play(rules, opening, DRAW)
    >>> caption(rules, opening, DRAW, drawn, -5)
    'A draw: 5 off'
    >>> played = play(rules, drawn, parse_move("76"))
    >>> caption(rules, drawn, parse_move("76"), played, 10)
    '3 on 4: 10 points'
    """
    streak = rules.streak_bonus * max(0, after.streak - 2)
    clears = bool(before.pyramid) and not after.pyramid
    cleared = _clear_points(rules, after) if clears else 0
    parts = [_told(rules, before, move, after, None if points is None else points - streak - cleared)]
    if streak:
        place = dict(enumerate(_ORDINALS)).get(after.streak) or ordinal(after.streak)
        parts.append(f"{place} in a row: {streak} extra")
    if clears:
        parts.append(f"Cleared: {cleared} extra" if cleared else "The pyramid is cleared")
    end = status(rules, after)
    if end == "stuck":
        parts.append("Nothing more goes")
    elif end == "won" and not clears:
        parts.append("All cards are gone")
    return ". ".join(parts)


def fit_caption(caption: str, slip: str, room: int) -> str:
    """Return a caption and, after it, what its move gave away in one line of at most `room` characters.

    Left out are, as far as need be, the sentences after the first, then the points of the first.

    >>> fit_caption("10 on Jack: 20 points. Fourth in a row: 20 extra", "It cost 90; better: a draw", 50)
    '10 on Jack: 20 points. It cost 90; better: a draw'
    """
    first, *others = caption.split(". ")
    while True:
        line = ". ".join(filter(None, (first, *others, slip)))
        if len(line) <= room:
            return line
        if others:
            others.pop(0)
        elif match := _POINTS.search(first):
            first = first[: match.start()]
        else:
            return ". ".join(filter(None, (shortened(first, room - len(slip) - 2), slip)))


def _told(rules: Rules, before: State, move: Move, after: State, points: int | None) -> str:
    """Return what the move itself did, with its points where there are any."""
    gone = [card for _, card in taken(before, after)]
    if move == REDEAL:
        cost = f", {-points} off" if points else ""
        return f"The waste is turned over for pass {after.pass_number}{cost}"
    if move == DRAW and not gone:
        if points:
            return f"A draw: {-points} off" + (", the streak ends" if before.streak > 1 else "")
        drawn = len(before.stock) - len(after.stock)
        top = rank_name(after.waste[-1])
        return f"A draw: {top}" if drawn == 1 else f"A draw of {drawn}: {top} on top"
    what = in_short(rules, before, move, after, rank_name)
    if len(gone) == 1 and not rules.matching.builds:
        what = f"A{a_rank(RANK[gone[0]])[1:]} goes alone"
    elif not rules.matching.builds:
        what = f"{what} make {rules.matching.makes}"
        if move == DRAW:
            what = f"A draw: {what} and go"
    return f"{what}: {points} point{'s' * (points != 1)}" if points else what


def in_short(
    rules: Rules, before: State, move: Move, after: State, name: Callable[[Card], str] = card_label
) -> str:
    """Return in two or three words which cards a move took, or that it drew.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import parse_move, play, rules_for, start
    >>> rules = rules_for("em")
    >>> opening = start(rules, deal(2))
    >>> [in_short(rules, opening, move, play(rules, opening, move)) for move in (DRAW, parse_move("71"))]
    ['a draw', 'K♣']
    """
    cards = sorted([card for _, card in taken(before, after)], key=lambda card: RANK[card])
    if not cards:
        return "a new pass" if move == REDEAL else "a draw"
    if rules.matching.builds:
        return f"{name(after.waste[-1])} on {name(before.waste[-1])}"
    return " and ".join(map(name, cards))


def _clear_points(rules: Rules, after: State) -> int:
    """Return what clearing the pyramid brings beside the cards themselves."""
    if rules.par_points and after.cleared_pass is not None:
        return rules.par_points[after.cleared_pass - 1]
    return rules.clear_bonus
