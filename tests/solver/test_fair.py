import random
from collections.abc import Callable, Iterator

import pytest

from retro_pyramid.cards import deal, parse_card, parse_deal
from retro_pyramid.rules import DRAW, REDEAL, Move, Rules, State, is_exposed, parse_slot, rules_for
from retro_pyramid.rules.game import apply_move, initial_state, legal_moves
from retro_pyramid.rules.transcript import HistoryEntry
from retro_pyramid.solver.heuristic import create_hint_task, find_best_move, find_best_removal
from retro_pyramid.solver.incremental_task import Work
from retro_pyramid.solver.observation import observe
from retro_pyramid.solver.pyramid_tables import get_pyramid_tables
from tests.programs import RULE_SETS
from tests.solver.asking import after, at_once

every_rule_set = pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.id)


def alone(state: State) -> HistoryEntry:
    """A history's entry of which the position is all that counts."""
    return HistoryEntry(state, None, None)


def random_states(rules: Rules, games: int, seed: int = 7) -> Iterator[State]:
    """The positions of random games; long ones are left after 100 moves."""
    chance = random.Random(seed)
    for _ in range(games):
        state = initial_state(rules, deal(chance.randrange(2**32)))
        for _ in range(100):
            yield state
            moves = legal_moves(rules, state)
            if not moves:
                break
            state = apply_move(rules, state, chance.choice(moves))


def otherwise_hidden(rules: Rules, state: State, chance: random.Random) -> State:
    """The same position with the cards a player has not seen dealt in another order."""
    places = []
    if rules.hides_covered:
        places += [i for i in range(28) if state.pyramid >> i & 1 and not is_exposed(state, i)]
    if state.pass_number == 1:
        first = 1 if rules.stock_top_playable else 0
        places += [28 + i for i in range(first, len(state.stock))]
    cards = [*state.pyramid_cards, *state.stock]
    hidden = [cards[place] for place in places]
    chance.shuffle(hidden)
    for place, card in zip(places, hidden, strict=True):
        cards[place] = card
    return state._replace(pyramid_cards=tuple(cards[:28]), stock=tuple(cards[28:]))


def few_cards(pyramid: str, stock: str = "", waste: str = "", pass_number: int = 1) -> State:
    """A position of a few cards, the pyramid's with their places; the rest are gone."""
    layout, mask, words = [0] * 28, 0, pyramid.split()
    for position, card in zip(map(parse_slot, words[::2]), words[1::2], strict=True):
        layout[position] = parse_card(card)
        mask |= 1 << position
    stocked, wasted = (tuple(parse_card(card) for card in text.split()) for text in (stock, waste))
    return State(tuple(layout), mask, stocked, wasted, pass_number=pass_number)


@every_rule_set
def test_a_view_shows_the_visible_cards_and_no_other(rules: Rules) -> None:
    for state in random_states(rules, 2):
        view = observe(rules, state)
        hidden = [*state.pyramid_cards, *state.stock]
        for shown, card in zip([*view.pyramid_cards, *view.stock], tuple(hidden), strict=True):
            assert shown in (card, None)
            if shown is not None:
                hidden.remove(card)
        assert view.hidden == tuple(sorted(hidden))
        open_cards = [card for i, card in enumerate(view.pyramid_cards) if is_exposed(state, i)]
        assert None not in open_cards
        assert (None in view.pyramid_cards) <= rules.hides_covered


def test_the_stock_is_known_from_the_second_pass_on_before_it_its_top_where_that_is_playable() -> None:
    for rules in RULE_SETS:
        state = initial_state(rules, deal(61))
        top = state.stock[0] if rules.stock_top_playable else None
        assert observe(rules, state).stock == (top, *[None] * (len(state.stock) - 1))
    rules = rules_for("em")
    state = after(rules, initial_state(rules, deal(61)), [DRAW] * 24 + [REDEAL])
    view = observe(rules, state)
    assert (view.stock, view.hidden) == (state.stock, ())
    assert view.to_state(()) == state


