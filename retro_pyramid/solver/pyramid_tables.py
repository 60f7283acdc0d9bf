"""Tables about the pyramid of one deal in the pair games: what removals lead to, and a test for dead states."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from retro_pyramid.cards import KING, RANK, Card
from retro_pyramid.rules.geometry import POSITIONS, below, open_in, positions_in, without_open
from retro_pyramid.solver.search.pairs import mask_of

LOW_RANKS = range(1, KING // 2 + 1)
"""The lower rank of each pair that totals thirteen: Ace with Queen to 6 with 7."""


class Removals(NamedTuple):
    """The pyramids after removals and open Kings: `pairs` of its own cards, `with_rank[r]` with another of rank r."""

    pairs: list[int]
    with_rank: list[list[int]]


class Layout:
    """The 28 cards as dealt. Its tables fill as it is asked about pyramids, given as masks of positions."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.ranks = tuple(RANK[card] for card in cards)
        self.masks = tuple(mask_of(self.ranks, low, KING - low) for low in LOW_RANKS)
        """For each of LOW_RANKS the mask of positions with a card of that rank or its partner's."""
        self._kings = mask_of(self.ranks, KING)
        self.verdicts: tuple[dict[int, bool], ...] = tuple({} for _ in LOW_RANKS)
        self._removals: dict[int, Removals] = {}

    def without_kings(self, pyramid: int) -> int:
        return without_open(pyramid, self._kings)

    def removals(self, pyramid: int) -> Removals:
        """Return what the pairs that can be taken from a pyramid lead to; it is to have no open Kings."""
        found = self._removals.get(pyramid)
        if found is None:
            found = self._removals[pyramid] = Removals([], [[] for _ in range(KING + 1)])
            opens = open_in(pyramid)
            for at, first in enumerate(opens, 1):
                partner = KING - self.ranks[first]
                found.with_rank[partner].append(self.without_kings(pyramid ^ 1 << first))
                found.pairs.extend(
                    self.without_kings(pyramid ^ 1 << first ^ 1 << second)
                    for second in opens[at:]
                    if self.ranks[second] == partner
                )
        return found

    def clearable(self, pyramid: int, lows: Sequence[int]) -> bool:
        """Say whether every card of a pyramid can still be matched to a partner of its own that it does not cover.

        `lows` is how many cards of each of LOW_RANKS are in stock and waste. Cards only go in pairs, so the numbers
        of the partners' ranks follow. With False the pyramid can never be cleared; with True it may be possible.
        """
        return all(self.pair_clearable(group, pyramid, low) for group, low in enumerate(lows))

    def pair_clearable(self, group: int, pyramid: int, low: int) -> bool:
        """Say the same of one of the six pairs of ranks, where `low` cards of the lower are in stock and waste."""
        key = low << POSITIONS | pyramid & self.masks[group]
        verdict = self.verdicts[group].get(key)
        if verdict is None:
            members = positions_in(pyramid & self.masks[group])
            lows = [index for index in members if self.ranks[index] == group + 1]
            highs = [index for index in members if self.ranks[index] != group + 1]
            verdict = _matched(lows, highs, low, low + len(lows) - len(highs))
            self.verdicts[group][key] = verdict
        return verdict


def _matched(lows: list[int], highs: list[int], spare_lows: int, spare_highs: int) -> bool:
    """Say whether the pyramid cards of two ranks can be matched to each other or to spare cards outside."""
    if not lows:
        return len(highs) <= spare_lows
    first, *others = lows
    if spare_highs > 0 and _matched(others, highs, spare_lows, spare_highs - 1):
        return True
    return any(
        _matched(others, [index for index in highs if index != high], spare_lows, spare_highs)
        for high in highs
        if not (below(first) >> high & 1 or below(high) >> first & 1)
    )


@lru_cache(maxsize=8)
def layout_of(cards: tuple[Card, ...]) -> Layout:
    """Return the tables of a layout; those of the last 8 are kept."""
    return Layout(cards)
