"""odm, the building game, solved by dynamic programming: the best score, whether the pyramid can be cleared, the lines.

A streak's bonus depends only on how many cards were taken since the last draw. So what a shape is worth when a streak
begins depends only on the shape and on how many cards were drawn. The values of a shape for every number of draws stand
side by side in one integer, a lane of 16 bits each, and are computed together. Shapes are worked out from the empty one up.
"""

from retro_pyramid.cards import KING, RANK
from retro_pyramid.rules.build_match import BUILDING
from retro_pyramid.rules.editions import tally
from retro_pyramid.rules.geometry import POSITIONS, positions_in, row_of
from retro_pyramid.rules.moves import DRAW, SINGLES, Move
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State, pyramid_empty
from retro_pyramid.solver.search.shapes import shapes, within

_LANE = 16
_VALUE = (1 << _LANE - 1) - 1
_RANKS = range(1, KING + 1)
_NEIGHBOURS = BUILDING.partners

_SHAPE = 2
"""What a shape costs, counted in positions of the pair games: so a slice takes about the same time everywhere."""

Ends = tuple[int, ...]
"""For each number of cards that a streak still takes, the best value in each lane of drawing after them."""


class BestScore:
    """The best final score of finished games from a position; `step` until it has a verdict.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("odm")
    >>> search = BestScore(rules, start(rules, deal(61)))
    >>> search.step(3000), search.gain, len(search.line())
    ('lost', 735, 48)
    """

    @staticmethod
    def solves(rules: Rules) -> bool:
        known = rules.matching == BUILDING and rules.scoring is tally and rules.won is pyramid_empty
        return known and rules.opening_draws > 0 and rules.draw_count == 1 and rules.redeals == 0

    def __init__(self, rules: Rules, state: State) -> None:
        self.gain: int | None = None
        """The most points that the rest of the game can add, None until it is known."""
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
        # All cards of the pyramid count here, and those left at the end are taken off again. The cost of all draws is
        # added, so that no lane falls below 0.
        self._zero = in_rows + rules.draw_cost * lanes
        self._bonus = [
            rules.streak_bonus * max(0, cards - 1) * max(0, cards - 2) // 2
            for cards in range(2 * POSITIONS + 1)
        ]
        self._bonuses = [bonus * self._ones for bonus in self._bonus[2:POSITIONS]]
        self._paid = rules.draw_cost * (lanes - 1)
        self._first_rank = {self._tops[0]}
        self._takes = [0] * (KING + 1)
        """For each rank a mask of the lanes in which a card of it goes on the card just drawn."""
        self._last_take = [[-1] * lanes for _ in range(KING + 1)]
        """For each rank and lane the last lane up to that one in which a card of the rank goes on the card just drawn."""
        for lane, top in enumerate(self._tops):
            for rank in _NEIGHBOURS[top]:
                self._takes[rank] |= _VALUE << _LANE * lane
            for rank in _RANKS:
                taken = rank in _NEIGHBOURS[top]
                self._last_take[rank][lane] = lane if taken else self._last_take[rank][lane - 1]
        self._order = within(state.pyramid)
        count = len(shapes().masks)
        self._drawing = [0] * count
        """For each shape the value, in each lane, of drawing the next card now."""
        self._stuck = [self._zero] * count
        self._runs: list[dict[int, tuple[Ends, int]]] = [{}] * count
        """For each shape and rank on top of the discard pile the ends of a streak, and its best value if one card old."""
        self._latest_run: list[list[int]] = [[]] * count
        """For each shape and rank on top of the discard pile the last lane in which it can still be cleared; -1 if none."""
        cleared = self._zero + rules.clear_bonus
        self._drawing[0] = sum(cleared - rules.draw_cost * lane << _LANE * lane for lane in range(lanes))
        self._latest_run[0] = [lanes - 1] * (KING + 1)

    def step(self, nodes: int) -> str | None:
        """Look at `nodes` more positions; 'won' if the pyramid can be cleared, 'lost' if not, None while it is not known."""
        order = self._order
        done, every = self.nodes // _SHAPE, _SHAPE * len(order)
        self.nodes = min(self.nodes + nodes, every)
        for shape in order[done : self.nodes // _SHAPE]:
            self._value(shape)
        if self.nodes < every:
            return None
        if self.gain is None:
            best, _ = self._best_end(order[-1], 0, self._state.streak)
            self.gain = best - self._rules.draw_cost * len(self._tops) if self._state.pyramid else 0
        return "won" if self._latest_run[order[-1]][self._tops[0]] >= 0 else "lost"

    def _value(self, shape: int) -> None:
        """Work out the values of a shape from those of the shapes one card smaller; the greater of two, lane by lane."""
        table = shapes()
        after = table.after[shape]
        if not after:
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
        # Each lane gets the best of itself and all later ones, which draws lead to.
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

    def _run(self, drawing: int, longer: list[Ends], high: int) -> tuple[Ends, int]:
        """Return the ends of a streak and its best value, from the value of drawing and the ends after one more card."""
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
        """Return the ends with any rank on top; `_runs` has only the ranks of cards that can have been taken before."""
        ranks = self._ranks
        longer = [
            self._run_ends(smaller, ranks[index])
            for index, smaller in shapes().after[shape]
            if ranks[index] in _NEIGHBOURS[top]
        ]
        drawing = self._drawing[shape]
        return self._run(drawing, longer, self._ones << _LANE - 1)[0] if longer else (drawing,)

    def _best_end(self, shape: int, lane: int, streak: int) -> tuple[int, int]:
        """Return the best value in a lane, and the number of cards that it takes before the next draw."""
        bonus = self._bonus
        values = [
            ((end >> _LANE * lane) & _VALUE) + bonus[streak + cards] - bonus[streak]
            for cards, end in enumerate(self._ends(shape, self._tops[lane]))
        ]
        best = max(values)
        return best, len(values) - 1 - values[::-1].index(best)

    def line(self) -> list[Move]:
        """Return moves to the end of the game that reach the best score; [] while it is not known."""
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
