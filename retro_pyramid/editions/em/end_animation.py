"""End animations of EM's edition: a win builds cards and blocks between lamps, with fireworks; a stuck grid goes dark."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial

from retro_pyramid.cards import CARDS_IN_DECK
from retro_pyramid.editions.em.fireworks import draw_fireworks
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, WIDTH, DisplayAdapter, DisplayMode
from retro_pyramid.rules import SLOT_COUNT
from retro_pyramid.scenes.easing import Point
from retro_pyramid.scenes.end_animation import (
    AnimationFrame,
    EndAnimation,
    beat_to_tick,
    compute_landing_ticks,
    place_landing_cards,
)
from retro_pyramid.scenes.scene import SceneVariants, Sprite, draw_scene_image, make_scene
from retro_pyramid.scenes.sprites import draw_vector_drawing, load_coordinates

_FIRST_CARD_BEAT, _LAST_BEAT = 5, 32
"""Beats on which the first card and the capstone land."""
LENGTH_TICKS = 469
"""Length of the march."""

LANDING_TICKS = compute_landing_ticks(_FIRST_CARD_BEAT)


def _compute_fall_position(frame: AnimationFrame, goal: Point, progress: float) -> Point:
    """Return the position of a card that accelerates from above the screen to its goal, at a progress of 0 to 1."""
    x, y = goal
    return x, y - round((y + frame.card_size[1]) * (1 - progress * progress))


get_dropped_cards = partial(
    place_landing_cards, landing_ticks=LANDING_TICKS, flight_ticks=14, flight_path=_compute_fall_position
)


# The lamps: chains of # along the pyramid's flanks, in three registers that no card of the first deck uses.

_LAMP_REGISTERS = (5, 13, 10)
_DARK, _COLD, _GOLD = (0, 0, 0), (59, 3, 8), (62, 38, 20)
_LAMP_PALETTES = ((0, _DARK), (4, _COLD), (20, _GOLD))
"""Beat from which a palette is in effect, and the palette: the lit lamp, then the ones lit one and two beats before."""
_FLASH_TICKS = 4
_REDUCED_COLOURS = {0: 0, 8: 0, 3: 11, 59: 15, 20: 0, 38: 13, 62: 15, 63: 15}
"""Colours of the lamps on adapters with a fixed palette."""
_FLAT_COLOURS = {0: 0, 8: 1, 3: 3, 59: 11, 20: 4, 38: 6, 62: 14, 63: 15}
"""The same if the lamps are too small for dithering."""
_MONO_COLOURS = {0: 0, 8: 0, 3: 7, 59: 15, 20: 0, 38: 7, 62: 15, 63: 15}
"""The same on a monochrome adapter."""


def get_lamp_colours(tick: int) -> tuple[int, int, int]:
    """Return the colours of the three groups of lamps at a tick; the light moves outwards with each beat."""
    last = beat_to_tick(_LAST_BEAT)
    if last <= tick < last + _FLASH_TICKS:
        return 63, 63, 63
    _, palette = max(entry for entry in _LAMP_PALETTES if beat_to_tick(entry[0]) <= max(tick, 0))
    step = _LAST_BEAT if tick >= last else int(max(tick, 0) / beat_to_tick(1))
    first, second, third = (palette[(step - kind) % 3] for kind in range(3))
    return (first, second, third) if tick < last else palette


def _get_register_changes(tick: int) -> Mapping[int, int]:
    return dict(zip(_LAMP_REGISTERS, get_lamp_colours(tick), strict=True))


# The word, built of blocks.

_COUNTER_POSITIONS: Mapping[str, tuple[int, int, int]] = {"graphics": (48, 8, 55), "text": (52, 6, 57)}
"""Column and row of the counter line, and column of its text, by display mode."""
_COURSE_COLOURS = (15, 11, 11, 11, 3), (15, 14, 14, 14, 6)
"""Colours of the letters' rows of blocks in text mode: as laid, and in gold."""
_GOLD_COLOURS = ((15, 15), (11, 14), (3, 6), (1, 6))
"""Replacement colours of a block when all blocks turn to gold."""

