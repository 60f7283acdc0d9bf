"""The choice of the next deal: the requested one, a daily, winnable or random one, or one of a difficulty."""

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
    """Return the next one of the first deals; None after the last, and after any other deal, which was requested.

    `finished_games` is the number of finished games of the edition, `last_deal` the current deal.

    >>> [first_deal((65, 46, 217), *so_far) for so_far in ((0, None), (0, 65), (2, 65), (1, 999), (0, 217), (3, 46))]
    [65, 46, 217, None, None, None]
    """
    if last is not None and last not in deals:
        return None
    index = max(games, 0 if last is None else deals.index(last) + 1)
    return deals[index] if index < len(deals) else None


def next_deal(app: App, chance: Callable[[], int]) -> int:
    """Return the next deal if none was requested: a first deal for a new player of the edition, else a random one."""
    deals = app.record.first_deals if app.settings[TEACH] == "on" else ()
    statistics = app.services.files.figures([rules for rules in RECORDS if rules.edition == app.record.id])
    last_deal = app.session.deal if app.session else None
    first_deal_number = first_deal(deals, sum(entry.games for entry in statistics), last_deal)
    return chance() if first_deal_number is None else first_deal_number


def opening(
    wanted: bool = False,
    resume: bool = False,
    seek: bool = False,
    left: bool = False,
    day: Day | None = None,
    kind: str = ANY,
) -> Literal["day", "left", "deal", "seek"]:
    """Return how to start: with the next daily deal, the unfinished game, the deal that is given or next, or a search.

    `is_deal_given`: a deal number was given; with `is_search_start`, a search begins there. With `is_resuming`, it is
    the deal that was on the table when the page was closed. `has_unfinished`: there is an unfinished game of it.
    `deal_filter` is a value of the deal filter setting.
    """
    is_restored = wanted and resume
    if day is not None and day.dealt is None and not is_restored:
        return "day"
    if left and (resume or not wanted):
        return "left"
    # The deal that was on the table when the page was closed is dealt again if its game was not saved.
    if day is not None and day.next is not None and not is_restored:
        return "day"
    return "deal" if kind == ANY or (wanted and not seek) else "seek"


class Dealing:
    """Chooses the number of the next deal and keeps it until it is taken."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._requested: int | None = None

    def want(self, number: int) -> None:
        self._requested = number

    def take(self, proving: bool) -> int:
        """Return the number of the next deal: the requested one, else a new one.

        The first deals for new players are easy. A game that counts towards a total must not be one of them.
        """
        requested, self._requested = self._requested, None
        services = self._app.services
        new_deal = services.random_deal if proving else services.next_deal
        return new_deal() if requested is None else requested

    def find(self, kind: str, then: Callable[[str | None], None]) -> None:
        """Find the next deal, which may take many frames; then call `on_done` with a message about it, or None.

        `deal_filter` is a value of the deal filter setting.
        """
        app, day = self._app, self._app.day

        def deal_found(deal_number: int, message: str | None = None) -> None:
            self._requested = deal_number
            then(message)

        is_requested = self._requested is not None
        start = opening(is_requested, day=None if is_requested else day, kind=kind)
        if start == "day" and day is not None:
            seek_of_day(app, day, lambda deal_number: deal_found(deal_number, day.words))
        elif start == "seek":
            app.push(Seek(app, app.services.next_deal(), deal_found, kind))
        else:
            then(None)
