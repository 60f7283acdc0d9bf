"""The choice of the next deal: the requested one, a daily, winnable or random one, or one of a difficulty."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

from retro_pyramid.deals.deal_search import DealSearchScreen, find_daily_deal
from retro_pyramid.rules.editions import ALL_RULES
from retro_pyramid.settings import ANY_DEAL, TIPS_SETTING

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.deals.daily_deal import DailyDeal


def choose_first_deal(first_deals: Sequence[int], finished_games: int, last_deal: int | None) -> int | None:
    """Return the next one of the first deals; None after the last, and after any other deal, which was requested.

    `finished_games` is the number of finished games of the edition, `last_deal` the current deal.

    >>> [choose_first_deal((65, 46, 217), *so_far) for so_far in ((0, None), (0, 65), (2, 65), (1, 999), (0, 217), (3, 46))]
    [65, 46, 217, None, None, None]
    """
    if last_deal is not None and last_deal not in first_deals:
        return None
    index = max(finished_games, 0 if last_deal is None else first_deals.index(last_deal) + 1)
    return first_deals[index] if index < len(first_deals) else None


def choose_next_deal(app: App, choose_random_deal: Callable[[], int]) -> int:
    """Return the next deal if none was requested: a first deal for a new player of the edition, else a random one."""
    deals = app.edition.first_deals if app.settings[TIPS_SETTING] == "on" else ()
    statistics = app.services.files.read_statistics(
        [rules for rules in ALL_RULES if rules.edition == app.edition.id]
    )
    last_deal = app.session.deal_number if app.session else None
    first_deal_number = choose_first_deal(deals, sum(entry.games for entry in statistics), last_deal)
    return choose_random_deal() if first_deal_number is None else first_deal_number


def choose_start(
    is_deal_given: bool = False,
    is_resuming: bool = False,
    is_search_start: bool = False,
    has_unfinished: bool = False,
    daily_deal: DailyDeal | None = None,
    deal_filter: str = ANY_DEAL,
) -> Literal["day", "left", "deal", "seek"]:
    """Return how to start: with the next daily deal, the unfinished game, the deal that is given or next, or a search.

    `is_deal_given`: a deal number was given; with `is_search_start`, a search begins there. With `is_resuming`, it is
    the deal that was on the table when the page was closed. `has_unfinished`: there is an unfinished game of it.
    `deal_filter` is a value of the deal filter setting.
    """
    is_restored = is_deal_given and is_resuming
    if daily_deal is not None and daily_deal.last_deal_number is None and not is_restored:
        return "day"
    if has_unfinished and (is_resuming or not is_deal_given):
        return "left"
    # The deal that was on the table when the page was closed is dealt again if its game was not saved.
    if daily_deal is not None and daily_deal.next_day_index is not None and not is_restored:
        return "day"
    return "deal" if deal_filter == ANY_DEAL or (is_deal_given and not is_search_start) else "seek"


class DealSource:
    """Chooses the number of the next deal and keeps it until it is taken."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._requested: int | None = None

    def request(self, deal_number: int) -> None:
        self._requested = deal_number

    def take_next(self, skip_first_deals: bool) -> int:
        """Return the number of the next deal: the requested one, else a new one.

        The first deals for new players are easy. A game that counts towards a total must not be one of them.
        """
        requested, self._requested = self._requested, None
        services = self._app.services
        new_deal = services.choose_random_deal if skip_first_deals else services.choose_next_deal
        return new_deal() if requested is None else requested

    def find_async(self, deal_filter: str, on_done: Callable[[str | None], None]) -> None:
        """Find the next deal, which may take many frames; then call `on_done` with a message about it, or None.

        `deal_filter` is a value of the deal filter setting.
        """
        app, day = self._app, self._app.daily_deal

        def deal_found(deal_number: int, message: str | None = None) -> None:
            self._requested = deal_number
            on_done(message)

        is_requested = self._requested is not None
        start = choose_start(is_requested, daily_deal=None if is_requested else day, deal_filter=deal_filter)
        if start == "day" and day is not None:
            find_daily_deal(app, day, lambda deal_number: deal_found(deal_number, day.description))
        elif start == "seek":
            app.push(DealSearchScreen(app, app.services.choose_next_deal(), deal_found, deal_filter))
        else:
            on_done(None)
