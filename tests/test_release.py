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
def test_a_download_is_named_and_says_how_to_play(system: str, machine: str, expected: str) -> None:
    assert build.download_name(system, machine) == f"retro-pyramid-{__version__}-{expected}"
    said = desk.leaflet(system, __version__)
    assert said.startswith(f"Retro Pyramid {__version__}\n")
    assert "\nPlay: " in said
    assert "Folder of your files" in said


def test_the_properties_of_the_windows_program_have_its_version() -> None:
    said = windows.version_resource(__version__)
    assert f"filevers=({__version__.replace('.', ', ')}, 0)" in said
    assert f"StringStruct('ProductVersion', '{__version__}')" in said


def test_the_comparison_plays_every_program() -> None:
    editions = [f"{' '.join(words)} --edition odm".split("--edition ")[1] for words in check.SCRIPTS.values()]
    assert {edition.split()[0] for edition in editions} == set(PROGRAMS)


def test_what_cannot_be_built_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patched:
        # A package that is only a link.
        patched.setattr(build, "_folder_of", lambda _: tmp_path)
        assert build.main(["--out", str(tmp_path / "out")]) == 1
    assert "expected pip install '.[release]', without -e" in capsys.readouterr().err
    monkeypatch.setattr(sys, "platform", "plan9")
    assert build.main(["--out", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert said == "build.py: no download is made for plan9: expected linux, windows, macos\n"


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
