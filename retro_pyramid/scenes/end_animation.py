"""End animations as values, the default one of a win, and the timing of notes and counted points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise, starmap
from operator import itemgetter
from typing import NamedTuple

from retro_pyramid.cards import Card
from retro_pyramid.machine.speaker import Tune
from retro_pyramid.machine.video import WIDTH, Video
from retro_pyramid.rules import POSITIONS
from retro_pyramid.scenes.easing import Point, eased
from retro_pyramid.scenes.scene import Scene, Scenes, Sprite, lit, scene
from retro_pyramid.scenes.sprites import places

COUNT_STEP, COUNT_TICKS = 10, 1
"""The bonus for the cleared pyramid is counted up before the end animation.

Each step is so many points, and takes so many ticks.
"""


class Moment(NamedTuple):
    """The input of an end animation for one frame; positions are in picture pixels."""

    now: int
    """Ticks since the animation began."""
    layout: Sequence[Card]
    """The deal's 28 pyramid cards."""
    slots: tuple[Point, ...]
    """The positions of the pyramid slots."""
    pile: Point
    """The position of the pile of removed cards."""
    size: tuple[int, int]
    """Width and height of a card."""


class Finale(NamedTuple):
    """How an edition celebrates a won game: pure functions of the frame or the tick."""

    length: int
    """Its length, at most 540 ticks; after it the animation is over, and its last picture stays animated."""
    cards: Callable[[Moment], list[tuple[Point, Card]]] = lambda _: []
    """Returns the visible cards with their positions, the front ones last."""
    behind: Scene | Scenes = Scene("", ())
    """The scene behind the cards."""
    front: Scene | Scenes = Scene("", ())
    """The scene in front of the cards."""
    light: Callable[[int], Mapping[int, int]] = lambda _: {}
    """Returns the palette registers that have another colour at a tick."""
    landings: tuple[int, ...] = ()
    """The ticks at which something lands: each is heard as a click of the speaker in the tune."""
    trail: Callable[[Moment], list[tuple[Point, Card]]] = lambda _: []
    """Returns earlier card positions that stay visible, behind the other cards.

    The list only grows from tick to tick.
    """
    alone: bool = True
    """Whether piles and the rest of the pyramid are hidden."""
    goes_on: Callable[[int], tuple[int, int, int, int]] | None = None
    """Returns the rectangle, in picture pixels, where a click continues at a tick, besides the result banner."""
    told: int = 2
    """The rows of the result banner that have room below the pyramid; 0: no banner until the end of the animation."""
    words: str = ""
    """A sentence that describes the animation to those who only hear it."""
    shows_buttons: bool = False
    """Whether its picture leaves room for the table's buttons."""


def raised(slots: tuple[Point, ...], high: int, foot: int, unit: int) -> tuple[Point, ...]:
    """Return the slot positions with rows so close that cards of `card_height` end above the line `bottom_y`.

    The distance between rows is a multiple of `row_unit`.

    >>> [y for _, y in raised(((0, 14), (0, 56), (0, 98)), 56, 140, 14)]
    [28, 56, 84]
    """
    row_ys = sorted({y for _, y in slots})
    if not row_ys or row_ys[-1] + high <= foot:
        return slots
    last_y = (foot - high) // unit * unit
    row_distance = (last_y - row_ys[0]) // (len(row_ys) - 1) // unit * unit
    new_ys = {y: last_y - row_distance * rows_above for rows_above, y in enumerate(reversed(row_ys))}
    return tuple((x, new_ys[y]) for x, y in slots)


BEAT_MS = 220
"""The beat of the march in milliseconds: four steps of the timer."""
_FLIGHT_TICKS = 12
_BOUNCE_OFFSETS = (0, -2, -3, -2, 0)
"""The y offset of a card from its place, tick by tick, after it has landed."""
LENGTH = 472
"""The length of the march."""


def on_beat(beat: float) -> int:
    """Return the tick of a beat of the march.

    >>> on_beat(1), on_beat(32)
    (13, 422)
    """
    return round(beat * BEAT_MS * 60 / 1000)


def landings(first: int) -> tuple[int, ...]:
    """Return the ticks at which the 28 cards land, one per beat from `first_beat` on.

    >>> landings(8)[0], landings(8)[27]
    (106, 462)
    """
    return tuple(on_beat(first + order) for order in range(POSITIONS))


