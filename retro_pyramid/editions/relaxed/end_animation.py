"""The finale: the tomb's door opens beat by beat, light pours out, and with it the cards that build the pyramid."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial

from retro_pyramid.cards import Card
from retro_pyramid.editions.relaxed.title import Share, dust, flame, kindles
from retro_pyramid.machine.video import WIDTH, Video
from retro_pyramid.scenes.easing import Point, eased
from retro_pyramid.scenes.end_animation import BEAT_MS, LANDINGS, LENGTH, Finale, Moment, built, on_beat
from retro_pyramid.scenes.scene import Scenes, Sprite, scene

_MIDDLE = WIDTH // 2
_LINTEL, _SILL, _GROUND = 24, 262, 322
"""The first row of the doorway, of the floor, of what lies below the table."""
_DOORWAY = 102
_LEAF, _HIGH = _MIDDLE - _DOORWAY, _SILL - _LINTEL
_OPEN, _CELLS_OPEN = _LEAF - 40, 23
"""How wide a leaf is, and how far it is pushed aside at the end, in pixels and in cells."""
_FOOT = 116
"""The row that the torches' flames stand on."""

_JERKS = (0.02, 0.04, 0.06, 0.09, 0.13, 0.17, 0.22, 0.28, 0.34, 0.41, 0.48, 0.56, 0.64, 0.73, 0.82, 0.91, 1.0)
"""How far the door is open after each push, a share of all."""
_PUSH_BEATS, _PUSH_TICKS = 2, 14

# The light, from the edge to the heart, in registers that no card of the first deck has.
_LIGHT = (3, 13, 11, 10)
_FIRE = (32, 32, 20, 52, 38, 54, 62, 63)
"""The colours of a light that grows, from that of the stone to white."""
_FLASH = 4


# The leaves, the light and what is seen between them ask for the same tick.
@lru_cache(maxsize=2)
def opened(now: int) -> float:
    """Return how far the door is open at a tick, 0 to 1: it is pushed on every second beat."""
    share = 0.0
    for push, goal in enumerate(_JERKS):
        passed = now - on_beat(_PUSH_BEATS * push)
        if passed > 0:
            share += (goal - share) * eased(passed, _PUSH_TICKS)
    return share


