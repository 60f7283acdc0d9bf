"""What all screens of the magazine share: two colours on a CGA; and its menus, with a picture on both sides."""

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
"""An item of a menu: its name, its words, and how to get where it leads."""


def blue(video: Video, char: str = "░", attribute: int = 0x19) -> None:
    """Draw the magazine's blue; in text mode it is a character in an attribute."""
    video.set_registers()
    if video.mode == "text":
        video.fill(0, 3, COLUMNS, 21, char, attribute)
    else:
        video.page.cls(GROUND)


class InkScreen(Screen):
    """A screen of the shell: on a CGA it is in two colours, of which the space bar changes one."""

    program = "shell"
    page = ""
    """The name of the page that it is or belongs to, empty for none."""

    @property
    def here(self) -> dict[str, str]:
        return {"start": "shell", **({"page": self.page} if self.page else {})}

    def event(self, event: Event) -> None:
        inks = self.video.inks
        if inks and isinstance(event, Key) and event.name == "SPACE":
            self.app.choices.change({INK: inks[(inks.index(self._ink()) + 1) % len(inks)]})
        else:
            super().event(event)

    def _ink(self) -> str:
        inks, ink = self.video.inks, self.app.settings[INK]
        return ink if ink in inks else inks[0]

    @property
    def colours(self) -> str | None:
        return self._ink() if self.video.inks else None


class ShellMenu(InkScreen, Menu):
    """A menu of the magazine, with a picture on both sides of its box.

    `words` are its tab and its title, `ways` the items with where they lead; Esc does what `back` does.
    """

    pictures = ("ega", "disk")
    one_click = False
    esc = "Back"

    def __init__(
        self, app: App, words: tuple[str, str], ways: Sequence[Way], back: Go, help_: Action
    ) -> None:
        self.heading = (*words, ISSUE)
        ways_by_name = {name: go for name, _, go in ways}
        super().__init__(
            app,
            {"open": lambda item: ways_by_name[item.name](), "help": help_, "quit": lambda _: back()},
            tuple(MenuItem(name, label, "open") for name, label, _ in ways),
        )

    def backdrop(self) -> list[Part]:
        return [painted(self._ground)]

    def _ground(self, video: Video) -> None:
        blue(video)
        for x, name in zip((4, WIDTH - 164), self.pictures if video.mode == "graphics" else (), strict=False):
            image = picture(name)
            video.page.blt(x, 120, image, 0, 0, image.width, image.height)
