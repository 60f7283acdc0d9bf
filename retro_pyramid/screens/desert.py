"""The desert at dusk, the magazine's title picture: its cards and its characters, in the colours a program gives it."""

from collections.abc import Sequence

from retro_pyramid.cards import Card
from retro_pyramid.machine.video import COLUMNS, Mode, Video
from retro_pyramid.rules import parse_position
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
    *(("░", 0x60),) * 4,
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


def desert(registers: tuple[int, ...]) -> Title:
    """Return the desert in the colours of 16 palette registers."""
    return Title("odm", registers, _cells, cards=_cards)


def _cards(mode: Mode) -> Sequence[tuple[Card, Point]]:
    slots = (Characters if mode == "text" else Pictures).slots
    places = [(x, y + _DOWN[mode] - slots[0][1]) for x, y in slots[: parse_position("51")]]
    return list(zip(_CARDS, places, strict=True))


def _cells(video: Video, _: int, behind: bool) -> None:
    """Draw a dusk of shaded characters, two pyramids, and the name."""
    for row, (char, attribute) in enumerate(_SKY):
        # Without colours the bands of dusk would hide the pyramids.
        bare = video.mono and row < _GROUND
        video.write(0, row, (" " if bare else char) * COLUMNS, 0x07 if bare else attribute)
    for column, row in _STARS:
        # Not in the shaded rows: the star's cell would be a hole in them.
        if video.mono or _SKY[row][0] == " ":
            video.write(column, row, "·", 0x1F)
    for middle, top, bottom in ((12, 14, 21), (68, 11, 21)):
        for row in range(top, bottom):
            half = (row - top) * 2 + 1
            video.write(middle - half, row, "█" * half, 0x06)
            video.write(middle, row, "▒" * half, 0x60)
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
