"""Builds the browser page: `python web/build.py` writes web/dist, with all of ours in its index.html.

    --self-host DIR   also writes DIR: the same page with its run-time beside it, which needs no other server
    --zip FILE        packs what was written last, for hosts that take one file
    --url ADDRESS     where the page will be, so that links to it show its picture everywhere; else the address of
                      [project.urls] in pyproject.toml is taken

The page carries what the wheel carries: the package, without its comments and docstrings, and the data files that
pyproject.toml puts into it, as one archive in base64. Pyxel and Pyodide come from their public CDN, in the versions that
`runtime.py` names, unless they lie beside it.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import tomllib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from urllib.parse import quote

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from release import credits  # noqa: E402
from retro_pyramid.formats import FormatError  # noqa: E402
from retro_pyramid.formats.pictures.bgi import decode_picture  # noqa: E402
from retro_pyramid.rules import EDITIONS  # noqa: E402
from web import addresses, pictures, policy, runtime  # noqa: E402
from web.bare import bare  # noqa: E402
from web.page.archive import SIZE  # noqa: E402
from web.page.archive import pictures as pictures_of  # noqa: E402
from web.trim import packed, tight, trimmed  # noqa: E402

PAGE = WEB / "page"
DIST = WEB / "dist"
CDN = f"{runtime.CDN}/"
DESKS = ("retro_pyramid/machine/terminal/", "retro_pyramid/assets/desktop/")
"""What a page has no use for: a terminal, a desktop's icons."""
IMAGES = (".BGI", ".DEC")
BESIDE = "runtime"
"""Where the run-time lies in a self-hosted page."""
PYXEL_SCRIPT = f"{runtime.PYXEL_BASE}/wasm/pyxel.js"
SHOTS = WEB / "shots"
"""What the page shows before the program runs; `pytest --record-golden` records it."""
PREVIEW = SHOTS / "table.png"
PREVIEW_SIZE = (1200, 630)
"""What the services that show links ask for."""
SCRIPTS = (
    "engine.js",
    "boot.js",
    "memory.js",
    "view.js",
    "tube.js",
    "sound.js",
    "speech.js",
    "press.js",
    "mouse.js",
    "loupe.js",
    "touch.js",
    "pad.js",
    "places.js",
    "screenkeys.js",
    "gamepad.js",
    "buttons.js",
    "keys.js",
    "probe.js",
    "snapshot.js",
    "store.js",
    "files.js",
    "links.js",
    "share.js",
    "offline.js",
)
PAYLOAD_LIMIT = 1_050_000
"""Bytes of the page, so that growth is noticed."""


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


def archive(files: Mapping[str, Path]) -> bytes:
    """Return `files` (path in the archive -> file) as the piece that `page/archive.py` reads, always the same bytes.

    Modules are `bare`, pictures of 16 colours `paired`; what only a desk has a use for is left out.
    """
    contents = {
        name: bare(path.read_text(encoding="utf-8")).encode() if name.endswith(".py") else path.read_bytes()
        # Files of one kind side by side take less room.
        for name, path in sorted(files.items(), key=lambda item: (item[1].suffix, item[0]))
        if not name.startswith(DESKS)
    }
    images = {
        name: found for name, data in contents.items() if name.endswith(IMAGES) and (found := paired(data))
    }
    contents |= images
    sizes = {name: len(data) * (-1 if name in images else 1) for name, data in contents.items()}
    head = json.dumps(sizes, separators=(",", ":")).encode()
    # All in one, as files that are much alike take less room together.
    whole = b"\n".join([head, b"".join(contents.values())])
    return len(whole).to_bytes(SIZE) + zlib.compress(whole, 9)


def paired(data: bytes) -> bytes | None:
    """Return images as `page/archive.py` makes them from two pixels a byte; None for what it does not make just so."""
    pixels, at = b"", 0
    try:
        while at < len(data):
            image, at = decode_picture(data, at)
            pixels += image.pixels
        found = data[:4] + bytes(
            left << 4 | right for left, right in zip(pixels[::2], pixels[1::2], strict=True)
        )
        return found if pictures_of(found) == data else None
    except (FormatError, ValueError):
        return None


def page(
    app: bytes,
    url: str = "",
    runtime_at: str = CDN,
    sums: Mapping[str, runtime.Sum] = runtime.SUMS,
) -> str:
    """Return the page that runs `app`, an archive with `retro_pyramid/page/browser.py` in it.

    `url` is the address of the folder it will lie in, ending in `/`, where that is known; `runtime_at` is where the
    run-time's addresses begin, and `sums` are those of its pieces.
    """
    loaded = {piece: list(known) for piece, known in sums.items()}
    load = _part("archive.py") + "\n\n" + _part("load.py")
    memory = sha256(b"\n".join([app, load.encode(), json.dumps(loaded).encode()])).hexdigest()[:16]
    parts = {
        "ICON": "data:image/svg+xml,"
        + quote((ROOT / "assets/desktop/retro-pyramid.svg").read_text(encoding="ascii")),
        "STYLE": _part("page.css"),
        "LOAD": load,
        "START": _part("start.py"),
        "POSTER": _part("poster.js"),
        "TITLES": "".join(_titles()),
        "LOADER": _filled(_part("pieces.js"), {"PIECES": json.dumps(loaded)}),
        "SCRIPTS": _filled("".join(_part(name) for name in SCRIPTS), {"MEMORY": memory}),
        "URL": escape(url),
        "APP": base64.b64encode(app).decode("ascii"),
    }
    whole = _filled(_part("page.html"), parts).replace(CDN, runtime_at)
    return _filled(whole, {"POLICY": policy.policy(whole, runtime_at, sums)})


