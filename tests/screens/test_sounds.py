"""Setup's page of sounds, where every sound of a program is played by the words for what it stands for."""

import pytest

from retro_pyramid.settings import SPEECH_DEF
from tests.programs import PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import MODES

SOUND = ("--start", "menu")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("edition", PROGRAMS)
def test_every_sound_of_a_program_is_named_and_played(start: Start, edition: str, mode: str) -> None:
    game = start("--edition", edition, *SOUND, *MODES[mode]).do(
        "key F8; clickon setup:sound; key TAB; key UP"
    )
    tunes, words = game.app.edition.tune_names, dict(SPEECH_DEF.values)
    # A streak is one choice; it plays the tunes of all its cards.
    tunes_of = {
        name: [tune for event, tune in tunes.items() if event.rstrip("2345678") == name] for name in words
    }
    named = [name for name in words if tunes_of[name]]
    played = []
    for name in (*named[1:], named[0]):
        assert game.says(words[name])
        game.do("key RIGHT")
        assert (game.selected, game.heard) == (f"config:listen:{name}", " ".join(tunes_of[name]))
        played += game.heard.split()
    assert sorted(played) == sorted(tunes.values())
    assert game.do("clickon config:listen:deal").heard == tunes["deal"]
    game.do("key F2; " * (len(game.app.edition.sound_levels) - 1) + "wait 300; key n")
    assert (game.heard, game.selected) == (tunes["stuck"], "config:listen:stuck")
    assert game.says("The sound is off: F2 puts it on")
    assert game.do("key t; key ENTER; key ENTER").heard == tunes[str(game.selected).split(":")[2]]
    assert not any("listen" in name for name in game.files.config.read_settings())
