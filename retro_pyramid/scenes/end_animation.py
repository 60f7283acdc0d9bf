"""End animations as values, the default one of a win, and the timing of notes and counted points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise, starmap
from operator import itemgetter
from typing import NamedTuple

from retro_pyramid.cards import Card
from retro_pyramid.machine.speaker import Tune
from retro_pyramid.machine.video import WIDTH, DisplayAdapter
from retro_pyramid.rules import SLOT_COUNT
from retro_pyramid.scenes.easing import Point, smoothstep
from retro_pyramid.scenes.scene import Scene, SceneVariants, Sprite, make_scene, palette_at
from retro_pyramid.scenes.sprites import load_coordinates

BONUS_COUNT_STEP, BONUS_COUNT_TICKS = 10, 1
"""The bonus for the cleared pyramid is counted up before the end animation.

Each step is so many points, and takes so many ticks.
"""


class AnimationFrame(NamedTuple):
    """The input of an end animation for one frame; positions are in picture pixels."""

    tick: int
    """Ticks since the animation began."""
    pyramid_cards: Sequence[Card]
    """The deal's 28 pyramid cards."""
    slot_positions: tuple[Point, ...]
    """The positions of the pyramid slots."""
    pile_position: Point
    """The position of the pile of removed cards."""
    card_size: tuple[int, int]
    """Width and height of a card."""


class EndAnimation(NamedTuple):
    """How an edition celebrates a won game: pure functions of the frame or the tick."""

    duration_ticks: int
    """Its length, at most 540 ticks; after it the animation is over, and its last picture stays animated."""
    cards_at: Callable[[AnimationFrame], list[tuple[Point, Card]]] = lambda _: []
    """Returns the visible cards with their positions, the front ones last."""
    background: Scene | SceneVariants = Scene("", ())
    """The scene behind the cards."""
    foreground: Scene | SceneVariants = Scene("", ())
    """The scene in front of the cards."""
    palette_at: Callable[[int], Mapping[int, int]] = lambda _: {}
    """Returns the palette registers that have another colour at a tick."""
    landing_ticks: tuple[int, ...] = ()
    """The ticks at which something lands: each is heard as a click of the speaker in the tune."""
    trail_at: Callable[[AnimationFrame], list[tuple[Point, Card]]] = lambda _: []
    """Returns earlier card positions that stay visible, behind the other cards.

    The list only grows from tick to tick.
    """
    hides_table: bool = True
    """Whether piles and the rest of the pyramid are hidden."""
    continue_rect_at: Callable[[int], tuple[int, int, int, int]] | None = None
    """Returns the rectangle, in picture pixels, where a click continues at a tick, besides the result banner."""
    banner_rows: int = 2
    """The rows of the result banner that have room below the pyramid; 0: no banner until the end of the animation."""
    description: str = ""
    """A sentence that describes the animation to those who only hear it."""
    shows_buttons: bool = False
    """Whether its picture leaves room for the table's buttons."""


def compact_pyramid(
    slot_positions: tuple[Point, ...], card_height: int, bottom_y: int, row_unit: int
) -> tuple[Point, ...]:
    """Return the slot positions with rows so close that cards of `card_height` end above the line `bottom_y`.

    The distance between rows is a multiple of `row_unit`.

    >>> [y for _, y in compact_pyramid(((0, 14), (0, 56), (0, 98)), 56, 140, 14)]
    [28, 56, 84]
    """
    row_ys = sorted({y for _, y in slot_positions})
    if not row_ys or row_ys[-1] + card_height <= bottom_y:
        return slot_positions
    last_y = (bottom_y - card_height) // row_unit * row_unit
    row_distance = (last_y - row_ys[0]) // (len(row_ys) - 1) // row_unit * row_unit
    new_ys = {y: last_y - row_distance * rows_above for rows_above, y in enumerate(reversed(row_ys))}
    return tuple((x, new_ys[y]) for x, y in slot_positions)


BEAT_MS = 220
"""The beat of the march in milliseconds: four steps of the timer."""
_FLIGHT_TICKS = 12
_BOUNCE_OFFSETS = (0, -2, -3, -2, 0)
"""The y offset of a card from its place, tick by tick, after it has landed."""
MARCH_TICKS = 472
"""The length of the march."""


def beat_to_tick(beat: float) -> int:
    """Return the tick of a beat of the march.

    >>> beat_to_tick(1), beat_to_tick(32)
    (13, 422)
    """
    return round(beat * BEAT_MS * 60 / 1000)


def compute_landing_ticks(first_beat: int) -> tuple[int, ...]:
    """Return the ticks at which the 28 cards land, one per beat from `first_beat` on.

    >>> compute_landing_ticks(8)[0], compute_landing_ticks(8)[27]
    (106, 462)
    """
    return tuple(beat_to_tick(first_beat + order) for order in range(SLOT_COUNT))


