"""The games played at the desk and in the page: which script, with which words, as a query and as a command line."""

import itertools
from collections.abc import Iterator
from pathlib import Path

from retro_pyramid.cards import deal
from retro_pyramid.rules import DRAW, Move, State, rules_for
from retro_pyramid.session import Session
from tests.programs import DEALT_BY_CLICK
from tests.scripts.record import Plan

SCRIPTS = Path(__file__).parents[1] / "scripts"
MODES = {"graphics": (), "text": ("T",)}
# Each program by keys and by mouse: script -> the words it is played with.
GAMES = {
    **{
        plan.path.stem: ("deal", str(plan.deal))
        for plan in (Plan("cleared", "keys", 1), Plan("stuck", "mouse", 2))
    },
    **{f"options_{device}": ("deal", "0") for device in ("keys", "mouse")},
    "em_keys": ("edition", "em", "deal", "61", "-nomouse", "-fast"),
    "em_mouse": ("edition", "em", "deal", "61", "-mouse", "-fast"),
    **{
        f"{edition}_{device}": ("edition", edition, "deal", "61")
        for edition in DEALT_BY_CLICK
        for device in ("keys", "mouse")
    },
}


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
        session.play(move)
    assert session.score == SCORE


def script_of(game: str) -> str:
    """Return the script, with the picture at its end, and of what it leads to."""
    lines = (SCRIPTS / f"{game}.script").read_text(encoding="utf-8").splitlines()
    shots = itertools.count(1)
    return "\n".join([*(_with_shot(line, shots) for line in lines), "settle", "shot end"])


def _with_shot(line: str, shots: Iterator[int]) -> str:
    """A picture beside every state."""
    return f"{line}\nshot {next(shots)}" if line.startswith("state ") else line


def query_of(game: str, mode: str) -> str:
    words = list(GAMES[game])
    parts = ["test", *MODES[mode]]
    while words:
        word = words.pop(0)
        parts.append(word if word.startswith("-") else f"{word}={words.pop(0)}")
    return "?" + "&".join(parts)


def words_of(game: str, mode: str) -> list[str]:
    return [*MODES[mode], *(f"--{word}" if word in ("edition", "deal") else word for word in GAMES[game])]


def opening_of(game: str) -> list[str]:
    """Return a script's lines from the title over the menu to some moves on the table, without those that write."""
    lines = (SCRIPTS / f"{game}.script").read_text(encoding="utf-8").splitlines()
    # The whole games of odm have no state of this name: so much of them will do.
    end = next((state for state in ("state played", "state redone") if state in lines), None)
    opening = lines[: lines.index(end) if end else 26]
    return [line for line in opening if not line.startswith(("#", "state ", "shot "))]
