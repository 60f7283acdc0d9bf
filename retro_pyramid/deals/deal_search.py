"""The search for a deal that can be won or is of a grade, some positions each tick, and the box that shows it."""

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

_TOP, _WIDTH, _HEIGHT = 9, 46, 6
MOST, LEAST = 300, 60
_MORE = 20
"""Positions that the solver looks at in a tick: at first and at least, and how many more after one in time."""


class Pace:
    """`budget` is the positions to look at in the next tick: at first MOST, which take 4 ms at most on a usual machine."""

    budget = MOST

    def ticked(self, ticks: int) -> None:
        """Halve it when a tick was missed, as on a slow machine or in a browser; add a little after each that was not."""
        self.budget = max(self.budget // 2, LEAST) if ticks > 1 else min(self.budget + _MORE, MOST)


class Seek(Screen):
    """A box over the screen beneath till a deal is found; `found` gets its number once the box is gone.

    `kind` is what is looked for: a value of the setting DEALS. The numbers are tried from one upward, so that from the
    same number the same deal is found everywhere. Esc takes the deal that is being looked at. With `give_up` no deal is
    passed over for being hard to solve, and Esc calls that once the box is gone.
    """

    name = "seek"
    overlay = True

    def __init__(
        self,
        app: App,
        number: int,
        found: Callable[[int], None],
        kind: str = WINNABLE,
        words: str = "",
        give_up: Callable[[], None] | None = None,
    ) -> None:
        # The solver is loaded when it is needed: no first frame has to wait for it.
        from retro_pyramid.solver import difficulty as grades

        super().__init__(app)
        grade = kind if kind in grades.GRADES else None
        most = None if give_up else grades.MOST
        self._seeking = grades.Seeking(judged(app.rules()), number, most=most, grade=grade)
        self._pace = Pace()
        self._found = found
        self._give_up = give_up
        self.message = self.lasting = words or f"Looking for a {kind} deal"

    def tick(self, ticks: int) -> None:
        super().tick(ticks)
        self._pace.ticked(ticks)
        if self._seeking.step(self._pace.budget):
            self._take()

    def _take(self) -> None:
        self.app.pop()
        self._found(self._seeking.number)

    def act(self, name: str) -> None:
        if self._give_up:
            self.app.pop()
            self._give_up()
        else:
            self._take()

    def busy(self) -> bool:
        return True

    def hints(self) -> list[Hint]:
        return [Hint("Esc", "Back" if self._give_up else "Take this deal", "back")]

    def parts(self) -> list[Part]:
        tried = f"Trying deal {self._seeking.number} ({ordinal(self._seeking.tried)} try)"
        return [
            panel((COLUMNS - _WIDTH) // 2, _TOP, _WIDTH, _HEIGHT, self.dress),
            title(_TOP + 2, f"{self.message} ...", self.dress),
            centred(_TOP + 3, tried, self.dress.paper),
        ]


def day_of(app: App, match: bool = False, number: int | None = None) -> Day:
    """Return the deal of a day, of today where no date is given, or its match, under the rules that are chosen."""
    return Day(app.rules(), app.services.today() if number is None else number, days(), match)


def seek_of_day(app: App, day: Day, found: Callable[[int], None]) -> None:
    """Hand the number of the next deal of a day to `found`: from the table, else it is looked for; Esc gives it up."""
    place = day.next
    assert place is not None, "no deal of the day is next"

    def give_up() -> None:
        if day.dealt is None:
            app.day = None

    def take(number: int) -> None:
        day.dealt = number
        found(number)

    number = day.table.deal(day.rules, day.number, place)
    if number is None:
        words = f"Looking for the deal of {day.date}"
        app.push(Seek(app, begins_at(day.rules, day.number, place), take, words=words, give_up=give_up))
    else:
        take(number)