_BLOCK_FALL_TICKS = 6


def _compute_fall_offset(landing_tick: int, tick: int, height: int) -> int | None:
    """Return how far a block is above its place while falling from `height`, or None before it is visible."""
    ticks_left = landing_tick - tick
    return None if ticks_left >= _BLOCK_FALL_TICKS else max(0, ticks_left) * height // _BLOCK_FALL_TICKS


def _draw_word(display: DisplayAdapter, _: int, tick: int) -> None:
    gold = tick >= beat_to_tick(_LAST_BEAT)
    page = display.page
    for colour, replacement in _GOLD_COLOURS if gold else ():
        page.pal(colour, replacement)
    for x, y, landing_tick in load_coordinates("em_word"):
        offset = _compute_fall_offset(landing_tick, tick, 40)
        if offset is not None:
            draw_scene_image(display, "em", "block", (x, y - offset))
    page.pal()


def _draw_text_word(display: DisplayAdapter, _: int, tick: int) -> None:
    gold = tick >= beat_to_tick(_LAST_BEAT)
    for column, course, landing_tick in load_coordinates("em_text_word"):
        offset = _compute_fall_offset(landing_tick, tick, course + 1)
        if offset is not None:
            colour = 15 if display.is_monochrome else _COURSE_COLOURS[gold][course]
            display.put_text(column, 1 + course - offset, "██", colour)


def _draw_counter(display: DisplayAdapter, _: int, tick: int) -> None:
    """Draw a line of # that grows by one for each landed card, and the count."""
    if tick < _CURTAIN_TICK:
        return
    landed = sum(landing <= tick for landing in LANDING_TICKS)
    line_colour, text_colour = (14, 15) if landed == SLOT_COUNT else (11, 11)
    first_column, first_row, text_column = _COUNTER_POSITIONS[display.mode]
    counter_text = f"{CARDS_IN_DECK - SLOT_COUNT + landed} of {CARDS_IN_DECK} cards"
    for column, row, text, colour in (
        (first_column, first_row, "#" * landed, line_colour),
        (first_column + landed, first_row, "·" * (SLOT_COUNT - landed), 7),
        (text_column, first_row + 1, counter_text, text_colour),
    ):
        if display.mode == "text":
            display.put_text(column, row, text, colour)
        else:
            display.draw_text(column * CELL_WIDTH, row * CELL_HEIGHT, text, colour)


_NIGHT_TOP, _NIGHT_BOTTOM = 15, 309
_CURTAIN_TICK = beat_to_tick(4)


