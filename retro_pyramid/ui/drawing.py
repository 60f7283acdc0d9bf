"""Drawing helpers: frames, windows, title bars, buttons, headers, key hints and message lines."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, ROWS, Video, written
from retro_pyramid.scenes.sprites import draw
from retro_pyramid.ui.theme import MAGAZINE, Dress

SHADOW = 0x08
HEADER_ROWS = 3
HEADING_ROOM = COLUMNS - 2
"""The maximum length of a centred heading, which has a blank on each side."""
DOUBLE = "╔═╗║╚╝"
SINGLE = "┌─┐│└┘"


class Hint(NamedTuple):
    """A key hint in the bottom line, such as "F1 Help"; it can be clicked if it has a target id.

    If it is not enabled, it is drawn disabled.
    """

    key: str
    word: str
    id: str = ""
    enabled: bool = True


def hot_letter(video: Video, dress: Dress) -> int:
    """Return the attribute of a hotkey letter in ordinary text."""
    return video.hot(dress.hot, dress.paper)


def command_words(video: Video, words: str, enabled: bool) -> str:
    """Return a command's label, in brackets if it is not enabled and the adapter has no colour for disabled text."""
    return words if enabled or video.shows_dim else f"({words})"


def cells_rect(column: int, row: int, width: int, height: int) -> tuple[int, int, int, int]:
    """Return the rectangle of a range of cells in picture pixels: x, y, width, height."""
    return column * CELL_WIDTH, row * CELL_HEIGHT, width * CELL_WIDTH, height * CELL_HEIGHT


