"""Solitaire Till Dawn's title picture: a desk at a window, the night that goes pale, and what moves in it."""

from functools import partial
from typing import Any

from retro_pyramid.machine.video import Video
from retro_pyramid.scenes.easing import Point
from retro_pyramid.scenes.scene import Scene, Sprite, lit, scene
from retro_pyramid.scenes.sprites import places
from retro_pyramid.scenes.title import Bar, Title

SECOND = 60
"""Ticks."""
OUT = 30 * SECOND
"""The tick at which the lamp is put out: from then on it is day."""
REST = 17 * SECOND
"""The tick that stands for all: the lamp still burns, the rim of the sky is rose."""

_UNLIT = partial(Sprite, order=range(4), step=12, end=48)
"""What hides all, then all but what the lamp's cone lights, the desk, the city."""

PALETTE = (0, 1, 33, 53, 4, 21, 20, 7, 56, 8, 15, 40, 46, 28, 62, 63)
"""The registers in text mode: 0, 1, 2, 5, 3 and 12 are the sky from night to day."""
_REGISTERS = (0, 1, 21, 53, 4, 33, 20, 7, 56, 39, 47, 8, 46, 32, 62, 63)
_FIRST_OUT, _EACH_OUT = 3 * SECOND, 36

_FIRST_FADED, _EACH_FADES, _PALE = 5 * SECOND, 46, SECOND

# The steam over the cup: where each wisp begins, and how it sways by rows.
_WISPS = ((97, 0), (106, 5), (114, 10))
_SWAY = (0, 1, 2, 3, 3, 2, 1, 0, -1, -2, -3, -3, -2, -1)
_CUP, _HIGH = 261, 24

# How far the tip of the cat's tail is lifted along the sill.
_LIFT = (*range(9), *range(8, 2, -1), *range(2, 8), *range(8, -1, -1), *(0,) * 34)
_FLOCK, _WAY = 16 * SECOND, ((0, 0), (14, 5), (26, -3))
_PANES = ((40, 206), (226, 414))


def _live(video: Video, down: int, now: int) -> None:
    page = video.page
    for x, y, width, height in places("tilldawn_title_windows")[: max(0, now - _FIRST_OUT) // _EACH_OUT]:
        page.rect(x, y + down, width, height, 0)
    _stars(page, down, now)
    if now < OUT:
        _steam(page, down, now)
    else:
        _birds(page, down, now - OUT)


def _stars(page: Any, down: int, now: int) -> None:
    # The last is the morning star.
    stars = places("tilldawn_title_stars")
    for number, (x, y) in enumerate(stars):
        left = _FIRST_FADED + number * _EACH_FADES - now
        if left <= 0 or (now // 8 + 5 * number) % 31 == 0:
            continue
        colour = 15 if left > _PALE else 2
        page.rect(x, y + down, 1, 1, colour)
        if number % 7 == 1 or number == len(stars) - 1:
            page.rect(x - 2, y + down, 5, 1, colour)
            page.rect(x, y - 1 + down, 1, 3, colour)


def _steam(page: Any, down: int, now: int) -> None:
    for x, phase in _WISPS:
        head = (now // 5 + 3 * phase) % (2 * _HIGH)
        for row in range(max(0, head - _HIGH), min(head, _HIGH), 2):
            sway = _SWAY[(row + now // 9 + phase) % len(_SWAY)] * (row + 8) // 24
            page.rect(x + sway, _CUP - row + down, 2, 2, 8 if row > _HIGH // 2 else 7)


def _birds(page: Any, down: int, now: int) -> None:
    """Three birds cross the panes, from left to right and a little upward."""
    at = now % _FLOCK // 2
    for number, (behind, lower) in enumerate(_WAY):
        x, y = at - behind, 140 + lower - at // 12 + down
        if any(left < x < right for left, right in _PANES):
            wing = (-3, -1, 1, -1)[(now // 6 + number) % 4]
            page.line(x - 5, y + wing, x, y, 0)
            page.line(x, y, x + 5, y + wing, 0)


def _hour(now: int) -> int:
    """Return the hour of the night, of a second each; 30 is the day."""
    return min(now, OUT) // SECOND


def _ear(now: int) -> Point | None:
    """Return where one of the cat's ears is that goes down for a moment."""
    return (13, 11) if now // 10 % 40 in (20, 22, 23) else None


def _cells(top: int, name: int) -> Scene:
    """Return the picture in characters: window and desk begin in a row of the file, the name in one of the screen."""
    return scene(
        "tilldawn",
        # A column of the sky for each hour; the window and the desk by night and by day; the city by the hour.
        Sprite((0, 0, 1, 16), order=_hour, wide=80),
        Sprite((0, top, 80, 25), order=lambda now: now >= OUT),
        Sprite((0, 116, 80, 7), (0, 9), _hour),
        Sprite((0, 333, 80, 7), (0, 9), _hour, over=True),
        Sprite((0, 550, 80, 6), (0, name), lambda now: _hour(now) >= 22, over=True),
        Sprite((0, 562, 3, 2), (15, 17), range(6), step=20, end=OUT),
        Sprite((0, 11, 1, 1), _ear, _hour),
        Sprite((19, 562, 1, 1), _ear, over=True),
        _UNLIT((0, 564, 80, 25)),
    )


TITLE = Title(
    "tilldawn",
    _REGISTERS,
    (_cells(16, 2), _cells(66, 3)),
    light=partial(lit, "tilldawn"),
    live=scene(
        "tilldawn", Sprite("tail", order=_LIFT, step=6), Sprite("dark", begin=OUT), _live, _UNLIT("unlit")
    ),
    opening=50,
    rest=REST,
    palette=PALETTE,
    # Below the name in its arch.
    bar={"graphics": Bar(3, 10, 6, foot=23), "text": Bar(3, 10, 9, foot=23)},
)
