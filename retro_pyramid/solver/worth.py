"""What a deal was worth, told when its game is over: the truth that the originals never told."""

from __future__ import annotations

from typing import Literal, NamedTuple

from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State, pyramid_empty
from retro_pyramid.solver.oracle import find
from retro_pyramid.solver.thinking import Thinking, Thought

Verdict = Literal["winnable", "only clearable", "neither", "not known"]
_SLICES = 10_000


class Worth(NamedTuple):
    """A deal's worth: the verdict, odm's exact best score (None elsewhere), and a line of play that proves it."""

    verdict: Verdict
    best: int | None
    moves: list[Move]


def weigh(rules: Rules, state: State) -> Thought[Worth]:
    """Think about what the game from a position on, usually a deal's opening, was worth at best.

    A deal is to be asked about under the rules it is judged by, `judged(rules)`.
    """
    won = yield from find(rules, state)
    assert won is not None
    if won.verdict == "won" or won.best is not None:
        return Worth("winnable" if won.verdict == "won" else "neither", won.best, list(won.line))
    if rules.won is pyramid_empty:
        return Worth("not known" if won.verdict is None else "neither", None, [])
    cleared = yield from find(rules, state, "cleared")
    assert cleared is not None
    if cleared.verdict == "lost":
        return Worth("neither", None, [])
    known = won.verdict is not None and cleared.verdict is not None
    return Worth("only clearable" if known else "not known", None, list(cleared.line))


def worth(rules: Rules, state: State) -> Worth:
    """Return what the game from a position on was worth at best, thought through at once.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("odm")
    >>> worth(rules, start(rules, deal(61)))[:2]
    ('neither', 735)
    """
    thinking = Thinking(weigh(rules, state))
    while not thinking.step(_SLICES):
        pass
    assert thinking.answer is not None
    return thinking.answer
