"""The difficulty of a deal, and the search for a winnable deal of a given difficulty.

The measure is how often the heuristic player wins the deal if it chooses at random among equally good moves.
"""

from typing import Literal, NamedTuple

from retro_pyramid.cards import MAX_DEAL_NUMBER, deal
from retro_pyramid.rules.game import apply_move, initial_state
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State
from retro_pyramid.solver.exact import select_search
from retro_pyramid.solver.heuristic import find_best_moves, supports
from retro_pyramid.solver.incremental_task import IncrementalTask, Work
from retro_pyramid.solver.observation import create_rng, observe
from retro_pyramid.solver.perfect_engine import search_position

Difficulty = Literal["gentle", "fair", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = ("gentle", "fair", "hard")

SAMPLE_GAMES = 100
"""The number of games played of a deal: enough to tell a win rate of one in ten from one in three."""
_MIN_GENTLE_RATE, _MIN_FAIR_RATE = 1 / 3, 1 / 10
_POSITION_COST, _GAME_COST = 5, 5
"""The cost of a new position and of a game, in nodes of the exact solver."""

MAX_NODES_PER_DEAL = 3_000
"""The number of nodes after which the search skips a deal: most that take longer are lost, and another is soon found."""


class DealRating(NamedTuple):
    """How often the heuristic player wins a deal, and whether the deal can be won at all."""

    win_rate: float
    """The fraction of the games won, 0 to 1."""
    is_winnable: bool | None
    """Whether the deal can be won; None if that is not known."""

    @property
    def difficulty(self) -> Difficulty | None:
        """The difficulty; None if the deal cannot be won, or if that is not known.

        >>> DealRating(0.34, True).difficulty, DealRating(0.1, True).difficulty
        ('gentle', 'fair')
        >>> DealRating(0, True).difficulty, DealRating(0, False).difficulty
        ('hard', None)
        """
        if not self.is_winnable:
            return None
        return (
            "gentle"
            if self.win_rate >= _MIN_GENTLE_RATE
            else "fair"
            if self.win_rate >= _MIN_FAIR_RATE
            else "hard"
        )


def rate_deal(rules: Rules, state: State, max_nodes: int | None = None) -> Work[DealRating]:
    """Rate a position, usually the opening of a deal. `rules` must come from `solver_rules(rules)`.

    The exact solver is used only if no game was won. It examines at most `max_nodes` positions, or with None as many as
    memory allows. The result is None if the heuristic player does not support the rules.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, initial_state
    >>> from retro_pyramid.solver.incremental_task import IncrementalTask
    >>> rules = rules_for("em")
    >>> task = IncrementalTask(rate_deal(rules, initial_state(rules, deal(2))))
    >>> task.run_slice(100_000), task.result, task.result.difficulty
    (True, DealRating(win_rate=0.43, is_winnable=True), 'gentle')
    """
    win_rate = yield from estimate_win_rate(rules, state)
    if win_rate is None:
        return None
    if win_rate:
        return DealRating(win_rate, True)
    answer = yield from search_position(rules, state, max_nodes=max_nodes)
    result = answer.result if answer else None
    return DealRating(win_rate, None if result is None else result == "won")


def estimate_win_rate(rules: Rules, state: State) -> Work[float]:
    """Play SAMPLE_GAMES games and return the fraction won; None if the heuristic player does not support the rules.

    The random numbers follow from the cards, so that a deal always has the same win rate.
    """
    if not supports(rules):
        return None
    rng = create_rng(state.pyramid, state.pyramid_cards + state.stock + state.waste)
    successors_by_state: dict[State, list[State]] = {}
    win_count = 0
    for _ in range(SAMPLE_GAMES):
        current = state
        while True:
            successors = successors_by_state.get(current)
            if successors is None:
                moves = yield from find_best_moves(rules, observe(rules, current))
                successors = successors_by_state[current] = [
                    apply_move(rules, current, move) for move in moves
                ]
                yield _POSITION_COST
            if not successors:
                break
            current = successors[rng.randrange(len(successors)) if len(successors) > 1 else 0]
        win_count += rules.is_won(current)
        yield _GAME_COST
    return win_count / SAMPLE_GAMES


class DealSearch(IncrementalTask[int]):
    """A search for the first winnable deal from a deal number upward, of a given difficulty if one is passed.

    Deals that the solver cannot decide within `max_nodes` are skipped. 0 follows the highest deal number. `rules` must come
    from `solver_rules(rules)`.

    >>> from retro_pyramid.rules import rules_for
    >>> search = DealSearch(rules_for("em"), 1)
    >>> while not search.run_slice(1000):
    ...     pass
    >>> search.deal_number, search.tried_count
    (2, 2)
    """

    def __init__(
        self,
        rules: Rules,
        deal_number: int,
        max_nodes: int | None = MAX_NODES_PER_DEAL,
        difficulty: Difficulty | None = None,
    ) -> None:
        """Start at a deal number; CardError if it is not valid.

        `max_nodes` is the limit for each deal; None means as many as memory allows.
        """
        deal(deal_number)
        self.deal_number = deal_number
        """The deal being examined, at the end the one found. If no search supports the rules, this is the first deal."""
        self.tried_count = 1
        """The number of deals examined, including the current one."""
        self._rules = rules
        self._max_nodes = max_nodes
        self._difficulty = difficulty
        super().__init__(self._search_deals())

    def _search_deals(self) -> Work[int]:
        while select_search(self._rules, "won"):
            state = initial_state(self._rules, deal(self.deal_number))
            answer = yield from search_position(self._rules, state, "won", self._max_nodes)
            if answer is not None and answer.result == "won":
                win_rate = (
                    None if self._difficulty is None else (yield from estimate_win_rate(self._rules, state))
                )
                if win_rate is None or DealRating(win_rate, True).difficulty == self._difficulty:
                    return self.deal_number
            yield 1
            self.deal_number = 0 if self.deal_number == MAX_DEAL_NUMBER else self.deal_number + 1
            self.tried_count += 1
        return self.deal_number
