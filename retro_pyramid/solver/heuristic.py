"""Heuristic hints and automatic play from the visible cards only."""

from collections.abc import Callable, Generator, Sequence
from typing import NamedTuple

from retro_pyramid.cards import RANK
from retro_pyramid.rules import DRAW, REDEAL, Move, Rules, legal_moves, row_of, status
from retro_pyramid.rules.build_match import BUILDING
from retro_pyramid.rules.geometry import open_in
from retro_pyramid.rules.pair_match import PAIRING
from retro_pyramid.rules.ruleset import Matching
from retro_pyramid.rules.transcript import Entry
from retro_pyramid.solver.incremental_task import Thinking, Thought
from retro_pyramid.solver.observation import View, view_of
from retro_pyramid.solver.pyramid_tables import LOW_RANKS, layout_of

Rating = tuple[int, ...]
"""The value of a removal; ratings compare as tuples, and the highest one is the hint."""

# The limit of positions examined for streaks; beyond it a streak counts as far as it was followed. Dealt games need dozens.
_MAX_STREAK_POSITIONS = 1500
_STREAK_SLICE = 50
"""The number of positions examined for streaks in one slice, about a tenth of a millisecond."""
_SIMILAR_POINTS = 50
"""Streaks that differ by fewer points than this count as equally good."""


def hint(rules: Rules, view: View) -> Thought[Move]:
    """Find the removal with the highest rating. The result is None if there is no removal or the rules are not supported.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("odm")
    >>> thinking = Thinking(hint(rules, view_of(rules, start(rules, deal(61)))))
    >>> thinking.step(100), str(thinking.answer)
    (True, '75')
    """
    removals = [move for move in visible_moves(rules, view) if move not in (DRAW, REDEAL)]
    if not rates(rules):
        return None
    rated_moves = yield from _rated(rules, view, removals)
    return rated_moves[0][1] if rated_moves else None


def choose(rules: Rules, view: View) -> Thought[Move]:
    """Find a good move, including draw and redeal. The result is None if the game is over or the rules are not supported.

    While the stock can still be redealt, the player draws instead of making two kinds of removal: one after which the
    pyramid cannot be cleared, and one that removes no card from the pyramid.
    """
    moves = yield from choices(rules, view)
    return moves[0] if moves else None


def choices(rules: Rules, view: View) -> Generator[int, None, list[Move]]:
    """Find the move of `find_best_move` first, then the moves that count as equally good; [] if there is none.

    In a pair game moves are equally good if the most important parts of their ratings are equal. In odm they are equally
    good if their streaks differ by few points.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("odm")
    >>> thinking = Thinking(choices(rules, view_of(rules, start(rules, deal(0)))))
    >>> thinking.step(100), [str(move) for move in thinking.answer]
    (True, ['77', '72'])
    """
    moves = visible_moves(rules, view) if rates(rules) else []
    # With unlimited redeals there is always a legal move. Once all cards have been seen, the status reveals nothing.
    if not moves or (not view.unseen and status(rules, view.filled(())) != "playing"):
        return []
    stock_move = moves.pop() if moves[-1] in (DRAW, REDEAL) else None
    rated_moves = yield from _rated(rules, view, moves)
    are_equal = _POLICIES[rules.matching].are_equal
    best = [move for rating, move in rated_moves if are_equal(rated_moves[0][0], rating)]
    if stock_move and (rules.redeals is not None or view.pass_number == 1):
        best = [move for move in best if not _should_wait(rules, view, move)]
    return best or ([stock_move] if stock_move else [])


def fair_hint(rules: Rules, history: Sequence[Entry]) -> Thinking[Move]:
    """Create the task that finds a hint for the last position of a history."""
    return Thinking(hint(rules, view_of(rules, history[-1].state)))


def fair_play(rules: Rules, history: Sequence[Entry]) -> Thinking[Move]:
    """Create the task that finds a move for the last position of a history."""
    return Thinking(choose(rules, view_of(rules, history[-1].state)))


def rates(rules: Rules) -> bool:
    """Return whether this module can rate moves under these rules."""
    return rules.matching in _POLICIES


def visible_moves(rules: Rules, view: View) -> list[Move]:
    """Return the legal moves. They do not depend on the hidden cards, so any order of those gives the same result."""
    return legal_moves(rules, view.filled(view.unseen))


