"""The games played at the desk and in the page: which script, with which words, as a query and as a command line."""

import itertools
import re
from collections.abc import Iterator

from retro_pyramid.cards import deal
from retro_pyramid.rules import DRAW, Move, State, rules_for
from retro_pyramid.session import Session
from tests import scripts
from tests.scripts.conftest import MANY

MODES = {"graphics": (), "text": ("T",)}
ABSENT = {
    "config:aspect:": "a button of the page changes the shape",
    "config:fullscreen:": "a button of the page fills the screen",
    "config:window:": "the browser sizes the window",
    "config:power:": "a page is not switched off",
    "menu:folder": "the files of a page are in no folder",
}
"""What a page's Setup has no line for, and why: the lines of scripts that click there are left out."""


# Taking the first card that goes, the pyramid of this deal is cleared in 39 moves for 1575 points.
CLEARED, SCORE = 2063, 1575


def clearing() -> Iterator[tuple[State, Move, list[str]]]:
    """Yield the moves that clear the pyramid of that deal: the position before each, and the script lines that play it."""
    session = Session(rules_for("odm"), deal(CLEARED), CLEARED)
    while session.status == "playing":
        move = max((move for move in session.legal_moves() if move != DRAW), key=str, default=DRAW)
        # From the deck on, so that the first click on a card can only select it.
        clicks = ["clickon stock"] if move == DRAW else [f"clickon card:{move}"] * 2
        yield session.state, move, ["moveon stock", "key UP", *clicks]
        session.play_move(move)
    assert session.score == SCORE


def lines_of(game: str) -> list[str]:
    return (scripts.FOLDER / f"{game}.script").read_text(encoding="utf-8").splitlines()


def script_of(game: str) -> str:
    """Return the script, with the picture at its end, and of what it leads to."""
    shots = itertools.count(1)
    lines = [_with_shot(line, shots) for line in lines_of(game) if is_there(line)]
    return "\n".join([*lines, "settle", "shot end"])


def is_there(line: str) -> bool:
    return not line.removeprefix("clickon ").startswith(tuple(ABSENT))


def _with_shot(line: str, shots: Iterator[int]) -> str:
    """A picture beside every state."""
    return f"{line}\nshot {next(shots)}" if line.startswith("state ") else line


def files_of(game: str) -> dict[str, bytes]:
    """Return the files that the player has before the script, by name."""
    return {"PYRAMID.STA": MANY.read_bytes()} if game.startswith("figures") else {}


def query_of(game: str, mode: str) -> str:
    words = " ".join(scripts.words_of(game))
    return "&".join(["?test", *MODES[mode], *re.sub(r"--(\w+) (\w+)", r"\1=\2", words).split()])


def words_of(game: str, mode: str) -> list[str]:
    return [*MODES[mode], *scripts.words_of(game)]


def opening_of(game: str) -> list[str]:
    """Return a script's lines from the title over the menu to some moves on the table, without those that write."""
    lines = lines_of(game)
    # The whole games of odm have no state of this name: so much of them will do.
    end = next((state for state in ("state played", "state redone") if state in lines), None)
    opening = lines[: lines.index(end) if end else 26]
    return [line for line in opening if not line.startswith(("#", "state ", "shot "))]
