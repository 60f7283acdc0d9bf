"""Real hands play every program in a window: its files, what is seen, and the script of it that plays it all again."""

import signal
from pathlib import Path

import pytest

from retro_pyramid.machine.presenter import Presenter
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
FLYING = {("em", "mouse")}
"""Hands wait here till all cards lie."""
LEAN = {("odm", "both"), ("em", "keys"), ("relaxed", "mouse")}
"""Others are played in the terminal's tests; both play all once a night."""
ENDS = {"both": signal.SIGHUP, "keys": signal.SIGINT, "mouse": None}
"""How the program is ended, by device: its terminal hangs up, Ctrl+C, the window's frame."""


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
            moves = f"moves {' '.join(game.moves)}\n"
            wait_for(moves, lambda moves=moves: moves in kept(tmp_path), lambda: kept(tmp_path))  # type: ignore[misc]
        assert len(game.moves) > 1
        # What is said may have gone by then.
        hands.see("wait 310")
        assert hands.end(ENDS[device]) == ""
    assert hands.left_alike()
    script = (tmp_path / "played.script").read_text(encoding="utf-8")
    assert script.startswith(f"# pyramid {' '.join(words)} --power off --mute\n")
    again = Game(tmp_path / "again", *words, new=True).do(*script.splitlines())
    assert again.state == hands.last
    assert shown_evenly(again.image(), hands.place.size) in hands.seen
