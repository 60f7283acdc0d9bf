"""The magazine's page that plays every tune: its list, what is told of each, what sounds, and how it is left."""

import pytest

from retro_pyramid.machine.speaker import parse_tunes, tune_words
from retro_pyramid.packaged import asset_text
from tests.screens.conftest import Start
from tests.screens.driver import Game

TUNES = parse_tunes(asset_text("tunes.txt"))
WORDS = tune_words(asset_text("tunes.txt"))


@pytest.fixture(params=[(), ("T",)], ids=["graphics", "text"])
def sounds(request: pytest.FixtureRequest, start: Start) -> Game:
    return start("--start", "shell", *request.param).do("key i; key ENTER; key END; key ENTER")


def test_every_tune_is_listed_told_and_played_by_keys(sounds: Game) -> None:
    assert sounds.screen == "sounds"
    for name, tones in TUNES.items():
        assert 0 < len(WORDS[name]) < 150
        assert sounds.selected == f"menu:{name}"
        assert f"menu:{name}" in sounds.enabled()
        rows = [row[30:75] for row in sounds.rows()[5:12]]
        assert " ".join(WORDS[name].split()[-2:]) + "." in " ".join(" ".join(rows).split())
        length = sum(milliseconds for _, milliseconds in tones)
        assert rows[0].startswith(name.replace("_", " ") + "  ")
        assert (f" {length} ms, " if length < 100 else f" {length / 1000:.1f} s, ") in rows[0]
        assert rows[0].rstrip().endswith(("1 tone", "tones"))
        assert sounds.do("key ENTER").heard == name
        assert sounds.says("♪")
        assert not sounds.do("key DOWN").says("♪")
    assert sounds.selected == f"menu:{next(iter(TUNES))}"


def test_by_mouse_and_wheel_and_what_sounds_is_shown_while_it_sounds(sounds: Game) -> None:
    assert sounds.do("clickon menu:draw").selected == "menu:draw"
    assert sounds.do("clickon menu:draw").heard == "draw"
    assert sounds.do("clickon menu:deal; clickon button:play").heard == "deal"
    assert sounds.do("wait 2").says("1175 Hz")
    assert sounds.do("wait 3").says("932 Hz")
    assert not sounds.do("wait 120").says("Hz")
    sounds.machine.speaker.on = False
    assert sounds.do("key ENTER").says("The sound is off: F2 puts it on")
    sounds.app.top.wheel(-100)
    assert sounds.selected == f"menu:{list(TUNES)[-1]}"
    assert sounds.do("clickon back").selected == "menu:sounds"
