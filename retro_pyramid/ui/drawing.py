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
"""The most characters of a title in the middle of a row, with a blank at each side."""
DOUBLE = "╔═╗║╚╝"
SINGLE = "┌─┐│└┘"


class Hint(NamedTuple):
    """A key hint on the bottom line that can be clicked too: the key, the word for it, the target's id.

    One that cannot be used now is dim.
    """

    key: str
    word: str
    id: str = ""
    enabled: bool = True


def hot_letter(video: Video, dress: Dress) -> int:
    """Return the attribute of a letter that is a key."""
    return video.hot(dress.hot, dress.paper)


def command_words(video: Video, words: str, enabled: bool) -> str:
    """Return a command's words: in brackets when it cannot be used, where no colour tells that."""
    return words if enabled or video.shows_dim else f"({words})"


def cells_rect(column: int, row: int, width: int, height: int) -> tuple[int, int, int, int]:
    """Return the rectangle of cells in picture pixels."""
    return column * CELL_WIDTH, row * CELL_HEIGHT, width * CELL_WIDTH, height * CELL_HEIGHT


def cells_of(rect: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return the cells that a rectangle of picture pixels takes: column, row, width, height."""
    x, y, width, height = rect
    return x // CELL_WIDTH, y // CELL_HEIGHT, width // CELL_WIDTH, height // CELL_HEIGHT


def frame(
    video: Video, column: int, row: int, width: int, height: int, attribute: int, lines: str = DOUBLE
) -> None:
    """Draw a frame; the inside is left as it is."""
    left_top, across, right_top, down, left_bottom, right_bottom = tuple(lines)
    video.write(column, row, left_top + across * (width - 2) + right_top, attribute)
    side = written(down, attribute)
    for line in range(row + 1, row + height - 1):
        video.put(column, line, side)
        video.put(column + width - 1, line, side)
    video.write(column, row + height - 1, left_bottom + across * (width - 2) + right_bottom, attribute)


def fine(video: Video) -> bool:
    """Return whether there are pixels for thin lines and colours for light and shade; else boxes are of characters."""
    return video.mode == "graphics" and video.full_colour


def window(
    video: Video,
    cells: tuple[int, int, int, int],
    dress: Dress,
    words: str = "",
    lines: str = DOUBLE,
    shadow: bool = True,
) -> None:
    """Draw a box; a window has a title bar and the thick frame of a dialog, or without a title a thin edge.

    Where it is made of characters, it throws a `shadow`.
    """
    x, y, wide, high = cells_rect(*cells)
    if dress.caption and fine(video):
        video.uncover(*cells)
        thick = ((0, 0), (1, dress.title >> 4), (4, 0), (5, dress.paper >> 4))
        for inset, colour in thick if words else ((0, 0), (1, dress.paper >> 4)):
            video.page.rect(x + inset, y + inset, wide - 2 * inset, high - 2 * inset, colour)
    else:
        if shadow:
            shade(video, *cells)
        video.fill(*cells, " ", dress.paper)
        frame(video, *cells, dress.frame, SINGLE if dress.caption else lines)
    if words:
        title_bar(video, *cells[:3], words, dress)


def title_bar(video: Video, column: int, row: int, width: int, words: str, dress: Dress) -> None:
    """Draw the title bar of a window with its control box."""
    x, y, wide, high = cells_rect(column, row, width, 1)
    if fine(video):
        video.uncover(column, row, width, 1)
        video.page.rect(x, y - 1, wide, high + 1, 0)
        video.page.rect(x + 1, y, wide - 2, high, dress.title >> 4)
        draw(video.page, "box", "control", (max(x, 0), y))
    else:
        video.write(column, row, "[-]".rjust(3 - min(column, 0)).ljust(width), dress.title)
    video.write(column + (width - len(words)) // 2, row, words, dress.title)


def push(
    video: Video, column: int, row: int, words: str, dress: Dress, chosen: bool, key: str, usable: bool = True
) -> None:
    """Draw a button with words in a row: framed, of windows raised or in angle brackets, its `key` underlined or bright."""
    at, width = words.upper().index(key), len(words) + 4
    hot, letter = column + 2 + at, words[at]
    attribute = dress.bar if chosen else dress.paper if usable else dress.dim
    if not dress.caption:
        video.fill(column, row - 1, width, 3, " ", attribute)
        frame(video, column, row - 1, width, 3, attribute, SINGLE)
        video.write(column + 2, row, words, attribute)
    elif not fine(video):
        video.write(column, row, f"< {words} >" if usable else f"( {words} )", attribute)
        video.write(hot, row, letter, hot_letter(video, dress) if usable and not chosen else attribute)
    else:
        video.uncover(column, row - 1, width, 3)
        x, y, wide, _ = cells_rect(column, row, width, 1)
        for before, after, colour in ((-chosen, -chosen, 0), (1, 1, 8), (1, 3, 15), (2, 3, 7)):
            size = wide - before - after, 26 - before - after
            video.page.rect(x + before, y - 6 + before, *size, colour)
        video.page.dither(chosen / 2)
        video.page.rectb(x + 12, y - 2, wide - 24, 18, 0)
        video.page.dither(1)
        video.write(column + 2, row, words, 0x70 if usable else 0x78)
        video.write(hot, row, letter, 0x77 if usable else 0x78)


def shade(video: Video, column: int, row: int, width: int, height: int) -> None:
    """Draw the shadow of a box, one cell below and two to the right, on what lies behind: dotted if most is black."""
    parts = [(line, column + width, 2) for line in range(row + 1, row + height)]
    parts.append((row + height, column + 2, width))
    black = [video.is_black(at, line) for line, start, size in parts for at in range(start, start + size)]
    for line, start, size in parts:
        if 2 * sum(black) > len(black):
            video.write(start, line, "░" * size, 0x07 if video.mono else SHADOW)
        elif video.mode == "text":
            video.tint(start, line, size, 1, SHADOW)
        else:
            video.write(start, line, " " * size, 0x00)


def header(video: Video, department: str, title: str, issue: str, dress: Dress = MAGAZINE) -> None:
    """Draw the three-line header: department tab, the title bright in the middle, the issue at the right."""
    if dress.caption:
        video.fill(0, 1, COLUMNS, HEADER_ROWS - 1, " ", dress.paper)
        title_bar(video, -1, 0, COLUMNS + 2, f"{title} - {department.capitalize()}", dress)
        return
    body = dress.frame if dress == MAGAZINE else dress.paper
    video.fill(0, 0, COLUMNS, HEADER_ROWS, " ", dress.paper)
    frame(video, 0, 0, COLUMNS, HEADER_ROWS, dress.frame)
    for column, words in ((len(department) + 3, department), (COLUMNS - len(issue) - 4, issue)):
        video.write(column, 0, "╦", dress.frame)
        video.write(column, 1, "║", dress.frame)
        video.write(column, 2, "╩", dress.frame)
        video.write(2 if words is department else column + 2, 1, words, body)
    heading(video, 1, title.upper(), dress)


def hint_line(video: Video, hints: Sequence[Hint], dress: Dress = MAGAZINE) -> None:
    """Draw the bottom line: keys bright, words less so; what cannot be used now is dim, or in brackets."""
    video.fill(0, ROWS - 1, COLUMNS, 1, " ", dress.word)
    # On a paper of its own a key is narrow for some adapters.
    key = video.hot(dress.key, dress.word) if video.mono or (dress.key ^ dress.word) & 0x70 else dress.key
    for column, hint in _hint_places(hints):
        words = f"{hint.key} {hint.word}"
        if hint.enabled:
            video.write(column, ROWS - 1, words, dress.word)
            video.write(column, ROWS - 1, hint.key, key)
        elif video.shows_dim:
            video.write(column, ROWS - 1, words, dress.off)
        else:
            # The brackets take blanks between the hints, so that nothing moves.
            video.write(column - 1, ROWS - 1, f"({words})", dress.word)


def hint_targets(hints: Sequence[Hint]) -> list[Target]:
    """Return the hints that can be clicked; one without an id only informs."""
    return [
        Target(
            hint.id,
            cells_rect(column, ROWS - 1, len(hint.key) + 1 + len(hint.word), 1),
            hint.enabled,
            hint.word or hint.key,
        )
        for column, hint in _hint_places(hints)
        if hint.id
    ]


def _hint_places(hints: Sequence[Hint]) -> list[tuple[int, Hint]]:
    widths = [len(hint.key) + 1 + len(hint.word) for hint in hints]
    between = max(1, len(hints) - 1)
    least = 2 if sum(widths) + 2 * between <= COLUMNS else 1
    gap = max(least, min(4, (COLUMNS - 2 - sum(widths)) // between))
    column = (COLUMNS - sum(widths) - gap * (len(hints) - 1)) // 2
    places = []
    for hint, width in zip(hints, widths, strict=True):
        places.append((column, hint))
        column += width + gap
    return places


def message_line(video: Video, row: int, text: str, attribute: int) -> None:
    """Write a message in the middle of a row; a long one begins one or two rows higher."""
    lines = fitted(text, COLUMNS - 4, 3)
    width = max(map(len, lines))
    for at, line in enumerate(lines, row + 1 - len(lines)):
        centred(video, at, f" {line:<{width}} ", attribute)


def message_box(video: Video, cells: tuple[int, int, int, int], text: str, attribute: int) -> None:
    """Write a message into the upper middle of an area of cells, in as many of its rows as it needs."""
    column, top, width, height = cells
    lines = fitted(text, width - 2, height)
    longest = max(map(len, lines))
    left = column + (width - longest - 2) // 2
    for row, line in enumerate(lines, top):
        video.write(left, row, f" {line:<{longest}} ", attribute)


def fitted(text: str, room: int, most: int) -> list[str]:
    """Return a message as lines of at most `room` characters, at most `most` of them, broken at blanks.

    What is too long loses its middle: a path matters at its ends, and so does a message.

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
    """Return a sentence as lines of at most `room` characters, broken rather after a colon or a comma than elsewhere.

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
    """Return words in `room` characters, with dots in the middle where they need more."""
    end = (room - 3) // 2
    return words if len(words) <= room else f"{words[: room - 3 - end]}...{words[-end:]}"


def centred(video: Video, row: int, text: str, attribute: int) -> None:
    """Write `text` in the middle of a row; what is longer than the row loses its middle."""
    text = shortened(text, COLUMNS)
    video.write((COLUMNS - len(text)) // 2, row, text, attribute)


def heading(video: Video, row: int, words: str, dress: Dress) -> None:
    """Write a title in the middle of a row; its bar, where there are no windows, begins before the first letter."""
    centred(video, row, f" {shortened(words, HEADING_ROOM)} ", dress.paper if dress.caption else dress.title)
