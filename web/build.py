"""Builds the browser page: `python web/build.py` writes web/dist/index.html, with all of ours inside.

The page carries exactly what the wheel carries: the package and the data files that pyproject.toml puts into
it, as one archive in base64. Pyxel 2.6.2 and Pyodide come from their public CDN.
"""

from __future__ import annotations

import base64
import io
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
PAGE = WEB / "page"
SCRIPTS = ("boot.js", "press.js", "buttons.js", "keys.js", "probe.js")
PAYLOAD_LIMIT = 1_000_000


def files_below(folder: Path) -> Iterator[Path]:
    """Yield the files below `folder` that run or are read at run time, in a fixed order."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and path.name != "py.typed":
            yield path


def wheel_files(root: Path) -> dict[str, Path]:
    """Return path in the wheel -> file for the project in folder `root`, as its pyproject.toml says."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    files = {
        str(path.relative_to(root)): path for name in wheel["packages"] for path in files_below(root / name)
    }
    for source, target in wheel.get("force-include", {}).items():
        path = root / source
        if path.is_dir():
            files |= {f"{target}/{below.relative_to(path)}": below for below in files_below(path)}
        else:
            files[target] = path
    return {name.replace("\\", "/"): path for name, path in files.items()}


def archive(files: dict[str, Path]) -> bytes:
    """Return a zip archive of `files` (path in the archive -> file); the same files give the same bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zipped:
        for name, path in sorted(files.items()):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            zipped.writestr(entry, path.read_bytes())
    return target.getvalue()


def page(app: bytes) -> str:
    """Return the page that runs `app`, an archive with `retro_pyramid/browser.py` in it."""
    parts = {
        "ICON": "data:image/svg+xml," + quote(_part("icon.svg").replace("\n", "")),
        "STYLE": _part("page.css"),
        "SCRIPTS": "".join(_part(name) for name in SCRIPTS),
        "APP": base64.b64encode(app).decode("ascii"),
    }
    text = _part("page.html")
    for name, part in parts.items():
        text = text.replace(f"@@{name}@@", part)
    return text


def _part(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")


def main() -> int:
    """Write the page; returns the exit code."""
    try:
        text = page(archive(wheel_files(ROOT)))
    except OSError as error:
        print(f"build.py: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    size = len(text.encode("utf-8"))
    if size > PAYLOAD_LIMIT:
        print(f"build.py: the page has {size} bytes, at most {PAYLOAD_LIMIT} are allowed", file=sys.stderr)
        return 1
    target = WEB / "dist" / "index.html"
    target.parent.mkdir(exist_ok=True)
    target.write_text(text, encoding="utf-8", newline="\n")
    print(f"{target.relative_to(ROOT)}: {size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
