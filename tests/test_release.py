"""What is released: the download for people without Python, completions and the manual page, the index, the notes."""

import os
import plistlib
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from release import build, check, credits, desk, linux, notes, shell
from release.hook import CustomBuildHook
from retro_pyramid import __version__
from retro_pyramid.commands.arguments import COMMANDS
from retro_pyramid.editions import EDITION_INFO
from retro_pyramid.launcher.cli_args import GAME_ARGUMENTS
from retro_pyramid.rules import editions
from web.tools import project_urls

Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]
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


def test_the_comparison_plays_every_program() -> None:
    editions = [f"{' '.join(words)} --edition odm".split("--edition ")[1] for words in check.SCRIPTS.values()]
    assert {edition.split()[0] for edition in editions} == set(EDITION_INFO)


def test_what_cannot_be_built_is_told(monkeypatch: Patch, tmp_path: Path, capsys: Capture) -> None:
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
    assert {f"licences/{name}" for name in {part.text for part in credits.parts("linux")}} <= names
    assert {
        "AppRun",
        ".DirIcon",
        "retro-pyramid.desktop",
        "usr/share/icons/hicolor/48x48/apps/retro-pyramid.png",
    } <= names
    # Nothing comes along whose licence is not told.
    libraries = {name.rpartition("/")[2].partition(".so")[0] for name in names if "_internal/lib" in name}
    assert libraries <= {"libSDL2-2.0", "libffi", "libgcc_s", f"libpython3.{sys.version_info.minor}", "libz"}


LONG = [name for name, _ in GAME_ARGUMENTS]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prefix")
    assert shell.main(["--out", str(folder)]) == 0
    return folder


@pytest.mark.parametrize("kind", shell.PLACES)
def test_a_shell_knows_every_option_and_command(kind: str, files: Path) -> None:
    said = (files / shell.PLACES[kind]).read_text("utf-8")
    # fish writes an option without its dashes.
    wanted = [name.removeprefix("--") for name in LONG] + list(COMMANDS)
    assert [name for name in wanted if name not in said] == []


def completed(files: Path, *words: str) -> list[str]:
    script = f"""source {files / shell.PLACES["bash"]}
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
        $(complete -p pyramid | sed 's/.*-F \\([^ ]*\\).*/\\1/') pyramid "${{@: -1}}" "${{@: -2:1}}"
        printf '%s\\n' "${{COMPREPLY[@]}}" """
    done = subprocess.run(["bash", "-c", script, "bash", *words], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.posix
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("pyramid", "so"), ["solve"]),
        (("pyramid", "--edition", ""), list(editions.EDITIONS)),
        (("pyramid", "--video", "c"), ["cga"]),
        (("pyramid", "solve", "--g"), ["--goal", "--grade"]),
        (("pyramid", "deck", "b"), ["build"]),
    ],
)
def test_bash_completes(words: tuple[str, ...], expected: list[str], files: Path) -> None:
    assert completed(files, *words) == expected


def test_the_manual_page_has_a_heading_for_every_command_and_no_day(files: Path) -> None:
    said = (files / shell.MANUAL).read_text("utf-8")
    assert said.startswith('.TH PYRAMID "1" "" "Retro Pyramid')
    assert "\n.SH NAME\npyramid \\- five Pyramid solitaire programs of the DOS era\n" in said
    assert [name for name in COMMANDS if f"pyramid {name}" not in said] == []


README = (ROOT / "README.md").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
SOMEWHERE = "https://example.org/pyramid"


def relative(text: str) -> list[str]:
    named = re.findall(r'\]\(([^)]+)\)|(?:src|href)="([^"]+)"', text)
    return [link or source for link, source in named if "://" not in link + source]


