"""The desert at dusk, the magazine's title picture: what lives in it, its cards, its characters, in a program's colours."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from retro_pyramid.cards import Card
from retro_pyramid.machine.video import COLUMNS, Mode, Video
from retro_pyramid.rules import parse_position
from retro_pyramid.screens.caravan import pass_by, walk
from retro_pyramid.screens.parts.characters import Characters
from retro_pyramid.screens.parts.felt import Pictures
from retro_pyramid.screens.parts.motion import Point
from retro_pyramid.screens.parts.title import Title

_SKY = (
    *((" ", 0x10),) * 3,
    *(("░", 0x15),) * 3,
    *(("▒", 0x15),) * 3,
    *(("▓", 0x15),) * 2,
    *(("░", 0x54),) * 2,
    *(("▒", 0x54),) * 2,
    *(("▓", 0x54),) * 2,
    *(("░", 0x46),) * 2,
    *(("▒", 0x46),) * 1,
    *(("▒", 0x60),) * 1,
    *((" ", 0x60),) * 3,
    *(("░", 0x60),) * 1,
)
_GROUND = 21
_STARS = (
    *((2, 1), (14, 0), (25, 0), (37, 0), (49, 0), (56, 0), (65, 2), (74, 0), (77, 2)),
    *((7, 3), (20, 4), (33, 3), (49, 5), (61, 3), (72, 4), (13, 6), (66, 7), (42, 6), (27, 5), (55, 4)),
)


# The name in blocks: a letter is 8 cells wide and 6 high, lit from above.
_LETTERS = {
    "P": "#######.|##...###|##...###|#######.|##......|##......",
    "Y": "##....##|###..###|.######.|...##...|...##...|...##...",
    "R": "#######.|##...###|##...###|######..|##..###.|##...###",
    "A": "..####..|.######.|##....##|########|##....##|##....##",
    "M": "##....##|###..###|########|##.##.##|##....##|##....##",
    "I": "..####..|...##...|...##...|...##...|...##...|..####..",
    "D": "######..|##..###.|##...###|##...###|##..###.|######..",
}
_NAME = "PYRAMID"
_LIGHT = (15, 14, 14, 14, 6, 6)

# Ten cards that show the deck off: courts and aces of all suits, by card number.
_CARDS = (50, 38, 24, 12, 36, 49, 0, 13, 26, 39)
_DOWN: dict[Mode, int] = {"graphics": 142, "text": 112}


_SECOND = 60
"""Ticks."""

# What registers become from a second on: shadows turn violet, the sky above black, the red of the west indigo.  The
# colours of the sand and the sun stay, and those that cards and boxes need.
_DUSK = {
    3: ((26, 33), (32, 1)),
    5: ((19, 5), (36, 33)),
    6: ((14, 28),),
    10: ((10, 0),),
    13: ((5, 40), (40, 8)),
}

# The stars of the early evening, in columns and rows of the picture; then those that come out later.
_BRIGHT = (
    *((261, 5), (366, 5), (104, 7), (203, 8), (421, 8), (548, 9), (604, 12), (73, 14), (47, 31), (627, 41)),
    *((590, 58), (30, 66), (616, 83), (64, 88), (120, 100), (540, 104), (16, 11), (575, 28)),
)
_DIM = (
    *((470, 5), (152, 6), (318, 8), (632, 22), (88, 27), (22, 44), (569, 46), (56, 52), (84, 72), (556, 76)),
    *((588, 96), (392, 104), (12, 105), (452, 106), (624, 112)),
)
_LATE = (
    *(
        (612, 68),
        (8, 24),
        (38, 12),
        (70, 44),
        (582, 10),
        (300, 96),
        (560, 60),
        (14, 84),
        (496, 94),
        (340, 110),
    ),
    *((76, 110), (248, 100), (618, 30), (596, 120), (42, 96), (428, 122), (560, 116), (290, 122), (28, 120)),
)
_CROSSES = (16, 575)
"""Columns of the two stars that have rays."""
_FIRST_LATE, _EACH_LATE = 8 * _SECOND, 90
_FALLING, _EVERY_FALL = 24 * _SECOND, 47 * _SECOND
"""When the first star falls, and after how long the next one."""

# Birds: where each is in the beginning, and whether it is a large one; how far their wings are lifted by time.
_BIRDS = ((126, 103, True), (93, 114, False), (127, 119, False), (65, 124, False))
_WINGS = (-1, -3, -1, 2, 3, 1, -1, -3, -1, 2, *(1,) * 9)
_BIRD_STEP, _BIRD_WAY = 7, 700


def desert(registers: tuple[int, ...], light: Callable[[int], Mapping[int, int]] = lambda _: {}) -> Title:
    """Return the desert in the colours of 16 palette registers, of which `light` changes some by the tick."""
    return Title("odm", registers, _cells, light=light, live=_live, cards=_cards)


def dusk(now: int) -> Mapping[int, int]:
    """Return the registers that are another colour at a tick: dusk deepens for 40 seconds, and stays."""
    return {
        register: value
        for register, steps in _DUSK.items()
        for second, value in steps
        if second * _SECOND <= now
    }


def _live(page: Any, down: int, now: int) -> None:
    """Draw the stars, the birds and the caravan."""
    _stars(page, down, now)
    for number, (x, y, large) in enumerate(_BIRDS):
        x = (x + now // _BIRD_STEP + 30) % _BIRD_WAY - 30
        y += down - abs((now // 24 + 9 * number) % 16 - 8) // 2
        _bird(page, x, y, _WINGS[(now // 6 + 5 * number) % len(_WINGS)], 9 if large else 6)
    walk(page, down, now)


def _stars(page: Any, down: int, now: int) -> None:
    out = max(0, (now - _FIRST_LATE) // _EACH_LATE + 1)
    for number, (x, y) in enumerate(_BRIGHT + _DIM + _LATE[:out]):
        twinkle = (now // 7 + 11 * number) % 41
        bright = (number < len(_BRIGHT)) == (twinkle > 1)
        if twinkle == 0:
            continue
        page.rect(x, y + down, 1, 1, 15 if bright else 9)
        if x in _CROSSES and number < len(_BRIGHT):
            ray = 2 if twinkle % 20 < 16 else 1
            page.rect(x - ray, y + down, 2 * ray + 1, 1, 9)
            page.rect(x, y - ray + down, 1, 2 * ray + 1, 9)
            page.rect(x - 1, y + down, 3, 1, 7)
            page.rect(x, y - 1 + down, 1, 3, 7)
            page.rect(x, y + down, 1, 1, 15)
    fallen = (now - _FALLING) % _EVERY_FALL
    if now >= _FALLING and fallen < 24:
        x, y = 556 - 5 * fallen, 92 + fallen + down
        page.line(x + 14, y - 3, x + 7, y - 1, 9)
        page.line(x + 6, y - 1, x, y, 15)


def _bird(page: Any, x: int, y: int, lift: int, span: int) -> None:
    """Draw a bird: two bent wings and a body; `lift` is how many rows the wings' tips are lower."""
    for side in (-1, 1):
        bend, tip = x + side * span // 2, x + side * span
        page.line(x, y, bend, y - 2 + lift // 2, 0)
        page.line(bend, y - 2 + lift // 2, tip, y - 2 + lift, 0)
        page.line(x, y + 1, bend, y - 1 + lift // 2, 0)
    page.rect(x - 1, y, 3, 2, 0)
    page.rect(x, y + 2, 1, 1, 0)


def _cards(mode: Mode) -> Sequence[tuple[Card, Point]]:
    slots = (Characters if mode == "text" else Pictures).slots
    places = [(x, y + _DOWN[mode] - slots[0][1]) for x, y in slots[: parse_position("51")]]
    return list(zip(_CARDS, places, strict=True))


def _cells(video: Video, now: int, behind: bool) -> None:
    """Draw a dusk of shaded characters with its stars, two pyramids, the caravan, and the name."""
    for row, (char, attribute) in enumerate(_SKY):
        if video.mono:
            # Without colours the bands of dusk would hide the pyramids, and sand without grains would be sky.
            char, attribute = ("░", attribute) if row >= _GROUND else (" ", 0x07)
        video.write(0, row, char * COLUMNS, attribute)
    for number, (column, row) in enumerate(_STARS):
        # Not in the shaded rows: the star's cell would be a hole in them.
        if video.mono or _SKY[row][0] == " ":
            twinkle = (now // 12 + 5 * number + 1) % 19
            video.write(column, row, "+" if twinkle == 9 else "·" if twinkle else " ", 0x1F)
    lit, sun = ("█", 0x06) if video.mono else ("░", 0x6E)
    for middle, top, bottom in ((12, 14, 21), (68, 11, 21)):
        for row in range(top, bottom):
            half = (row - top) * 2 + 1
            video.write(middle - half, row, lit * half, sun)
            video.write(middle, row, "▒" * half, 0x60)
    pass_by(video, _GROUND, now)
    _name(video, 3 if behind else 1)


def _name(video: Video, top: int) -> None:
    """Write the program's name in block letters with a black shadow to the lower right."""
    left = (COLUMNS - 10 * len(_NAME) + 2) // 2
    for shadow in (True, False):
        for index, letter in enumerate(_NAME):
            for row, line in enumerate(_LETTERS[letter].split("|")):
                for column, mark in enumerate(line):
                    if mark == "#":
                        x = left + 10 * index + column + shadow
                        video.write(x, top + row + shadow, "█", 0x00 if shadow else _LIGHT[row])
