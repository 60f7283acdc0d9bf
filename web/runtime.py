"""Fills a folder with the files of the run-time that the page loads, so that it can be tested offline and self-hosted.

    python web/runtime.py              download from the public CDN
    python web/runtime.py --from DIR   copy the files from a folder

The folder is `$PYXEL_WEB_RUNTIME`, else one with Pyxel's version in its name in the user's cache. It mirrors the
CDN: the file `cdn.jsdelivr.net/PATH` in it is the response for `https://cdn.jsdelivr.net/PATH`.

This is the one place that sets the versions of Pyxel and Pyodide that the page runs on. For others change `PYXEL`, `PYODIDE`
and the checksums with their file names; README.md ("Two versions of Pyxel") lists what else to check.
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
"""The version that this Pyxel's script (`wasm/pyxel.js`) loads."""


class Checksum(NamedTuple):
    """Length in bytes and SHA-256 in base64 of a file."""

    size: int
    sha256: str


CDN = "https://cdn.jsdelivr.net"
CDN_DIR = "cdn.jsdelivr.net"
"""Folder in the run-time folder that mirrors the CDN."""
PYXEL_BASE = f"gh/kitao/pyxel@{PYXEL}"
PYODIDE_BASE = f"pyodide/v{PYODIDE}/full"
# Path in a checkout of Pyxel or an unpacked `pyodide` npm package -> checksum.
PYXEL_CHECKSUMS = {
    "wasm/pyxel.js": Checksum(21462, "mVrGIPXTfPLdmjKtHj6ozKJg2ShE3qeKzZ8qxmJNaco="),
    f"wasm/pyxel-{PYXEL}-cp38-abi3-emscripten_4_0_9_wasm32.whl": Checksum(
        3472211, "mgvVcNdzHp5w8YyZrCbLvJcTIKA2aT/1+lKuc4Oc6Wk="
    ),
}
PYODIDE_CHECKSUMS = {
    "pyodide.js": Checksum(18597, "cY1A8cAV3SXsckzI/E4jJdakWpKuIlEh/2lT8iShb3I="),
    "pyodide.asm.js": Checksum(1074322, "EmPwK1smCZuWESN4FW8kLdmLOaggG6d2Xl/j1FXFzpE="),
    "pyodide.asm.wasm": Checksum(8647684, "4vTudbMl416zG/uMYT1N1QmPVQLBVql4R2hodbUCVIA="),
    "pyodide-lock.json": Checksum(120010, "Mlb/x2OI3g439LNNQqtIQmjRr8Z1F5/5eypbsU+EzKw="),
    "python_stdlib.zip": Checksum(2423989, "Qpi27kRctyTDlzQ32kd4l1K55v9OJmGQJrKD7IAfxGs="),
}
# Path below the CDN -> path in the checkout or package.
FILES = {f"{PYXEL_BASE}/{path}": path for path in PYXEL_CHECKSUMS} | {
    f"{PYODIDE_BASE}/{path}": path for path in PYODIDE_CHECKSUMS
}
CHECKSUMS = {path: (PYXEL_CHECKSUMS | PYODIDE_CHECKSUMS)[source] for path, source in FILES.items()}
"""Path below the CDN -> checksum."""


def checksum(data: bytes) -> Checksum:
    """Return the checksum of the bytes of a file.

    >>> checksum(b"")
    Checksum(size=0, sha256='47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=')
    """
    return Checksum(len(data), b64encode(sha256(data).digest()).decode("ascii"))


class RuntimeMissing(Exception):
    """A file of the run-time is not available; the message names it and where it was searched for."""


def runtime_dir(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the run-time folder: `$PYXEL_WEB_RUNTIME`, else one in the user's cache."""
    if path := environ.get("PYXEL_WEB_RUNTIME"):
        return Path(path).expanduser().resolve()
    cache = environ.get("XDG_CACHE_HOME") or environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return Path(cache) / "retro-pyramid" / f"pyxel-web-{PYXEL}"


def file_for(root: Path, url: str) -> Path | None:
    """Return the file of run-time folder `root` for `url`, None if there is none.

    >>> file_for(Path("/nowhere"), f"{CDN}/{PYXEL_BASE}/wasm/pyxel.js") is None
    True
    """
    if not url.startswith(f"{CDN}/"):
        return None
    path = url.removeprefix(f"{CDN}/").partition("?")[0]
    file = root / CDN_DIR / path
    return file if path in FILES and file.is_file() else None


def missing_files(root: Path) -> list[str]:
    """Return the URLs of the files that run-time folder `root` lacks."""
    return [f"{CDN}/{path}" for path in FILES if file_for(root, f"{CDN}/{path}") is None]


def read_source(folder: Path, path: str) -> bytes:
    """Return the file `path` from `folder` or from a folder up to two levels below it. Raises RuntimeMissing."""
    for pattern in (path, f"*/{path}", f"*/*/{path}"):
        for file in sorted(folder.glob(pattern)):
            if file.is_file():
                return file.read_bytes()
    raise RuntimeMissing(f"{folder}: no {path} in it or in a folder up to two levels below it")


def download(url: str) -> bytes:
    """Return the response for `url`. Raises RuntimeMissing."""
    try:
        with urllib.request.urlopen(url, timeout=60) as response:
            data: bytes = response.read()
    except (OSError, urllib.error.HTTPError) as error:
        raise RuntimeMissing(f"{url}: {error}") from error
    return data


def fill(root: Path, sources: Path | None = None) -> list[str]:
    """Add every missing file to run-time folder `root`, from folder `sources` or else from the CDN.

    Returns the URLs of the files added. Raises RuntimeMissing.
    """
    added = missing_files(root)
    for url in added:
        path = url.removeprefix(f"{CDN}/")
        data = read_source(sources, FILES[path]) if sources else download(url)
        target = root / CDN_DIR / path
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_name(target.name + ".part")
        part.write_bytes(data)
        part.replace(target)
    return added


def main(args: list[str]) -> int:
    """Fill the run-time folder as the command line says. Returns the exit code."""
    import argparse

    parser = argparse.ArgumentParser(prog="web/runtime.py", description="Fill the browser run-time folder.")
    parser.add_argument("--from", dest="sources", type=Path, metavar="DIR", help="take the pieces from DIR")
    sources = parser.parse_args(args).sources
    try:
        added = fill(runtime_dir(), sources)
    except (RuntimeMissing, OSError) as error:
        print(f"runtime.py: {error}", file=sys.stderr)
        return 2
    print(f"{runtime_dir()}: {len(added)} pieces added, {len(FILES) - len(added)} were there")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
