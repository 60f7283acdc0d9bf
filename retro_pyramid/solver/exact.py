"""The exact solver: answers one question about a position with all cards known, in slices of bounded work or at once."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from retro_pyramid.cards import CARD_RANKS, CARDS_IN_DECK, KING, card_text, check_deal
from retro_pyramid.rules.game import IllegalMoveError, apply_move, initial_state
from retro_pyramid.rules.geometry import FULL_PYRAMID, SLOT_COUNT, covering_slots, slot_name, slots_in
from retro_pyramid.rules.moves import DRAW, PYRAMID_SINGLES, Move
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State, are_all_cards_removed, is_pyramid_cleared

if TYPE_CHECKING:
    from retro_pyramid.solver.search.build_search import BestScoreSearch
    from retro_pyramid.solver.search.cycles import CycleSearch
    from retro_pyramid.solver.search.shortest import ShortestSearch
    from retro_pyramid.solver.search.winning import WinSearch

T = TypeVar("T")
GOALS = ("won", "cleared")
"""The goals of a search: 'won' is the edition's own win condition, 'cleared' an empty pyramid."""
SLICE_NODES = 60
"""The number of nodes in a slice; they take well under 4 ms."""
MAX_NODES_WIN = 1_200_000
"""The number of nodes after which a search for a win gives up: it would soon need too much memory."""
MAX_NODES_SHORTEST = 220_000
"""The number of nodes after which a search for the fewest steps gives up: beyond it, it would need more than 300 MB."""
_SHORTEST_FIRST_NODES = 6_000
"""The number of nodes that a search for the fewest steps gets before a search for any win runs to its end. That search
proves a lost position sooner."""


class PositionError(ValueError):
    """A position that no game reaches, or a question that makes no sense for it. The message is one line."""


def supports_shortest(rules: Rules) -> bool:
    """Return whether the fewest steps can be computed under these rules."""
    from retro_pyramid.solver.search.shortest import ShortestSearch

    return ShortestSearch.supports(rules)


def select_search(rules: Rules, goal: str = "won") -> type[BestScoreSearch | CycleSearch | WinSearch] | None:
    """Return the search class that decides whether the goal can be reached, or None if none supports these rules."""
    # Lazy imports: the searches are loaded when the first question is asked.
    from retro_pyramid.solver.search.build_search import BestScoreSearch
    from retro_pyramid.solver.search.cycles import CycleSearch
    from retro_pyramid.solver.search.winning import WinSearch

    # The implications between the goals are known for these two win conditions only.
    if rules.is_won not in (is_pyramid_cleared, are_all_cards_removed):
        return None
    rules = _rules_with_goal(rules, goal)
    return next(
        (search for search in (BestScoreSearch, CycleSearch, WinSearch) if search.supports(rules)), None
    )


def _rules_with_goal(rules: Rules, goal: str) -> Rules:
    return rules if goal == "won" else rules._replace(is_won=is_pyramid_cleared)


