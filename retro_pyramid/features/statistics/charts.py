"""Parts of the statistics screen: the score histogram, the calendar of daily deals, and the list of missed dailies."""

from __future__ import annotations

from calendar import month_abbr, month_name
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from retro_pyramid.formats.native.statistics import Histogram
from retro_pyramid.machine.video import CELL_WIDTH, DisplayAdapter
from retro_pyramid.ui.drawing import cells_to_pixels, ellipsize
from retro_pyramid.ui.lists import ChoiceDialog, ListRow
from retro_pyramid.ui.theme import Theme

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

CHART_WIDTH, CHART_HEIGHT = 27, 10
"""Size of the area of the bars, in cells."""
MAX_BARS = 13
"""Maximum number of bars that fit."""
_MAX_BAR_WIDTH = 3
_FIELD_COLOUR, _GRID_COLOUR, _BAR_COLOUR, _SHINE_COLOUR, _SHADE_COLOUR = 0, 8, 14, 15, 6
_TEXT_BAR_ATTRIBUTE = 0x0E


def draw_chart(
    video: DisplayAdapter, cell_pos: tuple[int, int], spread: Histogram | None, empty_text: str, theme: Theme
) -> None:
    """Draw the score histogram at a column and row, with its range and the most frequent scores below.

    `empty_text` is shown if `spread` is None.
    """
    column, row = cell_pos
    video.fill_cells(column, row, CHART_WIDTH, CHART_HEIGHT, " ", _TEXT_BAR_ATTRIBUTE)
    if spread is None:
        video.put_text(
            column + (CHART_WIDTH - len(empty_text)) // 2, row + CHART_HEIGHT // 2, empty_text, 0x07
        )
        return
    count = len(spread.bin_counts)
    bar_width = min((CHART_WIDTH - 1) // count, _MAX_BAR_WIDTH)
    left = column + (CHART_WIDTH - bar_width * count) // 2
    draw_bars = _draw_graphics_bars if video.mode == "graphics" else _draw_text_bars
    draw_bars(video, cell_pos, left, bar_width, spread)
    high_text = str(spread.max_score)
    video.put_text(column, row + CHART_HEIGHT, str(spread.min_score), theme.muted)
    video.put_text(column + CHART_WIDTH - len(high_text), row + CHART_HEIGHT, high_text, theme.muted)
    video.put_text(
        column, row + CHART_HEIGHT + 1, ellipsize(format_most_frequent(spread), CHART_WIDTH), theme.text
    )


def format_most_frequent(spread: Histogram) -> str:
    """Return the most frequent scores and their number of games, as text."""
    max_games = max(spread.bin_counts)
    return f"Most: {format_bar_range(spread, spread.bin_counts.index(max_games))} ({max_games})"


def format_bar_range(spread: Histogram, bar_index: int) -> str:
    """Return the scores that a bar stands for, as text."""
    first = spread.min_score + spread.bin_width * bar_index
    return f"{first} to {first + spread.bin_width - 1}" if spread.bin_width > 1 else str(first)


def _draw_graphics_bars(
    video: DisplayAdapter, cell_pos: tuple[int, int], left: int, bar_width: int, spread: Histogram
) -> None:
    video.clear_cells(*cell_pos, CHART_WIDTH, CHART_HEIGHT)
    page = video.page
    x, y, width, height = cells_to_pixels(*cell_pos, CHART_WIDTH, CHART_HEIGHT)
    page.rect(x, y, width, height, _FIELD_COLOUR)
    for quarter in range(1, 4):
        page.rect(x, y + height * quarter // 4, width, 1, _GRID_COLOUR)
    max_games = max(spread.bin_counts)
    max_bar_height, bottom = height - 8, y + height - 2
    for index, games in enumerate(spread.bin_counts):
        if not games:
            continue
        bar_height = max(3, max_bar_height * games // max_games)
        bar_x, bar_width_px = (left + bar_width * index) * CELL_WIDTH + 2, bar_width * CELL_WIDTH - 4
        page.rect(bar_x, bottom - bar_height, bar_width_px, bar_height, _BAR_COLOUR)
        page.rect(bar_x, bottom - bar_height, 2, bar_height, _SHINE_COLOUR)
        page.rect(bar_x + bar_width_px - 3, bottom - bar_height, 3, bar_height, _SHADE_COLOUR)
    page.rect(x, bottom, width, 2, 7)


def _draw_text_bars(
    video: DisplayAdapter, cell_pos: tuple[int, int], left: int, bar_width: int, spread: Histogram
) -> None:
    _, row = cell_pos
    max_games = max(spread.bin_counts)
    for index, games in enumerate(spread.bin_counts):
        halves = max(1, 2 * CHART_HEIGHT * games // max_games) if games else 0
        column, cell_count = left + bar_width * index, max(1, bar_width - 1)
        for line in range(halves // 2):
            video.put_text(column, row + CHART_HEIGHT - 1 - line, "█" * cell_count, _TEXT_BAR_ATTRIBUTE)
        if halves % 2:
            video.put_text(
                column, row + CHART_HEIGHT - 1 - halves // 2, "▄" * cell_count, _TEXT_BAR_ATTRIBUTE
            )


CALENDAR_WIDTH = 21
_RESULT_MARKS = {None: " ", False: "·", True: "*"}
_LATE_MARK = "+"
MonthWeeks = Sequence[Sequence[tuple[int, bool | None, bool]]]


def format_month(year_month: int) -> str:
    """Return the name and year of a month YYYYMM.

    >>> format_month(202611)
    'November 2026'
    """
    return f"{month_name[year_month % 100]} {year_month // 100}"


def format_day(date: int) -> str:
    """Return a date YYYYMMDD as day and short month.

    >>> format_day(20261123)
    '23 Nov'
    """
    return f"{date % 100} {month_abbr[date // 100 % 100]}"


def draw_calendar(
    video: DisplayAdapter, cell_pos: tuple[int, int], weeks: MonthWeeks, today: int, theme: Theme
) -> None:
    """Draw a month at a column and row; each day played has a mark, and `today` is highlighted."""
    column, row = cell_pos
    video.put_text(column, row, "Mo Tu We Th Fr Sa Su", theme.muted)
    for week_row, week in enumerate(weeks, row + 1):
        for weekday, (date, is_won, is_late) in enumerate(week):
            if not date:
                continue
            day_text = f"{date % 100:>2}{_LATE_MARK if is_late else _RESULT_MARKS[is_won]}"
            result_attribute = theme.muted if is_won is None else theme.hotkey if is_won else theme.text
            attribute = theme.field if date == today else result_attribute
            video.put_text(column + 3 * weekday, week_row, day_text, attribute)


class MissedDailies(ChoiceDialog):
    """Dialog that asks for one of the missed dailies; LEFT and RIGHT move from column to column."""

    visible_row_count, rows_per_column, label_indent = 31, 6, 2
    BINDINGS = ChoiceDialog.BINDINGS | {"LEFT": "left", "RIGHT": "right"}

    def __init__(self, app: App, dates: Sequence[int], on_choice: Callable[[int], None]) -> None:
        today = app.services.get_today()
        rows = [ListRow(f"menu:{date}", "Today" if date == today else format_day(date), "") for date in dates]
        texts = ("Deals of the day", "Those of days gone by count as played late", "")
        super().__init__(app, "days", texts, rows, lambda index: on_choice(dates[index]))

    def on_action(self, action_id: str) -> None:
        """Move to the next column, or run another action of the list."""
        if action_id in ("left", "right"):
            self.on_wheel(self.rows_per_column if action_id == "left" else -self.rows_per_column)
        else:
            super().on_action(action_id)
