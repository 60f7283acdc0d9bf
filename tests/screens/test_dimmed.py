"""What cannot be chosen looks so, in every program, on every adapter, in graphics and in characters."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pytest
import pyxel

from retro_pyramid.editions import load_table_spec
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import CELL_HEIGHT, HEIGHT, WIDTH, Image, copy_pixels
from tests.colour_sight import SETTINGS, contrast, drawn_with_words
from tests.programs import PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.places import reach

ADAPTERS = ("EGA deck 1", "EGA text", "EGA deck 2", "CGA 1h", "CGA text", "CGA 0", "mono")
OFF = {
    "relaxed_table": ("undo", "redo", "hint"),
    "relaxed_stuck": ("undo", "redo", "hint"),
    "tilldawn_table": ("undo", "redo", "hint"),
    "windows_table": ("undo", "redo"),
    "em_table": ("undo",),
    "em_lost": ("hint", "auto"),
    "em_auto": ("hint", "auto"),
}
"""Tables, and some of what cannot be used there; odm's leaves such commands out."""
WITH_BARS = [name for name in PROGRAMS if load_table_spec(name).menu_bar]
_KINDS = ("button:", "menu:")
_EDGE = 8
"""Pixels at the edge of a tall button that are its bevel."""


class Drawn(NamedTuple):
    """How a command is drawn: its words, the contrasts of its inks to its paper, best first."""

    words: str
    contrasts: tuple[float, ...]


def drawn(game: Game, target: Target, rows: list[str], image: Image) -> Drawn:
    """Look at a command in the finished picture, whose characters are in the rows."""
    x, y, wide, high = target.rect
    row = (y + high // 2) // CELL_HEIGHT
    if y + high > 24 * CELL_HEIGHT:
        # The rectangle of a hint reaches higher than its line, and its brackets stand beside it.
        x, y, wide, high, row = x - 8, 24 * CELL_HEIGHT, wide + 16, CELL_HEIGHT, 24
    elif game.screen == "menu":
        row, high = y // CELL_HEIGHT, CELL_HEIGHT
    words = rows[row][x // 8 : (x + wide) // 8]
    edge = _EDGE if high > CELL_HEIGHT else 0
    pixels, colours = copy_pixels(image), list(pyxel.colors)
    left, right = (at * image.width // WIDTH for at in (x + edge, x + wide - edge))
    top, bottom = (at * image.height // HEIGHT for at in (y + edge, y + high - edge))
    lines = (line * image.width for line in range(top, bottom))
    found = Counter(b"".join(pixels[at + left : at + right] for at in lines)).most_common()
    (paper, _), *inks = [(colours[index], count) for index, count in found]
    return Drawn(words, tuple(sorted((contrast(ink, paper) for ink, _ in inks), reverse=True)))


def looks(game: Game) -> dict[bool, dict[str, Drawn]]:
    """How all commands of the top screen are drawn: those that can be used, and the others."""
    image, printed = drawn_with_words(game)
    rows = [row.replace("\0", " ") for row in game.machine.display.decode_text_rows()]
    found: dict[bool, dict[str, Drawn]] = {True: {}, False: {}}
    for target in game.app.targets():
        if target.id.startswith(_KINDS):
            # The buttons of EM have their words in the picture, not in cells.
            inside = [words for x, y, words in printed if target.contains(x, y)]
            seen = drawn(game, target, rows, image)
            found[target.enabled][target.id] = seen._replace(words=inside[0]) if inside else seen
    return found


def check(game: Game, on: Drawn, off: Drawn) -> None:
    """Check that what is off has its brackets, or letters of clearly less contrast than what is on."""
    if not game.machine.display.can_dim:
        assert "(" in off.words
        assert "(" not in on.words
        return
    assert off.contrasts[0] < 0.65 * on.contrasts[0], (on, off)
    assert off.contrasts[0] > 1.5, "it can still be read"


@pytest.mark.parametrize("place", OFF)
def test_a_button_or_a_hint_that_is_off_does_not_look_like_one_that_is_on(start: Start, place: str) -> None:
    game = reach(start, place, "--still")
    for adapter in ADAPTERS:
        game.app.settings_store.set_values(SETTINGS[adapter])
        found = looks(game)
        assert set(found[False]) >= {f"button:{name}" for name in OFF[place]}
        hints = {hint.target_id for hint in game.app.top_screen.get_key_hints()}
        for name, off in found[False].items():
            beside = [one for other, one in found[True].items() if (other in hints) == (name in hints)]
            assert beside
            for on in beside:
                check(game, on, off)


@pytest.mark.parametrize("edition", WITH_BARS)
def test_a_menus_line_that_is_off_does_not_look_like_one_that_is_on(start: Start, edition: str) -> None:
    game = start("--edition", edition, "--start", "table", "--deal", "61").do("settle", "wait 310")
    for adapter in (name for name in ADAPTERS if "deck 2" not in name):
        game.app.settings_store.set_values(SETTINGS[adapter])
        game.do("key F10")
        seen = 0
        for _ in game.app.top_screen._menus:  # type: ignore[attr-defined]
            lines = list(game.app.top_screen.get_rows())  # type: ignore[attr-defined]
            # Each line with the bar on it and without, by whether it can be used.
            barred: dict[bool, list[Drawn]] = {True: [], False: []}
            bare: dict[bool, list[Drawn]] = {True: [], False: []}
            for at in range(len(lines)):
                found = looks(game)
                for other, row in enumerate(lines):
                    (barred if other == at else bare)[row.enabled].append(found[row.enabled][row.target_id])
                game.do("key DOWN")
            for kind in (barred, bare):
                for off in set(kind[False]):
                    seen += 1
                    assert ("(" in off.words) == (not game.machine.display.can_dim), adapter
                    for on in set(kind[True]):
                        check(game, on, off)
            game.do("key RIGHT")
        assert seen > 1
        game.do("key ESC")
        assert game.screen == "table"
