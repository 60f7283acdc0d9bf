"""Files dropped on the real window by X11's own protocol, as a file manager drops them."""

from functools import partial
from pathlib import Path

from retro_pyramid.machine.presenter import Presenter
from tests.formats.test_pictures import chain
from tests.formats.test_score_inference import REAL
from tests.patience import wait_for
from tests.window.desktop import window
from tests.window.display import Display
from tests.window.dropping import drop


def is_copy(path: Path, original: Path) -> bool:
    return path.exists() and path.read_bytes() == original.read_bytes()


def test_files_dropped_on_the_window_are_brought_in(
    display: Display, tmp_path: Path, opened: Presenter
) -> None:
    board, cards = tmp_path / "old disk/Höchste 100 %.hgh", tmp_path / "old disk/CARDS.DEC"
    board.parent.mkdir()
    board.write_bytes(REAL)
    cards.write_bytes(chain("bgi16", 1, 52, None, True, (16, 20), 3))
    with window(display, tmp_path, "--start", "menu") as hands:
        game, place = hands.game, hands.place
        for file, name in ((cards, "PYRAMID.DEC"), (board, "PYRAMID.HGH")):
            drop(display, place.window, place.x + 100, place.y + 100, file)
            game.do(f"drop {file}")
            wait_for(name, partial(is_copy, tmp_path / "data" / name, file))
        assert game.screen == "scores"
        assert game.message is not None
        assert game.message.startswith("Höchste 100 %.hgh: high scores")
        hands.do("key ESC", "key ESC", "key y")
        assert game.app.is_done
        assert hands.end().count(" is read by layout ") == 2
    assert hands.left_alike()
