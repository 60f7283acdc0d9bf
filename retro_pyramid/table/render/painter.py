"""Paints a table view with its renderer, in graphics and in text mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, Video
from retro_pyramid.scenes.easing import Point
from retro_pyramid.scenes.scene import show
from retro_pyramid.table.intent import AUTO_MATCH
from retro_pyramid.table.layout import BarMenu, Cells
from retro_pyramid.table.render.base import THICKEST, Felt
from retro_pyramid.table.view import STATUS_ROW
from retro_pyramid.table.view_geometry import bar_titles
from retro_pyramid.table.win_indicator import draw_lamp
from retro_pyramid.ui.drawing import cells_rect, command_words, hint_line, hot_letter, push, window
from retro_pyramid.ui.theme import Dress

if TYPE_CHECKING:
    from retro_pyramid.table.table_spec import TableLook
    from retro_pyramid.table.view import Button, Verdict, View

_GHOST_END_COLUMN = 74
"""The column at which the ghost's score ends: left of the frame's corner and of the buttons in a title bar."""


def draw(view: View, look: TableLook, felt: Felt, video: Video) -> None:
    """Draw the whole table with its texts."""
    animation_frame, end_animation = view.finale, view.sign
    if animation_frame is None:
        felt.lay((view.piles, view.cards), lambda: _draw_table_with_cards(view, look, felt, video))
    else:
        _draw_bare_table(look, felt, video)
    palette = look.flash if view.flashes else {}
    if animation_frame is not None and end_animation is not None:
        palette = end_animation.light(animation_frame.now)
    if palette and video.lit:
        video.set_registers([palette.get(index, value) for index, value in enumerate(video.registers)])
    if animation_frame is not None and end_animation is not None:
        show(video, end_animation.behind, animation_frame.now)
    if animation_frame is not None and not view.alone:
        _draw_cards(view, felt)
    for pos, card, *_, stage in view.moving:
        if stage is None or card is None:
            felt.card(pos, card)
        else:
            felt.turning(pos, card, stage)
    if animation_frame is not None and end_animation is not None:
        felt.trail.draw(end_animation.trail(animation_frame))
        for pos, card in end_animation.cards(animation_frame):
            felt.card(pos, card)
        show(video, end_animation.front, animation_frame.now)
    for pos, points in view.floats:
        _draw_points(video, pos, points)
    for button in view.buttons:
        if button.command.cells:
            (look.button or draw_button)(view, video, button)
    if view.places.auto_match:
        _draw_auto_match(view, video, view.places.auto_match)
    draw_bar(video, view.bar, view.places.bar_row, view.dress)
    if view.light:
        draw_lamp(video, view.places.lamp, view.light, look.label >> 4)
    (look.words or status_line)(view, video)
    if view.race:
        video.write(_GHOST_END_COLUMN - len(view.race) - 2, 0, f" {view.race} ", view.dress.bar)
    for rect in view.flight_rects:
        felt.uncover(rect)
    if view.verdict is not None and view.verdict.shown:
        _draw_result(view.verdict, video, view.dress)
    if view.hints:
        hint_line(video, view.hints, view.dress)
    if view.held is not None:
        felt.shadow(view.held.place)
        felt.uncover(felt.painted_rect(view.held.place))
        felt.card(view.held.place, view.held.card, view.held.lit, view.held.mark)


def _draw_table_with_cards(view: View, table_spec: TableLook, renderer: Felt, display: Video) -> None:
    """Draw the table with piles and cards."""
    _draw_bare_table(table_spec, renderer, display)
    _draw_cards(view, renderer)


def _draw_bare_table(table_spec: TableLook, renderer: Felt, display: Video) -> None:
    renderer.clear()
    show(display, table_spec.inlay, 0)


def _draw_cards(view: View, renderer: Felt) -> None:
    for pile in view.piles:
        renderer.pile(*pile)
    for card_view in view.cards:
        renderer.rest(card_view.place)
        renderer.card(card_view.place, card_view.card, card_view.lit, card_view.mark)


def _draw_points(display: Video, centre: Point, points: int) -> None:
    """Draw the points of a move: earned ones gold, lost ones red, on black."""
    text, colour = f"{points:+}", 14 if points > 0 else 12
    x, y = centre[0] - len(text) * CELL_WIDTH // 2, centre[1]
    if display.mode == "text":
        display.write(x // CELL_WIDTH, y // CELL_HEIGHT, text, colour)
        return
    display.page.rect(x - 4, y - 1, len(text) * CELL_WIDTH + 7, CELL_HEIGHT + 1, 0)
    display.print(x, y, text, colour)


def _draw_result(banner: Verdict, display: Video, theme: Dress) -> None:
    """Draw the result of a game, a win in the colours of a win."""
    column, top, width, height = banner.cells
    if theme.caption:
        *lines, label = banner.lines
        # No shadow: it would cover the cards beside the window.
        window(display, banner.cells, theme, theme.caption, shadow=False)
        for row, text in enumerate(lines, top + 2):
            display.write(column + (width - len(text)) // 2, row, text, theme.paper)
        left = column + (width - len(label)) // 2 - 2
        push(display, left, top + height - 2, label, theme, chosen=True, key=label[0])
        return
    paper = theme.joy if banner.won else theme.notice
    left = max(rect[0] for rect in banner.strips)
    right = min(rect[0] + rect[2] for rect in banner.strips)
    for (column, row, width, _), text in zip(banner.strips, banner.lines, strict=True):
        display.fill(column, row, width, 1, " ", paper)
        display.write((left + right - len(text)) // 2, row, text, paper)


def draw_bar(
    video: Video, bar: tuple[BarMenu, ...], row: int, dress: Dress, opened: int | None = None
) -> None:
    """Draw the menu bar. The title of the open menu is in reverse."""
    if not bar:
        return
    video.fill(0, row, COLUMNS, 1, " ", dress.paper)
    for index, (column, menu) in enumerate(bar_titles(bar)):
        attribute = dress.bar if index == opened else dress.paper
        video.write(column - 1, row, f" {menu.title} ", attribute)
        if index != opened:
            video.write(column, row, menu.title[0], hot_letter(video, dress))


def _draw_auto_match(view: View, display: Video, rect_cells: Cells) -> None:
    """Draw the Auto-Match check box."""
    column, row, width, _ = rect_cells
    mark = "√" if view.session.auto_match else " "
    attribute = view.dress.bar if view.focused == AUTO_MATCH else view.dress.paper
    display.write(column, row, f" [{mark}] Auto-Match".ljust(width), attribute)


def draw_button(view: View, video: Video, button: Button) -> None:
    """Draw the button of a command, with its hotkey highlighted."""
    command, theme = button.command, view.dress
    assert command.cells is not None
    column, row, width, height = command.cells
    paper = theme.bar if button.lit else theme.paper if button.usable else theme.dim
    video.fill(column, row, width, height, " ", paper)
    text = command_words(video, command.words, button.usable)
    left, line = column + (width - len(text)) // 2, row + height // 2
    video.write(left, line, text, paper)
    hotkey_index = command.words.upper().find(command.keys[0]) if command.keys else -1
    if button.usable and not button.lit and hotkey_index >= 0:
        video.write(left + hotkey_index, line, text[hotkey_index], hot_letter(video, theme))


def label(view: View, video: Video, place: Point, words: str, attribute: int) -> None:
    """Draw a text centred below a pile, lower than the thickest one reaches.

    Nothing is drawn while an end animation hides the table.
    """
    if view.alone:
        return
    width, height = view.size
    column = (place[0] + width // 2) // CELL_WIDTH - len(words) // 2
    # The first pixel row of a character cell is empty in all letters.
    row = -(-(place[1] + height + THICKEST - 1) // CELL_HEIGHT)
    # Blanks around the text: it is hard to read directly on a background of mixed colours.
    words, left = f" {words} ", max(-1, column - 1)
    if not view.under_flight(cells_rect(left, row, len(words), 1)):
        video.write(left, row, words, attribute)
        return
    for char_column, char in enumerate(words, left):
        if not view.under_flight(cells_rect(char_column, row, 1, 1)):
            video.write(char_column, row, char, attribute)


def status_line(view: View, video: Video, gap: str = "   ") -> None:
    """Draw the line above the key hints: items of the status line at both ends."""
    left, right = view.standing.line(gap, COLUMNS - 2)
    video.write(0, STATUS_ROW, f" {left.ljust(COLUMNS - len(right) - 2)}{right} ", view.dress.paper)
