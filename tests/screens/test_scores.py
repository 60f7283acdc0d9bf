"""The board and how a name is cut on it. What is typed and pressed there: `acts.txt`."""

from pathlib import Path

import pytest
import pyxel

from retro_pyramid.formats.scores.high_scores import encode_high_scores, make_empty_high_scores
from retro_pyramid.machine.video import copy_pixels
from tests.colour_sight import contrast
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.test_leaving import finished
from tests.test_originals import LARGE, LARGE_ROWS


@pytest.fixture
def entry(start: Start) -> Game:
    """A won game of 1430 points, its name being asked for."""
    return finished(start).do("key ESC")


def board_names(game: Game) -> list[str]:
    return [row.name for row in game.files.read_high_scores().rows]


@pytest.mark.parametrize("words", [(), ("T",), ("--video", "cga")], ids=" ".join)
def test_another_programs_board_is_shown(start: Start, tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "PYRAMID.HGH").write_bytes(LARGE)
    game = start("--start", "menu", *words).do("key h; key ENTER")
    for name, score in LARGE_ROWS.items():
        (row,) = [row for row in game.rows() if f" {name} " in row and "║" in row]
        assert row.split("║")[1].split()[-2:] == [str(score), "-"]


def test_an_entry_with_a_blank_name_is_read_as_an_entry(start: Start, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    board, _ = make_empty_high_scores().add("", 120, 1)
    (tmp_path / "data" / "PYRAMID.HGH").write_bytes(encode_high_scores(board))
    game = start("--start", "menu").do("key h; key ENTER")
    told = [part.spoken for part in game.app.top_screen.build_elements()]
    assert "1: no name, 120 points, level 1" in told
    assert "Nobody is on it yet" not in told


def row_of(game: Game, place: int) -> str:
    (row,) = [
        row for row in game.rows() if row.split("║")[1:2] and row.split("║")[1].startswith(f"  {place:>2}  ")
    ]
    return row.split("║")[1][6:21].rstrip()


def test_the_name_is_cut_letter_by_letter_each_with_a_tick(entry: Game) -> None:
    entry.do("text Ann", "key ENTER")
    assert entry.app.is_animating()
    seen, heard = [row_of(entry, 1)], [entry.heard]
    while entry.app.is_animating():
        entry.machine.speaker.last_tune_name = ""
        entry.do("wait 1")
        seen.append(row_of(entry, 1))
        heard.append(entry.heard)
    assert list(dict.fromkeys(seen)) == ["*", "A*", "An*", "Ann"]
    assert heard.count("cut") == 3
    assert 4 * 3 <= len(seen) <= 6 * 3
    assert row_of(entry, 2) == "-----"


def place_of(game: Game, words: str) -> tuple[int, int]:
    """The row and the column of words on the screen."""
    ((row, text),) = [(row, text) for row, text in enumerate(game.rows()) if words in text]
    return row, text.index(words)


@pytest.mark.parametrize("words", [(), ("T",), ("--video", "cga"), ("--video", "mono")], ids=" ".join)
def test_every_letter_of_the_sign_can_be_read_while_it_gleams(start: Start, words: tuple[str, ...]) -> None:
    game = finished(start, *words).do("key ESC", "text Ann", "key ENTER", "settle")
    row, column = place_of(game, "A NEW RECORD")
    inks = set()
    for _ in range(16):
        image = game.do("wait 4").image()
        pixels, colours = copy_pixels(image), list(pyxel.colors)
        wide, high = image.width // 80, image.height // 25
        # With the cell at either side: a stroke at the edge of its cell must not touch another light colour.
        for at, letter in enumerate("A NEW RECORD"):
            cells = [
                {
                    colours[pixels[y * image.width + x]]
                    for y in range(row * high, row * high + high)
                    for x in range(begin * wide, begin * wide + wide)
                }
                for begin in range(column + at - 1, column + at + 2)
            ]
            if letter != " ":
                assert all(0 in cell and len(cell) <= 2 for cell in cells)
                (ink,) = cells[1] - {0}
                assert contrast(0, ink) >= 4.5
                inks.add(ink)
    assert len(inks) == 2


@pytest.mark.parametrize(("least", "screen"), [(245, "menu"), (244, "name")])
def test_a_score_gets_a_name_above_the_last_of_ten_only(start: Start, least: int, screen: str) -> None:
    game = start("--start", "menu")
    for place in range(10):
        game.files.add_score(f"Player {place}", least + place, 1)
    stuck = finished(start, won=False)
    assert (stuck.state["score"], stuck.do("key ESC").screen) == (245, screen)
    if screen == "name":
        assert board_names(stuck.do("text Ann", "key ENTER"))[9] == "Ann"


def test_of_three_windows_that_wait_for_one_name_the_first_enters_it(start: Start, entry: Game) -> None:
    windows = [entry, *(start("--start", "table").do("settle") for _ in range(2))]
    assert [window.screen for window in windows] == ["name"] * 3
    windows[1].do("text Ann", "key ENTER")
    # It plays on: its next game is left off now.
    windows[1].do("key ESC", "settle").play("D")
    for window in (windows[0], windows[2]):
        window.do("text Bob", "key ENTER", "wait 2")
        assert (window.screen, window.message) == (
            "scores",
            "This score was entered or declined in another window",
        )
    assert [name for name in board_names(entry) if name != "-----"] == ["Ann"]
    assert start("--start", "table").do("settle").moves == ["D"]
