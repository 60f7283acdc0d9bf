"""What a deal was worth at best, shown after its game. Not in the originals."""

from __future__ import annotations

from typing import Literal, NamedTuple

from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State, pyramid_empty
from retro_pyramid.solver.oracle import find
from retro_pyramid.solver.thinking import Thought

Verdict = Literal["winnable", "only clearable", "neither", "not known"]


class Worth(NamedTuple):
    """A deal's worth: the verdict, odm's exact best score (None elsewhere), and a line of play that proves it."""

    verdict: Verdict
    best: int | None
    moves: list[Move]


def weigh(rules: Rules, state: State) -> Thought[Worth]:
    """Find out what the game from a position on, usually a deal's opening, is worth at best.

    `rules` are to be those that the deal is judged by, `judged(rules)`.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> from retro_pyramid.solver.thinking import Thinking
    >>> rules = rules_for("odm")
    >>> thinking = Thinking(weigh(rules, start(rules, deal(61))))
    >>> thinking.step(10_000), thinking.answer[:2]
    (True, ('neither', 735))
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
