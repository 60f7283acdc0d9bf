"""Builds the browser page: `python web/build.py` writes web/dist, whose index.html holds everything of this project.

    --self-host DIR   also writes DIR: the same page with its run-time beside it, which needs no other server
    --zip FILE        packs what was written last, for hosts that take one file
    --url ADDRESS     address that the page will have, so that links to it show its picture everywhere; the default is
                      the address in [project.urls] of pyproject.toml

The page contains what the wheel contains: the package, without its comments and docstrings, and the data files that
pyproject.toml adds to it, as one archive in base64. Its scripts are the modules of page/, bundled into two. Pyxel and
Pyodide come from their public CDN, in the versions that `runtime.py` names, unless they are beside the page.
"""

from __future__ import annotations

import base64
import json
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
from web import runtime  # noqa: E402
from web.page.archive import LENGTH_BYTES, planar_pictures  # noqa: E402
from web.tools import pictures, project_urls  # noqa: E402
from web.tools.bundle import BundleError, bundle, bundled_modules, define, minify_css, strip_comments  # noqa: E402
from web.tools.csp import content_security_policy  # noqa: E402
from web.tools.strip_docs import strip_docs  # noqa: E402
from web.tools.trim_runtime import compress, pack_zip, trim  # noqa: E402

PAGE = WEB / "page"
DIST = WEB / "dist"
CDN = f"{runtime.CDN}/"
DESKTOP_ONLY = ("retro_pyramid/machine/terminal/", "retro_pyramid/assets/desktop/")
"""Paths that a page has no use for: the terminal, and icons of a desktop."""
PICTURE_SUFFIXES = (".BGI", ".DEC")
RUNTIME_DIR = "runtime"
"""Folder of the run-time in a self-hosted page."""
PYXEL_SCRIPT = f"{runtime.PYXEL_BASE}/wasm/pyxel.js"
SHOTS = WEB / "shots"
"""What the page shows before the program runs; `pytest --record-golden` records it."""
PREVIEW = SHOTS / "table.png"
PREVIEW_SIZE = (1200, 630)
"""Size of the picture that services show beside a link, as they recommend it."""
FIRST_MODULE, MAIN_MODULE = "runtime_files", "main"
"""The modules that the page's two scripts are bundled from: the first requests the run-time before the rest is read."""
PAYLOAD_LIMIT = 1_100_000
"""Bytes of the page, so that growth is noticed."""


def files_below(folder: Path) -> Iterator[Path]:
    """Yield the files below `folder` that are used at run time, in a fixed order."""
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


def build_archive(files: Mapping[str, Path]) -> bytes:
    """Return `files` (path in the archive -> file) as the archive that `page/archive.py` reads, always the same bytes.

    Modules have no comments and docstrings, pictures of 16 colours are packed as pixels, and desktop files are left out.
    """
    contents = {
        name: strip_docs(path.read_text(encoding="utf-8")).encode()
        if name.endswith(".py")
        else path.read_bytes()
        # Files of one type side by side compress better.
        for name, path in sorted(files.items(), key=lambda item: (item[1].suffix, item[0]))
        if not name.startswith(DESKTOP_ONLY)
    }
    packed = {
        name: pixels
        for name, data in contents.items()
        if name.endswith(PICTURE_SUFFIXES) and (pixels := pack_pixels(data))
    }
    contents |= packed
    # The archive marks packed pictures by a negative size.
    sizes = {name: len(data) * (-1 if name in packed else 1) for name, data in contents.items()}
    header = json.dumps(sizes, separators=(",", ":")).encode()
    # All files as one stream, since similar files compress better together.
    data = b"\n".join([header, b"".join(contents.values())])
    return len(data).to_bytes(LENGTH_BYTES) + zlib.compress(data, 9)


