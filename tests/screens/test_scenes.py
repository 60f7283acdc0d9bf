"""Scenes and their files: what an ANSI editor opens, with room for all parts; cells are put as they are told."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from retro_pyramid import editions as programs
from retro_pyramid.editions import load_edition
from retro_pyramid.machine.video import COLUMNS, ROWS, DisplayAdapter
from retro_pyramid.scenes import sprites as sheet
from retro_pyramid.scenes.scene import Scene, SceneVariants, Sprite, draw_scene, make_scene
from tests.programs import PROGRAMS

FOLDER = Path(__file__).parents[2] / "assets" / "scenes"
FILES = sorted(FOLDER.glob("*.BIN"))
HEART, BLANK = b"\x03\x4e", b" \x17"
VERTICAL_LINE, REVERSE_BLANK = 0xB3, b" \x70"


def scenes() -> Iterator[Scene]:
    """Yield those in characters."""
    for edition in PROGRAMS:
        yield from load_edition(edition).title_animation.text_scenes
        look = programs.load_table_spec(edition)
        ends = [
            scene
            for end in (look.win_animation, *look.end_animations.values())
            for scene in (end.background, end.foreground)
        ]
        yield from (scene.text for scene in (look.decoration, *ends) if isinstance(scene, SceneVariants))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_in_characters_is_rows_of_eighty_cells(file: Path) -> None:
    data = file.read_bytes()
    assert data
    assert len(data) % (2 * COLUMNS) == 0


@pytest.mark.parametrize("shown", list(scenes()), ids=lambda shown: shown.name)
def test_every_picture_of_a_part_lies_in_its_file_and_in_that_without_colours(shown: Scene) -> None:
    for name in (shown.name, f"{shown.name}_mono"):
        rows = (FOLDER / f"{name}.BIN").stat().st_size // (2 * COLUMNS)
        for sprite in shown.sprites:
            if isinstance(sprite, Sprite):
                assert not isinstance(sprite.source, str)
                left, top, width, height = sprite.source
                assert left + width <= COLUMNS
                down = max(numbers(sprite), default=0) // ((COLUMNS - left) // width)
                assert top + height * (down + 1) <= rows


def numbers(sprite: Sprite) -> set[int]:
    """The pictures of a sprite that are ever seen."""
    order, at = sprite.frames, sprite.pos
    if not callable(order):
        return set(order)
    return {order(now) for now in range(4000) if not callable(at) or at(now) is not None}


@pytest.fixture
def video(opened: object, font: bytes, monkeypatch: pytest.MonkeyPatch) -> DisplayAdapter:
    """A screen of blue blanks, and one file: two hearts, nothing, a heart, in the row below two stars."""
    rows = HEART * 2 + bytes(2) + HEART, b"*\x0f" * 2
    data = b"".join(row.ljust(2 * COLUMNS, b"\0") for row in rows)
    monkeypatch.setattr(sheet, "read_asset_bytes", lambda name: {"scenes/hearts.BIN": data}[name])
    sheet.load_sprite_cells.cache_clear()
    made = DisplayAdapter(font, "text")
    made.cells[:] = BLANK * (COLUMNS * ROWS)
    return made


def row(video: DisplayAdapter, number: int) -> bytes:
    return bytes(video.cells[2 * COLUMNS * number : 2 * COLUMNS * (number + 1)])


def test_cells_of_nothing_show_what_lies_behind_and_what_lies_outside_is_cut_off(
    video: DisplayAdapter,
) -> None:
    draw_scene(video, make_scene("hearts", Sprite((0, 0, 4, 1), (77, 24)), Sprite((0, 0, 4, 1), (-1, 0))), 0)
    assert row(video, 24) == BLANK * 77 + HEART * 2 + BLANK
    assert row(video, 0) == HEART + BLANK + HEART + BLANK * 77
    assert row(video, 1) == BLANK * COLUMNS


def test_a_part_is_seen_from_its_begin_to_its_end_picture_by_picture(video: DisplayAdapter) -> None:
    over = Sprite((0, 0, 2, 1), frames=(0, 1, 0), frame_ticks=10, begin_tick=5, end_tick=40)
    once = over._replace(pos=(0, 1), end_tick=1000, holds_last_frame=True, frames=(1, 0))
    seen = {}
    for now in (4, 5, 15, 25, 35, 39, 40):
        video.cells[:] = BLANK * (COLUMNS * ROWS)
        draw_scene(video, Scene("hearts", (over, once), dy=2), now)
        seen[now] = row(video, 2)[:4], row(video, 3)[:4]
    hearts, gap = HEART * 2, BLANK + HEART
    assert seen == {
        4: (BLANK * 2, BLANK * 2),
        5: (hearts, gap),
        15: (gap, hearts),
        **dict.fromkeys((25, 35, 39), (hearts, hearts)),
        40: (BLANK * 2, hearts),
    }


def test_characters_are_written_on_the_paper_that_is_there_but_not_on_dense_dots(
    video: DisplayAdapter,
) -> None:
    video.put_cells(0, 0, b"\xb2\x17" + b"\xdb\x02")
    draw_scene(video, make_scene("hearts", Sprite((0, 1, 1, 1), repeat_x=3, keeps_background=True)), 0)
    assert row(video, 0)[:8] == b"\xb2\x17" + b"*\x2f" + b"*\x1f" + BLANK


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*_mono.BIN")), ids=lambda path: path.stem)
def test_framed_windows_end_with_a_line_on_a_monochrome_display(path: Path) -> None:
    cells = path.read_bytes()
    for start in range(2 * COLUMNS, len(cells), 2 * COLUMNS):
        above, row = (cells[at : at + 2 * COLUMNS] for at in (start - 2 * COLUMNS, start))
        sides = [column for column in range(COLUMNS) if above[2 * column] == VERTICAL_LINE]
        for left, right in pairwise(sides):
            bottom = row[2 * left : 2 * right + 2]
            assert bottom != REVERSE_BLANK * (right - left + 1), (start // (2 * COLUMNS), left)
