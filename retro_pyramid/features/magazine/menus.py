"""Base classes of the magazine's screens and menus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from retro_pyramid.app.assets import picture
from retro_pyramid.app.edition_spec import MenuItem
from retro_pyramid.features.start.menus import Action, Menu
from retro_pyramid.machine.events import Event, Key
from retro_pyramid.machine.video import COLUMNS, WIDTH, Video
from retro_pyramid.settings import INK
from retro_pyramid.ui.element import Part, painted
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

ISSUE = "No. 61"
GROUND = 1

Go = Callable[[], None]
Way = tuple[str, str, Go]
"""Menu item: its name, its label, and the callback that opens it."""


def blue(video: Video, char: str = "░", attribute: int = 0x19) -> None:
    """Draw the magazine's blue background: a colour in graphics mode, a character with an attribute in text mode."""
    video.set_registers()
    if video.mode == "text":
        video.fill(0, 3, COLUMNS, 21, char, attribute)
    else:
        video.page.cls(GROUND)


class InkScreen(Screen):
    """Screen of the magazine; on a CGA it has two colours, one of which the space bar changes."""

    program = "shell"
    page = ""
    """Name of the page of the magazine that it shows or belongs to, or an empty string."""

    @property
    def here(self) -> dict[str, str]:
        return {"start": "shell", **({"page": self.page} if self.page else {})}

    def event(self, event: Event) -> None:
        inks = self.video.inks
        if inks and isinstance(event, Key) and event.name == "SPACE":
            self.app.choices.change({INK: inks[(inks.index(self._current_ink()) + 1) % len(inks)]})
        else:
            super().event(event)

    def _current_ink(self) -> str:
        """Return the stored ink, or the first one if the adapter does not have it."""
        inks, ink = self.video.inks, self.app.settings[INK]
        return ink if ink in inks else inks[0]

    @property
    def colours(self) -> str | None:
        return self._current_ink() if self.video.inks else None


class ShellMenu(InkScreen, Menu):
    """Menu of the magazine with a picture on both sides of its box.

    `tab_and_title` are the texts of the header, `links` the items with their callbacks. Esc calls `on_leave`.
    """

    pictures = ("ega", "disk")
    one_click = False
    esc = "Back"

    def __init__(
        self, app: App, tab_and_title: tuple[str, str], links: Sequence[Way], back: Go, help_: Action
    ) -> None:
        self.heading = (*tab_and_title, ISSUE)
        callbacks = {name: callback for name, _, callback in links}
        super().__init__(
            app,
            {"open": lambda item: callbacks[item.name](), "help": help_, "quit": lambda _: back()},
            tuple(MenuItem(name, label, "open") for name, label, _ in links),
        )

    def backdrop(self) -> list[Part]:
        return [painted(self._draw_magazine_background)]

    def _draw_magazine_background(self, video: Video) -> None:
        blue(video)
        for x, name in zip((4, WIDTH - 164), self.pictures if video.mode == "graphics" else (), strict=False):
            image = picture(name)
            video.page.blt(x, 120, image, 0, 0, image.width, image.height)
