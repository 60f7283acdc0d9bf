"""Fair hints and fair automatic play: they see only what the player sees."""

from collections.abc import Callable, Generator, Sequence
from typing import NamedTuple

from retro_pyramid.cards import RANK
from retro_pyramid.rules import DRAW, REDEAL, Move, Rules, legal_moves, row_of, status
from retro_pyramid.rules.build_match import BUILDING
from retro_pyramid.rules.geometry import open_in
from retro_pyramid.rules.pair_match import PAIRING
from retro_pyramid.rules.ruleset import Matching
from retro_pyramid.rules.transcript import Entry
from retro_pyramid.solver.incremental_task import Thinking, Thought
from retro_pyramid.solver.observation import View, view_of
from retro_pyramid.solver.pyramid_tables import LOW_RANKS, layout_of

Rating = tuple[int, ...]
"""How good a removal is; the one rated highest is the hint."""

# The positions looked at for streaks; beyond them a streak counts as far as it was followed. A dealt game comes to dozens.
_STREAK_POSITIONS = 1500
_PIECE = 50
"""The positions looked at for streaks in one go, about a tenth of a millisecond."""
_FEW_POINTS = 50
"""Points less than these are no reason to hold one streak better than another."""


def hint(rules: Rules, view: View) -> Thought[Move]:
    """Find the move rated best of those that take a card, None if there is none or these games are not rated.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("odm")
    >>> thinking = Thinking(hint(rules, view_of(rules, start(rules, deal(61)))))
    >>> thinking.step(100), str(thinking.answer)
    (True, '75')
    """
    takes = [move for move in visible_moves(rules, view) if move not in (DRAW, REDEAL)]
    if not rates(rules):
        return None
    rated = yield from _rated(rules, view, takes)
    return rated[0][1] if rated else None


def choose(rules: Rules, view: View) -> Thought[Move]:
    """Find a good move, draw and redeal included; None when the game is over, or where such games are not rated.

    While the stock still comes round, it draws rather than make a removal after which the pyramid cannot be cleared,
    or one that takes no card of the pyramid.
    """
    moves = yield from choices(rules, view)
    return moves[0] if moves else None


def choices(rules: Rules, view: View) -> Generator[int, None, list[Move]]:
    """Find the move of `choose` first, then those it holds equal; nothing where it finds none.

    Equal are in a pair game moves that are the same in what counts most, on the discard those whose streaks differ little.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("odm")
    >>> thinking = Thinking(choices(rules, view_of(rules, start(rules, deal(0)))))
    >>> thinking.step(100), [str(move) for move in thinking.answer]
    (True, ['77', '72'])
    """
    moves = visible_moves(rules, view) if rates(rules) else []
    # With unlimited redeals there is always a legal move. Once all cards are seen, the status gives nothing away.
    if not moves or (not view.unseen and status(rules, view.filled(())) != "playing"):
        return []
    turning = moves.pop() if moves[-1] in (DRAW, REDEAL) else None
    rated = yield from _rated(rules, view, moves)
    same = _TASTES[rules.matching].same
    best = [move for rating, move in rated if same(rated[0][0], rating)]
    if turning and (rules.redeals is not None or view.pass_number == 1):
        best = [move for move in best if not _waits(rules, view, move)]
    return best or ([turning] if turning else [])


def fair_hint(rules: Rules, history: Sequence[Entry]) -> Thinking[Move]:
    """Return the work on a hint for the last position of a history."""
    return Thinking(hint(rules, view_of(rules, history[-1].state)))


def fair_play(rules: Rules, history: Sequence[Entry]) -> Thinking[Move]:
    """Return the work on a move for the last position of a history."""
    return Thinking(choose(rules, view_of(rules, history[-1].state)))


def rates(rules: Rules) -> bool:
    """Say whether it is known here how good a move is in such games."""
    return rules.matching in _TASTES


def visible_moves(rules: Rules, view: View) -> list[Move]:
    """Return the legal moves; they do not depend on hidden cards, so any order of those serves."""
    return legal_moves(rules, view.filled(view.unseen))


