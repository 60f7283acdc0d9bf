"""Builds the download for the system it runs on: `python release/build.py --out DIR [--check]`.

Needs the project and its tools: `pip install '.[release]'`. A download is named after version, system and processor. On
Linux it is one file and a .tar.gz, on Windows and macOS a .zip. `--check` plays in the built program and in the package, and
compares.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    # What is built is the installed package: the checkout is only asked for what it lacks, and stands behind it.
    sys.path[0:1] = []
    sys.path.append(str(ROOT))

from release import check, desk, shell, windows  # noqa: E402
from retro_pyramid import __version__  # noqa: E402
from web import addresses  # noqa: E402

NAME = "retro-pyramid"
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
    *("bz2", "lzma", "pyexpat", "sqlite3", "ssl", "tkinter"),
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


def freeze(work: Path, one_file: bool) -> Path:
    """Let PyInstaller build the program in the new folder `work`; return the file, folder or .app that it made."""
    package = _folder_of("retro_pyramid")
    if not (package / "assets").is_dir():
        raise CannotBuild(
            "retro_pyramid is installed as a link: expected pip install '.[release]', without -e"
        )
    work.mkdir()
    icon = work / "icon.png"
    desk.icon(icon)
    words = ["--noconfirm", "--name", "pyramid", "--onefile" if one_file else "--onedir", "--icon", str(icon)]
    for name in ("dist", "work", "spec"):
        words += [f"--{name}path", str(work / name)]
    # The programs are imported by their names, and their data files read through the loader of a module.
    words += ["--collect-submodules", "retro_pyramid", "--collect-data", "retro_pyramid"]
    # Pyxel goes to the folder of the file that opens its window: it must be there.
    words += ["--add-data", f"{package / 'machine' / '__init__.py'}:retro_pyramid/machine"]
    # Where the system has no SDL Pyxel loads its own, by this path.
    for library in sorted((_folder_of("pyxel") / "libs").glob("*.so*")):
        words += ["--add-binary", f"{library}:pyxel/libs"]
    for module in LEFT_OUT:
        words += ["--exclude-module", module]
    if sys.platform == "win32":
        version = work / "version.txt"
        version.write_text(windows.version_resource(__version__), encoding="utf-8")
        # A console of its own, as after a double click, is hidden; one that is there is written to.
        words += ["--console", "--hide-console", "hide-early", "--version-file", str(version)]
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
    return work / "dist" / f"pyramid{ending}"


def licences(folder: Path) -> None:
    """Write into a new folder whose work is in the download, and under which licences."""
    folder.mkdir()
    shutil.copy(ROOT / "LICENSE", folder / "retro-pyramid.txt")
    for text in sorted((ROOT / "release" / "licences").glob("*.txt")):
        shutil.copy(text, folder)
    shutil.copy(_licence_of_python(), folder / "Python.txt")
    wanted = {
        "Pyxel.txt": ("pyxel", "LICENSE"),
        "Pyxel-components.json": ("pyxel", "pyxel-binding.cyclonedx.json"),
        "PyInstaller.txt": ("pyinstaller", "COPYING.txt"),
    }
    for name, (package, file) in wanted.items():
        found = [
            one for one in metadata.files(package) or () if one.name == file and "dist-info" in one.parts[0]
        ]
        if not found:
            raise CannotBuild(f"{package} is installed without its {file}")
        shutil.copy(str(found[0].locate()), folder / name)


def _licence_of_python() -> Path:
    debian = Path("/usr/share/doc") / f"python{sys.version_info.major}.{sys.version_info.minor}" / "copyright"
    library = Path(os.__file__).parent
    places = [library / "LICENSE.txt", Path(sys.base_prefix) / "LICENSE.txt", debian]
    for place in places:
        if place.is_file():
            return place
    raise CannotBuild(f"the licence of Python is missing: expected {places[0]}")


def build(out: Path, work: Path) -> tuple[list[Path], list[Path]]:
    """Build this system's downloads in folder `out`; return them, and the programs in them that can be started.

    `work` is a folder for what is needed on the way.
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
        shutil.move(made, whole / APP)
        program = whole / APP / "Contents" / "MacOS" / "pyramid"
    else:
        shutil.move(made, whole)
        program = whole / ("pyramid.exe" if system == "windows" else "pyramid")
    desk.icon(whole / "retro-pyramid.png")
    licences(whole / "licences")
    home = addresses.address(addresses.REPOSITORY)
    if not home:
        print(addresses.not_set(addresses.REPOSITORY, "the leaflet of the download names no address"))
    leaflet = desk.leaflet(system, __version__, home)
    (whole / "README.txt").write_text(leaflet, "utf-8", newline="\r\n" if system == "windows" else "\n")
    if system == "linux":
        shell.write(whole)
    else:
        return [_zip(whole, out / f"{name}.zip")], [program]
    one = out / name
    shutil.copy(freeze(work / "one", one_file=True), one)
    return [one, _tar(whole, out / f"{name}.tar.gz")], [one, program]


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
    asked = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as work:
            downloads, programs = build(asked.out.absolute(), Path(work))
            for download in downloads:
                print(f"{download.name}: {download.stat().st_size / 1e6:.1f} MB")
            if asked.check:
                for program in programs:
                    check.compare(program)
    except (CannotBuild, check.Different) as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"build.py: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
