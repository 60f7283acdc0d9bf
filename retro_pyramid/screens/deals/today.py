"""Today: the menu of what a day has, the same for everybody who plays the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.screens.boxes.help import Help
from retro_pyramid.screens.boxes.menu import Menu
from retro_pyramid.screens.deals.day import Day
from retro_pyramid.screens.deals.seek import day_of
from retro_pyramid.screens.record import MenuItem

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App


class Today(Menu):
    """What there is today: a deal, or a match of six."""

    esc = "Back"

    def __init__(self, app: App, play: Callable[[Day], None], back: Callable[[], None]) -> None:
        self.heading = ("TODAY", app.record.title.upper(), day_of(app).date)
        super().__init__(
            app,
            {
                "deal": lambda _: play(day_of(app)),
                "match": lambda _: play(day_of(app, match=True)),
                "help": lambda _: app.push(Help(app)),
                "quit": lambda _: back(),
            },
            (
                MenuItem("deal", "Deal of the Day", "deal"),
                MenuItem("match", "Match of Six", "match"),
            ),
        )
