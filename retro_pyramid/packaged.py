"""The program's own data files, in a checkout, in an installed wheel or in the browser page's archive."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any


def asset_bytes(name: str) -> bytes:
    """Return the bytes of the built data file `name`; raise FileNotFoundError naming it when it is missing."""
    # The module's loader can read files next to modules in a folder and in an archive.
    loader: Any = __spec__.loader
    here = Path(__file__).parent
    for folder in (here / "assets", here.parent / "assets"):
        try:
            data: bytes = loader.get_data(str(folder / name))
        except OSError:
            continue
        return data
    raise FileNotFoundError(f"{name}: a data file of the program is missing; install it again")


def asset_text(name: str) -> str:
    """Return the text of the built data file `name` (UTF-8, line feeds)."""
    return asset_bytes(name).decode("utf-8").replace("\r\n", "\n")


@cache
def sections(name: str) -> Mapping[str, list[list[str]]]:
    """Return the sections of the text `NAME.txt` by their names: lines, cut at their bars."""
    found: dict[str, list[list[str]]] = {}
    for line in asset_text(f"{name}.txt").splitlines():
        if line.startswith("["):
            rows = found[line.strip("[]")] = []
        elif line and not line.startswith("#"):
            rows.append([part.strip() for part in line.split("|")])
    return found
