"""Whose work a download holds and under which licence: `licences.txt` lists it, a line for each part."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "release" / "licences.txt"
_LINE = "=" * 78
_OURS = "retro-pyramid.txt"


class Part(NamedTuple):
    """A line of the list: whose work, its licence, the file of its text, an installed one, the downloads it is in."""

    whose: str
    licence: str
    text: str
    installed: str
    downloads: list[str]


class NoText(Exception):
    """The text of a licence cannot be had; the message is one line."""


def parts(download: str = "") -> Iterator[Part]:
    """Yield what a download holds, without one all parts."""
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            whose, licence, text, installed, downloads = (part.strip() for part in line.split("|"))
            if not download or download in downloads.split():
                yield Part(whose, licence, text, installed, downloads.split())


def texts(download: str, installed: bool = False) -> dict[str, str]:
    """Return the texts for a download by the names of their files, those that are `installed` first; raise NoText."""
    return {part.text: _text(part, installed) for part in parts(download)}


def whole(download: str, installed: bool = False) -> str:
    """Return one text for a download: the list, then every licence."""
    said = [f"{part.whose}: {part.licence} ({part.text})" for part in parts(download)]
    for name, text in texts(download, installed).items():
        said += ["", _LINE, name, _LINE, "", text.strip()]
    return "\n".join(said) + "\n"


def _text(part: Part, installed: bool) -> str:
    package, _, name = part.installed.partition(":")
    found = _of_python() if package == "python" else _of(package, name) if package else None
    committed = ROOT / "LICENSE" if part.text == _OURS else LIST.with_suffix("") / part.text
    file = found if found and (installed or not committed.is_file()) else committed
    if not file.is_file():
        raise NoText(f"{package} is installed without its {name}")
    text = file.read_text(encoding="utf-8")
    return _listed(text) if file.suffix == ".json" else text


def _listed(components: str) -> str:
    """Return a list of components (CycloneDX) as lines: name, version, licence."""
    said = ["Libraries that Pyxel is built of; their sources, with authors and texts, are on crates.io.", ""]
    for part in json.loads(components)["components"]:
        licences = [one.get("expression") or one["license"].get("id", "") for one in part.get("licenses", ())]
        said.append(f"{part['name']} {part['version']}: {' '.join(licences)}")
    return "\n".join(said)


def _of(package: str, name: str) -> Path | None:
    try:
        files = metadata.files(package) or ()
    except metadata.PackageNotFoundError:
        return None
    found = (one for one in files if one.name == name and "dist-info" in one.parts[0])
    return next((Path(str(one.locate())) for one in found), None)


def _of_python() -> Path | None:
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    places = (Path(os.__file__).parent, Path(sys.base_prefix), Path(sys.base_prefix) / "lib" / version)
    return next((place / "LICENSE.txt" for place in places if (place / "LICENSE.txt").is_file()), None)
