"""Shows the adapter's picture on the surface of Pyxel's window, with the afterglow of a monochrome screen."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import pyxel

from retro_pyramid.machine.adapters.mda import HALF
from retro_pyramid.machine.video import CELL_HEIGHT, HEIGHT, WIDTH, Image, Video, memory

if TYPE_CHECKING:
    from retro_pyramid.machine.window.crt_shader import Tube
    from retro_pyramid.machine.window.desktop_window import DeskWindow


class Presenter:
    """Shows the adapter's picture on the host's surface, rows repeated evenly and columns a whole number of times.

    The surface has one size for the whole run.  It is 4:3, so a picture of square pixels leaves a margin above and
    below.  Where the window has a tube, the surface only holds the picture, and the tube shows it in any size and shape.
    """

    def __init__(self, window: Window) -> None:
        adapter = window.adapter
        # No picture may lose rows when another adapter takes this one's place.
        width, height = adapter.size if adapter.size[1] >= HEIGHT else adapter.square
        if window.stretch:
            width, height = adapter.monitor
        self._scale = window.scale or 1
        self.size = (width * self._scale, height * self._scale)
        self._shape = (width, height)
        self._shown = (0, self.size[1])
        """The first row of the surface with a piece of the picture, and how many rows have one."""
        self._rows: dict[tuple[int, int], list[int]] = {}
        self._wide = bytearray()
        self.desk: DeskWindow | None = None
        """The window, where more can be done with it than Pyxel does."""

    @cached_property
    def _screen(self) -> Image:
        # Each time Pyxel is asked it gives another object for it.
        return pyxel.screen

    @property
    def _tube(self) -> Tube | None:
        return None if self.desk is None else self.desk.tube

    def show(self, picture: str) -> None:
        """Show even strokes, crisp ones or a tube from now on, where there is a choice."""
        if self._tube is not None:
            pyxel.screen_mode(self._tube.mode(picture))

    def reshape(self, aspect: str, adapter: type[Video]) -> bool:
        """Show pictures of this adapter in this shape from now on; return whether it is another one."""
        width, height = adapter.square if aspect == "square" else adapter.monitor
        if width * self._shape[1] == height * self._shape[0]:
            return False
        self._shape = (width, height)
        if self.desk is not None and self.desk.tube is not None:
            self.desk.shape = self._shape
            return True
        rows = self.size[1] if aspect == "4:3" else height * self._scale
        self._shown = ((self.size[1] - rows) // 2, rows)
        surface = memory(self._screen)
        surface[:] = bytes(len(surface))
        return True

    def present(self, picture: Image, fresh: bool = True) -> None:
        """Show a picture on the surface; one that is not `fresh` is there already, but the window may have another size."""
        width, height = picture.width, picture.height
        source, surface = memory(picture), memory(self._screen)
        if self.desk is not None and self.desk.tube is not None:
            if fresh:
                surface[: len(source)] = source
            self.desk.follow(width, height)
            return
        if not fresh:
            return
        if self.size == (width, height):
            surface[:] = source
            return
        surface_width = self.size[0]
        if surface_width % width:
            source, width = _in_other_cells(source, width)
        if surface_width > width:
            pixels = bytes(source)
            if len(self._wide) != surface_width * height:
                self._wide = bytearray(surface_width * height)
            step = surface_width // width
            for offset in range(step):
                self._wide[offset::step] = pixels
            source = memoryview(self._wide)
        top, shown = self._shown
        if (height, shown) not in self._rows:
            self._rows[height, shown] = [y * height // shown for y in range(shown)]
        start = top * surface_width
        for row in self._rows[height, shown]:
            surface[start : start + surface_width] = source[row * surface_width : (row + 1) * surface_width]
            start += surface_width

    def place(self, x: int, y: int) -> tuple[int, int]:
        """Return where on the programs' 640x350 a pixel of the surface lies."""
        if self.desk is not None and self.desk.tube is not None:
            across, down = self.desk.place(x, y)
            return int(across * WIDTH // 1), int(down * HEIGHT // 1)
        top, shown = self._shown
        return x * WIDTH // self.size[0], (y - top) * HEIGHT // shown

    def held_mouse(self) -> tuple[int, int] | None:
        """Return the pixel of the surface that the mouse is at while a button is held, where Pyxel does not know it."""
        return None if self.desk is None else self.desk.held_mouse()


def _in_other_cells(source: memoryview, width: int) -> tuple[memoryview, int]:
    """Return a picture with cells of 9 columns in cells of 8, or the other way round, and its new width.

    The surface has one size for the whole run, but the adapter in it may change. A ninth column repeats the eighth.
    """
    of = bytes(source)
    if width > WIDTH:
        pixels = bytearray(of)
        del pixels[8::9]
        return memoryview(pixels), width * 8 // 9
    if width < WIDTH:
        pixels = bytearray(2 * len(of))
        pixels[::2] = pixels[1::2] = of
        of, width = bytes(pixels), 2 * width
    pixels = bytearray(len(of) * 9 // 8)
    for column in range(9):
        pixels[column::9] = of[min(column, 7) :: 8]
    return memoryview(pixels), width * 9 // 8


TICKS = 4
"""For how many pictures what has gone out is still seen.

Original: the MDA's monitor had a P39 phosphor, which fades within some tenths of a second.  Here: four ticks at half light.
"""


class Phosphor:
    """Shows pictures one after another, a tick each, with the afterglow of those before them.

    Only rows of cells that have changed are looked at again: most pictures are as the last one was.
    """

    def __init__(self) -> None:
        self._last = b""
        self._fading: deque[tuple[int, int, Image]] = deque()
        """The tick at which it ends, its first row of pixels, and a row of cells as it was."""
        self._tick = 0

    def fades(self) -> bool:
        """Return whether the next picture is another one by itself."""
        return bool(self._fading)

    def shown(self, picture: Image) -> Image:
        """Return the picture as it is seen: dots that were lit within `TICKS` pictures and are dark now are `HALF`."""
        self._tick += 1
        fading, width = self._fading, picture.width
        while fading and fading[0][0] <= self._tick:
            fading.popleft()
        now = bytes(memory(picture))
        if len(now) == len(self._last) and now != self._last:
            size = width * CELL_HEIGHT
            for start in range(0, len(now), size):
                was = self._last[start : start + size]
                if was != now[start : start + size]:
                    row = Image(width, CELL_HEIGHT)
                    memory(row)[:] = was.translate(_HALVED)
                    fading.append((self._tick + TICKS, start // width, row))
        self._last = now
        if not fading:
            return picture
        seen = Image(width, picture.height)
        memory(seen)[:] = now
        rows = {top for _, top, _ in fading}
        for _, top, row in fading:
            seen.blt(0, top, row, 0, 0, width, CELL_HEIGHT, 0)
        for top in rows:
            seen.blt(0, top, picture, 0, top, width, CELL_HEIGHT, 0)
        return seen


_HALVED = bytes(HALF if colour & 7 else 0 for colour in range(256))


class Window(NamedTuple):
    """How the picture is shown: its title, aspect, whole scale (None: as large as fits) and whether full screen.

    `aspect` is `4:3`, as a monitor showed the picture, or `square`, with square pixels. `picture` says how strokes are
    shown where the scale is not whole: `even`, all of the same weight, or `crisp`, each as sharp as it goes; or `tube`,
    with the lines and the glow of a monitor.
    `adapter` says what its monitor is like; without `stretch` the surface is no larger than its largest picture.
    `size` is the one that the player gave the window, where no scale is asked for.
    `icon` has rows of 24-bit colours, at most 16 of them; without one the window has Pyxel's.
    """

    title: str
    aspect: str = "4:3"
    scale: int | None = None
    fullscreen: bool = False
    headless: bool = False
    silent: bool = False
    stretch: bool = True
    adapter: type[Video] = Video
    size: tuple[int, int] | None = None
    picture: str = "even"
    icon: Sequence[Sequence[int]] = ()
