"""odm, the building game, solved by dynamic programming: the best score, whether the pyramid can be cleared, the moves.

The bonus of a streak depends only on the number of cards removed since the last draw. So the value of a shape when a
streak begins depends only on the shape and on the number of cards drawn. The values of a shape for every number of draws
are packed side by side into one integer, a lane of 16 bits each, and are computed together. Shapes are computed from the
empty one up.
"""

from retro_pyramid.cards import CARD_RANKS, KING
from retro_pyramid.rules.build_match import BUILD_MATCH
from retro_pyramid.rules.editions import points_score
from retro_pyramid.rules.geometry import SLOT_COUNT, row_of, slots_in
from retro_pyramid.rules.moves import DRAW, PYRAMID_SINGLES, Move
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State, is_pyramid_cleared
from retro_pyramid.solver.search.shapes import find_reachable_shapes, get_shape_table

_LANE_BITS = 16
_VALUE_MASK = (1 << _LANE_BITS - 1) - 1
_RANKS = range(1, KING + 1)
_NEIGHBOURS = BUILD_MATCH.partners

_SHAPE_NODES = 2
"""The number of nodes that a shape counts for, so that a slice takes about the same time in all games."""

StreakValues = tuple[int, ...]
"""For each number of cards that a streak will still remove, the best value in each lane of drawing after them."""


