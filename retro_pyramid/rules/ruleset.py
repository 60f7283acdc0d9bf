"""`Rules`, the rule set of an edition with its options, and `MatchRule`, which cards can be removed together.

A rule set holds everything that differs between editions, as values and functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from retro_pyramid.cards import CARD_RANKS, Card
from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.state import State


class MatchRule(NamedTuple):
    """Which cards can be removed together, and how a removal changes the state."""

    find_removals: Callable[[Rules, State], list[Move]]
    """Returns the legal moves that remove cards."""
    illegal_reason: Callable[[Rules, State, Move], str | None]
    """Returns why such a move is illegal, as a phrase for the player, or None if it is legal."""
    remove: Callable[[Rules, State, Move], State]
    """Returns the state after a legal removal."""
    partners: tuple[tuple[int, ...], ...]
    """For each rank the ranks that match it, in the order in which messages name them. Index 0, for no card, is empty."""
    singles: frozenset[int] = frozenset()
    """The ranks that are removed without a partner."""
    builds_on_waste: bool = False
    """One card moves to the waste, which is the discard pile. Its cards are gone and never counted as left."""
    sum_text: str = "a pair"
    """What two matching cards make, as messages put it."""
    mismatch_text: str = "{} and {} do not go together"
    """Why two cards do not match: a format string for the two cards and the total of their ranks."""
    single_note: str = ""
    """Why a card is removed alone, as in `is 13 and `."""

    def matches(self, card: Card, other: Card) -> bool:
        """Return whether two cards match. With `builds_on_waste`: whether the first can be put on the second."""
        return CARD_RANKS[card] in self.partners[CARD_RANKS[other]]

    def is_single(self, card: Card | None) -> bool:
        """Return whether a card is removed without a partner. False for None."""
        return card is not None and CARD_RANKS[card] in self.singles


class Rules(NamedTuple):
    """The rules of one edition with its options; immutable and hashable. Points that `scoring` does not use are 0."""

    edition: str
    """The id of the edition."""
    option_values: tuple[tuple[str, str], ...]
    """Each option of the edition as a pair of name and value."""
    match_rule: MatchRule
    """Which cards can be removed together."""
    is_won: Callable[[State], bool]
    """Returns whether a state is won."""
    scoring: Callable[[Rules, int, State, Move | None, State], int] | None
    """Returns the score after a move from the rules, the score before it, the state before it, the move and the state after
    it. The move None stands for the start of the game. None if the edition keeps no score."""

    opening_draws: int = 0
    """The number of cards turned from the stock to the waste before the first move, at no cost."""
    draw_count: int = 1
    """The number of cards that a draw turns."""
    max_redeals: int | None = 0
    """The number of redeals allowed, or None for no limit."""
    stock_top_playable: bool = False
    """The top card of the stock is face up and can be removed."""
    allows_waste_pairs: bool = False
    """The top two waste cards can be removed together (WW)."""
    auto_match: bool = False
    """A drawn card that matches the top of the waste is discarded together with it at once."""
    optimises_score: bool = False
    """The value of a deal is the best score possible in it, not whether it can be won."""
    hides_covered: bool = False
    """Only exposed cards are shown face up. Legal moves and points are the same."""

    row_points: tuple[int, ...] = (0,) * 7
    """The points for a pyramid card by its row, apex first."""
    streak_bonus: int = 0
    """The points that the third card of a streak adds. The fourth adds twice as many, and so on."""
    clear_bonus: int = 0
    """The points for clearing the pyramid."""
    draw_cost: int = 0
    """The points that a draw costs."""
    redeal_cost: int = 0
    """The points that a redeal costs."""
    par_points: tuple[int, ...] = ()
    """The par points for clearing the pyramid in the first, second, third pass. Empty if the edition has no par score."""
    permissive_options: tuple[tuple[str, str], ...] = ()
    """The options that a player can change during a game, each with its most permissive value. With these values the
    solver decides whether a deal can be won."""

    @property
    def options(self) -> dict[str, str]:
        """The options of the edition, value by name."""
        return dict(self.option_values)

    @property
    def id(self) -> str:
        """The edition and its options on one line, such as `odm level=1`. Files identify the rule set by it."""
        return " ".join([self.edition, *(f"{name}={value}" for name, value in self.option_values)])
