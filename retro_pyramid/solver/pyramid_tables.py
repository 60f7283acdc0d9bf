"""Memo tables about one dealt pyramid of a pair game: the results of removals, and a test for dead states."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from retro_pyramid.cards import CARD_RANKS, KING, Card
from retro_pyramid.rules.geometry import SLOT_COUNT, blocking_mask, exposed_slots_in, remove_exposed, slots_in
from retro_pyramid.solver.search.pairs import build_rank_mask

LOW_RANKS = range(1, KING // 2 + 1)
"""The lower rank of each rank class, two ranks that total thirteen: from Ace (with Queen) to 6 (with 7)."""


class RemovalResults(NamedTuple):
    """The pyramids that removals lead to. Kings that become exposed are removed as well."""

    after_pairs: list[int]
    """The pyramid after each removal of two pyramid cards."""
    after_partner_rank: list[list[int]]
    """For each rank, the pyramid after each removal of one pyramid card together with a card of that rank from elsewhere."""


class PyramidTables:
    """Tables about 28 cards as dealt. They are filled on demand, by pyramid; a pyramid is a mask of slots."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.ranks = tuple(CARD_RANKS[card] for card in cards)
        self.class_masks = tuple(build_rank_mask(self.ranks, low, KING - low) for low in LOW_RANKS)
        """For each rank class the mask of the slots that hold a card of the class."""
        self._king_mask = build_rank_mask(self.ranks, KING)
        self.clearable_caches: tuple[dict[int, bool], ...] = tuple({} for _ in LOW_RANKS)
        """For each rank class the cached answers of `is_class_clearable`."""
        self._removal_results: dict[int, RemovalResults] = {}

    def remove_exposed_kings(self, pyramid: int) -> int:
        """Return a pyramid without its exposed Kings and those that their removal exposes."""
        return remove_exposed(pyramid, self._king_mask)

    def find_removal_results(self, pyramid: int) -> RemovalResults:
        """Return the pyramids that the removals from a pyramid lead to. It must have no exposed Kings."""
        results = self._removal_results.get(pyramid)
        if results is None:
            results = self._removal_results[pyramid] = RemovalResults([], [[] for _ in range(KING + 1)])
            exposed = exposed_slots_in(pyramid)
            for next_index, first in enumerate(exposed, 1):
                partner = KING - self.ranks[first]
                results.after_partner_rank[partner].append(self.remove_exposed_kings(pyramid ^ 1 << first))
                results.after_pairs.extend(
                    self.remove_exposed_kings(pyramid ^ 1 << first ^ 1 << second)
                    for second in exposed[next_index:]
                    if self.ranks[second] == partner
                )
        return results

    def is_clearable(self, pyramid: int, low_counts: Sequence[int]) -> bool:
        """Return whether each card of a pyramid can be matched to a partner of its own that it does not cover.

        `low_counts` has, for each of LOW_RANKS, the number of cards of that rank in stock and waste. Cards are only
        removed in pairs, so the counts of the partner ranks follow. If the answer is False, the pyramid can never be
        cleared; if it is True, clearing it may be possible.
        """
        return all(
            self.is_class_clearable(class_index, pyramid, count)
            for class_index, count in enumerate(low_counts)
        )

    def is_class_clearable(self, class_index: int, pyramid: int, low_count: int) -> bool:
        """Return the same for one rank class, with `low_count` cards of its lower rank in stock and waste."""
        key = low_count << SLOT_COUNT | pyramid & self.class_masks[class_index]
        is_clearable = self.clearable_caches[class_index].get(key)
        if is_clearable is None:
            members = slots_in(pyramid & self.class_masks[class_index])
            lows = [slot for slot in members if self.ranks[slot] == class_index + 1]
            highs = [slot for slot in members if self.ranks[slot] != class_index + 1]
            is_clearable = _can_match(lows, highs, low_count, low_count + len(lows) - len(highs))
            self.clearable_caches[class_index][key] = is_clearable
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
        if not (blocking_mask(first) >> high & 1 or blocking_mask(high) >> first & 1)
    )


@lru_cache(maxsize=8)
def get_pyramid_tables(cards: tuple[Card, ...]) -> PyramidTables:
    """Return the tables of a dealt pyramid. The last 8 are cached."""
    return PyramidTables(cards)