class Solver:
    """One question about one position: can the goal be reached, and with `shortest` in how few steps?

    If no search supports the rules, the answer stays unknown, unless the position has reached the goal already. Raises
    PositionError if the position cannot arise, the goal is unknown, or the fewest steps cannot be computed.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, initial_state
    >>> rules = rules_for("em")
    >>> solver = Solver(rules, initial_state(rules, deal(2)), "cleared")
    >>> while (result := solver.run_slice(SLICE_NODES)) is None:
    ...     pass
    >>> result, str(solver.get_solution()[0])
    ('won', '71')
    """

    def __init__(self, rules: Rules, state: State, goal: str = "won", shortest: bool = False) -> None:
        if goal not in GOALS:
            raise PositionError(f"unknown goal {goal!r}: expected {' or '.join(GOALS)}")
        if shortest and not (supports_shortest(rules) and goal == "cleared"):
            raise PositionError(
                "least steps: expected three passes, the stock top playable without auto-match, goal cleared"
            )
        search = select_search(rules, goal)
        rules = _rules_with_goal(rules, goal)
        self._is_goal = rules.is_won(state)
        self.has_given_up = search is None
        """True if no search supports the rules, and once a search has stopped to save memory. The answer stays unknown."""
        self._search: BestScoreSearch | CycleSearch | WinSearch | None = None
        self._shortest_search: ShortestSearch | None = None
        if search is not None:
            check_position(rules, state)
            self._search = search(rules, state)
        if shortest:
            from retro_pyramid.solver.search.shortest import ShortestSearch

            self._shortest_search = ShortestSearch(rules, state)

    def run_slice(self, node_budget: int = SLICE_NODES) -> str | None:
        """Examine up to `node_budget` more positions. Return 'won' or 'lost', or None while the answer is unknown."""
        return _without_gc(partial(self._run_slice, node_budget))

    def _run_slice(self, node_budget: int) -> str | None:
        if self._search is None:
            return "won" if self._is_goal else None
        if self.has_given_up:
            return None
        if self._shortest_search is not None and self._shortest_search.node_count < _SHORTEST_FIRST_NODES:
            return self._shortest_search.run_slice(node_budget)
        result = self._search.run_slice(node_budget)
        if result != "won" or self._shortest_search is None:
            self.has_given_up = result is None and self._search.node_count >= MAX_NODES_WIN
            return result
        result = self._shortest_search.run_slice(node_budget)
        self.has_given_up = result is None and self._shortest_search.node_count >= MAX_NODES_SHORTEST
        return result

    @property
    def best_gain(self) -> int | None:
        """The most points that the rest of a building game can add; None in other games, or if not known yet."""
        return self._search.best_gain if self._search else None

    @property
    def min_steps(self) -> int | None:
        """The fewest steps to an empty pyramid; None if they were not asked for or are not known yet."""
        return None if self._shortest_search is None else self._shortest_search.min_steps

    def get_solution(self) -> list[Move]:
        """Return moves that reach the goal, in a building game the best score; [] if none are known."""
        search = self._shortest_search or self._search
        return search.get_solution() if search else []


class SolveResult(NamedTuple):
    """The answers about a position. None means that the answer was not computed."""

    winnable: bool | None
    """Whether the edition's own win condition can be reached."""
    cleared: bool | None
    """Whether the pyramid can be cleared."""
    steps: int | None
    """The fewest steps to an empty pyramid."""
    best: int | None
    """The most points that the rest of an odm game can add."""
    moves: list[Move]
    """A line of play that proves the answer."""


def solve_position(rules: Rules, state: State, goal: str = "won", shortest: bool = False) -> SolveResult:
    """Answer one question about a position completely; in odm the best score is always included.

    Raises PositionError as Solver does.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, initial_state
    >>> rules = rules_for("em")
    >>> solve_position(rules, initial_state(rules, deal(2)), "cleared", shortest=True).steps
    37
    """
    # The garbage collector must not start before the solver is freed, or it traverses the whole search once.
    return _without_gc(partial(_solve, rules, state, goal, shortest))


def _without_gc(function: Callable[[], T]) -> T:
    # The searches make no reference cycles, so the garbage collector would find nothing, yet spend 10 ms and more on
    # traversing their data. Creating a context manager could start it, so there is none.
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return function()
    finally:
        if was_enabled:
            gc.enable()


def _solve(rules: Rules, state: State, goal: str, shortest: bool) -> SolveResult:
    solver = Solver(rules, state, goal, shortest)
    result = solver.run_slice(10_000)
    while result is None and not solver.has_given_up:
        result = solver.run_slice(10_000)
    answer = None if result is None else result == "won"
    if solver.best_gain is not None:
        return SolveResult(answer, answer, None, solver.best_gain, solver.get_solution())
    is_same_goal = rules.is_won is is_pyramid_cleared
    # If all cards can be removed, the pyramid can be cleared; if it cannot be cleared, not all cards can be removed.
    winnable = answer if goal == "won" or is_same_goal or answer is False else None
    cleared = True if not state.pyramid else answer if goal == "cleared" or is_same_goal or answer else None
    return SolveResult(winnable, cleared, solver.min_steps, None, solver.get_solution() if answer else [])


