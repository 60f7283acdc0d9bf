"""Which deal is next: the one wanted, the next of a day, one that can be won or is of a grade, or one of chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

from retro_pyramid.deals.deal_search import Seek, seek_of_day
from retro_pyramid.rules.editions import RECORDS
from retro_pyramid.settings import ANY, TEACH

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.deals.daily_deal import Day


def first_deal(deals: Sequence[int], games: int, last: int | None) -> int | None:
    """Return which of the first deals comes next, None after them, and after any other deal, which was asked for.

    `games` is how many games of the program have ended, `last` the deal on the table.

    >>> [first_deal((65, 46, 217), *so_far) for so_far in ((0, None), (0, 65), (2, 65), (1, 999), (0, 217), (3, 46))]
    [65, 46, 217, None, None, None]
    """
    if last is not None and last not in deals:
        return None
    at = max(games, 0 if last is None else deals.index(last) + 1)
    return deals[at] if at < len(deals) else None


def next_deal(app: App, chance: Callable[[], int]) -> int:
    """Return the next deal where none was asked for: a first one for who is new to the program, else one of chance."""
    deals = app.record.first_deals if app.settings[TEACH] == "on" else ()
    tallies = app.services.files.figures([rules for rules in RECORDS if rules.edition == app.record.id])
    last = app.session.deal if app.session else None
    number = first_deal(deals, sum(tally.games for tally in tallies), last)
    return chance() if number is None else number


def opening(
    wanted: bool = False,
    resume: bool = False,
    seek: bool = False,
    left: bool = False,
    day: Day | None = None,
    kind: str = ANY,
) -> Literal["day", "left", "deal", "seek"]:
    """Return what comes first: a day's next deal, the game left off, the deal that is wanted or next, or one to be found.

    `wanted`: a deal was asked for by its number, which with `seek` is only where looking for another begins. With `resume`
    it was on the table when the page was left. `left`: such a game was left off. `kind` is a value of the setting DEALS.
    """
    again = wanted and resume
    if day is not None and day.dealt is None and not again:
        return "day"
    if left and (resume or not wanted):
        return "left"
    # What was on the table when the page was left is dealt again where nothing was saved of it.
    if day is not None and day.next is not None and not again:
        return "day"
    return "deal" if kind == ANY or (wanted and not seek) else "seek"


class Dealing:
    """Finds the number of the next deal and keeps it till it is taken."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._wanted: int | None = None

    def want(self, number: int) -> None:
        self._wanted = number

    def take(self, proving: bool) -> int:
        """Return the number of the next deal: the one wanted, else a new one.

        The first deals for newcomers are easy ones, so a game that is `proving` a total never has one of them.
        """
        wanted, self._wanted = self._wanted, None
        services = self._app.services
        new_deal = services.random_deal if proving else services.next_deal
        return new_deal() if wanted is None else wanted

    def find(self, kind: str, then: Callable[[str | None], None]) -> None:
        """Find the next deal, which may take many frames; then call `then` with what is said of it, None for nothing.

        `kind` is a value of the setting DEALS.
        """
        app, day = self._app, self._app.day

        def found(number: int, words: str | None = None) -> None:
            self._wanted = number
            then(words)

        wanted = self._wanted is not None
        comes = opening(wanted, day=None if wanted else day, kind=kind)
        if comes == "day" and day is not None:
            seek_of_day(app, day, lambda number: found(number, day.words))
        elif comes == "seek":
            app.push(Seek(app, app.services.next_deal(), found, kind))
        else:
            then(None)