def _rated(
    rules: Rules, view: View, moves: Sequence[Move]
) -> Generator[int, None, list[tuple[Rating, Move]]]:
    """Rate removals and return them with their ratings, the best first; of equal ones in the order given."""
    ratings = yield from _TASTES[rules.matching].ratings(rules, view, moves)
    return sorted(zip(ratings, moves, strict=True), key=lambda rated: rated[0], reverse=True)


# Pairs


def _pair_ratings(_rules: Rules, view: View, moves: Sequence[Move]) -> Generator[int, None, list[Rating]]:
    yield 1
    ratings: list[Rating] = []
    for move in moves:
        opened = len(open_in(_after(view, move))) + len(move.positions) - len(open_in(view.pyramid))
        stays = stays_clearable(view, move)
        ratings.append((_is_alone(move), stays, len(move.positions), opened, move.waste))
    return ratings


def stays_clearable(view: View, move: Move) -> bool:
    """Say whether each card still has a partner it does not cover after a move of a pair edition; if not, all is lost."""
    pack = [*view.unseen, *(card for card in view.stock if card is not None), *view.waste]
    used = (*view.stock[: move.stock], *view.waste[len(view.waste) - move.waste :])
    ranks = [RANK[card] for card in pack if card not in used]
    return layout_of(view.filled(view.unseen).layout).clearable(
        _after(view, move), [ranks.count(low) for low in LOW_RANKS]
    )


def _waits(rules: Rules, view: View, move: Move) -> bool:
    if rules.matching.builds or not view.pyramid or _is_alone(move):
        return False
    return stays_clearable(view, DRAW) and not (move.positions and stays_clearable(view, move))


def _after(view: View, move: Move) -> int:
    return view.pyramid & ~sum([1 << index for index in move.positions])


def _is_alone(move: Move) -> bool:
    return len(move.positions) + move.stock + move.waste == 1


# Building


def _build_ratings(rules: Rules, view: View, moves: Sequence[Move]) -> Generator[int, None, list[Rating]]:
    known: dict[tuple[int, int], int] = {}
    ratings: list[Rating] = []
    for move in moves:
        points = yield from _streak(rules, view, known, view.pyramid, move.positions[0], view.streak + 1)
        ratings.append((points,))
    return ratings


def _streak(
    rules: Rules, view: View, known: dict[tuple[int, int], int], pyramid: int, index: int, number: int
) -> Generator[int, None, int]:
    """Find the most points of a streak that goes on with this card as its `number`-th; a hidden card ends it.

    Points are multiples of ten; the units count the cards that are open at the end. `known` remembers what was found.
    """
    found = known.get((pyramid, index))
    if found is not None:
        return found
    card = view.layout[index]
    left = pyramid ^ 1 << index
    points = rules.row_points[row_of(index) - 1] + rules.streak_bonus * max(0, number - 2)
    opens = open_in(left)
    best = len(opens) if left else rules.clear_bonus
    if card is not None and len(known) < _STREAK_POSITIONS:
        fitting = rules.matching.partners[RANK[card]]
        for other in opens:
            following = view.layout[other]
            if following is not None and RANK[following] in fitting:
                best = max(best, (yield from _streak(rules, view, known, left, other, number + 1)))
    known[pyramid, index] = points + best
    if len(known) % _PIECE == 0:
        yield _PIECE
    return points + best


class _Taste(NamedTuple):
    """How the moves of a kind of game are rated, and which are as good as the best: `same(best, other)`."""

    ratings: Callable[[Rules, View, Sequence[Move]], Generator[int, None, list[Rating]]]
    same: Callable[[Rating, Rating], bool]


_TASTES: dict[Matching, _Taste] = {
    PAIRING: _Taste(_pair_ratings, lambda best, other: best[:2] == other[:2]),
    BUILDING: _Taste(_build_ratings, lambda best, other: best[0] - other[0] < _FEW_POINTS),
}