def pack_pixels(data: bytes) -> bytes | None:
    """Return pictures with two pixels a byte; None if `page/archive.py` would not restore exactly `data` from them."""
    pixels, offset = b"", 0
    try:
        while offset < len(data):
            image, offset = decode_picture(data, offset)
            pixels += image.pixels
        packed = data[:4] + bytes(
            left << 4 | right for left, right in zip(pixels[::2], pixels[1::2], strict=True)
        )
        return packed if planar_pictures(packed) == data else None
    except (FormatError, ValueError):
        return None


def build_page(
    app: bytes,
    url: str = "",
    runtime_root: str = CDN,
    checksums: Mapping[str, runtime.Checksum] = runtime.CHECKSUMS,
) -> str:
    """Return the page that runs `app`, an archive of the program.

    `url` is the address of the page's folder, ending in `/`, empty if it is not known. `runtime_root` is the beginning of
    the run-time's addresses, and `checksums` are those of its files.
    """
    runtime_files = {address: list(checksum) for address, checksum in checksums.items()}
    load = strip_docs(_read_part("archive.py")) + strip_docs(_read_part("load.py"))
    snapshot_id = sha256(b"\n".join([app, load.encode(), json.dumps(runtime_files).encode()])).hexdigest()[
        :16
    ]
    first_script = bundle(PAGE, FIRST_MODULE)
    main_script = bundle(PAGE, MAIN_MODULE, loaded=bundled_modules(PAGE, FIRST_MODULE))
    parts = {
        "ICON": "data:image/svg+xml,"
        + quote((ROOT / "assets/desktop/retro-pyramid.svg").read_text(encoding="ascii")),
        "STYLE": minify_css(_read_part("page.css")),
        "LOAD": _drop_empty_lines(load),
        "START": _drop_empty_lines(strip_docs(_read_part("start.py"))),
        "POSTER": strip_comments(_read_part("poster.js")),
        "TITLES": "".join(_title_scripts()),
        "FIRST_SCRIPT": define(first_script, {"RUNTIME_FILES": runtime_files}),
        "MAIN_SCRIPT": define(main_script, {"SNAPSHOT_ID": snapshot_id}),
        "URL": escape(url),
        "APP": base64.b64encode(app).decode("ascii"),
    }
    page = _fill(_read_part("page.html"), parts).replace(CDN, runtime_root)
    return _fill(page, {"POLICY": content_security_policy(page, runtime_root, checksums)})


def _title_scripts() -> Iterator[str]:
    """Yield a script for the first picture of each edition that has one, that of the plain start first."""
    for shot in filter(Path.is_file, (SHOTS / f"first_{edition}.png" for edition in EDITIONS)):
        edition, rows = shot.stem.removeprefix("first_"), pictures.read_png(shot.read_bytes())
        png = base64.b64encode(pictures.indexed_png(rows)).decode("ascii")
        yield f'<script>showPoster("{edition}", "{png}");</script>\n'


def build_site(
    app: bytes,
    url: str = "",
    runtime_root: str = CDN,
    checksums: Mapping[str, runtime.Checksum] = runtime.CHECKSUMS,
) -> dict[str, bytes]:
    """Return the files of the page by name, index.html first; the parameters are those of `build_page`."""
    drawing = _icon_drawing()
    files = {
        "index.html": build_page(app, url, runtime_root, checksums).encode(),
        "manifest.webmanifest": _read_part("manifest.webmanifest").encode(),
        "icon-180.png": pictures.icon(drawing, 180, 5),
        "icon-192.png": pictures.icon(drawing, 192, 6),
        "icon-512.png": pictures.icon(drawing, 512, 16),
        # Systems may crop the outer tenths to any shape.
        "icon-maskable.png": pictures.icon(drawing, 512, 12),
        "licences.txt": credits.whole("page" if runtime_root == CDN else "self-hosted").encode(),
    }
    integrity = {runtime_root + path: f"sha256-{checksum.sha256}" for path, checksum in checksums.items()}
    worker = define(
        strip_comments(_read_part("worker.js")),
        {
            "FILES": {name: sha256(data).hexdigest() for name, data in files.items()},
            "RUNTIME": integrity,
            "RUNTIME_VERSION": sha256(json.dumps(integrity).encode()).hexdigest()[:16],
        },
    )
    worker = define(worker, {"VERSION": sha256(worker.encode()).hexdigest()[:16]})
    preview = pictures.preview(pictures.read_png(PREVIEW.read_bytes()), PREVIEW_SIZE)
    return {**files, "preview.png": preview, "worker.js": worker.encode()}


