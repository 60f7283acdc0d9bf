"""The days of the last month whose deals were not played, side by side like a calendar's, to choose one from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from retro_pyramid.screens.boxes.list_box import Choose, Row
from retro_pyramid.screens.figures.calendar import day_words

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App


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
