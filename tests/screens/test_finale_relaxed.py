"""Relaxed Pyramid's finale: the tomb's door is pushed open on the beat, light and cards come out of it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from retro_pyramid.machine.host import Presenter
from retro_pyramid.programs.relaxed.finale import FINALE, opened
from retro_pyramid.screens.finale.beats import milliseconds
from retro_pyramid.screens.finale.building import BEAT_MS
from retro_pyramid.screens.library import tunes
from retro_pyramid.screens.parts.motion import GLIDE_TICKS
from tests.screens.driver import Game
from tests.screens.places import PLACES

WORDS, LINES = PLACES["relaxed_won"]
LIGHT = {3, 10, 11, 13}
"""Registers that no card of the first deck has."""
MODES = {"ega": (), "cga": ("--video", "cga"), "text": ("T",), "mono": ("--video", "mono")}


@pytest.fixture
def won(opened: Presenter, tmp_path: Path) -> Game:
    return won_in(tmp_path)


def won_in(folder: Path, *words: str) -> Game:
    """The game in the frame after its last move."""
    return Game(folder / "data", *WORDS, *words).go(LINES[:-2])


def test_its_march_is_its_own_and_ends_with_the_capstone_in_major(won: Game) -> None:
    assert won.heard == "win_relaxed"
    every = tunes()
    march = every["win_relaxed"]
    whole = sum(length for _, length in march)
    assert 6_000 <= whole <= 9_000
    assert abs(milliseconds(FINALE.length) - whole) <= 9
    assert abs(milliseconds(FINALE.landings[-1]) - (whole - march[-1][1])) <= 9
    assert all(march != tune for name, tune in every.items() if name != "win_relaxed")
    # It ends on D over F sharp and A, with the E and the B of D major; it begins with E flat.
    assert {hertz for hertz, _ in march[-5:]} == {740, 370, 440, 880, 1175}
    begins, ends = {hertz for hertz, _ in march[:40]}, {hertz for hertz, _ in march[-30:]}
    assert {311} <= begins
    assert not {247, 494, 330, 659} & begins
    assert {494, 659} <= ends
    assert not {311, 466, 622} & ends


def test_the_door_is_pushed_on_the_beat_and_never_falls_back() -> None:
    shares = [opened(now) for now in range(FINALE.length + 1)]
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert shares[-1] == pytest.approx(1)
    pushes = [
        now
        for now in range(1, FINALE.length)
        if shares[now + 1] > shares[now] and shares[now] == shares[now - 1]
    ]
    assert len(pushes) == 16
    for push in pushes:
        beats = milliseconds(push) / (2 * BEAT_MS)
        assert abs(beats - round(beats)) * 2 * BEAT_MS <= 17


def test_the_light_is_of_registers_that_no_card_has_and_swells_on_the_beat() -> None:
    lights = [FINALE.light(now) for now in range(FINALE.length + 1)]
    assert {register for light in lights for register in light} == LIGHT
    assert set(lights[FINALE.landings[-1]].values()) == {63}
    changes = [now + 1 for now, (one, other) in enumerate(pairwise(lights)) if one != other]
    for change in changes[::2]:
        beats = milliseconds(change) / BEAT_MS
        assert abs(beats - round(beats)) * BEAT_MS <= 17


@pytest.mark.parametrize("mode", MODES)
def test_the_last_picture_is_whole_and_still(opened: Presenter, tmp_path: Path, mode: str) -> None:
    played = won_in(tmp_path / "played", *MODES[mode]).do("settle")
    view = played.view
    assert [place for place, _ in FINALE.cards(view.finale)] == list(view.finale.slots)
    assert played.says("The pyramid is empty: you won!")
    last = played.picture()
    assert played.do("wait 50").picture() == last
    still = won_in(tmp_path / "still", *MODES[mode], "--still").do("wait 1", "move 100 300")
    assert still.picture() == played.do("move 100 300").picture()


@pytest.mark.parametrize("mode", MODES)
def test_more_of_the_light_is_seen_with_every_bar(opened: Presenter, tmp_path: Path, mode: str) -> None:
    game = won_in(tmp_path, *MODES[mode]).do(f"wait {GLIDE_TICKS + 1}")
    seen = []
    for _ in range(6):
        seen.append(game.picture())
        game.do("wait 53")
    assert len(set(seen)) == 6


def test_cards_come_out_of_the_door(won: Game) -> None:
    won.do("settle")
    moment = won.view.finale
    (place, _) = FINALE.cards(moment._replace(now=FINALE.landings[0] - 11))[0]
    assert abs(place[0] - moment.slots[0][0]) < 20
    assert moment.slots[0][1] < place[1] < moment.slots[-1][1]


def test_the_verdict_is_gold(won: Game) -> None:
    won.do("settle").picture()
    view = won.view
    column, row, *_ = view.verdict.cells
    assert won.machine.video.cells[2 * (80 * row + column) + 1] == view.dress.joy == 0x6E
