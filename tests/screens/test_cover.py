"""The cover of the issue: its strip, the contents as they are laid out, the game that plays in the picture."""

import pytest

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH
from retro_pyramid.packaged import asset_text
from retro_pyramid.rules.transcript import parse_transcript
from retro_pyramid.screens.magazine.miniature import Miniature
from tests.screens.conftest import Start

ADAPTERS = [(), ("T",), ("--video", "cga"), ("--video", "mono")]
CONTENTS = slice(41, 79)


@pytest.mark.parametrize("words", ADAPTERS, ids=" ".join)
def test_the_strip_names_the_issue_its_month_and_its_price(start: Start, words: tuple[str, ...]) -> None:
    strip = start("--start", "shell", *words).rows()[5]
    for part in ("ON DISK MONTHLY", "No. 61", "November 1991", "Price: "):
        assert part in strip


@pytest.mark.parametrize("words", ADAPTERS, ids=" ".join)
def test_dots_lead_to_pages_that_rise_and_end_in_one_column(start: Start, words: tuple[str, ...]) -> None:
    rows = [row[CONTENTS] for row in start("--start", "shell", *words).rows()[6:23]]
    led = [row for row in rows if "·" in row]
    assert len(led) == 6
    assert len({row.rindex("·") for row in led}) == 1
    found = [row.rpartition("·")[2].strip(" ║") for row in led]
    pages = [int(page) for page in found if page.isdigit()]
    assert pages == sorted(set(pages))
    assert len(pages) == 4


def test_what_is_written_stays_in_the_box_and_in_the_reach_of_its_line(start: Start) -> None:
    shell = start("--start", "shell")
    for row in shell.rows()[7:22]:
        assert row[41] == row[78] == "║"
        assert row[79].strip() == ""
    for target in shell.app.targets():
        if target.id.startswith("menu:"):
            x, y, width, height = target.rect
            assert x >= 41 * CELL_WIDTH
            assert x + width <= 79 * CELL_WIDTH
            assert (y % CELL_HEIGHT, height) == (0, 2 * CELL_HEIGHT)


@pytest.mark.parametrize("words", ADAPTERS, ids=" ".join)
def test_a_game_plays_in_the_picture(start: Start, words: tuple[str, ...]) -> None:
    shell = start("--start", "shell", *words)
    said = {shell.do("wait 54").rows()[22][2:38].strip() for _ in range(12)}
    assert len(said) > 6
    assert "8 on 7: 20 points" in said
    assert not shell.app.busy()


def test_nothing_plays_where_nothing_is_to_move(start: Start) -> None:
    shell = start("--start", "shell", "--still")
    before = shell.picture()
    assert shell.do("wait 500").picture() == before
    assert shell.says("points")


def test_the_game_is_played_to_its_end_and_begins_again() -> None:
    game = parse_transcript(asset_text("demos/odm.txt"))
    small = Miniature(game)
    said = [small.caption(now) for now in range(0, 7000, 10)]
    first = said.index("A draw: 5 off")
    assert set(said[:first]) == {""}
    assert "Jack on 10: 70 points" in said
    again = said.index("", first)
    assert said[again : again + 300] == said[:300]
