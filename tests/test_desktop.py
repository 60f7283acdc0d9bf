"""The program on a Linux desktop: in its menu, with its icon, and opened by its files and links; the clipboard."""

import re
import shlex
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from retro_pyramid import cli
from retro_pyramid.commands.arguments import UsageError
from retro_pyramid.commands.desktop import APP_FILE_STEM, build_desktop_files, build_launch_command
from retro_pyramid.formats.native.game_code import encode_game_code
from retro_pyramid.formats.scores.high_scores import encode_high_scores, make_empty_high_scores
from retro_pyramid.launcher import desktop as clipboard
from retro_pyramid.launcher.cli_args import parse_args
from retro_pyramid.machine import host
from retro_pyramid.resources import read_asset_text
from retro_pyramid.rules.transcript import parse_transcript

ROOT = Path(__file__).parent.parent
Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    # What makes a desktop look again is not the test's.
    monkeypatch.setenv("PATH", "")
    return tmp_path


def written(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_install_writes_entry_icon_types_and_remove_removes_them(shared: Path, capsys: Capture) -> None:
    (shared / "applications").mkdir()
    (shared / "applications" / "another.desktop").write_text("theirs")
    assert cli.main(["--install-desktop"]) == 0
    assert written(shared) == sorted(["applications/another.desktop", *build_desktop_files(["pyramid"])])
    assert cli.main(["--install-desktop"]) == 0
    assert cli.main(["--remove-desktop"]) == 0
    assert cli.main(["--remove-desktop"]) == 0
    assert written(shared) == ["applications/another.desktop"]
    out, err = capsys.readouterr()
    assert "in the menu" in out
    assert "no longer in the menu" in out
    assert err == ""


def test_every_text_names_the_files_that_the_desktop_opens_with_it(shared: Path, capsys: Capture) -> None:
    """Archives and texts are not among them: another program opens those, and it stays that way."""
    types = read_asset_text("desktop/retro-pyramid.xml")
    endings = [ending.upper() for ending in re.findall(r'glob pattern="\*(\.\w+)"', types)]
    assert cli.main(["--install-desktop"]) == 0
    document = " ".join((ROOT / "docs/COMMANDS.md").read_text(encoding="utf-8").split())
    (sentence,) = re.findall(r"`--install-desktop` puts .*?;", document)
    for text in (capsys.readouterr().out, sentence):
        assert re.findall(r"\.[A-Z]{3}\b", text) == endings


def test_the_desktop_is_asked_to_look_again(shared: Path, tmp_path: Path, monkeypatch: Patch) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("update-mime-database", "update-desktop-database"):
        program(tools, name, f'echo {name} "$1" >> {tmp_path}/told')
    monkeypatch.setenv("PATH", f"{tools}:/bin:/usr/bin")
    assert cli.main(["--install-desktop"]) == 0
    told = (tmp_path / "told").read_text().splitlines()
    assert told == [f"update-mime-database {shared}/mime", f"update-desktop-database {shared}/applications"]
    (shared / "applications" / "mimeinfo.cache").touch()
    assert cli.main(["--remove-desktop"]) == 0
    assert sorted(path.name for path in shared.iterdir()) == ["told", "tools"]


@pytest.mark.parametrize(
    ("words", "system", "blocked", "says"),
    [
        ("--install-desktop", "win32", False, "pin pyramid.exe to Start"),
        ("--install-desktop", "darwin", False, "drag"),
        ("--install-desktop --remove-desktop", "linux", False, "expected one of them"),
        ("--install-desktop", "linux", True, "applications"),
    ],
)
def test_where_it_cannot_be_installed_one_line_says_why(
    words: str, system: str, blocked: bool, says: str, shared: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    if blocked:
        (shared / "applications").write_text("a file")
    assert cli.main(words.split()) == 2
    assert says in capsys.readouterr().err
    assert blocked or written(shared) == []


@pytest.mark.parametrize("char", ["\n", "\r", "\t", "\x1b", "\x7f"])
def test_a_path_no_entry_can_name_is_refused(
    shared: Path, monkeypatch: Patch, capsys: Capture, char: str
) -> None:
    monkeypatch.setattr(sys, "executable", f"/opt/a{char}Exec=b/python")
    monkeypatch.setattr(sys, "argv", ["-m"])
    assert cli.main(["--install-desktop"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.endswith("Exec=b/python: expected a path without control characters\n")
    assert written(shared) == []
    assert cli.main(["--remove-desktop"]) == 0


def test_the_entry_has_the_windows_name_and_starts_the_program_that_installed_it(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    entry = build_desktop_files(["pyramid"])[f"applications/{APP_FILE_STEM}.desktop"].decode()
    assert f"StartupWMClass={host._WINDOW_CLASS}\n" in entry
    assert f"Icon={APP_FILE_STEM}\n" in entry
    script, python = tmp_path / "pyramid", str(Path(sys.executable).absolute())
    script.touch()
    for called, executable, frozen, line in [
        (str(script), sys.executable, False, (str(script),)),
        ("/x/retro_pyramid/__main__.py", sys.executable, False, (python, "-m", "retro_pyramid")),
        ("whatever", "/opt/pyramid", True, ("/opt/pyramid",)),
    ]:
        assert build_launch_command(called, executable, frozen) == line
    monkeypatch.setenv("APPIMAGE", "/opt/game.AppImage")
    assert build_launch_command("whatever", "/tmp/unpacked/pyramid", True) == ("/opt/game.AppImage",)


@pytest.mark.parametrize("name", ["pyramid", "my pyramid", 'a"b', "a$b`c", "back\\slash", "100%"])
def test_any_path_survives_the_quoting_of_the_entry(name: str) -> None:
    entry = build_desktop_files([f"/opt/{name}/pyramid"])[f"applications/{APP_FILE_STEM}.desktop"].decode()
    (line,) = (line for line in entry.splitlines() if line.startswith("Exec="))
    # As a desktop reads it: first the value's own backslashes, then the words in quotes.
    value = line.removeprefix("Exec=").replace("\\\\", "\\")
    words = [word.replace("%%", "%") for word in shlex.split(value)]
    # shlex keeps a backslash before $ and ` in quotes, as a shell does not.
    assert [word.replace("\\$", "$").replace("\\`", "`") for word in words] == [f"/opt/{name}/pyramid", "%u"]


def test_files_links_and_games_are_opened(tmp_path: Path) -> None:
    board = tmp_path / "MY SCORES.HGH"
    board.touch()
    read = parse_args(["T", str(board), board.as_uri()])
    assert (read.words, read.opened, read.watch) == (["T"], [str(board), str(board)], None)
    game = encode_game_code(parse_transcript(read_asset_text("demos/em.txt")))
    for word in (game, f"retro-pyramid:{game}", f"retro-pyramid://{game}/"):
        assert parse_args([word]).watched.edition == "em"
    with pytest.raises(UsageError, match="another game"):
        parse_args([game, game])


@pytest.mark.parametrize("name", ["odm.x/../game.txt", "odm.game", "{packed}"])
def test_a_link_opens_no_file_whatever_it_is_called(tmp_path: Path, monkeypatch: Patch, name: str) -> None:
    packed = encode_game_code(parse_transcript(read_asset_text("demos/em.txt")))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odm.x").mkdir()
    file = tmp_path / name.format(packed=packed)
    file.write_text(read_asset_text("demos/odm.txt"), encoding="utf-8")
    assert parse_args(["--watch", str(file)]).watched.edition == "odm", "it could be watched"
    if name == "{packed}":
        assert parse_args([f"retro-pyramid:{packed}"]).watched.edition == "em"
    else:
        read = parse_args([f"retro-pyramid:{name}"])
        assert read.watched is None
        assert "expected EDITION" in read.damaged


def test_an_opened_board_is_taken_in_and_shown(one_host: None, tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETRO_PYRAMID_DATA", str(tmp_path / "data"))
    board = encode_high_scores(make_empty_high_scores().add("Ann", 50, 1)[0])
    Path("PYRAMID.HGH").write_bytes(board)
    Path("script").write_text("state end\n")
    assert cli.main(["--script", "script", "--headless", "PYRAMID.HGH"]) == 0
    assert '"screen": "scores"' in Path("end.json").read_text()
    assert Path("data/PYRAMID.HGH").read_bytes() == board


CODE = "--edition em --deal 61"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: Patch) -> Path:
    """A folder that is all of the PATH, but for the shell that runs what is put into it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def program(folder: Path, name: str, body: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{body}\n")
    file.chmod(0o755)


@pytest.mark.posix
def test_the_first_program_that_does_it_gets_the_text_as_it_is(path: Path) -> None:
    assert not clipboard.copy_to_clipboard(CODE)
    program(path, "wl-copy", "exit 1")
    assert not clipboard.copy_to_clipboard(CODE)
    program(path, "xclip", f'/bin/cat > "{path}/got"; echo "$@" > "{path}/words"')
    assert clipboard.copy_to_clipboard(CODE)
    assert (path / "got").read_text() == CODE
    assert (path / "words").read_text() == "-selection clipboard\n"
    program(path, "xclip", "exit 1")
    program(path, "xsel", "/bin/cat > /dev/null")
    assert clipboard.copy_to_clipboard(CODE)


@pytest.mark.posix
def test_one_that_hangs_is_not_waited_for(path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(clipboard, "_CLIPBOARD_TIMEOUT_S", 0.1)
    program(path, "xclip", "exec /bin/sleep 20")
    assert not clipboard.copy_to_clipboard(CODE)


def test_in_the_browser_the_page_takes_it(monkeypatch: Patch) -> None:
    taken: list[str] = []

    place = SimpleNamespace(origin="https://example.org", pathname="/play/")
    page = SimpleNamespace(retroPyramid=SimpleNamespace(copyOrShow=taken.append), location=place)
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr("retro_pyramid.launcher.desktop.import_module", lambda _: page)
    assert clipboard.copy_to_clipboard(CODE)
    assert taken == [CODE]
    link = clipboard.build_daily_link(20261123, [("edition", "em")])
    assert link == "https://example.org/play/?day=20261123&edition=em"
