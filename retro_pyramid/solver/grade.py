"""How hard a deal is: how often a fair player wins it who chooses at random among the moves it holds equal."""

from typing import Literal, NamedTuple

from retro_pyramid.rules.game import play
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State
from retro_pyramid.solver.fair import choices, rates
from retro_pyramid.solver.oracle import find
from retro_pyramid.solver.thinking import Thought
from retro_pyramid.solver.view import chance_of, view_of

Grade = Literal["gentle", "fair", "hard"]
GRADES: tuple[Grade, ...] = ("gentle", "fair", "hard")

PLAYS = 100
"""The plays of a deal: as many as tell one in ten from one in three."""
_GENTLE, _FAIR = 1 / 3, 1 / 10
_POSITION, _PLAY = 5, 5
"""What a new position and a play cost, counted in positions that the exact solver looks at."""


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
    >>> from retro_pyramid.solver.thinking import Thinking
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
