"""EM's Pyramid, Standard Play: whole games, the computer that plays, the end; single acts are in `acts.txt`."""

from collections.abc import Callable

import pytest

from retro_pyramid.machine.video import COLUMNS, ROWS
from retro_pyramid.rules import DRAW, parse_move
from tests.screens.conftest import Start
from tests.screens.driver import MODES, Game
from tests.screens.em import ALONE, EM, MOUSE, clicks, keys, played, table_of, watch, watched
from tests.screens.places import reach


@pytest.fixture
def em(start: Start) -> Game:
    return start(*MOUSE).do("settle")


@pytest.mark.parametrize("by", [keys, clicks])
def test_a_whole_game_by_keys_and_by_the_mouse(start: Start, by: Callable[[str], str]) -> None:
    moves, score = played(61)
    em = start(*EM, *(("-mouse",) if by is clicks else ("-nomouse", "T"))).do("settle")
    for move in moves:
        if em.screen == "confirm":
            assert em.message == "The pyramid is cleared. Score this game now?"
            em.do("clickon no" if by is clicks else "key n")
        em.do(by(move), "settle")
    assert (em.moves, em.state["score"], em.state["status"]) == (list(moves), score, "won")
    assert (em.heard, em.says("All 52 cards are gone!")) == ("win_em", True)
    assert em.do("clickon button:go-on" if by is clicks else "key ENTER").state["deal"] == 1001


@pytest.fixture
def cleared(start: Start) -> Game:
    """Deal 1004 as far as its pyramid is cleared: cards are left, and whether to score is asked."""
    em = start(*MOUSE, "--deal", "1004").do("settle")
    for move in played(1004)[0]:
        if em.do("settle").screen != "confirm":
            table_of(em).play_move(parse_move(move))
    return em


def test_a_cleared_pyramid_can_be_scored_at_once(cleared: Game) -> None:
    assert cleared.message == "The pyramid is cleared. Score this game now?"
    score = cleared.state["score"]
    assert 0 < score < 35
    cleared.do("key y")
    assert cleared.says(f"This game is scored as it stands. Score +{score}")
    assert cleared.says("Enter or NEW deals another game")
    cleared.do("key SPACE; settle")
    assert cleared.state["deal"] == 1001


def test_or_it_can_be_played_on(cleared: Game) -> None:
    moves, score = played(1004)
    cleared.do("clickon no")
    for move in moves[len(cleared.moves) :]:
        table_of(cleared).play_move(parse_move(move))
    cleared.do("settle")
    assert cleared.state["status"] == "stuck"
    assert cleared.state["score"] == score
    assert cleared.says("The pyramid is cleared; no more moves.")


def test_without_a_hint_there_is_a_beep_and_a_message(em: Game) -> None:
    table = table_of(em)
    for _ in range(26):
        if (move := next((move for move in table.session.legal_moves() if move != DRAW), None)) is None:
            break
        table.play_move(move)
    assert em.do("settle; key h; wait 3").message == "No cards go together now"
    assert em.heard == "em_beep"


def test_in_a_browser_quit_leads_to_the_menu(em: Game) -> None:
    em.app.services = em.app.services._replace(host="page")
    em.do("key q; key y")
    assert em.screen == "menu"
    assert not em.app.is_done


@pytest.mark.parametrize("lines", ["wait 1", "key d; key p; key F7; key h; key a; rclick 300 300"])
def test_auto_finishes_the_game_card_by_card_whatever_is_pressed(em: Game, lines: str) -> None:
    em.do("key a; wait 2", lines)
    assert (em.screen, watched(em)) == ("table", True)
    seen = {table_of(em.do("wait 1")).hinted_ids for _ in range(60)}
    assert ("card:73",) in seen
    assert any(len(names) == 2 and names[:1] in seen for names in seen)
    watch(em)
    assert (em.moves, em.state["status"]) == (list(played(61)[0]), "won")
    assert table_of(em).session.is_assisted


def test_auto_can_be_stopped_and_what_it_played_is_kept(em: Game, start: Start) -> None:
    moves = em.do("key a; wait 80; key ESC").moves
    assert moves
    assert em.do("wait 100").moves == moves
    assert start("--edition", "em", "--start", "table", "-mouse").moves == moves


@pytest.mark.parametrize("speed", ["-slow", "-medium", "-fast"])
def test_auto_goes_at_the_speed_that_is_set(start: Start, speed: str) -> None:
    em = start(*EM, "-mouse", speed).do("settle; key a; wait 120")
    low, high = {"-slow": (1, 2), "-medium": (3, 5), "-fast": (7, 20)}[speed]
    assert low <= len(em.moves) <= high


