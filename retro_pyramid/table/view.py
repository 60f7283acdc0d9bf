"""What a table shows at one moment, as a value: the picture, what can be pointed at and what is spoken come from it."""

from __future__ import annotations

from typing import NamedTuple

from retro_pyramid.cards import Card
from retro_pyramid.scenes.easing import Point, Rect
from retro_pyramid.scenes.end_animation import Finale, Moment
from retro_pyramid.session import Session
from retro_pyramid.table.intent import Manner
from retro_pyramid.table.layout import BarMenu, Cells, Command, Places
from retro_pyramid.table.render.base import Mark
from retro_pyramid.table.win_indicator import Light
from retro_pyramid.ui.drawing import Hint, shortened
from retro_pyramid.ui.theme import Dress

STATUS_ROW = 23


class Lying(NamedTuple):
    """A card where it lies (None: its back); `lit` is the selector, `stage` that of a card turning over."""

    place: Point
    card: Card | None
    lit: bool = False
    mark: Mark = ""
    stage: int | None = None


class Pile(NamedTuple):
    """A pile of `thick` cards with `card` on top (None: a back), an outline when empty."""

    place: Point
    thick: int
    card: Card | None
    lit: bool = False
    mark: Mark = ""


class Button(NamedTuple):
    """A command as it stands now: whether it can be used, and whether the keyboard is on it."""

    command: Command
    usable: bool
    lit: bool


class Verdict(NamedTuple):
    """How a game ended, in lines below the cards; a click on it goes on.

    It is `shown` once the cards lie still. `cells` can be clicked; a line without a window around it fills its strip of
    `strips`, which may be wider than a finger can tell from a button.
    """

    lines: tuple[str, ...]
    cells: Cells
    shown: bool
    won: bool
    strips: tuple[Cells, ...] = ()


class Fact(NamedTuple):
    """Something that is written about the game; of what is `told`, a listener hears when it has changed.

    One that is `spare` is written elsewhere too, and left out where the line has no room.
    """

    words: str
    told: bool = True
    spare: bool = False


class Standing(NamedTuple):
    """What is written about the game as a whole: at the left end of the line above the keys, and at the right."""

    left: tuple[Fact, ...] = ()
    right: tuple[Fact, ...] = ()

    def line(self, gap: str, room: int) -> tuple[str, str]:
        """Return both ends of the line as they are written, with a blank between them in `room` characters.

        Where they have no room with these gaps between the facts, the gaps shrink, then spare facts are left out.
        """
        for width in range(len(gap), 0, -1):
            left, right = ((" " * width).join([fact.words for fact in side]) for side in self)
            if len(left) + len(right) < room:
                return left, right
        needed = tuple(fact for fact in self.left if not fact.spare)
        if needed != self.left:
            return self._replace(left=needed).line(gap, room)
        return shortened(left, room - len(right) - 1), right


class View(NamedTuple):
    """All that a picture of the table needs; places are picture pixels.

    `size` is that of a card. `moving` are cards on their way, `flight_rects` what they are painted in, `arriving` the
    pyramid positions they go to, `held` the one that follows the pointer. `focused` is the target id of what the keyboard
    is on, None where that does not show. `over` says whether the game is, `verdict` is set then. `deal`, `number` and
    `label` name the deal; `worth` tells what it was worth at best. `wording` is what the program calls the piles. `finale`
    is where the celebration of an end is, `sign` is the celebration, `score` what is shown of the points: less, while a
    bonus is counted. `floats` are points that rise or fall, with the middle of their words; `flashes` says whether the
    table is lit up. `facts` is what the program's referee adds for its own words, `standing` all that is written about the
    game. `seeking` says whether the lamp is still to find out what it will show, `captioned` whether each move is told in
    words on the screen. `draws` is the word for what the stock does where no command does it. `race` is how a friend stood
    after as many moves.
    """

    session: Session
    places: Places
    manner: Manner
    size: tuple[int, int]
    piles: tuple[Pile, ...]
    cards: tuple[Lying, ...]
    moving: tuple[Lying, ...]
    flight_rects: tuple[Rect, ...]
    arriving: frozenset[int]
    held: Lying | None
    focused: str | None
    hints: list[Hint]
    hinted: tuple[str, ...]
    dress: Dress
    deal: str
    number: str
    options: str
    wording: tuple[tuple[str, str], ...]
    over: bool = False
    buttons: tuple[Button, ...] = ()
    bar: tuple[BarMenu, ...] = ()
    light: Light | None = None
    verdict: Verdict | None = None
    label: str = ""
    worth: str = ""
    finale: Moment | None = None
    sign: Finale | None = None
    score: int | None = None
    floats: tuple[tuple[Point, int], ...] = ()
    flashes: bool = False
    facts: object = None
    standing: Standing = Standing()
    seeking: bool = False
    captioned: bool = False
    draws: str = ""
    race: str = ""

    @property
    def alone(self) -> bool:
        """Whether the finale has the table for itself."""
        return self.finale is not None and self.sign is not None and self.sign.alone

    def under_flight(self, rect: Rect) -> bool:
        """Return whether a card is flying over a rectangle."""
        x, y, width, height = rect
        return any(
            x - card_width < left < x + width and y - card_height < top < y + height
            for left, top, card_width, card_height in self.flight_rects
        )


def has_redeal(session: Session) -> bool:
    """Return whether the rules allow another redeal."""
    redeals = session.rules.redeals
    return redeals is None or session.state.pass_number <= redeals


def usual_standing(view: View) -> Standing:
    """Return score, variation and cards left, then marks and the deal's number."""
    session = view.session
    score = [] if session.score is None else [Fact(f"Score {session.score}", told=False)]
    options = [Fact(view.options)] if view.options else []
    stopped = [Fact("Scoring stopped")] if session.stopped_at is not None else []
    stock = Fact(f"Stock {len(session.state.stock)}", told=False)
    return Standing((*score, *options, stock), (*assisted(view), *stopped, Fact(view.deal)))


def assisted(view: View) -> list[Fact]:
    """Return the mark of a game that was helped, if it has it."""
    return [Fact("Assisted")] if view.session.assisted else []
