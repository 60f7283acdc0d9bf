"""What a deal was worth, told when its game is over: the truth that the originals never told."""

from __future__ import annotations

from typing import Literal, NamedTuple

from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State
from retro_pyramid.solver.deals import solve_deal

Verdict = Literal["winnable", "only clearable", "neither", "not known"]


class Worth(NamedTuple):
    """A deal's worth: the verdict, odm's exact best score (None elsewhere), and a line of play that proves it."""

    verdict: Verdict
    best: int | None
    moves: list[Move]


def worth(rules: Rules, state: State) -> Worth:
    """Return what the game from a position on, usually a deal's opening, was worth at best.

    A deal is to be asked about under the rules it is judged by, `judged(rules)`.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("odm")
    >>> worth(rules, start(rules, deal(61)))[:2]
    ('neither', 735)
    """
    won = solve_deal(rules, state, "won")
    if won.winnable or won.best is not None:
        return Worth("winnable" if won.winnable else "neither", won.best, won.moves)
    if won.cleared is False:
        return Worth("neither", None, [])
    cleared = solve_deal(rules, state, "cleared")
    if cleared.cleared and won.winnable is False:
        return Worth("only clearable", None, cleared.moves)
    if cleared.cleared is False:
        return Worth("neither", None, [])
    return Worth("not known", None, cleared.moves)
