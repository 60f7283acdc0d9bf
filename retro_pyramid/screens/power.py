"""The machine is switched on before the first title, and the monitor off when the program is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.video import COLUMNS, ROWS
from retro_pyramid.packaged import asset_text
from retro_pyramid.screens.library import tunes
from retro_pyramid.screens.parts.part import WHOLE, Part, filled, painted, said, text
from retro_pyramid.screens.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App

_GREY = 0x07
_MEMORY, _STEP, _COUNTS = 640, 16, 40
"""Kilobytes in all, and those counted in a tick; ticks of the count."""
_PROMPT, _TYPED, _LETTER, _LENGTH = 58, 64, 3, 90
"""The ticks at which the prompt is there and its first letter is typed, those from letter to letter, and those of all."""
_FALLS = 20
"""Ticks in which the picture falls to a line and a dot."""


class PowerOn(Screen):
    """The memory counts, the drive seeks, and the program's name is typed; any key or click, or its end, goes on by `then`.

    Original: the pause of a PC's self-test, by far longer.  Here: 90 ticks, the words of `assets/dos/power.txt`.
    """

    name = "power"
    read_out = False

    def __init__(self, app: App, typed: str, then: Callable[[], None]) -> None:
        super().__init__(app)
        self._typed, self._then = typed, then
        self._now = 0
        self.refit()
        app.machine.speaker.play("power", tunes()["power"])

    def refit(self) -> None:
        """Be in text mode, as every PC was when it was switched on."""
        self.video.mode = "text"

    def event(self, event: Event) -> None:
        if isinstance(event, Key | Press):
            self._go_on()

    def _go_on(self) -> None:
        self.machine.speaker.stop()
        self.app.go()
        self.app.refit()
        self._then()

    def tick(self, ticks: int) -> None:
        self._now += ticks
        if self._now >= _LENGTH:
            self._go_on()

    def busy(self) -> bool:
        return True

    def parts(self) -> list[Part]:
        """Return what is there by now, and the whole picture as what goes on."""
        counted = min(_STEP * (self._now + 1), _MEMORY)
        memory, prompt = asset_text("dos/power.txt").splitlines()
        letters = max(0, self._now - _TYPED) // _LETTER
        rows = [(0, memory.format(counted, "OK" if counted == _MEMORY else ""))]
        if self._now >= _PROMPT:
            rows.append((2, prompt + self._typed[:letters]))
        last, end = rows[-1]
        return [
            painted(lambda video: video.set_registers()),
            filled(0, 0, COLUMNS, ROWS, " ", _GREY),
            *(text(0, row, words, _GREY, told="") for row, words in rows),
            said(prompt + self._typed),
            painted(lambda video: setattr(video, "cursor", (len(end.rstrip()), last))),
            WHOLE.use("button:start", words="Go on"),
        ]


class PowerOff(Screen):
    """The picture falls to a line and a dot, and the program ends; any key ends it at once."""

    name = "power"
    overlay = True
    read_out = False

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._now = 0
        app.machine.speaker.stop()

    def event(self, event: Event) -> None:
        self.app.done |= isinstance(event, Key | Press)

    def tick(self, ticks: int) -> None:
        self._now += ticks
        self.machine.fallen = min(self._now / _FALLS, 1)
        self.app.done |= self._now > _FALLS

    def busy(self) -> bool:
        return True
