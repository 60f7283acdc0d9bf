"""The adapter changes the picture and nothing else: the same lines lead to the same state on each."""

from pathlib import Path

import pytest
import pyxel

from retro_pyramid.machine.host import Presenter
from retro_pyramid.screens.parts.look import SHADOW, shade
from tests.machine.naive import HARDWARE, MEASURED, pixels
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.places import PLACES

GRAPHICS = ("ega", "cga")
TEXT = ("ega T", "cga T", "mono")
SAME = (
    "table",
    "level2",
    "refused",
    "helps",
    "won",
    "em_hint",
    "tilldawn_hand",
    "tilldawn_small",
    "windows_picked",
    "relaxed_won",
)


def words(adapter: str) -> tuple[str, ...]:
    name, *more = adapter.split()
    return ("--video", name, *more)


@pytest.mark.parametrize("alike", [GRAPHICS, TEXT], ids=["graphics", "text"])
@pytest.mark.parametrize("place", SAME)
def test_every_adapter_comes_to_the_same_state(
    opened: Presenter, tmp_path: Path, place: str, alike: tuple[str, ...]
) -> None:
    line, script = PLACES[place]
    states = [
        Game(tmp_path / str(at), *line, *words(adapter)).go(script).state for at, adapter in enumerate(alike)
    ]
    # What cannot be used stands in brackets where no colour tells it.
    said = ["".join(filter(str.isalnum, "".join(state.pop("text") or ()))) for state in states]
    shown = [state.pop("video") for state in states]
    assert shown == [adapter.split()[0] for adapter in alike]
    assert states == [states[0]] * len(states)
    assert said == [said[0]] * len(said)


@pytest.mark.parametrize(
    ("palette", "measured"),
    MEASURED,
)
def test_a_table_on_the_cga_shows_the_four_measured_colours_and_no_other(
    start: Start, palette: str, measured: str
) -> None:
    game = start("--start", "table", "--deal", "61", "--video", "cga", "--cga", palette).do("settle")
    shown = {f"#{pyxel.colors[dot]:06X}" for dot in set(pixels(game.image()))}
    assert shown == set(HARDWARE["cga"][measured])


@pytest.mark.parametrize(
    ("edition", "words", "dotted"),
    [
        ("em", ("--video", "mono"), True),
        ("em", ("--video", "cga"), True),
        ("windows", (), False),
        ("em", ("T",), False),
        ("windows", ("--video", "cga"), False),
    ],
)
def test_a_boxs_shadow_shows_on_black_tables_too(
    start: Start, edition: str, words: tuple[str, ...], dotted: bool
) -> None:
    game = start("--edition", edition, "--start", "table", "--deal", "61", *words).do("settle")
    game.rows()
    video = game.machine.video
    shade(video, 10, 5, 59, 17)
    below = video.text_rows()[22][12:71]
    assert (set(below) == {"░"}) is dotted
    beside = {video.cells[2 * (80 * row + 69) + 1] for row in range(6, 22)}
    assert beside <= ({0x07} if video.mono else {SHADOW} if dotted or video.mode == "text" else {0x00})


@pytest.mark.parametrize("place", ["windows_game", "tilldawn_table", "em_lost"])
def test_a_screen_looks_the_same_begun_in_characters_and_changed_to_them(start: Start, place: str) -> None:
    line, script = PLACES[place]
    begun = start(*line, "T").go(script).rows()
    game = start(*line).go(script)
    game.app.choices.change({"shell.mode": "text"})
    assert game.rows() == begun
