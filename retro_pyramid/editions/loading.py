"""What several programs have alike, and how the file of a program's words, keys, colours and tunes is read."""

from typing import Any

from retro_pyramid.app.edition_spec import MenuItem
from retro_pyramid.resources import sections
from retro_pyramid.table.layout import BarMenu, Command, Places
from retro_pyramid.table.render.base import pyramid_places
from retro_pyramid.ui.theme import Dress

_INT_LIST_FIELDS = ("palette", "first_deals")
_THEME_SECTIONS = {"dress": "colours", "bright": "bright colours"}


def facts(name: str) -> dict[str, Any]:
    """Return what the text of a program says of its record, by the record's fields."""
    spec = sections(f"programs/{name}")
    fields: dict[str, Any] = {"title": dict(spec["entry"])["title"], **dict(spec.get("record", []))}
    fields |= {field: tuple(map(int, fields[field].split())) for field in _INT_LIST_FIELDS if field in fields}
    fields |= {field: colours(name, section) for field, section in _THEME_SECTIONS.items() if section in spec}
    return {"id": name, "menu": menu(name), **fields}


def menu(name: str) -> tuple[MenuItem, ...]:
    """Return the lines of a program's menu: its own, and those of all for what these do not do."""
    edition_rows, items = sections(f"programs/{name}").get("menu", []), []
    edition_actions = {action for _, _, action, *_ in edition_rows}
    common = [row for row in sections("programs/common")["menu"] if row[2] not in edition_actions]
    for line, label, action, *optional in (*edition_rows, *common):
        options, note, keys = (*optional, "", "", "")[:3]
        option_values = dict(option.split("=") for option in options.split())
        items.append(MenuItem(line, label, action, option_values, note, keys))
    return tuple(items)


def commands(name: str, section: str = "commands") -> tuple[Command, ...]:
    """Return the commands of a section of a program's file."""
    return tuple(map(_parse_command, sections(f"programs/{name}")[section]))


def bar(name: str) -> tuple[BarMenu, ...]:
    """Return the menus of a program's bar; a dash stands for a rule."""
    return tuple(
        BarMenu(
            section.removeprefix("bar "), tuple(None if row == ["-"] else _parse_command(row) for row in rows)
        )
        for section, rows in sections(f"programs/{name}").items()
        if section.startswith("bar ")
    )


def _parse_command(row: list[str]) -> Command:
    target, label, action, *optional = row
    keys, key_label, cells_text, checked, absent = (*optional, "", "", "", "", "")[:5]
    column, row_index, width, height = map(int, cells_text.split()) if cells_text else (0, 0, 0, 0)
    rect = (column, row_index, width, height) if cells_text else None
    return Command(target, label, action, tuple(keys.split()), key_label, rect, checked or None, bool(absent))


def colours(name: str, section: str = "colours") -> Dress:
    """Return the colours of a program's boxes and lines; those it does not name are the magazine's."""
    pairs = (row[0].split() for row in sections(f"programs/{name}")[section])
    fields: dict[str, Any] = {
        field: value if field == "caption" else int(value, 16) for field, value in pairs
    }
    return Dress(**fields)


def tunes(name: str) -> dict[str, str]:
    """Return a program's own tunes, by what happens."""
    return dict(row[0].split() for row in sections(f"programs/{name}")["tunes"])


def lying(name: str, section: str) -> Places:
    """Return where the things of a program's table lie: `graphics`, `text` or, with small cards, `small text`, ..."""
    fields: dict[str, Any] = {}
    for row in sections(f"programs/{name}")[section]:
        field, *values = row[0].split()
        numbers = tuple(map(int, values))
        fields[field] = numbers if len(numbers) > 1 else numbers[0]
    return Places(**{**fields, "slots": pyramid_places(*fields["slots"])})


TUNES = tunes("common")
"""The tunes of the programs without songs of their own, by what happens."""
