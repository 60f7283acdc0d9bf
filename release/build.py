"""Builds the download for the system it runs on: `python release/build.py --out DIR [--check]`.

Needs the project and its tools: `pip install '.[release]'`. A download is named after version, system and processor. On
Linux it is one file, a .tar.gz with a Flatpak manifest beside it and, with `--runtime FILE`, an AppImage; on Windows and
macOS a .zip. `--check` plays in the built program and in the package, and compares.
"""

from __future__ import annotations

import argparse
import platform
import plistlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    # What is built is the installed package: the checkout is only asked for what it lacks, and stands behind it.
    sys.path[0:1] = []
    sys.path.append(str(ROOT))

from release import check, credits, desk, linux, shell, windows  # noqa: E402
from retro_pyramid import __version__  # noqa: E402
from retro_pyramid.machine.window.desktop_window import find_sdl_library  # noqa: E402
from web.tools import project_urls  # noqa: E402

NAME = "retro-pyramid"
WINDOWED = "Retro Pyramid"
"""What Windows starts by a double click, without a console."""
APP = "Retro Pyramid.app"
SYSTEMS = {"linux": "linux", "win32": "windows", "darwin": "macos"}
LEFT_OUT = (
    *(
        "_bz2",
        "_codecs_cn",
        "_codecs_hk",
        "_codecs_iso2022",
        "_codecs_jp",
        "_codecs_kr",
        "_codecs_tw",
        "_hashlib",
        "_lzma",
        "_ssl",
    ),
    *("bz2", "lzma", "pip", "pyexpat", "sqlite3", "ssl", "tkinter"),
    *("pyxel.cli", "pyxel.editor", "pyxel.examples", "pyxel.utils"),
)
"""Modules that PyInstaller takes along because something might want them; nothing of ours does.

Without `_hashlib` Python takes its own checksums, and not those of OpenSSL, which are an eighth of the download.
"""


class CannotBuild(Exception):
    """The download cannot be built; the message is one line."""


def download_name(system: str, machine: str) -> str:
    """Return the name of a download, without its ending.

    >>> download_name("windows", "AMD64").partition(__version__)[2]
    '-windows-x86_64'
    """
    machine = {"amd64": "x86_64", "aarch64": "arm64"}.get(machine.lower(), machine.lower())
    return f"{NAME}-{__version__}-{system}-{machine}"


def _folder_of(package: str) -> Path:
    found = find_spec(package)
    if found is None or found.origin is None:
        raise CannotBuild(f"{package} is not installed: expected pip install '.[release]'")
    return Path(found.origin).parent


def freeze(work: Path, one_file: bool, name: str = "pyramid") -> Path:
    """Let PyInstaller build the program in the new folder `work`; return the file, folder or .app that it made."""
    package = _folder_of("retro_pyramid")
    if not (package / "assets").is_dir():
        raise CannotBuild(
            "retro_pyramid is installed as a link: expected pip install '.[release]', without -e"
        )
    work.mkdir()
    icon = work / "icon.png"
    desk.icon(icon)
    words = ["--noconfirm", "--name", name, "--onefile" if one_file else "--onedir", "--icon", str(icon)]
    for kind in ("dist", "work", "spec"):
        words += [f"--{kind}path", str(work / kind)]
    # The programs are imported by their names, and their data files read through the loader of a module.
    words += ["--collect-submodules", "retro_pyramid", "--collect-data", "retro_pyramid"]
    # Pyxel goes to the folder of the file that opens its window: it must be there.
    words += ["--add-data", f"{package / 'machine' / '__init__.py'}:retro_pyramid/machine"]
    texts = work / "licences.txt"
    texts.write_text(credits.whole(SYSTEMS[sys.platform], installed=True), encoding="utf-8")
    words += ["--add-data", f"{texts}:retro_pyramid/assets"]
    # Where the system has no SDL Pyxel loads its own, by this path.
    for library in sorted((_folder_of("pyxel") / "libs").glob("*.so*")):
        words += ["--add-binary", f"{library}:pyxel/libs"]
    if sys.platform != "linux" and (sdl := find_sdl_library()):
        # Where Pyxel has its SDL inside, this one is called in its place, so that the window can be reached.
        below = Path("sdl2dll", Path(sdl).relative_to(_folder_of("sdl2dll")).parent)
        words += ["--hidden-import", "sdl2dll", "--add-binary", f"{sdl}:{below.as_posix()}"]
    for module in LEFT_OUT:
        words += ["--exclude-module", module]
    if sys.platform == "win32":
        version = work / "version.txt"
        version.write_text(windows.version_resource(__version__, name), encoding="utf-8")
        # A console of its own, as after a double click, is hidden; one that is there is written to.
        console = ["--windowed"] if name == WINDOWED else ["--console", "--hide-console", "hide-early"]
        words += [*console, "--version-file", str(version)]
    elif sys.platform == "darwin":
        words += ["--windowed", "--osx-bundle-identifier", desk.IDENTIFIER]
    else:
        words += ["--strip"]
    command = [sys.executable, "-m", "PyInstaller", *words, str(ROOT / "release" / "start.py")]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotBuild(
            f"PyInstaller failed: {(done.stderr.strip().splitlines() or ['it says nothing'])[-1]}"
        )
    ending = ".app" if sys.platform == "darwin" else ".exe" if sys.platform == "win32" and one_file else ""
    return work / "dist" / f"{name}{ending}"


