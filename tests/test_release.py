"""What the download for people without Python is called and says; the build itself is the slow one, with its comparison."""

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from release import build, check, desk, windows
from retro_pyramid import __version__
from retro_pyramid.programs import PROGRAMS

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("system", "machine", "expected"),
    [
        ("linux", "x86_64", "linux-x86_64"),
        ("windows", "AMD64", "windows-x86_64"),
        ("macos", "aarch64", "macos-arm64"),
    ],
)
def test_a_download_is_named_after_version_system_and_processor(
    system: str, machine: str, expected: str
) -> None:
    assert build.download_name(system, machine) == f"retro-pyramid-{__version__}-{expected}"


def test_the_properties_of_the_windows_program_have_its_version() -> None:
    numbers = tuple(int(part) for part in __version__.split("."))
    said = windows.version_resource(__version__)
    assert f"filevers={(*numbers, 0)}" in said
    assert f"StringStruct('ProductVersion', '{__version__}')" in said


@pytest.mark.parametrize("system", ["linux", "windows", "macos"])
def test_the_leaflet_says_how_to_play_and_where_the_files_are(system: str) -> None:
    said = desk.leaflet(system, __version__)
    assert said.startswith(f"Retro Pyramid {__version__}\n")
    assert "\nPlay: " in said
    assert "Folder of your files" in said


def test_the_comparison_plays_every_program() -> None:
    played = {
        words[words.index("--edition") + 1] if "--edition" in words else "odm"
        for words in check.SCRIPTS.values()
    }
    assert played == set(PROGRAMS)


def test_an_unknown_system_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "plan9")
    assert build.main(["--out", str(tmp_path)]) == 1
    assert (
        capsys.readouterr().err == "build.py: no download is made for plan9: expected linux, windows, macos\n"
    )


def test_a_package_that_is_only_a_link_is_not_built(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "_folder_of", lambda _: tmp_path)
    assert build.main(["--out", str(tmp_path / "out")]) == 1
    assert "expected pip install '.[release]', without -e" in capsys.readouterr().err


@pytest.mark.slow
def test_the_built_programs_do_what_the_package_does(tmp_path: Path) -> None:
    made = [sys.executable, "-m", "venv", str(tmp_path / "venv")]
    subprocess.run(made, check=True)
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", f"{ROOT}[release]"], check=True)
    words = [str(python), str(ROOT / "release" / "build.py"), "--out", str(tmp_path / "out"), "--check"]
    # What is built is what was installed there, and nothing that these tests are led to.
    bare = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=bare)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("the same as the package's") == 2
    (packed,) = (tmp_path / "out").glob("*.tar.gz")
    with tarfile.open(packed) as found:
        names = {name.partition("/")[2] for name in found.getnames()}
    assert {"pyramid", "README.txt", "retro-pyramid.png", "licences/Pyxel.txt", "licences/SDL.txt"} <= names
    assert {"licences/zlib.txt", "licences/libffi.txt"} <= names
    # Nothing comes along whose licence is not told.
    libraries = {name.rpartition("/")[2].partition(".so")[0] for name in names if "_internal/lib" in name}
    assert libraries <= {"libSDL2-2.0", "libffi", "libgcc_s", f"libpython3.{sys.version_info.minor}", "libz"}
