"""The slow phosphor of a monochrome screen: what has gone out is seen at half its light for a moment."""

from collections import deque

from retro_pyramid.machine.adapters.mda import HALF
from retro_pyramid.machine.video import CELL_HEIGHT, Image, memory

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
