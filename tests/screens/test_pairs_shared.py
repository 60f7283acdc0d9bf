"""What all four programs of pairs have in common, on every display, by keys alone and by the mouse alone."""

from itertools import product

import pytest

from tests.programs import PAIR_PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.pair_games import by_keys, by_mouse, fair_game, table_of, words

MODES = {"graphics": (), "text": ("T",), "mono": ("--video", "mono")}
DISCARDS = {"tilldawn": "discard", "relaxed": "foundation"}


@pytest.fixture(params=list(product(PAIR_PROGRAMS, MODES)), ids="-".join)
def game(request: pytest.FixtureRequest, start: Start) -> Game:
    # Deal 61: the bottom row is 5d 2d Ks Qc 6h Qs Jd; 7h Kd 3s Tc come from the stock.
    edition, mode = request.param
    mouse = ("-mouse",) if edition == "em" else ()
    return start(*words(edition, 61), *mouse, *MODES[mode]).do("settle")


def test_the_first_twenty_moves_of_a_game_by_the_mouse_alone_and_by_keys_alone(
    game: Game, start: Start
) -> None:
    edition = game.app.record.id
    moves = fair_game(edition, 61)[:20]
    by_mouse(game, *moves)
    assert game.moves == list(moves)
    mono = ("--video", "mono") if game.machine.video.mono else ("T",)
    keys = ("-nomouse",) if edition == "em" else ()
    again = start(*words(edition, 61), *keys, *(mono if game.machine.video.mode == "text" else ()))
    by_keys(again.do("settle"), *moves)
    assert again.moves == list(moves)
    assert again.state["score"] == game.state["score"]


def test_a_selected_card_looks_different_and_is_let_go_again(game: Game) -> None:
    # A press beside everything puts the keyboard's focus away.
    game.do("click 6 210")
    before = game.picture()
    game.do("clickon card:72; move 6 210")
    assert game.selected == "card:72"
    assert game.picture() != before
    game.do("clickon card:72; move 6 210")
    assert (table_of(game).grip.hand.picked, game.picture()) == (None, before)


def test_a_selected_card_is_let_go_by_the_key_that_took_it(game: Game) -> None:
    game.do("key ENTER")
    assert table_of(game).grip.hand.picked == "card:71"
    assert table_of(game.do("key ENTER")).grip.hand.picked is None


@pytest.mark.parametrize(
    "line", ["clickon card:72; clickon card:77", "dragon card:72 card:77", "dragon card:77 card:72"]
)
def test_a_pair_goes_by_clicks_and_by_dragging(game: Game, line: str) -> None:
    assert game.do(line).moves == ["72+77"]


def test_a_king_goes_alone_by_a_click_and_by_dragging_it_away(game: Game) -> None:
    discard = DISCARDS.get(game.app.record.id)
    game.do(f"dragon card:73 {discard}" if discard else "clickon card:73")
    assert game.moves == ["73"]


def test_a_wrong_second_card_is_the_selection_now_but_in_em_nothing_is(game: Game) -> None:
    game.do("clickon card:71; clickon card:72")
    em = game.app.record.id == "em"
    assert table_of(game).grip.hand.picked == (None if em else "card:72")
    assert game.message == ("5♦ and 2♦ total 7, not 13" if em else None)
    assert game.moves == []


def test_the_waste_top_is_the_partner_of_a_selected_card(game: Game) -> None:
    # 7h from the stock goes with the 6h at 75.
    game.do("key D; settle; clickon card:75; clickon waste")
    assert game.moves == ["D", "75+W"]


def test_the_focus_of_the_keyboard_is_always_to_be_seen(game: Game) -> None:
    pictures = {game.picture()}
    seen = {game.selected}
    for _ in range(9):
        game.do("key TAB")
        pictures.add(game.picture())
        seen.add(game.selected)
    assert len(pictures) == len(seen) >= 8