@cache
def _get_lamp_cells() -> frozenset[tuple[int, int]]:
    """Return the 8x14 cells that a lamp touches in graphics mode."""
    return frozenset(
        ((x + dx) // CELL_WIDTH, (y + dy) // CELL_HEIGHT)
        for x, y, _ in load_coordinates("em_lamps")
        for dx in (-4, 0, 4)
        for dy in (-5, 0, 5)
    )


def _touches_counter(x: int, y: int, mode: DisplayMode) -> bool:
    """Return whether a character at a pixel position would touch the counter line or its text."""
    column, row, _ = _COUNTER_POSITIONS[mode]
    column_offset, row_offset = x / CELL_WIDTH - column, y / CELL_HEIGHT - row
    return -2 < column_offset < SLOT_COUNT + 1 and -1 < row_offset < 2


def _can_draw_at_pixel(x: int, y: int) -> bool:
    """Return whether a spark can be drawn at a pixel position in graphics mode."""
    return (x // CELL_WIDTH, y // CELL_HEIGHT) not in _get_lamp_cells() and not _touches_counter(
        x, y, "graphics"
    )


def _can_draw_at_cell(x: int, y: int) -> bool:
    """Return whether the cell of a pixel position is free in text mode: on the table, without lamp or counter."""
    column, row = x // CELL_WIDTH, y // CELL_HEIGHT
    return (
        0 <= row < 22
        and (column, row) not in [place[:2] for place in load_coordinates("em_text_lamps")]
        and not _touches_counter(column * CELL_WIDTH, row * CELL_HEIGHT, "text")
    )


def _compute_half_width(tick: int, max_width: int) -> int:
    """Return how far the night has spread to each side, up to `max_width`."""
    return min(max(tick, 0) * max_width // _CURTAIN_TICK, max_width)


def _draw_lamps(display: DisplayAdapter, _: int, tick: int) -> None:
    if not display.has_full_palette:
        colours = _FLAT_COLOURS if display.drawing_suffix else _REDUCED_COLOURS
        for x, y, kind in load_coordinates("em_lamps"):
            if colour := colours[get_lamp_colours(tick)[kind]]:
                display.page.pal(_LAMP_REGISTERS[kind], colour)
                draw_scene_image(display, "em", "lamp", (x, y), kind)
        display.page.pal()


def _draw_text_lamps(display: DisplayAdapter, _: int, tick: int) -> None:
    half_width = _compute_half_width(tick, COLUMNS // 2)
    display.fill_cells(COLUMNS // 2 - half_width, 0, 2 * half_width, 24, " ", 0x07)
    colours = (
        [_MONO_COLOURS[colour] for colour in get_lamp_colours(tick)]
        if display.is_monochrome
        else _LAMP_REGISTERS
    )
    for column, row, kind in load_coordinates("em_text_lamps") if tick >= _CURTAIN_TICK else ():
        display.put_text(column, row, "#", colours[kind])


_NIGHT = Sprite(
    "night",
    lambda tick: (WIDTH // 2 - _compute_half_width(tick, WIDTH // 2), _NIGHT_TOP),
    clip=lambda tick: (
        WIDTH // 2 - _compute_half_width(tick, WIDTH // 2),
        _NIGHT_TOP,
        2 * _compute_half_width(tick, WIDTH // 2),
        _NIGHT_BOTTOM - _NIGHT_TOP,
    ),
    reduced_colour_map=dict.fromkeys(_LAMP_REGISTERS, 0),
)

_FIREWORKS = partial(draw_fireworks, "em_bursts", (_can_draw_at_pixel, _can_draw_at_cell), LENGTH_TICKS)
WIN_ANIMATION = EndAnimation(
    LENGTH_TICKS,
    get_dropped_cards,
    background=SceneVariants(
        make_scene("em", _NIGHT, _draw_lamps, _FIREWORKS, _draw_counter, _draw_word),
        make_scene("em", _draw_text_lamps, _FIREWORKS, _draw_counter, _draw_text_word),
    ),
    palette_at=_get_register_changes,
    landing_ticks=LANDING_TICKS,
    description="The cards build the pyramid between chains of lamps, and fireworks rise",
    shows_buttons=True,
)
"""The animation of a win: pyramid, a word of blocks beside it, lamps and text fireworks."""

_GRID_LINES, _TICKS_PER_LINE = 21, 4
"""Number of lines in the table's grid, and ticks until the next one goes out."""


def _draw_grid(display: DisplayAdapter, _: int, tick: int) -> None:
    """Draw the grid without the lines that have gone out, from the bottom; the next one flares."""
    lines_left = _GRID_LINES - tick // _TICKS_PER_LINE
    display.page.rect(0, _NIGHT_TOP + 3, WIDTH, _NIGHT_BOTTOM - _NIGHT_TOP - 3, 1)
    for line in range(1, lines_left + 1):
        if display.mode == "text":
            display.put_text(0, line, "┼───────" * 10, 0x1F if line == lines_left else 0x13)
        else:
            draw_vector_drawing(display.page, "em", "wire", (0, CELL_HEIGHT * line), int(line == lines_left))


STUCK_ANIMATION = EndAnimation(
    _GRID_LINES * _TICKS_PER_LINE,
    background=make_scene("em", _draw_grid),
    hides_table=False,
    description="The grid goes out line by line",
)
"""The animation of a stuck game."""
