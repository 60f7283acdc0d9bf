"""A terminal of tmux's with a shell in it: what is typed and pointed at there, and what is to be seen."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from retro_pyramid import cp437
from retro_pyramid.machine.adapters.palette import ega_to_rgb
from retro_pyramid.machine.targets import find_visible_point
from tests.machine.vt import Cell, Style, Vt
from tests.patience import wait_for
from tests.screens.driver import Game

ROOT = Path(__file__).parents[2]
KEYS = {
    "ESC": "Escape",
    "PGUP": "PageUp",
    "PGDN": "PageDown",
    "INSERT": "IC",
    "DELETE": "DC",
    "BACKSPACE": "BSpace",
}
KEYS |= {
    name.upper(): name for name in ("Up", "Down", "Left", "Right", "Enter", "Space", "Home", "End", "Tab")
}
"""How tmux calls keys; F1 to F12 and characters are called alike."""
_FLAGS = "#{alternate_on} #{mouse_any_flag} #{mouse_sgr_flag} #{cursor_flag} #{wrap_flag}"


class Desk:
    """One terminal; the program is started in its shell, which waits behind it."""

    def __init__(self, folder: Path, columns: int, rows: int) -> None:
        self._socket = str(folder / "socket")
        self._folder = folder
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("TMUX")}
        self._environment = inherited | {"LC_ALL": "C.UTF-8", "PS1": "$ ", "HOME": str(folder)}
        for name in ("NO_COLOR", "COLORTERM", "RETRO_PYRAMID_DATA", "ENV"):
            self._environment.pop(name, None)
        size = ("-x", str(columns), "-y", str(rows))
        self.ask("-f", "/dev/null", "-u", "new-session", "-d", *size, "-s", "desk", "exec sh")

    def ask(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", self._socket, *words],
            cwd=self._folder,
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=30,
        )
        return done.stdout

    def close(self) -> None:
        """Take the terminal away, as a line that is lost does."""
        self.ask("kill-server")

    def send(self, data: bytes) -> None:
        """Send bytes as if the terminal had, all at once."""
        self.ask("send-keys", "-t", "desk", "-H", *[f"{byte:02x}" for byte in data])

    def key(self, name: str) -> None:
        self.ask("send-keys", "-t", "desk", *([KEYS.get(name, name)] if len(name) > 1 else ["-l", name]))

    def line(self, text: str) -> None:
        """Type a line at the shell's prompt."""
        self.ask("send-keys", "-t", "desk", "-l", text)
        self.key("ENTER")

    def resize(self, columns: int, rows: int) -> None:
        self.ask("resize-window", "-t", "desk", "-x", str(columns), "-y", str(rows))

    def text(self) -> list[str]:
        return self.ask("capture-pane", "-p", "-N", "-t", "desk").split("\n")

    def says(self, words: str) -> bool:
        return any(words in row for row in self.text())

    def see(self, what: str, ask: Callable[[], object]) -> None:
        """Wait till something holds; what cannot be waited for longer fails with what is on the screen."""
        wait_for(what, ask, lambda: (self.modes(), self.text()))

    def wait_words(self, words: str) -> None:
        """Wait till words are on the screen."""
        self.see(words, lambda: self.says(words))

    def cells(self) -> list[list[Cell]]:
        """What the terminal shows, with colours."""
        rows = self.ask("capture-pane", "-p", "-e", "-N", "-t", "desk").split("\n")
        vt = Vt(512, len(rows))
        for number, row in enumerate(rows):
            vt.row, vt.column = number, 0
            vt.feed(row.encode())
        return vt.cells

    def modes(self) -> str:
        """Whether it is on the other screen, the mouse is reported, in decimals; cursor and wrapping."""
        return self.ask("display-message", "-p", "-t", "desk", _FLAGS).strip()

    def settings(self, name: str) -> str:
        """The line discipline's settings, as the shell finds them."""
        file = self._folder / name
        self.line(f"stty -g > {name}.part; mv {name}.part {name}")
        wait_for(f"settings {name}", file.exists)
        return file.read_text(encoding="utf-8")

    def play(self, *words: str, before: str = "") -> None:
        """Start the program in the shell; `before` are settings of its environment."""
        command = [sys.executable, "-m", "retro_pyramid", "--terminal", "--data", "data", *words]
        told = shlex.join(["sh", "-c", 'echo $$ > number; exec "$@"', "-", *command])
        self.line(f"{before} PYTHONPATH={shlex.quote(str(ROOT))} {told}; echo code $?".strip())

    def program(self) -> int:
        """The number of the process of the program last started."""
        return int((self._folder / "number").read_text(encoding="utf-8"))


@contextmanager
def desk(folder: Path, columns: int = 80, rows: int = 25) -> Iterator[Desk]:
    folder.mkdir(exist_ok=True)
    opened = Desk(folder, columns, rows)
    try:
        yield opened
    finally:
        opened.close()


class Hands:
    """Types and points in the terminal what script lines say; every step is done headless too, to know what is right."""

    def __init__(self, desk: Desk, game: Game, left_out: int = 25) -> None:
        """`left_out` is the row of the screen that a terminal of 24 does not show."""
        self.desk, self.game, self._left_out = desk, game, left_out
        self._last = ""

    def do(self, *lines: str) -> None:
        for line in lines:
            word, _, rest = line.partition(" ")
            match word:
                case "key":
                    if self._last == line:
                        # A key that comes again at once counts as held; after one without a meaning it does not.
                        self.do("key F12")
                    self.desk.key(rest)
                case "clickon" | "rclickon":
                    code = 0 if word == "clickon" else 2
                    at = self._cell(rest)
                    self.desk.send(
                        b"\x1b[<35;%b\x1b[<%d;%b\x1b[<%d;%b" % (at + b"M", code, at + b"M", code, at + b"m")
                    )
                case "dragon":
                    first, last = map(self._cell, rest.split())
                    for report in (b"0;%bM" % first, b"32;%bM" % last, b"0;%bm" % last):
                        self.desk.send(b"\x1b[<" + report)
                case _:
                    raise AssertionError(f"no hand does {line!r}")
            self._last = line
            self.game.do(line, "settle")

    def _cell(self, target: str) -> bytes:
        """Column and row of a target as the mouse reports them."""
        point = find_visible_point(self.game.app.targets(), target)
        assert point is not None, target
        row = point[1] // 14
        return b"%d;%d" % (point[0] // 8 + 1, row - (row > self._left_out) + 1)

    def see(self, what: str) -> None:
        """See that the terminal shows the same, characters and colours; a message may have been there long enough."""
        now = shown(self.game)
        later = shown(self.game.do("wait 310"))
        for rows in (now, later):
            del rows[self._left_out : self._left_out + 1]
        self.desk.see(what, lambda: [row[:80] for row in self.desk.cells()[: len(now)]] in (now, later))


def shown(game: Game) -> list[list[Cell]]:
    """What a terminal of 80x25 is to show: the cells of the text screen in the registers' colours."""
    game.picture()
    machine = game.machine
    cells = iter(
        machine.display.displayed_cells(0, machine.pointer_pos if machine.is_pointer_visible else None)
    )
    registers = [ega_to_rgb(value) for value in machine.display.registers]
    found = []
    for code, attribute in zip(cells, cells, strict=True):
        ink, paper = registers[attribute & 15], registers[attribute >> 4 & 7]
        char = " " if ink == paper else cp437.DECODING_TABLE[code].replace("\xa0", " ")
        found.append((char, Style(ink, paper)))
    return [found[start : start + 80] for start in range(0, 2000, 80)]