def cells_of(rect: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return the cells that a rectangle of picture pixels covers: column, row, width, height."""
    x, y, width, height = rect
    return x // CELL_WIDTH, y // CELL_HEIGHT, width // CELL_WIDTH, height // CELL_HEIGHT


def frame(
    video: Video, column: int, row: int, width: int, height: int, attribute: int, lines: str = DOUBLE
) -> None:
    """Draw a frame around a box without changing its inside."""
    left_top, horizontal, right_top, vertical, left_bottom, right_bottom = tuple(lines)
    video.write(column, row, left_top + horizontal * (width - 2) + right_top, attribute)
    side = written(vertical, attribute)
    for line in range(row + 1, row + height - 1):
        video.put(column, line, side)
        video.put(column + width - 1, line, side)
    video.write(column, row + height - 1, left_bottom + horizontal * (width - 2) + right_bottom, attribute)


def fine(video: Video) -> bool:
    """Return whether the adapter has pixels for thin lines and colours for raised edges.

    If not, boxes are drawn with characters.
    """
    return video.mode == "graphics" and video.full_colour


def window(
    video: Video,
    cells: tuple[int, int, int, int],
    dress: Dress,
    words: str = "",
    lines: str = DOUBLE,
    shadow: bool = True,
) -> None:
    """Draw a box, or a window if the theme has a window title.

    A window with a title has a title bar and the thick frame of a dialog; without a title it has a thin edge. A box
    drawn with characters has a shadow if `has_shadow`.
    """
    x, y, width_px, height_px = cells_rect(*cells)
    if dress.caption and fine(video):
        video.uncover(*cells)
        thick = ((0, 0), (1, dress.title >> 4), (4, 0), (5, dress.paper >> 4))
        for inset, colour in thick if words else ((0, 0), (1, dress.paper >> 4)):
            video.page.rect(x + inset, y + inset, width_px - 2 * inset, height_px - 2 * inset, colour)
    else:
        if shadow:
            shade(video, *cells)
        video.fill(*cells, " ", dress.paper)
        frame(video, *cells, dress.frame, SINGLE if dress.caption else lines)
    if words:
        title_bar(video, *cells[:3], words, dress)


def title_bar(video: Video, column: int, row: int, width: int, words: str, dress: Dress) -> None:
    """Draw the title bar of a window, with its control box."""
    x, y, width_px, height_px = cells_rect(column, row, width, 1)
    if fine(video):
        video.uncover(column, row, width, 1)
        video.page.rect(x, y - 1, width_px, height_px + 1, 0)
        video.page.rect(x + 1, y, width_px - 2, height_px, dress.title >> 4)
        draw(video.page, "box", "control", (max(x, 0), y))
    else:
        video.write(column, row, "[-]".rjust(3 - min(column, 0)).ljust(width), dress.title)
    video.write(column + (width - len(words)) // 2, row, words, dress.title)


def push(
    video: Video, column: int, row: int, words: str, dress: Dress, chosen: bool, key: str, usable: bool = True
) -> None:
    """Draw a push button with its label in `row`, and its `hotkey` underlined or bright.

    It has a frame of characters; in windows it is raised, or in angle brackets in text mode.
    """
    hotkey_index, width = words.upper().index(key), len(words) + 4
    hotkey_column, letter = column + 2 + hotkey_index, words[hotkey_index]
    attribute = dress.bar if chosen else dress.paper if usable else dress.dim
    if not dress.caption:
        video.fill(column, row - 1, width, 3, " ", attribute)
        frame(video, column, row - 1, width, 3, attribute, SINGLE)
        video.write(column + 2, row, words, attribute)
    elif not fine(video):
        video.write(column, row, f"< {words} >" if usable else f"( {words} )", attribute)
        video.write(
            hotkey_column, row, letter, hot_letter(video, dress) if usable and not chosen else attribute
        )
    else:
        video.uncover(column, row - 1, width, 3)
        x, y, width_px, _ = cells_rect(column, row, width, 1)
        for inset_start, inset_end, colour in ((-chosen, -chosen, 0), (1, 1, 8), (1, 3, 15), (2, 3, 7)):
            size = width_px - inset_start - inset_end, 26 - inset_start - inset_end
            video.page.rect(x + inset_start, y - 6 + inset_start, *size, colour)
        video.page.dither(chosen / 2)
        video.page.rectb(x + 12, y - 2, width_px - 24, 18, 0)
        video.page.dither(1)
        video.write(column + 2, row, words, 0x70 if usable else 0x78)
        video.write(hotkey_column, row, letter, 0x77 if usable else 0x78)


def shade(video: Video, column: int, row: int, width: int, height: int) -> None:
    """Draw the shadow of a box over its background, one cell below and two to the right.

    It is dotted if most of the background is black.
    """
    runs = [(line, column + width, 2) for line in range(row + 1, row + height)]
    runs.append((row + height, column + 2, width))
    black = [
        video.is_black(cell_column, line)
        for line, start, size in runs
        for cell_column in range(start, start + size)
    ]
    for line, start, size in runs:
        if 2 * sum(black) > len(black):
            video.write(start, line, "░" * size, 0x07 if video.mono else SHADOW)
        elif video.mode == "text":
            video.tint(start, line, size, 1, SHADOW)
        else:
            video.write(start, line, " " * size, 0x00)


def header(video: Video, department: str, title: str, issue: str, dress: Dress = MAGAZINE) -> None:
    """Draw the three-line header: the department at the left, the title in the middle, the issue at the right."""
    if dress.caption:
        video.fill(0, 1, COLUMNS, HEADER_ROWS - 1, " ", dress.paper)
        title_bar(video, -1, 0, COLUMNS + 2, f"{title} - {department.capitalize()}", dress)
        return
    body = dress.frame if dress == MAGAZINE else dress.paper
    video.fill(0, 0, COLUMNS, HEADER_ROWS, " ", dress.paper)
    frame(video, 0, 0, COLUMNS, HEADER_ROWS, dress.frame)
    for column, text in ((len(department) + 3, department), (COLUMNS - len(issue) - 4, issue)):
        video.write(column, 0, "╦", dress.frame)
        video.write(column, 1, "║", dress.frame)
        video.write(column, 2, "╩", dress.frame)
        video.write(2 if text is department else column + 2, 1, text, body)
    heading(video, 1, title.upper(), dress)


def hint_line(video: Video, hints: Sequence[Hint], dress: Dress = MAGAZINE) -> None:
    """Draw the key hints in the bottom line: keys bright, labels less so; disabled ones dimmed or in brackets."""
    video.fill(0, ROWS - 1, COLUMNS, 1, " ", dress.word)
    # On some adapters a hotkey with its own background is narrower.
    key = video.hot(dress.key, dress.word) if video.mono or (dress.key ^ dress.word) & 0x70 else dress.key
    for column, key_hint in _lay_out_key_hints(hints):
        text = f"{key_hint.key} {key_hint.word}"
        if key_hint.enabled:
            video.write(column, ROWS - 1, text, dress.word)
            video.write(column, ROWS - 1, key_hint.key, key)
        elif video.shows_dim:
            video.write(column, ROWS - 1, text, dress.off)
        else:
            # The brackets replace blanks between the hints, so that nothing moves.
            video.write(column - 1, ROWS - 1, f"({text})", dress.word)


def hint_targets(hints: Sequence[Hint]) -> list[Target]:
    """Return the targets of the key hints that have a target id."""
    return [
        Target(
            key_hint.id,
            cells_rect(column, ROWS - 1, len(key_hint.key) + 1 + len(key_hint.word), 1),
            key_hint.enabled,
            key_hint.word or key_hint.key,
        )
        for column, key_hint in _lay_out_key_hints(hints)
        if key_hint.id
    ]


def _lay_out_key_hints(key_hints: Sequence[Hint]) -> list[tuple[int, Hint]]:
    """Return the column of each key hint, so that the line is centred and evenly spaced."""
    widths = [len(key_hint.key) + 1 + len(key_hint.word) for key_hint in key_hints]
    gap_count = max(1, len(key_hints) - 1)
    min_gap = 2 if sum(widths) + 2 * gap_count <= COLUMNS else 1
    gap = max(min_gap, min(4, (COLUMNS - 2 - sum(widths)) // gap_count))
    column = (COLUMNS - sum(widths) - gap * (len(key_hints) - 1)) // 2
    positions = []
    for key_hint, width in zip(key_hints, widths, strict=True):
        positions.append((column, key_hint))
        column += width + gap
    return positions


def message_line(video: Video, row: int, text: str, attribute: int) -> None:
    """Draw a centred message that ends in `bottom_row`; a long one starts one or two rows higher."""
    lines = fitted(text, COLUMNS - 4, 3)
    width = max(map(len, lines))
    for row_index, line in enumerate(lines, row + 1 - len(lines)):
        centred(video, row_index, f" {line:<{width}} ", attribute)


def message_box(video: Video, cells: tuple[int, int, int, int], text: str, attribute: int) -> None:
    """Draw a message at the top of an area of cells, horizontally centred, in as many of its rows as it needs."""
    column, top, width, height = cells
    lines = fitted(text, width - 2, height)
    longest = max(map(len, lines))
    left = column + (width - longest - 2) // 2
    for row, line in enumerate(lines, top):
        video.write(left, row, f" {line:<{longest}} ", attribute)


def fitted(text: str, room: int, most: int) -> list[str]:
    """Wrap a message at blanks into at most `max_lines` lines of at most `width` characters.

    If the text is too long, its middle is replaced by dots: the ends of paths and messages matter most.

    >>> fitted("Statistics cannot be saved: /home/ann/games/retro/PYRAMID.STA: Is a directory", 24, 3)
    ['Statistics cannot be', 'saved:', '/home/ann/g... directory']
    """
    if len(text) <= room:
        return [text]
    lines = [""]
    for word in text.split():
        line = f"{lines[-1]} {shortened(word, room)}".strip()
        if len(line) > room:
            lines.append(shortened(word, room))
        else:
            lines[-1] = line
    if len(lines) > most:
        lines[most - 1 :] = [shortened(" ".join(lines[most - 1 :]), room)]
    return lines


def clause_lines(sentence: str, room: int) -> list[str]:
    """Wrap a sentence into lines of at most `width` characters, preferably after a colon or a comma.

    >>> clause_lines("Move 24 lost it: 10♠ and 3♦", 20)
    ['Move 24 lost it:', '10♠ and 3♦']
    >>> clause_lines("This deal could not be won", 20)
    ['This deal could not', 'be won']
    """
    lines: list[str] = []
    for clause in re.split("(?<=[:,]) ", sentence):
        if lines and len(f"{lines[-1]} {clause}") <= room:
            lines[-1] += f" {clause}"
        else:
            lines += fitted(clause, room, len(clause))
    return lines


def shortened(words: str, room: int) -> str:
    """Return the text in at most `width` characters, with dots in place of its middle if it is longer."""
    end = (room - 3) // 2
    return words if len(words) <= room else f"{words[: room - 3 - end]}...{words[-end:]}"


def centred(video: Video, row: int, text: str, attribute: int) -> None:
    """Draw text centred in a row; if it is longer than the row, its middle is replaced by dots."""
    text = shortened(text, COLUMNS)
    video.write((COLUMNS - len(text)) // 2, row, text, attribute)


def heading(video: Video, row: int, words: str, dress: Dress) -> None:
    """Draw a title centred in a row; outside of windows it has a bar with one blank on each side."""
    centred(video, row, f" {shortened(words, HEADING_ROOM)} ", dress.paper if dress.caption else dress.title)
