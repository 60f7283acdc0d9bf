"""How hard a deal is, and the search for one: how often does a fair player win who chooses at random among equal moves?"""

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
"""The plays of a deal: as many as tell one in ten from one in three."""
_GENTLE, _FAIR = 1 / 3, 1 / 10
_POSITION, _PLAY = 5, 5
"""What a new position and a play cost, counted in positions that the exact solver looks at."""

MOST = 3_000
"""Positions after which a deal is passed over: most deals that take longer are lost, and another is soon found."""


class Odds(NamedTuple):
    """`share` of the plays won, 0 to 1, and whether the deal can be won; None is not known."""

    share: float
    winnable: bool | None

    @property
    def grade(self) -> Grade | None:
        """The grade in a word, None for a deal that cannot be won or of which that is not known.

        >>> Odds(0.34, True).grade, Odds(0.1, True).grade, Odds(0, True).grade, Odds(0, False).grade
        ('gentle', 'fair', 'hard', None)
        """
        if not self.winnable:
            return None
        return "gentle" if self.share >= _GENTLE else "fair" if self.share >= _FAIR else "hard"


def odds(rules: Rules, state: State, most: int | None = None) -> Thought[Odds]:
    """Find out the odds from a position on, usually a deal's opening; `rules` are to be `judged(rules)`.

    The exact solver is asked only where no play was won; it looks at `most` positions, with None as many as memory allows.
    Nothing is found out where such games are not rated.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> from retro_pyramid.solver.incremental_task import Thinking
    >>> rules = rules_for("em")
    >>> thinking = Thinking(odds(rules, start(rules, deal(2))))
    >>> thinking.step(100_000), thinking.answer, thinking.answer.grade
    (True, Odds(share=0.43, winnable=True), 'gentle')
    """
    share = yield from share_won(rules, state)
    if share is None:
        return None
    if share:
        return Odds(share, True)
    answer = yield from find(rules, state, most=most)
    known = answer.verdict if answer else None
    return Odds(share, None if known is None else known == "won")


def share_won(rules: Rules, state: State) -> Thought[float]:
    """Play `PLAYS` times by chances that follow from the cards; return the share won, None where none is rated."""
    if not rates(rules):
        return None
    chance = chance_of(state.pyramid, state.layout + state.stock + state.waste)
    after: dict[State, list[State]] = {}
    won = 0
    for _ in range(PLAYS):
        now = state
        while True:
            following = after.get(now)
            if following is None:
                moves = yield from choices(rules, view_of(rules, now))
                following = after[now] = [play(rules, now, move) for move in moves]
                yield _POSITION
            if not following:
                break
            now = following[chance.random(len(following)) if len(following) > 1 else 0]
        won += rules.won(now)
        yield _PLAY
    return won / PLAYS


class Seeking(Thinking[int]):
    """A search for the first deal, from a number upward, that is soon found to be winnable, and of a grade if one is named.

    `number` is the deal being looked at, after the highest 0, at the end the one found (the first under rules that no
    search knows). `tried` counts the deals. `rules` are those that a deal is judged by, `judged(rules)`.

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
        """Begin at a number, CardError if it is none; look at `most` positions a deal, None: as many as memory allows."""
        deal(number)
        self.number = number
        self.tried = 1
        self._rules = rules
        self._most = most
        self._grade = grade
        super().__init__(self._seek())

    def _seek(self) -> Thought[int]:
        while search_for(self._rules, "won"):
            state = start(self._rules, deal(self.number))
            answer = yield from find(self._rules, state, "won", self._most)
            if answer is not None and answer.verdict == "won":
                share = None if self._grade is None else (yield from share_won(self._rules, state))
                if share is None or Odds(share, True).grade == self._grade:
                    return self.number
            yield 1
            self.number = 0 if self.number == MAX_DEAL else self.number + 1
            self.tried += 1
        return self.number
