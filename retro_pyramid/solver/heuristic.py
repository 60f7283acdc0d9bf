"""Heuristic hints and automatic play from the visible cards only."""

from collections.abc import Callable, Generator, Sequence
from typing import NamedTuple

from retro_pyramid.cards import CARD_RANKS
from retro_pyramid.rules import DRAW, REDEAL, Move, Rules, legal_moves, row_of, status
from retro_pyramid.rules.build_match import BUILD_MATCH
from retro_pyramid.rules.geometry import exposed_slots_in
from retro_pyramid.rules.pair_match import PAIR_MATCH
from retro_pyramid.rules.ruleset import MatchRule
from retro_pyramid.rules.transcript import HistoryEntry
from retro_pyramid.solver.incremental_task import IncrementalTask, Work
from retro_pyramid.solver.observation import Observation, observe
from retro_pyramid.solver.pyramid_tables import LOW_RANKS, get_pyramid_tables

Rating = tuple[int, ...]
"""The value of a removal; ratings compare as tuples, and the highest one is the hint."""

# The limit of positions examined for streaks; beyond it a streak counts as far as it was followed. Dealt games need dozens.
_MAX_STREAK_POSITIONS = 1500
_STREAK_SLICE = 50
"""The number of positions examined for streaks in one slice, about a tenth of a millisecond."""
_SIMILAR_POINTS = 50
"""Streaks that differ by fewer points than this count as equally good."""


def find_best_removal(rules: Rules, observation: Observation) -> Work[Move]:
    """Find the removal with the highest rating. The result is None if there is no removal or the rules are not supported.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, initial_state
    >>> rules = rules_for("odm")
    >>> task = IncrementalTask(find_best_removal(rules, observe(rules, initial_state(rules, deal(61)))))
    >>> task.run_slice(100), str(task.result)
    (True, '75')
    """
    removals = [move for move in list_legal_moves(rules, observation) if move not in (DRAW, REDEAL)]
    if not supports(rules):
        return None
    rated_moves = yield from _rate_moves(rules, observation, removals)
    return rated_moves[0][1] if rated_moves else None


def find_best_move(rules: Rules, observation: Observation) -> Work[Move]:
    """Find a good move, including draw and redeal. The result is None if the game is over or the rules are not supported.

    While the stock can still be redealt, the player draws instead of making two kinds of removal: one after which the
    pyramid cannot be cleared, and one that removes no card from the pyramid.
    """
    moves = yield from find_best_moves(rules, observation)
    return moves[0] if moves else None


def find_best_moves(rules: Rules, observation: Observation) -> Generator[int, None, list[Move]]:
    """Find the move of `find_best_move` first, then the moves that count as equally good; [] if there is none.

    In a pair game moves are equally good if the most important parts of their ratings are equal. In odm they are equally
    good if their streaks differ by few points.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, initial_state
    >>> rules = rules_for("odm")
    >>> task = IncrementalTask(find_best_moves(rules, observe(rules, initial_state(rules, deal(0)))))
    >>> task.run_slice(100), [str(move) for move in task.result]
    (True, ['77', '72'])
    """
    moves = list_legal_moves(rules, observation) if supports(rules) else []
    # With unlimited redeals there is always a legal move. Once all cards have been seen, the status reveals nothing.
    if not moves or (not observation.hidden and status(rules, observation.to_state(())) != "playing"):
        return []
    stock_move = moves.pop() if moves[-1] in (DRAW, REDEAL) else None
    rated_moves = yield from _rate_moves(rules, observation, moves)
    are_equal = _POLICIES[rules.match_rule].are_equal
    best = [move for rating, move in rated_moves if are_equal(rated_moves[0][0], rating)]
    if stock_move and (rules.max_redeals is not None or observation.pass_number == 1):
        best = [move for move in best if not _should_wait(rules, observation, move)]
    return best or ([stock_move] if stock_move else [])


def create_hint_task(rules: Rules, history: Sequence[HistoryEntry]) -> IncrementalTask[Move]:
    """Create the task that finds a hint for the last position of a history."""
    return IncrementalTask(find_best_removal(rules, observe(rules, history[-1].state)))


def create_move_task(rules: Rules, history: Sequence[HistoryEntry]) -> IncrementalTask[Move]:
    """Create the task that finds a move for the last position of a history."""
    return IncrementalTask(find_best_move(rules, observe(rules, history[-1].state)))


def supports(rules: Rules) -> bool:
    """Return whether this module can rate moves under these rules."""
    return rules.match_rule in _POLICIES


def list_legal_moves(rules: Rules, observation: Observation) -> list[Move]:
    """Return the legal moves. They do not depend on the hidden cards, so any order of those gives the same result."""
    return legal_moves(rules, observation.to_state(observation.hidden))


