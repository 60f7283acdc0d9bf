"""The program in a real window: the same script gives the same files as without one, and real keys and a real mouse play."""

import json
import time
from pathlib import Path

import pytest

from retro_pyramid.formats.boards.scores import decode_board
from retro_pyramid.machine.host import Presenter
from tests.patience import SECONDS
from tests.screens.driver import Game
from tests.scripts.record import Plan
from tests.scripts.search import played, stuck_game
from tests.window.desktop import TABLE, Hands, see, start, the_same_files, window


@pytest.mark.parametrize("words", [(), ("T",)], ids=["graphics", "text"])
def test_a_script_gives_the_same_files_in_a_window(
    display: str, tmp_path: Path, words: tuple[str, ...]
) -> None:
    plan = Plan("stuck", "mouse", 2)
    files = the_same_files(display, tmp_path, "--script", str(plan.path), "--deal", str(plan.deal), *words)
    assert {"over.png", "board.png", "last.json", "data/PYRAMID.HGH"} <= set(files)


def test_real_keys_and_a_real_mouse_play_to_a_name_on_the_board(
    display: str, tmp_path: Path, opened: Presenter
) -> None:
    number, moves = stuck_game()
    words = ("--start", "menu", "--deal", str(number))
    game = Game(tmp_path / "headless", *words, new=True)
    hands = Hands(display, tmp_path, game)
    with start(display, tmp_path, *words, "--mute") as program:
        try:
            window = hands.wait()
            assert window["WIDTH"] * 3 == window["HEIGHT"] * 4
            hands.do("key ENTER", "key ESC", "key n", "key RIGHT", "key LEFT")
            mouse = 6
            for move in map(str, moves):
                target = "stock" if move == "D" else f"card:{move}"
                if mouse:
                    mouse -= 1
                    if game.selected != target:
                        hands.do(f"clickon {target}")
                    hands.do(f"clickon {target}")
                    continue
                if game.selected == "stock" != target:
                    hands.do("key LEFT")
                while game.selected != target:
                    hands.do("key UP" if target == "stock" else "key RIGHT")
                hands.do("key ENTER")
            assert game.moves == list(map(str, moves))
            hands.do("key ESC", "text Ann", "key ENTER")
            time.sleep(0.1)
            hands.do("key ESC", "key ESC", "key y")
            assert game.app.done
            assert program.wait(timeout=SECONDS) == 0
        finally:
            program.kill()
        assert program.stdout is not None
        assert program.stdout.read() == ""
    board = decode_board((tmp_path / "data/PYRAMID.HGH").read_bytes())
    assert board.rows[0] == ("Ann", played(number, moves, 1).score, 1)
    last = json.loads((tmp_path / "last.json").read_text(encoding="utf-8"))
    expected = game.state
    for state in (last, expected):
        del state["tick"]
    assert last == expected


def test_a_card_that_is_held_is_seen_where_the_mouse_is(
    display: str, tmp_path: Path, opened: Presenter
) -> None:
    game = Game(tmp_path / "headless", *TABLE, new=True).do("settle")
    with window(display, tmp_path, game) as (hands, place):
        see(display, place, game)
        still = game.picture()
        hands.hold("card:71", "stock")
        assert game.picture() != still
        see(display, place, game)


def test_full_screen_by_alt_and_enter_plays_nothing(display: str, tmp_path: Path, opened: Presenter) -> None:
    words = ("--start", "table", "--deal", "61", "--still")
    game = Game(tmp_path / "headless", *words, new=True)
    hands = Hands(display, tmp_path, game)
    with start(display, tmp_path, *words, "--mute") as program:
        try:
            hands.wait()
            assert hands.ask("search", "--class", "retro-pyramid").strip(), "the class of the window"
            hands.do("key UP")
            assert game.selected == "stock"
            for chord in ("alt+Return", "alt+Return", "ctrl+Return", "super+n", "alt+Left"):
                hands.ask("key", chord)
                hands.see_pass()
            hands.do("key ENTER")
            hands.see_pass()
            hands.close()
            assert program.wait(timeout=SECONDS) == 0
        finally:
            program.kill()
    last = json.loads((tmp_path / "last.json").read_text(encoding="utf-8"))
    assert (last["moves"], last["selected"], last["deal"]) == (["D"], "stock", 61)
