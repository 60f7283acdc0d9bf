"""Reads the bundled data files, from a checkout, an installed wheel or the archive of the browser page."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any


def read_asset_bytes(name: str) -> bytes:
    """Return the content of a bundled data file. Raise FileNotFoundError, with the name, if it is missing."""
    # The module's loader can read files beside modules both in a folder and in an archive.
    loader: Any = __spec__.loader
    package_folder = Path(__file__).parent
    for folder in (package_folder / "assets", package_folder.parent / "assets"):
        try:
            data: bytes = loader.get_data(str(folder / name))
        except OSError:
            continue
        return data
    raise FileNotFoundError(f"{name}: a data file of the program is missing; install it again")


def read_asset_text(name: str) -> str:
    """Return the text of a bundled UTF-8 file, with line feeds as line ends. Raise FileNotFoundError if it is missing."""
    return read_asset_bytes(name).decode("utf-8").replace("\r\n", "\n")


@cache
def load_asset_sections(stem: str) -> Mapping[str, list[list[str]]]:
    """Parse the bundled text file `{stem}.txt` and return its sections by name.

    A section starts with a line `[section]`. Each further line is a row of cells separated by `|`. Empty lines and comment
    lines, which start with `#`, are skipped.

    """
    rows_by_section: dict[str, list[list[str]]] = {}
    for line in read_asset_text(f"{stem}.txt").splitlines():
        if line.startswith("["):
            rows = rows_by_section[line.strip("[]")] = []
        elif line and not line.startswith("#"):
            rows.append([cell.strip() for cell in line.split("|")])
    return rows_by_section
