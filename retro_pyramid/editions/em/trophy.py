"""Celebration of a tournament won in EM's edition: a word and a cup built on the notes of the song, turning to gold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from retro_pyramid.editions.em.fireworks import draw_fireworks
from retro_pyramid.features.tournament.tournament_won import Celebration
from retro_pyramid.machine.video import COLUMNS, ROWS, DisplayAdapter
from retro_pyramid.scenes.scene import SceneVariants, Sprite, draw_scene_image, make_scene, palette_at
from retro_pyramid.scenes.sprites import load_coordinates

# Ticks of the song's notes: a phrase, its answer, a run of eight, and the last note.
_LETTER_TICKS = (0, 7, 10, 13, 23, 30, 36, 56)
_CUP_TICKS = (63, 66, 69, 79, 86, 92)
_GAME_TICKS = (112, 117, 122, 127, 132, 137)
_LAST_NOTE_TICK = 152
_LENGTH_TICKS = 178

_FALL_TICKS, _FALL_HEIGHT = 5, 30
_BLOCK_REGISTERS = (10, 13, 5)
"""Registers of blocks: face, shade and dark side."""
_REDUCED_COLD, _REDUCED_GOLD = (15, 11, 2), (15, 13, 5)


def _is_outside_word_and_cup(x: int, y: int) -> bool:
    """Return whether a pixel position is outside the word, the cup and the ledger."""
    return 84 <= y < 184 and not 210 < x < 424


def _draw_blocks(display: DisplayAdapter, _: int, tick: int) -> None:
    """Draw the word, whose blocks fall letter by letter, and the cup, which grows from its foot."""
    page = display.page
    reduced_colours = (
        () if display.can_animate_palette else _REDUCED_COLD if tick < _LAST_NOTE_TICK else _REDUCED_GOLD
    )
    for register, colour in zip(_BLOCK_REGISTERS, reduced_colours, strict=False):
        page.pal(register, colour)
    for x, y, begin_tick in load_coordinates("em_champion"):
        if tick >= begin_tick:
            offset = max(0, _FALL_TICKS - tick + begin_tick) * _FALL_HEIGHT // _FALL_TICKS
            draw_scene_image(display, "em", "gold", (x, y - offset))
    # Joints are omitted on coarser adapters, where they would be visible only in places.
    joint_px = 2 - display.pixel_width
    for x, y, shade, begin_tick in load_coordinates("em_cup"):
        if tick >= begin_tick:
            page.rect(x, y, 10 - joint_px, 9 - joint_px, _BLOCK_REGISTERS[shade])
    page.pal()


def _count_played_notes(notes: Sequence[int], tick: int) -> int:
    """Return how many of the notes have been played at a tick."""
    return sum(tick >= note for note in notes)


def _draw_background(display: DisplayAdapter, *_: int) -> None:
    """Clear the screen in text mode."""
    display.fill_cells(0, 0, COLUMNS, ROWS, " ", 0x07)


_FIREWORKS = partial(
    draw_fireworks, "em_trophy_bursts", (_is_outside_word_and_cup, _is_outside_word_and_cup), _LENGTH_TICKS
)
_SCENES = SceneVariants(
    make_scene("em", Sprite("sky"), _FIREWORKS, _draw_blocks),
    make_scene(
        "em_champion",
        _draw_background,
        _FIREWORKS,
        Sprite((0, 0, COLUMNS, 5), (17, 1), partial(_count_played_notes, _LETTER_TICKS)),
        Sprite((0, 45, 21, 7), (29, 7), partial(_count_played_notes, _CUP_TICKS)),
    ),
)

TROPHY_CELEBRATION = Celebration(
    _LENGTH_TICKS, _SCENES, partial(palette_at, "em_champion"), (*_GAME_TICKS, _LAST_NOTE_TICK)
)
"""The cup; its tune is `em_tour_won`."""
