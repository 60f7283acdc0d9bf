"""End animations of the Windows edition: cards jump out of the pyramid and bounce, leaving trails; a tipping hourglass."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from retro_pyramid.cards import Card
from retro_pyramid.editions.loading import load_table_layout
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, WIDTH, DisplayAdapter
from retro_pyramid.rules import slot_name
from retro_pyramid.scenes.easing import Point, smoothstep
from retro_pyramid.scenes.end_animation import AnimationFrame, EndAnimation, beat_to_tick
from retro_pyramid.scenes.scene import SceneVariants, Sprite, make_scene
from retro_pyramid.scenes.sprites import SourceRect, load_coordinates

BLACK, WHITE = 0, 15
SLOT_POSITIONS = load_table_layout("windows", "graphics").slots
"""Pixel positions of the pyramid's cards in graphics mode."""
HALF_BEAT_MS = 110
"""Half a beat of the tune in milliseconds: two steps of the timer."""
_TICKS_PER_HALF_BEAT = HALF_BEAT_MS * 60 / 1000
_FIRST_JUMP, _WHOLE_BEAT_JUMPS, _LAST_HALF_BEAT = 8, 16, 62
"""In half beats: when the first card jumps, how many cards jump on whole beats, and when all have left the table."""
_BUTTON_HALF_BEAT = 68
"""The half beat of the last note, when the message's button is pressed."""
LENGTH_TICKS = 488
"""Length of the tune."""
_FLOOR_Y = 318
"""The row below the lowest row that a card reaches."""
_GRAVITY = 0.65
"""In pixels per tick squared."""
_BOUNCE_FACTOR = 0.85
"""Maximum fraction of its speed that a card keeps when it bounces; its next flight lasts a whole number of half beats."""
_HORIZONTAL_SPEEDS = (7.4, 5.2, 6.4, 9.1, 4.6, 8.3, 5.8, 10.2, 6.9)
"""In pixels per tick; successive cards move in opposite directions."""
_FIRST_FLIGHTS = (4, 4, 6, 4, 5)
"""Length of the cards' first flights in half beats."""


def half_beat_to_tick(half_beat: int) -> int:
    """Return the tick of a half beat.

    >>> half_beat_to_tick(8), half_beat_to_tick(68)
    (53, 449)
    """
    return beat_to_tick(half_beat / 2)


def get_jump_half_beat(card_index: int) -> int:
    """Return the half beat on which a card (from 0) jumps: the first ones on whole beats, then on each half beat.

    >>> get_jump_half_beat(0), get_jump_half_beat(16), get_jump_half_beat(27)
    (8, 40, 51)
    """
    return _FIRST_JUMP + card_index + min(card_index, _WHOLE_BEAT_JUMPS)


def _iter_flights(card_index: int, height: float) -> Iterator[tuple[int, int]]:
    """Yield the first and last half beat of each flight of a card that jumps from `height` pixels above the floor."""
    begin, length = get_jump_half_beat(card_index), _FIRST_FLIGHTS[card_index % len(_FIRST_FLIGHTS)]
    speed = (
        height / (half_beat_to_tick(begin + length) - half_beat_to_tick(begin))
        + _GRAVITY / 2 * length * _TICKS_PER_HALF_BEAT
    )
    while begin < _LAST_HALF_BEAT:
        yield begin, begin + length
        begin += length
        length = max(1, int(2 * _BOUNCE_FACTOR * speed / _GRAVITY / _TICKS_PER_HALF_BEAT))
        speed = _GRAVITY / 2 * length * _TICKS_PER_HALF_BEAT


def _compute_dx(card_index: int, elapsed: int) -> float:
    """Return how far a card has moved horizontally, given the ticks since it jumped."""
    return _HORIZONTAL_SPEEDS[card_index % len(_HORIZONTAL_SPEEDS)] * elapsed * (-1 if card_index % 2 else 1)


def _iter_path(card_index: int, start: Point, size: tuple[int, int]) -> Iterator[Point]:
    """Yield the position of a card at each tick from its jump until it has left the table."""
    x, top = start
    floor = _FLOOR_Y - size[1]
    jump_tick = half_beat_to_tick(get_jump_half_beat(card_index))
    for begin, end in _iter_flights(card_index, floor - top):
        first, last = half_beat_to_tick(begin), half_beat_to_tick(end)
        for tick in range(first, last):
            elapsed, remaining = tick - first, last - tick
            card_x = x + _compute_dx(card_index, tick - jump_tick)
            if not -size[0] < card_x < WIDTH:
                return
            rise = _GRAVITY / 2 * elapsed * remaining
            yield round(card_x), round(top + (floor - top) * elapsed / (last - first) - rise)
        top = floor


