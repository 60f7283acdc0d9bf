"""The run-time without what the page never uses, for a page that carries its own: the same bytes from the same pieces."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from web.bare import bare

LIBRARY = Path(__file__).with_name("library.txt")
UNUSED = ("pyxel/examples/", "pyxel/editor/", "pyxel/cli.py", "pyxel/__main__.py", "pyxel/__init__.pyi")
"""What Pyxel's wheel has besides its engine."""
THEIRS = ("pyodide/", "_pyodide/")
"""Modules that read docstrings, which the library's own all do without (`python -OO`)."""
UNIX = 3
"""The system that a zip is said to come from, so that it is the same from every one."""


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return a zip archive of `files` (path in the archive -> bytes); the same files give the same bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zipped:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            # Windows would name itself there.
            entry.create_system = UNIX
            zipped.writestr(entry, data)
    return target.getvalue()


def library() -> list[str]:
    """Return the names of the files of Python's library that the page needs."""
    return [line for line in LIBRARY.read_text(encoding="ascii").splitlines() if line and line[0] != "#"]


@cache
def trimmed(piece: str, data: bytes) -> bytes:
    """Return a piece of the run-time without what the page never uses; most have nothing such."""
    if piece.endswith("pyodide-lock.json"):
        return json.dumps(json.loads(data) | {"packages": {}}).encode()
    if not piece.endswith((".whl", "python_stdlib.zip")):
        return data
    with zipfile.ZipFile(io.BytesIO(data)) as zipped:
        if piece.endswith(".zip"):
            return packed(
                {name: _module(name, zipped.read(name)) for name in {*library()} & {*zipped.namelist()}}
            )
        files = {name: zipped.read(name) for name in zipped.namelist() if not name.startswith(UNUSED)}
    for name in files:
        if name.endswith("/RECORD"):
            lines = files[name].splitlines(keepends=True)
            files[name] = b"".join(line for line in lines if not line.decode().startswith(UNUSED))
    return packed(files)


def _module(name: str, source: bytes) -> bytes:
    if name.startswith(THEIRS):
        return source
    try:
        return bare(source.decode()).encode()
    except SyntaxError:
        # An older Python builds the page, and the library is too new for it.
        return source