def _rate_moves(
    rules: Rules, observation: Observation, moves: Sequence[Move]
) -> Generator[int, None, list[tuple[Rating, Move]]]:
    """Rate removals. Return (rating, move) pairs, best first; moves with equal ratings keep their order."""
    ratings = yield from _POLICIES[rules.match_rule].rate(rules, observation, moves)
    return sorted(zip(ratings, moves, strict=True), key=lambda rated_move: rated_move[0], reverse=True)


# Pair games


def _rate_pairs(
    _rules: Rules, observation: Observation, moves: Sequence[Move]
) -> Generator[int, None, list[Rating]]:
    yield 1
    ratings: list[Rating] = []
    for move in moves:
        newly_exposed = (
            len(exposed_slots_in(_pyramid_after(observation, move)))
            + len(move.slots)
            - len(exposed_slots_in(observation.pyramid))
        )
        is_safe = keeps_pyramid_clearable(observation, move)
        ratings.append((_takes_one_card(move), is_safe, len(move.slots), newly_exposed, move.waste_count))
    return ratings


def keeps_pyramid_clearable(observation: Observation, move: Move) -> bool:
    """Return whether after a move each card still has a partner that it does not cover. If not, the game is lost.

    For pair editions only.
    """
    pack = [
        *observation.hidden,
        *(card for card in observation.stock if card is not None),
        *observation.waste,
    ]
    used = (
        *observation.stock[: move.stock_count],
        *observation.waste[len(observation.waste) - move.waste_count :],
    )
    ranks = [CARD_RANKS[card] for card in pack if card not in used]
    return get_pyramid_tables(observation.to_state(observation.hidden).pyramid_cards).is_clearable(
        _pyramid_after(observation, move), [ranks.count(low) for low in LOW_RANKS]
    )


def _should_wait(rules: Rules, observation: Observation, move: Move) -> bool:
    """Return whether drawing is better than this move of a pair game: see `find_best_move`."""
    if rules.match_rule.builds_on_waste or not observation.pyramid or _takes_one_card(move):
        return False
    return keeps_pyramid_clearable(observation, DRAW) and not (
        move.slots and keeps_pyramid_clearable(observation, move)
    )


def _pyramid_after(observation: Observation, move: Move) -> int:
    return observation.pyramid & ~sum([1 << slot for slot in move.slots])


def _takes_one_card(move: Move) -> bool:
    return len(move.slots) + move.stock_count + move.waste_count == 1


# The building game


def _rate_builds(
    rules: Rules, observation: Observation, moves: Sequence[Move]
) -> Generator[int, None, list[Rating]]:
    cache: dict[tuple[int, int], int] = {}
    ratings: list[Rating] = []
    for move in moves:
        points = yield from _rate_streak(
            rules, observation, cache, observation.pyramid, move.slots[0], observation.streak + 1
        )
        ratings.append((points,))
    return ratings


def _rate_streak(
    rules: Rules,
    observation: Observation,
    cache: dict[tuple[int, int], int],
    pyramid: int,
    slot: int,
    length: int,
) -> Generator[int, None, int]:
    """Find the most points of a streak that continues with this card as its `length`-th. A hidden card ends the streak.

    Points are multiples of ten. The last digit is the number of cards that are exposed at the end. `cache` maps
    (pyramid, slot) to results.
    """
    result = cache.get((pyramid, slot))
    if result is not None:
        return result
    card = observation.pyramid_cards[slot]
    remaining = pyramid ^ 1 << slot
    points = rules.row_points[row_of(slot) - 1] + rules.streak_bonus * max(0, length - 2)
    exposed = exposed_slots_in(remaining)
    best = len(exposed) if remaining else rules.clear_bonus
    if card is not None and len(cache) < _MAX_STREAK_POSITIONS:
        partners = rules.match_rule.partners[CARD_RANKS[card]]
        for next_slot in exposed:
            next_card = observation.pyramid_cards[next_slot]
            if next_card is not None and CARD_RANKS[next_card] in partners:
                best = max(
                    best,
                    (yield from _rate_streak(rules, observation, cache, remaining, next_slot, length + 1)),
                )
    cache[pyramid, slot] = points + best
    if len(cache) % _STREAK_SLICE == 0:
        yield _STREAK_SLICE
    return points + best


class _RatingPolicy(NamedTuple):
    """How the removals of one kind of game are rated."""

    rate: Callable[[Rules, Observation, Sequence[Move]], Generator[int, None, list[Rating]]]
    """Return the ratings of the moves, in their order."""
    are_equal: Callable[[Rating, Rating], bool]
    """Return whether a rating (second argument) counts as good as the best one (first argument)."""


_POLICIES: dict[MatchRule, _RatingPolicy] = {
    PAIR_MATCH: _RatingPolicy(_rate_pairs, lambda best, rating: best[:2] == rating[:2]),
    BUILD_MATCH: _RatingPolicy(_rate_builds, lambda best, rating: best[0] - rating[0] < _SIMILAR_POINTS),
}
