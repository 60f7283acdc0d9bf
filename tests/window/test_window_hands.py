"""Real hands play every program in a window: its files, what is seen, and the script of it that plays it all again."""

import signal
from pathlib import Path

import pytest

from retro_pyramid.machine.host import Presenter
from tests.patience import wait_for
from tests.screens.driver import Game
from tests.screens.pair_games import BY_HAND
from tests.window.desktop import shown_evenly, window
from tests.window.display import Display

TABLE = ("--start", "table", "--deal", "61")
HANDS = {
    # A card played by click and click again, one by the keys; the help and back.
    ("odm", "both"): ("clickon card:75; clickon card:75", "key UP; key ENTER", "key F1; key ESC"),
    **BY_HAND,
}
WORDS = {("odm", "both"): ("--level", "2"), ("em", "keys"): ("-nomouse",), ("em", "mouse"): ("-mouse",)}
TEXT = {("em", "keys"), ("windows", "mouse"), ("relaxed", "keys")}
FLYING = {("odm", "both"), ("em", "mouse")}
"""Hands wait here till all cards lie."""
LEAN = {("odm", "both"), ("tilldawn", "mouse"), ("em", "keys"), ("relaxed", "mouse"), ("windows", "keys")}
"""Those that the terminal's tests leave out are played here, the others there: both play all once a night."""


def kept(folder: Path) -> str:
    """The games left off, as the program in the window keeps them after every move."""
    file = folder / "data" / "RESUME.PYR"
    return file.read_text(encoding="utf-8") if file.exists() else ""


@pytest.mark.parametrize(
    "which",
    [
        pytest.param(which, marks=[] if which in LEAN else pytest.mark.slow, id=" ".join(which))
        for which in HANDS
    ],
)
def test_what_hands_do_in_a_window_is_kept_and_seen_and_played_again(
    display: Display, tmp_path: Path, opened: Presenter, which: tuple[str, str]
) -> None:
    edition, device = which
    words = (
        *(("T",) if which in TEXT else ()),
        *("--edition", edition, *TABLE),
        *WORDS.get(which, ()),
        *(() if which in FLYING else ("--still",)),
    )
    with window(display, tmp_path, *words, "--record", "played.script") as hands:
        game = hands.game
        hands.do("settle")
        for lines in HANDS[which]:
            hands.do(*lines.split("; "), "settle")
            wait_for("the move is kept", lambda: f"moves {' '.join(game.moves)}\n" in kept(tmp_path))
        assert len(game.moves) > 1
        # What is said may have gone by then.
        hands.see("wait 310")
        assert hands.end(signal.SIGINT if device == "keys" else None) == ""
    assert hands.left_alike()
    script = (tmp_path / "played.script").read_text(encoding="utf-8")
    assert script.startswith(f"# pyramid {' '.join(words)} --mute\n")
    again = Game(tmp_path / "again", *words, new=True).do(*script.splitlines())
    assert again.state == hands.last
    assert shown_evenly(again.image(), hands.place.size) in hands.seen


def test_a_window_whose_terminal_hangs_up_keeps_everything(
    display: Display, tmp_path: Path, opened: Presenter
) -> None:
    with window(display, tmp_path, *TABLE, "--still", "--record", "played.script") as hands:
        hands.do("settle", "clickon stock", "clickon stock", "settle")
        wait_for("the move", lambda: "moves D" in kept(tmp_path))
        assert hands.end(signal.SIGHUP) == ""
    assert hands.last["moves"] == ["D"]
    assert "click" in (tmp_path / "played.script").read_text(encoding="utf-8")
