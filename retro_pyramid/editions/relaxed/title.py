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
_GLOW_COLOURS = (32, 4, 20)
"""What a ring shows while its flame is low, as usual, high: the circle of light shrinks and grows by it."""

_FLICKER_LEVELS = "1111211101112211110112111", "11211110112111022111101111211"
_FLICKER_TICKS = 6
"""How bright each torch is, step by step: 0 low, 1 as usual, 2 high."""

FLAME = (39, 66)
LICKS, LICK_TICKS = 7, 5
"""A flame's width and height in pixels; how many pictures there are of it, and for how many ticks each is seen."""

LIT, OPENING = (12, 24), 80
"""The ticks at which the torches are lit, and until which the crack of light has grown in eight steps."""

_MOTE_FRAMES = ((15, 2), (14, 1), None, (11, 1), None, (14, 1), (11, 1), None)
"""What becomes of a mote in the light: its colour and how high it is; None while it is not seen."""


def _get_flicker_level(torch: int, tick: int) -> int:
    return int(_FLICKER_LEVELS[torch][tick // _FLICKER_TICKS % len(_FLICKER_LEVELS[torch])])


def _get_register_changes(tick: int) -> Mapping[int, int]:
    return {register: _GLOW_COLOURS[_get_flicker_level(torch, tick)] for torch, register in enumerate(GLOW)}


def dust(beam: Cut, wide: int, begin: int, display: Video, dy: int, tick: int) -> None:
    """Draw the dust in a beam of light, so many times as `wide` as round the crack, from a tick on.

    Of each mote is known how far from the middle it is, how far it has risen at first, 32nds of a row a tick.
    """
    x, y, width, height = beam
    for index, (offset, start_rise, speed) in enumerate(places("relaxed_motes")):
        frame = _MOTE_FRAMES[(tick // 9 + 3 * index) % len(_MOTE_FRAMES)]
        if frame is not None and tick >= begin:
            rise = (start_rise + tick * speed // 32) % height
            sway = (tick // 20 + index) % 6
            position = x + width // 2 + wide * offset + min(sway, 6 - sway), y + height - 1 - rise + dy
            display.page.rect(*position, min(1 + abs(wide), 3), frame[1], frame[0])


Share = Callable[[int], float]
"""How much of its height a flame has so many ticks after it was lit."""


def kindles(tick: int) -> float:
    """Return how much of its height a flame has, so many ticks after it was lit."""
    return 0.4 + 0.6 * eased(tick, 60)


def flame(torch: int, at: Point, begin: int = 0, share: Share = kindles) -> Sprite:
    """Return a torch's flame: the middle of its foot, from when on it burns, how much of its height it has then."""
    width, height = FLAME

    def get_height(tick: int) -> int:
        return round(height * share(tick - begin))

    return Sprite(
        "flame",
        lambda tick: (at[0] - width // 2, at[1] + 2 - get_height(tick)),
        lambda tick: (tick // LICK_TICKS + 3 * torch) % LICKS,
        begin=begin,
        seen=lambda tick: (0, 0, width, get_height(tick)),
    )


def _compute_scarab_distance(tick: int) -> int:
    """Return how many columns the scarab has come out of the dark with its sun."""
    return (tick - 150) * 3 // 4


_CRACK_DUST = partial(dust, CRACK, 1, OPENING)
_SCARAB_SPRITE = Sprite(
    (0, 66, 40, 11),
    lambda tick: (_compute_scarab_distance(tick) - 40, 311),
    lambda tick: _compute_scarab_distance(tick) // 4 % 2,
    begin=150,
)


_FLAME_SPRITES = map(flame, range(2), TORCHES, LIT)
_DARKNESS = partial(Sprite, order=range(2), step=LIT[0], end=LIT[1])
_CLOSED_DOOR = partial(Sprite, order=(*(0,) * 8, *range(8)), step=OPENING // 16, end=OPENING)
"""What hides the tomb at first, and then all but the light of one torch; and the crack as it grows."""

# The tomb, the wall round each torch in its light, dust, the scarab with its sun, the flames.
_TEXT_SCENE = scene(
    "relaxed",
    Sprite((0, 0, 80, 25)),
    Sprite((0, 25, 21, 13), (19, 6), partial(_get_flicker_level, 0)),
    Sprite((0, 38, 21, 13), (40, 6), partial(_get_flicker_level, 1)),
    Sprite((0, 51, 18, 12), (31, 8), range(24), step=11),
    Sprite((0, 123, 4, 1), lambda tick: (tick // 10 - 19, 22), range(2), step=10, begin=150, end=990),
    Sprite((0, 124, 5, 4), (19, 8), range(4), step=6),
    Sprite((0, 124, 5, 4), (56, 8), (2, 3, 0, 1), step=6),
    _CLOSED_DOOR((0, 178, 20, 16), (30, 8)),
    _DARKNESS((0, 128, 80, 25)),
)
_TEXT_PALETTE = (*REGISTERS[:8], 56, *REGISTERS[9:13], 28, *REGISTERS[14:])
TITLE = Title(
    "relaxed",
    REGISTERS,
    (_TEXT_SCENE, _TEXT_SCENE._replace(down=2)),
    light=_get_register_changes,
    live=scene(
        "relaxed",
        _CRACK_DUST,
        _SCARAB_SPRITE,
        *_FLAME_SPRITES,
        _CLOSED_DOOR("shut", (210, 100)),
        _DARKNESS("unlit"),
    ),
    opening=OPENING,
    rest=OPENING,
    palette=_TEXT_PALETTE,
)