def _titles() -> Iterator[str]:
    """Yield a script for the first picture of each program that has one, the plain start's first."""
    for shot in filter(Path.is_file, (SHOTS / f"first_{edition}.png" for edition in EDITIONS)):
        edition, rows = shot.stem.removeprefix("first_"), pictures.read_png(shot.read_bytes())
        picture = base64.b64encode(pictures.indexed_png(rows)).decode("ascii")
        yield f'<script>firstPicture("{edition}", "{picture}");</script>\n'


def site(
    app: bytes,
    url: str = "",
    runtime_at: str = CDN,
    sums: Mapping[str, runtime.Sum] = runtime.SUMS,
) -> dict[str, bytes]:
    """Return the files of the page by name, index.html first; `runtime_at` is where the run-time's addresses begin."""
    drawing = _drawing()
    ours = {
        "index.html": page(app, url, runtime_at, sums).encode(),
        "manifest.webmanifest": _part("manifest.webmanifest").encode(),
        "icon-180.png": pictures.icon(drawing, 180, 5),
        "icon-192.png": pictures.icon(drawing, 192, 6),
        "icon-512.png": pictures.icon(drawing, 512, 16),
        # Its outer tenths may be cut off to any shape.
        "icon-maskable.png": pictures.icon(drawing, 512, 12),
        "licences.txt": credits.whole("page" if runtime_at == CDN else "self-hosted").encode(),
    }
    digests = {name: sha256(data).hexdigest() for name, data in ours.items()}
    theirs = {runtime_at + piece: f"sha256-{known.sha256}" for piece, known in sums.items()}
    parts = {
        "FILES": json.dumps(digests, indent=2),
        "RUNTIME": json.dumps(theirs, indent=2),
        "RUNTIME_VERSION": sha256(json.dumps(theirs).encode()).hexdigest()[:16],
    }
    worker = _filled(_part("worker.js"), parts)
    worker = _filled(worker, {"VERSION": sha256(worker.encode()).hexdigest()[:16]})
    preview = pictures.preview(pictures.read_png(PREVIEW.read_bytes()), PREVIEW_SIZE)
    return {**ours, "preview.png": preview, "worker.js": worker.encode()}


def self_hosted(app: bytes, url: str = "") -> dict[str, bytes]:
    """Return the files of the page with its run-time beside it; raise RuntimeMissing where that cannot be had."""
    root = runtime.folder()
    if lacking := runtime.missing(root):
        raise runtime.RuntimeMissing(f"{root} lacks {lacking[0]}: fill it with python web/runtime.py")
    pieces = {piece: trimmed(piece, (root / runtime.FOLDER / piece).read_bytes()) for piece in runtime.PIECES}
    # What lies under an address never changes.
    beside = f"{BESIDE}/{sha256(b''.join(pieces.values())).hexdigest()[:8]}/"
    # It names where Pyodide would come from; an address relative to the page will do.
    pieces[PYXEL_SCRIPT] = pieces[PYXEL_SCRIPT].replace(CDN.encode(), beside.encode())
    sums = {piece: runtime.sum_of(data) for piece, data in pieces.items()}
    app = app[:SIZE] + tight("zlib", zlib.decompress(app[SIZE:]))
    return site(app, url, beside, sums) | {beside + piece: data for piece, data in pieces.items()}


def _drawing() -> list[str]:
    return (ROOT / "assets" / "icon.txt").read_text(encoding="ascii").split()


def _filled(text: str, parts: Mapping[str, str]) -> str:
    for name, part in parts.items():
        text = text.replace(f"@@{name}@@", part)
    return text


def _part(name: str) -> str:
    """Return a part of the page; a script without comments of whole lines and indents, its lines numbered as before."""
    text = (PAGE / name).read_text(encoding="utf-8")
    return re.sub(r"(?m)^[ \t]*//.*$|^[ \t]+", "", text) if name.endswith(".js") else text


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files, by name, below a folder; it and those below it are made."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def main(arguments: Sequence[str] = ()) -> int:
    """Write the page as the command line says; returns the exit code."""
    import argparse

    parser = argparse.ArgumentParser(prog="web/build.py", description="Build the browser page.")
    parser.add_argument(
        "--self-host", type=Path, metavar="DIR", help="also write DIR, with the run-time beside it"
    )
    parser.add_argument("--zip", type=Path, metavar="FILE", help="pack what was written last")
    parser.add_argument("--url", default="", metavar="ADDRESS", help="where the page will be")
    asked = parser.parse_args(arguments)
    url = asked.url.rstrip("/") or addresses.address(addresses.PAGE)
    if not url:
        print(addresses.not_set(addresses.PAGE, "links to the page show no picture"))
    url = url and f"{url}/"
    try:
        app = archive(wheel_files(ROOT))
        files = site(app, url)
        size = len(files["index.html"])
        if size > PAYLOAD_LIMIT:
            print(
                f"build.py: the page has {size} bytes, at most {PAYLOAD_LIMIT} are allowed", file=sys.stderr
            )
            return 1
        write(DIST, files)
        print(f"{DIST.relative_to(ROOT)}: index.html has {size} bytes")
        if asked.self_host:
            files = self_hosted(app, url)
            write(asked.self_host, files)
            print(f"{asked.self_host}: {len(files)} files, {sum(map(len, files.values()))} bytes")
        if asked.zip:
            asked.zip.write_bytes(packed(files))
            print(f"{asked.zip}: {len(files)} files")
    except OSError as error:
        print(f"build.py: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except (runtime.RuntimeMissing, pictures.PictureError) as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
