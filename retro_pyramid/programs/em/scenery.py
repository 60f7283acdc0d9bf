"""What EM's celebrations are made of: blocks with sides, as those of the banner's name, and the night behind them."""

from retro_pyramid.machine.video import CLEAR, WIDTH, Image, image_from_pixels

SIDE = 4
"""How far a block's side reaches to the left of its face; it reaches three quarters of that below it."""
_DROP = 3


def block_size(wide: int, high: int) -> tuple[int, int]:
    """Return width and height of a block's picture by those of its face, in pixels."""
    return wide + SIDE, high + _DROP


def block(wide: int, high: int, face: int, shade: int, side: int) -> Image:
    """Return a block in these colours, lit from the upper left, its side running down to the left."""
    across, down = block_size(wide, high)
    image = image_from_pixels(across, down, bytes([CLEAR]) * (across * down))
    for inset in range(SIDE, 0, -1):
        image.rect(SIDE - inset, min(inset, _DROP), wide - 1, high - 1, side)
    image.rect(SIDE, 0, wide, high, 0)
    image.rect(SIDE, 0, wide - 1, high - 1, shade)
    image.rect(SIDE, 0, wide - 2, high - 2, face)
    image.rect(SIDE, 0, wide - 2, 2, 15)
    image.rect(SIDE, 0, 2, high - 2, 15)
    return image


def night(high: int) -> Image:
    """Return a night so many pixels high: stars, and a glow from below."""
    image = image_from_pixels(WIDTH, high, bytes(WIDTH * high))
    for above, share in ((83, 0.25), (47, 0.5), (15, 0.75)):
        image.dither(share)
        image.rect(0, high - above, WIDTH, above, 1)
    image.dither(1)
    for at in range(70):
        image.pset(at * 211 % WIDTH, 15 + at * at * 37 % 220, (8, 7, 1, 15)[at % 4])
    return image