def build_self_hosted(app: bytes, url: str = "") -> dict[str, bytes]:
    """Return the files of the page with its run-time beside it. Raises RuntimeMissing if that is not available."""
    root = runtime.runtime_dir()
    if missing := runtime.missing_files(root):
        raise runtime.RuntimeMissing(f"{root} lacks {missing[0]}: fill it with python web/runtime.py")
    files = {path: trim(path, (root / runtime.CDN_DIR / path).read_bytes()) for path in runtime.FILES}
    # A checksum in the path, since hosts are told that a file at such an address never changes.
    runtime_root = f"{RUNTIME_DIR}/{sha256(b''.join(files.values())).hexdigest()[:8]}/"
    # The script names the address of Pyodide; a relative one will do.
    files[PYXEL_SCRIPT] = files[PYXEL_SCRIPT].replace(CDN.encode(), runtime_root.encode())
    checksums = {path: runtime.checksum(data) for path, data in files.items()}
    app = app[:LENGTH_BYTES] + compress("zlib", zlib.decompress(app[LENGTH_BYTES:]))
    return build_site(app, url, runtime_root, checksums) | {
        runtime_root + path: data for path, data in files.items()
    }


def _icon_drawing() -> list[str]:
    return (ROOT / "assets" / "icon.txt").read_text(encoding="ascii").split()


def _fill(text: str, parts: Mapping[str, str]) -> str:
    for name, part in parts.items():
        text = text.replace(f"@@{name}@@", part)
    return text


def _drop_empty_lines(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if line.strip())


def _read_part(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files, by name, below a folder; missing folders are created."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def main(args: Sequence[str] = ()) -> int:
    """Build the page as the command line says. Returns the exit code."""
    import argparse

    parser = argparse.ArgumentParser(prog="web/build.py", description="Build the browser page.")
    parser.add_argument(
        "--self-host", type=Path, metavar="DIR", help="also write DIR, with the run-time beside it"
    )
    parser.add_argument("--zip", type=Path, metavar="FILE", help="pack what was written last")
    parser.add_argument("--url", default="", metavar="ADDRESS", help="where the page will be")
    options = parser.parse_args(args)
    url = options.url.rstrip("/") or project_urls.project_url(project_urls.PAGE)
    if not url:
        print(project_urls.missing_url_message(project_urls.PAGE, "links to the page show no picture"))
    url = url and f"{url}/"
    try:
        app = build_archive(wheel_files(ROOT))
        files = build_site(app, url)
        size = len(files["index.html"])
        if size > PAYLOAD_LIMIT:
            print(
                f"build.py: the page has {size} bytes, at most {PAYLOAD_LIMIT} are allowed", file=sys.stderr
            )
            return 1
        write_files(DIST, files)
        print(f"{DIST.relative_to(ROOT)}: index.html has {size} bytes")
        if options.self_host:
            files = build_self_hosted(app, url)
            write_files(options.self_host, files)
            print(f"{options.self_host}: {len(files)} files, {sum(map(len, files.values()))} bytes")
        if options.zip:
            options.zip.write_bytes(pack_zip(files))
            print(f"{options.zip}: {len(files)} files")
    except OSError as error:
        print(f"build.py: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except (BundleError, runtime.RuntimeMissing, pictures.PictureError) as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