@lru_cache(maxsize=1)
def _compute_paths(slots: tuple[Point, ...], size: tuple[int, int]) -> list[tuple[int, int, list[Point]]]:
    """Return for each card the tick at which it is laid, the tick at which it jumps, and its positions from then on."""
    paths = []
    for card_index, position in enumerate(slots):
        row, column = map(int, slot_name(card_index))
        paths.append(
            (
                half_beat_to_tick(row - 1) + column - 1,
                half_beat_to_tick(get_jump_half_beat(card_index)),
                list(_iter_path(card_index, position, size)),
            )
        )
    return paths


def _compute_landing_ticks() -> tuple[int, ...]:
    """Return the ticks at which rows are laid, cards bounce, the message opens, and its button is pressed."""
    ticks = {half_beat_to_tick(row) for row in range(7)} | {
        half_beat_to_tick(_LAST_HALF_BEAT),
        half_beat_to_tick(_BUTTON_HALF_BEAT),
    }
    for card_index, (x, y) in enumerate(SLOT_POSITIONS):
        jump_tick = half_beat_to_tick(get_jump_half_beat(card_index))
        ends = (half_beat_to_tick(end) for _, end in _iter_flights(card_index, _FLOOR_Y - 64 - y))
        ticks |= {end for end in ends if -64 < x + _compute_dx(card_index, end - jump_tick) < WIDTH}
    return tuple(sorted(ticks))


@lru_cache(maxsize=1)
def _compute_trail(
    pyramid_cards: tuple[Card, ...], slots: tuple[Point, ...], size: tuple[int, int]
) -> tuple[list[int], list[tuple[Point, Card]]]:
    """Return the ticks and the cards with positions of all trails, in order of time."""
    stations = sorted(
        (tick, card_index, position)
        for card_index, (_, jump_tick, path) in enumerate(_compute_paths(slots, size))
        for tick, position in enumerate(path, jump_tick)
    )
    return [tick for tick, _, _ in stations], [
        (position, pyramid_cards[card_index]) for _, card_index, position in stations
    ]


def get_trail_cards(frame: AnimationFrame) -> list[tuple[Point, Card]]:
    """Return all cards of the trails up to the frame's tick, with their positions."""
    ticks, stations = _compute_trail(tuple(frame.pyramid_cards), frame.slot_positions, frame.card_size)
    return stations[: bisect_right(ticks, frame.tick)]


def get_loose_cards(frame: AnimationFrame) -> list[tuple[Point, Card]]:
    """Return the cards that are still in the pyramid, then those in the air, with their positions."""
    waiting, flying = [], []
    for (laid_tick, jump_tick, path), position, card in zip(
        _compute_paths(frame.slot_positions, frame.card_size),
        frame.slot_positions,
        frame.pyramid_cards,
        strict=True,
    ):
        if laid_tick <= frame.tick < jump_tick:
            waiting.append((position, card))
        elif 0 <= frame.tick - jump_tick < len(path):
            flying.append((path[frame.tick - jump_tick], card))
    return waiting + flying


_MESSAGE_OPEN_TICK, _BUTTON_TICK, _ZOOM_FRAME_TICKS = (
    half_beat_to_tick(_LAST_HALF_BEAT),
    half_beat_to_tick(_BUTTON_HALF_BEAT),
    2,
)
_LAST_ZOOM_FRAME = 10
"""The full-size frame of the message; the smaller ones before it are shown for two ticks each."""
_MESSAGE_TEXTS = (
    ((100, 5), "Pyramid", WHITE),
    ((58, 33), "Congratulations!", BLACK),
    ((58, 49), "The pyramid is cleared.", BLACK),
    ((120, 80), "OK", BLACK),
)
_DRAG_PAUSE_TICKS, _DRAG_CYCLE_TICKS = 50, 140
"""After the animation, the message is dragged on at intervals, each beginning with a pause."""
_MESSAGE_POSITIONS: list[Point] = [(x, y) for x, y in load_coordinates("windows_drag")]
_UNCOVERED_POSITIONS = [
    (place, LENGTH_TICKS + _DRAG_CYCLE_TICKS * card_index)
    for card_index, place in enumerate(_MESSAGE_POSITIONS, 1)
]
"""Positions from which the message has been dragged away, with the tick from which the bare table is drawn there."""


