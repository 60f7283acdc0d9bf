"""What real hands did in a real window is played again: the same state to the tick, the same picture to the pixel."""

import json
import signal
from pathlib import Path

import pytest

from retro_pyramid.machine.host import Presenter
from tests.patience import SECONDS, wait_for
from tests.screens.driver import Game
from tests.window.desktop import Hands, alike, picture_of, shown_evenly, start

TABLE = ("--start", "table", "--deal", "61")
HANDS = {
    # A card played by click and click again, one by the keys, a draw, one dragged; the help and back.
    "odm": (
        ("--level", "2", *TABLE),
        ("clickon card:75; clickon card:75; settle", "key UP; key ENTER; settle", "key F1; key ESC"),
    ),
    "tilldawn": (
        ("--edition", "tilldawn", *TABLE),
        ("dragon card:73 discard; settle", "clickon card:72; clickon card:77; settle", "key D; settle"),
    ),
    "em": (
        ("T", "--edition", "em", *TABLE, "-mouse"),
        ("key 7; key 3; settle", "clickon card:72; clickon card:77; settle", "rclickon card:71; settle"),
    ),
}


@pytest.mark.parametrize("edition", HANDS)
def test_what_hands_did_in_a_window_is_played_again(
    display: str, tmp_path: Path, opened: Presenter, edition: str
) -> None:
    words, lines = HANDS[edition]
    game = Game(tmp_path / "headless", *words, new=True)
    hands = Hands(display, tmp_path, game)
    with start(display, tmp_path, *words, "--mute", "--record", "played.script") as program:
        try:
            window = hands.wait()
            hands.do("settle")
            for together in lines:
                hands.do(*together.split("; "))
            # What is said may have gone by then.
            pictures = [shown_evenly(game.image(), window)]
            pictures.append(shown_evenly(game.do("wait 310").image(), window))

            def seen() -> bool:
                found = picture_of(display, window)
                return any(alike(found, picture) for picture in pictures)

            wait_for("the picture", seen)
            hands.close()
            assert program.wait(timeout=SECONDS) == 0
        finally:
            program.kill()
    assert game.moves
    script = (tmp_path / "played.script").read_text(encoding="utf-8")
    assert script.startswith(f"# pyramid {' '.join(words)} --mute\n")
    again = Game(tmp_path / "again", *words, new=True).do(*script.splitlines())
    assert shown_evenly(again.image(), window) in pictures
    assert again.state == json.loads((tmp_path / "last.json").read_text(encoding="utf-8"))


def test_a_window_whose_terminal_hangs_up_keeps_everything(
    display: str, tmp_path: Path, opened: Presenter
) -> None:
    game = Game(tmp_path / "headless", *TABLE, new=True)
    hands = Hands(display, tmp_path, game)
    with start(display, tmp_path, *TABLE, "--mute", "--record", "played.script") as program:
        try:
            hands.wait()
            hands.do("settle", "clickon stock", "clickon stock", "settle")
            wait_for("the move", lambda: (tmp_path / "data" / "RESUME.PYR").exists())
            program.send_signal(signal.SIGHUP)
            assert program.wait(timeout=SECONDS) == 0
        finally:
            program.kill()
    assert json.loads((tmp_path / "last.json").read_text(encoding="utf-8"))["moves"] == ["D"]
    assert "click" in (tmp_path / "played.script").read_text(encoding="utf-8")
