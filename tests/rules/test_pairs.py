"""The pair editions: their rules, sentence by sentence, on positions laid out for the purpose."""

import pytest

from retro_pyramid.cards import parse_card
from retro_pyramid.rules import IllegalMoveError, Rules, State, parse_move, rules_for
from retro_pyramid.rules.game import (
    apply_move,
    illegal_reason,
    initial_score,
    initial_state,
    legal_moves,
    score_after_move,
    status,
)

TILLDAWN = rules_for("tilldawn")
TILLDAWN_OFF = rules_for("tilldawn", {"auto_match": "off"})
WINDOWS = rules_for("windows")
DRAW3 = rules_for("windows", {"variation": "draw3"})
RELAXED = rules_for("relaxed")
EASY = rules_for("relaxed", {"passes": "2"})
EM = rules_for("em")
PAIR_RULES = [TILLDAWN, TILLDAWN_OFF, WINDOWS, DRAW3, RELAXED, EASY, EM]


# The bottom row has no pair in it; only a Queen, Jack, 10, 9 or 8 could go with them.
DEAD = "Ac 2c 3c 4c 5c Ad 2d"
NO_PAIR = "2c 3c 4c 5c 6c 2d 3d"
PAIRS = "Ac Qd 2c Jd 6h 7s Kc"


def cards(text: str) -> tuple[int, ...]:
    return tuple(parse_card(word) for word in text.split())


def position(rules: Rules, bottom: str, stock: str = "", waste: str = "", pass_number: int = 1) -> State:
    """Seven bottom cards under a pyramid of other ones, with this stock (top first) and waste (top last)."""
    named = cards(f"{bottom} {stock} {waste}")
    others = [card for card in range(52) if card not in named]
    deck = [*others[:21], *cards(bottom), *others[21:], *cards(stock), *cards(waste)]
    return initial_state(rules, deck)._replace(
        stock=cards(stock), waste=cards(waste), pass_number=pass_number
    )


def apex_only(rules: Rules, apex: str, stock: str = "", waste: str = "", pass_number: int = 1) -> State:
    state = position(rules, "2s 3s 4s 5s 6s 7s 8s", stock, waste, pass_number)
    return state._replace(pyramid=1, pyramid_cards=(*cards(apex), *state.pyramid_cards[1:]))


def texts(rules: Rules, state: State) -> list[str]:
    return [str(move) for move in legal_moves(rules, state)]


def after(rules: Rules, state: State, *moves: str) -> State:
    for move in moves:
        state = apply_move(rules, state, parse_move(move))
    return state


def refusal(rules: Rules, state: State, move: str) -> str:
    with pytest.raises(IllegalMoveError) as error:
        apply_move(rules, state, parse_move(move))
    assert illegal_reason(rules, state, parse_move(move)) == str(error.value)
    return str(error.value)


@pytest.mark.parametrize("rules", PAIR_RULES)
def test_pairs_total_thirteen_kings_go_alone_and_the_waste_top_is_in_play(rules: Rules) -> None:
    state = position(rules, PAIRS)
    assert texts(rules, state) == ["71+72", "73+74", "75+76", "77"]
    for move, reason in {
        "71+73": "Ac and 2c total 3, not 13",
        "71": "Ac does not go alone: only a King does",
        "71+77": "Ac and Kc total 14, not 13",
        "66+77": "the card at 66 is covered",
        "71+W": "the waste is empty",
    }.items():
        assert refusal(rules, state, move) == reason
    assert refusal(rules, after(rules, state, "77"), "77") == "the card at 77 is gone"
    state = position(rules, PAIRS, waste="5c Qs")
    assert "71+W" in texts(rules, state)
    assert after(rules, state, "71+W").waste == cards("5c")
    assert after(rules, position(rules, DEAD, waste="9c Ks"), "W").waste == cards("9c")