LANDINGS = landings(8)
"""The landing ticks of cards that begin at beat 8."""
_EARLY_LANDING_TICKS = tuple(on_beat(beat) for beat in (*range(1, 15, 2), *range(15, 36)))
"""Landings if nothing else happens first: the lowest row on every second beat, from the first beat on."""
_LANDING_ORDER = [
    slot for row in range(7, 0, -1) for slot in range(row * (row - 1) // 2, row * (row + 1) // 2)
]
"""The slots in landing order: the lowest row first, each from left to right."""


def _flight_position(frame: Moment, destination: Point, progress: float) -> Point:
    """Return the position of a card at a part, 0 to 1, of its way from the pile."""
    (x, y), (to_x, to_y), progress = frame.pile, destination, eased(progress, 1)
    return (
        round(x + (to_x - x) * progress),
        round(y + (to_y - y) * progress - frame.size[1] * progress * (1 - progress)),
    )


def built(
    moment: Moment,
    landings: Sequence[int] = LANDINGS,
    flight: int = _FLIGHT_TICKS,
    way: Callable[[Moment, Point, float], Point] = _flight_position,
) -> list[tuple[Point, Card]]:
    """Return the cards that are in the pyramid or flying there, with their positions.

    Each lands at its landing tick after a flight of `flight_ticks`; `flight_path` returns the position at a part, 0 to 1,
    of the flight.
    """
    placed = []
    for order, slot in sorted(enumerate(_LANDING_ORDER), key=itemgetter(1)):
        elapsed = moment.now - landings[order]
        x, y = moment.slots[slot]
        if elapsed >= 0:
            pos = x, y + (_BOUNCE_OFFSETS[elapsed] if elapsed < len(_BOUNCE_OFFSETS) else 0)
        elif elapsed > -flight:
            pos = way(moment, (x, y), (elapsed + flight) / flight)
        else:
            continue
        placed.append((pos, moment.layout[slot]))
    return placed


_GROUND_Y = 314
"""The row below the table background."""
_SUN_X, _SUN_Y, _SUN_HALF_WIDTH, _SUN_HALF_HEIGHT = WIDTH // 2, 160, 180, 131
"""The sun: x of its centre, y of its centre in the end, and half its width and height."""


def _draw_rising_sun(display: Video, _: int, tick: int) -> None:
    """Draw the rising sun on adapters whose palette registers cannot change."""
    centre = (
        _GROUND_Y
        + _SUN_HALF_HEIGHT
        - round((_GROUND_Y + _SUN_HALF_HEIGHT - _SUN_Y) * min(max(tick, 0) / LENGTH, 1))
    )
    for line in () if display.lit else range(-_SUN_HALF_HEIGHT, _SUN_HALF_HEIGHT, 2):
        half = round(_SUN_HALF_WIDTH * (1 - (line / _SUN_HALF_HEIGHT) ** 2) ** 0.5)
        if centre + line < _GROUND_Y:
            display.page.rect(_SUN_X - half, centre + line, 2 * half, 2, 13)


_BIRDS_TICK, _WING_FRAMES = 240, (2, 0, 2, 5, 6, 5, 4, 4, 4)
"""The tick at which birds come in from the left, and the frames of their wings in time order."""


def _crossing_path(x: int, y: int, step_ticks: int, step_count: int) -> Callable[[int], Point]:
    """Return the path of something that crosses the sky repeatedly: `way` positions, `step` ticks each."""
    return lambda tick: (x + (tick - _BIRDS_TICK) // step_ticks % step_count, y)


def _make_bird(x: int, y: int) -> Sprite:
    return Sprite(
        "small",
        _crossing_path(x, y, 2, 730),
        lambda tick: _WING_FRAMES[(tick // 6 - x) % len(_WING_FRAMES)],
        begin=_BIRDS_TICK,
    )


_RAY_REGISTERS, _RAY_TICKS = (5, 13, 11), on_beat(2)
"""The registers of the sun's rays, and the ticks after which each one takes the colour of the next."""


def _palette_at(tick: int) -> Mapping[int, int]:
    palette, rotation = lit("building", tick), tick // _RAY_TICKS
    return {
        **palette,
        **{
            register: palette[_RAY_REGISTERS[(i + rotation) % 3]] for i, register in enumerate(_RAY_REGISTERS)
        },
    }


BUILDING = Finale(
    LENGTH,
    partial(built, landings=_EARLY_LANDING_TICKS),
    behind=Scenes(
        scene("odm", Sprite("dawn", (8, 8)), _draw_rising_sun, *starmap(_make_bird, places("odm_flock"))),
        scene(
            "odm",
            Sprite((0, 187, 80, 23)),
            # Only a monochrome display has this picture.
            Sprite((0, 232, 58, 24), lambda tick: (11, 23 - 23 * min(tick, LENGTH) // LENGTH)),
            Sprite((0, 298, 10, 3), _crossing_path(-10, 0, 8, 90), range(2), 20, _BIRDS_TICK, over=True),
        ),
    ),
    light=_palette_at,
    landings=_EARLY_LANDING_TICKS,
    words="The cards build the pyramid again, before the rising sun",
)
"""The end animation of editions without their own: the cards build the pyramid again before the rising sun."""
_CLICK_HERTZ, _CLICK_MS = 110, 12
_COUNT_HERTZ = 1480


def milliseconds(ticks: int) -> int:
    """Convert ticks of 1/60 s to milliseconds."""
    return round(ticks * 1000 / 60)


def ticked(tune: Tune, landings: Iterable[int]) -> list[tuple[int, int]]:
    """Return a tune of the same length with a low click at each landing tick.

    >>> ticked([(440, 500)], [15])
    [(440, 250), (110, 12), (440, 238)]
    """
    landing_times = sorted(milliseconds(landing) for landing in landings)
    result: list[tuple[int, int]] = []
    time_ms = 0
    for hertz, length in tune:
        end_ms = time_ms + length
        while landing_times and landing_times[0] < end_ms:
            click_start = max(landing_times.pop(0), time_ms)
            click = min(_CLICK_MS, end_ms - click_start)
            result += [(hertz, click_start - time_ms), (_CLICK_HERTZ, click)]
            time_ms = click_start + click
        result.append((hertz, end_ms - time_ms))
        time_ms = end_ms
    return [(hertz, length) for hertz, length in result if length]


def counted(steps: int, ticks: int) -> list[tuple[int, int]]:
    """Return the sound of points that are counted up: `step_count` short clicks, one every `step_ticks`.

    >>> counted(2, 1)
    [(1480, 4), (0, 13), (1480, 4), (0, 12)]
    """
    step_ends = [milliseconds(ticks * step) for step in range(steps + 1)]
    tones: list[tuple[int, int]] = []
    for begin, end in pairwise(step_ends):
        tones += [(_COUNT_HERTZ, 4), (0, end - begin - 4)]
    return tones
