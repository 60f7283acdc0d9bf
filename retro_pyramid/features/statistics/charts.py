"""Parts of the statistics screen: the score histogram, the calendar of daily deals and the list of missed days."""

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
"""Cells of the field that the bars stand in."""
MOST = 13
"""The most bars for which there is room."""
_WIDEST = 3
_FIELD, _GRID, _BAR, _SHINE, _SHADE = 0, 8, 14, 15, 6
_TEXT_BAR = 0x0E


def draw_chart(video: Video, place: tuple[int, int], spread: Spread | None, none: str, dress: Dress) -> None:
    """Draw the bars on a dark field at a column and row, their ends and the highest below; `none` stands for no bars."""
    column, row = place
    video.fill(column, row, WIDTH, HEIGHT, " ", _TEXT_BAR)
    if spread is None:
        video.write(column + (WIDTH - len(none)) // 2, row + HEIGHT // 2, none, 0x07)
        return
    count = len(spread.bars)
    across = min((WIDTH - 1) // count, _WIDEST)
    left = column + (WIDTH - across * count) // 2
    draw = _in_graphics if video.mode == "graphics" else _in_text
    draw(video, place, left, across, spread)
    high = str(spread.high)
    video.write(column, row + HEIGHT, str(spread.low), dress.dim)
    video.write(column + WIDTH - len(high), row + HEIGHT, high, dress.dim)
    video.write(column, row + HEIGHT + 1, shortened(most_words(spread), WIDTH), dress.paper)


def most_words(spread: Spread) -> str:
    """Return which scores came most often, and how often."""
    most = max(spread.bars)
    return f"Most: {bar_words(spread, spread.bars.index(most))} ({most})"


def bar_words(spread: Spread, at: int) -> str:
    """Return the scores that a bar stands for."""
    first = spread.low + spread.step * at
    return f"{first} to {first + spread.step - 1}" if spread.step > 1 else str(first)


def _in_graphics(video: Video, place: tuple[int, int], left: int, across: int, spread: Spread) -> None:
    video.uncover(*place, WIDTH, HEIGHT)
    page = video.page
    x, y, wide, high = cells_rect(*place, WIDTH, HEIGHT)
    page.rect(x, y, wide, high, _FIELD)
    for part in range(1, 4):
        page.rect(x, y + high * part // 4, wide, 1, _GRID)
    most = max(spread.bars)
    room, foot = high - 8, y + high - 2
    for at, games in enumerate(spread.bars):
        if not games:
            continue
        tall = max(3, room * games // most)
        start, size = (left + across * at) * CELL_WIDTH + 2, across * CELL_WIDTH - 4
        page.rect(start, foot - tall, size, tall, _BAR)
        page.rect(start, foot - tall, 2, tall, _SHINE)
        page.rect(start + size - 3, foot - tall, 3, tall, _SHADE)
    page.rect(x, foot, wide, 2, 7)


def _in_text(video: Video, place: tuple[int, int], left: int, across: int, spread: Spread) -> None:
    _, row = place
    most = max(spread.bars)
    for at, games in enumerate(spread.bars):
        halves = max(1, 2 * HEIGHT * games // most) if games else 0
        column, size = left + across * at, max(1, across - 1)
        for line in range(halves // 2):
            video.write(column, row + HEIGHT - 1 - line, "█" * size, _TEXT_BAR)
        if halves % 2:
            video.write(column, row + HEIGHT - 1 - halves // 2, "▄" * size, _TEXT_BAR)


CALENDAR_WIDTH = 21
_MARKS = {None: " ", False: "·", True: "*"}
_LATE = "+"
Month = Sequence[Sequence[tuple[int, bool | None, bool]]]


def month_words(month: int) -> str:
    """Return a month YYYYMM in words.

    >>> month_words(202611)
    'November 2026'
    """
    return f"{month_name[month % 100]} {month // 100}"


def day_words(date: int) -> str:
    """Return a date in short, without its year.

    >>> day_words(20261123)
    '23 Nov'
    """
    return f"{date % 100} {month_abbr[date // 100 % 100]}"


def draw_calendar(video: Video, place: tuple[int, int], weeks: Month, today: int, dress: Dress) -> None:
    """Draw the weeks of a month at a column and row, with a mark behind each day played; today stands in a bar."""
    column, row = place
    video.write(column, row, "Mo Tu We Th Fr Sa Su", dress.dim)
    for line, week in enumerate(weeks, row + 1):
        for at, (date, won, late) in enumerate(week):
            if not date:
                continue
            words = f"{date % 100:>2}{_LATE if late else _MARKS[won]}"
            played = dress.dim if won is None else dress.hot if won else dress.paper
            attribute = dress.field if date == today else played
            video.write(column + 3 * at, line, words, attribute)


class Missed(Choose):
    """Asks for one of these dates, `take` gets it; arrows across lead from column to column."""

    seen, tall, indent = 31, 6, 2
    own_keys = Choose.own_keys | {"LEFT": "left", "RIGHT": "right"}

    def __init__(self, app: App, dates: Sequence[int], take: Callable[[int], None]) -> None:
        today = app.services.today()
        rows = [Row(f"menu:{date}", "Today" if date == today else day_words(date), "") for date in dates]
        words = ("Deals of the day", "Those of days gone by count as played late", "")
        super().__init__(app, "days", words, rows, lambda at: take(dates[at]))

    def act(self, name: str) -> None:
        """Go to the next column, or do what stands there."""
        if name in ("left", "right"):
            self.wheel(self.tall if name == "left" else -self.tall)
        else:
            super().act(name)