@every_rule_set
@pytest.mark.parametrize("advise", [find_best_removal, find_best_move])
def test_shuffling_unseen_cards_changes_no_answer(rules: Rules, advise: Callable[..., Work[Move]]) -> None:
    chance = random.Random(1)
    moved = 0
    for state in random_states(rules, 2):
        view, other = observe(rules, state), otherwise_hidden(rules, state, chance)
        moved += other != state
        assert observe(rules, other) == view
        assert at_once(advise(rules, observe(rules, other))) == at_once(advise(rules, view))
    assert moved > 10


@every_rule_set
def test_the_hint_is_a_removal_whenever_there_is_one(rules: Rules) -> None:
    for state in random_states(rules, 6):
        removals = [move for move in legal_moves(rules, state) if move not in (DRAW, REDEAL)]
        found = at_once(find_best_removal(rules, observe(rules, state)))
        assert (found in removals) if removals else found is None


@pytest.mark.parametrize(
    ("rules", "pyramid", "stock", "waste", "hinted", "chosen"),
    [
        ("em", "11 2c 21 Kd 22 5c 71 8h 72 4c 74 9h", "Jd", "", "21", "21"),
        ("em", "11 2c 22 5c 71 8h 72 4c 74 9h", "Jd", "", "22+71", "22+71"),
        ("relaxed", "61 8c 71 5c 72 Ad 66 Qd 77 5s", "", "8d", "71+W", "71+W"),
        ("relaxed", "51 8c 61 5c 71 Ad 77 5s", "Qd", "8d", "77+W", "D"),
        ("relaxed", "51 8c 61 5c 71 Ad 77 5s", "", "8d", "77+W", "77+W"),
        ("odm", "71 6c 73 7d 75 8h 77 4s", "", "5c", "71", "71"),
        ("odm", "73 7d 75 8h 77 4s", "", "5c 6c", "73", "73"),
        ("odm", "51 8s 61 7d 71 6c 75 3d 77 4s", "", "5c", "71", "71"),
        ("odm level 2", "51 8s 61 7d 71 6c 75 3d 77 4s", "", "5c", "77", "77"),
        ("windows variation draw3", "11 2c", "3d 4d", "5c 6d", "None", "None"),
    ],
)
def test_what_is_hinted_and_chosen(
    rules: str, pyramid: str, stock: str, waste: str, hinted: str, chosen: str
) -> None:
    edition, *option = rules.split()
    record = rules_for(edition, dict([option]) if option else {})
    state = few_cards(pyramid, stock, waste, pass_number=1 if record.max_redeals is not None else 2)
    view = observe(record, state)
    assert (str(at_once(find_best_removal(record, view))), str(at_once(find_best_move(record, view)))) == (
        hinted,
        chosen,
    )


def test_a_card_that_covers_its_partner_cannot_go_with_it() -> None:
    cards = [parse_card("Kd")] * 28
    cards[15], cards[21] = parse_card("5c"), parse_card("8c")
    layout = get_pyramid_tables(tuple(cards))
    pyramid = 1 << 15 | 1 << 21
    assert not layout.is_clearable(pyramid, [0, 0, 0, 0, 0, 0])
    assert layout.is_clearable(pyramid, [0, 0, 0, 0, 1, 0])
    cards[15], cards[16] = cards[16], cards[15]
    assert get_pyramid_tables(tuple(cards)).is_clearable(1 << 16 | 1 << 21, [0, 0, 0, 0, 1, 0])


LONG_STREAKS = """
Jc Jh Qd Ts Th Js 9d Td 9s Tc 8h 9h 7d 8d 9c 5s 7h 8s 7s 6h 8c 6s 6c 6d 5h 4c 5d 7c
5c 3h 2d Ad 3d Qh As 3c 4s 3s Qc Ac Kh Ah Ks Qs 4d 2h Kc Jd 4h 2c Kd 2s
"""


def test_a_long_look_at_streaks_is_worked_out_in_pieces() -> None:
    """In this pyramid over 1,200 positions are looked at for the first hint, many more than in any deal of chance."""
    rules = rules_for("odm")
    state = initial_state(rules, parse_deal(LONG_STREAKS))
    view = observe(rules, state)
    pieces = list(find_best_removal(rules, view))
    assert sum(pieces) >= 1_200
    assert max(pieces) <= 50
    thinking = create_hint_task(rules, [alone(state)])
    assert not thinking.run_slice(400)
    while not thinking.run_slice(1):
        pass
    assert thinking.result == at_once(find_best_removal(rules, view))
