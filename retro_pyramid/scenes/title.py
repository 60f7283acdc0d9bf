"""Title pictures: the animated picture of an edition as a value, and drawing it behind menus and high scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.cards import Card
from retro_pyramid.machine.video import HEIGHT, WIDTH, Mode
from retro_pyramid.scenes.easing import Point
from retro_pyramid.scenes.scene import Scene, show

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

Prompt = tuple[int, int, int]
"""The column and row at which "Press any key" begins, and its attribute."""
PRESS = "Press any key"
Patch = tuple[Point, Point, tuple[int, int]]
"""A part of a picture that covers another part: its destination, its source, and its width and height."""


class Bar(NamedTuple):
    """A menu bar in or over the title picture, from which the main menu hangs.

    Other editions have a box of the magazine.
    """

    game: int
    """The column of the title "Game", in cells."""
    help: int
    """The column of the title "Help"."""
    row: int
    """The row of both."""
    foot: int
    """The menu ends above this row."""
    drawn: bool = False
    """Whether the bar is part of the picture; if not, it is drawn over it, from edge to edge."""


GAME, HELP = "Game", "Help"
"""The titles in a menu bar."""


class Title(NamedTuple):
    """The animated title picture of an edition. It depends only on the tick since it appeared."""

    picture: str
    """The name of the picture `assets/titles/NAME.BGI`."""
    registers: tuple[int, ...]
    """The palette registers of that picture; adapters with few colours show only these."""
    cells: tuple[Scene, Scene]
    """The pictures of the text mode: the full one, and the one below a header."""
    light: Callable[[int], Mapping[int, int]] = lambda _: {}
    """Returns the registers that have another colour at a tick."""
    live: Scene = Scene("", ())
    """What moves over the picture."""
    patches: Callable[[int], Sequence[Patch]] = lambda _: ()
    """Returns the parts of the picture that cover others at a tick."""
    cards: Callable[[Mode], Sequence[tuple[Card, Point]]] = lambda _: ()
    """Returns the cards that are dealt in front of the picture, in order, with their positions."""
    opening: int = 0
    """The ticks until the picture is complete."""
    rest: int = 0
    """The tick of the still picture when motion is reduced."""
    prompt: Mapping[Mode, Prompt] = {"graphics": (33, 24, 0x0F), "text": (33, 24, 0x0F)}
    """The position of "Press any key" by display mode."""
    palette: tuple[int, ...] | None = None
    """The palette registers in text mode, None: those of the edition."""
    bar: Mapping[Mode, Bar] | None = None
    """The menu bar by display mode, None if there is none."""
    menu_patches: Sequence[Patch] = ()
    """Patches that move the title's name away from the menu."""
    menu_cells: Scene | None = None
    """The text mode's picture while the menu is open, None: the usual one."""

    def registers_at(self, now: int) -> list[int]:
        """Return the 16 palette registers at a tick."""
        palette = self.light(now)
        return [palette.get(index, value) for index, value in enumerate(self.registers)]


HEADER_SHIFT = 36
"""The rows by which the title picture moves down below the magazine's header, so that its letters stay whole."""


def draw_backdrop(
    app: App, down: int = HEADER_SHIFT, since: int | None = None, under_menu: bool = False
) -> None:
    """Draw the title picture `dy` rows lower in its own colours, as it is after `elapsed_ticks`.

    None: as it is now, and complete. `is_under_menu`: the main menu hangs from its bar, and the title's name is moved
    away from it.
    """
    display, animation = app.machine.video, app.record.picture
    tick = max(app.picture_ticks, animation.opening) if since is None else since
    tick = animation.rest if app.still else tick
    if display.mode == "graphics":
        display.set_registers(animation.registers_at(tick) if display.full_colour else animation.registers)
        title_image = app.services.shown.title(animation.picture)
        display.page.blt(0, down, title_image, 0, 0, WIDTH, HEIGHT)
        for (x, y), source, size in (
            *animation.patches(tick),
            *(animation.menu_patches if under_menu else ()),
        ):
            display.page.blt(x, y + down, title_image, *source, *size)
        show(display, animation.live, tick, down)
        return
    display.set_registers(animation.palette or app.record.palette)
    cells = animation.menu_cells if under_menu else None
    show(display, cells or animation.cells[down > 0], tick)
