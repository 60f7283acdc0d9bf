"""Parts of the statistics screen: the score histogram, the calendar of daily deals, and the list of missed dailies."""

from __future__ import annotations

from calendar import month_abbr, month_name
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from retro_pyramid.formats.native.statistics import Spread
from retro_pyramid.machine.video import CELL_WIDTH, Video
from retro_pyramid.ui.drawing import cells_rect, shortened
from retro_pyramid.ui.lists import Choose, Row
from retro_pyramid.ui.theme import Dress

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

WIDTH, HEIGHT = 27, 10
"""Size of the area of the bars, in cells."""
MOST = 13
"""Maximum number of bars that fit."""
_MAX_BAR_WIDTH = 3
_FIELD_COLOUR, _GRID_COLOUR, _BAR_COLOUR, _SHINE_COLOUR, _SHADE_COLOUR = 0, 8, 14, 15, 6
_TEXT_BAR_ATTRIBUTE = 0x0E


def draw_chart(video: Video, place: tuple[int, int], spread: Spread | None, none: str, dress: Dress) -> None:
    """Draw the score histogram at a column and row, with its range and the most frequent scores below.

    `empty_text` is shown if `spread` is None.
    """
    column, row = place
    video.fill(column, row, WIDTH, HEIGHT, " ", _TEXT_BAR_ATTRIBUTE)
    if spread is None:
        video.write(column + (WIDTH - len(none)) // 2, row + HEIGHT // 2, none, 0x07)
        return
    count = len(spread.bars)
    bar_width = min((WIDTH - 1) // count, _MAX_BAR_WIDTH)
    left = column + (WIDTH - bar_width * count) // 2
    draw_bars = _draw_graphics_bars if video.mode == "graphics" else _draw_text_bars
    draw_bars(video, place, left, bar_width, spread)
    high_text = str(spread.high)
    video.write(column, row + HEIGHT, str(spread.low), dress.dim)
    video.write(column + WIDTH - len(high_text), row + HEIGHT, high_text, dress.dim)
    video.write(column, row + HEIGHT + 1, shortened(most_words(spread), WIDTH), dress.paper)


def most_words(spread: Spread) -> str:
    """Return the most frequent scores and their number of games, as text."""
    max_games = max(spread.bars)
    return f"Most: {bar_words(spread, spread.bars.index(max_games))} ({max_games})"


def bar_words(spread: Spread, at: int) -> str:
    """Return the scores that a bar stands for, as text."""
    first = spread.low + spread.step * at
    return f"{first} to {first + spread.step - 1}" if spread.step > 1 else str(first)


def _draw_graphics_bars(
    video: Video, cell_pos: tuple[int, int], left: int, bar_width: int, spread: Spread
) -> None:
    video.uncover(*cell_pos, WIDTH, HEIGHT)
    page = video.page
    x, y, width, height = cells_rect(*cell_pos, WIDTH, HEIGHT)
    page.rect(x, y, width, height, _FIELD_COLOUR)
    for quarter in range(1, 4):
        page.rect(x, y + height * quarter // 4, width, 1, _GRID_COLOUR)
    max_games = max(spread.bars)
    max_bar_height, bottom = height - 8, y + height - 2
    for index, games in enumerate(spread.bars):
        if not games:
            continue
        bar_height = max(3, max_bar_height * games // max_games)
        bar_x, bar_width_px = (left + bar_width * index) * CELL_WIDTH + 2, bar_width * CELL_WIDTH - 4
        page.rect(bar_x, bottom - bar_height, bar_width_px, bar_height, _BAR_COLOUR)
        page.rect(bar_x, bottom - bar_height, 2, bar_height, _SHINE_COLOUR)
        page.rect(bar_x + bar_width_px - 3, bottom - bar_height, 3, bar_height, _SHADE_COLOUR)
    page.rect(x, bottom, width, 2, 7)


def _draw_text_bars(
    video: Video, cell_pos: tuple[int, int], left: int, bar_width: int, spread: Spread
) -> None:
    _, row = cell_pos
    max_games = max(spread.bars)
    for index, games in enumerate(spread.bars):
        halves = max(1, 2 * HEIGHT * games // max_games) if games else 0
        column, cell_count = left + bar_width * index, max(1, bar_width - 1)
        for line in range(halves // 2):
            video.write(column, row + HEIGHT - 1 - line, "█" * cell_count, _TEXT_BAR_ATTRIBUTE)
        if halves % 2:
            video.write(column, row + HEIGHT - 1 - halves // 2, "▄" * cell_count, _TEXT_BAR_ATTRIBUTE)


CALENDAR_WIDTH = 21
_RESULT_MARKS = {None: " ", False: "·", True: "*"}
_LATE_MARK = "+"
Month = Sequence[Sequence[tuple[int, bool | None, bool]]]


def month_words(month: int) -> str:
    """Return the name and year of a month YYYYMM.

    >>> month_words(202611)
    'November 2026'
    """
    return f"{month_name[month % 100]} {month // 100}"


def day_words(date: int) -> str:
    """Return a date YYYYMMDD as day and short month.

    >>> day_words(20261123)
    '23 Nov'
    """
    return f"{date % 100} {month_abbr[date // 100 % 100]}"


def draw_calendar(video: Video, place: tuple[int, int], weeks: Month, today: int, dress: Dress) -> None:
    """Draw a month at a column and row; each day played has a mark, and `today` is highlighted."""
    column, row = place
    video.write(column, row, "Mo Tu We Th Fr Sa Su", dress.dim)
    for week_row, week in enumerate(weeks, row + 1):
        for weekday, (date, is_won, is_late) in enumerate(week):
            if not date:
                continue
            day_text = f"{date % 100:>2}{_LATE_MARK if is_late else _RESULT_MARKS[is_won]}"
            result_attribute = dress.dim if is_won is None else dress.hot if is_won else dress.paper
            attribute = dress.field if date == today else result_attribute
            video.write(column + 3 * weekday, week_row, day_text, attribute)


class Missed(Choose):
    """Dialog that asks for one of the missed dailies; LEFT and RIGHT move from column to column."""

    seen, tall, indent = 31, 6, 2
    own_keys = Choose.own_keys | {"LEFT": "left", "RIGHT": "right"}

    def __init__(self, app: App, dates: Sequence[int], on_choice: Callable[[int], None]) -> None:
        today = app.services.today()
        rows = [Row(f"menu:{date}", "Today" if date == today else day_words(date), "") for date in dates]
        texts = ("Deals of the day", "Those of days gone by count as played late", "")
        super().__init__(app, "days", texts, rows, lambda index: on_choice(dates[index]))

    def act(self, name: str) -> None:
        """Move to the next column, or run another action of the list."""
        if name in ("left", "right"):
            self.wheel(self.tall if name == "left" else -self.tall)
        else:
            super().act(name)
