"""What several programs have alike, and how the file of a program's words, keys, colours and tunes is read."""

from typing import Any

from retro_pyramid.app.edition_spec import MenuItem
from retro_pyramid.resources import sections
from retro_pyramid.table.layout import BarMenu, Command, Places
from retro_pyramid.table.render.base import pyramid_places
from retro_pyramid.ui.theme import Dress

_NUMBERS = ("palette", "first_deals")
_DRESSES = {"dress": "colours", "bright": "bright colours"}


def facts(name: str) -> dict[str, Any]:
    """Return what the text of a program says of its record, by the record's fields."""
    file = sections(f"programs/{name}")
    said: dict[str, Any] = {"title": dict(file["entry"])["title"], **dict(file.get("record", []))}
    said |= {field: tuple(map(int, said[field].split())) for field in _NUMBERS if field in said}
    said |= {field: colours(name, section) for field, section in _DRESSES.items() if section in file}
    return {"id": name, "menu": menu(name), **said}


def menu(name: str) -> tuple[MenuItem, ...]:
    """Return the lines of a program's menu: its own, and those of all for what these do not do."""
    own, found = sections(f"programs/{name}").get("menu", []), []
    does = {action for _, _, action, *_ in own}
    common = [row for row in sections("programs/common")["menu"] if row[2] not in does]
    for line, label, action, *more in (*own, *common):
        options, note, keys = (*more, "", "", "")[:3]
        chosen = dict(option.split("=") for option in options.split())
        found.append(MenuItem(line, label, action, chosen, note, keys))
    return tuple(found)


def commands(name: str, section: str = "commands") -> tuple[Command, ...]:
    """Return the commands of a section of a program's file."""
    return tuple(map(_command, sections(f"programs/{name}")[section]))


def bar(name: str) -> tuple[BarMenu, ...]:
    """Return the menus of a program's bar; a dash stands for a rule."""
    return tuple(
        BarMenu(section.removeprefix("bar "), tuple(None if row == ["-"] else _command(row) for row in rows))
        for section, rows in sections(f"programs/{name}").items()
        if section.startswith("bar ")
    )


def _command(row: list[str]) -> Command:
    target, words, action, *more = row
    keys, shown, cells, checked, absent = (*more, "", "", "", "", "")[:5]
    column, line, width, height = map(int, cells.split()) if cells else (0, 0, 0, 0)
    place = (column, line, width, height) if cells else None
    return Command(target, words, action, tuple(keys.split()), shown, place, checked or None, bool(absent))


def colours(name: str, section: str = "colours") -> Dress:
    """Return the colours of a program's boxes and lines; those it does not name are the magazine's."""
    pairs = (row[0].split() for row in sections(f"programs/{name}")[section])
    found: dict[str, Any] = {use: value if use == "caption" else int(value, 16) for use, value in pairs}
    return Dress(**found)


def tunes(name: str) -> dict[str, str]:
    """Return a program's own tunes, by what happens."""
    return dict(row[0].split() for row in sections(f"programs/{name}")["tunes"])


def lying(name: str, section: str) -> Places:
    """Return where the things of a program's table lie: `graphics`, `text` or, with small cards, `small text`, ..."""
    found: dict[str, Any] = {}
    for row in sections(f"programs/{name}")[section]:
        what, *words = row[0].split()
        numbers = tuple(map(int, words))
        found[what] = numbers if len(numbers) > 1 else numbers[0]
    return Places(**{**found, "slots": pyramid_places(*found["slots"])})


TUNES = tunes("common")
"""The tunes of the programs without songs of their own, by what happens."""
