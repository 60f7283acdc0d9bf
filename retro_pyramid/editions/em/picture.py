"""Drawing functions of EM's table: raised buttons, row and column numbers, and the status panel."""

from retro_pyramid.features.tournament.standings import MatchProgress, format_signed
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, DisplayAdapter
from retro_pyramid.rules import SLOT_COUNT, count_cards_left, parse_slot, slot_name
from retro_pyramid.rules.editions import GAMES_PER_MATCH
from retro_pyramid.scenes.sprites import draw_vector_drawing
from retro_pyramid.table.render.painter import draw_pile_label
from retro_pyramid.table.view import ButtonView, StatusItem, StatusLine, TableView
from retro_pyramid.ui.drawing import (
    SINGLE_LINE_CHARS,
    cells_to_pixels,
    draw_frame,
    format_command_label,
    hotkey_attribute,
)

_PANEL_WIDTH = 17
_PANEL_ATTRIBUTE = 0x1F
_CHANGING_LABELS = ("Score", "Cards")
"""Labels of values that change with each move and are not announced."""


def draw_button(view: TableView, display: DisplayAdapter, button: ButtonView) -> None:
    """Draw a button with its hotkey highlighted; it is raised in graphics mode."""
    command = button.command
    assert command.rect_cells is not None
    text, hotkey_index = command.label, command.label.find(command.keys[0])
    focused, enabled, theme = button.is_focused, button.is_enabled, view.theme
    if display.mode == "text":
        column, row, width, _ = command.rect_cells
        attribute = theme.text if enabled else theme.disabled
        padded_text = format_command_label(display, text, enabled)
        # The bracket replaces the leading blank, so that the letters do not move.
        padded_text = (padded_text if padded_text != text else f" {text}").ljust(width)
        display.put_text(column, row, padded_text, 0x4F if focused else attribute)
        if enabled and not focused:
            display.put_text(
                column + 1 + hotkey_index, row, text[hotkey_index], hotkey_attribute(display, theme)
            )
        return
    text = format_command_label(display, text, enabled)
    page = display.page
    x, y, width, height = cells_to_pixels(*command.rect_cells)
    draw_vector_drawing(page, "em", "button_lit" if focused else "button", (x, y))
    left, top = x + (width - len(text) * CELL_WIDTH) // 2, y + (height - CELL_HEIGHT) // 2
    display.draw_text(left, top, text, (theme.text if enabled else theme.disabled) & 15)
    if enabled:
        hotkey_x = left + hotkey_index * CELL_WIDTH
        if focused:
            display.draw_text(hotkey_x, top, text[hotkey_index], 4)
        elif hotkey_attribute(display, theme) == theme.hotkey:
            page.rect(hotkey_x, top, CELL_WIDTH, CELL_HEIGHT, theme.hotkey >> 4)
            display.draw_text(hotkey_x, top, text[hotkey_index], theme.hotkey & 15)
        else:
            page.rect(hotkey_x, top + CELL_HEIGHT, CELL_WIDTH - 1, 1, 0)


def draw_table_text(view: TableView, display: DisplayAdapter) -> None:
    """Draw the title bar, the row and column numbers, the pile labels and the status panel."""
    state = view.session.state
    draw_pile_label(view, display, view.layout.stock, f"Pack {len(state.stock)}", 0x1F)
    draw_pile_label(view, display, view.layout.waste, f"Waste {len(state.waste)}", 0x1F)
    _draw_numbers(view, display)
    if not view.is_table_hidden:
        _draw_panel(view, display)
    if display.mode == "graphics":
        display.put_text(0, 0, "EM's Pyramid".center(COLUMNS), view.theme.text)


def _draw_numbers(view: TableView, display: DisplayAdapter) -> None:
    """Draw the row numbers beside the pyramid and the column numbers on its cards."""
    state = view.session.state
    is_graphics = display.mode == "graphics"
    flying_slots = view.arriving_slots
    for row in range(1, 8):
        first = parse_slot(f"{row}1")
        if not state.pyramid >> first & (1 << row) - 1:
            continue
        x, y = view.layout.slots[first]
        if view.is_under_moving_card((x - 14, y + 14, CELL_WIDTH, CELL_HEIGHT)):
            continue
        if is_graphics:
            display.draw_text(x - 14, y + 14, str(row), 10)
        else:
            display.put_text(x // CELL_WIDTH - 2, y // CELL_HEIGHT + 1, str(row), 0x1A)
    for slot in range(SLOT_COUNT):
        if slot in flying_slots or not state.pyramid >> slot & 1:
            continue
        (x, y), column = view.layout.slots[slot], slot_name(slot)[1]
        if view.is_under_moving_card((x + 25, y - 6, 14, 15)):
            continue
        if is_graphics:
            display.page.rect(x + 25, y - 6, 14, 15, 0)
            display.page.rect(x + 26, y - 6, 12, 14, 1)
            display.draw_text(x + 28, y - 5, column, 14)
        else:
            display.put_text(round(x / CELL_WIDTH) + 3, round(y / CELL_HEIGHT), f" {column} ", 0x1E)


def _draw_panel(view: TableView, display: DisplayAdapter) -> None:
    """Draw the status panel."""
    top = 1 if display.mode == "graphics" else 0
    title, lines = _build_panel_lines(view)
    display.fill_cells(0, top, _PANEL_WIDTH, len(lines) + 2, " ", _PANEL_ATTRIBUTE)
    draw_frame(display, 0, top, _PANEL_WIDTH, len(lines) + 2, 0x1B, SINGLE_LINE_CHARS)
    display.put_text(2, top, f" {title} ", 0x1F)
    for row, line in enumerate(lines, top + 1):
        if isinstance(line, str):
            display.put_text(1, row, line, 0x1E)
        else:
            line_label, value = line
            display.put_text(1, row, f"{line_label}{value:>{_PANEL_WIDTH - 2 - len(line_label)}}", 0x1F)
            display.put_text(1, row, line_label, 0x1B)


def _build_panel_lines(view: TableView) -> tuple[str, list[str | tuple[str, str]]]:
    """Return the panel's title, and its lines: a text, or a label with a value."""
    session, match = view.session, view.mode_data
    title = "Standard"
    lines: list[str | tuple[str, str]] = []
    if isinstance(match, MatchProgress):
        title = f"Game {match.game_number} of {GAMES_PER_MATCH}"
        lines = [match.player_name[: _PANEL_WIDTH - 3], ("Net", format_signed(match.net_total))]
    redeals = session.rules.max_redeals or 0
    lines += [
        ("Score", format_signed(session.score or 0)),
        ("Pass", f"{session.state.pass_number} of {redeals + 1}"),
        ("Cards", str(count_cards_left(session.state))),
        ("Deal", str(session.deal_number)),
    ]
    if view.deal_rating:
        lines.append(f"({view.deal_rating})")
    if session.is_assisted:
        lines.append("Assisted")
    return title, lines


def build_status_line(view: TableView) -> StatusLine:
    """Return the panel's content as a status line."""
    title, lines = _build_panel_lines(view)
    parts = [(line,) if isinstance(line, str) else line for line in lines]
    return StatusLine(
        (StatusItem(title), *(StatusItem(" ".join(part), part[0] not in _CHANGING_LABELS) for part in parts))
    )
