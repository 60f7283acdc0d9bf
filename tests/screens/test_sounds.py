"""The magazine's page that plays every tune: its list, what is told of each, what sounds, and how it is left."""

import pytest

from retro_pyramid.machine.speaker import parse_tunes, tune_words
from retro_pyramid.packaged import asset_text
from tests.screens.conftest import Start
from tests.screens.driver import Game

TUNES = parse_tunes(asset_text("tunes.txt"))
WORDS = tune_words(asset_text("tunes.txt"))
ADAPTERS = [(), ("T",), ("--video", "cga"), ("--video", "mono")]


@pytest.fixture(params=ADAPTERS, ids=" ".join)
def sounds(request: pytest.FixtureRequest, start: Start) -> Game:
    return start("--start", "shell", *request.param).do("key i; key ENTER; key END; key ENTER")


def told(game: Game) -> str:
    """What is written of the tune with the bar, in one line."""
    return " ".join(" ".join(row[30:75] for row in game.rows()[5:12]).split())


@pytest.mark.parametrize("name", TUNES)
def test_every_tune_is_told_in_words_that_fit(name: str) -> None:
    assert WORDS[name]
    assert len(WORDS[name]) < 150


def test_every_tune_is_listed_told_and_played_by_keys(sounds: Game) -> None:
    assert sounds.screen == "sounds"
    for name in TUNES:
        assert sounds.selected == f"menu:{name}"
        assert f"menu:{name}" in sounds.enabled()
        assert " ".join(WORDS[name].split()[-2:]) + "." in told(sounds)
        length = sum(milliseconds for _, milliseconds in TUNES[name])
        first = sounds.rows()[5][30:75]
        assert first.startswith(name.replace("_", " ") + "  ")
        assert (f" {length} ms, " if length < 100 else f" {length / 1000:.1f} s, ") in first
        assert first.rstrip().endswith(("1 tone", "tones"))
        sounds.do("key ENTER")
        assert sounds.app.machine.speaker.last == name
        assert any("♪" in row for row in sounds.rows())
        sounds.do("key DOWN")
        assert not any("♪" in row for row in sounds.rows())
    assert sounds.selected == f"menu:{next(iter(TUNES))}"


def test_by_mouse_and_wheel(sounds: Game) -> None:
    sounds.do("clickon menu:draw")
    assert sounds.selected == "menu:draw"
    sounds.do("clickon menu:draw")
    assert sounds.app.machine.speaker.last == "draw"
    sounds.do("clickon menu:deal; clickon button:play")
    assert sounds.app.machine.speaker.last == "deal"
    sounds.app.top.wheel(-100)
    assert sounds.selected == f"menu:{list(TUNES)[-1]}"
    sounds.do("clickon back")
    assert sounds.selected == "menu:sounds"


def test_what_sounds_is_shown_while_it_sounds(sounds: Game) -> None:
    sounds.do("clickon menu:deal; clickon menu:deal")
    assert sounds.do("wait 2").says("1175 Hz")
    assert sounds.do("wait 3").says("932 Hz")
    assert not sounds.do("wait 120").says("Hz")


def test_it_is_said_that_the_sound_is_off(sounds: Game) -> None:
    sounds.app.machine.speaker.on = False
    assert sounds.do("key ENTER").says("The sound is off: F2 puts it on")
