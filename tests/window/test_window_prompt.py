"""The DOS prompt in a real window, by a real keyboard: typed lines, history, a question, a program and back."""

import json
from pathlib import Path

from retro_pyramid.machine.host import Presenter
from tests.patience import SECONDS, wait_for
from tests.screens.driver import Game
from tests.window.desktop import Hands, alike, picture_of, shown_evenly, start


def test_lines_are_typed_brought_back_and_answered(display: str, tmp_path: Path, opened: Presenter) -> None:
    words = ("--start", "dos")
    game = Game(tmp_path / "headless", *words, new=True)
    game.files.board()
    hands = Hands(display, tmp_path, game)
    with start(display, tmp_path, *words, "--mute") as program:
        try:
            window = hands.wait()

            def see(what: str) -> None:
                # The cursor blinks.
                pictures = [shown_evenly(game.do(f"wait {ticks}").image(), window) for ticks in (1, 8, 8, 8)]

                def seen() -> bool:
                    found = picture_of(display, window)
                    return any(alike(found, picture) for picture in pictures)

                wait_for(what, seen)

            hands.do("text ver", "key ENTER", "text type *.doc", "key ENTER", "key UP", "key UP")
            assert game.says("C:\\>ver")
            see("the line before the last")
            hands.do("key ESC", "key F3", "key ESC", "text copy pyramid.hgh a.b", "key ENTER")
            hands.do("text del a.*", "key ENTER")
            assert game.says("Delete A.B (Y/N)?")
            see("the question")
            hands.do(
                "key y", "text relaxed --start table --deal 61", "key ENTER", "settle", "key d", "settle"
            )
            assert game.moves == ["D"]
            see("the table")
            hands.do("key ESC", "key ESC", "key y", "text exit", "key ENTER")
            assert game.app.done
            assert program.wait(timeout=SECONDS) == 0
        finally:
            program.kill()
    there = {"PYRAMID.HGH", "A.B.BAK", "RESUME.PYR"}
    for folder in ("data", "headless"):
        names = {file.name for file in (tmp_path / folder).iterdir() if file.suffix != ".LCK"}
        assert names == there, folder
    assert (tmp_path / "data/A.B.BAK").read_bytes() == (tmp_path / "data/PYRAMID.HGH").read_bytes()
    last = json.loads((tmp_path / "last.json").read_text(encoding="utf-8"))
    assert {**last, "tick": 0} == {**game.state, "tick": 0}
