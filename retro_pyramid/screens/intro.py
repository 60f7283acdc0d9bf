"""The title: the picture, and a small pyramid of cards dealt before it; any key or click goes on."""

from collections.abc import Callable
from functools import cached_property

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import COLUMNS, HEIGHT, ROWS, WIDTH
from retro_pyramid.rules import parse_position
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.backdrop import draw_backdrop
from retro_pyramid.screens.parts.characters import Characters
from retro_pyramid.screens.parts.felt import Felt, Pictures
from retro_pyramid.screens.parts.motion import DEAL_STEP, GLIDE_TICKS, Glide, Motions

_ROWS = 4
# Ten cards that show the deck off: courts and aces of all suits, by card number.
_CARDS = (50, 38, 24, 12, 36, 49, 0, 13, 26, 39)
_DOWN = {"graphics": 142, "text": 112}


class Intro(Screen):
    """The title screen; `go_on` shows the menu."""

    name = "intro"

    def __init__(self, app: App, go_on: Callable[[], None]) -> None:
        super().__init__(app)
        self._go_on = go_on
        self._motions = Motions(app.still)
        self._stand()
        for number, place in enumerate(self._places):
            begin = 2 * GLIDE_TICKS + 3 * DEAL_STEP * number
            self._motions.glides.append(Glide(_CARDS[number], (place[0], HEIGHT), place, begin, number))
        app.sound("title")

    def refit(self) -> None:
        """Lay the cards out anew; they lie at once."""
        self.__dict__.pop("_felt", None)
        self._motions.finish()
        self._stand()

    def _stand(self) -> None:
        slots = (Characters if self.video.mode == "text" else Pictures).slots
        self._places = [
            (x, y + _DOWN[self.video.mode] - slots[0][1]) for x, y in slots[: parse_position("51")]
        ]

    @cached_property
    def _felt(self) -> Felt:
        # The title is seen before the first card flies: so much sooner is it there.
        if self.video.mode == "text":
            return Characters(self.video)
        return Pictures(self.video, self.app.services.cards())

    def event(self, event: Event) -> None:
        """Go on at any key or press of a button."""
        if isinstance(event, Key | Press):
            self.machine.speaker.stop()
            self._go_on()

    def tick(self, ticks: int) -> None:
        """Deal."""
        self._motions.tick(ticks)

    def busy(self) -> bool:
        """Return whether the deal goes on."""
        return self._motions.running()

    def targets(self) -> list[Target]:
        """Return the whole picture: wherever it is clicked, the program goes on."""
        return [Target("button:start", (0, 0, WIDTH, HEIGHT))]

    def draw(self) -> None:
        """Draw the picture, the cards that lie and those that fly."""
        draw_backdrop(self.app, 0)
        glides = {glide.slot: glide for glide in self._motions.glides}
        for number, lies in enumerate(self._places):
            place = glides[number].place(self._motions.now) if number in glides else lies
            if place is not None:
                self._felt.card(place, _CARDS[number])
        words = "Press any key"
        self.video.write((COLUMNS - len(words)) // 2, ROWS - 1, words, 0x0F)
