"""The building game (odm) solved exactly: the best final score, whether the pyramid can be cleared, the line.

A streak's bonus depends only on how many cards went since the last draw, so the value of a shape at the
start of a streak is a function of the shape and of how far the deck is. The values of one shape for all
points of the deck lie side by side in one integer, a lane of 16 bits each, and are computed together.
"""

from __future__ import annotations

from retro_pyramid.cards import KING, RANK
from retro_pyramid.rules.moves import DRAW, SINGLES, Move
from retro_pyramid.rules.pyramid import POSITIONS, positions_in, row_of
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State
from retro_pyramid.solver.search.shapes import shapes, within

_LANE = 16
_VALUE = (1 << _LANE - 1) - 1
_RANKS = range(1, KING + 1)
_NEIGHBOURS = tuple((rank - 1 or KING, rank % KING + 1) for rank in range(KING + 1))

Ends = tuple[int, ...]
"""For the shapes a run can end in, by the number of cards it takes: the best values of drawing then."""


class BestScore:
    """The best final score of finished games from a position; `step` until it returns a verdict.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("odm")
    >>> search = BestScore(rules, start(rules, deal(61)))
    >>> search.step(2000), search.gain, len(search.line())
    ('lost', 735, 48)
    """

    def __init__(self, rules: Rules, state: State) -> None:
        self.gain: int | None = None
        """What the rest of the game adds to the score at best, once known."""
        self.nodes = 0
        self._rules = rules
        self._state = state
        self._ranks = [RANK[card] for card in state.layout]
        self._tops = [RANK[state.waste[-1]], *[RANK[card] for card in state.stock]]
        lanes = len(self._tops)
        self._last = _LANE * (lanes - 1)
        self._ones = sum(1 << _LANE * lane for lane in range(lanes))
        self._points = [rules.row_points[row_of(index) - 1] for index in range(POSITIONS)]
        in_rows = sum(self._points[index] for index in positions_in(state.pyramid))
        # Points of rows are counted in full here, and off again for the cards left at the end; the cost of all
        # draws is added so that no lane falls below 0.
        self._zero = in_rows + rules.draw_cost * lanes
        self._bonus = [
            rules.streak_bonus * max(0, cards - 1) * max(0, cards - 2) // 2
            for cards in range(2 * POSITIONS + 1)
        ]
        self._bonuses = [bonus * self._ones for bonus in self._bonus[2:POSITIONS]]
        self._paid = rules.draw_cost * (lanes - 1)
        self._first_rank = {self._tops[0]}
        self._takes = [0] * (KING + 1)
        """For each rank the lanes in which a card of it can begin a streak."""
        self._last_take = [[-1] * lanes for _ in range(KING + 1)]
        """For each rank the last lane up to a given one in which a card of it can begin a streak."""
        for lane, top in enumerate(self._tops):
            for rank in _NEIGHBOURS[top]:
                self._takes[rank] |= _VALUE << _LANE * lane
            for rank in _RANKS:
                taken = rank in _NEIGHBOURS[top]
                self._last_take[rank][lane] = lane if taken else self._last_take[rank][lane - 1]
        self._order = within(state.pyramid)
        count = len(shapes().masks)
        self._drawing = [0] * count
        """Per shape, in each lane, the value of drawing the next card now."""
        self._stuck = [self._zero] * count
        self._runs: list[dict[int, tuple[Ends, int]]] = [{}] * count
        """Per shape and rank of the top: the ends of a run, and its best value if it is one card old."""
        self._latest_run: list[list[int]] = [[]] * count
        """Per shape and rank of the top the last lane in which the pyramid can still be cleared; -1 if none."""

    def step(self, nodes: int) -> str | None:
        """Work out `nodes` more shapes; 'won' if the pyramid can be cleared, 'lost' if not, None if unknown."""
        order = self._order
        until = min(self.nodes + nodes, len(order))
        for at in range(self.nodes, until):
            self._value(order[at])
        self.nodes = until
        if until < len(order):
            return None
        if self.gain is None:
            self.gain = self._gain()
        return "won" if self._latest_run[order[-1]][self._tops[0]] >= 0 else "lost"

    def _value(self, shape: int) -> None:
        table = shapes()
        after = table.after[shape]
        if not after:
            self._value_of_cleared()
            return
        last, high, ranks, drawings = self._last, self._ones << _LANE - 1, self._ranks, self._drawing
        all_runs, all_latest = self._runs, self._latest_run
        takes, last_take = self._takes, self._last_take
        first, smaller = after[0]
        left = self._stuck[shape] = self._stuck[smaller] - self._points[first]
        stuck = left - self._paid << last
        best = stuck
        latest = -1
        steps = []
        for index, smaller in after:
            rank = ranks[index]
            found = all_runs[smaller].get(rank)
            limit = all_latest[smaller][rank]
            steps.append((rank, found[0] if found else (drawings[smaller],), limit))
            value = (found[1] if found else drawings[smaller]) & takes[rank]
            larger = ((best | high) - value) & high
            best = value ^ ((best ^ value) & (larger - (larger >> _LANE - 1)))
            if limit >= 0:
                limit = last_take[rank][limit]
                if limit > latest:
                    latest = limit
        # Lane by lane the best of playing on at that point of the deck or, by draws, at a later one.
        shift = _LANE
        while shift <= last:
            value = best >> shift
            larger = ((best | high) - value) & high
            best = value ^ ((best ^ value) & (larger - (larger >> _LANE - 1)))
            shift *= 2
        drawing = drawings[shape] = best >> _LANE | stuck
        runs = all_runs[shape] = {}
        limits = all_latest[shape] = [max(latest - 1, -1)] * (KING + 1)
        for top in {ranks[index] for index in table.before[shape]} | self._first_rank:
            lower, higher = _NEIGHBOURS[top]
            longer = [ends for rank, ends, _ in steps if rank in (lower, higher)]
            if longer:
                runs[top] = self._run(drawing, longer, high)
                limits[top] = max(
                    limits[top], *[limit for rank, _, limit in steps if rank in (lower, higher)]
                )

    def _value_of_cleared(self) -> None:
        lanes = len(self._tops)
        value = self._zero + self._rules.clear_bonus
        self._drawing[0] = sum(value - self._rules.draw_cost * lane << _LANE * lane for lane in range(lanes))
        self._latest_run[0] = [lanes - 1] * (KING + 1)

    def _run(self, drawing: int, longer: list[Ends], high: int) -> tuple[Ends, int]:
        ends = longer[0]
        for others in longer[1:]:
            merged = list(ends if len(ends) > len(others) else others)
            for at in range(min(len(ends), len(others))):
                one, two = ends[at], others[at]
                larger = ((one | high) - two) & high
                merged[at] = two ^ ((one ^ two) & (larger - (larger >> _LANE - 1)))
            ends = tuple(merged)
        best = drawing
        for value, bonus in zip(ends, self._bonuses, strict=False):
            value += bonus
            larger = ((best | high) - value) & high
            best = value ^ ((best ^ value) & (larger - (larger >> _LANE - 1)))
        return (drawing, *ends), best

    def _run_ends(self, shape: int, rank: int) -> Ends:
        found = self._runs[shape].get(rank)
        return found[0] if found else (self._drawing[shape],)

    def _ends(self, shape: int, top: int) -> Ends:
        """Return the ends for any top; `_runs` has only those that a card taken before can be."""
        ranks = self._ranks
        longer = [
            self._run_ends(smaller, ranks[index])
            for index, smaller in shapes().after[shape]
            if ranks[index] in _NEIGHBOURS[top]
        ]
        drawing = self._drawing[shape]
        return self._run(drawing, longer, self._ones << _LANE - 1)[0] if longer else (drawing,)

    def _gain(self) -> int:
        if not self._state.pyramid:
            return 0
        best, _ = self._best_end(self._order[-1], 0, self._state.streak)
        return best - self._rules.draw_cost * len(self._tops)

    def _best_end(self, shape: int, lane: int, streak: int) -> tuple[int, int]:
        """Return the best value and the number of cards to take before the next draw."""
        bonus = self._bonus
        values = [
            ((end >> _LANE * lane) & _VALUE) + bonus[streak + cards] - bonus[streak]
            for cards, end in enumerate(self._ends(shape, self._tops[lane]))
        ]
        best = max(values)
        return best, len(values) - 1 - values[::-1].index(best)

    def line(self) -> list[Move]:
        """Return moves that reach the best score, to the end of the game; [] while it is unknown."""
        if self.gain is None:
            return []
        after = shapes().after
        shape, rank, streak = self._order[-1], self._tops[0], self._state.streak
        moves: list[Move] = []
        for lane, rank in enumerate(self._tops):
            _, cards = self._best_end(shape, lane, streak)
            streak = 0
            if cards:
                target = self._ends(shape, rank)[cards] >> _LANE * lane & _VALUE
            for left in range(cards - 1, -1, -1):
                for index, smaller in after[shape]:
                    ends = self._run_ends(smaller, self._ranks[index])
                    if (
                        self._ranks[index] in _NEIGHBOURS[rank]
                        and len(ends) > left
                        and ends[left] >> _LANE * lane & _VALUE == target
                    ):
                        shape, rank = smaller, self._ranks[index]
                        moves.append(SINGLES[index])
                        break
            if not shape or lane == len(self._tops) - 1:
                break
            moves.append(DRAW)
        return moves

    def clearing_line(self) -> list[Move]:
        """Return moves that clear the pyramid; [] if it cannot be done or is unknown."""
        if self.step(0) != "won":
            return []
        after = shapes().after
        shape, lane, rank = self._order[-1], 0, self._tops[0]
        moves: list[Move] = []
        while shape:
            for index, smaller in after[shape]:
                if (
                    self._ranks[index] in _NEIGHBOURS[rank]
                    and self._latest_run[smaller][self._ranks[index]] >= lane
                ):
                    shape, rank = smaller, self._ranks[index]
                    moves.append(SINGLES[index])
                    break
            else:
                lane += 1
                rank = self._tops[lane]
                moves.append(DRAW)
        return moves
