"""A hundred thousand random moves in each edition, undone, restarted and resumed now and then: no invariant breaks."""

from random import Random

import pytest

from retro_pyramid.cards import CARD_RANKS, deal
from retro_pyramid.formats.native.save_text import decode_save, encode_save
from retro_pyramid.rules import EDITIONS, Rules, State, count_pyramid_cards
from retro_pyramid.rules.editions import ALL_RULES
from retro_pyramid.rules.transcript import replay
from retro_pyramid.session import Session

MOVES = 100_000
# Draw 3 has no limit of redeals.
LONGEST_GAME = 250
ALL_CARDS = (1 << 52) - 1


def mask_of(state: State) -> int:
    """The cards that are there, one bit each; a card that is there twice shows as another bit."""
    mask = 0
    for index, card in enumerate(state.pyramid_cards):
        mask += (state.pyramid >> index & 1) << card
    for card in state.stock + state.waste:
        mask += 1 << card
    return mask


def check_step(session: Session, before: State, there: int) -> int:
    """Check the state after one move, and return the mask of its cards."""
    rules, after, status, legal = session.rules, session.state, session.status, session.legal_moves()
    now = mask_of(after)
    gone = there - now
    assert there & now == now
    taken = [CARD_RANKS[card] for card in range(52) if gone >> card & 1] if gone else []
    assert not taken or (sum(taken) == 13 and len(taken) <= 2)
    assert not (rules.match_rule.builds_on_waste and taken)
    assert before.pyramid & after.pyramid == after.pyramid
    assert after.pyramid_cards is before.pyramid_cards
    assert (status == "won") == rules.is_won(after)
    if status == "playing":
        assert legal
    elif rules.max_redeals is not None or status == "won":
        assert not legal
    else:
        assert {move.text for move in legal} <= {"D", "R"}
    return now


def play_game(rules: Rules, number: int, most: int, random: Random) -> int:
    """Play one game at random, as many moves as that; return how many were played."""
    session = Session(rules, deal(number), number)
    there, played = ALL_CARDS, 0
    assert mask_of(session.state) == ALL_CARDS
    while played < most:
        chance = random.random()
        if chance < 0.03:
            for _ in range(random.randrange(1, 9)):
                session.undo()
            there = mask_of(session.state)
        elif chance < 0.05:
            while session.redo():
                pass
            there = mask_of(session.state)
        elif chance < 0.053:
            session.restart()
            there = ALL_CARDS
        elif chance < 0.06:
            again = Session.from_saved_session(decode_save(encode_save(session.to_saved_session())))
            assert again == session
            session = again
        moves = session.legal_moves()
        if not moves or session.status != "playing":
            break
        before = session.state
        session.play_move(moves[int(random.random() * len(moves))])
        played += 1
        there = check_step(session, before, there)
    assert count_pyramid_cards(session.state) or session.rules.par_points or session.status == "won"
    assert session.history == replay(session.to_transcript())
    assert session.score == replay(session.to_transcript())[-1].score
    return played


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_invariant_breaks_in_a_hundred_thousand_moves(edition: str) -> None:
    records = [rules for rules in ALL_RULES if rules.edition == edition]
    random, played, games = Random(edition), 0, 0
    while played < MOVES:
        rules = records[games % len(records)]
        played += play_game(rules, random.randrange(1 << 32), LONGEST_GAME, random)
        games += 1
    assert games > MOVES // LONGEST_GAME


def test_no_invariant_breaks_in_a_game_of_each_rule_set() -> None:
    for number, rules in enumerate(ALL_RULES):
        assert play_game(rules, number, LONGEST_GAME, Random(number)) > 10
