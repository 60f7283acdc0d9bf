"""Keeps the desktop window and the settings in step, and copies shared text to the clipboard."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import import_module

from retro_pyramid.app.app import App
from retro_pyramid.machine.host import Follower
from retro_pyramid.machine.presenter import Presenter
from retro_pyramid.machine.video import Image
from retro_pyramid.settings import ASPECT, PICTURE, WINDOW, WINDOW_SIZE

_SETTLED = 30
"""A size that lasts for so many frames is meant: until then hands may be at it."""


def window_size(settings: Mapping[str, str]) -> tuple[int, int] | None:
    """Return the size that the player gave the window, if he did."""
    numbers = settings[WINDOW].split()
    return (int(numbers[0]), int(numbers[1])) if len(numbers) == 2 else None


class Desk(Follower):
    """Shows the window as the settings say, from frame to frame, and keeps a size that the player gives it.

    `scale` is the one that a word of the command line asked for; a size chosen later takes its place.
    """

    def __init__(self, app: App, presenter: Presenter, scale: int | None = None) -> None:
        self._app = app
        self._presenter = presenter
        self._scale = scale
        self._asked = self._asking()
        self._given: tuple[int, int] | None = None
        self._last: tuple[int, int] | None = None
        self._frames = 0

    def _asking(self) -> tuple[str, ...]:
        settings = self._app.settings
        return settings[WINDOW], settings[PICTURE], settings[ASPECT], self._app.machine.video.name

    def afterglow(self) -> bool:
        return self._app.glows()

    def follow(self, shown: Image, fresh: bool) -> None:
        window, asked = self._presenter.desk, self._asking()
        if asked != self._asked:
            self._refit(shown, asked[0] != self._asked[0])
            self._asked = asked
        if window is None:
            return
        size = window.size()
        self._frames = self._frames + 1 if size == self._last else 0
        self._last = size
        if self._given is None:
            self._given = size
        if self._frames == _SETTLED:
            self.keep()

    def rest(self) -> None:
        if self._presenter.desk is not None and self._frames > _SETTLED:
            self._presenter.desk.rest()

    def _refit(self, shown: Image, resized: bool) -> None:
        """Show the picture as the settings say now; `resized`: a size of the window was chosen."""
        settings, window = self._app.settings, self._presenter.desk
        self._presenter.show(settings[PICTURE])
        reshaped = self._presenter.reshape(settings[ASPECT], type(self._app.machine.video))
        if reshaped:
            self._presenter.present(shown)
        if resized:
            self._scale = None
        if window is not None and (resized or reshaped):
            window.fit(window_size(settings), self._scale)
            self._given = None

    def keep(self) -> None:
        """Remember the size for the next time, if it is the player's, and one that a window can have."""
        if self._given is None or self._last is None or self._last == self._given:
            return
        self._given = self._last
        size = f"{self._last[0]} {self._last[1]}"
        if WINDOW_SIZE.holds(size):
            self._app.choices.change({WINDOW: size})
            self._asked = self._asking()


_PROGRAMS = ("pbcopy", "clip.exe", "wl-copy", "xclip -selection clipboard", "xsel --input --clipboard")
"""Programs that put their input on the clipboard: of macOS, Windows, Wayland and X11."""
_SECONDS = 2


def copy(text: str) -> bool:
    """Put a text of plain ASCII on the clipboard; return whether it is there, or in a browser whether it may be.

    Pyxel has no clipboard; so the page is asked, which shows the text where it cannot copy it, or the first program of
    the desktop that does it.
    """
    if sys.platform == "emscripten":
        import_module("js").retroPyramid.copyOrShow(text)
        return True
    from subprocess import DEVNULL, SubprocessError, run

    told = text.encode("ascii")
    for program in _PROGRAMS:
        with suppress(OSError, SubprocessError):
            run(program.split(), input=told, stdout=DEVNULL, stderr=DEVNULL, timeout=_SECONDS, check=True)
            return True
    return False


def day_link(day: int, words: Iterable[tuple[str, str]]) -> str:
    """Return what leads to the deal of a day: the page's address, or at the desk, which has none, a command.

    `words` are further options of the command line, each with its value.

    >>> day_link(20261123, [("edition", "em")])
    'pyramid --daily --day 20261123 --edition em'
    """
    if sys.platform == "emscripten":
        place = import_module("js").location
        query = "&".join(f"{name}={value}" for name, value in (("day", day), *words))
        return f"{place.origin}{place.pathname}?{query}"
    return " ".join([f"pyramid --daily --day {day}", *(f"--{name} {value}" for name, value in words)])
