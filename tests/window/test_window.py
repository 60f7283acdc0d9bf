"""The program in a real window: the same script gives the same files as without one, and real keys and a real mouse play."""

import itertools
import re
from pathlib import Path

import pytest

from retro_pyramid.cli import main
from retro_pyramid.formats.scores.high_scores import decode_high_scores
from retro_pyramid.launcher import launcher as playing
from retro_pyramid.machine.presenter import Presenter
from tests.patience import SECONDS
from tests.screens.driver import FIRST_CHANCE_DEAL, Game
from tests.screens.pair_games import PAIRS
from tests.scripts import FOLDER, words_of
from tests.scripts.search import played, stuck_game
from tests.window.desktop import TABLE, Hands, start, window
from tests.window.display import Display

EVERY_COMMAND = ("played", "undone", "hint", "again", "new", "number", "help", "others", "quit")
RUNS = {
    "stuck_mouse_level2": {"over.png", "board.png", "data/PYRAMID.HGH"},
    "em_window": {f"{name}.png" for name in ("dealt", "hand", "hint", "config", "info", "auto")}
    | {"mistake.json", "end.json", "data/RESUME.PYR", "data/PYRAMID.CFG"},
    **{
        f"{edition}_{device}": {f"{name}.{kind}" for name in EVERY_COMMAND for kind in ("json", "png")}
        | {"data/RESUME.PYR"}
        for edition in PAIRS
        for device in ("keys", "mouse")
    },
}
"""A script, and files among those it leads to, by name."""
LEAN = {("stuck_mouse_level2", "graphics"), ("em_window", "text")}


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        pytest.param(name, mode, marks=[] if (name, mode) in LEAN else pytest.mark.slow)
        for name in RUNS
        for mode in ("graphics", "text")
    ],
)
def test_a_script_gives_the_same_files_in_a_window(
    display: Display, tmp_path: Path, one_host: None, monkeypatch: pytest.MonkeyPatch, name: str, mode: str
) -> None:
    script = tmp_path / "shots.script"
    text = (FOLDER / f"{name}.script").read_text(encoding="utf-8")
    # A picture beside each state.
    script.write_text(re.sub(r"^state (\w+)$", r"state \1\nshot \1", text, flags=re.MULTILINE), "utf-8")
    given = [*words_of(name), *("T" for _ in range(mode == "text")), "--script", str(script), "--shots", "."]
    folders = tmp_path / "window", tmp_path / "headless"
    program = start(display.name, folders[0], *given, "--mute", module="tests.window.hurried")
    numbers = itertools.count(FIRST_CHANCE_DEAL)
    monkeypatch.setattr(playing, "_random_deal_number", lambda: next(numbers))
    folders[1].mkdir()
    monkeypatch.chdir(folders[1])
    assert main([*given, "--headless", "--data", "data", "--state", "last.json"]) == 0
    said = program.communicate(timeout=120)[0]
    assert (program.returncode, said) == (0, "")
    seen, expected = (
        {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*.*")}
        for folder in folders
    )
    assert sorted(seen) == sorted(expected)
    assert [name for name in seen if seen[name] != expected[name]] == []
    assert RUNS[name] | {"last.json"} <= set(seen)


def test_real_keys_and_a_real_mouse_play_on_to_a_name_on_the_board(
    display: Display, tmp_path: Path, opened: Presenter
) -> None:
    number, found = stuck_game()
    moves = [str(move) for move in found]
    before = Game(tmp_path / "headless", "--start", "table", "--deal", str(number)).do("settle")
    before.play(*moves[:-6])
    (tmp_path / "data").mkdir()
    (tmp_path / "data/RESUME.PYR").write_bytes((tmp_path / "headless/RESUME.PYR").read_bytes())
    with window(display, tmp_path, "--start", "menu") as hands:
        game = hands.game
        hands.do("key g", "key ENTER")
        assert game.moves == moves[:-6]
        for count, move in enumerate(moves[-6:]):
            target = "stock" if move == "D" else f"card:{move}"
            if count < 3:
                hands.do(*[f"clickon {target}"] * (1 if game.selected == target else 2))
                continue
            if game.selected == "stock" != target:
                hands.do("key LEFT")
            while game.selected != target:
                hands.do("key UP" if target == "stock" else "key RIGHT")
            hands.do("key ENTER")
        assert game.moves == moves
        hands.do("key ESC", "text Ann", "key ENTER", "key ESC", "key ESC", "key y")
        assert game.app.is_done
    board = decode_high_scores((tmp_path / "data/PYRAMID.HGH").read_bytes())
    assert board.rows[0] == ("Ann", played(number, found, 1).score, 1)
    assert hands.left_alike()


def test_chords_of_the_desktop_play_nothing_and_a_held_card_is_seen_where_the_mouse_is(
    display: Display, tmp_path: Path, opened: Presenter
) -> None:
    with window(display, tmp_path, *TABLE) as hands:
        assert display.names(hands.place.window)[1:] == ["retro-pyramid"] * 2, "the class of the window"
        hands.do("key UP")
        assert hands.game.selected == "stock"
        # Full screen and back, and what other programs take.
        for chord in ("Alt_L+Return", "Alt_L+Return", "Control_L+Return", "Super_L+n", "Alt_L+Left"):
            display.key(chord)
            hands.see_pass()
        hands.sized(640, 480)
        hands.do("key ENTER", "settle")
        still = hands.game.picture()
        hands.hold("card:71", "stock")
        assert hands.game.picture() != still
        # What is said of the draw may have gone by then.
        hands.see("wait 310")
    assert (hands.last["moves"], hands.last["deal"]) == (["D"], 61)


def test_it_is_switched_on_before_the_title_and_off_after_quit(
    display: Display, tmp_path: Path, opened: Presenter
) -> None:
    with start(display.name, tmp_path, "--power", "on", "--mute") as program:
        try:
            hands = Hands(
                display, tmp_path, Game(tmp_path / "headless", "--power", "on"), program, (640, 480)
            )
            # Till its first frames are seen it may be switched on already, and this key be the title's.
            for key in ("space", "space", "Escape", "y"):
                hands.display.key(key)
                hands.see_pass()
            assert program.wait(SECONDS) == 0
        finally:
            program.kill()
    assert hands.last["screen"] == "power"
