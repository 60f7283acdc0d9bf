"""The search for a winnable deal or one of a difficulty, in slices per tick, and the box that shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.app.assets import days
from retro_pyramid.cards import ordinal
from retro_pyramid.deals.daily_deal import Day
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.rules import judged
from retro_pyramid.settings import WINNABLE
from retro_pyramid.solver.daily_search import begins_at
from retro_pyramid.ui.drawing import Hint
from retro_pyramid.ui.element import Part, centred, panel, title
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

_BOX_TOP, _BOX_WIDTH, _BOX_HEIGHT = 9, 46, 6
MOST, LEAST = 300, 60
"""The maximum and the minimum number of nodes that the solver visits per tick."""
_NODE_INCREMENT = 20
"""How many more nodes after a tick in time."""


class Pace:
    """An adaptive number of nodes for the next tick.

    It begins with the maximum, which takes at most 4 ms on an average machine.
    """

    budget = MOST

    def ticked(self, ticks: int) -> None:
        """Halve the budget after a missed tick, as on a slow machine or in a browser; else increase it a little."""
        self.budget = max(self.budget // 2, LEAST) if ticks > 1 else min(self.budget + _NODE_INCREMENT, MOST)


class Seek(Screen):
    """A box over the screen below while a deal is searched; `on_found` gets its number after the box is closed.

    `deal_filter` is a value of the deal filter setting. Numbers are tried upwards from `start_number`, so that the same
    start finds the same deal everywhere. Esc takes the deal that is being tried. With `on_cancel`, no deal is skipped for
    being hard to solve, and Esc closes the box and calls it.
    """

    name = "seek"
    overlay = True

    def __init__(
        self,
        app: App,
        start_number: int,
        on_found: Callable[[int], None],
        deal_filter: str = WINNABLE,
        message: str = "",
        on_cancel: Callable[[], None] | None = None,
    ) -> None:
        # Lazy import: the first frame does not wait for the solver.
        from retro_pyramid.solver import difficulty as grades

        super().__init__(app)
        difficulty = deal_filter if deal_filter in grades.GRADES else None
        max_nodes = None if on_cancel else grades.MOST
        self._search = grades.Seeking(judged(app.rules()), start_number, most=max_nodes, grade=difficulty)
        self._pace = Pace()
        self._on_found = on_found
        self._on_cancel = on_cancel
        self.message = self.lasting = message or f"Looking for a {deal_filter} deal"

    def tick(self, ticks: int) -> None:
        super().tick(ticks)
        self._pace.ticked(ticks)
        if self._search.step(self._pace.budget):
            self._take_deal()

    def _take_deal(self) -> None:
        self.app.pop()
        self._on_found(self._search.number)

    def act(self, name: str) -> None:
        if self._on_cancel:
            self.app.pop()
            self._on_cancel()
        else:
            self._take_deal()

    def busy(self) -> bool:
        return True

    def hints(self) -> list[Hint]:
        return [Hint("Esc", "Back" if self._on_cancel else "Take this deal", "back")]

    def parts(self) -> list[Part]:
        progress_text = f"Trying deal {self._search.number} ({ordinal(self._search.tried)} try)"
        return [
            panel((COLUMNS - _BOX_WIDTH) // 2, _BOX_TOP, _BOX_WIDTH, _BOX_HEIGHT, self.dress),
            title(_BOX_TOP + 2, f"{self.message} ...", self.dress),
            centred(_BOX_TOP + 3, progress_text, self.dress.paper),
        ]


def day_of(app: App, match: bool = False, number: int | None = None) -> Day:
    """Create the daily deal or match of a date, or of today, under the current rules."""
    return Day(app.rules(), app.services.today() if number is None else number, days(), match)


def seek_of_day(app: App, day: Day, found: Callable[[int], None]) -> None:
    """Pass the number of the next daily deal to `on_found`: from the table, else after a search that Esc cancels."""
    day_index = day.next
    assert day_index is not None, "no deal of the day is next"

    def cancel() -> None:
        if day.dealt is None:
            app.day = None

    def deal_found(deal_number: int) -> None:
        day.dealt = deal_number
        found(deal_number)

    deal_number = day.table.deal(day.rules, day.number, day_index)
    if deal_number is None:
        message = f"Looking for the deal of {day.date}"
        app.push(
            Seek(
                app,
                begins_at(day.rules, day.number, day_index),
                deal_found,
                message=message,
                on_cancel=cancel,
            )
        )
    else:
        deal_found(deal_number)
