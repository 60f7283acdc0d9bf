"""View model of the table: an immutable value from which picture, targets and spoken text are derived."""

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
    """A single card to draw at a pixel position."""

    place: Point
    card: Card | None
    """The card, or None for its back."""
    lit: bool = False
    """Whether the selector or the keyboard focus is on the card."""
    mark: Mark = ""
    stage: int | None = None
    """The stage of the flip animation (see `CardTween.face_at`), or None if the card is not turning over."""


class Pile(NamedTuple):
    """A pile to draw: its top card with the thickness of the pile, or an outline if it is empty."""

    place: Point
    thick: int
    """Number of cards, at most `FULL_STOCK_COUNT` for the stock."""
    card: Card | None
    """The card on top, or None for its back."""
    lit: bool = False
    mark: Mark = ""


class Button(NamedTuple):
    """A button of the table with its current state."""

    command: Command
    usable: bool
    lit: bool


class Verdict(NamedTuple):
    """Banner below the cards with the result of a game. A click on it continues."""

    lines: tuple[str, ...]
    """The lines of text. In a window, the last one is the label of its button."""
    cells: Cells
    """The clickable rectangle."""
    shown: bool
    """Whether the banner is drawn: True as soon as no card moves and the end animation has come far enough."""
    won: bool
    """Whether the game ended in a win. The banner is then drawn in the theme's win colour."""
    strips: tuple[Cells, ...] = ()
    """For a banner without a window: the rectangle that each line fills.

    A line may be wider than `rect_cells`, which keeps a finger's distance from the buttons.
    """


class Fact(NamedTuple):
    """An item of the status line."""

    words: str
    told: bool = True
    """Whether a screen reader announces the item when it changes."""
    spare: bool = False
    """Whether the item is left out if the line is too short. Such an item is displayed elsewhere, too."""


class Standing(NamedTuple):
    """The status line above the key hints: items at its left end and at its right end."""

    left: tuple[Fact, ...] = ()
    right: tuple[Fact, ...] = ()

    def line(self, gap: str, room: int) -> tuple[str, str]:
        """Return the text of both ends, with at least one blank between them in `line_width` characters.

        `gap` separates the items. If the line is too long, the gaps shrink first, then optional items are left out.
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
    """Everything that the picture of a table needs. Positions are picture pixels."""

    session: Session
    """The game on the table."""
    places: Places
    """Where piles, cards and controls are."""
    manner: Manner
    """How the edition interprets clicks and keys."""
    size: tuple[int, int]
    """Width and height of a card in pixels."""
    piles: tuple[Pile, ...]
    """The piles, without cards that are dragged or moving."""
    cards: tuple[Lying, ...]
    """The pyramid cards that are at rest."""
    moving: tuple[Lying, ...]
    """The cards that are being animated."""
    flight_rects: tuple[Rect, ...]
    """The rectangles in which the moving cards are painted."""
    arriving: frozenset[int]
    """The pyramid slots that cards are moving to."""
    held: Lying | None
    """The card that follows the pointer, or None."""
    focused: str | None
    """Target id of the keyboard focus, or None if the focus is not visible."""
    hints: list[Hint]
    """The key hints of the footer."""
    hinted: tuple[str, ...]
    """Target ids of the cards that a hint marks."""
    dress: Dress
    """Colours of lines, bars and boxes."""
    deal: str
    """The deal's name with its rating in brackets, if there is one."""
    number: str
    """The deal's name: `Deal 65`, or `Own cards`."""
    options: str
    """The options of the rules in words."""
    wording: tuple[tuple[str, str], ...]
    """Generic names of the piles, each with the edition's own name for it."""
    over: bool = False
    """Whether the game has ended. `result_banner` is then set."""
    buttons: tuple[Button, ...] = ()
    """The buttons with their current state."""
    bar: tuple[BarMenu, ...] = ()
    """The menus of the menu bar."""
    light: Light | None = None
    """The state of the win indicator, or None if it is off."""
    verdict: Verdict | None = None
    """The banner with the result, or None while the game is being played."""
    label: str = ""
    """A word for the deal's winnability or difficulty. Empty if it is not to be shown."""
    worth: str = ""
    """After the game: text with the best result that the deal allowed. Empty if it is not to be shown."""
    finale: Moment | None = None
    """The current frame of the end animation, or None if none is running."""
    sign: Finale | None = None
    """The end animation itself, or None."""
    score: int | None = None
    """The displayed score. It is lower than the real one while a bonus is being counted. None without a score."""
    floats: tuple[tuple[Point, int], ...] = ()
    """Score pop-ups: the centre of each text, with the points."""
    flashes: bool = False
    """Whether the table's palette flashes."""
    facts: object = None
    """What the edition's game mode adds for its own texts."""
    standing: Standing = Standing()
    """The items of the status line."""
    seeking: bool = False
    """Whether the state of the win indicator is still being computed."""
    captioned: bool = False
    """Whether each move is described in words on the screen, as in a replay."""
    draws: str = ""
    """Label of the stock as a target, where no command draws. Else empty."""
    race: str = ""
    """The friend's score after as many moves. Empty without a ghost."""

    @property
    def alone(self) -> bool:
        """Whether the end animation hides the table."""
        return self.finale is not None and self.sign is not None and self.sign.alone

    def under_flight(self, rect: Rect) -> bool:
        """Return whether a moving card overlaps a rectangle."""
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
    """Return the status line of most editions: score, options and stock; then marks and the deal's name."""
    session = view.session
    score = [] if session.score is None else [Fact(f"Score {session.score}", told=False)]
    options = [Fact(view.options)] if view.options else []
    stopped = [Fact("Scoring stopped")] if session.stopped_at is not None else []
    stock = Fact(f"Stock {len(session.state.stock)}", told=False)
    return Standing((*score, *options, stock), (*assisted(view), *stopped, Fact(view.deal)))


def assisted(view: View) -> list[Fact]:
    """Return the item that marks an assisted game, or an empty list."""
    return [Fact("Assisted")] if view.session.assisted else []