def check_position(rules: Rules, state: State) -> None:
    """Raise PositionError if no game under the rules leads to the state; CardError if it has duplicate cards.

    In odm the discard pile is replayed. In pair games, whose ranks must have at most one partner each, two things are
    checked: no card is missing from under another, and the two ranks of each pair have equally many cards left. It is not
    checked that the removals had a legal order.
    """
    if len(state.pyramid_cards) != SLOT_COUNT:
        raise PositionError(f"the pyramid was dealt {len(state.pyramid_cards)} cards: expected {SLOT_COUNT}")
    if not 0 <= state.pyramid <= FULL_PYRAMID:
        raise PositionError(f"the pyramid is {state.pyramid}: expected a mask of {SLOT_COUNT} bits")
    for slot in range(SLOT_COUNT):
        if not state.pyramid >> slot & 1 and any(
            state.pyramid >> cover & 1 for cover in covering_slots(slot)
        ):
            raise PositionError(f"the card at {slot_name(slot)} is gone, but a card covers it")
    if rules.match_rule.builds_on_waste:
        _check_discard(rules, state)
    else:
        _check_pairs(rules, state)


def _check_discard(rules: Rules, state: State) -> None:
    left_in_pyramid = [state.pyramid_cards[i] for i in slots_in(state.pyramid)]
    check_deal([*left_in_pyramid, *state.stock, *state.waste])
    slots = {card: slot for slot, card in enumerate(state.pyramid_cards)}
    replayed = initial_state(
        rules, [*state.pyramid_cards, *(card for card in state.waste if card not in slots), *state.stock]
    )
    for card in state.waste[rules.opening_draws :]:
        try:
            replayed = apply_move(rules, replayed, PYRAMID_SINGLES[slots[card]] if card in slots else DRAW)
        except IllegalMoveError as error:
            raise PositionError(f"{card_text(card)} cannot have been built on the discard: {error}") from None
    if (replayed.pyramid, replayed.waste) != (state.pyramid, state.waste):
        raise PositionError(
            "the discard cannot have been built so, or lacks cards of the pyramid or the stock"
        )
    if state.streak != replayed.streak:
        raise PositionError(f"the streak is {state.streak}: expected {replayed.streak} from the discard")


def _check_pairs(rules: Rules, state: State) -> None:
    left_in_pyramid = [state.pyramid_cards[i] for i in slots_in(state.pyramid)]
    remaining = (*left_in_pyramid, *state.stock, *state.waste)
    known = (*state.pyramid_cards, *state.stock, *state.waste)
    # Any other cards of the deck stand in for the stock cards that have been removed.
    others = [card for card in range(CARDS_IN_DECK) if card not in known]
    check_deal([*known, *others[: CARDS_IN_DECK - len(known)]])
    counts = [0] * (KING + 1)
    for card in remaining:
        counts[CARD_RANKS[card]] += 1
    for rank, (partner, *_) in enumerate(rules.match_rule.partners[1:KING], 1):
        if counts[rank] != counts[partner]:
            both = f"{counts[rank]} and {counts[partner]}"
            raise PositionError(f"of ranks {rank} and {partner} {both} cards are left: expected as many")
    max_pass = None if rules.max_redeals is None else rules.max_redeals + 1
    if state.pass_number < 1 or (max_pass is not None and state.pass_number > max_pass):
        raise PositionError(
            f"pass {state.pass_number}: expected 1 to {'any' if max_pass is None else max_pass}"
        )
    if (state.cleared_pass is None) != bool(state.pyramid) or (state.cleared_pass or 1) > state.pass_number:
        raise PositionError(
            f"cleared in pass {state.cleared_pass}, but {len(left_in_pyramid)} pyramid cards are left"
        )