@pytest.mark.parametrize("rules", PAIR_RULES)
def test_the_stock_top_is_playable_in_tilldawn_and_em_only(rules: Rules) -> None:
    state = position(rules, DEAD, stock="Qs Ks", waste="As")
    king = position(rules, DEAD, stock="Ks Qs")
    if rules.stock_top_playable:
        assert texts(rules, state) == ["71+P", "76+P", "P+W", "D"]
        assert after(rules, state, "P+W", "P").stock == ()
        assert texts(rules, king) == ["P", "D"]
        assert refusal(rules, state._replace(stock=()), "71+P") == "the stock is empty"
    else:
        assert texts(rules, state) == ["D"]
        assert texts(rules, king) == ["D"]
        assert refusal(rules, state, "71+P") == "the top of the stock is not in play"


@pytest.mark.parametrize(
    ("rules", "redeals"), [(TILLDAWN, 2), (TILLDAWN_OFF, 2), (WINDOWS, 0), (RELAXED, 0), (EASY, 1), (EM, 2)]
)
def test_as_many_redeals_as_the_edition_allows(rules: Rules, redeals: int) -> None:
    state = position(rules, NO_PAIR, stock="8c 8d 8h")
    for number in range(1, redeals + 1):
        assert refusal(rules, state, "R") == "the stock is not empty yet"
        state = after(rules, state, "D", "D", "D")
        assert status(rules, state) == "playing"
        state = after(rules, state, "R")
        # Turned over: the card drawn first is on top again.
        assert (state.stock, state.waste, state.pass_number) == (cards("8c 8d 8h"), (), number + 1)
    state = after(rules, state, "D", "D", "D")
    assert refusal(rules, state, "R") == ("no redeal is left" if redeals else "there is no redeal")
    assert refusal(rules, state, "D") == "no card is left to draw"
    assert "R" not in texts(rules, state)


def test_no_redeal_of_an_empty_waste() -> None:
    state = position(EM, NO_PAIR)
    assert (texts(EM, state), status(EM, state)) == ([], "stuck")
    assert refusal(EM, state, "R") == "no card is left to turn over"


def test_draw_three_turns_three_and_fewer_at_the_end_and_redeals_without_limit() -> None:
    state = after(DRAW3, position(DRAW3, NO_PAIR, stock="8c 8d 8h 9c 9d"), "D")
    assert (state.stock, state.waste) == (cards("9c 9d"), cards("8c 8d 8h"))
    state = after(DRAW3, state, "D")
    assert (state.stock, state.waste) == ((), cards("8c 8d 8h 9c 9d"))
    state = after(DRAW3, state, *["R", "D", "D"] * 20)
    assert (state.pass_number, texts(DRAW3, state)) == (21, ["73+W", "R"])


@pytest.mark.parametrize(
    ("expected", "stock", "waste", "why"),
    [
        ("stuck", "Qs 6h 7h", "", "the Queen is never on top"),
        ("playing", "6h 7h Qs", "", "the Queen is drawn on top"),
        ("playing", "", "6h 7h Qs", "the Queen is on top now"),
        ("playing", "Qs", "6h 7h", "the rest of this pass shows the Queen"),
        ("stuck", "7h", "6h Qs 6d", "the Queen is second of four in the next pass"),
        ("stuck", "7h", "6h 7c 6d Qs 7d", "the Queen is fourth of six in the next pass"),
        ("playing", "7h 7d", "6h 7c Qs 6d", "the Queen is third in the next pass"),
        ("stuck", "7h", "Qs 6h", "the Queen is first of three in the next pass"),
        ("stuck", "", "7h 6h", "nothing fits at all"),
        ("stuck", "", "", "there are no cards left to turn"),
        ("playing", "6h 7h Ks", "", "a King goes alone"),
    ],
)
def test_when_draw_three_is_stuck(stock: str, waste: str, expected: str, why: str) -> None:
    state = position(DRAW3, DEAD, stock, waste)
    assert status(DRAW3, state) == expected, why
    assert bool(texts(DRAW3, state)) == bool(stock or waste), "draw and redeal stay legal and are listed"


