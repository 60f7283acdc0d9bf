"""The DOS prompt in a real window, by a real keyboard: typed lines, history, a question, a program and back."""

from pathlib import Path

from retro_pyramid.machine.presenter import Presenter
from tests.window.desktop import window
from tests.window.display import Display

BLINKS = ("wait 1", "wait 8", "wait 8", "wait 8")
"""After these the cursor is seen, or not."""


def test_lines_are_typed_brought_back_and_answered(
    display: Display, tmp_path: Path, opened: Presenter
) -> None:
    with window(display, tmp_path, "--start", "dos", "--still") as hands:
        game = hands.game
        game.files.read_high_scores()
        hands.do("text ver", "key ENTER", "text type *.doc", "key ENTER", "key UP", "key UP")
        assert game.says("C:\\>ver")
        hands.see(*BLINKS)
        hands.do("key ESC", "key F3", "key ESC", "text copy pyramid.hgh a.b", "key ENTER")
        hands.do("text del a.*", "key ENTER")
        assert game.says("Delete A.B (Y/N)?")
        hands.see(*BLINKS)
        hands.do("key y", "text relaxed --start table --deal 61", "key ENTER", "settle", "key d", "settle")
        assert game.moves == ["D"]
        hands.see(*BLINKS)
        hands.do("key ESC", "key ESC", "key y", "text exit", "key ENTER")
        assert game.app.is_done
    there = {"PYRAMID.HGH", "A.B.BAK", "RESUME.PYR"}
    for folder in ("data", "headless"):
        names = {file.name for file in (tmp_path / folder).iterdir() if file.suffix != ".LCK"}
        assert names == there, folder
    assert (tmp_path / "data/A.B.BAK").read_bytes() == (tmp_path / "data/PYRAMID.HGH").read_bytes()
    assert hands.left_alike()