def test_the_index_shows_what_somebody_without_the_sources_can_do() -> None:
    command = [sys.executable, "-X", "utf8", "-m", "hatch_fancy_pypi_readme"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    shown = done.stdout
    assert relative(README) != []
    assert relative(shown) == []
    assert "\npip install retro-pyramid\n" in shown
    assert [line for line in shown.splitlines() if "install ." in line or "install -e" in line] == []
    assert [words for words in ("python web/", "python release/", "-m pytest") if words in shown] == []
    assert shown.rstrip().endswith("is included.")


@pytest.mark.parametrize("made", [False, True])
def test_a_wheel_carries_completions_if_they_were_made_and_says_so_if_not(made: bool, tmp_path: Path) -> None:
    if made:
        shell.write(tmp_path / "release" / "made")
    said: list[str] = []
    app: Any = SimpleNamespace(display_warning=said.append)
    carried: dict[str, dict[str, str]] = {"shared_data": {}}
    hook = CustomBuildHook(str(tmp_path), {}, None, None, str(tmp_path), "wheel", app)  # type: ignore[arg-type]
    hook.initialize("standard", carried)
    assert len(said) == (not made)
    assert carried["shared_data"] == ({str(tmp_path / "release" / "made" / "share"): "share"} if made else {})


def test_an_address_is_set_in_one_place(tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text('[project]\nname = "x"\n')
    assert project_urls.project_url(project_urls.REPOSITORY, tmp_path) == ""
    project.write_text(f'[project.urls]\nRepository = "{SOMEWHERE}/"\n')
    assert project_urls.project_url(project_urls.REPOSITORY, tmp_path) == SOMEWHERE
    assert project_urls.project_url(project_urls.PAGE, tmp_path) == ""


# Releases


def test_the_newest_version_of_the_changelog_is_the_package_s() -> None:
    first = re.search(r"^## (\S+)", CHANGELOG, re.MULTILINE)
    assert first is not None
    assert first[1].rstrip(",") == __version__


HISTORY = "# Changes\n\n## 0.2.0 (2026-12-24)\n\nMore.\n\n## 0.1.0 (2026-12-01)\n\nThe first.\n"


def test_the_notes_of_a_release_are_its_part_of_the_changelog() -> None:
    assert notes.notes("v0.2.0", "0.2.0", HISTORY) == "More.\n"
    assert notes.notes("v0.1.0", "0.1.0", HISTORY) == "The first.\n"
    for tag, changelog, message in [
        ("v0.2.1", HISTORY, "the tag is v0.2.1, the package's version 0.2.0: expected the tag v0.2.0"),
        ("0.2.0", HISTORY, "expected the tag v0.2.0"),
        ("v0.2.0", "# Changes\n\n## 0.2.0.1 (2026-12-24)\n", "says nothing of 0.2.0"),
        ("v0.2.0", "## 0.2.0, not released yet\n", "no day for 0.2.0"),
        ("v0.2.0", "## 0.2.0\n\nMore.\n", "no day for 0.2.0"),
    ]:
        with pytest.raises(notes.WrongTag, match=message):
            notes.notes(tag, "0.2.0", changelog)


# Forms


def test_what_a_release_packs_is_named(tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packed = project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert [name for name in packed if not list(ROOT.glob(name.removeprefix("/")))] == []
    assert project["project"]["license"] == "MIT"


# Licences, and what Linux looks for


def test_every_download_has_the_texts_of_what_is_in_it_and_every_text_a_download() -> None:
    committed = {path.name for path in (ROOT / "release" / "licences").iterdir()}
    committed |= {"retro-pyramid.txt", "Pyxel-components.txt", "PyInstaller.txt"}
    assert {part.text for part in credits.parts()} == committed
    for download in ("page", "self-hosted", "wheel", "sdist"):
        said = credits.whole(download)
        assert "Permission is hereby granted" in said
        assert ("Mozilla Public License" in said) is (download == "self-hosted")


def test_metainfo_and_manifest_are_made_where_addresses_are_set(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(project_urls, "project_url", lambda _: SOMEWHERE)
    ((name, data),) = linux.metainfo().items()
    file = tmp_path / Path(name).name
    file.write_bytes(data)
    if checker := shutil.which("appstreamcli"):
        subprocess.run([checker, "validate", "--strict", "--no-net", file], capture_output=True, check=True)
    assert linux.flatpak(tmp_path / "game.tar.gz") == tmp_path / "org.example.retro_pyramid.json"
    assert f"{SOMEWHERE}/preview.png" in data.decode()
    monkeypatch.setattr(project_urls, "project_url", lambda _: "")
    assert (linux.metainfo(), linux.flatpak(file)) == ({}, None)


def test_an_app_tells_its_version_before_it_is_sealed(tmp_path: Path, monkeypatch: Patch) -> None:
    file = tmp_path / "Contents" / "Info.plist"
    file.parent.mkdir()
    file.write_bytes(plistlib.dumps({"CFBundleShortVersionString": "0.0.0"}))
    sealed: list[str] = []
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: sealed.append(file.read_text()))
    build.tell_version(tmp_path)
    assert sealed[0].count(f"<string>{__version__}</string>") == 2
