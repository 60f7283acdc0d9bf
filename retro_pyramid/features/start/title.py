"""The title screen, and the animations that switch the emulated machine on and off."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from retro_pyramid.app.assets import tunes
from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.video import COLUMNS, HEIGHT, PICTURE, ROWS, Video
from retro_pyramid.resources import asset_text
from retro_pyramid.scenes.easing import GLIDE_TICKS
from retro_pyramid.scenes.title import PRESS, draw_backdrop
from retro_pyramid.table.animation import DEAL_STEP, Glide, Motions
from retro_pyramid.table.render.base import Felt
from retro_pyramid.table.render.graphics import Pictures
from retro_pyramid.table.render.text import Characters
from retro_pyramid.ui.element import WHOLE, Part, filled, painted, said, text
from retro_pyramid.ui.screen import Screen
from retro_pyramid.ui.timing import TITLE_IDLE_TICKS

if TYPE_CHECKING:
    from retro_pyramid.app.app import App


class Intro(Screen):
    """The animated title picture with a prompt.

    Any key or click calls `on_continue`; `on_timeout` is called after a time without input.
    """

    name = "intro"
    patience = TITLE_IDLE_TICKS

    def __init__(self, app: App, go_on: Callable[[], None], alone: Callable[[], None]) -> None:
        super().__init__(app)
        self._on_continue = go_on
        self._on_timeout = alone
        self._animations = Motions(app.still)
        self._load_picture()
        first_tick = self._picture.opening + 2 * GLIDE_TICKS
        for index, (card, pos) in enumerate(self._cards):
            start_tick = first_tick + 3 * DEAL_STEP * index
            self._animations.glides.append(Glide(card, (pos[0], HEIGHT), pos, start_tick, index))
        app.sounds.play("title")

    def refit(self) -> None:
        self.__dict__.pop("_renderer", None)
        self._animations.finish()
        self._load_picture()
        self.app.picture_ticks = max(self.app.picture_ticks, self._picture.opening)

    def _load_picture(self) -> None:
        self._picture = self.app.record.picture
        self._cards = self._picture.cards(self.video.mode)

    @cached_property
    def _renderer(self) -> Felt:
        # Created on first use: the title appears before the first card flies, and so appears sooner.
        if self.video.mode == "text":
            return Characters(self.video)
        return Pictures(self.video, self.app.services.shown.cards())

    def event(self, event: Event) -> None:
        if isinstance(event, Key | Press):
            self.machine.speaker.stop()
            self._on_continue()

    @property
    def colours(self) -> str | None:
        return PICTURE

    def tick(self, ticks: int) -> None:
        self._animations.tick(ticks)

    def left_alone(self) -> None:
        self._on_timeout()

    def busy(self) -> bool:
        is_opening = not self.app.still and self.app.picture_ticks < self._picture.opening
        return is_opening or self._animations.running()

    def parts(self) -> list[Part]:
        """Return the picture, which continues on any click, the cards and the prompt; the picture may contain the title."""
        elements = [
            painted(lambda _: draw_backdrop(self.app, 0, self.app.picture_ticks)),
            said(self.app.record.title),
            painted(self._draw_cards),
            said(PRESS),
            WHOLE.use("button:start", words="Go on"),
        ]
        if not self.busy():
            # Not shown earlier: the cards rise from below the place of the prompt.
            column, row, attribute = self._picture.prompt[self.video.mode]
            elements.append(text(column, row, PRESS, attribute, told=""))
        return elements

    def _draw_cards(self, _: Video) -> None:
        glides = {glide.slot: glide for glide in self._animations.glides}
        for index, (card, final_pos) in enumerate(self._cards):
            pos = glides[index].place(self._animations.now) if index in glides else final_pos
            if pos is not None:
                self._renderer.card(pos, card)


_GREY_ON_BLACK = 0x07
_MEMORY_KB, _KB_PER_TICK, _COUNT_TICKS = 640, 16, 40
"""Kilobytes in total and kilobytes counted in a tick; ticks of the count."""
_PROMPT_TICK, _TYPING_TICK, _TICKS_PER_LETTER, _SEQUENCE_TICKS = 58, 64, 3, 90
"""Ticks at which the prompt appears and typing starts; ticks from letter to letter; ticks of the whole sequence."""
_COLLAPSE_TICKS = 20
"""Ticks in which the picture collapses to a line and a dot."""


class PowerOn(Screen):
    """The boot sequence: memory count, drive noise, and the command of the edition being typed at the DOS prompt.

    Any key or click, or the end of the sequence, calls `on_finished`.

    Original: a pause for the self-test of the PC, by far longer.  Here: 90 ticks, with the texts of `assets/dos/power.txt`.
    """

    name = "power"
    read_out = False

    def __init__(self, app: App, typed: str, then: Callable[[], None]) -> None:
        super().__init__(app)
        self._typed_command, self._on_finished = typed, then
        self._tick = 0
        self.refit()
        app.machine.speaker.play("power", tunes()["power"])

    def refit(self) -> None:
        """Switch to text mode, in which every PC started."""
        self.video.mode = "text"

    def event(self, event: Event) -> None:
        if isinstance(event, Key | Press):
            self._finish()

    def _finish(self) -> None:
        self.machine.speaker.stop()
        self.app.go()
        self.app.refit()
        self._on_finished()

    def tick(self, ticks: int) -> None:
        self._tick += ticks
        if self._tick >= _SEQUENCE_TICKS:
            self._finish()

    def busy(self) -> bool:
        return True

    def parts(self) -> list[Part]:
        """Return the text shown at this tick, and the whole picture as the target that continues."""
        counted_kb = min(_KB_PER_TICK * (self._tick + 1), _MEMORY_KB)
        memory_text, prompt_text = asset_text("dos/power.txt").splitlines()
        typed_count = max(0, self._tick - _TYPING_TICK) // _TICKS_PER_LETTER
        rows = [(0, memory_text.format(counted_kb, "OK" if counted_kb == _MEMORY_KB else ""))]
        if self._tick >= _PROMPT_TICK:
            rows.append((2, prompt_text + self._typed_command[:typed_count]))
        last_row, last_text = rows[-1]
        return [
            painted(lambda video: video.set_registers()),
            filled(0, 0, COLUMNS, ROWS, " ", _GREY_ON_BLACK),
            *(text(0, row, line, _GREY_ON_BLACK, told="") for row, line in rows),
            said(prompt_text + self._typed_command),
            painted(lambda video: setattr(video, "cursor", (len(last_text.rstrip()), last_row))),
            WHOLE.use("button:start", words="Go on"),
        ]


class PowerOff(Screen):
    """The shutdown animation: the picture collapses to a line and a dot, then the program ends. Any key ends it at once."""

    name = "power"
    overlay = True
    read_out = False

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._tick = 0
        app.machine.speaker.stop()

    def event(self, event: Event) -> None:
        self.app.done |= isinstance(event, Key | Press)

    def tick(self, ticks: int) -> None:
        self._tick += ticks
        self.machine.fallen = min(self._tick / _COLLAPSE_TICKS, 1)
        self.app.done |= self._tick > _COLLAPSE_TICKS

    def busy(self) -> bool:
        return True
