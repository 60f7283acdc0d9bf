"""The replay: any line of play on the table itself, gone through by keys alone and by mouse alone, and nothing touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from retro_pyramid.formats.native.game_code import decode_game_code, encode_game_code
from retro_pyramid.machine.video import CELL_HEIGHT
from retro_pyramid.resources import read_asset_text
from retro_pyramid.rules.transcript import Transcript, parse_transcript, replay, transcript_text
from tests.programs import DEMOS, PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import MODES, SHOWN, Game
from tests.screens.pair_games import table_of


def demo(edition: str = "odm") -> Transcript:
    return parse_transcript(read_asset_text(f"demos/{edition}.txt"))


def watching(start: Start, edition: str = "odm", *words: str) -> Game:
    return start("--watch", str(DEMOS / f"{edition}.txt"), *words)


def at(game: Game) -> int:
    """The number of moves shown; the state tells them, the score and the status alike."""
    state, shown = game.state, demo(str(game.state["program"]))
    count = len(state["moves"])
    assert state["screen"] == "replay"
    assert state["deal"] == shown.deal_number
    assert state["options"] == shown.options
    entries = replay(shown)
    assert state["moves"] == [str(move) for move in shown.moves[:count]]
    assert state["score"] == entries[count].score
    assert state["message"]
    return count


# Going through it


def test_the_bar_is_clicked_and_dragged(start: Start) -> None:
    game, last = watching(start), len(demo().moves)
    assert abs(at(game.do("clickon replay:bar")) - last / 2) <= last / 16, "a cell of the bar"
    left, top, width, height = game.enabled()["replay:bar"]
    assert at(game.do(f"click {left + width - 1} {top + height - 1}")) == last
    assert at(game.do(f"drag {left + width // 2} {top + 20} {left} {top}")) == 0


def test_space_goes_on_and_stops_at_the_pace_that_is_set(start: Start) -> None:
    game = watching(start).do("key SPACE; wait 400")
    usual = at(game)
    assert 2 < usual < 10
    here = at(game.do("key SPACE; settle"))
    assert at(game.do("wait 400")) == here
    assert game.says("Go on")
    game.do("key +; key +; key +; key HOME; key SPACE; wait 400; key SPACE; settle")
    assert at(game) > 2 * usual
    game.do(*["key -"] * 9, "key HOME; key SPACE; wait 400; key SPACE; settle")
    assert 0 < at(game) < usual


@pytest.mark.parametrize("edition", PROGRAMS)
def test_cards_fly_and_sound_forward_and_back(start: Start, edition: str) -> None:
    draw = [str(move) for move in demo(edition).moves].index("D")
    game = watching(start, edition).do(*["key RIGHT"] * draw, "settle")
    for key in ("RIGHT", "LEFT"):
        stood = game.picture()
        game.machine.speaker.last_tune_name = ""
        game.do(f"key {key}; wait 2")
        assert game.app.is_animating()
        assert game.heard or "draw" not in game.app.edition.tune_names
        flying = game.picture()
        lies = game.do("settle").picture()
        assert len({stood, flying, lies}) == 3


def test_every_step_forward_and_back_shows_the_same_table(start: Start) -> None:
    game, last = watching(start, "tilldawn"), 9
    pictures = [game.picture(), *(game.do("key RIGHT; settle").picture() for _ in range(last - 1))]
    for at_move in range(last - 2, 0, -1):
        assert game.do("key LEFT; settle").picture() == pictures[at_move]


# Where games come from


@pytest.mark.parametrize("edition", PROGRAMS)
def test_a_transcript_dropped_is_shown(start: Start, edition: str, tmp_path: Path) -> None:
    file = tmp_path / "a game.txt"
    file.write_text(transcript_text(demo(edition)))
    game = start("--start", "table", "--deal", "61").do("settle; key ENTER")
    before = game.state
    game.do(f"drop {file}")
    assert (game.state["program"], game.screen) == (edition, "replay")
    assert at(game.do("key END")) == len(demo(edition).moves)
    game.do("key ESC")
    assert game.state["targets"] == before["targets"]
    assert (game.state["program"], game.state["deal"], game.state["moves"]) == ("odm", 61, before["moves"])


def test_a_save_dropped_on_the_window_is_read_back_as_ever_and_shown(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "MINE.PYR"
    file.write_bytes((Path(__file__).parents[1] / "saves" / "v1-odm.pyr").read_bytes())
    game = start("--start", "menu").do(f"drop {file}")
    assert game.screen == "replay"
    assert game.says("Read back: saved game")
    assert len(game.do("key END").moves) == 9, "what was undone is no part of it"
    assert "MINE" in game.app.services.files.saved_games.list_names()
    file.write_text("retro-pyramid-unknown 1\n")
    assert game.do("key ESC", f"drop {file}").screen != "replay"


def test_a_broken_transcript_that_is_dropped_gets_one_line(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "broken.txt"
    file.write_text("retro-pyramid 1\nedition odm\ndeal 65\nmoves 11\n")
    game = start("--start", "menu").do(f"drop {file}")
    assert game.says("broken.txt: move 1 (11): the card at 11 is covered")


# Play from here, and what stays untouched


def files_of(folder: Path) -> dict[str, bytes]:
    """The player's files; who holds a lock is no file of his."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".LCK"}


