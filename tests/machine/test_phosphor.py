"""The monochrome screen's afterglow: what goes out is seen at half its light for four ticks, and never longer."""

import pytest

from retro_pyramid.machine.adapters.mda import AFTERGLOW_COLOUR
from retro_pyramid.machine.presenter import Phosphor
from retro_pyramid.machine.video import CELL_HEIGHT, image_from_pixels, pixel_buffer

WIDTH = 9
ROW = WIDTH * CELL_HEIGHT


@pytest.mark.parametrize(
    ("lit", "expected"),
    [
        ("#.......", "#hhhh..."),
        ("##.#....", "##h#hhhh"),
        ("#.#.#.#.", "#h#h#h#h"),
        ("........", "........"),
        (".#.....#", ".#hhhh.#"),
    ],
)
def test_what_goes_out_glows_for_four_ticks(lit: str, expected: str) -> None:
    phosphor = Phosphor()
    for now, sign in zip(lit, expected, strict=True):
        # The upper row of cells changes; in the lower one a bright dot stays, beside one that was never lit.
        pixels = bytes([7 if now == "#" else 0] * ROW) + b"\x0f\x00" * (ROW // 2) + b"\x0f" * (ROW % 2)
        picture = image_from_pixels(WIDTH, 2 * CELL_HEIGHT, pixels)
        seen = phosphor.add_afterglow(picture)
        shown = bytes(pixel_buffer(seen))
        assert shown[:ROW] == bytes([{"#": 7, "h": AFTERGLOW_COLOUR, ".": 0}[sign]] * ROW)
        assert shown[ROW:] == pixels[ROW:]
