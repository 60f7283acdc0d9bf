"""The daily deals of a month, played and won, as a calendar."""

from calendar import month_abbr, month_name
from collections.abc import Sequence

from retro_pyramid.machine.video import Video
from retro_pyramid.screens.parts.look import Dress

WIDTH = 21
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
