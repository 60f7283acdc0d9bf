"""Drawing functions of EM's table: raised buttons, row and column numbers, and the status panel."""

from retro_pyramid.features.tournament.standings import NowPlaying, signed
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, Video
from retro_pyramid.rules import POSITIONS, cards_left, parse_position, position_text
from retro_pyramid.rules.editions import GAMES
from retro_pyramid.scenes.sprites import draw
from retro_pyramid.table.render.painter import label
from retro_pyramid.table.view import Button, Fact, Standing, View
from retro_pyramid.ui.drawing import SINGLE, cells_rect, command_words, frame, hot_letter

_PANEL_WIDTH = 17
_PANEL_ATTRIBUTE = 0x1F
_CHANGING_LABELS = ("Score", "Cards")
"""Labels of values that change with each move and are not announced."""


def draw_button(view: View, display: Video, button: Button) -> None:
    """Draw a button with its hotkey highlighted; it is raised in graphics mode."""
    command = button.command
    assert command.cells is not None
    text, hotkey_index = command.words, command.words.find(command.keys[0])
    focused, enabled, theme = button.lit, button.usable, view.dress
    if display.mode == "text":
        column, row, width, _ = command.cells
        attribute = theme.paper if enabled else theme.off
        padded_text = command_words(display, text, enabled)
        # The bracket replaces the leading blank, so that the letters do not move.
        padded_text = (padded_text if padded_text != text else f" {text}").ljust(width)
        display.write(column, row, padded_text, 0x4F if focused else attribute)
        if enabled and not focused:
            display.write(column + 1 + hotkey_index, row, text[hotkey_index], hot_letter(display, theme))
        return
    text = command_words(display, text, enabled)
    page = display.page
    x, y, width, height = cells_rect(*command.cells)
    draw(page, "em", "button_lit" if focused else "button", (x, y))
    left, top = x + (width - len(text) * CELL_WIDTH) // 2, y + (height - CELL_HEIGHT) // 2
    display.print(left, top, text, (theme.paper if enabled else theme.off) & 15)
    if enabled:
        hotkey_x = left + hotkey_index * CELL_WIDTH
        if focused:
            display.print(hotkey_x, top, text[hotkey_index], 4)
        elif hot_letter(display, theme) == theme.hot:
            page.rect(hotkey_x, top, CELL_WIDTH, CELL_HEIGHT, theme.hot >> 4)
            display.print(hotkey_x, top, text[hotkey_index], theme.hot & 15)
        else:
            page.rect(hotkey_x, top + CELL_HEIGHT, CELL_WIDTH - 1, 1, 0)


def write_words(view: View, display: Video) -> None:
    """Draw the title bar, the row and column numbers, the pile labels and the status panel."""
    state = view.session.state
    label(view, display, view.places.stock, f"Pack {len(state.stock)}", 0x1F)
    label(view, display, view.places.waste, f"Waste {len(state.waste)}", 0x1F)
    _draw_numbers(view, display)
    if not view.alone:
        _draw_panel(view, display)
    if display.mode == "graphics":
        display.write(0, 0, "EM's Pyramid".center(COLUMNS), view.dress.paper)


def _draw_numbers(view: View, display: Video) -> None:
    """Draw the row numbers beside the pyramid and the column numbers on its cards."""
    state = view.session.state
    is_graphics = display.mode == "graphics"
    flying_slots = view.arriving
    for row in range(1, 8):
        first = parse_position(f"{row}1")
        if not state.pyramid >> first & (1 << row) - 1:
            continue
        x, y = view.places.slots[first]
        if view.under_flight((x - 14, y + 14, CELL_WIDTH, CELL_HEIGHT)):
            continue
        if is_graphics:
            display.print(x - 14, y + 14, str(row), 10)
        else:
            display.write(x // CELL_WIDTH - 2, y // CELL_HEIGHT + 1, str(row), 0x1A)
    for slot in range(POSITIONS):
        if slot in flying_slots or not state.pyramid >> slot & 1:
            continue
        (x, y), column = view.places.slots[slot], position_text(slot)[1]
        if view.under_flight((x + 25, y - 6, 14, 15)):
            continue
        if is_graphics:
            display.page.rect(x + 25, y - 6, 14, 15, 0)
            display.page.rect(x + 26, y - 6, 12, 14, 1)
            display.print(x + 28, y - 5, column, 14)
        else:
            display.write(round(x / CELL_WIDTH) + 3, round(y / CELL_HEIGHT), f" {column} ", 0x1E)


def _draw_panel(view: View, display: Video) -> None:
    """Draw the status panel."""
    top = 1 if display.mode == "graphics" else 0
    title, lines = _build_panel_lines(view)
    display.fill(0, top, _PANEL_WIDTH, len(lines) + 2, " ", _PANEL_ATTRIBUTE)
    frame(display, 0, top, _PANEL_WIDTH, len(lines) + 2, 0x1B, SINGLE)
    display.write(2, top, f" {title} ", 0x1F)
    for row, line in enumerate(lines, top + 1):
        if isinstance(line, str):
            display.write(1, row, line, 0x1E)
        else:
            line_label, value = line
            display.write(1, row, f"{line_label}{value:>{_PANEL_WIDTH - 2 - len(line_label)}}", 0x1F)
            display.write(1, row, line_label, 0x1B)


def _build_panel_lines(view: View) -> tuple[str, list[str | tuple[str, str]]]:
    """Return the panel's title, and its lines: a text, or a label with a value."""
    session, match = view.session, view.facts
    title = "Standard"
    lines: list[str | tuple[str, str]] = []
    if isinstance(match, NowPlaying):
        title = f"Game {match.number} of {GAMES}"
        lines = [match.player[: _PANEL_WIDTH - 3], ("Net", signed(match.total))]
    redeals = session.rules.redeals or 0
    lines += [
        ("Score", signed(session.score or 0)),
        ("Pass", f"{session.state.pass_number} of {redeals + 1}"),
        ("Cards", str(cards_left(session.state))),
        ("Deal", str(session.deal)),
    ]
    if view.label:
        lines.append(f"({view.label})")
    if session.assisted:
        lines.append("Assisted")
    return title, lines


def standing(view: View) -> Standing:
    """Return the panel's content as a status line."""
    title, lines = _build_panel_lines(view)
    parts = [(line,) if isinstance(line, str) else line for line in lines]
    return Standing((Fact(title), *(Fact(" ".join(part), part[0] not in _CHANGING_LABELS) for part in parts)))
