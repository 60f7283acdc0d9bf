"""One pyramid for the pair editions: what comes open when cards go, and whether all of it can still go."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from retro_pyramid.cards import KING, RANK, Card
from retro_pyramid.rules.pyramid import POSITIONS, coverers, open_in

LOW_RANKS = range(1, KING // 2 + 1)
"""The lower rank of each pair that totals thirteen: Ace with Queen to 6 with 7."""


def _cover_sets() -> tuple[int, ...]:
    """For each position the mask of all that must go before it."""
    sets = [0] * POSITIONS
    for index in reversed(range(POSITIONS)):
        for cover in coverers(index):
            sets[index] |= sets[cover] | 1 << cover
    return tuple(sets)


_ABOVE = _cover_sets()


class Removals(NamedTuple):
    """The pyramids that removals from one pyramid lead to, Kings that come open gone too.

    `pairs` by two of its own cards; `with_rank[r]` by one of its cards and one of rank r from elsewhere.
    """

    pairs: list[int]
    with_rank: list[list[int]]


class Layout:
    """The 28 cards as dealt, with tables that fill as pyramids of it are asked about."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.ranks = tuple(RANK[card] for card in cards)
        self.masks = tuple(
            sum(1 << index for index, rank in enumerate(self.ranks) if rank in (low, KING - low))
            for low in LOW_RANKS
        )
        """For each pair of ranks the positions that hold one of them."""
        self.verdicts: tuple[dict[int, bool], ...] = tuple({} for _ in LOW_RANKS)
        self._removals: dict[int, Removals] = {}

    def without_kings(self, pyramid: int) -> int:
        """Return what is left when open Kings go, and those that come open by it: they cost nothing."""
        kings = 1
        while kings:
            kings = sum([1 << index for index in open_in(pyramid) if self.ranks[index] == KING])
            pyramid ^= kings
        return pyramid

    def removals(self, pyramid: int) -> Removals:
        """Return what pairs make of a pyramid without open Kings."""
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
        """Say whether every card of a pyramid can still find a partner that it does not cover, each its own.

        `lows` is how many cards of each of LOW_RANKS stock and waste hold. The cards that are gone went in pairs,
        so the number of their partners follows. False is certain, True only a hope.
        """
        return all(self.pair_clearable(group, pyramid, low) for group, low in enumerate(lows))

    def pair_clearable(self, group: int, pyramid: int, low: int) -> bool:
        """Say the same of one of the six pairs of ranks."""
        key = low << POSITIONS | pyramid & self.masks[group]
        verdict = self.verdicts[group].get(key)
        if verdict is None:
            members = positions_in(pyramid & self.masks[group])
            lows = [index for index in members if self.ranks[index] == group + 1]
            highs = [index for index in members if self.ranks[index] != group + 1]
            verdict = _matched(lows, highs, low, low + len(lows) - len(highs))
            self.verdicts[group][key] = verdict
        return verdict


def positions_in(mask: int) -> list[int]:
    """Return the positions of a mask, open or covered."""
    return [index for index in range(POSITIONS) if mask >> index & 1]


def _matched(lows: list[int], highs: list[int], spare_lows: int, spare_highs: int) -> bool:
    """Say whether pyramid cards of two ranks find partners among each other and the spare cards elsewhere."""
    if not lows:
        return len(highs) <= spare_lows
    first, *others = lows
    if spare_highs > 0 and _matched(others, highs, spare_lows, spare_highs - 1):
        return True
    return any(
        _matched(others, [index for index in highs if index != high], spare_lows, spare_highs)
        for high in highs
        if not (_ABOVE[first] >> high & 1 or _ABOVE[high] >> first & 1)
    )


@lru_cache(maxsize=8)
def layout_of(cards: tuple[Card, ...]) -> Layout:
    """Return the tables of a layout, kept for the games being played."""
    return Layout(cards)
