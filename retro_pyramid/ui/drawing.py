"""Drawing helpers: frames, windows, title bars, buttons, headers, key hints and message lines."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, ROWS, DisplayAdapter, encode_cells
from retro_pyramid.scenes.sprites import draw_vector_drawing
from retro_pyramid.ui.theme import MAGAZINE_THEME, Theme

SHADOW_ATTRIBUTE = 0x08
HEADER_ROWS = 3
MAX_HEADING_LENGTH = COLUMNS - 2
"""The maximum length of a centred heading, which has a blank on each side."""
DOUBLE_LINE_CHARS = "╔═╗║╚╝"
SINGLE_LINE_CHARS = "┌─┐│└┘"


class KeyHint(NamedTuple):
    """A key hint in the bottom line, such as "F1 Help"; it can be clicked if it has a target id.

    If it is not enabled, it is drawn disabled.
    """

    key: str
    label: str
    target_id: str = ""
    enabled: bool = True


def hotkey_attribute(display: DisplayAdapter, theme: Theme) -> int:
    """Return the attribute of a hotkey letter in ordinary text."""
    return display.hotkey_attribute(theme.hotkey, theme.text)


def format_command_label(display: DisplayAdapter, label: str, enabled: bool) -> str:
    """Return a command's label, in brackets if it is not enabled and the adapter has no colour for disabled text."""
    return label if enabled or display.can_dim else f"({label})"


def cells_to_pixels(column: int, row: int, width: int, height: int) -> tuple[int, int, int, int]:
    """Return the rectangle of a range of cells in picture pixels: x, y, width, height."""
    return column * CELL_WIDTH, row * CELL_HEIGHT, width * CELL_WIDTH, height * CELL_HEIGHT


