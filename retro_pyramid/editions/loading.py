"""Loads an edition's text file: specification fields, menus, commands, themes, tunes and table layouts."""

from typing import Any

from retro_pyramid.app.edition_spec import MenuItem
from retro_pyramid.resources import load_asset_sections
from retro_pyramid.table.layout import BarMenu, Command, TableLayout
from retro_pyramid.table.render.base import compute_pyramid_positions
from retro_pyramid.ui.theme import Theme

_INT_LIST_FIELDS = ("palette", "first_deals")
"""Fields of `EditionSpec` that are lists of integers."""
_THEME_SECTIONS = {"theme": "colours", "bright_theme": "bright colours"}
"""Sections of the text file for the fields of `EditionSpec` that are themes."""


def load_spec_fields(edition: str) -> dict[str, Any]:
    """Return the `EditionSpec` fields in an edition's text file, by field name."""
    spec = load_asset_sections(f"programs/{edition}")
    fields: dict[str, Any] = {"title": dict(spec["entry"])["title"], **dict(spec.get("record", []))}
    fields |= {field: tuple(map(int, fields[field].split())) for field in _INT_LIST_FIELDS if field in fields}
    fields |= {
        field: load_theme(edition, section) for field, section in _THEME_SECTIONS.items() if section in spec
    }
    return {"id": edition, "menu_items": load_menu_items(edition), **fields}


def load_menu_items(edition: str) -> tuple[MenuItem, ...]:
    """Return an edition's menu items: its own, then the common ones for actions that its own do not cover."""
    edition_rows, items = load_asset_sections(f"programs/{edition}").get("menu", []), []
    edition_actions = {action for _, _, action, *_ in edition_rows}
    common = [row for row in load_asset_sections("programs/common")["menu"] if row[2] not in edition_actions]
    for line, label, action, *optional in (*edition_rows, *common):
        options, note, keys = (*optional, "", "", "")[:3]
        option_values = dict(option.split("=") for option in options.split())
        items.append(MenuItem(line, label, action, option_values, note, keys))
    return tuple(items)


def load_commands(edition: str, section: str = "commands") -> tuple[Command, ...]:
    """Return the table commands of a section of an edition's text file."""
    return tuple(map(_parse_command, load_asset_sections(f"programs/{edition}")[section]))


def load_menu_bar(edition: str) -> tuple[BarMenu, ...]:
    """Return the menus of an edition's menu bar; None in a menu is a separator (a dash in the file)."""
    return tuple(
        BarMenu(
            section.removeprefix("bar "), tuple(None if row == ["-"] else _parse_command(row) for row in rows)
        )
        for section, rows in load_asset_sections(f"programs/{edition}").items()
        if section.startswith("bar ")
    )


def _parse_command(row: list[str]) -> Command:
    """Return the command of a row: target id, label, action and up to five optional fields."""
    target, label, action, *optional = row
    keys, key_label, cells_text, checked, absent = (*optional, "", "", "", "", "")[:5]
    column, row_index, width, height = map(int, cells_text.split()) if cells_text else (0, 0, 0, 0)
    rect = (column, row_index, width, height) if cells_text else None
    return Command(target, label, action, tuple(keys.split()), key_label, rect, checked or None, bool(absent))


def load_theme(edition: str, section: str = "colours") -> Theme:
    """Return the theme of an edition's boxes and lines; colours that it does not define have the magazine's defaults."""
    pairs = (row[0].split() for row in load_asset_sections(f"programs/{edition}")[section])
    fields: dict[str, Any] = {
        field: value if field == "window_title" else int(value, 16) for field, value in pairs
    }
    return Theme(**fields)


def load_tunes(edition: str) -> dict[str, str]:
    """Return an edition's own tunes by sound event."""
    return dict(row[0].split() for row in load_asset_sections(f"programs/{edition}")["tunes"])


def load_table_layout(edition: str, section: str) -> TableLayout:
    """Return a table layout of an edition.

    The section is `graphics` or `text`, or for small cards `small graphics` or `small text`.
    """
    fields: dict[str, Any] = {}
    for row in load_asset_sections(f"programs/{edition}")[section]:
        field, *values = row[0].split()
        numbers = tuple(map(int, values))
        fields[field] = numbers if len(numbers) > 1 else numbers[0]
    return TableLayout(**{**fields, "slots": compute_pyramid_positions(*fields["slots"])})


COMMON_TUNES = load_tunes("common")
"""Tunes by sound event for editions without tunes of their own."""