def _light(now: int) -> Mapping[int, int]:
    """Return the registers of the light: it grows with the door, swells on every beat, is white with the last note."""
    last = LANDINGS[-1]
    if last <= now < last + _FLASH:
        return dict.fromkeys(_LIGHT, 63)
    beat = now * 1000 // (60 * BEAT_MS)
    swells = now - on_beat(beat) < _FLASH and 0 < now < last
    level = min(3 + beat // 8, 6) + swells
    shown = {register: _FIRE[max(0, level - 3 + depth)] for depth, register in enumerate(_LIGHT)}
    return shown if level < 6 else {**shown, _LIGHT[-1]: 63}


def _cards(moment: Moment) -> list[tuple[Point, Card]]:
    (x, top), (_, foot) = moment.slots[0], moment.slots[-1]
    return built(moment._replace(pile=(x, (top + foot) // 2 + moment.size[1] // 4)))


def _aside(now: int, whole: int = _OPEN) -> int:
    """Return how far a leaf has been pushed aside, of so much in the end."""
    return round(whole * opened(now))


def _shine(video: Video, down: int, now: int) -> None:
    """Draw the light on the floor, wider with the door and to the front."""
    pushed = _aside(now)
    colours = _LIGHT if video.lit else tuple(map(_INSTEAD.__getitem__, _LIGHT))
    for row in range(0, _GROUND - _SILL, 2):
        for colour, part, spread in ((colours[0], 1.0, 2.2), (colours[1], 0.8, 1.2), (colours[2], 0.5, 0.5)):
            half = round(pushed * part + row * spread * min(1.0, pushed / 60))
            if half:
                video.page.rect(_MIDDLE - half, _SILL + row + down, 2 * half, 2, colour)


def _dust(video: Video, down: int, now: int) -> None:
    """Let dust drift in the light once all is over, in colours that are seen before it."""
    for colour, instead in ((14, 6), (11, 15)):
        video.page.pal(colour, instead)
    for wide in (3, -4, 5, -6, 4):
        dust((_MIDDLE, _LINTEL, wide, _GROUND - _LINTEL - 9 * wide), wide, LENGTH, video, down, now)
    video.page.pal()


def _torch(side: int, share: Share = kindles, holder: str = "stand") -> tuple[Sprite, Sprite]:
    left = side * (WIDTH - 72)
    burning = flame(side, (left + 36, _FOOT), share=share)
    return Sprite(holder, (left, 0)), burning._replace(pal={10: 14, 11: 14, 12: 6})


_INSTEAD = {3: 12, 13: 12, 11: 14, 10: 15}
"""What stands for the colours of the light where registers cannot change."""
_OF_LIGHT = partial(Sprite, few=_INSTEAD)
_PIXELS = scene(
    "relaxed",
    _OF_LIGHT(
        "beyond",
        lambda now: (_MIDDLE - _aside(now), _LINTEL),
        seen=lambda now: (_LEAF - _aside(now), 0, 2 * _aside(now), _HIGH),
    ),
    _OF_LIGHT("leaf", (_DOORWAY, _LINTEL), seen=lambda now: (_aside(now), 0, _LEAF - _aside(now), _HIGH)),
    _OF_LIGHT(
        "leaf",
        lambda now: (_MIDDLE + _aside(now), _LINTEL),
        seen=lambda now: (0, 0, _LEAF - _aside(now), _HIGH),
        flip=True,
    ),
    _OF_LIGHT("wall"),
    _OF_LIGHT("wall", (WIDTH - _DOORWAY, 0), flip=True),
    _OF_LIGHT("lintel"),
    _OF_LIGHT("floor", (0, _SILL)),
    _shine,
    _dust,
    *_torch(0),
    *_torch(1),
)


def _mote(mote: int) -> Sprite:
    """Return one of the motes in characters: they rise in the light once all is over."""

    def place(now: int) -> Point:
        return 17 + mote * 19 % 46, 21 - (now // (18 + mote % 5) + 7 * mote) % 20

    return Sprite((24, 199, 1, 1), place, range(2), step=20 + mote, begin=LENGTH, over=True)


_CELLS = scene(
    "relaxed_finale",
    # What is behind the door, its leaves, the wall round it, the light on the floor, the flames.
    Sprite((0, 23, 56, 16), (12, 1)),
    Sprite((0, 39, 28, 16), lambda now: (12 - _aside(now, _CELLS_OPEN), 1)),
    Sprite((28, 39, 28, 16), lambda now: (40 + _aside(now, _CELLS_OPEN), 1)),
    Sprite((0, 0, 80, 23)),
    Sprite((0, 55, 80, 6), (0, 17), partial(_aside, whole=_CELLS_OPEN)),
    Sprite((0, 199, 3, 3), (3, 5), range(4), step=5),
    Sprite((12, 199, 3, 3), (74, 5), (3, 0, 1, 2), step=5),
    *map(_mote, range(24)),
)

FINALE = Finale(
    LENGTH,
    _cards,
    behind=Scenes(_PIXELS, _CELLS),
    light=_light,
    landings=LANDINGS,
    words="The tomb's door opens, light pours out, and the cards build the pyramid in it",
)


# A game that is stuck: the torches gutter.


def _sinks(now: int) -> float:
    """Return how much of a flame is left: it flickers, and sinks to an ember."""
    return 0.86 - 0.57 * eased(now, 80) + now // 7 % 3 / 20


SIGNS = {
    "stuck": Finale(
        80,
        behind=Scenes(
            scene(
                "relaxed",
                Sprite("dusk", order=range(4), step=20, once=True),
                *_torch(0, _sinks, "bracket"),
                *_torch(1, _sinks, "bracket"),
            ),
            scene("relaxed_finale", Sprite((0, 202, 80, 22), order=range(8), step=10, once=True)),
        ),
        alone=False,
        words="The torches gutter",
    )
}
"""What is seen of a game that is lost."""
