"""The Rules record: everything in which the rules of editions differ, as values and functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from retro_pyramid.cards import RANK, Card
from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.state import State


class Matching(NamedTuple):
    """What goes together, and how it is taken.

    `takes` gives the legal moves that take cards, `why_not` the reason that one is refused (None if legal), `take` the
    state after one. `partners[rank]` are the ranks that go with a rank, in the order in which they are named; [0] is for
    no card. The ranks in `alone` go without a partner.
    """

    takes: Callable[[Rules, State], list[Move]]
    why_not: Callable[[Rules, State, Move], str | None]
    take: Callable[[Rules, State, Move], State]
    partners: tuple[tuple[int, ...], ...]
    alone: frozenset[int] = frozenset()
    builds: bool = False
    """One card goes on the waste, which is the discard pile: its cards are gone and are never counted as left."""
    makes: str = "a pair"
    misfit: str = "{} and {} do not go together"
    """Why two cards do not; the third value is the total of their ranks."""
    alone_because: str = ""
    """Why a card goes alone, as in `is 13 and `."""

    def fits(self, card: Card, other: Card) -> bool:
        """Say whether two cards go together; where cards are built, whether the first goes on the other."""
        return RANK[card] in self.partners[RANK[other]]

    def goes_alone(self, card: Card | None) -> bool:
        """Say whether a card, if there is one, goes without a partner."""
        return card is not None and RANK[card] in self.alone


class Rules(NamedTuple):
    """The rules of one edition with its options chosen; frozen and hashable.

    `chosen` is every option with its value, as pairs. `redeals` None means no limit. `scoring` gives the total after a
    move (see scoring.py); None means the game has no score. Points that a scoring does not use stay 0.
    """

    edition: str
    chosen: tuple[tuple[str, str], ...]
    matching: Matching
    won: Callable[[State], bool]
    scoring: Callable[[Rules, int, State, Move | None, State], int] | None

    opening_draws: int = 0
    """Cards turned from the stock to the waste before the first move, free."""
    draw_count: int = 1
    redeals: int | None = 0
    stock_top_playable: bool = False
    waste_pairs: bool = False
    """The top two waste cards may go together (WW)."""
    auto_match: bool = False
    """A drawn card that pairs with the top of the waste is discarded with it at once."""
    judged_by_score: bool = False
    """A deal is judged by the best score there is in it, not by whether it can be won."""
    hides_covered: bool = False
    """Only open cards are shown face up; legality and points are the same."""

    row_points: tuple[int, ...] = (0,) * 7
    """Points for a pyramid card by its row, apex first."""
    streak_bonus: int = 0
    """Points the third card in a streak adds, the fourth twice as many, and so on."""
    clear_bonus: int = 0
    draw_cost: int = 0
    redeal_cost: int = 0
    par_points: tuple[int, ...] = ()
    """Par points for a pyramid cleared in the first, second, third pass."""
    freest: tuple[tuple[str, str], ...] = ()
    """The options that a player may change in mid-game, each with the value that allows most. With these values a deal is
    judged winnable or not."""

    @property
    def options(self) -> dict[str, str]:
        return dict(self.chosen)

    @property
    def tag(self) -> str:
        """The edition and its options as one line, which stands for the rule set in files: `odm level=1`."""
        return " ".join([self.edition, *(f"{name}={value}" for name, value in self.chosen)])
