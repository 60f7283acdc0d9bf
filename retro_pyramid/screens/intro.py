"""The title: the program's picture, and the cards dealt in front of it; any key or click goes on."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.video import HEIGHT, PICTURE, Video
from retro_pyramid.screens.backdrop import draw_backdrop
from retro_pyramid.screens.parts.characters import Characters
from retro_pyramid.screens.parts.felt import Felt, Pictures
from retro_pyramid.screens.parts.motion import DEAL_STEP, GLIDE_TICKS, Glide, Motions
from retro_pyramid.screens.parts.part import WHOLE, Part, painted, said, text
from retro_pyramid.screens.parts.timing import TITLE_IDLE_TICKS
from retro_pyramid.screens.parts.title import PRESS
from retro_pyramid.screens.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App


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
