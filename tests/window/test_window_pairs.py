"""The pair programs in a real window: every command by script, and real keys and a real mouse on their tables."""

import json
import re
import signal
from pathlib import Path

import pytest

from retro_pyramid.machine.host import Presenter
from tests.patience import SECONDS, wait_for
from tests.screens.driver import Game
from tests.screens.pair_games import BY_HAND, PAIRS
from tests.window.desktop import Hands, start, the_same_files

SCRIPTS = Path(__file__).parents[1] / "scripts"


@pytest.mark.parametrize("device", ["keys", "mouse"])
@pytest.mark.parametrize("edition", PAIRS)
def test_every_command_gives_the_same_files_in_a_window(
    display: str, tmp_path: Path, edition: str, device: str
) -> None:
    text = (SCRIPTS / f"{edition}_{device}.script").read_text(encoding="utf-8")
    names = re.findall(r"^state (\w+)$", text, re.MULTILINE)
    script = tmp_path / "shots.script"
    script.write_text(
        re.sub(r"^state (\w+)$", r"state \1\nshot \1", text, flags=re.MULTILINE), encoding="utf-8"
    )
    mode = ("T",) if device == "keys" else ()
    files = the_same_files(
        display, tmp_path, "--edition", edition, "--deal", "61", *mode, "--script", str(script)
    )
    assert {f"{name}.{kind}" for name in names for kind in ("json", "png")} <= set(files)
    assert {"played", "undone", "hint", "again", "new", "number", "help", "others", "quit"} <= set(names)
    assert {"last.json", "data/RESUME.PYR"} <= set(files)


# Deal 61: the king 73 goes alone, the ace 72 with the queen 77, then a card is drawn.
MOVES = ["73", "72+77", "D"]


def kept(folder: Path) -> str:
    """The games left off, as the program in the window keeps them after every move."""
    file = folder / "data" / "RESUME.PYR"
    return file.read_text(encoding="utf-8") if file.exists() else ""


@pytest.mark.parametrize(("edition", "device"), BY_HAND)
def test_real_keys_and_a_real_mouse_play_and_closing_the_window_loses_nothing(
    display: str, tmp_path: Path, opened: Presenter, edition: str, device: str
) -> None:
    # Hands wait till all cards lie: that is played with flying cards in test_window.py.
    words: tuple[str, ...] = ("--edition", edition, "--start", "table", "--deal", "61", "--still")
    if edition == "em":
        words += ("-mouse",) if device == "mouse" else ("-nomouse",)
    hands = Hands(display, tmp_path, Game(tmp_path / "headless", *words, new=True))
    with start(display, tmp_path, *words, "--mute") as program:
        try:
            hands.wait()
            hands.do("settle")
            for count, lines in enumerate(BY_HAND[edition, device], 1):
                hands.do(*lines.split("; "), "settle")
                assert hands.game.moves == MOVES[:count]
                wait_for(
                    "the move is kept", lambda: f"moves {' '.join(hands.game.moves)}\n" in kept(tmp_path)
                )
            if device == "keys":
                program.send_signal(signal.SIGINT)
            else:
                hands.close()
            assert program.wait(timeout=SECONDS) == 0
        finally:
            program.kill()
        assert program.stdout is not None
        assert program.stdout.read() == ""
    last = json.loads((tmp_path / "last.json").read_text(encoding="utf-8"))
    expected = hands.game.state
    for state in (last, expected):
        del state["tick"]
    assert last == expected