def _get_message_position(tick: int) -> Point:
    """Return the position of the message."""
    return _MESSAGE_POSITIONS[max(0, tick - LENGTH_TICKS) // _DRAG_CYCLE_TICKS % len(_MESSAGE_POSITIONS)]


def _get_outline_position(tick: int) -> Point | None:
    """Return the position of the outline while the message is dragged, or None."""
    elapsed, (x, y), (to_x, to_y) = (
        (tick - LENGTH_TICKS) % _DRAG_CYCLE_TICKS - _DRAG_PAUSE_TICKS,
        _get_message_position(tick),
        _get_message_position(tick + _DRAG_CYCLE_TICKS),
    )
    progress = smoothstep(elapsed, _DRAG_CYCLE_TICKS - _DRAG_PAUSE_TICKS)
    return None if elapsed < 0 else (round(x + (to_x - x) * progress), round(y + (to_y - y) * progress))


def _get_message_rect(position: Point, _: int) -> SourceRect:
    """Return the rectangle that the message covers, in pixels."""
    return (*position, 256, 106)


def _to_cell(get_position: Callable[[int], Point | None], tick: int) -> Point | None:
    """Return a pixel position as column and row of a cell, or None."""
    position = get_position(tick)
    return position and (position[0] // CELL_WIDTH, position[1] // CELL_HEIGHT - 1)


def _draw_message_text(display: DisplayAdapter, _: int, tick: int) -> None:
    """Draw the text of the message; that of the button is shifted while it is pressed."""
    (left, top), is_pressed = _get_message_position(tick), _BUTTON_TICK <= tick < LENGTH_TICKS
    for (x, y), text, colour in (
        _MESSAGE_TEXTS if tick >= _MESSAGE_OPEN_TICK + _ZOOM_FRAME_TICKS * _LAST_ZOOM_FRAME else ()
    ):
        offset = is_pressed and text == "OK"
        display.draw_text(left + x + offset, top + y + offset, text, colour)


WIN_ANIMATION = EndAnimation(
    LENGTH_TICKS,
    get_loose_cards,
    foreground=SceneVariants(
        # The window's frame over the cards, and the message that zooms open; its button is pressed on the last note.
        make_scene(
            "windows",
            Sprite("rim"),
            *(
                Sprite("ground", place, begin_tick=left, clip=partial(_get_message_rect, place))
                for place, left in _UNCOVERED_POSITIONS
            ),
            Sprite(
                "message",
                _get_message_position,
                range(_LAST_ZOOM_FRAME + 1),
                _ZOOM_FRAME_TICKS,
                _MESSAGE_OPEN_TICK,
                holds_last_frame=True,
            ),
            Sprite("pressed", _get_message_position, begin_tick=_BUTTON_TICK, end_tick=LENGTH_TICKS),
            _draw_message_text,
            Sprite("outline", _get_outline_position, begin_tick=LENGTH_TICKS),
        ),
        make_scene(
            "windows",
            *(
                Sprite((0, 556, 33, 9), (x // CELL_WIDTH, y // CELL_HEIGHT - 1), begin_tick=left)
                for (x, y), left in _UNCOVERED_POSITIONS
            ),
            Sprite(
                (0, 502, 33, 9),
                partial(_to_cell, _get_message_position),
                range(_LAST_ZOOM_FRAME + 1),
                _ZOOM_FRAME_TICKS,
                _MESSAGE_OPEN_TICK,
                holds_last_frame=True,
            ),
            Sprite((40, 556, 33, 9), partial(_to_cell, _get_outline_position), begin_tick=LENGTH_TICKS),
        ),
    ),
    landing_ticks=_compute_landing_ticks(),
    trail_at=get_trail_cards,
    continue_rect_at=lambda tick: _get_message_rect(_get_message_position(tick), tick),
    banner_rows=0,
    description="The cards bounce along the table and leave their trails",
)

_HOURGLASS_FRAMES = (*(0,) * 10, 1, 2, 1, 0, 3, 4, 3, 0, 1, 2, 5, 6, 7, 8, 9, 10, 9, 9)
"""Frames of the hourglass, three ticks each: it sways, then tips over."""
_HOURGLASS_SCENES = SceneVariants(
    make_scene("windows", Sprite("tip", (512, 140), _HOURGLASS_FRAMES, 3, holds_last_frame=True)),
    make_scene("windows", Sprite((0, 565, 13, 6), (63, 4), _HOURGLASS_FRAMES, 3, holds_last_frame=True)),
)
STUCK_ANIMATION = EndAnimation(
    3 * len(_HOURGLASS_FRAMES),
    foreground=_HOURGLASS_SCENES,
    hides_table=False,
    description="The hourglass tips over",
)
"""The animation of a stuck game."""