def pixels_to_cells(rect: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return the cells that a rectangle of picture pixels covers: column, row, width, height."""
    x, y, width, height = rect
    return x // CELL_WIDTH, y // CELL_HEIGHT, width // CELL_WIDTH, height // CELL_HEIGHT


def draw_frame(
    display: DisplayAdapter,
    column: int,
    row: int,
    width: int,
    height: int,
    attribute: int,
    line_chars: str = DOUBLE_LINE_CHARS,
) -> None:
    """Draw a frame around a box without changing its inside."""
    left_top, horizontal, right_top, vertical, left_bottom, right_bottom = tuple(line_chars)
    display.put_text(column, row, left_top + horizontal * (width - 2) + right_top, attribute)
    side = encode_cells(vertical, attribute)
    for line in range(row + 1, row + height - 1):
        display.put_cells(column, line, side)
        display.put_cells(column + width - 1, line, side)
    display.put_text(
        column, row + height - 1, left_bottom + horizontal * (width - 2) + right_bottom, attribute
    )


def has_fine_lines(display: DisplayAdapter) -> bool:
    """Return whether the adapter has pixels for thin lines and colours for raised edges.

    If not, boxes are drawn with characters.
    """
    return display.mode == "graphics" and display.has_full_palette


def draw_window(
    display: DisplayAdapter,
    cells: tuple[int, int, int, int],
    theme: Theme,
    title: str = "",
    line_chars: str = DOUBLE_LINE_CHARS,
    has_shadow: bool = True,
) -> None:
    """Draw a box, or a window if the theme has a window title.

    A window with a title has a title bar and the thick frame of a dialog; without a title it has a thin edge. A box
    drawn with characters has a shadow if `has_shadow`.
    """
    x, y, width_px, height_px = cells_to_pixels(*cells)
    if theme.window_title and has_fine_lines(display):
        display.clear_cells(*cells)
        thick = ((0, 0), (1, theme.title >> 4), (4, 0), (5, theme.text >> 4))
        for inset, colour in thick if title else ((0, 0), (1, theme.text >> 4)):
            display.page.rect(x + inset, y + inset, width_px - 2 * inset, height_px - 2 * inset, colour)
    else:
        if has_shadow:
            draw_box_shadow(display, *cells)
        display.fill_cells(*cells, " ", theme.text)
        draw_frame(display, *cells, theme.frame, SINGLE_LINE_CHARS if theme.window_title else line_chars)
    if title:
        draw_title_bar(display, *cells[:3], title, theme)


def draw_title_bar(
    display: DisplayAdapter, column: int, row: int, width: int, title: str, theme: Theme
) -> None:
    """Draw the title bar of a window, with its control box."""
    x, y, width_px, height_px = cells_to_pixels(column, row, width, 1)
    if has_fine_lines(display):
        display.clear_cells(column, row, width, 1)
        display.page.rect(x, y - 1, width_px, height_px + 1, 0)
        display.page.rect(x + 1, y, width_px - 2, height_px, theme.title >> 4)
        draw_vector_drawing(display.page, "box", "control", (max(x, 0), y))
    else:
        display.put_text(column, row, "[-]".rjust(3 - min(column, 0)).ljust(width), theme.title)
    display.put_text(column + (width - len(title)) // 2, row, title, theme.title)


def draw_push_button(
    display: DisplayAdapter,
    column: int,
    row: int,
    label: str,
    theme: Theme,
    is_selected: bool,
    hotkey: str,
    enabled: bool = True,
) -> None:
    """Draw a push button with its label in `row`, and its `hotkey` underlined or bright.

    It has a frame of characters; in windows it is raised, or in angle brackets in text mode.
    """
    hotkey_index, width = label.upper().index(hotkey), len(label) + 4
    hotkey_column, letter = column + 2 + hotkey_index, label[hotkey_index]
    attribute = theme.selection if is_selected else theme.text if enabled else theme.muted
    if not theme.window_title:
        display.fill_cells(column, row - 1, width, 3, " ", attribute)
        draw_frame(display, column, row - 1, width, 3, attribute, SINGLE_LINE_CHARS)
        display.put_text(column + 2, row, label, attribute)
    elif not has_fine_lines(display):
        display.put_text(column, row, f"< {label} >" if enabled else f"( {label} )", attribute)
        display.put_text(
            hotkey_column,
            row,
            letter,
            hotkey_attribute(display, theme) if enabled and not is_selected else attribute,
        )
    else:
        display.clear_cells(column, row - 1, width, 3)
        x, y, width_px, _ = cells_to_pixels(column, row, width, 1)
        for inset_start, inset_end, colour in (
            (-is_selected, -is_selected, 0),
            (1, 1, 8),
            (1, 3, 15),
            (2, 3, 7),
        ):
            size = width_px - inset_start - inset_end, 26 - inset_start - inset_end
            display.page.rect(x + inset_start, y - 6 + inset_start, *size, colour)
        display.page.dither(is_selected / 2)
        display.page.rectb(x + 12, y - 2, width_px - 24, 18, 0)
        display.page.dither(1)
        display.put_text(column + 2, row, label, 0x70 if enabled else 0x78)
        display.put_text(hotkey_column, row, letter, 0x77 if enabled else 0x78)


def draw_box_shadow(display: DisplayAdapter, column: int, row: int, width: int, height: int) -> None:
    """Draw the shadow of a box over its background, one cell below and two to the right.

    It is dotted if most of the background is black.
    """
    runs = [(line, column + width, 2) for line in range(row + 1, row + height)]
    runs.append((row + height, column + 2, width))
    black = [
        display.is_black_cell(cell_column, line)
        for line, start, size in runs
        for cell_column in range(start, start + size)
    ]
    for line, start, size in runs:
        if 2 * sum(black) > len(black):
            display.put_text(start, line, "░" * size, 0x07 if display.is_monochrome else SHADOW_ATTRIBUTE)
        elif display.mode == "text":
            display.set_cell_attributes(start, line, size, 1, SHADOW_ATTRIBUTE)
        else:
            display.put_text(start, line, " " * size, 0x00)


def draw_header(
    display: DisplayAdapter, department: str, title: str, issue: str, theme: Theme = MAGAZINE_THEME
) -> None:
    """Draw the three-line header: the department at the left, the title in the middle, the issue at the right."""
    if theme.window_title:
        display.fill_cells(0, 1, COLUMNS, HEADER_ROWS - 1, " ", theme.text)
        draw_title_bar(display, -1, 0, COLUMNS + 2, f"{title} - {department.capitalize()}", theme)
        return
    body = theme.frame if theme == MAGAZINE_THEME else theme.text
    display.fill_cells(0, 0, COLUMNS, HEADER_ROWS, " ", theme.text)
    draw_frame(display, 0, 0, COLUMNS, HEADER_ROWS, theme.frame)
    for column, text in ((len(department) + 3, department), (COLUMNS - len(issue) - 4, issue)):
        display.put_text(column, 0, "╦", theme.frame)
        display.put_text(column, 1, "║", theme.frame)
        display.put_text(column, 2, "╩", theme.frame)
        display.put_text(2 if text is department else column + 2, 1, text, body)
    draw_heading(display, 1, title.upper(), theme)


def draw_key_hint_line(
    display: DisplayAdapter, key_hints: Sequence[KeyHint], theme: Theme = MAGAZINE_THEME
) -> None:
    """Draw the key hints in the bottom line: keys bright, labels less so; disabled ones dimmed or in brackets."""
    display.fill_cells(0, ROWS - 1, COLUMNS, 1, " ", theme.hint_text)
    # On some adapters a hotkey with its own background is narrower.
    key = (
        display.hotkey_attribute(theme.hint_key, theme.hint_text)
        if display.is_monochrome or (theme.hint_key ^ theme.hint_text) & 0x70
        else theme.hint_key
    )
    for column, key_hint in _lay_out_key_hints(key_hints):
        text = f"{key_hint.key} {key_hint.label}"
        if key_hint.enabled:
            display.put_text(column, ROWS - 1, text, theme.hint_text)
            display.put_text(column, ROWS - 1, key_hint.key, key)
        elif display.can_dim:
            display.put_text(column, ROWS - 1, text, theme.disabled)
        else:
            # The brackets replace blanks between the hints, so that nothing moves.
            display.put_text(column - 1, ROWS - 1, f"({text})", theme.hint_text)


def get_key_hint_targets(key_hints: Sequence[KeyHint]) -> list[Target]:
    """Return the targets of the key hints that have a target id."""
    return [
        Target(
            key_hint.target_id,
            cells_to_pixels(column, ROWS - 1, len(key_hint.key) + 1 + len(key_hint.label), 1),
            key_hint.enabled,
            key_hint.label or key_hint.key,
        )
        for column, key_hint in _lay_out_key_hints(key_hints)
        if key_hint.target_id
    ]


def _lay_out_key_hints(key_hints: Sequence[KeyHint]) -> list[tuple[int, KeyHint]]:
    """Return the column of each key hint, so that the line is centred and evenly spaced."""
    widths = [len(key_hint.key) + 1 + len(key_hint.label) for key_hint in key_hints]
    gap_count = max(1, len(key_hints) - 1)
    min_gap = 2 if sum(widths) + 2 * gap_count <= COLUMNS else 1
    gap = max(min_gap, min(4, (COLUMNS - 2 - sum(widths)) // gap_count))
    column = (COLUMNS - sum(widths) - gap * (len(key_hints) - 1)) // 2
    positions = []
    for key_hint, width in zip(key_hints, widths, strict=True):
        positions.append((column, key_hint))
        column += width + gap
    return positions


def draw_message_line(display: DisplayAdapter, bottom_row: int, text: str, attribute: int) -> None:
    """Draw a centred message that ends in `bottom_row`; a long one starts one or two rows higher."""
    lines = wrap_text(text, COLUMNS - 4, 3)
    width = max(map(len, lines))
    for row_index, line in enumerate(lines, bottom_row + 1 - len(lines)):
        draw_centred_text(display, row_index, f" {line:<{width}} ", attribute)


def draw_message_in_area(
    display: DisplayAdapter, area_cells: tuple[int, int, int, int], text: str, attribute: int
) -> None:
    """Draw a message at the top of an area of cells, horizontally centred, in as many of its rows as it needs."""
    column, top, width, height = area_cells
    lines = wrap_text(text, width - 2, height)
    longest = max(map(len, lines))
    left = column + (width - longest - 2) // 2
    for row, line in enumerate(lines, top):
        display.put_text(left, row, f" {line:<{longest}} ", attribute)


def wrap_text(text: str, width: int, max_lines: int) -> list[str]:
    """Wrap a message at blanks into at most `max_lines` lines of at most `width` characters.

    If the text is too long, its middle is replaced by dots: the ends of paths and messages matter most.

    >>> wrap_text("Statistics cannot be saved: /home/ann/games/retro/PYRAMID.STA: Is a directory", 24, 3)
    ['Statistics cannot be', 'saved:', '/home/ann/g... directory']
    """
    if len(text) <= width:
        return [text]
    lines = [""]
    for word in text.split():
        line = f"{lines[-1]} {ellipsize(word, width)}".strip()
        if len(line) > width:
            lines.append(ellipsize(word, width))
        else:
            lines[-1] = line
    if len(lines) > max_lines:
        lines[max_lines - 1 :] = [ellipsize(" ".join(lines[max_lines - 1 :]), width)]
    return lines


def wrap_at_clauses(sentence: str, width: int) -> list[str]:
    """Wrap a sentence into lines of at most `width` characters, preferably after a colon or a comma.

    >>> wrap_at_clauses("Move 24 lost it: 10♠ and 3♦", 20)
    ['Move 24 lost it:', '10♠ and 3♦']
    >>> wrap_at_clauses("This deal could not be won", 20)
    ['This deal could not', 'be won']
    """
    lines: list[str] = []
    for clause in re.split("(?<=[:,]) ", sentence):
        if lines and len(f"{lines[-1]} {clause}") <= width:
            lines[-1] += f" {clause}"
        else:
            lines += wrap_text(clause, width, len(clause))
    return lines


def ellipsize(text: str, width: int) -> str:
    """Return the text in at most `width` characters, with dots in place of its middle if it is longer."""
    end = (width - 3) // 2
    return text if len(text) <= width else f"{text[: width - 3 - end]}...{text[-end:]}"


def draw_centred_text(display: DisplayAdapter, row: int, text: str, attribute: int) -> None:
    """Draw text centred in a row; if it is longer than the row, its middle is replaced by dots."""
    text = ellipsize(text, COLUMNS)
    display.put_text((COLUMNS - len(text)) // 2, row, text, attribute)


def draw_heading(display: DisplayAdapter, row: int, title: str, theme: Theme) -> None:
    """Draw a title centred in a row; outside of windows it has a bar with one blank on each side."""
    draw_centred_text(
        display,
        row,
        f" {ellipsize(title, MAX_HEADING_LENGTH)} ",
        theme.text if theme.window_title else theme.title,
    )
