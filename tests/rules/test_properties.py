"""What holds in every game of every rule set, tried on random play."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from retro_pyramid.cards import MAX_DEAL_NUMBER, deal
from retro_pyramid.rules import (
    MOVES_BY_TEXT,
    Move,
    Rules,
    State,
    count_cards_left,
    count_pyramid_cards,
    exposed_slots,
)
from retro_pyramid.rules.editions import ALL_RULES
from retro_pyramid.rules.game import (
    IllegalMoveError,
    apply_move,
    illegal_reason,
    initial_state,
    legal_moves,
    status,
)
from retro_pyramid.session import Session

games = st.tuples(
    st.sampled_from(ALL_RULES),
    st.integers(0, MAX_DEAL_NUMBER),
    st.lists(st.integers(0, 30), min_size=20, max_size=90),
)
Game = tuple[Rules, int, list[int]]
check = settings(derandomize=True, deadline=None)


def played(rules: Rules, number: int, choices: list[int]) -> Session:
    session = Session(rules, deal(number), number)
    for choice in choices:
        moves = session.legal_moves()
        if not moves:
            break
        session.play_move(moves[choice % len(moves)])
    return session


def refusal(rules: Rules, state: State, move: Move) -> str | None:
    try:
        apply_move(rules, state, move)
    except IllegalMoveError as refused:
        return str(refused)
    return None


def cards_of(state: State) -> Counter[int]:
    there = [card for index, card in enumerate(state.pyramid_cards) if state.pyramid >> index & 1]
    return Counter([*there, *state.stock, *state.waste])


@given(games)
@settings(check, max_examples=25)
def test_no_card_is_lost_or_doubled_and_the_status_agrees_with_the_legal_moves(game: Game) -> None:
    rules, number, choices = game
    discarded: Counter[int] = Counter()
    before = initial_state(rules, deal(number))
    for entry in played(rules, number, choices).history:
        state = entry.state
        gone = cards_of(before) - cards_of(state)
        assert not cards_of(state) - cards_of(before)
        assert gone.total() in ((0,) if rules.match_rule.builds_on_waste else (0, 1, 2))
        discarded += gone
        before = state
        assert cards_of(state) + discarded == Counter(range(52))
        assert count_cards_left(state) == cards_of(state).total()
        assert count_pyramid_cards(state) >= len(exposed_slots(state))
        now, legal = status(rules, state), legal_moves(rules, state)
        assert now in ("won", "stuck", "playing")
        assert legal or now != "playing"
        assert not legal or now != "won"
        if now == "stuck":
            assert not legal or rules.max_redeals is None
            assert all(move.text in "DR" for move in legal)


@given(games)
@settings(check, max_examples=9)
def test_every_legal_move_plays_and_every_other_is_refused(game: Game) -> None:
    rules, number, choices = game
    for entry in played(rules, number, choices).history[::3]:
        state = entry.state
        legal = legal_moves(rules, state)
        assert len(set(legal)) == len(legal)
        for move in MOVES_BY_TEXT.values():
            reason = illegal_reason(rules, state, move)
            assert (reason is None) == (move in legal)
            assert refusal(rules, state, move) == reason


def removal_ahead(rules: Rules, state: State) -> bool:
    """Draw and redeal until the position comes round a second time, looking for a move that takes a card."""
    seen = set()
    while state._replace(pass_number=1) not in seen:
        seen.add(state._replace(pass_number=1))
        moves = legal_moves(rules, state)
        if any(move.text not in "DR" for move in moves):
            return True
        if not moves:
            return False
        state = apply_move(rules, state, moves[0])
    return False


@given(st.integers(0, MAX_DEAL_NUMBER), st.lists(st.integers(0, 30), min_size=60, max_size=150))
@settings(check, max_examples=20)
def test_draw_three_is_stuck_exactly_when_turning_cards_never_helps(number: int, choices: list[int]) -> None:
    rules = next(record for record in ALL_RULES if record.max_redeals is None)
    for entry in played(rules, number, choices).history[::2]:
        now = status(rules, entry.state)
        if now != "won":
            assert (now == "playing") == removal_ahead(rules, entry.state)
