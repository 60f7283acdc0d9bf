"""The window on the desk and the settings: each follows the other."""

from collections.abc import Mapping

from retro_pyramid.machine.host import Picture, Presenter
from retro_pyramid.machine.video import Image
from retro_pyramid.screens.app import App
from retro_pyramid.screens.setting import PICTURE, WINDOW

_SETTLED = 30
"""A size that lasts for so many frames is meant: until then hands may be at it."""


def window_size(settings: Mapping[str, str]) -> tuple[int, int] | None:
    """Return the size that the player gave the window, if he did."""
    numbers = settings[WINDOW].split()
    return (int(numbers[0]), int(numbers[1])) if len(numbers) == 2 else None


def picture_of(settings: Mapping[str, str]) -> Picture:
    """Return how strokes are to be shown."""
    return "even" if settings[PICTURE] == "even" else "crisp"


class Desk:
    """Shows the window as the settings say, from frame to frame, and keeps a size that the player gives it."""

    def __init__(self, app: App, presenter: Presenter) -> None:
        self._app = app
        self._presenter = presenter
        self._asked = self._asking()
        self._given: tuple[int, int] | None = None
        self._last: tuple[int, int] | None = None
        self._frames = 0

    def _asking(self) -> tuple[str, str]:
        return self._app.settings[WINDOW], self._app.settings[PICTURE]

    def follow(self, _: Image) -> None:
        """See after a frame what has changed."""
        window = self._presenter.desk
        if window is None:
            return
        asked = self._asking()
        if asked != self._asked:
            picture = picture_of(self._app.settings)
            self._presenter.show(picture)
            if asked[0] != self._asked[0] or asked[0] == "auto":
                window.fit(window_size(self._app.settings), picture == "crisp")
                self._given = None
            self._asked = asked
        size = window.size()
        self._frames = self._frames + 1 if size == self._last else 0
        self._last = size
        if self._given is None:
            self._given = size
        if self._frames == _SETTLED:
            self.keep()

    def keep(self) -> None:
        """Remember the size for the next time, if it is the player's."""
        if self._given is None or self._last is None or self._last == self._given:
            return
        self._given = self._last
        self._app.choose(WINDOW, f"{self._last[0]} {self._last[1]}")
        self._asked = self._asking()