GRIDS = {
    "standard": [["hint", "new"], ["tour", "config"], ["auto", "info"], ["help", "quit"]],
    "tournament": [["top10", "new"], ["save", "config"], ["score", "info"], ["help", "exit"]],
}
"""The buttons in graphics as they stand there, row by row; in text they stand below each other in this order."""


@pytest.mark.parametrize("play", GRIDS)
def test_arrow_keys_walk_the_buttons_as_they_stand_in_graphics(start: Start, play: str) -> None:
    grid = GRIDS[play]
    em = start(*MOUSE).do("settle", ALONE if play == "tournament" else "wait 1")
    places = {name: em.enabled()[f"button:{name}"] for row in grid for name in row}
    assert all(
        places[left][1] == places[right][1] and places[left][0] < places[right][0] for left, right in grid
    )
    hand = table_of(em).input_controller
    for at, row in enumerate(grid):
        for column, name in enumerate(row):
            other = row[1 - column]
            expected = {"LEFT": other, "RIGHT": other}
            if at > 0:
                expected["UP"] = grid[at - 1][column]
            if at < len(grid) - 1:
                expected["DOWN"] = grid[at + 1][column]
            for key in ("LEFT", "RIGHT", "UP", "DOWN"):
                hand.state = hand.state.with_focus(f"button:{name}")
                em.do(f"key {key}")
                if key in expected:
                    assert em.selected == f"button:{expected[key]}", (name, key)
                else:
                    assert str(em.selected).startswith(("card:", "stock", "waste")), (name, key)


@pytest.mark.parametrize("play", GRIDS)
def test_arrow_keys_walk_the_buttons_as_they_stand_in_text(start: Start, play: str) -> None:
    names = [name for row in GRIDS[play] for name in row]
    em = start(*MOUSE, "T").do("settle", ALONE if play == "tournament" else "wait 1")
    hand = table_of(em).input_controller
    for at, name in enumerate(names):
        for key, step in (("UP", -1), ("DOWN", 1), ("LEFT", -1), ("RIGHT", 1)):
            hand.state = hand.state.with_focus(f"button:{name}")
            em.do(f"key {key}")
            if key in ("LEFT", "RIGHT") or 0 <= at + step < len(names):
                assert em.selected == f"button:{names[(at + step) % len(names)]}", (name, key)
            else:
                assert str(em.selected).startswith(("card:", "stock", "waste")), (name, key)


def test_arrow_keys_enter_the_buttons_at_the_nearest_row_and_tab_visits_all_in_order(em: Game) -> None:
    names = [name for row in GRIDS["standard"] for name in row]
    em.do("key END")
    assert em.do("key DOWN").selected in ("button:hint", "button:new")
    hand = table_of(em).input_controller
    hand.state = hand.state.with_focus("stock")
    assert em.do("key UP").selected in ("button:help", "button:quit")
    hand.state = hand.state.with_focus("button:hint")
    assert [em.do("key TAB").selected for _ in names[1:]] == [f"button:{name}" for name in names[1:]]


@pytest.mark.parametrize("place", ["em_lost", "em_over"])
@pytest.mark.parametrize("mode", MODES)
def test_the_result_fills_the_strip_below_the_buttons(start: Start, place: str, mode: str) -> None:
    game = reach(start, place, *MODES[mode])
    game.picture()
    paper = game.app.theme.win_banner if place == "em_over" else game.app.theme.notice
    attributes = bytes(game.machine.display.cells[1::2])
    for row in (ROWS - 3, ROWS - 2):
        assert {*attributes[COLUMNS * row : COLUMNS * (row + 1)]} == {paper}


@pytest.mark.parametrize("mode", MODES)
def test_the_record_box_covers_none_of_the_result(start: Start, mode: str) -> None:
    game = reach(start, "em_record", *MODES[mode])
    assert game.screen == "top10"
    view = table_of(game).get_table_view()
    assert view.result_banner is not None
    assert len(view.result_banner.lines) >= 2
    rows, paper = game.rows(), game.app.theme.notice
    attributes = bytes(game.machine.display.cells[1::2])
    for line in view.result_banner.lines:
        places = [COLUMNS * row + words.find(line) for row, words in enumerate(rows) if line in words]
        assert [{*attributes[at : at + len(line)]} for at in places] == [{paper}], line
