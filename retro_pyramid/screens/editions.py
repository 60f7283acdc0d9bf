"""Other Pyramids: the list of the programs that are not being played."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.screens.boxes.help import Help
from retro_pyramid.screens.boxes.menu import Menu
from retro_pyramid.screens.library import help_text
from retro_pyramid.screens.record import MenuItem
from retro_pyramid.screens.setting import LAST

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App


def help_of(app: App, edition: str) -> None:
    """Show the help of a program that is not being played."""
    app.push(Help(app, help_text(edition), heading=("HELP", app.services.load(edition).title)))


class Editions(Menu):
    """The other programs to change to; the one played last before this has the bar."""

    program = "shell"
    esc = "Back"
    heading = ("SHELF", "OTHER PYRAMIDS", "1990-92")

    def __init__(self, app: App, switch: Callable[[str], None], back: Callable[[], None]) -> None:
        others = {name: title for name, title in app.services.programs.items() if name != app.record.id}
        items = tuple(MenuItem(name, title, "switch") for name, title in others.items())
        super().__init__(
            app,
            {
                "switch": lambda item: switch(item.name),
                "help": lambda item: help_of(app, item.name),
                "quit": lambda _: back(),
            },
            items,
        )
        self.begin_at(app.settings[LAST])