class BestScoreSearch:
    """The search for the best final score of finished games from a position.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, initial_state
    >>> rules = rules_for("odm")
    >>> search = BestScoreSearch(rules, initial_state(rules, deal(61)))
    >>> search.run_slice(3000), search.best_gain, len(search.get_solution())
    ('lost', 735, 48)
    """

    @staticmethod
    def supports(rules: Rules) -> bool:
        """Return whether this search supports the rules."""
        is_building = (
            rules.match_rule == BUILD_MATCH
            and rules.scoring is points_score
            and rules.is_won is is_pyramid_cleared
        )
        return is_building and rules.opening_draws > 0 and rules.draw_count == 1 and rules.max_redeals == 0

    def __init__(self, rules: Rules, state: State) -> None:
        self.best_gain: int | None = None
        """The most points that the rest of the game can add; None until it is known."""
        self.node_count = 0
        """The number of positions examined, in nodes of the pair games."""
        self._rules = rules
        self._state = state
        self._ranks = [CARD_RANKS[card] for card in state.pyramid_cards]
        self._tops = [CARD_RANKS[state.waste[-1]], *[CARD_RANKS[card] for card in state.stock]]
        lanes = len(self._tops)
        self._last_shift = _LANE_BITS * (lanes - 1)
        self._ones = sum(1 << _LANE_BITS * lane for lane in range(lanes))
        self._points = [rules.row_points[row_of(slot) - 1] for slot in range(SLOT_COUNT)]
        pyramid_points = sum(self._points[slot] for slot in slots_in(state.pyramid))
        # The points of all pyramid cards are counted here, and those of the cards left at the end are subtracted again.
        # The cost of all draws is added, so that no lane becomes negative.
        self._base_value = pyramid_points + rules.draw_cost * lanes
        self._bonus = [
            rules.streak_bonus * max(0, cards - 1) * max(0, cards - 2) // 2
            for cards in range(2 * SLOT_COUNT + 1)
        ]
        self._bonuses = [bonus * self._ones for bonus in self._bonus[2:SLOT_COUNT]]
        self._all_draws_cost = rules.draw_cost * (lanes - 1)
        self._first_rank = {self._tops[0]}
        self._match_lanes = [0] * (KING + 1)
        """For each rank a mask of the lanes in which a card of it can be built on the card just drawn."""
        self._last_match_lane = [[-1] * lanes for _ in range(KING + 1)]
        """For each rank and lane the last lane up to that one in which a card of the rank can be built on the card just
        drawn; -1 if there is none."""
        for lane, top in enumerate(self._tops):
            for rank in _NEIGHBOURS[top]:
                self._match_lanes[rank] |= _VALUE_MASK << _LANE_BITS * lane
            for rank in _RANKS:
                matches = rank in _NEIGHBOURS[top]
                self._last_match_lane[rank][lane] = lane if matches else self._last_match_lane[rank][lane - 1]
        self._order = find_reachable_shapes(state.pyramid)
        count = len(get_shape_table().masks)
        self._draw_values = [0] * count
        """For each shape the value, in each lane, of drawing the next card now."""
        self._stuck_values = [self._base_value] * count
        self._streaks: list[dict[int, tuple[StreakValues, int]]] = [{}] * count
        """For each shape and rank on top of the discard pile the values of a streak, and its best value if it is one card
        long so far."""
        self._last_clear_lanes: list[list[int]] = [[]] * count
        """For each shape and rank on top of the discard pile the last lane in which the shape can still be cleared; -1 if
        there is none."""
        cleared_value = self._base_value + rules.clear_bonus
        self._draw_values[0] = sum(
            cleared_value - rules.draw_cost * lane << _LANE_BITS * lane for lane in range(lanes)
        )
        self._last_clear_lanes[0] = [lanes - 1] * (KING + 1)

    def run_slice(self, node_budget: int) -> str | None:
        """Examine up to `node_budget` more positions.

        Return 'won' if the pyramid can be cleared, 'lost' if not, None while it is not known.
        """
        order = self._order
        shapes_done, all_nodes = self.node_count // _SHAPE_NODES, _SHAPE_NODES * len(order)
        self.node_count = min(self.node_count + node_budget, all_nodes)
        for shape in order[shapes_done : self.node_count // _SHAPE_NODES]:
            self._compute_shape(shape)
        if self.node_count < all_nodes:
            return None
        if self.best_gain is None:
            best, _ = self._find_best_end(order[-1], 0, self._state.streak)
            self.best_gain = best - self._rules.draw_cost * len(self._tops) if self._state.pyramid else 0
        return "won" if self._last_clear_lanes[order[-1]][self._tops[0]] >= 0 else "lost"

    def _compute_shape(self, shape: int) -> None:
        """Compute the values of a shape from those of the shapes one card smaller: the maximum in each lane."""
        table = get_shape_table()
        successors = table.successors[shape]
        if not successors:
            return
        last_shift, high_bits, ranks, draw_values = (
            self._last_shift,
            self._ones << _LANE_BITS - 1,
            self._ranks,
            self._draw_values,
        )
        all_streaks, all_last_lanes = self._streaks, self._last_clear_lanes
        match_lanes, last_match_lane = self._match_lanes, self._last_match_lane
        first, smaller = successors[0]
        remaining = self._stuck_values[shape] = self._stuck_values[smaller] - self._points[first]
        stuck = remaining - self._all_draws_cost << last_shift
        best = stuck
        last_lane = -1
        removals = []
        for slot, smaller in successors:
            rank = ranks[slot]
            streak = all_streaks[smaller].get(rank)
            lane = all_last_lanes[smaller][rank]
            removals.append((rank, streak[0] if streak else (draw_values[smaller],), lane))
            value = (streak[1] if streak else draw_values[smaller]) & match_lanes[rank]
            larger = ((best | high_bits) - value) & high_bits
            best = value ^ ((best ^ value) & (larger - (larger >> _LANE_BITS - 1)))
            if lane >= 0:
                lane = last_match_lane[rank][lane]
                if lane > last_lane:
                    last_lane = lane
        # Each lane gets the maximum of itself and all later lanes, which draws lead to.
        shift = _LANE_BITS
        while shift <= last_shift:
            value = best >> shift
            larger = ((best | high_bits) - value) & high_bits
            best = value ^ ((best ^ value) & (larger - (larger >> _LANE_BITS - 1)))
            shift *= 2
        draw_value = draw_values[shape] = best >> _LANE_BITS | stuck
        streaks = all_streaks[shape] = {}
        last_lanes = all_last_lanes[shape] = [max(last_lane - 1, -1)] * (KING + 1)
        for top in {ranks[slot] for slot in table.predecessor_slots[shape]} | self._first_rank:
            lower, higher = _NEIGHBOURS[top]
            longer = [values for rank, values, _ in removals if rank in (lower, higher)]
            if longer:
                streaks[top] = self._extend_streak(draw_value, longer, high_bits)
                last_lanes[top] = max(
                    last_lanes[top], *[lane for rank, _, lane in removals if rank in (lower, higher)]
                )

    def _extend_streak(
        self, draw_value: int, longer: list[StreakValues], high_bits: int
    ) -> tuple[StreakValues, int]:
        """Return the values of a streak and its best value, from the value of drawing and the values after one more card."""
        values = longer[0]
        for next_values in longer[1:]:
            merged = list(values if len(values) > len(next_values) else next_values)
            for index in range(min(len(values), len(next_values))):
                first, second = values[index], next_values[index]
                larger = ((first | high_bits) - second) & high_bits
                merged[index] = second ^ ((first ^ second) & (larger - (larger >> _LANE_BITS - 1)))
            values = tuple(merged)
        best = draw_value
        for value, bonus in zip(values, self._bonuses, strict=False):
            value += bonus
            larger = ((best | high_bits) - value) & high_bits
            best = value ^ ((best ^ value) & (larger - (larger >> _LANE_BITS - 1)))
        return (draw_value, *values), best

    def _get_streak_values(self, shape: int, rank: int) -> StreakValues:
        streak = self._streaks[shape].get(rank)
        return streak[0] if streak else (self._draw_values[shape],)

    def _compute_streak_values(self, shape: int, top: int) -> StreakValues:
        """Return the values with any rank on top; `_streaks` only has the ranks of cards that can have been removed last."""
        ranks = self._ranks
        longer = [
            self._get_streak_values(smaller, ranks[slot])
            for slot, smaller in get_shape_table().successors[shape]
            if ranks[slot] in _NEIGHBOURS[top]
        ]
        draw_value = self._draw_values[shape]
        return (
            self._extend_streak(draw_value, longer, self._ones << _LANE_BITS - 1)[0]
            if longer
            else (draw_value,)
        )

    def _find_best_end(self, shape: int, lane: int, streak: int) -> tuple[int, int]:
        """Return the best value in a lane, and the number of cards removed before the next draw to reach it."""
        bonus = self._bonus
        values = [
            ((value >> _LANE_BITS * lane) & _VALUE_MASK) + bonus[streak + cards] - bonus[streak]
            for cards, value in enumerate(self._compute_streak_values(shape, self._tops[lane]))
        ]
        best = max(values)
        return best, len(values) - 1 - values[::-1].index(best)

    def get_solution(self) -> list[Move]:
        """Return moves to the end of the game that reach the best score; [] while it is not known."""
        if self.best_gain is None:
            return []
        successors = get_shape_table().successors
        shape, rank, streak = self._order[-1], self._tops[0], self._state.streak
        moves: list[Move] = []
        for lane, rank in enumerate(self._tops):
            _, cards = self._find_best_end(shape, lane, streak)
            streak = 0
            if cards:
                target = self._compute_streak_values(shape, rank)[cards] >> _LANE_BITS * lane & _VALUE_MASK
            for remaining in range(cards - 1, -1, -1):
                for slot, smaller in successors[shape]:
                    values = self._get_streak_values(smaller, self._ranks[slot])
                    if (
                        self._ranks[slot] in _NEIGHBOURS[rank]
                        and len(values) > remaining
                        and values[remaining] >> _LANE_BITS * lane & _VALUE_MASK == target
                    ):
                        shape, rank = smaller, self._ranks[slot]
                        moves.append(PYRAMID_SINGLES[slot])
                        break
            if not shape or lane == len(self._tops) - 1:
                break
            moves.append(DRAW)
        return moves
