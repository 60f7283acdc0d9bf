"""Base classes of the magazine's screens and menus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from retro_pyramid.app.assets import load_magazine_picture
from retro_pyramid.app.edition_spec import MenuItem
from retro_pyramid.features.start.menus import Menu, MenuAction
from retro_pyramid.machine.events import Event, KeyPress
from retro_pyramid.machine.video import COLUMNS, WIDTH, DisplayAdapter
from retro_pyramid.settings import CGA_INK_SETTING
from retro_pyramid.ui.element import Element, custom_element
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

ISSUE_LABEL = "No. 61"
BACKGROUND_COLOUR = 1

Callback = Callable[[], None]
MenuLink = tuple[str, str, Callback]
"""Menu item: its name, its label, and the callback that opens it."""


def draw_blue_background(video: DisplayAdapter, pattern_char: str = "░", attribute: int = 0x19) -> None:
    """Draw the magazine's blue background: a colour in graphics mode, a character with an attribute in text mode."""
    video.set_registers()
    if video.mode == "text":
        video.fill_cells(0, 3, COLUMNS, 21, pattern_char, attribute)
    else:
        video.page.cls(BACKGROUND_COLOUR)


class MagazineScreen(Screen):
    """Screen of the magazine; on a CGA it has two colours, one of which the space bar changes."""

    state_program = "shell"
    page_name = ""
    """Name of the page of the magazine that it shows or belongs to, or an empty string."""

    @property
    def link_params(self) -> dict[str, str]:
        return {"start": "shell", **({"page": self.page_name} if self.page_name else {})}

    def handle_event(self, event: Event) -> None:
        inks = self.display.two_colour_inks
        if inks and isinstance(event, KeyPress) and event.name == "SPACE":
            self.app.settings_store.set_values(
                {CGA_INK_SETTING: inks[(inks.index(self._current_ink()) + 1) % len(inks)]}
            )
        else:
            super().handle_event(event)

    def _current_ink(self) -> str:
        """Return the stored ink, or the first one if the adapter does not have it."""
        inks, ink = self.display.two_colour_inks, self.app.settings[CGA_INK_SETTING]
        return ink if ink in inks else inks[0]

    @property
    def colour_mode(self) -> str | None:
        return self._current_ink() if self.display.two_colour_inks else None


class MagazineMenu(MagazineScreen, Menu):
    """Menu of the magazine with a picture on both sides of its box.

    `tab_and_title` are the texts of the header, `links` the items with their callbacks. Esc calls `on_leave`.
    """

    side_pictures = ("ega", "disk")
    activates_on_click = False
    esc_label = "Back"

    def __init__(
        self,
        app: App,
        tab_and_title: tuple[str, str],
        links: Sequence[MenuLink],
        back: Callback,
        help_: MenuAction,
    ) -> None:
        self.header_texts = (*tab_and_title, ISSUE_LABEL)
        callbacks = {name: callback for name, _, callback in links}
        super().__init__(
            app,
            {"open": lambda item: callbacks[item.name](), "help": help_, "quit": lambda _: back()},
            tuple(MenuItem(name, label, "open") for name, label, _ in links),
        )

    def build_backdrop(self) -> list[Element]:
        return [custom_element(self._draw_magazine_background)]

    def _draw_magazine_background(self, video: DisplayAdapter) -> None:
        draw_blue_background(video)
        for x, name in zip(
            (4, WIDTH - 164), self.side_pictures if video.mode == "graphics" else (), strict=False
        ):
            image = load_magazine_picture(name)
            video.page.blt(x, 120, image, 0, 0, image.width, image.height)
