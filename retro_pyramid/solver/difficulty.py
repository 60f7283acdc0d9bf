"""The difficulty of a deal, and the search for a winnable deal of a given difficulty.

The measure is how often the heuristic player wins the deal if it chooses at random among equally good moves.
"""

from typing import Literal, NamedTuple

from retro_pyramid.cards import MAX_DEAL, deal
from retro_pyramid.rules.game import play, start
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State
from retro_pyramid.solver.exact import search_for
from retro_pyramid.solver.heuristic import choices, rates
from retro_pyramid.solver.incremental_task import Thinking, Thought
from retro_pyramid.solver.observation import chance_of, view_of
from retro_pyramid.solver.perfect_engine import find

Grade = Literal["gentle", "fair", "hard"]
GRADES: tuple[Grade, ...] = ("gentle", "fair", "hard")

PLAYS = 100
"""The number of games played of a deal: enough to tell a win rate of one in ten from one in three."""
_MIN_GENTLE_RATE, _MIN_FAIR_RATE = 1 / 3, 1 / 10
_POSITION_COST, _GAME_COST = 5, 5
"""The cost of a new position and of a game, in nodes of the exact solver."""

MOST = 3_000
"""The number of nodes after which the search skips a deal: most that take longer are lost, and another is soon found."""


class Odds(NamedTuple):
    """How often the heuristic player wins a deal, and whether the deal can be won at all."""

    share: float
    """The fraction of the games won, 0 to 1."""
    winnable: bool | None
    """Whether the deal can be won; None if that is not known."""

    @property
    def grade(self) -> Grade | None:
        """The difficulty; None if the deal cannot be won, or if that is not known.

        >>> Odds(0.34, True).grade, Odds(0.1, True).grade
        ('gentle', 'fair')
        >>> Odds(0, True).grade, Odds(0, False).grade
        ('hard', None)
        """
        if not self.winnable:
            return None
        return (
            "gentle" if self.share >= _MIN_GENTLE_RATE else "fair" if self.share >= _MIN_FAIR_RATE else "hard"
        )


def odds(rules: Rules, state: State, most: int | None = None) -> Thought[Odds]:
    """Rate a position, usually the opening of a deal. `rules` must come from `solver_rules(rules)`.

    The exact solver is used only if no game was won. It examines at most `max_nodes` positions, or with None as many as
    memory allows. The result is None if the heuristic player does not support the rules.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> from retro_pyramid.solver.incremental_task import Thinking
    >>> rules = rules_for("em")
    >>> thinking = Thinking(odds(rules, start(rules, deal(2))))
    >>> thinking.step(100_000), thinking.answer, thinking.answer.grade
    (True, Odds(share=0.43, winnable=True), 'gentle')
    """
    win_rate = yield from share_won(rules, state)
    if win_rate is None:
        return None
    if win_rate:
        return Odds(win_rate, True)
    answer = yield from find(rules, state, most=most)
    result = answer.verdict if answer else None
    return Odds(win_rate, None if result is None else result == "won")


def share_won(rules: Rules, state: State) -> Thought[float]:
    """Play SAMPLE_GAMES games and return the fraction won; None if the heuristic player does not support the rules.

    The random numbers follow from the cards, so that a deal always has the same win rate.
    """
    if not rates(rules):
        return None
    rng = chance_of(state.pyramid, state.layout + state.stock + state.waste)
    successors_by_state: dict[State, list[State]] = {}
    win_count = 0
    for _ in range(PLAYS):
        current = state
        while True:
            successors = successors_by_state.get(current)
            if successors is None:
                moves = yield from choices(rules, view_of(rules, current))
                successors = successors_by_state[current] = [play(rules, current, move) for move in moves]
                yield _POSITION_COST
            if not successors:
                break
            current = successors[rng.random(len(successors)) if len(successors) > 1 else 0]
        win_count += rules.won(current)
        yield _GAME_COST
    return win_count / PLAYS


class Seeking(Thinking[int]):
    """A search for the first winnable deal from a deal number upward, of a given difficulty if one is passed.

    Deals that the solver cannot decide within `max_nodes` are skipped. 0 follows the highest deal number. `rules` must come
    from `solver_rules(rules)`.

    >>> from retro_pyramid.rules import rules_for
    >>> seeking = Seeking(rules_for("em"), 1)
    >>> while not seeking.step(1000):
    ...     pass
    >>> seeking.number, seeking.tried
    (2, 2)
    """

    def __init__(
        self, rules: Rules, number: int, most: int | None = MOST, grade: Grade | None = None
    ) -> None:
        """Start at a deal number; CardError if it is not valid.

        `max_nodes` is the limit for each deal; None means as many as memory allows.
        """
        deal(number)
        self.number = number
        """The deal being examined, at the end the one found. If no search supports the rules, this is the first deal."""
        self.tried = 1
        """The number of deals examined, including the current one."""
        self._rules = rules
        self._max_nodes = most
        self._difficulty = grade
        super().__init__(self._search_deals())

    def _search_deals(self) -> Thought[int]:
        while search_for(self._rules, "won"):
            state = start(self._rules, deal(self.number))
            answer = yield from find(self._rules, state, "won", self._max_nodes)
            if answer is not None and answer.verdict == "won":
                win_rate = None if self._difficulty is None else (yield from share_won(self._rules, state))
                if win_rate is None or Odds(win_rate, True).grade == self._difficulty:
                    return self.number
            yield 1
            self.number = 0 if self.number == MAX_DEAL else self.number + 1
            self.tried += 1
        return self.number
