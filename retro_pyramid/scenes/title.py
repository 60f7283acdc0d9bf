"""Title pictures: the animated picture of an edition as a value, and how it is drawn behind menus and boards."""

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
"""A part of a picture in the place of another: where it is seen, where it is taken from, how large it is."""


class Bar(NamedTuple):
    """A bar in or over the title picture from which the main menu hangs, where the program has no box of the magazine.

    `game` and `help` are the columns of its two titles in cells, `row` is theirs. A `drawn` one is part of the picture;
    another one is drawn over it, from edge to edge. The menu ends above the row `foot`.
    """

    game: int
    help: int
    row: int
    foot: int
    drawn: bool = False


GAME, HELP = "Game", "Help"
"""The titles in a bar."""


class Title(NamedTuple):
    """The title picture of a program, and what lives in it; all of it depends on the ticks `now` since it appeared.

    `registers` are the palette of the picture `assets/titles/PICTURE.BGI`; `light` returns those registers that are
    another colour at a tick; adapters with few colours show `registers` alone. `live` is what moves over the
    picture. `patches` are parts of the picture that hide others. `cells` is
    the text mode's picture, and that where a header lies over it. `cards` are dealt in front of it, in
    the order they come. `opening` is how many ticks it takes to be whole, and `rest` is the tick that stands for it where
    nothing is to move. `palette` are the registers in text mode. `bar` is where the main menu hangs from; then the name is
    moved by `menu_patches` or, in characters, seen in `menu_cells` where the menu would cover it.
    """

    picture: str
    registers: tuple[int, ...]
    cells: tuple[Scene, Scene]
    light: Callable[[int], Mapping[int, int]] = lambda _: {}
    live: Scene = Scene("", ())
    patches: Callable[[int], Sequence[Patch]] = lambda _: ()
    cards: Callable[[Mode], Sequence[tuple[Card, Point]]] = lambda _: ()
    opening: int = 0
    rest: int = 0
    prompt: Mapping[Mode, Prompt] = {"graphics": (33, 24, 0x0F), "text": (33, 24, 0x0F)}
    palette: tuple[int, ...] | None = None
    bar: Mapping[Mode, Bar] | None = None
    menu_patches: Sequence[Patch] = ()
    menu_cells: Scene | None = None

    def registers_at(self, now: int) -> list[int]:
        """Return the 16 palette registers at a tick."""
        light = self.light(now)
        return [light.get(index, value) for index, value in enumerate(self.registers)]


HEADER_SHIFT = 36
"""Rows by which the title picture sinks under the magazine's header, so that its letters stay whole."""


def draw_backdrop(
    app: App, down: int = HEADER_SHIFT, since: int | None = None, under_menu: bool = False
) -> None:
    """Draw the title picture `down` rows lower in its own colours, as it is `since` ticks; None: as now, and whole.

    `under_menu`: the main menu hangs from its bar, and the name stands where that does not cover it.
    """
    video, picture = app.machine.video, app.record.picture
    now = max(app.picture_ticks, picture.opening) if since is None else since
    now = picture.rest if app.still else now
    if video.mode == "graphics":
        video.set_registers(picture.registers_at(now) if video.full_colour else picture.registers)
        title = app.services.shown.title(picture.picture)
        video.page.blt(0, down, title, 0, 0, WIDTH, HEIGHT)
        for (x, y), source, size in (*picture.patches(now), *(picture.menu_patches if under_menu else ())):
            video.page.blt(x, y + down, title, *source, *size)
        show(video, picture.live, now, down)
        return
    video.set_registers(picture.palette or app.record.palette)
    cells = picture.menu_cells if under_menu else None
    show(video, cells or picture.cells[down > 0], now)
