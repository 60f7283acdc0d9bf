"""Hints and automatic play by what can be seen, for each match rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from retro_pyramid.cards import KING, RANK
from retro_pyramid.rules import DRAW, REDEAL, Move, Rules, State, legal_moves, row_of, status
from retro_pyramid.rules.building import BUILDING
from retro_pyramid.rules.pairing import PAIRING
from retro_pyramid.rules.pyramid import open_in
from retro_pyramid.rules.record import Matching
from retro_pyramid.solver.layout import LOW_RANKS, layout_of
from retro_pyramid.solver.thinking import Thinking, Thought
from retro_pyramid.solver.view import View, view_of

Rating = Callable[[Move], tuple[int, ...]]
"""How good a removal is; the highest is the hint."""

# Positions a streak is followed through, about 5 ms; longer ones are cut and still compared.
_STREAK_POSITIONS = 1500


class Seen(Protocol):
    """An entry of a game's history; only its position counts here."""

    @property
    def state(self) -> State:
        """The position."""


def hint(rules: Rules, view: View) -> Move | None:
    """Return the best move that takes a card, None if there is none.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("odm")
    >>> str(hint(rules, view_of(rules, start(rules, deal(61)))))
    '75'
    """
    takes = [move for move in visible_moves(rules, view) if move not in (DRAW, REDEAL)]
    return max(takes, key=_RATINGS[rules.matching](rules, view)) if takes else None


def choose(rules: Rules, view: View) -> Move | None:
    """Return a good move, draw and redeal included; None when the game is over.

    A removal waits for a better one while the stock comes round, if it would end all hope for the pyramid or takes
    from the pack alone while the pyramid stands.
    """
    moves = visible_moves(rules, view)
    # Without a limit of redeals a move is always legal; once all cards are seen, status tells no secret.
    if not moves or (not view.unseen and status(rules, view.filled(())) != "playing"):
        return None
    best = hint(rules, view)
    turning = moves[-1] if moves[-1] in (DRAW, REDEAL) else None
    comes_round = rules.redeals is not None or view.pass_number == 1
    if best is None or (turning and comes_round and _waits(rules, view, best)):
        return turning
    return best


def fair_hint(rules: Rules, history: Sequence[Seen]) -> Thinking[Move]:
    """Return the thinking about a hint for the last position of a history."""
    return Thinking(_at_once(hint, rules, view_of(rules, history[-1].state)))


def fair_play(rules: Rules, history: Sequence[Seen]) -> Thinking[Move]:
    """Return the thinking about a move for the last position of a history."""
    return Thinking(_at_once(choose, rules, view_of(rules, history[-1].state)))


def visible_moves(rules: Rules, view: View) -> list[Move]:
    """Return the legal moves; no hidden card has a say in them, so any order of those will do."""
    return legal_moves(rules, view.filled(view.unseen))


def _at_once(think: Callable[[Rules, View], Move | None], rules: Rules, view: View) -> Thought[Move]:
    yield 1
    return think(rules, view)


# Pairs


def _pair_rating(_rules: Rules, view: View) -> Rating:
    def rate(move: Move) -> tuple[int, ...]:
        after = _after(view, move)
        opened = len(open_in(after)) + len(move.positions) - len(open_in(view.pyramid))
        alone = len(move.positions) + move.stock + move.waste == 1
        return (alone, keeps_hope(view, move), len(move.positions), opened, move.waste)

    return rate


def keeps_hope(view: View, move: Move) -> bool:
    """Say whether every pyramid card still has a partner it does not cover once a move of a pair edition is played.

    False is certain, True only a hope.
    """
    pack = [*view.unseen, *(card for card in view.stock if card is not None), *view.waste]
    used = (*view.stock[: move.stock], *view.waste[len(view.waste) - move.waste :])
    ranks = [RANK[card] for card in pack if card not in used]
    return layout_of(view.filled(view.unseen).layout).clearable(
        _after(view, move), [ranks.count(low) for low in LOW_RANKS]
    )


def _waits(rules: Rules, view: View, move: Move) -> bool:
    """Say whether a removal had better wait for another."""
    if rules.matching != PAIRING or not view.pyramid or len(move.positions) + move.stock + move.waste == 1:
        return False
    hope = keeps_hope(view, move)
    return keeps_hope(view, DRAW) and not (hope and move.positions)


def _after(view: View, move: Move) -> int:
    return view.pyramid & ~sum([1 << index for index in move.positions])


# Building


def _build_rating(rules: Rules, view: View) -> Rating:
    streaks = _Streaks(rules, view)
    return lambda move: (streaks.worth(view.pyramid, move.positions[0], view.streak + 1),)


class _Streaks:
    """What streaks are worth in points, as far as open eyes can follow them: a hidden card ends one."""

    def __init__(self, rules: Rules, view: View) -> None:
        self._rules = rules
        self._layout = view.layout
        self._known: dict[tuple[int, int], int] = {}

    def worth(self, pyramid: int, index: int, streak: int) -> int:
        """Return the points of the best streak that goes on by taking this card, as its `streak`-th.

        Every number of points is a multiple of ten; the units count the cards open at the end.
        """
        key = (pyramid, index)
        if key in self._known:
            return self._known[key]
        rules, card = self._rules, self._layout[index]
        left = pyramid ^ 1 << index
        points = rules.row_points[row_of(index) - 1] + rules.streak_bonus * max(0, streak - 2)
        opens = open_in(left)
        best = len(opens) if left else rules.clear_bonus
        if card is not None and len(self._known) < _STREAK_POSITIONS:
            for other in opens:
                following = self._layout[other]
                if following is not None and abs(RANK[following] - RANK[card]) in (1, KING - 1):
                    best = max(best, self.worth(left, other, streak + 1))
        self._known[key] = points + best
        return points + best


_RATINGS: dict[Matching, Callable[[Rules, View], Rating]] = {PAIRING: _pair_rating, BUILDING: _build_rating}
