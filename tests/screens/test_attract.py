"""A minute with nobody there: the program plays a recorded game by itself."""

from pathlib import Path

import pytest

from retro_pyramid.packaged import asset_text
from retro_pyramid.programs import PROGRAMS
from retro_pyramid.rules.transcript import parse_transcript, replay
from retro_pyramid.screens.boxes.menu import PATIENCE
from tests.screens.conftest import Start
from tests.screens.driver import MODES, SHOWN, Game


def waiting(start: Start, edition: str, *words: str) -> Game:
    """The program's menu, after a minute."""
    game = start("--edition", edition, "--start", "menu", *words)
    return game.do(f"wait {PATIENCE}")


@pytest.mark.parametrize("edition", PROGRAMS)
def test_the_recorded_games_are_won(edition: str) -> None:
    transcript = parse_transcript(asset_text(f"demos/{edition}.txt"))
    assert transcript.edition == edition
    last = replay(transcript)[-1]
    assert last.state.pyramid == 0


@pytest.mark.parametrize(("edition", "mode"), SHOWN)
def test_after_a_minute_it_plays_and_any_key_ends_it(start: Start, edition: str, mode: str) -> None:
    game = start("--edition", edition, "--start", "menu", *MODES[mode])
    chosen = game.selected
    game.do(f"wait {PATIENCE - 1}")
    assert game.screen == "menu"
    menu = game.rows()[-1]
    game.do("wait 1", "settle")
    assert game.screen == "demonstration"
    assert game.says("Demonstration")
    assert game.says("Any key Menu")
    dealt = game.picture()
    game.do("wait 140")
    assert game.picture() != dealt
    assert game.message == parse_transcript(asset_text(f"demos/{edition}.txt")).notes[0][1]
    game.do("key x")
    assert (game.screen, game.selected) == ("menu", chosen)
    # What lives in the picture behind the menu has gone on: its keys are the same.
    assert game.rows()[-1] == menu


@pytest.mark.parametrize("edition", PROGRAMS)
def test_it_plays_to_the_end_and_leaves_nothing_behind(start: Start, edition: str, tmp_path: Path) -> None:
    game = start("--edition", edition, "--start", "menu")
    game.app.services.files.board()
    files = {path.name: path.read_bytes() for path in (tmp_path / "data").iterdir()}
    game.do(f"wait {PATIENCE}")
    for _ in range(60 * 60 * 3):
        game.do("wait 1")
        if game.screen != "demonstration":
            break
    assert game.screen == "menu"
    assert game.app.session is None
    assert {path.name: path.read_bytes() for path in (tmp_path / "data").iterdir()} == files
    assert game.machine.speaker.on
    assert game.machine.mouse
