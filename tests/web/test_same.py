"""Desk and browser are the same: the same script leads to the same states, pictures, files and end in both."""

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from retro_pyramid.app.services import Services
from retro_pyramid.cli import main
from retro_pyramid.launcher import launcher as playing
from tests import scripts
from tests.web.conftest import Sit
from tests.web.games import ABSENT, MODES, files_of, is_there, lines_of, query_of, script_of, words_of
from tests.web.harness import Picture, Player, Run
from web.tools.pictures import read_png

pytestmark = pytest.mark.usefixtures("one_host")
BY_DAY = {("cleared_keys_level1", "graphics"), ("em_keys", "graphics"), ("relaxed_mouse", "text")}
"""Of three programs one device in one mode; the others every night."""
EVERY = [
    pytest.param(game, mode, marks=() if (game, mode) in BY_DAY else pytest.mark.slow)
    for game in sorted(path.stem for path in scripts.FOLDER.glob("*.script"))
    for mode in MODES
]


def at_the_desk(game: str, mode: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the script by the command line, without a window.

    What is different in a page is made the same here: no window, no folder, and whoever quits comes back to the title.
    """
    numbers = itertools.count(1001)
    monkeypatch.setattr(playing, "_random_deal_number", lambda: next(numbers))
    monkeypatch.setattr(Services, "host", "page")
    monkeypatch.setattr(playing, "_get_user_folder", lambda _: "")
    (folder / "run.script").write_text(script_of(game), encoding="utf-8")
    (folder / "data").mkdir()
    for name, data in files_of(game).items():
        (folder / "data" / name).write_bytes(data)
    files = ["--script", "run.script", "--shots", "shots", "--state", "last.json", "--data", "data"]
    monkeypatch.chdir(folder)
    assert main([*words_of(game, mode), "--headless", *files]) == 0
    states = {path.stem: json.loads(path.read_text("utf-8")) for path in folder.glob("shots/*.json")}
    shots = {path.stem: b"".join(read_png(path.read_bytes())) for path in folder.glob("shots/*.png")}
    pictures = {name: Picture(rgb) for name, rgb in shots.items()}
    return Run(None, json.loads((folder / "last.json").read_text("utf-8")), states, pictures)


@pytest.fixture(scope="module")
def player(sit: Sit) -> Player:
    player = sit()
    player.start("?test")
    return player


def without_ids(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files without the ids of unfinished games, which are random in a page, and without the sum over them."""
    unfinished = files.get("RESUME.PYR", b"")
    unfinished = re.sub(rb"(?m)^(= \w+ (?:left )?|check |\w+ )[0-9A-F]{8}", rb"\1", unfinished)
    return {**files, **({"RESUME.PYR": unfinished} if unfinished else {})}


@pytest.mark.parametrize(("game", "mode"), EVERY)
def test_a_script_does_the_same_at_the_desk_and_in_the_page(
    game: str, mode: str, player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = at_the_desk(game, mode, tmp_path, monkeypatch)
    page = player.run_anew(script_of(game), query_of(game, mode), files_of(game))
    assert page.error is None
    assert page.states.keys() == desk.states.keys()
    for name, state in desk.states.items():
        assert page.states[name] == state, name
    assert page.state == desk.state
    assert page.shots.keys() == desk.shots.keys() > {"1", "end"}
    different = [name for name, picture in desk.shots.items() if page.shots[name].rgb != picture.rgb]
    assert different == []
    kept = {path.name: path.read_bytes() for path in (tmp_path / "data").iterdir() if path.suffix != ".LCK"}
    assert without_ids(player.files()) == without_ids(kept)
    player.check()


@pytest.mark.parametrize("name", ABSENT)
def test_what_is_left_out_of_scripts_is_not_there_in_the_page(name: str, player: Player) -> None:
    lines = lines_of("setup_every_mouse")
    at = next(at for at, line in enumerate(lines) if line.startswith(f"clickon {name}"))
    run = player.run_anew("\n".join([*filter(is_there, lines[:at]), lines[at]]), "?test")
    assert f"no target '{name}" in (run.error or "")


@pytest.mark.engines("chromium", "firefox")
def test_what_the_picture_is_can_be_seen(player: Player) -> None:
    run = player.run_anew("key SPACE\nkey ENTER\nsettle\nshot table", "?test&deal=61&-nomouse")
    player.frame()
    assert player.large_picture().rgb == run.shots["table"].rgb
    assert run.state["screen"] == player.state["screen"] == "table"


def test_a_script_begins_with_the_first_frame_of_a_page_just_opened(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = at_the_desk("relaxed_keys", "text", tmp_path, monkeypatch)
    player.look("localStorage.clear()")
    page = player.run(script_of("relaxed_keys"), query_of("relaxed_keys", "text"))
    assert (page.error, page.state, page.states) == (None, desk.state, desk.states)


@pytest.mark.parametrize(
    ("script", "error"),
    [
        ("wait 2\nclickon nothing", "script line 2: no target 'nothing'"),
        ("dance", "script line 1: unknown word 'dance'"),
        ("key NOKEY", "script line 1: "),
    ],
)
def test_a_line_that_cannot_be_done_ends_the_script_and_not_the_program(
    player: Player, script: str, error: str
) -> None:
    run = player.run(script)
    assert run.error is not None
    assert run.error.startswith(error)
    before: dict[str, Any] = player.state
    player.wait_for(lambda: player.state["tick"] > before["tick"], "time to go on")
