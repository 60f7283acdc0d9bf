"""View model of the table: an immutable value from which picture, targets and spoken text are derived."""

from __future__ import annotations

from typing import NamedTuple

from retro_pyramid.cards import Card
from retro_pyramid.scenes.easing import Point, Rect
from retro_pyramid.scenes.end_animation import AnimationFrame, EndAnimation
from retro_pyramid.session import Session
from retro_pyramid.table.intent import InputRules
from retro_pyramid.table.layout import BarMenu, CellRect, Command, TableLayout
from retro_pyramid.table.render.base import Highlight
from retro_pyramid.table.win_indicator import WinState
from retro_pyramid.ui.drawing import KeyHint, ellipsize
from retro_pyramid.ui.theme import Theme

STATUS_ROW = 23


class CardView(NamedTuple):
    """A single card to draw at a pixel position."""

    pos: Point
    card: Card | None
    """The card, or None for its back."""
    is_focused: bool = False
    """Whether the selector or the keyboard focus is on the card."""
    highlight: Highlight = ""
    flip_stage: int | None = None
    """The stage of the flip animation (see `CardTween.face_at`), or None if the card is not turning over."""


class PileView(NamedTuple):
    """A pile to draw: its top card with the thickness of the pile, or an outline if it is empty."""

    pos: Point
    card_count: int
    """Number of cards, at most `FULL_STOCK_COUNT` for the stock."""
    top_card: Card | None
    """The card on top, or None for its back."""
    is_focused: bool = False
    highlight: Highlight = ""


class ButtonView(NamedTuple):
    """A button of the table with its current state."""

    command: Command
    is_enabled: bool
    is_focused: bool


class ResultBanner(NamedTuple):
    """Banner below the cards with the result of a game. A click on it continues."""

    lines: tuple[str, ...]
    """The lines of text. In a window, the last one is the label of its button."""
    rect_cells: CellRect
    """The clickable rectangle."""
    is_visible: bool
    """Whether the banner is drawn: True as soon as no card moves and the end animation has come far enough."""
    is_win: bool
    """Whether the game ended in a win. The banner is then drawn in the theme's win colour."""
    line_rects_cells: tuple[CellRect, ...] = ()
    """For a banner without a window: the rectangle that each line fills.

    A line may be wider than `rect_cells`, which keeps a finger's distance from the buttons.
    """


class StatusItem(NamedTuple):
    """An item of the status line."""

    text: str
    is_announced: bool = True
    """Whether a screen reader announces the item when it changes."""
    is_optional: bool = False
    """Whether the item is left out if the line is too short. Such an item is displayed elsewhere, too."""


class StatusLine(NamedTuple):
    """The status line above the key hints: items at its left end and at its right end."""

    left: tuple[StatusItem, ...] = ()
    right: tuple[StatusItem, ...] = ()

    def format_line(self, gap: str, room: int) -> tuple[str, str]:
        """Return the text of both ends, with at least one blank between them in `line_width` characters.

        `gap` separates the items. If the line is too long, the gaps shrink first, then optional items are left out.
        """
        for width in range(len(gap), 0, -1):
            left, right = ((" " * width).join([fact.text for fact in side]) for side in self)
            if len(left) + len(right) < room:
                return left, right
        needed = tuple(fact for fact in self.left if not fact.is_optional)
        if needed != self.left:
            return self._replace(left=needed).format_line(gap, room)
        return ellipsize(left, room - len(right) - 1), right