def test_auto_match_takes_a_drawn_card_with_the_waste_top_but_no_king_and_no_stranger() -> None:
    state = position(TILLDAWN, DEAD, stock="6h 9c", waste="8c 7h")
    matched = after(TILLDAWN, state, "D")
    assert (matched.stock, matched.waste) == (cards("9c"), cards("8c"))
    assert matched == after(TILLDAWN, state, "P+W"), "the same act, written otherwise"
    assert after(TILLDAWN_OFF, state, "D").waste == cards("8c 7h 6h")
    assert after(TILLDAWN, position(TILLDAWN, DEAD, stock="Kh", waste="7h"), "D").waste == cards("7h Kh")
    assert after(TILLDAWN, position(TILLDAWN, DEAD, stock="6h"), "D").waste == cards("6h")


@pytest.mark.parametrize("rules", PAIR_RULES)
def test_the_top_two_of_the_waste_pair_in_tilldawn_only(rules: Rules) -> None:
    state = position(rules, DEAD, waste="9h 6h 7h")
    if rules.edition == "tilldawn":
        assert "WW" in texts(rules, state)
        assert after(rules, state, "WW").waste == cards("9h")
        assert refusal(rules, state._replace(waste=cards("7h")), "WW") == "the waste has only one card"
        assert refusal(rules, state._replace(waste=cards("7h 9h")), "WW") == "7h and 9h total 16, not 13"
    else:
        assert "WW" not in texts(rules, state)
        assert refusal(rules, state, "WW") == "only the top card of the waste is in play"


@pytest.mark.parametrize("rules", PAIR_RULES)
def test_what_is_won_with_the_pyramid_and_what_without_cards(rules: Rules) -> None:
    state = after(rules, apex_only(rules, "Kc", stock="6c", waste="7c"), "11")
    if rules in (WINDOWS, DRAW3, RELAXED, EASY):
        assert (status(rules, state), texts(rules, state)) == ("won", [])
        assert refusal(rules, state, "D") == "the game is won"
    else:
        assert (status(rules, state), texts(rules, state)) == ("playing", ["P+W", "D"])
        assert status(rules, after(rules, state, "P+W")) == "won"


@pytest.mark.parametrize(("pass_number", "par"), [(1, 50), (2, 35), (3, 20)])
def test_par_goes_by_the_pass_the_pyramid_was_cleared_in(pass_number: int, par: int) -> None:
    state = apex_only(EM, "Kc", stock="9c Kd", waste="9d", pass_number=pass_number)
    assert initial_score(EM, state) == -4
    cleared = after(EM, state, "11")
    assert score_after_move(EM, -4, state, parse_move("11"), cleared) == par - 3
    later = after(EM, cleared, "D", "P", *(["R"] if pass_number < 3 else []))
    assert score_after_move(EM, par - 3, cleared, parse_move("P"), later) == par - 2, (
        "the pass of clearing stays"
    )


def test_windows_counts_pyramid_cards_twenty_for_winning_and_five_a_redeal() -> None:
    state = position(DRAW3, PAIRS, stock="", waste="Kd Qs")
    total = initial_score(DRAW3, state)
    totals = [total]
    for text in ("73+74", "77", "71+W", "W", "D", "R"):
        if text == "D":
            state = state._replace(stock=cards("9c 9d 9h"))
        reached = after(DRAW3, state, text)
        total = score_after_move(DRAW3, total, state, parse_move(text), reached)
        state = reached
        totals.append(total)
    assert totals == [0, 2, 3, 4, 4, 4, -1]
    last = apex_only(WINDOWS, "Kc", stock="9c")
    assert score_after_move(WINDOWS, 27, last, parse_move("11"), after(WINDOWS, last, "11")) == 48