def _rated(
    rules: Rules, view: View, moves: Sequence[Move]
) -> Generator[int, None, list[tuple[Rating, Move]]]:
    """Rate removals. Return (rating, move) pairs, best first; moves with equal ratings keep their order."""
    ratings = yield from _POLICIES[rules.matching].rate(rules, view, moves)
    return sorted(zip(ratings, moves, strict=True), key=lambda rated_move: rated_move[0], reverse=True)


# Pair games


def _rate_pairs(_rules: Rules, view: View, moves: Sequence[Move]) -> Generator[int, None, list[Rating]]:
    yield 1
    ratings: list[Rating] = []
    for move in moves:
        newly_exposed = (
            len(open_in(_pyramid_after(view, move))) + len(move.positions) - len(open_in(view.pyramid))
        )
        is_safe = stays_clearable(view, move)
        ratings.append((_takes_one_card(move), is_safe, len(move.positions), newly_exposed, move.waste))
    return ratings


def stays_clearable(view: View, move: Move) -> bool:
    """Return whether after a move each card still has a partner that it does not cover. If not, the game is lost.

    For pair editions only.
    """
    pack = [*view.unseen, *(card for card in view.stock if card is not None), *view.waste]
    used = (*view.stock[: move.stock], *view.waste[len(view.waste) - move.waste :])
    ranks = [RANK[card] for card in pack if card not in used]
    return layout_of(view.filled(view.unseen).layout).clearable(
        _pyramid_after(view, move), [ranks.count(low) for low in LOW_RANKS]
    )


def _should_wait(rules: Rules, view: View, move: Move) -> bool:
    """Return whether drawing is better than this move of a pair game: see `find_best_move`."""
    if rules.matching.builds or not view.pyramid or _takes_one_card(move):
        return False
    return stays_clearable(view, DRAW) and not (move.positions and stays_clearable(view, move))


def _pyramid_after(view: View, move: Move) -> int:
    return view.pyramid & ~sum([1 << slot for slot in move.positions])


def _takes_one_card(move: Move) -> bool:
    return len(move.positions) + move.stock + move.waste == 1


# The building game


def _rate_builds(rules: Rules, view: View, moves: Sequence[Move]) -> Generator[int, None, list[Rating]]:
    cache: dict[tuple[int, int], int] = {}
    ratings: list[Rating] = []
    for move in moves:
        points = yield from _rate_streak(rules, view, cache, view.pyramid, move.positions[0], view.streak + 1)
        ratings.append((points,))
    return ratings


def _rate_streak(
    rules: Rules, view: View, cache: dict[tuple[int, int], int], pyramid: int, slot: int, length: int
) -> Generator[int, None, int]:
    """Find the most points of a streak that continues with this card as its `length`-th. A hidden card ends the streak.

    Points are multiples of ten. The last digit is the number of cards that are exposed at the end. `cache` maps
    (pyramid, slot) to results.
    """
    result = cache.get((pyramid, slot))
    if result is not None:
        return result
    card = view.layout[slot]
    remaining = pyramid ^ 1 << slot
    points = rules.row_points[row_of(slot) - 1] + rules.streak_bonus * max(0, length - 2)
    exposed = open_in(remaining)
    best = len(exposed) if remaining else rules.clear_bonus
    if card is not None and len(cache) < _MAX_STREAK_POSITIONS:
        partners = rules.matching.partners[RANK[card]]
        for next_slot in exposed:
            next_card = view.layout[next_slot]
            if next_card is not None and RANK[next_card] in partners:
                best = max(
                    best, (yield from _rate_streak(rules, view, cache, remaining, next_slot, length + 1))
                )
    cache[pyramid, slot] = points + best
    if len(cache) % _STREAK_SLICE == 0:
        yield _STREAK_SLICE
    return points + best


class _RatingPolicy(NamedTuple):
    """How the removals of one kind of game are rated."""

    rate: Callable[[Rules, View, Sequence[Move]], Generator[int, None, list[Rating]]]
    """Return the ratings of the moves, in their order."""
    are_equal: Callable[[Rating, Rating], bool]
    """Return whether a rating (second argument) counts as good as the best one (first argument)."""


_POLICIES: dict[Matching, _RatingPolicy] = {
    PAIRING: _RatingPolicy(_rate_pairs, lambda best, rating: best[:2] == rating[:2]),
    BUILDING: _RatingPolicy(_rate_builds, lambda best, rating: best[0] - rating[0] < _SIMILAR_POINTS),
}
