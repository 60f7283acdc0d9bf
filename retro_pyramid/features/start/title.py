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
    """The title screen; `go_on` shows the menu, `alone` what is shown when nobody is there."""

    name = "intro"
    patience = TITLE_IDLE_TICKS

    def __init__(self, app: App, go_on: Callable[[], None], alone: Callable[[], None]) -> None:
        super().__init__(app)
        self._go_on = go_on
        self._alone = alone
        self._motions = Motions(app.still)
        self._stand()
        begin = self._picture.opening + 2 * GLIDE_TICKS
        for number, (card, place) in enumerate(self._cards):
            start = begin + 3 * DEAL_STEP * number
            self._motions.glides.append(Glide(card, (place[0], HEIGHT), place, start, number))
        app.sounds.play("title")

    def refit(self) -> None:
        self.__dict__.pop("_felt", None)
        self._motions.finish()
        self._stand()
        self.app.picture_ticks = max(self.app.picture_ticks, self._picture.opening)

    def _stand(self) -> None:
        self._picture = self.app.record.picture
        self._cards = self._picture.cards(self.video.mode)

    @cached_property
    def _felt(self) -> Felt:
        # The title is seen before the first card flies: so much sooner is it there.
        if self.video.mode == "text":
            return Characters(self.video)
        return Pictures(self.video, self.app.services.shown.cards())

    def event(self, event: Event) -> None:
        if isinstance(event, Key | Press):
            self.machine.speaker.stop()
            self._go_on()

    @property
    def colours(self) -> str | None:
        return PICTURE

    def tick(self, ticks: int) -> None:
        self._motions.tick(ticks)

    def left_alone(self) -> None:
        self._alone()

    def busy(self) -> bool:
        opens = not self.app.still and self.app.picture_ticks < self._picture.opening
        return opens or self._motions.running()

    def parts(self) -> list[Part]:
        """Return the picture, which goes on wherever it is clicked, and the cards; its words may be part of the picture."""
        found = [
            painted(lambda _: draw_backdrop(self.app, 0, self.app.picture_ticks)),
            said(self.app.record.title),
            painted(self._cards_dealt),
            said(PRESS),
            WHOLE.use("button:start", words="Go on"),
        ]
        if not self.busy():
            # Where it stands in the picture, there may be nothing before, and cards come from below it.
            column, row, attribute = self._picture.prompt[self.video.mode]
            found.append(text(column, row, PRESS, attribute, told=""))
        return found

    def _cards_dealt(self, _: Video) -> None:
        glides = {glide.slot: glide for glide in self._motions.glides}
        for number, (card, lies) in enumerate(self._cards):
            place = glides[number].place(self._motions.now) if number in glides else lies
            if place is not None:
                self._felt.card(place, card)


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
