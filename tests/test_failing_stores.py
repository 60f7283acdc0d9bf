"""A full disk, a folder that is read-only, one that cannot be: what the player is told, and the exit code."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from retro_pyramid.cli import main
from tests.folders import DENIED, Failing, entry, game
from tests.screens.driver import Game
from tests.scripts.search import cleared_game
from tests.test_backup import ALL, fill, packed
from tests.test_left_off import finished
from tests.test_storage_files import session

Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]
Fail = Callable[[], None]


@pytest.fixture(autouse=True)
def home(one_host: None, tmp_path: Path, monkeypatch: Patch) -> Path:
    """A home of one's own with nothing in it, where a data folder is that nobody has named."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(os, "fsync", lambda _: None)
    monkeypatch.delenv("RETRO_PYRAMID_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home" / "retro-pyramid"


@pytest.fixture(params=["No space left on device", "Permission denied", "Not a directory"])
def failing(request: pytest.FixtureRequest, home: Path, monkeypatch: Patch) -> tuple[Fail, str]:
    """What makes the store fail from now on, and the system's word for it."""
    why: str = request.param

    def fail() -> None:
        if why == "No space left on device":
            Failing(monkeypatch, "fsync")
        elif why == "Permission denied":
            for call in ("open", "mkdir", "replace", "rename"):
                Failing(monkeypatch, call, DENIED)
        else:
            if home.parent.exists():
                home.parent.rename(home.parent.with_name("away"))
            home.parent.write_bytes(b"")

    return fail, why


def test_a_start_tells_it_and_plays(failing: tuple[Fail, str], capsys: Capture, tmp_path: Path) -> None:
    fail, why = failing
    (tmp_path / "script").write_text("key UP\nkey ENTER\nsettle\nwait 400")
    fail()
    assert main(["--start", "table", "--deal", "61", "--headless", "--script", "script"]) == 0
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("pyramid: ")
    assert " cannot be saved: " in err
    assert err.endswith(f": {why}\n")


def test_a_backup_not_read_back_is_told(
    failing: tuple[Fail, str], home: Path, capsys: Capture, tmp_path: Path
) -> None:
    old = game(tmp_path / "old")
    fill(old)
    path = packed(old, tmp_path)
    fail, why = failing
    fail()
    assert main(["import", str(path)]) == 2
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err.endswith(f": nothing is imported: {len(lines)} faults, listed on standard output\n")
    assert "Read back" not in out
    assert {line.split(": ")[0] for line in lines} >= ALL
    assert all(line.endswith((why, "it is not saved")) for line in lines)
    assert not home.is_dir() or not [path for path in home.iterdir() if path.suffix != ".LCK"]


def test_a_score_that_cannot_be_saved_is_told_each_time(failing: tuple[Fail, str], home: Path) -> None:
    game(home).add_score("Old", 2000, 1)
    number, moves = cleared_game()
    table = Game(home, "--start", "table", "--deal", str(number)).play(*map(str, moves[:-1]))
    fail, why = failing
    fail()
    table.play(str(moves[-1])).do("settle", "wait 400")
    assert any(notice.endswith(why) for notice in table.app.shown_notices)
    table.do("key ESC", "text Ann", "key ENTER", "wait 2")
    assert table.screen == "scores"
    # What was to be said before it comes first, each till somebody has read it.
    told = "This score is not saved: it stays till the program ends"
    while table.message != told:
        assert table.message is not None
        table.do("wait 900", "key x")
    table.files.unfinished_games.save_game(finished(), entry("odm"), is_awaiting_name=True)
    table.files.notification_lines.clear()
    table.files.enter_score("Bob", 1000, 1, entry("odm"))
    assert table.files.notification_lines == [told]
    assert {"Ann", "Bob"} <= {row.name for row in table.files.read_high_scores().rows}


def test_saved_games_that_cannot_be_listed_are_told(home: Path, monkeypatch: Patch) -> None:
    game(home).saved_games.write("ONE", session("windows").to_saved_session())
    table = Game(home, "--edition", "windows", "--start", "table", "--deal", "61").do("settle")
    disk = Failing(monkeypatch, "listdir", DENIED)
    table.do("key l", "wait 1")
    assert table.screen == "files"
    assert table.says("No saved games yet")
    table.do("key ESC", "wait 400")
    assert f"Saved games cannot be listed: {home}: Permission denied" in table.app.shown_notices
    disk.on = False
    assert table.do("key l", "wait 1").says("ONE")


def test_figures_that_cannot_be_read_are_told(home: Path, capsys: Capture) -> None:
    (home / "PYRAMID.STA").mkdir(parents=True)
    assert main(["stats", "--json"]) == 2
    assert capsys.readouterr() == ("", f"pyramid: {home / 'PYRAMID.STA'}: expected a file\n")
    (home / "PYRAMID.STA").rmdir()
    assert main(["stats", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["figures"]
