"""Nobody is there: the program plays recorded games by itself, shows its board, and goes on to the next program."""

from pathlib import Path

import pytest

from retro_pyramid.app.assets import load_demo
from retro_pyramid.editions import EDITION_INFO
from retro_pyramid.resources import read_asset_text
from retro_pyramid.rules.transcript import TRANSCRIPT_HEADER, parse_transcript, replay
from retro_pyramid.ui.drawing import wrap_text
from retro_pyramid.ui.timing import MENU_IDLE_TICKS
from tests.screens.conftest import Start
from tests.screens.driver import MODES, SHOWN, Game

BOARDS = {"odm": "scores", "em": "top10"}
"""The boards that there are, by program."""


def waiting(start: Start, edition: str, *words: str) -> Game:
    """The program's menu, after a minute."""
    game = start("--edition", edition, "--start", "menu", *words)
    return game.do(f"wait {MENU_IDLE_TICKS}")


@pytest.mark.parametrize("edition", EDITION_INFO)
def test_the_recorded_games_are_won(edition: str) -> None:
    transcript = parse_transcript(read_asset_text(f"demos/{edition}.txt"))
    assert transcript.edition == edition
    last = replay(transcript)[-1]
    assert last.state.pyramid == 0


@pytest.mark.parametrize(("edition", "mode"), SHOWN)
def test_after_a_minute_it_plays_and_any_key_ends_it(start: Start, edition: str, mode: str) -> None:
    game = start("--edition", edition, "--start", "menu", *MODES[mode])
    chosen = game.selected
    game.do(f"wait {MENU_IDLE_TICKS - 1}")
    assert game.screen == "menu"
    menu = game.rows()[-1]
    game.do("wait 1", "settle")
    assert game.screen == "demonstration"
    assert game.says("Demonstration")
    assert game.says("Any key Menu")
    dealt = game.picture()
    game.do("wait 140")
    assert game.picture() != dealt
    assert game.message in dict(load_demo(edition, 1).notes).values()
    game.do("key x")
    assert (game.screen, game.selected) == ("menu", chosen)
    # What lives in the picture behind the menu has gone on: its keys are the same.
    assert game.rows()[-1] == menu


@pytest.mark.parametrize("edition", EDITION_INFO)
def test_it_plays_to_the_end_and_leaves_nothing_behind(start: Start, edition: str, tmp_path: Path) -> None:
    game = start("--edition", edition, "--start", "menu")
    game.app.services.files.read_high_scores()
    game.app.services.files.tournament_scores.read_top_ten()
    files = {path.name: path.read_bytes() for path in (tmp_path / "data").iterdir()}
    game.do(f"wait {MENU_IDLE_TICKS}")
    for _ in range(60 * 60 * 3):
        game.do("wait 1")
        if game.screen != "demonstration":
            break
    assert game.screen == BOARDS.get(edition, "intro")
    assert game.app.session is None
    assert {path.name: path.read_bytes() for path in (tmp_path / "data").iterdir()} == files
    assert game.machine.speaker.is_enabled
    assert game.machine.has_mouse


def test_each_of_five_recorded_games_a_program_is_legal_and_teaches_one_thing() -> None:
    assert read_asset_text("demos/round.txt").count(TRANSCRIPT_HEADER) == 25
    deals = set()
    for edition in EDITION_INFO:
        games = [load_demo(edition, number) for number in range(1, 6)]
        assert load_demo(edition, 6) == games[0]
        things = [dict(game.notes)["about"] for game in games]
        assert len(set(things)) == 5
        for game, thing in zip(games, things, strict=True):
            assert (game.edition, replay(game)[-1].state.pyramid) == (edition, 0)
            deals.add(game.deal_number)
            said = {int(key.removeprefix("say")): words for key, words in game.notes if key != "about"}
            assert len(said) >= 2
            assert min(said) <= 3, "the part that teaches comes first"
            assert max(said) <= len(game.moves) // 2
            assert all(len(wrap_text(words, 76, 3)) <= 2 for words in said.values())
            # It has to do with what is said.
            told = " ".join(said.values()).lower()
            assert any(word.rstrip("s") in told for word in thing.lower().split() if len(word) > 3), thing
    assert len(deals) == 25


def test_a_title_is_followed_by_a_demonstration_the_board_and_the_next_title(start: Start) -> None:
    game = start("--start", "title")
    seen: list[tuple[object, str]] = []
    for second in range(60 * 12):
        now = (game.state["program"], game.screen)
        if now not in seen[-1:]:
            seen.append(now)
            since = second
        if now[1] == "intro":
            assert second - since <= 20
        game.do("wait 60")
        if len(seen) > 14:
            break
    expected = [
        (edition, screen)
        for edition in (*EDITION_INFO, "odm")
        for screen in filter(None, ("intro", "demonstration", BOARDS.get(edition)))
    ]
    assert seen == expected[: len(seen)]
    assert len(seen) > 13
    # The second time round it is another game.
    assert game.says(dict(load_demo("odm", 2).notes)["about"]) or game.screen == "scores"
