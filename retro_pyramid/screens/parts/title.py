"""A program's title picture as a value: which picture, how its light changes, what moves in it, what it is in characters."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from retro_pyramid.cards import Card
from retro_pyramid.machine.video import Mode
from retro_pyramid.screens.parts.motion import Point
from retro_pyramid.screens.parts.scene import Scene

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
