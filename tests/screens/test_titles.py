"""The title pictures of all programs: worlds of their own, alive, still when asked for, and cheap."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise, permutations
from pathlib import Path

import pytest

from retro_pyramid.formats.pictures.bgi import decode_picture
from retro_pyramid.packaged import asset_bytes
from retro_pyramid.programs import load
from retro_pyramid.screens.library import tunes
from retro_pyramid.screens.parts.look import cells_rect
from retro_pyramid.screens.parts.title import PRESS
from tests.programs import PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import Game

MOST_ALIKE = 70
MODES = {"ega": (), "text": ("T",), "cga": ("--video", "cga"), "mono": ("--video", "mono")}


def pixels_of_title(name: str) -> bytes:
    data = asset_bytes(f"titles/{name}.BGI")
    upper, middle = decode_picture(data)
    lower, _ = decode_picture(data, middle)
    return upper.pixels + lower.pixels


def explained(picture: bytes, other: bytes) -> float:
    """The percentage of a picture's pixels that another one gives, each of its colours exchanged for the best."""
    colours: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for mine, its in zip(picture, other, strict=True):
        colours[its][mine] += 1
    return 100 * sum(max(counted.values()) for counted in colours.values()) / len(picture)


@pytest.mark.parametrize(("name", "other"), [*permutations(PROGRAMS, 2)])
def test_no_title_is_another_one_recoloured(name: str, other: str) -> None:
    assert explained(pixels_of_title(name), pixels_of_title(other)) <= MOST_ALIKE


def test_what_is_recoloured_would_be_found() -> None:
    picture = pixels_of_title("odm")
    assert explained(picture, picture.translate(bytes((value + 3) % 16 for value in range(256)))) == 100


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("edition", PROGRAMS)
def test_every_title_lives_and_stands_still_when_asked(start: Start, edition: str, mode: str) -> None:
    words = ("--edition", edition, "--start", "title", *MODES[mode])
    seen = set()
    game = start(*words).do("settle")
    assert game.says(PRESS)
    for _ in range(16):
        game.do("wait 37")
        seen.add((game.picture(), tuple(game.machine.video.registers)))
    assert len(seen) > 4
    still = start(*words, "--still").do("wait 2")
    first = still.picture()
    assert still.do("wait 200").picture() == first


@pytest.mark.parametrize("edition", PROGRAMS)
def test_a_title_opens_in_less_than_two_seconds_and_any_key_leads_on_before(
    start: Start, edition: str
) -> None:
    assert load(edition).picture.opening <= 120
    game = start("--edition", edition, "--start", "title").do("wait 1; key SPACE")
    assert game.screen == "menu"


@pytest.mark.parametrize("edition", PROGRAMS)
def test_the_colours_of_the_menus_stay(edition: str) -> None:
    picture, dress = load(edition).picture, load(edition).dress
    for now in range(0, 3600, 30):
        registers = picture.registers_at(now)
        assert registers[0] == 0
        for attribute in (dress.paper, dress.bar, dress.title, dress.notice, dress.joy):
            assert registers[attribute >> 4] != registers[attribute & 15], (now, attribute)


@pytest.mark.parametrize("edition", PROGRAMS)
def test_every_title_has_a_tune_of_its_own(start: Start, edition: str) -> None:
    def heard(game: Game) -> str:
        return game.heard

    game = start("--edition", edition, "--start", "title")
    mine = tunes()[heard(game)]
    assert 5_000 <= sum(length for _, length in mine) <= 10_000
    others = [load(name).tunes["title"] for name in PROGRAMS if name != edition]
    assert all(tunes()[name] != mine for name in others)
    # No scale: it turns, and not always the same way.
    tones = [hertz for hertz, _ in mine if hertz]
    ups = sum(after > before for before, after in pairwise(tones))
    downs = sum(after < before for before, after in pairwise(tones))
    assert min(ups, downs) >= 3


def test_the_pictures_are_those_drawn() -> None:
    assert {path.stem for path in (Path(__file__).parents[2] / "art" / "titles").glob("*.png")} == {
        name + end for name in PROGRAMS for end in ("", "_cga")
    }


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("edition", PROGRAMS)
def test_no_card_lies_or_flies_under_the_words_that_tell_to_press_a_key(
    start: Start, edition: str, mode: str
) -> None:
    game = start("--edition", edition, "--start", "title", *MODES[mode])
    while game.app.busy():
        assert not game.says(PRESS)
        game.do("wait 3")
    assert game.says(PRESS)
    video, picture = game.machine.video, load(edition).picture
    column, row, _ = picture.prompt[video.mode]
    x, y, wide, high = cells_rect(column, row, len(PRESS), 1)
    card = {"graphics": (64, 64), "text": (72, 56)}[video.mode]
    for _, place in picture.cards(video.mode):
        assert (
            place[0] >= x + wide or place[0] + card[0] <= x or place[1] >= y + high or place[1] + card[1] <= y
        )
