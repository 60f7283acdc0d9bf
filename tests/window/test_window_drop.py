"""Files dropped on the real window by X11's own protocol, as a file manager drops them."""

import json
from functools import partial
from pathlib import Path

from retro_pyramid.machine.host import Presenter
from tests.formats.test_pictures import chain
from tests.formats.test_score_inference import REAL
from tests.patience import SECONDS, wait_for
from tests.screens.driver import Game
from tests.window.desktop import Hands, start
from tests.window.dropping import drop


def is_copy(path: Path, original: Path) -> bool:
    return path.exists() and path.read_bytes() == original.read_bytes()


def test_files_dropped_on_the_window_are_brought_in(display: str, tmp_path: Path, opened: Presenter) -> None:
    board, cards = tmp_path / "old disk/Höchste 100 %.hgh", tmp_path / "old disk/CARDS.DEC"
    board.parent.mkdir()
    board.write_bytes(REAL)
    cards.write_bytes(chain("bgi16", 1, 52, None, True, (16, 20), 3))
    game = Game(tmp_path / "headless", "--start", "menu", new=True)
    hands = Hands(display, tmp_path, game)
    with start(display, tmp_path, "--start", "menu", "--mute") as program:
        try:
            window = hands.wait()
            for file, name in ((cards, "PYRAMID.DEC"), (board, "PYRAMID.HGH")):
                drop(display, window["WINDOW"], window["X"] + 100, window["Y"] + 100, file)
                game.do(f"drop {file}")
                wait_for(name, partial(is_copy, tmp_path / "data" / name, file))
            assert game.screen == "scores"
            assert game.message is not None
            assert game.message.startswith("Höchste 100 %.hgh: high scores")
            hands.do("key ESC", "key ESC", "key y")
            assert game.app.done
            assert program.wait(timeout=SECONDS) == 0
        finally:
            program.kill()
    last = json.loads((tmp_path / "last.json").read_text(encoding="utf-8"))
    assert {**last, "tick": 0} == {**game.state, "tick": 0}
