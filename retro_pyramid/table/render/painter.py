"""Paints a table view with its renderer, in graphics and in text mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, DisplayAdapter
from retro_pyramid.scenes.easing import Point
from retro_pyramid.scenes.scene import draw_scene
from retro_pyramid.table.intent import AUTO_MATCH
from retro_pyramid.table.layout import BarMenu, CellRect
from retro_pyramid.table.render.base import MAX_PILE_THICKNESS_PX, TableRenderer
from retro_pyramid.table.view import STATUS_ROW
from retro_pyramid.table.view_geometry import place_menu_titles
from retro_pyramid.table.win_indicator import draw_win_indicator
from retro_pyramid.ui.drawing import (
    cells_to_pixels,
    draw_key_hint_line,
    draw_push_button,
    draw_window,
    format_command_label,
    hotkey_attribute,
)
from retro_pyramid.ui.theme import Theme

if TYPE_CHECKING:
    from retro_pyramid.table.table_spec import TableSpec
    from retro_pyramid.table.view import ButtonView, ResultBanner, TableView

_GHOST_END_COLUMN = 74
"""The column at which the ghost's score ends: left of the frame's corner and of the buttons in a title bar."""


def draw_table(
    view: TableView, table_spec: TableSpec, renderer: TableRenderer, display: DisplayAdapter
) -> None:
    """Draw the whole table with its texts."""
    animation_frame, end_animation = view.animation_frame, view.end_animation
    if animation_frame is None:
        renderer.draw_cached(
            (view.piles, view.cards), lambda: _draw_table_with_cards(view, table_spec, renderer, display)
        )
    else:
        _draw_bare_table(table_spec, renderer, display)
    palette = table_spec.streak_flash_palette if view.is_flashing else {}
    if animation_frame is not None and end_animation is not None:
        palette = end_animation.palette_at(animation_frame.tick)
    if palette and display.can_animate_palette:
        display.set_registers([palette.get(index, value) for index, value in enumerate(display.registers)])
    if animation_frame is not None and end_animation is not None:
        draw_scene(display, end_animation.background, animation_frame.tick)
    if animation_frame is not None and not view.is_table_hidden:
        _draw_cards(view, renderer)
    for pos, card, *_, stage in view.moving_cards:
        if stage is None or card is None:
            renderer.draw_card(pos, card)
        else:
            renderer.draw_flip(pos, card, stage)
    if animation_frame is not None and end_animation is not None:
        renderer.trail.draw(end_animation.trail_at(animation_frame))
        for pos, card in end_animation.cards_at(animation_frame):
            renderer.draw_card(pos, card)
        draw_scene(display, end_animation.foreground, animation_frame.tick)
    for pos, points in view.score_popups:
        _draw_points(display, pos, points)
    for button in view.buttons:
        if button.command.rect_cells:
            (table_spec.draw_button or draw_button)(view, display, button)
    if view.layout.auto_match:
        _draw_auto_match(view, display, view.layout.auto_match)
    draw_menu_bar(display, view.menu_bar, view.layout.bar_row, view.theme)
    if view.win_state:
        draw_win_indicator(display, view.layout.lamp, view.win_state, table_spec.label_attribute >> 4)
    (table_spec.draw_texts or draw_status_line)(view, display)
    if view.ghost_text:
        display.put_text(
            _GHOST_END_COLUMN - len(view.ghost_text) - 2, 0, f" {view.ghost_text} ", view.theme.selection
        )
    for rect in view.moving_rects:
        renderer.clear_text_under(rect)
    if view.result_banner is not None and view.result_banner.is_visible:
        _draw_result(view.result_banner, display, view.theme)
    if view.key_hints:
        draw_key_hint_line(display, view.key_hints, view.theme)
    if view.dragged_card is not None:
        renderer.draw_drag_shadow(view.dragged_card.pos)
        renderer.clear_text_under(renderer.get_painted_rect(view.dragged_card.pos))
        renderer.draw_card(
            view.dragged_card.pos,
            view.dragged_card.card,
            view.dragged_card.is_focused,
            view.dragged_card.highlight,
        )


def _draw_table_with_cards(
    view: TableView, table_spec: TableSpec, renderer: TableRenderer, display: DisplayAdapter
) -> None:
    """Draw the table with piles and cards."""
    _draw_bare_table(table_spec, renderer, display)
    _draw_cards(view, renderer)


def _draw_bare_table(table_spec: TableSpec, renderer: TableRenderer, display: DisplayAdapter) -> None:
    renderer.draw_empty_table()
    draw_scene(display, table_spec.decoration, 0)


def _draw_cards(view: TableView, renderer: TableRenderer) -> None:
    for pile in view.piles:
        renderer.draw_pile(*pile)
    for card_view in view.cards:
        renderer.draw_resting_shadow(card_view.pos)
        renderer.draw_card(card_view.pos, card_view.card, card_view.is_focused, card_view.highlight)


def _draw_points(display: DisplayAdapter, centre: Point, points: int) -> None:
    """Draw the points of a move: earned ones gold, lost ones red, on black."""
    text, colour = f"{points:+}", 14 if points > 0 else 12
    x, y = centre[0] - len(text) * CELL_WIDTH // 2, centre[1]
    if display.mode == "text":
        display.put_text(x // CELL_WIDTH, y // CELL_HEIGHT, text, colour)
        return
    display.page.rect(x - 4, y - 1, len(text) * CELL_WIDTH + 7, CELL_HEIGHT + 1, 0)
    display.draw_text(x, y, text, colour)


def _draw_result(banner: ResultBanner, display: DisplayAdapter, theme: Theme) -> None:
    """Draw the result of a game, a win in the colours of a win."""
    column, top, width, height = banner.rect_cells
    if theme.window_title:
        *lines, label = banner.lines
        # No shadow: it would cover the cards beside the window.
        draw_window(display, banner.rect_cells, theme, theme.window_title, has_shadow=False)
        for row, text in enumerate(lines, top + 2):
            display.put_text(column + (width - len(text)) // 2, row, text, theme.text)
        left = column + (width - len(label)) // 2 - 2
        draw_push_button(display, left, top + height - 2, label, theme, is_selected=True, hotkey=label[0])
        return
    paper = theme.win_banner if banner.is_win else theme.notice
    left = max(rect[0] for rect in banner.line_rects_cells)
    right = min(rect[0] + rect[2] for rect in banner.line_rects_cells)
    for (column, row, width, _), text in zip(banner.line_rects_cells, banner.lines, strict=True):
        display.fill_cells(column, row, width, 1, " ", paper)
        display.put_text((left + right - len(text)) // 2, row, text, paper)


def draw_menu_bar(
    display: DisplayAdapter, menus: tuple[BarMenu, ...], row: int, theme: Theme, open_index: int | None = None
) -> None:
    """Draw the menu bar. The title of the open menu is in reverse."""
    if not menus:
        return
    display.fill_cells(0, row, COLUMNS, 1, " ", theme.text)
    for index, (column, menu) in enumerate(place_menu_titles(menus)):
        attribute = theme.selection if index == open_index else theme.text
        display.put_text(column - 1, row, f" {menu.title} ", attribute)
        if index != open_index:
            display.put_text(column, row, menu.title[0], hotkey_attribute(display, theme))


def _draw_auto_match(view: TableView, display: DisplayAdapter, rect_cells: CellRect) -> None:
    """Draw the Auto-Match check box."""
    column, row, width, _ = rect_cells
    mark = "√" if view.session.auto_match else " "
    attribute = view.theme.selection if view.focused_id == AUTO_MATCH else view.theme.text
    display.put_text(column, row, f" [{mark}] Auto-Match".ljust(width), attribute)


def draw_button(view: TableView, display: DisplayAdapter, button: ButtonView) -> None:
    """Draw the button of a command, with its hotkey highlighted."""
    command, theme = button.command, view.theme
    assert command.rect_cells is not None
    column, row, width, height = command.rect_cells
    paper = theme.selection if button.is_focused else theme.text if button.is_enabled else theme.muted
    display.fill_cells(column, row, width, height, " ", paper)
    text = format_command_label(display, command.label, button.is_enabled)
    left, line = column + (width - len(text)) // 2, row + height // 2
    display.put_text(left, line, text, paper)
    hotkey_index = command.label.upper().find(command.keys[0]) if command.keys else -1
    if button.is_enabled and not button.is_focused and hotkey_index >= 0:
        display.put_text(left + hotkey_index, line, text[hotkey_index], hotkey_attribute(display, theme))


def draw_pile_label(view: TableView, display: DisplayAdapter, pos: Point, text: str, attribute: int) -> None:
    """Draw a text centred below a pile, lower than the thickest one reaches.

    Nothing is drawn while an end animation hides the table.
    """
    if view.is_table_hidden:
        return
    width, height = view.card_size
    column = (pos[0] + width // 2) // CELL_WIDTH - len(text) // 2
    # The first pixel row of a character cell is empty in all letters.
    row = -(-(pos[1] + height + MAX_PILE_THICKNESS_PX - 1) // CELL_HEIGHT)
    # Blanks around the text: it is hard to read directly on a background of mixed colours.
    text, left = f" {text} ", max(-1, column - 1)
    if not view.is_under_moving_card(cells_to_pixels(left, row, len(text), 1)):
        display.put_text(left, row, text, attribute)
        return
    for char_column, char in enumerate(text, left):
        if not view.is_under_moving_card(cells_to_pixels(char_column, row, 1, 1)):
            display.put_text(char_column, row, char, attribute)


def draw_status_line(view: TableView, display: DisplayAdapter, gap: str = "   ") -> None:
    """Draw the line above the key hints: items of the status line at both ends."""
    left, right = view.status_line.format_line(gap, COLUMNS - 2)
    display.put_text(0, STATUS_ROW, f" {left.ljust(COLUMNS - len(right) - 2)}{right} ", view.theme.text)
