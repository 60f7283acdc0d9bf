"""The magazine's cover: a menu as its table of contents, and a small game that plays in the picture frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.app.assets import demonstration, picture
from retro_pyramid.cards import Card, card_label, suit_of
from retro_pyramid.features.magazine.menus import ISSUE, Go, ShellMenu, Way
from retro_pyramid.features.start.menus import Action
from retro_pyramid.machine.video import COLUMNS, Video
from retro_pyramid.rules import POSITIONS, is_open, rules_for
from retro_pyramid.rules.transcript import Entry, Transcript, replay
from retro_pyramid.scenes.easing import Point, eased
from retro_pyramid.scenes.scene import Sprite, scene, show
from retro_pyramid.scenes.sprites import draw
from retro_pyramid.scenes.title import draw_backdrop
from retro_pyramid.table.move_text import told
from retro_pyramid.table.render.base import pyramid_places
from retro_pyramid.table.target_ids import slot_of, taken
from retro_pyramid.ui.drawing import cells_of, frame
from retro_pyramid.ui.element import Part, painted, text
from retro_pyramid.ui.lists import Row

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

NAME = "ON DISK MONTHLY"
_STRIP_TEXTS = (NAME, ISSUE, "November 1991", "360K", "Price: one free evening")
_STRIP_ROW = 5
"""Row of the strip with date and price, below the masthead."""
_BOX_LEFT, _BOX_TOP, _BOX_WIDTH, _BOX_HEIGHT = 41, 6, 38, 17
"""Box of the contents, in cells. The picture frame at the left edge has the same height."""
_TITLE_PICTURE_DY = -8
"""Vertical offset of the title picture, whose lettering is hidden behind the masthead."""
_TABLE_ATTRIBUTE = 0x27


class Cover(ShellMenu):
    """Main menu of the magazine, laid out as its cover.

    `descriptions` maps the name of a menu item to its description and its page number in print.
    """

    indent = 3
    one_column = 7
    esc = "Quit"
    message_row = ShellMenu.lesson_row

    def __init__(
        self, app: App, ways: Sequence[Way], notes: Mapping[str, tuple[str, str]], back: Go, help_: Action
    ) -> None:
        super().__init__(app, ("CONTENTS", NAME), ways, back, help_)
        self._descriptions = notes
        self._miniature = Miniature(demonstration(app.record.id))
        self._ticks = 0

    def tick(self, ticks: int) -> None:
        super().tick(ticks)
        self._ticks += ticks

    def place(self) -> tuple[int, int, int]:
        return _BOX_LEFT, _BOX_TOP + 2, _BOX_WIDTH

    def _draw_magazine_background(self, video: Video) -> None:
        if video.mode == "text":
            video.set_registers()
            show(video, scene("cover", Sprite((0, 0, COLUMNS, 24))), 0)
        else:
            draw_backdrop(self.app, _TITLE_PICTURE_DY, self._ticks)
            masthead = picture("masthead")
            video.page.blt(0, 0, masthead, 0, 0, masthead.width, masthead.height)

    def parts(self) -> list[Part]:
        """Return the cover and its contents, or only the cover while another screen is on top.

        The game in the frame has no spoken text: it moves all the time and would never be silent.
        """
        strip = f"{'   '.join(_STRIP_TEXTS):^{COLUMNS}}"
        elements = [*self.backdrop(), text(0, _STRIP_ROW, strip, 0x70, told=" ".join(_STRIP_TEXTS))]
        if self.app.top is not self:
            return elements
        theme, title = self.dress, " CONTENTS "

        def draw_box(video: Video) -> None:
            video.fill(_BOX_LEFT, _BOX_TOP, _BOX_WIDTH, _BOX_HEIGHT, " ", theme.paper)
            frame(video, _BOX_LEFT, _BOX_TOP, _BOX_WIDTH, _BOX_HEIGHT, theme.frame)

        elements += [painted(self._draw_picture), painted(draw_box)]
        elements.append(
            text(_BOX_LEFT + (_BOX_WIDTH - len(title)) // 2, _BOX_TOP, title, theme.title, told="CONTENTS")
        )
        for index, (row, part) in enumerate(zip(self.rows(), self.row_parts(), strict=True)):
            elements += self._contents_row(part, row, index == self.listing.at)
        return elements

    def _contents_row(self, part: Part, row: Row, is_selected: bool) -> list[Part]:
        """Return the elements of a menu row: label, dotted leader, page number and description."""
        theme = self.dress
        description, page = self._descriptions.get(row.id.partition(":")[2], ("", ""))
        column, cell_row, width, _ = cells_of(part.rect)
        start, end = column + self.indent + len(row.words), column + width - 2
        elements = [part._replace(told=f"{row.words} {page} {description}")]
        if page:
            dots_attribute, page_attribute = (
                (theme.bar, theme.bar) if is_selected else (theme.dim, theme.paper)
            )
            elements.append(text(start, cell_row, "·" * (end - 3 - start), dots_attribute, told=""))
            elements.append(text(end - len(page), cell_row, page, page_attribute, told=""))
        return [*elements, text(column + self.indent + 1, cell_row + 1, description, theme.dim, told="")]

    def _draw_picture(self, video: Video) -> None:
        miniature = self._miniature
        tick = miniature.rest if self.app.still else self._ticks
        if video.mode == "text":
            video.fill(1, _BOX_TOP, 38, _BOX_HEIGHT, " ", _TABLE_ATTRIBUTE)
            miniature.draw(video, tick)
            frame(video, 1, _BOX_TOP, 38, _BOX_HEIGHT, 0x70)
        else:
            draw(video.page, "cover", "frame")
            miniature.draw(video, tick)
        video.write(2, _BOX_TOP + _BOX_HEIGHT - 1, f"{miniature.caption(tick)[:36]:^36}", 0x70)


_DEAL_TICKS, _LOOK_TICKS, _MOVE_TICKS, _FLIGHT_TICKS, _END_TICKS = 4, 60, 54, 16, 180
"""Ticks per dealt card, before the first move, per move, per flight of a card, and after the last move."""
_STILL_MOVE = 9
"""The move whose result is shown if animations are turned off."""
_CARD_WIDTH, _CARD_HEIGHT = 27, 32
_RED_SUITS = (1, 2)


class _CardPositions(NamedTuple):
    """Positions of the cards, in pixels or in cells."""

    slots: Sequence[Point]
    stock: Point
    waste: Point


_PIXEL_POSITIONS = _CardPositions(pyramid_places(160, 114, 32, 22, _CARD_WIDTH), (22, 98), (271, 98))
_CELL_POSITIONS = _CardPositions(pyramid_places(20, 7, 4, 2, 3), (4, 7), (33, 7))


class Miniature:
    """A recorded game of one card at a time, drawn on a waste pile.

    Every picture is computed from its tick alone; nothing is stored between two pictures.
    """

    def __init__(self, game: Transcript) -> None:
        self._rules = rules_for(game.edition, game.options)
        self._history: list[Entry] = replay(game)
        self._first_move_tick = _DEAL_TICKS * POSITIONS + _LOOK_TICKS
        self.rest = self._first_move_tick + _MOVE_TICKS * _STILL_MOVE - 1
        """The tick that is shown if animations are turned off."""

    def _progress_at(self, tick: int) -> tuple[int, int, int]:
        """Return the number of cards dealt, the number of moves started, and the ticks since the last of them."""
        tick %= self._first_move_tick + _MOVE_TICKS * (len(self._history) - 1) + _END_TICKS
        if tick < self._first_move_tick:
            return min(tick // _DEAL_TICKS, POSITIONS), 0, _FLIGHT_TICKS
        move_count = min((tick - self._first_move_tick) // _MOVE_TICKS + 1, len(self._history) - 1)
        return POSITIONS, move_count, tick - self._first_move_tick - _MOVE_TICKS * (move_count - 1)

    def caption(self, now: int) -> str:
        """Return the last move as a sentence, or an empty string before the first."""
        _, move_count, _ = self._progress_at(now)
        return told(self._rules, self._history[: move_count + 1]).partition(". ")[0]

    def draw(self, video: Video, now: int) -> None:
        """Draw the cards of the table and the flying card, in pixels or in text cells."""
        positions = _CELL_POSITIONS if video.mode == "text" else _PIXEL_POSITIONS
        dealt_count, move_count, elapsed_ticks = self._progress_at(now)
        state = self._history[move_count].state
        previous = self._history[max(0, move_count - 1)].state
        is_flying = move_count > 0 and elapsed_ticks < _FLIGHT_TICKS
        for slot in range(dealt_count):
            if state.pyramid >> slot & 1:
                _draw_card(video, positions.slots[slot], state.layout[slot], is_open(state, slot))
        if state.stock:
            _draw_card(video, positions.stock, None)
        waste = previous.waste if is_flying else state.waste
        if waste and dealt_count == POSITIONS:
            _draw_card(video, positions.waste, waste[-1], True)
        if is_flying:
            removed = taken(previous, state)
            source_slot = slot_of(removed[0][0]) if removed else None
            start = positions.stock if source_slot is None else positions.slots[source_slot]
            progress = eased(elapsed_ticks, _FLIGHT_TICKS)
            x, y = (round(a + (b - a) * progress) for a, b in zip(start, positions.waste, strict=True))
            _draw_card(video, (x, y), state.waste[-1], True)


def _draw_card(video: Video, pos: Point, card: Card | None, is_exposed_card: bool = False) -> None:
    """Draw a card, or a back for None.

    A card that is not `is_exposed_card` is covered by others except for its upper edge, so only its upper label is drawn.
    """
    x, y = pos
    label = "" if card is None else card_label(card)
    colour = 4 if card is not None and suit_of(card) in _RED_SUITS else 0
    if video.mode == "text":
        video.write(x, y, "░░░" if card is None else f"{label:^3}", 0x17 if card is None else 0x70 | colour)
        video.write(x, y + 1, "▀▀▀", 0x21 if card is None else 0x27)
        return
    draw(video.page, "cover", "back" if card is None else "card", pos)
    if card is None:
        return
    video.print(x + 2, y + 2, label, colour)
    if is_exposed_card:
        video.print(x + _CARD_WIDTH - 10, y + _CARD_HEIGHT - 15, label[-1], colour)
