"""What holds in every game of every rule set, tried on random play."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from retro_pyramid.cards import MAX_DEAL, deal
from retro_pyramid.rules import (
    ALL_MOVES,
    IllegalMove,
    Move,
    Rules,
    State,
    cards_left,
    legal_moves,
    open_positions,
    play,
    pyramid_left,
    start,
    status,
    why_not,
)
from retro_pyramid.rules.editions import RECORDS
from retro_pyramid.rules.transcript import Transcript, parse_transcript, replay, transcript_text
from retro_pyramid.session import Session

games = st.tuples(
    st.sampled_from(RECORDS), st.integers(0, MAX_DEAL), st.lists(st.integers(0, 30), min_size=20, max_size=90)
)
check = settings(derandomize=True, deadline=None, max_examples=60)


def played(rules: Rules, number: int, choices: list[int]) -> Session:
    session = Session(rules, deal(number), number)
    for choice in choices:
        moves = session.legal_moves()
        if not moves:
            break
        session.play(moves[choice % len(moves)])
    return session


def refusal(rules: Rules, state: State, move: Move) -> str | None:
    try:
        play(rules, state, move)
    except IllegalMove as refused:
        return str(refused)
    return None


def cards_of(state: State) -> Counter[int]:
    there = [card for index, card in enumerate(state.layout) if state.pyramid >> index & 1]
    return Counter([*there, *state.stock, *state.waste])


@given(games)
@check
def test_no_card_is_lost_or_doubled(game: tuple[Rules, int, list[int]]) -> None:
    rules, number, choices = game
    session = played(rules, number, choices)
    discarded: Counter[int] = Counter()
    before = session.history[0].state
    for entry in session.history[1:]:
        gone = cards_of(before) - cards_of(entry.state)
        assert not cards_of(entry.state) - cards_of(before)
        assert gone.total() in ((0,) if rules.matching.builds else (0, 1, 2))
        discarded += gone
        before = entry.state
        assert cards_of(before) + discarded == Counter(range(52))
        assert cards_left(before) == cards_of(before).total()
        assert pyramid_left(before) >= len(open_positions(before))


@given(games)
@settings(check, max_examples=25)
def test_every_legal_move_plays_and_every_other_is_refused(game: tuple[Rules, int, list[int]]) -> None:
    rules, number, choices = game
    for entry in played(rules, number, choices).history:
        state = entry.state
        legal = legal_moves(rules, state)
        assert len(set(legal)) == len(legal)
        for move in ALL_MOVES.values():
            reason = why_not(rules, state, move)
            assert (reason is None) == (move in legal)
            assert refusal(rules, state, move) == reason


@given(games)
@check
def test_status_agrees_with_the_legal_moves(game: tuple[Rules, int, list[int]]) -> None:
    rules, number, choices = game
    for entry in played(rules, number, choices).history:
        now, legal = status(rules, entry.state), legal_moves(rules, entry.state)
        assert now in ("won", "stuck", "playing")
        if now == "playing":
            assert legal
        if now == "won":
            assert not legal
        if now == "stuck":
            assert not legal or rules.redeals is None
            assert all(move.text in "DR" for move in legal)


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
        state = play(rules, state, moves[0])
    return False


@given(st.integers(0, MAX_DEAL), st.lists(st.integers(0, 30), min_size=60, max_size=150))
@check
def test_draw_three_is_stuck_exactly_when_turning_cards_never_helps(number: int, choices: list[int]) -> None:
    rules = next(record for record in RECORDS if record.redeals is None)
    for entry in played(rules, number, choices).history:
        now = status(rules, entry.state)
        if now != "won":
            assert (now == "playing") == removal_ahead(rules, entry.state)


@given(
    games,
    st.booleans(),
    st.lists(st.tuples(st.sampled_from(["ticks", "by"]), st.sampled_from(["", "12", "a b"]))),
)
@check
def test_transcript_round_trip(
    game: tuple[Rules, int, list[int]], typed: bool, notes: list[tuple[str, str]]
) -> None:
    rules, number, choices = game
    session = played(rules, number, choices)
    written = session.transcript()._replace(notes=tuple(notes), deal=None if typed else number)
    text = transcript_text(written)
    read = parse_transcript(text)
    assert read == written
    assert transcript_text(read) == text
    assert replay(read) == session.history


@given(games)
@check
def test_play_gives_the_same_states_from_equal_positions(game: tuple[Rules, int, list[int]]) -> None:
    rules, number, choices = game
    session = played(rules, number, choices)
    state = start(rules, deal(number))
    for move in session.moves:
        state = play(rules, state, move)
    assert state == session.state
    assert hash(state) == hash(session.state)
    assert isinstance(session.transcript(), Transcript)
