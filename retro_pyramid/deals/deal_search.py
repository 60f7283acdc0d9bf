"""The search for a winnable deal or one of a difficulty, in slices per tick, and the box that shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.app.assets import load_daily_table
from retro_pyramid.cards import format_ordinal
from retro_pyramid.deals.daily_deal import DailyDeal
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.rules import solver_rules
from retro_pyramid.settings import WINNABLE_DEAL
from retro_pyramid.solver.daily_search import compute_search_start
from retro_pyramid.ui.drawing import KeyHint
from retro_pyramid.ui.element import Element, box_element, centred_text, title_element
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

_BOX_TOP, _BOX_WIDTH, _BOX_HEIGHT = 9, 46, 6
MAX_NODES_PER_TICK, MIN_NODES_PER_TICK = 300, 60
"""The maximum and the minimum number of nodes that the solver visits per tick."""
_NODE_INCREMENT = 20
"""How many more nodes after a tick in time."""


class AdaptiveBudget:
    """An adaptive number of nodes for the next tick.

    It begins with the maximum, which takes at most 4 ms on an average machine.
    """

    node_budget = MAX_NODES_PER_TICK

    def adapt(self, elapsed_ticks: int) -> None:
        """Halve the budget after a missed tick, as on a slow machine or in a browser; else increase it a little."""
        self.node_budget = (
            max(self.node_budget // 2, MIN_NODES_PER_TICK)
            if elapsed_ticks > 1
            else min(self.node_budget + _NODE_INCREMENT, MAX_NODES_PER_TICK)
        )


class DealSearchScreen(Screen):
    """A box over the screen below while a deal is searched; `on_found` gets its number after the box is closed.

    `deal_filter` is a value of the deal filter setting. Numbers are tried upwards from `start_number`, so that the same
    start finds the same deal everywhere. Esc takes the deal that is being tried. With `on_cancel`, no deal is skipped for
    being hard to solve, and Esc closes the box and calls it.
    """

    name = "seek"
    is_overlay = True

    def __init__(
        self,
        app: App,
        start_number: int,
        on_found: Callable[[int], None],
        deal_filter: str = WINNABLE_DEAL,
        message: str = "",
        on_cancel: Callable[[], None] | None = None,
    ) -> None:
        # Lazy import: the first frame does not wait for the solver.
        from retro_pyramid.solver import difficulty as grades

        super().__init__(app)
        difficulty = deal_filter if deal_filter in grades.DIFFICULTIES else None
        max_nodes = None if on_cancel else grades.MAX_NODES_PER_DEAL
        self._search = grades.DealSearch(
            solver_rules(app.get_rules()), start_number, max_nodes=max_nodes, difficulty=difficulty
        )
        self._budget = AdaptiveBudget()
        self._on_found = on_found
        self._on_cancel = on_cancel
        self.message = self.sticky_message = message or f"Looking for a {deal_filter} deal"

    def advance(self, ticks: int) -> None:
        super().advance(ticks)
        self._budget.adapt(ticks)
        if self._search.run_slice(self._budget.node_budget):
            self._take_deal()

    def _take_deal(self) -> None:
        self.app.pop()
        self._on_found(self._search.deal_number)

    def on_action(self, action_id: str) -> None:
        if self._on_cancel:
            self.app.pop()
            self._on_cancel()
        else:
            self._take_deal()

    def is_busy(self) -> bool:
        return True

    def get_key_hints(self) -> list[KeyHint]:
        return [KeyHint("Esc", "Back" if self._on_cancel else "Take this deal", "back")]

    def build_elements(self) -> list[Element]:
        progress_text = (
            f"Trying deal {self._search.deal_number} ({format_ordinal(self._search.tried_count)} try)"
        )
        return [
            box_element((COLUMNS - _BOX_WIDTH) // 2, _BOX_TOP, _BOX_WIDTH, _BOX_HEIGHT, self.theme),
            title_element(_BOX_TOP + 2, f"{self.message} ...", self.theme),
            centred_text(_BOX_TOP + 3, progress_text, self.theme.text),
        ]


def create_daily_deal(app: App, is_match: bool = False, yyyymmdd: int | None = None) -> DailyDeal:
    """Create the daily deal or match of a date, or of today, under the current rules."""
    return DailyDeal(
        app.get_rules(),
        app.services.get_today() if yyyymmdd is None else yyyymmdd,
        load_daily_table(),
        is_match,
    )


def find_daily_deal(app: App, daily_deal: DailyDeal, on_found: Callable[[int], None]) -> None:
    """Pass the number of the next daily deal to `on_found`: from the table, else after a search that Esc cancels."""
    day_index = daily_deal.next_day_index
    assert day_index is not None, "no deal of the day is next"

    def cancel() -> None:
        if daily_deal.last_deal_number is None:
            app.daily_deal = None

    def deal_found(deal_number: int) -> None:
        daily_deal.last_deal_number = deal_number
        on_found(deal_number)

    deal_number = daily_deal.table.find_deal(daily_deal.rules, daily_deal.yyyymmdd, day_index)
    if deal_number is None:
        message = f"Looking for the deal of {daily_deal.iso_date}"
        app.push(
            DealSearchScreen(
                app,
                compute_search_start(daily_deal.rules, daily_deal.yyyymmdd, day_index),
                deal_found,
                message=message,
                on_cancel=cancel,
            )
        )
    else:
        deal_found(deal_number)