class TableView(NamedTuple):
    """Everything that the picture of a table needs. Positions are picture pixels."""

    session: Session
    """The game on the table."""
    layout: TableLayout
    """Where piles, cards and controls are."""
    input_rules: InputRules
    """How the edition interprets clicks and keys."""
    card_size: tuple[int, int]
    """Width and height of a card in pixels."""
    piles: tuple[PileView, ...]
    """The piles, without cards that are dragged or moving."""
    cards: tuple[CardView, ...]
    """The pyramid cards that are at rest."""
    moving_cards: tuple[CardView, ...]
    """The cards that are being animated."""
    moving_rects: tuple[Rect, ...]
    """The rectangles in which the moving cards are painted."""
    arriving_slots: frozenset[int]
    """The pyramid slots that cards are moving to."""
    dragged_card: CardView | None
    """The card that follows the pointer, or None."""
    focused_id: str | None
    """Target id of the keyboard focus, or None if the focus is not visible."""
    key_hints: list[KeyHint]
    """The key hints of the footer."""
    hinted_ids: tuple[str, ...]
    """Target ids of the cards that a hint marks."""
    theme: Theme
    """Colours of lines, bars and boxes."""
    deal_title: str
    """The deal's name with its rating in brackets, if there is one."""
    deal_name: str
    """The deal's name: `Deal 65`, or `Own cards`."""
    options_text: str
    """The options of the rules in words."""
    pile_names: tuple[tuple[str, str], ...]
    """Generic names of the piles, each with the edition's own name for it."""
    is_over: bool = False
    """Whether the game has ended. `result_banner` is then set."""
    buttons: tuple[ButtonView, ...] = ()
    """The buttons with their current state."""
    menu_bar: tuple[BarMenu, ...] = ()
    """The menus of the menu bar."""
    win_state: WinState | None = None
    """The state of the win indicator, or None if it is off."""
    result_banner: ResultBanner | None = None
    """The banner with the result, or None while the game is being played."""
    deal_rating: str = ""
    """A word for the deal's winnability or difficulty. Empty if it is not to be shown."""
    deal_value_text: str = ""
    """After the game: text with the best result that the deal allowed. Empty if it is not to be shown."""
    animation_frame: AnimationFrame | None = None
    """The current frame of the end animation, or None if none is running."""
    end_animation: EndAnimation | None = None
    """The end animation itself, or None."""
    displayed_score: int | None = None
    """The displayed score. It is lower than the real one while a bonus is being counted. None without a score."""
    score_popups: tuple[tuple[Point, int], ...] = ()
    """Score pop-ups: the centre of each text, with the points."""
    is_flashing: bool = False
    """Whether the table's palette flashes."""
    mode_data: object = None
    """What the edition's game mode adds for its own texts."""
    status_line: StatusLine = StatusLine()
    """The items of the status line."""
    is_analysing: bool = False
    """Whether the state of the win indicator is still being computed."""
    has_captions: bool = False
    """Whether each move is described in words on the screen, as in a replay."""
    stock_label: str = ""
    """Label of the stock as a target, where no command draws. Else empty."""
    ghost_text: str = ""
    """The friend's score after as many moves. Empty without a ghost."""

    @property
    def is_table_hidden(self) -> bool:
        """Whether the end animation hides the table."""
        return (
            self.animation_frame is not None
            and self.end_animation is not None
            and self.end_animation.hides_table
        )

    def is_under_moving_card(self, rect: Rect) -> bool:
        """Return whether a moving card overlaps a rectangle."""
        x, y, width, height = rect
        return any(
            x - card_width < left < x + width and y - card_height < top < y + height
            for left, top, card_width, card_height in self.moving_rects
        )


def has_redeal_left(session: Session) -> bool:
    """Return whether the rules allow another redeal."""
    redeals = session.rules.max_redeals
    return redeals is None or session.state.pass_number <= redeals


def build_default_status_line(view: TableView) -> StatusLine:
    """Return the status line of most editions: score, options and stock; then marks and the deal's name."""
    session = view.session
    score = [] if session.score is None else [StatusItem(f"Score {session.score}", is_announced=False)]
    options = [StatusItem(view.options_text)] if view.options_text else []
    stopped = [StatusItem("Scoring stopped")] if session.frozen_score is not None else []
    stock = StatusItem(f"Stock {len(session.state.stock)}", is_announced=False)
    return StatusLine(
        (*score, *options, stock), (*build_assisted_items(view), *stopped, StatusItem(view.deal_title))
    )


def build_assisted_items(view: TableView) -> list[StatusItem]:
    """Return the item that marks an assisted game, or an empty list."""
    return [StatusItem("Assisted")] if view.session.is_assisted else []
