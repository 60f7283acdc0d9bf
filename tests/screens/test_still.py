"""Where nothing moves: with --still cards lie where they go at once, and what does not change is not drawn again."""

import re
from pathlib import Path

import pytest
import pyxel

from retro_pyramid.machine.host import run_script_frame
from retro_pyramid.machine.presenter import Presenter
from retro_pyramid.machine.script import Script
from retro_pyramid.settings import WIN_INDICATOR_SETTING
from tests.programs import PROGRAMS, TESTS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.scripts import words_of


@pytest.mark.parametrize("mode", [(), ("T",)], ids=["graphics", "text"])
@pytest.mark.parametrize("edition", PROGRAMS)
def test_a_deal_and_moves_both_ways_are_done_at_once(
    edition: str, mode: tuple[str, ...], opened: Presenter, tmp_path: Path
) -> None:
    words = (*mode, "--edition", edition, "-nomouse", "--deal", "61", "--start", "table")
    game, moving = Game(tmp_path / "a", *words, "--still"), Game(tmp_path / "b", *words)
    draw = "key UP; key ENTER" if edition == "odm" else "key D"
    for line in ("wait 1", draw):
        assert not game.do(line).app.is_animating()
        assert moving.do(line).app.is_animating()
    assert game.moves == ["D"]
    assert game.picture() == moving.do("settle").picture()
    game.app.settings_store.set_values({"shell.helps": "on"})
    first = "key END; key LEFT; key LEFT" if edition == "odm" else "key HOME; key RIGHT; key RIGHT"
    for line, moves in (("key u", 0), (f"{first}; key ENTER", 1), ("key u", 0), ("key y", 1)):
        assert not game.do(line).app.is_animating()
        assert len(game.moves) == moves


@pytest.mark.parametrize("edition", PROGRAMS)
@pytest.mark.parametrize("way", ["", "key F1", "key F8", "key F8; clickon setup:cards", "key F6"])
def test_a_table_at_which_nothing_is_done_is_drawn_no_more(start: Start, edition: str, way: str) -> None:
    game = start("--edition", edition, "--start", "table", "-mouse").do("settle; wait 400")
    game.do(*filter(None, [way]), "wait 1")
    due = [game.do("wait 1").app.poll_changed() for _ in range(60)]
    assert not any(due[1:])


WALKS = ("stuck_mouse_level2", "tilldawn_mouse", "windows_keys", "relaxed_keys", "em_window")


@pytest.mark.parametrize("name", WALKS)
def test_no_change_is_left_undrawn(start: Start, name: str) -> None:
    text = (TESTS / "scripts" / f"{name}.script").read_text(encoding="utf-8")
    # Some time between one act and the next, as people take it.
    text = re.sub(r"^(click|key|drag)(.*)$", r"\1\2\nwait 25", text, flags=re.MULTILINE)
    game = start(*words_of(name))
    game.app.settings_store.set_values({WIN_INDICATOR_SETTING: "on" if name.endswith("keys") else "off"})
    script = Script(text, game.app, lambda _: None)
    seen: tuple[object, ...] = (None,)
    frames = undrawn = 0
    while run_script_frame(game.machine, game.app, script):
        due = game.app.poll_changed() or game.machine.animation_phase() != seen[0]
        frames += 1
        if due or frames % 4 == 0:
            now = game.machine.animation_phase(), game.picture(), list(pyxel.colors)
            assert due or now[1:] == seen[1:], f"frame {frames}"
            seen = now
        undrawn += not due
    assert undrawn > frames / 20
