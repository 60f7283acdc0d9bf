"""Memo tables about one dealt pyramid of a pair game: the results of removals, and a test for dead states."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from retro_pyramid.cards import KING, RANK, Card
from retro_pyramid.rules.geometry import POSITIONS, below, open_in, positions_in, without_open
from retro_pyramid.solver.search.pairs import mask_of

LOW_RANKS = range(1, KING // 2 + 1)
"""The lower rank of each rank class, two ranks that total thirteen: from Ace (with Queen) to 6 (with 7)."""


class Removals(NamedTuple):
    """The pyramids that removals lead to. Kings that become exposed are removed as well."""

    pairs: list[int]
    """The pyramid after each removal of two pyramid cards."""
    with_rank: list[list[int]]
    """For each rank, the pyramid after each removal of one pyramid card together with a card of that rank from elsewhere."""


class Layout:
    """Tables about 28 cards as dealt. They are filled on demand, by pyramid; a pyramid is a mask of slots."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.ranks = tuple(RANK[card] for card in cards)
        self.masks = tuple(mask_of(self.ranks, low, KING - low) for low in LOW_RANKS)
        """For each rank class the mask of the slots that hold a card of the class."""
        self._king_mask = mask_of(self.ranks, KING)
        self.verdicts: tuple[dict[int, bool], ...] = tuple({} for _ in LOW_RANKS)
        """For each rank class the cached answers of `is_class_clearable`."""
        self._removal_results: dict[int, Removals] = {}

    def without_kings(self, pyramid: int) -> int:
        """Return a pyramid without its exposed Kings and those that their removal exposes."""
        return without_open(pyramid, self._king_mask)

    def removals(self, pyramid: int) -> Removals:
        """Return the pyramids that the removals from a pyramid lead to. It must have no exposed Kings."""
        results = self._removal_results.get(pyramid)
        if results is None:
            results = self._removal_results[pyramid] = Removals([], [[] for _ in range(KING + 1)])
            exposed = open_in(pyramid)
            for next_index, first in enumerate(exposed, 1):
                partner = KING - self.ranks[first]
                results.with_rank[partner].append(self.without_kings(pyramid ^ 1 << first))
                results.pairs.extend(
                    self.without_kings(pyramid ^ 1 << first ^ 1 << second)
                    for second in exposed[next_index:]
                    if self.ranks[second] == partner
                )
        return results

    def clearable(self, pyramid: int, lows: Sequence[int]) -> bool:
        """Return whether each card of a pyramid can be matched to a partner of its own that it does not cover.

        `low_counts` has, for each of LOW_RANKS, the number of cards of that rank in stock and waste. Cards are only
        removed in pairs, so the counts of the partner ranks follow. If the answer is False, the pyramid can never be
        cleared; if it is True, clearing it may be possible.
        """
        return all(self.pair_clearable(class_index, pyramid, count) for class_index, count in enumerate(lows))

    def pair_clearable(self, group: int, pyramid: int, low: int) -> bool:
        """Return the same for one rank class, with `low_count` cards of its lower rank in stock and waste."""
        key = low << POSITIONS | pyramid & self.masks[group]
        is_clearable = self.verdicts[group].get(key)
        if is_clearable is None:
            members = positions_in(pyramid & self.masks[group])
            lows = [slot for slot in members if self.ranks[slot] == group + 1]
            highs = [slot for slot in members if self.ranks[slot] != group + 1]
            is_clearable = _can_match(lows, highs, low, low + len(lows) - len(highs))
            self.verdicts[group][key] = is_clearable
        return is_clearable


def _can_match(lows: list[int], highs: list[int], spare_lows: int, spare_highs: int) -> bool:
    """Return whether the slots of two partner ranks can be matched to each other or to spare cards outside the pyramid."""
    if not lows:
        return len(highs) <= spare_lows
    first, *other_lows = lows
    if spare_highs > 0 and _can_match(other_lows, highs, spare_lows, spare_highs - 1):
        return True
    return any(
        _can_match(other_lows, [slot for slot in highs if slot != high], spare_lows, spare_highs)
        for high in highs
        if not (below(first) >> high & 1 or below(high) >> first & 1)
    )


@lru_cache(maxsize=8)
def layout_of(cards: tuple[Card, ...]) -> Layout:
    """Return the tables of a dealt pyramid. The last 8 are cached."""
    return Layout(cards)
