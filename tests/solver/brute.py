"""Brute force over the rules alone, every pruning off, and late positions small enough for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from retro_pyramid.cards import CARD_RANKS, KING, BorlandRandom, deal
from retro_pyramid.rules import (
    SLOT_COUNT,
    Rules,
    State,
    apply_move,
    exposed_slots,
    initial_state,
    legal_moves,
    score_after_move,
)
from retro_pyramid.rules.editions import EDITION_OPTIONS, EDITIONS, rules_for
from retro_pyramid.rules.geometry import FULL_PYRAMID

ALL_RULES = [
    rules_for(edition, {name: value})
    for edition in EDITIONS
    for name, values in EDITION_OPTIONS[edition].items()
    for value in values
] + [rules_for("em")]
PAIR_RULES = [rules for rules in ALL_RULES if rules.edition != "odm"]
ODM_RULES = [rules for rules in ALL_RULES if rules.edition == "odm"]


def name_of(rules: Rules) -> str:
    return "-".join([rules.edition, *rules.options.values()])


class Truth(NamedTuple):
    winnable: bool
    cleared: bool
    steps: int | None


def _same(rules: Rules, state: State) -> State:
    """Two states of equal future are one; without a limit of redeals passes do not count."""
    pass_number = 1 if rules.max_redeals is None else state.pass_number
    return state._replace(cleared_pass=None, pass_number=pass_number)


def truth(rules: Rules, state: State, most: int = 20_000) -> Truth | None:
    """Breadth first through every position that can follow; None if there are more than `most`."""
    seen = {_same(rules, state)}
    level = list(seen)
    depth = 0
    winnable, cleared_at = False, None
    while level:
        following = []
        for position in level:
            winnable = winnable or rules.is_won(position)
            if not position.pyramid and cleared_at is None:
                cleared_at = depth
            for move in legal_moves(rules, position):
                after = _same(rules, apply_move(rules, position, move))
                if after not in seen:
                    seen.add(after)
                    following.append(after)
        if len(seen) > most:
            return None
        level = following
        depth += 1
    return Truth(winnable, cleared_at is not None, cleared_at)


def best_gain(rules: Rules, state: State, known: dict[State, int]) -> int:
    """The most a finished game adds to the score of an odm position."""
    found = known.get(state)
    if found is None:
        gains = []
        for move in legal_moves(rules, state):
            after = apply_move(rules, state, move)
            gains.append(
                (score_after_move(rules, 0, state, move, after) or 0) + best_gain(rules, after, known)
            )
        found = known[state] = max(gains, default=0)
    return found


def can_clear(rules: Rules, state: State, known: dict[tuple[int, int, int], bool]) -> bool:
    """Whether an odm position can be cleared; `known` belongs to its deal, of whose whole game this takes in all."""
    key = (state.pyramid, len(state.stock), CARD_RANKS[state.waste[-1]])
    found = known.get(key)
    if found is None:
        found = known[key] = not state.pyramid or any(
            can_clear(rules, apply_move(rules, state, move), known) for move in legal_moves(rules, state)
        )
    return found


def late_odm(rules: Rules, number: int, draws_left: int) -> State:
    """A position of a game played by chance until so few draws are left."""
    random = BorlandRandom(number)
    state = initial_state(rules, deal(number))
    while len(state.stock) > draws_left and state.pyramid:
        moves = legal_moves(rules, state)
        state = apply_move(rules, state, moves[random.randrange(len(moves))])
    return state


def _shape(random: BorlandRandom, cards: int) -> int:
    pyramid = FULL_PYRAMID
    while pyramid.bit_count() > cards:
        opens = exposed_slots(State((), pyramid, (), ()))
        pyramid ^= 1 << opens[random.randrange(len(opens))]
    return pyramid


def _balanced(random: BorlandRandom, layout: tuple[int, ...], pyramid: int, stock: list[int]) -> list[int]:
    """Stock cards that are left such that ranks that total 13 are left equally often; [] if none are."""
    kept = [CARD_RANKS[layout[i]] for i in range(SLOT_COUNT) if pyramid >> i & 1]
    left = [card for card in stock if CARD_RANKS[card] == KING and random.randrange(2)]
    for rank in range(1, 7):
        low = [card for card in stock if CARD_RANKS[card] == rank]
        high = [card for card in stock if CARD_RANKS[card] == KING - rank]
        more = kept.count(KING - rank) - kept.count(rank)
        choices = [(n, n - more) for n in range(len(low) + 1) if 0 <= n - more <= len(high)]
        if not choices:
            return []
        lows, highs = choices[random.randrange(min(len(choices), 3))]
        for cards, count in ((low, lows), (high, highs)):
            left += [cards.pop(random.randrange(len(cards))) for _ in range(count)]
    return [card for card in stock if card in left]


def late_pairs(rules: Rules, number: int, pyramid_cards: int, stock_cards: int) -> Iterator[State]:
    """Without end: positions with few cards left, of any pass, as far as counting can tell reachable."""
    random = BorlandRandom(number)
    while True:
        deck = deal(random.randrange(60_000))
        layout, stock = deck[:SLOT_COUNT], list(deck[SLOT_COUNT:])
        pyramid = _shape(random, 1 + random.randrange(pyramid_cards))
        left = _balanced(random, layout, pyramid, stock)
        if not 0 < len(left) <= stock_cards:
            continue
        drawn = random.randrange(len(left) + 1) if random.randrange(2) else 0
        passes = 3 if rules.max_redeals is None else rules.max_redeals + 1
        pass_number = 1 + random.randrange(passes)
        yield State(layout, pyramid, tuple(left[drawn:]), tuple(left[:drawn]), 0, pass_number)
