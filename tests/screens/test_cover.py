"""The cover of the issue: the game that plays in the picture; how it is laid out is in the golden pictures `shell`."""

from retro_pyramid.features.magazine.cover import MiniatureGame
from retro_pyramid.resources import read_asset_text
from retro_pyramid.rules.transcript import parse_transcript
from tests.screens.conftest import Start


def test_nothing_plays_where_nothing_is_to_move(start: Start) -> None:
    shell = start("--start", "shell", "--still")
    before = shell.picture()
    assert shell.do("wait 500").picture() == before
    assert shell.says("points")


def test_the_game_is_played_to_its_end_and_begins_again() -> None:
    small = MiniatureGame(parse_transcript(read_asset_text("demos/odm.txt")))
    said = [small.caption_at(now) for now in range(0, 7000, 10)]
    first = said.index("A draw: 5 off")
    assert set(said[:first]) == {""}
    assert "Jack on 10: 70 points" in said
    again = said.index("", first)
    assert said[again : again + 300] == said[:300]