def tell_version(app: Path) -> None:
    """Write the version into an .app, where PyInstaller leaves 0.0.0, and seal it anew."""
    file = app / "Contents" / "Info.plist"
    told = plistlib.loads(file.read_bytes())
    told["CFBundleShortVersionString"] = told["CFBundleVersion"] = __version__
    file.write_bytes(plistlib.dumps(told))
    subprocess.run(["codesign", "--force", "--deep", "--sign", "-", str(app)], check=True)


def licences(folder: Path, system: str) -> None:
    """Write into a new folder the texts of all that is in the download for a system."""
    folder.mkdir()
    for name, text in credits.texts(system, installed=True).items():
        (folder / name).write_text(text, encoding="utf-8")


def build(out: Path, work: Path, runtime: Path | None = None) -> tuple[list[Path], list[Path]]:
    """Build this system's downloads in folder `out`; return them, and the programs in them that can be started.

    `work` is a folder for what is needed on the way, `runtime` the file that an AppImage begins with.
    """
    system = SYSTEMS.get(sys.platform)
    if system is None:
        raise CannotBuild(f"no download is made for {sys.platform}: expected {', '.join(SYSTEMS.values())}")
    out.mkdir(parents=True, exist_ok=True)
    name = download_name(system, platform.machine())
    whole = work / name
    made = freeze(work / "folder", one_file=False)
    if system == "macos":
        whole.mkdir()
        tell_version(Path(shutil.move(made, whole / APP)))
        program = whole / APP / "Contents" / "MacOS" / "pyramid"
    else:
        shutil.move(made, whole)
        program = whole / ("pyramid.exe" if system == "windows" else "pyramid")
    programs = [program]
    if system == "windows":
        # A console that is hidden stays in Windows' Terminal, minimised. Both programs share what lies beside them.
        shutil.copy(freeze(work / "windowed", one_file=False, name=WINDOWED) / f"{WINDOWED}.exe", whole)
        programs.append(whole / f"{WINDOWED}.exe")
    desk.icon(whole / "retro-pyramid.png")
    licences(whole / "licences", system)
    home = project_urls.project_url(project_urls.REPOSITORY)
    if not home:
        print(
            project_urls.missing_url_message(
                project_urls.REPOSITORY, "the leaflet of the download names no address"
            )
        )
    leaflet = desk.leaflet(system, __version__, home)
    (whole / "README.txt").write_text(leaflet, "utf-8", newline="\r\n" if system == "windows" else "\n")
    if system != "linux":
        return [_zip(whole, out / f"{name}.zip")], programs
    shell.write(whole / "usr")
    linux.appdir(whole)
    one, packed = out / name, _tar(whole, out / f"{name}.tar.gz")
    shutil.copy(freeze(work / "one", one_file=True), one)
    more = linux.flatpak(packed), linux.appimage(whole, out / f"{name}.AppImage", runtime)
    return [one, packed, *(file for file in more if file)], [one, *programs]


def _tar(folder: Path, file: Path) -> Path:
    with tarfile.open(file, "w:gz") as packed:
        packed.add(folder, folder.name)
    return file


def _zip(folder: Path, file: Path) -> Path:
    if sys.platform == "darwin":
        # An .app has links and rights, which zipfile would lose.
        subprocess.run(["ditto", "-c", "-k", "--keepParent", str(folder), str(file)], check=True)
    else:
        shutil.make_archive(str(file.with_suffix("")), "zip", folder.parent, folder.name)
    return file


def main(arguments: Sequence[str]) -> int:
    """Build as the command line says; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="release/build.py", description="Build the download for this system."
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the downloads go")
    parser.add_argument(
        "--check", action="store_true", help="play in what was built and in the package, and compare"
    )
    parser.add_argument("--runtime", type=Path, metavar="FILE", help="what an AppImage begins with")
    asked = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as work:
            downloads, programs = build(asked.out.absolute(), Path(work), asked.runtime)
            for download in downloads:
                print(f"{download.name}: {download.stat().st_size / 1e6:.1f} MB")
            if asked.check:
                for program in programs:
                    check.compare(program)
    except (CannotBuild, credits.NoText, check.Different) as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"build.py: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
