"""Data that lists show of all editions, and the lazy import of an edition's specification and table."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.resources import load_asset_sections
from retro_pyramid.rules import EDITIONS
from retro_pyramid.settings import IntListDef, SettingDef, parse_setting

if TYPE_CHECKING:
    from retro_pyramid.app.edition_spec import EditionSpec
    from retro_pyramid.table.table_spec import TableSpec


class EditionInfo(NamedTuple):
    """An edition as shown in lists."""

    title: str
    """Title of the edition."""
    dos_command: str
    """Command that starts it at the DOS prompt."""
    settings: tuple[SettingDef, ...] = ()
    """Settings with a choice of values."""
    int_list_settings: Mapping[str, IntListDef] = {}
    """Settings that are lists of integers, by setting name."""
    switches: Mapping[str, tuple[str, str]] = {}
    """Command-line switches of the original, each with the setting and value that it selects for one run."""


def _load_edition_info(edition: str) -> EditionInfo:
    """Return the data for lists from an edition's text file."""
    spec = load_asset_sections(f"programs/{edition}")
    entry = dict(spec["entry"])
    switches = (row[0].split() for row in spec.get("switches", []))
    return EditionInfo(
        entry["title"],
        entry["command"],
        tuple(parse_setting(edition, *row) for row in spec["settings"]),
        {
            f"{edition}.{row[0]}": IntListDef(int(row[1]), int(row[2]), int(row[3]))
            for row in spec.get("numbers", [])
        },
        {switch: (edition, value) for switch, edition, value in switches},
    )


EDITION_INFO: Mapping[str, EditionInfo] = {edition: _load_edition_info(edition) for edition in EDITIONS}
"""The editions by id, in the order of lists."""


def load_edition(edition: str) -> EditionSpec:
    """Return the specification of an edition; raise KeyError for an unknown id."""
    if edition not in EDITION_INFO:
        raise KeyError(edition)
    spec: EditionSpec = import_module(f"retro_pyramid.editions.{edition}.edition").EDITION
    return spec


def load_table_spec(edition: str) -> TableSpec:
    """Return the table specification of an edition."""
    spec: TableSpec = import_module(f"retro_pyramid.editions.{edition}.table").TABLE
    return spec