LANDING_TICKS = compute_landing_ticks(8)
"""The landing ticks of cards that begin at beat 8."""
_EARLY_LANDING_TICKS = tuple(beat_to_tick(beat) for beat in (*range(1, 15, 2), *range(15, 36)))
"""Landings if nothing else happens first: the lowest row on every second beat, from the first beat on."""
_LANDING_ORDER = [
    slot for row in range(7, 0, -1) for slot in range(row * (row - 1) // 2, row * (row + 1) // 2)
]
"""The slots in landing order: the lowest row first, each from left to right."""


def _flight_position(frame: AnimationFrame, destination: Point, progress: float) -> Point:
    """Return the position of a card at a part, 0 to 1, of its way from the pile."""
    (x, y), (to_x, to_y), progress = frame.pile_position, destination, smoothstep(progress, 1)
    return (
        round(x + (to_x - x) * progress),
        round(y + (to_y - y) * progress - frame.card_size[1] * progress * (1 - progress)),
    )


def place_landing_cards(
    frame: AnimationFrame,
    landing_ticks: Sequence[int] = LANDING_TICKS,
    flight_ticks: int = _FLIGHT_TICKS,
    flight_path: Callable[[AnimationFrame, Point, float], Point] = _flight_position,
) -> list[tuple[Point, Card]]:
    """Return the cards that are in the pyramid or flying there, with their positions.

    Each lands at its landing tick after a flight of `flight_ticks`; `flight_path` returns the position at a part, 0 to 1,
    of the flight.
    """
    placed = []
    for order, slot in sorted(enumerate(_LANDING_ORDER), key=itemgetter(1)):
        elapsed = frame.tick - landing_ticks[order]
        x, y = frame.slot_positions[slot]
        if elapsed >= 0:
            pos = x, y + (_BOUNCE_OFFSETS[elapsed] if elapsed < len(_BOUNCE_OFFSETS) else 0)
        elif elapsed > -flight_ticks:
            pos = flight_path(frame, (x, y), (elapsed + flight_ticks) / flight_ticks)
        else:
            continue
        placed.append((pos, frame.pyramid_cards[slot]))
    return placed


_GROUND_Y = 314
"""The row below the table background."""
_SUN_X, _SUN_Y, _SUN_HALF_WIDTH, _SUN_HALF_HEIGHT = WIDTH // 2, 160, 180, 131
"""The sun: x of its centre, y of its centre in the end, and half its width and height."""


def _draw_rising_sun(display: DisplayAdapter, _: int, tick: int) -> None:
    """Draw the rising sun on adapters whose palette registers cannot change."""
    centre = (
        _GROUND_Y
        + _SUN_HALF_HEIGHT
        - round((_GROUND_Y + _SUN_HALF_HEIGHT - _SUN_Y) * min(max(tick, 0) / MARCH_TICKS, 1))
    )
    for line in () if display.can_animate_palette else range(-_SUN_HALF_HEIGHT, _SUN_HALF_HEIGHT, 2):
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
        begin_tick=_BIRDS_TICK,
    )


_RAY_REGISTERS, _RAY_TICKS = (5, 13, 11), beat_to_tick(2)
"""The registers of the sun's rays, and the ticks after which each one takes the colour of the next."""


def _palette_at(tick: int) -> Mapping[int, int]:
    palette, rotation = palette_at("building", tick), tick // _RAY_TICKS
    return {
        **palette,
        **{
            register: palette[_RAY_REGISTERS[(i + rotation) % 3]] for i, register in enumerate(_RAY_REGISTERS)
        },
    }


DEFAULT_END_ANIMATION = EndAnimation(
    MARCH_TICKS,
    partial(place_landing_cards, landing_ticks=_EARLY_LANDING_TICKS),
    background=SceneVariants(
        make_scene(
            "odm",
            Sprite("dawn", (8, 8)),
            _draw_rising_sun,
            *starmap(_make_bird, load_coordinates("odm_flock")),
        ),
        make_scene(
            "odm",
            Sprite((0, 187, 80, 23)),
            # Only a monochrome display has this picture.
            Sprite((0, 232, 58, 24), lambda tick: (11, 23 - 23 * min(tick, MARCH_TICKS) // MARCH_TICKS)),
            Sprite(
                (0, 298, 10, 3),
                _crossing_path(-10, 0, 8, 90),
                range(2),
                20,
                _BIRDS_TICK,
                keeps_background=True,
            ),
        ),
    ),
    palette_at=_palette_at,
    landing_ticks=_EARLY_LANDING_TICKS,
    description="The cards build the pyramid again, before the rising sun",
)
"""The end animation of editions without their own: the cards build the pyramid again before the rising sun."""
_CLICK_HERTZ, _CLICK_MS = 110, 12
_COUNT_HERTZ = 1480


def ticks_to_ms(ticks: int) -> int:
    """Convert ticks of 1/60 s to milliseconds."""
    return round(ticks * 1000 / 60)


def add_landing_clicks(tune: Tune, landing_ticks: Iterable[int]) -> list[tuple[int, int]]:
    """Return a tune of the same length with a low click at each landing tick.

    >>> add_landing_clicks([(440, 500)], [15])
    [(440, 250), (110, 12), (440, 238)]
    """
    landing_times = sorted(ticks_to_ms(landing) for landing in landing_ticks)
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


def make_counting_tune(step_count: int, step_ticks: int) -> list[tuple[int, int]]:
    """Return the sound of points that are counted up: `step_count` short clicks, one every `step_ticks`.

    >>> make_counting_tune(2, 1)
    [(1480, 4), (0, 13), (1480, 4), (0, 12)]
    """
    step_ends = [ticks_to_ms(step_ticks * step) for step in range(step_count + 1)]
    tones: list[tuple[int, int]] = []
    for begin, end in pairwise(step_ends):
        tones += [(_COUNT_HERTZ, 4), (0, end - begin - 4)]
    return tones
