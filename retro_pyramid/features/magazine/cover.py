"""The magazine's cover: a menu as its table of contents, and a small game that plays in the picture frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.app.assets import load_demo, load_magazine_picture
from retro_pyramid.cards import Card, card_label, suit_of
from retro_pyramid.features.magazine.menus import ISSUE_LABEL, Callback, MagazineMenu, MenuLink
from retro_pyramid.features.start.menus import MenuAction
from retro_pyramid.machine.video import COLUMNS, DisplayAdapter
from retro_pyramid.rules import SLOT_COUNT, is_exposed, rules_for
from retro_pyramid.rules.transcript import HistoryEntry, Transcript, replay
from retro_pyramid.scenes.easing import Point, smoothstep
from retro_pyramid.scenes.scene import Sprite, draw_scene, make_scene
from retro_pyramid.scenes.sprites import draw_vector_drawing
from retro_pyramid.scenes.title import draw_backdrop
from retro_pyramid.table.move_text import describe_last_move
from retro_pyramid.table.render.base import compute_pyramid_positions
from retro_pyramid.table.target_ids import find_removed_cards, slot_from_target_id
from retro_pyramid.ui.drawing import draw_frame, pixels_to_cells
from retro_pyramid.ui.element import Element, custom_element, text_element
from retro_pyramid.ui.lists import ListRow

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

MAGAZINE_NAME = "ON DISK MONTHLY"
_STRIP_TEXTS = (MAGAZINE_NAME, ISSUE_LABEL, "November 1991", "360K", "Price: one free evening")
_STRIP_ROW = 5
"""Row of the strip with date and price, below the masthead."""
_BOX_LEFT, _BOX_TOP, _BOX_WIDTH, _BOX_HEIGHT = 41, 6, 38, 17
"""Box of the contents, in cells. The picture frame at the left edge has the same height."""
_TITLE_PICTURE_DY = -8
"""Vertical offset of the title picture, whose lettering is hidden behind the masthead."""
_TABLE_ATTRIBUTE = 0x27


class CoverMenu(MagazineMenu):
    """Main menu of the magazine, laid out as its cover.

    `descriptions` maps the name of a menu item to its description and its page number in print.
    """

    label_indent = 3
    max_rows_per_column = 7
    esc_label = "Quit"
    message_row = MagazineMenu.tip_row

    def __init__(
        self,
        app: App,
        ways: Sequence[MenuLink],
        descriptions: Mapping[str, tuple[str, str]],
        on_leave: Callback,
        on_help: MenuAction,
    ) -> None:
        super().__init__(app, ("CONTENTS", MAGAZINE_NAME), ways, on_leave, on_help)
        self._descriptions = descriptions
        self._miniature = MiniatureGame(load_demo(app.edition.id))
        self._ticks = 0

    def advance(self, ticks: int) -> None:
        super().advance(ticks)
        self._ticks += ticks

    def get_list_position(self) -> tuple[int, int, int]:
        return _BOX_LEFT, _BOX_TOP + 2, _BOX_WIDTH

    def _draw_magazine_background(self, video: DisplayAdapter) -> None:
        if video.mode == "text":
            video.set_registers()
            draw_scene(video, make_scene("cover", Sprite((0, 0, COLUMNS, 24))), 0)
        else:
            draw_backdrop(self.app, _TITLE_PICTURE_DY, self._ticks)
            masthead = load_magazine_picture("masthead")
            video.page.blt(0, 0, masthead, 0, 0, masthead.width, masthead.height)

    def build_elements(self) -> list[Element]:
        """Return the cover and its contents, or only the cover while another screen is on top.

        The game in the frame has no spoken text: it moves all the time and would never be silent.
        """
        strip = f"{'   '.join(_STRIP_TEXTS):^{COLUMNS}}"
        elements = [
            *self.build_backdrop(),
            text_element(0, _STRIP_ROW, strip, 0x70, spoken=" ".join(_STRIP_TEXTS)),
        ]
        if self.app.top_screen is not self:
            return elements
        theme, title = self.theme, " CONTENTS "

        def draw_box(video: DisplayAdapter) -> None:
            video.fill_cells(_BOX_LEFT, _BOX_TOP, _BOX_WIDTH, _BOX_HEIGHT, " ", theme.text)
            draw_frame(video, _BOX_LEFT, _BOX_TOP, _BOX_WIDTH, _BOX_HEIGHT, theme.frame)

        elements += [custom_element(self._draw_picture), custom_element(draw_box)]
        elements.append(
            text_element(
                _BOX_LEFT + (_BOX_WIDTH - len(title)) // 2, _BOX_TOP, title, theme.title, spoken="CONTENTS"
            )
        )
        for index, (row, part) in enumerate(zip(self.get_rows(), self.build_row_elements(), strict=True)):
            elements += self._contents_row(part, row, index == self.list_model.selected_index)
        return elements

    def _contents_row(self, part: Element, row: ListRow, is_selected: bool) -> list[Element]:
        """Return the elements of a menu row: label, dotted leader, page number and description."""
        theme = self.theme
        description, page = self._descriptions.get(row.target_id.partition(":")[2], ("", ""))
        column, cell_row, width, _ = pixels_to_cells(part.rect)
        start, end = column + self.label_indent + len(row.label), column + width - 2
        elements = [part._replace(spoken=f"{row.label} {page} {description}")]
        if page:
            dots_attribute, page_attribute = (
                (theme.selection, theme.selection) if is_selected else (theme.muted, theme.text)
            )
            elements.append(text_element(start, cell_row, "·" * (end - 3 - start), dots_attribute, spoken=""))
            elements.append(text_element(end - len(page), cell_row, page, page_attribute, spoken=""))
        return [
            *elements,
            text_element(column + self.label_indent + 1, cell_row + 1, description, theme.muted, spoken=""),
        ]

    def _draw_picture(self, video: DisplayAdapter) -> None:
        miniature = self._miniature
        tick = miniature.still_tick if self.app.reduces_motion else self._ticks
        if video.mode == "text":
            video.fill_cells(1, _BOX_TOP, 38, _BOX_HEIGHT, " ", _TABLE_ATTRIBUTE)
            miniature.draw(video, tick)
            draw_frame(video, 1, _BOX_TOP, 38, _BOX_HEIGHT, 0x70)
        else:
            draw_vector_drawing(video.page, "cover", "frame")
            miniature.draw(video, tick)
        video.put_text(2, _BOX_TOP + _BOX_HEIGHT - 1, f"{miniature.caption_at(tick)[:36]:^36}", 0x70)


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


_PIXEL_POSITIONS = _CardPositions(
    compute_pyramid_positions(160, 114, 32, 22, _CARD_WIDTH), (22, 98), (271, 98)
)
_CELL_POSITIONS = _CardPositions(compute_pyramid_positions(20, 7, 4, 2, 3), (4, 7), (33, 7))


class MiniatureGame:
    """A recorded game of one card at a time, drawn on a waste pile.

    Every picture is computed from its tick alone; nothing is stored between two pictures.
    """

    def __init__(self, transcript: Transcript) -> None:
        self._rules = rules_for(transcript.edition, transcript.options)
        self._history: list[HistoryEntry] = replay(transcript)
        self._first_move_tick = _DEAL_TICKS * SLOT_COUNT + _LOOK_TICKS
        self.still_tick = self._first_move_tick + _MOVE_TICKS * _STILL_MOVE - 1
        """The tick that is shown if animations are turned off."""

    def _progress_at(self, tick: int) -> tuple[int, int, int]:
        """Return the number of cards dealt, the number of moves started, and the ticks since the last of them."""
        tick %= self._first_move_tick + _MOVE_TICKS * (len(self._history) - 1) + _END_TICKS
        if tick < self._first_move_tick:
            return min(tick // _DEAL_TICKS, SLOT_COUNT), 0, _FLIGHT_TICKS
        move_count = min((tick - self._first_move_tick) // _MOVE_TICKS + 1, len(self._history) - 1)
        return SLOT_COUNT, move_count, tick - self._first_move_tick - _MOVE_TICKS * (move_count - 1)

    def caption_at(self, tick: int) -> str:
        """Return the last move as a sentence, or an empty string before the first."""
        _, move_count, _ = self._progress_at(tick)
        return describe_last_move(self._rules, self._history[: move_count + 1]).partition(". ")[0]

    def draw(self, video: DisplayAdapter, tick: int) -> None:
        """Draw the cards of the table and the flying card, in pixels or in text cells."""
        positions = _CELL_POSITIONS if video.mode == "text" else _PIXEL_POSITIONS
        dealt_count, move_count, elapsed_ticks = self._progress_at(tick)
        state = self._history[move_count].state
        previous = self._history[max(0, move_count - 1)].state
        is_flying = move_count > 0 and elapsed_ticks < _FLIGHT_TICKS
        for slot in range(dealt_count):
            if state.pyramid >> slot & 1:
                _draw_card(video, positions.slots[slot], state.pyramid_cards[slot], is_exposed(state, slot))
        if state.stock:
            _draw_card(video, positions.stock, None)
        waste = previous.waste if is_flying else state.waste
        if waste and dealt_count == SLOT_COUNT:
            _draw_card(video, positions.waste, waste[-1], True)
        if is_flying:
            removed = find_removed_cards(previous, state)
            source_slot = slot_from_target_id(removed[0][0]) if removed else None
            start = positions.stock if source_slot is None else positions.slots[source_slot]
            progress = smoothstep(elapsed_ticks, _FLIGHT_TICKS)
            x, y = (round(a + (b - a) * progress) for a, b in zip(start, positions.waste, strict=True))
            _draw_card(video, (x, y), state.waste[-1], True)


def _draw_card(video: DisplayAdapter, pos: Point, card: Card | None, is_exposed_card: bool = False) -> None:
    """Draw a card, or a back for None.

    A card that is not `is_exposed_card` is covered by others except for its upper edge, so only its upper label is drawn.
    """
    x, y = pos
    label = "" if card is None else card_label(card)
    colour = 4 if card is not None and suit_of(card) in _RED_SUITS else 0
    if video.mode == "text":
        video.put_text(
            x, y, "░░░" if card is None else f"{label:^3}", 0x17 if card is None else 0x70 | colour
        )
        video.put_text(x, y + 1, "▀▀▀", 0x21 if card is None else 0x27)
        return
    draw_vector_drawing(video.page, "cover", "back" if card is None else "card", pos)
    if card is None:
        return
    video.draw_text(x + 2, y + 2, label, colour)
    if is_exposed_card:
        video.draw_text(x + _CARD_WIDTH - 10, y + _CARD_HEIGHT - 15, label[-1], colour)
