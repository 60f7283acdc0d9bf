"""The machine is switched on before the title, once, and its monitor off after Quit; any key ends either."""

import pytest

from retro_pyramid.machine.video import pixels_of
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
    assert (game.machine.video.mode, game.heard) == ("graphics", "title")


@pytest.mark.parametrize("hands", ["key SPACE", "click 320 170", "clickon button:start"])
def test_any_key_or_click_goes_on_at_once(start: Start, hands: str) -> None:
    game = start("T", "--power", "on", "--edition", "em").do("wait 80")
    assert shown(game)[-1] == "C:\\>EMPYR"[: len(shown(game)[-1])]
    assert game.do(hands).screen == "intro"


@pytest.mark.parametrize(
    "words",
    [
        ("--power", "off"),
        ("--power", "on", "--still"),
        ("--power", "on", "--start", "menu"),
        ("--power", "on", "--setup", "cards"),
    ],
)
def test_it_is_not_seen_where_it_is_not_wanted(start: Start, words: tuple[str, ...]) -> None:
    assert start(*words).screen != "power"


def leaving(start: Start, *words: str) -> Game:
    return start("--start", "menu", *words).do("key ESC; settle; key Y")


@pytest.mark.parametrize("adapter", ["ega", "cga", "mono"])
def test_after_quit_the_picture_falls_to_a_line_and_a_dot_in_twenty_ticks(start: Start, adapter: str) -> None:
    game = leaving(start, "--power", "on", "--video", adapter)
    lit = []
    while not game.app.done:
        picture = game.image()
        rows = [*zip(*[iter(pixels_of(picture))] * picture.width, strict=True)]
        lit.append((sum(map(any, rows)), max(len(row) - row.count(0) for row in rows)))
        game.do("wait 1")
    assert len(lit) == 20
    heights, widths = zip(*lit, strict=True)
    assert list(heights) == sorted(heights, reverse=True)
    assert heights[-1] == 2
    assert widths[-1] <= 50 < widths[-4]


def test_a_key_ends_it_and_without_it_quit_ends_at_once(start: Start) -> None:
    game = leaving(start, "--power", "on").do("wait 5")
    assert not game.app.done
    assert game.do("key SPACE").app.done
    assert leaving(start).app.done
