"""A full disk, a folder that is read-only, one that cannot be: what the player is told, and the exit code."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from retro_pyramid.cli import main
from retro_pyramid.storage import DataFolder, GameFiles
from tests.screens.driver import Game
from tests.scripts.search import cleared_game
from tests.test_backup import fill, packed
from tests.test_storage_files import session

Capture = pytest.CaptureFixture[str]
Fail = Callable[[], None]


@pytest.fixture(autouse=True)
def home(one_host: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of one's own with nothing in it, where a data folder is that nobody has named."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(os, "fsync", lambda _: None)
    monkeypatch.delenv("RETRO_PYRAMID_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home" / "retro-pyramid"


@pytest.fixture(params=["full disk", "read-only folder", "no folder"])
def failing(request: pytest.FixtureRequest, home: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Fail, str]:
    """What makes the store fail from now on, and the system's word for it."""

    def raises(error: OSError) -> Callable[..., None]:
        def fail(*_: object, **__: object) -> None:
            raise error

        return fail

    def full() -> None:
        monkeypatch.setattr(os, "fsync", raises(OSError(28, "No space left on device")))

    def read_only() -> None:
        for call in ("open", "mkdir", "replace", "rename"):
            monkeypatch.setattr(os, call, raises(PermissionError(13, "Permission denied")))

    def nowhere() -> None:
        if home.parent.exists():
            home.parent.rename(home.parent.with_name("away"))
        home.parent.write_bytes(b"")

    return {
        "full disk": (full, "No space left on device"),
        "read-only folder": (read_only, "Permission denied"),
        "no folder": (nowhere, "Not a directory"),
    }[request.param]


def test_a_start_without_a_named_folder_tells_it_and_plays(
    failing: tuple[Fail, str], capsys: Capture, tmp_path: Path
) -> None:
    fail, why = failing
    (tmp_path / "script").write_text("key UP\nkey ENTER\nsettle\nwait 400")
    words = ["--start", "table", "--deal", "61", "--headless", "--script", "script"]
    fail()
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith("pyramid: ")
    assert " cannot be saved: " in line
    assert line.endswith(f": {why}")


def test_a_named_folder_that_cannot_be_made_ends_the_program(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert main(["--data", str(tmp_path / "file" / "data")]) == 2
    assert capsys.readouterr().err == f"pyramid: {tmp_path / 'file' / 'data'}: Not a directory\n"


def test_a_backup_that_cannot_be_read_back_is_not_said_to_be(
    failing: tuple[Fail, str], home: Path, capsys: Capture, tmp_path: Path
) -> None:
    old = GameFiles(DataFolder(tmp_path / "old"))
    fill(old)
    path = packed(old, tmp_path)
    fail, why = failing
    fail()
    assert main(["import", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Read back" not in err
    lines = err.splitlines()
    assert all(line.startswith("pyramid: ") for line in lines)
    for name in (
        "PYRAMID.CFG",
        "PYRAMID.STA",
        "PYRAMID.SAV",
        "PYRTOUR.HGH",
        "PYRTOUR.TXT",
        "RESUME.PYR",
        "ONE.PYR",
    ):
        assert [line for line in lines if line.startswith(f"pyramid: {name}: ")], name
    assert any(line.startswith("pyramid: PYRAMID.HGH: high scores") for line in lines)
    assert all(line.endswith((why, "it is not saved")) for line in lines)
    assert not home.is_dir() or not [path for path in home.iterdir() if path.suffix != ".LCK"]


def test_a_score_that_cannot_be_saved_is_told_each_time(failing: tuple[Fail, str], home: Path) -> None:
    GameFiles(DataFolder(home)).add("Old", 2000, 1)
    number, moves = cleared_game()
    game = Game(home, "--start", "table", "--deal", str(number))
    fail, why = failing
    fail()
    game.play(*map(str, moves)).do("settle", "wait 400")
    assert any(notice.endswith(why) for notice in game.app.noticed)
    for name in ("Ann", "Bob"):
        game.do("key ESC", f"text {name}", "key ENTER", "wait 2")
        assert game.screen == "scores"
        # What was to be said before it comes first, each till somebody has read it.
        while game.message != "This score is not saved: it stays till the program ends":
            assert game.message is not None
            game.do("wait 900", "key x")
        assert name in [row.name for row in game.files.board().rows]
        game.do("key ESC", "key ENTER", "wait 1", "key F6", f"text {number}", "key ENTER", "settle")
        game.play(*map(str, moves)).do("settle")


def test_saved_games_that_cannot_be_listed_are_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    GameFiles(DataFolder(home)).saves.write("ONE", session("windows").save())
    game = Game(home, "--edition", "windows", "--start", "table", "--deal", "61").do("settle")

    def refuse(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "listdir", refuse)
    game.do("key l", "wait 1")
    assert game.screen == "files"
    assert game.says("No saved games yet")
    game.do("key ESC", "wait 400")
    assert f"Saved games cannot be listed: {home}: Permission denied" in game.app.noticed
    monkeypatch.undo()
    assert game.do("key l", "wait 1").says("ONE")


def test_figures_that_cannot_be_read_are_told(home: Path, capsys: Capture) -> None:
    (home / "PYRAMID.STA").mkdir(parents=True)
    assert main(["stats", "--json"]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"pyramid: {home / 'PYRAMID.STA'}: expected a file\n")
    (home / "PYRAMID.STA").rmdir()
    assert main(["stats", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["figures"]
