"""Fills a folder with the run-time the browser page loads, so that the page can be tried without a network.

    python web/runtime.py              download from the public CDN
    python web/runtime.py --from DIR   take the pieces from a folder they already lie in

The folder is `$PYXEL_WEB_RUNTIME`, else one with Pyxel's version in its name in the user's cache. It mirrors the
CDN: a file in its folder `cdn.jsdelivr.net` is what the address without `https://` serves.

This is the one place that says which Pyxel and which Pyodide the page runs on. For others change `PYXEL`, `PYODIDE` and
the sums with their pieces' names; README.md ("Two versions of Pyxel") says what else is looked at then.
"""

from __future__ import annotations

import os
import sys
import urllib.error
import urllib.request
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

PYXEL = "2.6.2"
PYODIDE = "0.29.3"
"""The version that this Pyxel's script (`wasm/pyxel.js`) asks for."""


class Sum(NamedTuple):
    """What a piece is known by: its length in bytes, and its SHA-256 in base64."""

    size: int
    sha256: str


CDN = "https://cdn.jsdelivr.net"
FOLDER = "cdn.jsdelivr.net"
"""The folder in the run-time folder that mirrors the CDN."""
PYXEL_BASE = f"gh/kitao/pyxel@{PYXEL}"
PYODIDE_BASE = f"pyodide/v{PYODIDE}/full"
# Where a piece lies in a checkout of Pyxel or an unpacked `pyodide` npm package -> what it is known by.
PYXEL_SUMS = {
    "wasm/pyxel.js": Sum(21462, "mVrGIPXTfPLdmjKtHj6ozKJg2ShE3qeKzZ8qxmJNaco="),
    f"wasm/pyxel-{PYXEL}-cp38-abi3-emscripten_4_0_9_wasm32.whl": Sum(
        3472211, "mgvVcNdzHp5w8YyZrCbLvJcTIKA2aT/1+lKuc4Oc6Wk="
    ),
}
PYODIDE_SUMS = {
    "pyodide.js": Sum(18597, "cY1A8cAV3SXsckzI/E4jJdakWpKuIlEh/2lT8iShb3I="),
    "pyodide.asm.js": Sum(1074322, "EmPwK1smCZuWESN4FW8kLdmLOaggG6d2Xl/j1FXFzpE="),
    "pyodide.asm.wasm": Sum(8647684, "4vTudbMl416zG/uMYT1N1QmPVQLBVql4R2hodbUCVIA="),
    "pyodide-lock.json": Sum(120010, "Mlb/x2OI3g439LNNQqtIQmjRr8Z1F5/5eypbsU+EzKw="),
    "python_stdlib.zip": Sum(2423989, "Qpi27kRctyTDlzQ32kd4l1K55v9OJmGQJrKD7IAfxGs="),
}
# Address below the CDN -> where the piece lies there.
PIECES = {f"{PYXEL_BASE}/{piece}": piece for piece in PYXEL_SUMS} | {
    f"{PYODIDE_BASE}/{piece}": piece for piece in PYODIDE_SUMS
}
SUMS = {address: (PYXEL_SUMS | PYODIDE_SUMS)[piece] for address, piece in PIECES.items()}
"""What the pieces are known by, by their addresses below the CDN."""


def sum_of(data: bytes) -> Sum:
    """Return what these bytes are known by.

    >>> sum_of(b"")
    Sum(size=0, sha256='47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=')
    """
    return Sum(len(data), b64encode(sha256(data).digest()).decode("ascii"))


class RuntimeMissing(Exception):
    """A piece of the run-time cannot be had; the message says which and where it was looked for."""


def folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the run-time folder: `$PYXEL_WEB_RUNTIME`, else in the user's cache."""
    if named := environ.get("PYXEL_WEB_RUNTIME"):
        return Path(named).expanduser().resolve()
    cache = environ.get("XDG_CACHE_HOME") or environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return Path(cache) / "retro-pyramid" / f"pyxel-web-{PYXEL}"


def file_for(root: Path, address: str) -> Path | None:
    """Return the file of run-time folder `root` that answers `address`, None if there is none.

    >>> file_for(Path("/nowhere"), f"{CDN}/{PYXEL_BASE}/wasm/pyxel.js") is None
    True
    """
    if not address.startswith(f"{CDN}/"):
        return None
    piece = address.removeprefix(f"{CDN}/").partition("?")[0]
    path = root / FOLDER / piece
    return path if piece in PIECES and path.is_file() else None


def missing(root: Path) -> list[str]:
    """Return the addresses of the pieces that run-time folder `root` lacks."""
    return [f"{CDN}/{piece}" for piece in PIECES if file_for(root, f"{CDN}/{piece}") is None]


def find_piece(sources: Path, piece: str) -> bytes:
    """Return `piece` from `sources` or from a folder up to two levels below it; raises RuntimeMissing."""
    for pattern in (piece, f"*/{piece}", f"*/*/{piece}"):
        for path in sorted(sources.glob(pattern)):
            if path.is_file():
                return path.read_bytes()
    raise RuntimeMissing(f"{sources}: no {piece} in it or in a folder up to two levels below it")


def download(address: str) -> bytes:
    """Return what `address` serves; raises RuntimeMissing."""
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            data: bytes = answer.read()
    except (OSError, urllib.error.HTTPError) as error:
        raise RuntimeMissing(f"{address}: {error}") from error
    return data


def fill(root: Path, sources: Path | None = None) -> list[str]:
    """Put every missing piece into run-time folder `root`, from folder `sources` or else from the CDN.

    Returns the addresses of the pieces that were put there; raises RuntimeMissing.
    """
    added = missing(root)
    for address in added:
        piece = address.removeprefix(f"{CDN}/")
        data = find_piece(sources, PIECES[piece]) if sources else download(address)
        target = root / FOLDER / piece
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_name(target.name + ".part")
        part.write_bytes(data)
        part.replace(target)
    return added


def main(arguments: list[str]) -> int:
    """Fill the run-time folder as the command line says; returns the exit code."""
    import argparse

    parser = argparse.ArgumentParser(prog="web/runtime.py", description="Fill the browser run-time folder.")
    parser.add_argument("--from", dest="sources", type=Path, metavar="DIR", help="take the pieces from DIR")
    sources = parser.parse_args(arguments).sources
    try:
        added = fill(folder(), sources)
    except (RuntimeMissing, OSError) as error:
        print(f"runtime.py: {error}", file=sys.stderr)
        return 2
    print(f"{folder()}: {len(added)} pieces added, {len(PIECES) - len(added)} were there")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
