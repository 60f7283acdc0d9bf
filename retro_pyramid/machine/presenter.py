"""Presentation of the adapter's picture on Pyxel's window surface, and the afterglow of a monochrome screen."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import pyxel

from retro_pyramid.machine.adapters.mda import AFTERGLOW_COLOUR
from retro_pyramid.machine.video import CELL_HEIGHT, HEIGHT, WIDTH, DisplayAdapter, Image, pixel_buffer

if TYPE_CHECKING:
    from retro_pyramid.machine.window.crt_shader import CrtShader
    from retro_pyramid.machine.window.desktop_window import DesktopWindow


class Presenter:
    """Scales the adapter's picture to the window's surface: rows repeated evenly, columns a whole number of times.

    The surface has the same size for the whole run. It is 4:3, so a picture with square pixels leaves a margin above and
    below. If the window has a CRT shader, the surface only stores the picture, and the shader scales it to any size and
    shape.
    """

    def __init__(self, options: WindowOptions) -> None:
        adapter = options.adapter_type
        # Pictures must not lose rows when the adapter is changed later.
        width, height = (
            adapter.max_picture_size if adapter.max_picture_size[1] >= HEIGHT else adapter.square_pixel_size
        )
        if options.fits_monitor_shape:
            width, height = adapter.monitor_size
        self._scale = options.scale or 1
        self.surface_size = (width * self._scale, height * self._scale)
        self._shape = (width, height)
        self._row_span = (0, self.surface_size[1])
        """First row of the surface that shows the picture, and the number of such rows."""
        self._source_rows: dict[tuple[int, int], list[int]] = {}
        self._widened = bytearray()
        self.desktop_window: DesktopWindow | None = None
        """The desktop window, if it can be controlled beyond what Pyxel offers."""

    @cached_property
    def _screen(self) -> Image:
        # Cached: Pyxel returns a new object on each access.
        return pyxel.screen

    @property
    def _crt_shader(self) -> CrtShader | None:
        return None if self.desktop_window is None else self.desktop_window.crt_shader

    def set_picture_style(self, style: str) -> None:
        """Select the picture style `even`, `crisp` or `tube`. No effect without a CRT shader."""
        if self._crt_shader is not None:
            pyxel.screen_mode(self._crt_shader.screen_mode_for(style))

    def set_aspect(self, aspect: str, adapter_type: type[DisplayAdapter]) -> bool:
        """Set the picture's shape to `4:3` or `square` for an adapter type. Return whether the shape has changed."""
        width, height = adapter_type.square_pixel_size if aspect == "square" else adapter_type.monitor_size
        if width * self._shape[1] == height * self._shape[0]:
            return False
        self._shape = (width, height)
        if self.desktop_window is not None and self.desktop_window.crt_shader is not None:
            self.desktop_window.picture_shape = self._shape
            return True
        rows = self.surface_size[1] if aspect == "4:3" else height * self._scale
        self._row_span = ((self.surface_size[1] - rows) // 2, rows)
        surface = pixel_buffer(self._screen)
        surface[:] = bytes(len(surface))
        return True

    def present(self, picture: Image, was_redrawn: bool = True) -> None:
        """Show a picture on the surface. If it was not redrawn, only a changed window size is handled."""
        width, height = picture.width, picture.height
        source, surface = pixel_buffer(picture), pixel_buffer(self._screen)
        if self.desktop_window is not None and self.desktop_window.crt_shader is not None:
            if was_redrawn:
                surface[: len(source)] = source
            self.desktop_window.set_picture_size(width, height)
            return
        if not was_redrawn:
            return
        if self.surface_size == (width, height):
            surface[:] = source
            return
        surface_width = self.surface_size[0]
        if surface_width % width:
            source, width = _convert_cell_width(source, width)
        if surface_width > width:
            pixels = bytes(source)
            if len(self._widened) != surface_width * height:
                self._widened = bytearray(surface_width * height)
            step = surface_width // width
            for offset in range(step):
                self._widened[offset::step] = pixels
            source = memoryview(self._widened)
        top, row_count = self._row_span
        if (height, row_count) not in self._source_rows:
            self._source_rows[height, row_count] = [y * height // row_count for y in range(row_count)]
        start = top * surface_width
        for row in self._source_rows[height, row_count]:
            surface[start : start + surface_width] = source[row * surface_width : (row + 1) * surface_width]
            start += surface_width

    def surface_to_picture(self, x: int, y: int) -> tuple[int, int]:
        """Convert a pixel of the surface to picture coordinates (640x350), which may be outside the picture."""
        if self.desktop_window is not None and self.desktop_window.crt_shader is not None:
            x_fraction, y_fraction = self.desktop_window.surface_to_picture_fraction(x, y)
            return int(x_fraction * WIDTH // 1), int(y_fraction * HEIGHT // 1)
        top, row_count = self._row_span
        return x * WIDTH // self.surface_size[0], (y - top) * HEIGHT // row_count

    def captured_mouse_pos(self) -> tuple[int, int] | None:
        """Return the surface pixel at the mouse while a button is held, or None if Pyxel's position is to be used."""
        return None if self.desktop_window is None else self.desktop_window.captured_mouse_pos()


def _convert_cell_width(source: memoryview, width: int) -> tuple[memoryview, int]:
    """Convert a picture from cells of 9 pixel columns to 8, or from 8 to 9. Return the pixels and the new width.

    The surface has the same size for the whole run, but the adapter may change. A ninth column repeats the eighth.
    """
    source_pixels = bytes(source)
    if width > WIDTH:
        pixels = bytearray(source_pixels)
        del pixels[8::9]
        return memoryview(pixels), width * 8 // 9
    if width < WIDTH:
        pixels = bytearray(2 * len(source_pixels))
        pixels[::2] = pixels[1::2] = source_pixels
        source_pixels, width = bytes(pixels), 2 * width
    pixels = bytearray(len(source_pixels) * 9 // 8)
    for column in range(9):
        pixels[column::9] = source_pixels[min(column, 7) :: 8]
    return memoryview(pixels), width * 9 // 8


AFTERGLOW_TICKS = 4
"""Number of pictures during which a dot that has gone dark is still visible.

Original: the MDA's monitor had a P39 phosphor, which fades within some tenths of a second. Here: four ticks at half light.
"""


class Phosphor:
    """Adds the afterglow of the preceding pictures to a sequence of pictures, one per tick.

    Only rows of cells that have changed are processed, because most pictures equal the preceding one.
    """

    def __init__(self) -> None:
        self._last = b""
        self._fading: deque[tuple[int, int, Image]] = deque()
        """Tick at which the afterglow ends, first row of pixels, and the former row of cells at half light."""
        self._tick = 0

    def is_fading(self) -> bool:
        """Return whether the next picture changes because an afterglow is in progress."""
        return bool(self._fading)

    def add_afterglow(self, picture: Image) -> Image:
        """Return the picture with afterglow: dark dots lit within AFTERGLOW_TICKS pictures are AFTERGLOW_COLOUR."""
        self._tick += 1
        fading, width = self._fading, picture.width
        while fading and fading[0][0] <= self._tick:
            fading.popleft()
        pixels = bytes(pixel_buffer(picture))
        if len(pixels) == len(self._last) and pixels != self._last:
            row_size = width * CELL_HEIGHT
            for start in range(0, len(pixels), row_size):
                last_row = self._last[start : start + row_size]
                if last_row != pixels[start : start + row_size]:
                    row = Image(width, CELL_HEIGHT)
                    pixel_buffer(row)[:] = last_row.translate(_HALF_LIGHT)
                    fading.append((self._tick + AFTERGLOW_TICKS, start // width, row))
        self._last = pixels
        if not fading:
            return picture
        result = Image(width, picture.height)
        pixel_buffer(result)[:] = pixels
        tops = {top for _, top, _ in fading}
        for _, top, row in fading:
            result.blt(0, top, row, 0, 0, width, CELL_HEIGHT, 0)
        for top in tops:
            result.blt(0, top, picture, 0, top, width, CELL_HEIGHT, 0)
        return result


_HALF_LIGHT = bytes(AFTERGLOW_COLOUR if colour & 7 else 0 for colour in range(256))


class WindowOptions(NamedTuple):
    """Options for opening the window."""

    title: str
    """Text of the title bar."""
    aspect: str = "4:3"
    """`4:3`, the shape on an original monitor, or `square`, with square pixels."""
    scale: int | None = None
    """Whole multiple of the picture's size; None for the largest that fits."""
    is_fullscreen: bool = False
    """Whether to start in full screen."""
    is_headless: bool = False
    """Whether to initialize Pyxel without a window."""
    is_silent: bool = False
    """Whether to open no sound device."""
    fits_monitor_shape: bool = True
    """Whether the surface has the shape of the monitor; if not, it is no larger than the adapter's largest picture."""
    adapter_type: type[DisplayAdapter] = DisplayAdapter
    """Adapter type, which determines the monitor."""
    window_size: tuple[int, int] | None = None
    """Window size that the player last set, used if `scale` is None."""
    picture_style: str = "even"
    """Picture style at fractional scales.

    `even`: all strokes have the same weight; `crisp`: each stroke is as sharp as possible; `tube`: with the scan lines
    and the glow of a monitor.
    """
    icon_rows: Sequence[Sequence[int]] = ()
    """Rows of 24-bit colours, at most 16 different ones; empty for Pyxel's icon."""
