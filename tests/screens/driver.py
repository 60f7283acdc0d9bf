"""The program on the Pyxel that all tests share, driven by script lines and looked at from outside."""

from __future__ import annotations

from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, ClassVar
from unittest.mock import patch

from retro_pyramid import storage
from retro_pyramid.deals.deal_source import choose_next_deal
from retro_pyramid.launcher import launcher as playing
from retro_pyramid.launcher.cli_args import parse_args
from retro_pyramid.launcher.launcher import show_first_screen
from retro_pyramid.machine import host
from retro_pyramid.machine.script import Script
from retro_pyramid.machine.video import COLUMNS, DisplayAdapter, Image
from retro_pyramid.settings import POWER_SETTING, TIPS_SETTING
from tests.programs import PROGRAMS

FIRST_CHANCE_DEAL = 1001
LAMP = ("key F8", "key DOWN", "key DOWN", "key y", "key ESC")
"""Lines that switch the lamp on, in every program."""


class Game:
    """One run of the program with `words` on its command line; the deals of chance are 1001, 1002, ...

    The player knows the program unless `new`: nothing is taught, and no gentle deals come first. The run before is as
    good as killed, unless this one is `beside` it.
    """

    running: ClassVar[list[storage.UserData]] = []
    """The files of the runs that go on side by side."""

    def __init__(self, data: Path, *words: str, new: bool = False, beside: bool = False) -> None:
        if not beside:
            while self.running:
                self.running.pop().switch_game_lock("")
        arguments = parse_args([*words, "--mute"])
        self.files = storage.open_user_data(str(data))
        self.running.append(self.files)
        self.machine, self.app = playing.build_app(arguments, self.files, Path.cwd())
        numbers = count(FIRST_CHANCE_DEAL)
        chance = partial(next, numbers)
        deals = partial(choose_next_deal, self.app, chance) if new else chance
        self.app.services = self.app.services._replace(choose_next_deal=deals, choose_random_deal=chance)
        if arguments.day:
            # It is played on that day.
            self.app.services = self.app.services._replace(get_today=lambda: int(arguments.day))
        held = {POWER_SETTING: "off"} | ({} if new else {TIPS_SETTING: "off"})
        self.app.settings_store.update_stored(
            {name: value for name, value in held.items() if name not in arguments.override}
        )
        show_first_screen(arguments, self.app, arguments.start)

    def do(self, *lines: str) -> Game:
        """Do script lines, several in one text where that reads better (`key UP; key ENTER`)."""
        text = "\n".join(line.strip() for part in lines for line in part.split("; "))
        host.run_headless(self.machine, self.app, Script(text, self.app, _no_writing), _raise)
        return self

    def play(self, *moves: str) -> Game:
        """Play moves of the transcript notation by keys."""
        for move in moves:
            if move == "D":
                self.do("key UP; key ENTER")
                continue
            if self.selected == "stock":
                self.do("key LEFT")
            for _ in range(7):
                if self.selected == f"card:{move}":
                    break
                self.do("key RIGHT")
            self.do("key ENTER")
        return self

    def go(self, lines: tuple[str, ...]) -> Game:
        """Do script lines; among them `use ID` is to play that card or to draw, `set NAME VALUE` to choose a setting,
        `finger`: a finger points from now on, `tick N` to let the title picture be so old."""
        for line in lines:
            if line.startswith("use "):
                self.play("D" if line == "use stock" else line.removeprefix("use card:"))
            elif line.startswith("set "):
                self.app.settings_store.set_values(dict([line.removeprefix("set ").split(" ", 1)]))
            elif line == "finger":
                self.machine.is_touch = True
            elif line.startswith("tick "):
                self.app.title_ticks = int(line.removeprefix("tick "))
            else:
                self.do(line)
        return self

    @property
    def state(self) -> dict[str, Any]:
        """The state as `--state` writes it."""
        return self.machine.state(self.app)

    @property
    def screen(self) -> str:
        return self.app.top_screen.name

    @property
    def selected(self) -> str | None:
        return self.app.top_screen.selected_id

    @property
    def message(self) -> str | None:
        message: str | None = self.app.state()["message"]  # type: ignore[assignment]
        return message

    @property
    def moves(self) -> list[str]:
        moves: list[str] = self.app.state()["moves"]  # type: ignore[assignment]
        return moves

    @property
    def heard(self) -> str:
        """The name of the last sound."""
        return self.machine.speaker.last_tune_name

    @property
    def view(self) -> Any:
        """The table that is shown."""
        return self.app.top_screen.get_table_view()

    def clipboard(self) -> list[str]:
        """What is copied from now on."""
        copied: list[str] = []

        def copy(words: str) -> bool:
            copied.append(words)
            return True

        self.app.services = self.app.services._replace(copy_to_clipboard=copy)
        return copied

    def enabled(self) -> dict[str, tuple[int, int, int, int]]:
        """What can be pointed at and used now, by id."""
        return {target.id: target.rect for target in self.app.targets() if target.enabled}

    def image(self) -> Image:
        """The picture of this moment."""
        return host.render_frame(self.machine, self.app)

    def picture(self) -> bytes:
        """The picture of this moment, one colour index a pixel."""
        return bytes(memoryview(self.image().data_ptr()).cast("B"))

    def rows(self) -> list[str]:
        """The characters of the 25 rows, in graphics mode those over the picture."""
        self.picture()
        return [row.replace("\0", " ") for row in self.machine.display.decode_text_rows()]

    def says(self, words: str) -> bool:
        """Whether the words can be read on the screen, in a row or in those that tell how a game ended."""
        view = self.app.top_screen.get_table_view()
        verdict = (
            view.result_banner.lines if view and view.result_banner and view.result_banner.is_visible else ()
        )
        return any(words in row for row in (*self.rows(), " ".join(map(str.strip, verdict))))


def cut_off(game: Game) -> list[str]:
    """Return the words that are drawn in part outside the 80 columns, with what of them is lost."""
    found = []
    write = DisplayAdapter.put_text

    def check(video: DisplayAdapter, column: int, row: int, text: str, attribute: int) -> None:
        lost = text[: max(0, -column)] + text[max(0, COLUMNS - column) :]
        if any(map(str.isalnum, lost)):
            found.append(f"{text!r} in row {row} loses {lost!r}")
        write(video, column, row, text, attribute)

    with patch.object(DisplayAdapter, "put_text", check):
        game.picture()
    return found


def _no_writing(name: str) -> None:
    raise AssertionError(f"{name}: these lines write no files")


def _raise(error: Exception | None) -> int:
    if error is not None:
        raise error
    return 0


MODES = {"graphics": (), "text": ("T",), "cga": ("--video", "cga"), "mono": ("--video", "mono")}
"""The displays, by the words that choose them."""
SHOWN = [
    *((name, "graphics") for name in PROGRAMS),
    *zip(PROGRAMS[1:], ("text", "cga", "mono"), strict=False),
]
"""Every program in graphics, and every other display once: what one display shows of two programs is made alike."""
