"""The machine is switched on before the title, once, and its monitor off after Quit; any key ends either."""

import pytest

from retro_pyramid.machine.video import copy_pixels
from tests.screens.conftest import Start
from tests.screens.driver import Game

SEEN = {
    1: [" 32 KB"],
    41: ["640 KB OK"],
    60: ["640 KB OK", "", "C:\\>"],
    74: ["640 KB OK", "", "C:\\>PYR"],
    89: ["640 KB OK", "", "C:\\>PYRAMID"],
}


def shown(game: Game) -> list[str]:
    return "\n".join(map(str.rstrip, game.rows())).rstrip().split("\n")


def test_memory_counts_it_beeps_once_and_the_program_is_typed_in_ninety_ticks(start: Start) -> None:
    game = start("--power", "on")
    assert game.heard == "power"
    for tick in range(1, 90):
        game.do("wait 1")
        assert game.screen == "power"
        assert shown(game) == SEEN.get(tick, shown(game))
    assert game.do("wait 1").screen == "intro"
    assert (game.machine.display.mode, game.heard) == ("graphics", "title")


def leaving(start: Start, *words: str) -> Game:
    return start("--start", "menu", *words).do("key ESC; settle; key Y")


@pytest.mark.parametrize("adapter", ["ega", "cga", "mono"])
def test_after_quit_the_picture_falls_to_a_line_and_a_dot_in_twenty_ticks(start: Start, adapter: str) -> None:
    game = leaving(start, "--power", "on", "--video", adapter)
    lit = []
    while not game.app.is_done:
        picture = game.image()
        rows = [*zip(*[iter(copy_pixels(picture))] * picture.width, strict=True)]
        lit.append((sum(map(any, rows)), max(len(row) - row.count(0) for row in rows)))
        game.do("wait 1")
    assert len(lit) == 20
    heights, widths = zip(*lit, strict=True)
    assert list(heights) == sorted(heights, reverse=True)
    assert heights[-1] == 2
    assert widths[-1] <= 50 < widths[-4]
