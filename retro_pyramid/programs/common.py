"""What several programs have alike, and how the file of a program's words, keys, colours and tunes is read."""

from collections.abc import Mapping
from functools import cache

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS
from retro_pyramid.packaged import asset_text
from retro_pyramid.screens.parts.felt import pyramid_places
from retro_pyramid.screens.parts.look import Dress
from retro_pyramid.screens.parts.motion import Point
from retro_pyramid.screens.record import MenuItem
from retro_pyramid.screens.table.layout import BarMenu, Command


@cache
def _sections(name: str) -> Mapping[str, list[list[str]]]:
    """Return the sections of `assets/programs/NAME.txt` by their names: lines, cut at their bars."""
    found: dict[str, list[list[str]]] = {}
    for line in asset_text(f"programs/{name}.txt").splitlines():
        if line.startswith("["):
            rows = found[line.strip("[]")] = []
        elif line and not line.startswith("#"):
            rows.append([part.strip() for part in line.split("|")])
    return found


def menu(name: str) -> tuple[MenuItem, ...]:
    """Return the lines of a program's own for its main menu."""
    found = []
    for line, label, action, *more in _sections(name)["menu"]:
        options, note, keys = (*more, "", "", "")[:3]
        chosen = dict(option.split("=") for option in options.split())
        found.append(MenuItem(line, label, action, chosen, note, keys))
    return tuple(found)


def commands(name: str, section: str = "commands") -> tuple[Command, ...]:
    """Return the commands of a section of a program's file."""
    return tuple(map(_command, _sections(name)[section]))


def bar(name: str) -> tuple[BarMenu, ...]:
    """Return the menus of a program's bar; a dash stands for a rule."""
    return tuple(
        BarMenu(section.removeprefix("bar "), tuple(None if row == ["-"] else _command(row) for row in rows))
        for section, rows in _sections(name).items()
        if section.startswith("bar ")
    )


def _command(row: list[str]) -> Command:
    target, words, action, *more = row
    keys, shown, cells, checked, absent = (*more, "", "", "", "", "")[:5]
    column, line, width, height = map(int, cells.split()) if cells else (0, 0, 0, 0)
    place = (column, line, width, height) if cells else None
    return Command(target, words, action, tuple(keys.split()), shown, place, checked or None, bool(absent))


def colours(name: str) -> Dress:
    """Return the colours of a program's boxes and lines; those it does not name are the magazine's."""
    pairs = (row[0].split() for row in _sections(name)["colours"])
    return Dress(**{use: int(attribute, 16) for use, attribute in pairs})


def tunes(name: str) -> dict[str, str]:
    """Return a program's own tunes, by what happens."""
    return dict(row[0].split() for row in _sections(name)["tunes"])


MENU = menu("common")
"""The main menu where there is only one way to play."""
TUNES = tunes("common")
"""The tunes of the programs without songs of their own, by what happens."""


def cell(column: int, row: int) -> Point:
    """Return the place of a character cell in picture pixels."""
    return column * CELL_WIDTH, row * CELL_HEIGHT


def text_pyramid(
    top: int, across: int = 10, down: int = 3, width: int = 8, middle: int = COLUMNS // 2
) -> tuple[Point, ...]:
    """Return where the 28 cards lie in text mode, as `pyramid_places` does, all measures in character cells."""
    x, y = cell(middle, top)
    return pyramid_places(x, y, *cell(across, down), width * CELL_WIDTH)