@pytest.mark.parametrize("edition", PROGRAMS)
def test_an_assisted_game_touches_no_file(start: Start, edition: str, tmp_path: Path) -> None:
    left = start("--edition", edition, "--start", "table", "--deal", "61").do("settle", "key D")
    if edition == "odm":
        left.play("D")
    left.app.services.files.read_high_scores()
    files = files_of(tmp_path / "data")
    assert files
    game = watching(start, edition).do("key END; key HOME; key SPACE; wait 600; key ESC")
    assert (game.screen, files_of(tmp_path / "data")) == ("menu", files)
    shown = demo(edition)
    game = watching(start, edition).do(*["key RIGHT"] * 5, "settle")
    game.do("clickon replay:here" if edition in PROGRAMS[::2] else "key ENTER")
    if game.screen == "confirm":
        game.do("key y")  # Whether the mouse is used, as before every first game of this program.
    assert (game.screen, game.moves) == ("table", [str(move) for move in shown.moves[:5]])
    table = table_of(game)
    assert table.session.is_assisted
    for move in shown.moves[5:]:
        table.play_move(move)
    game.do("settle; wait 60")
    assert game.state["status"] != "playing"
    for _ in range(3):
        game.do("key ESC")
        if game.screen == "confirm":
            game.do("key y")
    assert game.screen == "menu"
    assert files_of(tmp_path / "data") == files
    again = start("--edition", edition, "--start", "table")
    assert again.do("settle").state["deal"] == left.state["deal"]


# Pass it on


def test_the_game_is_copied_in_words_that_show_it(start: Start) -> None:
    game = watching(start, "em").do("key RIGHT; key F6")
    assert (game.screen, game.says("Copy these words by hand")) == ("notice", True)
    copied = game.do("key ESC").clipboard()
    assert game.do("key F6").says("The words are copied")
    switch, words = copied[0].split()
    assert switch == "--watch"
    assert decode_game_code(words) == demo("em")._replace(notes=())
    assert game.says(words[:40])
    assert at(start("--watch", words).do("key END")) == len(demo("em").moves)


def test_the_game_on_the_table_is_copied_from_the_box_of_its_number(start: Start) -> None:
    game = start("--edition", "relaxed", "--start", "table", "--deal", "61").do("settle; key F6")
    assert "button:game" not in game.enabled()
    game.do("key ESC; key D; settle")
    copied = game.clipboard()
    assert game.app.session is not None
    expected = f"--watch {encode_game_code(game.app.session.to_transcript())}"
    game.do("key F6; key F4; clickon button:game")
    assert copied == [expected] * 2
    assert game.says(expected)


@pytest.mark.parametrize(("edition", "mode"), SHOWN)
def test_the_lines_of_a_replay_hide_no_card(start: Start, edition: str, mode: str) -> None:
    game = watching(start, edition, *MODES[mode]).do("settle")
    view = game.view
    assert len(view.cards) == 28
    assert max(lying.pos[1] for lying in view.cards) + view.card_size[1] <= 22 * CELL_HEIGHT
    assert min(lying.pos[1] for lying in view.cards) >= 0
    assert "-   3   +" in game.rows()[22]
    assert "-   5   +" in game.do("key +; key +; key +").rows()[22]
    line = game.do("key END").rows()[22]
    bar, left = line.rindex("█"), line.index("Move")
    assert left - bar > 2
    assert line[bar + 1 : left].isspace()
