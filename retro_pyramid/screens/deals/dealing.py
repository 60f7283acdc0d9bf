"""Which deal is next: the one wanted, the next of a day, one that can be won or is of a grade, or one of chance."""

from collections.abc import Callable

from retro_pyramid.screens.app import App
from retro_pyramid.screens.deals.seek import Seek, seek_of_day
from retro_pyramid.screens.setting import ANY


class Dealing:
    """Finds the number of the next deal and keeps it till it is taken."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._wanted: int | None = None

    def want(self, number: int) -> None:
        """Let this be the next deal."""
        self._wanted = number

    def take(self) -> int:
        """Return the number of the next deal: the one wanted, else one of chance."""
        wanted, self._wanted = self._wanted, None
        return self._app.services.next_deal() if wanted is None else wanted

    def find(self, kind: str, then: Callable[[str | None], None]) -> None:
        """Find the next deal, which may take many frames; then call `then` with what is said of it, None for nothing.

        `kind` is a value of the setting DEALS.
        """
        app, day = self._app, self._app.day

        def found(number: int, words: str | None = None) -> None:
            self._wanted = number
            then(words)

        if self._wanted is None and day is not None and day.next is not None:
            seek_of_day(app, day, lambda number: found(number, day.words))
        elif self._wanted is None and kind != ANY:
            app.push(Seek(app, app.services.next_deal(), found, kind))
        else:
            then(None)
