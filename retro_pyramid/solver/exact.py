"""The exact solver: what can still be reached from a position, in slices of bounded work or all at once."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from retro_pyramid.cards import CARDS_IN_DECK, KING, RANK, card_text, check_deal
from retro_pyramid.rules.game import IllegalMove, play, start
from retro_pyramid.rules.geometry import FULL, POSITIONS, coverers, position_text, positions_in
from retro_pyramid.rules.moves import DRAW, SINGLES, Move
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State, all_gone, pyramid_empty

if TYPE_CHECKING:
    from retro_pyramid.solver.search.build_search import BestScore
    from retro_pyramid.solver.search.cycles import CycleSearch
    from retro_pyramid.solver.search.shortest import ShortestSearch
    from retro_pyramid.solver.search.winning import WinSearch

T = TypeVar("T")
GOALS = ("won", "cleared")
"""'won' is the edition's own test, 'cleared' an empty pyramid."""
SLICE = 60
"""The number of nodes that take well under 4 ms."""
MOST_WIN = 1_200_000
"""Nodes after which a search for a win gives up: it would soon need too much memory."""
MOST_SHORTEST = 220_000
"""Nodes after which a search for least steps gives up: beyond that it would need more than 300 MB."""
_SHORTEST_ALONE = 6_000
"""Nodes a search for least steps gets before a search for any win is made first: a lost position is proved sooner so."""


class PositionError(ValueError):
    """A position that no game reaches, or a question that makes no sense there; the message is one line."""


def has_shortest(rules: Rules) -> bool:
    """Say whether least steps can be asked for."""
    from retro_pyramid.solver.search.shortest import ShortestSearch

    return ShortestSearch.solves(rules)


def search_for(rules: Rules, goal: str = "won") -> type[BestScore | CycleSearch | WinSearch] | None:
    """Return the search that says it can tell whether the goal is reached under these rules, None if there is none."""
    # The searches are loaded when they are first asked.
    from retro_pyramid.solver.search.build_search import BestScore
    from retro_pyramid.solver.search.cycles import CycleSearch
    from retro_pyramid.solver.search.winning import WinSearch

    # What the goals imply of each other is known of these two ends alone.
    if rules.won not in (pyramid_empty, all_gone):
        return None
    rules = _with_goal(rules, goal)
    return next((one for one in (BestScore, CycleSearch, WinSearch) if one.solves(rules)), None)


def _with_goal(rules: Rules, goal: str) -> Rules:
    return rules if goal == "won" else rules._replace(won=pyramid_empty)


class Solver:
    """One question about one position: can the goal be reached, and with `shortest` in how few steps?

    Under rules that no search knows the answer is unknown, but for a goal that is reached already. PositionError if the
    position cannot arise, the goal is unknown, or least steps cannot be asked for.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("em")
    >>> solver = Solver(rules, start(rules, deal(2)), "cleared")
    >>> while (verdict := solver.step(SLICE)) is None:
    ...     pass
    >>> verdict, str(solver.line()[0])
    ('won', '71')
    """

    def __init__(self, rules: Rules, state: State, goal: str = "won", shortest: bool = False) -> None:
        if goal not in GOALS:
            raise PositionError(f"unknown goal {goal!r}: expected {' or '.join(GOALS)}")
        if shortest and not (has_shortest(rules) and goal == "cleared"):
            raise PositionError(
                "least steps: expected three passes, the stock top playable without auto-match, goal cleared"
            )
        search = search_for(rules, goal)
        rules = _with_goal(rules, goal)
        self._reached = rules.won(state)
        self.gave_up = search is None
        """True where no search knows the rules, and once one stopped for lack of memory; the answer stays unknown."""
        self._search: BestScore | CycleSearch | WinSearch | None = None
        self._short: ShortestSearch | None = None
        if search is not None:
            check_position(rules, state)
            self._search = search(rules, state)
        if shortest:
            from retro_pyramid.solver.search.shortest import ShortestSearch

            self._short = ShortestSearch(rules, state)

    def step(self, nodes: int = SLICE) -> str | None:
        """Look at `nodes` more positions and return 'won' or 'lost', or None while it is not known."""
        return _uncollected(partial(self._step, nodes))

    def _step(self, nodes: int) -> str | None:
        if self._search is None:
            return "won" if self._reached else None
        if self.gave_up:
            return None
        if self._short is not None and self._short.nodes < _SHORTEST_ALONE:
            return self._short.step(nodes)
        verdict = self._search.step(nodes)
        if verdict != "won" or self._short is None:
            self.gave_up = verdict is None and self._search.nodes >= MOST_WIN
            return verdict
        verdict = self._short.step(nodes)
        self.gave_up = verdict is None and self._short.nodes >= MOST_SHORTEST
        return verdict

    @property
    def gain(self) -> int | None:
        """The most points the rest of a building game can add, None elsewhere or while it is not known."""
        return self._search.gain if self._search else None

    @property
    def steps(self) -> int | None:
        """The least number of steps to an empty pyramid, None if it was not asked for or is not known."""
        return None if self._short is None else self._short.steps

    def line(self) -> list[Move]:
        """Return moves that reach the goal, in a building game the best score; [] while there are none to tell."""
        search = self._short or self._search
        return search.line() if search else []


