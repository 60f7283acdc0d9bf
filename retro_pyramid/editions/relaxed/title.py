"""The title picture: a tomb lit by two torches, its painted wall, and a stone door with a crack of light."""

from collections.abc import Callable, Mapping
from functools import partial

from retro_pyramid.machine.video import Video
from retro_pyramid.scenes.easing import Point, eased
from retro_pyramid.scenes.scene import Sprite, scene
from retro_pyramid.scenes.sprites import Cut, places
from retro_pyramid.scenes.title import Title

CRACK = (318, 104, 4, 188)
"""Where light falls through between the leaves: column, row, width, height."""
TORCHES = ((162, 148), (478, 148))
"""The middle of the foot of each flame: column, row."""

REGISTERS = (0, 24, 32, 3, 4, 48, 20, 46, 28, 36, 54, 38, 52, 12, 62, 63)
"""The palette; the light decides what the two registers of `GLOW` show, here they only tell the torches apart."""
GLOW = (9, 13)
"""The registers of the ring of light round each torch."""
_GLOWS = (32, 4, 20)
"""What a ring shows while its flame is low, as usual, high: the circle of light shrinks and grows by it."""

_FLICKER = "1111211101112211110112111", "11211110112111022111101111211"
_FLICKER_TICKS = 6
"""How bright each torch is, step by step: 0 low, 1 as usual, 2 high."""

FLAME = (39, 66)
LICKS, LICK_TICKS = 7, 5
"""A flame's width and height in pixels; how many pictures there are of it, and for how many ticks each is seen."""

LIT, OPENING = (12, 24), 80
"""The ticks at which the torches are lit, and until which the crack of light has grown in eight steps."""

_TWINKLE = ((15, 2), (14, 1), None, (11, 1), None, (14, 1), (11, 1), None)
"""What becomes of a mote in the light: its colour and how high it is; None while it is not seen."""


def _flicker(torch: int, now: int) -> int:
    return int(_FLICKER[torch][now // _FLICKER_TICKS % len(_FLICKER[torch])])


def _light(now: int) -> Mapping[int, int]:
    return {register: _GLOWS[_flicker(torch, now)] for torch, register in enumerate(GLOW)}


def dust(beam: Cut, wide: int, begin: int, video: Video, down: int, now: int) -> None:
    """Draw the dust in a beam of light, so many times as `wide` as round the crack, from a tick on.

    Of each mote is known how far from the middle it is, how far it has risen at first, 32nds of a row a tick.
    """
    x, y, width, height = beam
    for at, (aside, begun, pace) in enumerate(places("relaxed_motes")):
        glint = _TWINKLE[(now // 9 + 3 * at) % len(_TWINKLE)]
        if glint is not None and now >= begin:
            risen = (begun + now * pace // 32) % height
            sway = (now // 20 + at) % 6
            place = x + width // 2 + wide * aside + min(sway, 6 - sway), y + height - 1 - risen + down
            video.page.rect(*place, min(1 + abs(wide), 3), glint[1], glint[0])


Share = Callable[[int], float]
"""How much of its height a flame has so many ticks after it was lit."""


def kindles(now: int) -> float:
    """Return how much of its height a flame has, so many ticks after it was lit."""
    return 0.4 + 0.6 * eased(now, 60)


def flame(torch: int, at: Point, begin: int = 0, share: Share = kindles) -> Sprite:
    """Return a torch's flame: the middle of its foot, from when on it burns, how much of its height it has then."""
    wide, high = FLAME

    def tall(now: int) -> int:
        return round(high * share(now - begin))

    return Sprite(
        "flame",
        lambda now: (at[0] - wide // 2, at[1] + 2 - tall(now)),
        lambda now: (now // LICK_TICKS + 3 * torch) % LICKS,
        begin=begin,
        seen=lambda now: (0, 0, wide, tall(now)),
    )


def _walked(now: int) -> int:
    """Return how many columns the scarab has come out of the dark with its sun."""
    return (now - 150) * 3 // 4


_DUST = partial(dust, CRACK, 1, OPENING)
_SCARAB = Sprite(
    (0, 66, 40, 11), lambda now: (_walked(now) - 40, 311), lambda now: _walked(now) // 4 % 2, begin=150
)


_FLAMES = map(flame, range(2), TORCHES, LIT)
_DARK = partial(Sprite, order=range(2), step=LIT[0], end=LIT[1])
_SHUT = partial(Sprite, order=(*(0,) * 8, *range(8)), step=OPENING // 16, end=OPENING)
"""What hides the tomb at first, and then all but the light of one torch; and the crack as it grows."""

# The tomb, the wall round each torch in its light, dust, the scarab with its sun, the flames.
_CELLS = scene(
    "relaxed",
    Sprite((0, 0, 80, 25)),
    Sprite((0, 25, 21, 13), (19, 6), partial(_flicker, 0)),
    Sprite((0, 38, 21, 13), (40, 6), partial(_flicker, 1)),
    Sprite((0, 51, 18, 12), (31, 8), range(24), step=11),
    Sprite((0, 123, 4, 1), lambda now: (now // 10 - 19, 22), range(2), step=10, begin=150, end=990),
    Sprite((0, 124, 5, 4), (19, 8), range(4), step=6),
    Sprite((0, 124, 5, 4), (56, 8), (2, 3, 0, 1), step=6),
    _SHUT((0, 178, 20, 16), (30, 8)),
    _DARK((0, 128, 80, 25)),
)
_TEXT_PALETTE = (*REGISTERS[:8], 56, *REGISTERS[9:13], 28, *REGISTERS[14:])
TITLE = Title(
    "relaxed",
    REGISTERS,
    (_CELLS, _CELLS._replace(down=2)),
    light=_light,
    live=scene("relaxed", _DUST, _SCARAB, *_FLAMES, _SHUT("shut", (210, 100)), _DARK("unlit")),
    opening=OPENING,
    rest=OPENING,
    palette=_TEXT_PALETTE,
)