class Result(NamedTuple):
    """The answers about a position; None is what was not worked out.

    `winnable` is about the edition's own test, `cleared` about an empty pyramid, `steps` the least number of steps
    to one, `best` the most points the rest of an odm game can add, `moves` a line of play that proves the answer.
    """

    winnable: bool | None
    cleared: bool | None
    steps: int | None
    best: int | None
    moves: list[Move]


def solve_deal(rules: Rules, state: State, goal: str = "won", shortest: bool = False) -> Result:
    """Answer one question about a position to the end; in odm always the best score too. PositionError as for Solver.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("em")
    >>> solve_deal(rules, start(rules, deal(2)), "cleared", shortest=True).steps
    37
    """
    # The collector must not start before the solver is freed, or it looks through all of it once.
    return _uncollected(partial(_solved, rules, state, goal, shortest))


def _uncollected(work: Callable[[], T]) -> T:
    # The searches make no reference cycles, so the garbage collector would find nothing, yet look through all
    # they hold for 10 ms and more. Making a context manager could start it, so there is none.
    enabled = gc.isenabled()
    gc.disable()
    try:
        return work()
    finally:
        if enabled:
            gc.enable()


def _solved(rules: Rules, state: State, goal: str, shortest: bool) -> Result:
    solver = Solver(rules, state, goal, shortest)
    verdict = solver.step(10_000)
    while verdict is None and not solver.gave_up:
        verdict = solver.step(10_000)
    answer = None if verdict is None else verdict == "won"
    if solver.gain is not None:
        return Result(answer, answer, None, solver.gain, solver.line())
    same = rules.won is pyramid_empty
    # With all cards gone the pyramid is cleared; with a pyramid that cannot be cleared not all cards go.
    winnable = answer if goal == "won" or same or answer is False else None
    cleared = True if not state.pyramid else answer if goal == "cleared" or same or answer else None
    return Result(winnable, cleared, solver.steps, None, solver.line() if answer else [])


def check_position(rules: Rules, state: State) -> None:
    """Raise PositionError, or CardError for doubled cards, if no game under the rules leads to the state.

    In odm the discard pile is replayed. In pair games, whose ranks are to have no more than one partner, it is checked
    that no card is gone from under another and that of two partners as many cards are left, but not that the removals
    had a legal order.
    """
    if len(state.layout) != POSITIONS:
        raise PositionError(f"the pyramid was dealt {len(state.layout)} cards: expected {POSITIONS}")
    if not 0 <= state.pyramid <= FULL:
        raise PositionError(f"the pyramid is {state.pyramid}: expected a mask of {POSITIONS} bits")
    for index in range(POSITIONS):
        if not state.pyramid >> index & 1 and any(state.pyramid >> cover & 1 for cover in coverers(index)):
            raise PositionError(f"the card at {position_text(index)} is gone, but a card covers it")
    if rules.matching.builds:
        _check_discard(rules, state)
    else:
        _check_pairs(rules, state)


def _check_discard(rules: Rules, state: State) -> None:
    kept = [state.layout[i] for i in positions_in(state.pyramid)]
    check_deal([*kept, *state.stock, *state.waste])
    at = {card: index for index, card in enumerate(state.layout)}
    now = start(rules, [*state.layout, *(card for card in state.waste if card not in at), *state.stock])
    for card in state.waste[rules.opening_draws :]:
        try:
            now = play(rules, now, SINGLES[at[card]] if card in at else DRAW)
        except IllegalMove as error:
            raise PositionError(f"{card_text(card)} cannot have been built on the discard: {error}") from None
    if (now.pyramid, now.waste) != (state.pyramid, state.waste):
        raise PositionError(
            "the discard cannot have been built so, or lacks cards of the pyramid or the stock"
        )
    if state.streak != now.streak:
        raise PositionError(f"the streak is {state.streak}: expected {now.streak} from the discard")


def _check_pairs(rules: Rules, state: State) -> None:
    kept = [state.layout[i] for i in positions_in(state.pyramid)]
    left = (*kept, *state.stock, *state.waste)
    seen = (*state.layout, *state.stock, *state.waste)
    # The rest of the deck stands for the stock cards that are gone.
    gone = [card for card in range(CARDS_IN_DECK) if card not in seen]
    check_deal([*seen, *gone[: CARDS_IN_DECK - len(seen)]])
    counts = [0] * (KING + 1)
    for card in left:
        counts[RANK[card]] += 1
    for rank, (partner, *_) in enumerate(rules.matching.partners[1:KING], 1):
        if counts[rank] != counts[partner]:
            found = f"{counts[rank]} and {counts[partner]}"
            raise PositionError(f"of ranks {rank} and {partner} {found} cards are left: expected as many")
    most = None if rules.redeals is None else rules.redeals + 1
    if state.pass_number < 1 or (most is not None and state.pass_number > most):
        raise PositionError(f"pass {state.pass_number}: expected 1 to {'any' if most is None else most}")
    if (state.cleared_pass is None) != bool(state.pyramid) or (state.cleared_pass or 1) > state.pass_number:
        raise PositionError(f"cleared in pass {state.cleared_pass}, but {len(kept)} pyramid cards are left")
