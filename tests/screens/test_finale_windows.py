"""A win in Pyramid for Windows: cards spring from the pyramid on the beats, bounce, leave trails; a message opens."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from retro_pyramid.machine.host import Presenter
from retro_pyramid.programs.windows.finale import FINALE, HALF_MS, LENGTH, beat, cascade, loose, springing
from retro_pyramid.rules import POSITIONS
from retro_pyramid.screens.finale.beats import milliseconds
from retro_pyramid.screens.finale.finale import Moment
from retro_pyramid.screens.library import tunes
from retro_pyramid.screens.parts.felt import Trail
from retro_pyramid.screens.parts.motion import GLIDE_TICKS, Point
from tests.screens.driver import Game
from tests.screens.places import PLACES

WORDS, LINES = PLACES["windows_won"]
FLOOR = 318
MODES = pytest.mark.parametrize("mode", [(), ("T",), ("--video", "cga"), ("--video", "mono")])


def won(folder: Path, *words: str) -> Game:
    """The game in the frame after its last move."""
    return Game(folder, *WORDS, *words).go(LINES[:-2])


def moment(game: Game) -> Moment:
    found = game.view.finale
    assert isinstance(found, Moment)
    return found


@pytest.fixture
def begun(opened: Presenter, tmp_path: Path) -> Moment:
    """The moment at which the finale begins."""
    return moment(won(tmp_path).do(f"wait {GLIDE_TICKS + 1}"))._replace(now=0)


@MODES
def test_cards_touch_the_ground_on_half_beats_and_are_heard(
    opened: Presenter, tmp_path: Path, mode: tuple[str, ...]
) -> None:
    begun = moment(won(tmp_path, *mode).do(f"wait {GLIDE_TICKS + 1}"))
    touching = set()
    for now in range(LENGTH + 1):
        at = begun._replace(now=now)
        waiting = [place for place in at.slots if now < beat(springing(at.slots.index(place)))]
        lowest = [place for place, _ in loose(at) if place[1] + at.size[1] == FLOOR and place not in waiting]
        touching |= {now} if lowest else set()
    rows, message = [beat(row) for row in range(7)], list(FINALE.landings[-2:])
    assert [*rows, *sorted(touching), *message] == list(FINALE.landings)
    for landing in FINALE.landings:
        assert abs(milliseconds(landing) - round(milliseconds(landing) / HALF_MS) * HALF_MS) <= 9


def test_the_button_is_pressed_on_the_last_note(opened: Presenter, tmp_path: Path) -> None:
    game = won(tmp_path)
    assert game.heard == "win_windows"
    tune = tunes()["win_windows"]
    whole = sum(length for _, length in tune)
    assert abs(milliseconds(FINALE.landings[-1]) - (whole - tune[-1][1])) <= 9
    assert abs(milliseconds(LENGTH) - whole) <= 9
    assert LENGTH <= 540
    assert all(100 <= hertz <= 2000 for hertz, _ in tune if hertz)
    game.do(f"wait {GLIDE_TICKS + FINALE.landings[-1] - 1}")
    raised = game.picture()
    assert game.do("wait 1").picture() == raised
    assert game.do("wait 1").picture() != raised


def test_the_pyramid_lies_row_by_row_before_the_first_card_springs(begun: Moment) -> None:
    for row in range(7):
        lying = loose(begun._replace(now=beat(row) + row))
        assert [place for place, _ in lying] == list(begun.slots[: (row + 1) * (row + 2) // 2])
    assert [card for _, card in loose(begun._replace(now=beat(8) - 1))] == list(begun.layout)


def test_one_card_after_another_springs_from_the_top_and_all_leave(begun: Moment) -> None:
    for order, place in enumerate(begun.slots):
        before, after = (loose(begun._replace(now=beat(springing(order)) + passed)) for passed in (-1, 3))
        assert (place, begun.layout[order]) in before
        assert (place, begun.layout[order]) not in after
        assert [(slot, card) for slot, card in after if slot in begun.slots[order + 1 :]] == list(
            zip(begun.slots, begun.layout, strict=True)
        )[order + 1 :]
    assert springing(POSITIONS - 1) - springing(POSITIONS - 2) == 1
    assert loose(begun._replace(now=beat(63))) == []


def test_a_card_falls_ever_faster_and_bounces_ever_lower(begun: Moment) -> None:
    first = beat(springing(0))
    heights = [
        place[1]
        for now in range(first, LENGTH)
        for place, card in loose(begun._replace(now=now))
        if card == begun.layout[0]
    ]
    ground = FLOOR - begun.size[1]
    landed = heights.index(ground)
    falls = [after - before for before, after in pairwise(heights[5:landed])]
    assert falls[-1] > falls[0] > 0
    assert all(begun.slots[0][1] < height <= ground for height in heights[landed:])


def test_the_trail_is_only_ever_added_to(begun: Moment) -> None:
    last = cascade(begun)
    assert last == []
    for now in range(LENGTH + 1):
        trail = cascade(begun._replace(now=now))
        assert trail[: len(last)] == last
        last = trail
    assert len(last) > 1000


@MODES
def test_the_last_picture_is_the_same_at_once(
    opened: Presenter, tmp_path: Path, mode: tuple[str, ...]
) -> None:
    watched = won(tmp_path / "watched", *mode, "-mouse")
    for _ in range(10):
        watched.do("wait 50").picture()
    assert watched.says("You won!")
    assert watched.picture() == won(tmp_path / "still", *mode, "-mouse", "--still").picture()
    if "T" in mode or "mono" in mode:
        assert watched.says("The pyramid is cleared.")


def test_what_a_card_left_is_drawn_once_and_anew_when_time_goes_back(
    opened: Presenter, tmp_path: Path
) -> None:
    video = Game(tmp_path).machine.video
    drawn: list[Point] = []

    def leave(place: Point, card: int) -> None:
        drawn.append(place)
        video.page.rect(*place, 9, 9, card)

    def page(count: int) -> bytes:
        video.page.cls(2)
        trail.draw(way[:count])
        return video.kept()

    trail, way = Trail(video, leave), [((5 * at, 3 * at), at % 16) for at in range(20)]
    early, late = page(10), page(20)
    assert drawn == [place for place, _ in way]
    assert page(10) == early != late == page(20)
    assert len(drawn) == 20 + 10 + 10


@pytest.mark.parametrize("line", ["key ENTER", "click 320 160"])
def test_any_key_ends_it(opened: Presenter, tmp_path: Path, line: str) -> None:
    game = won(tmp_path).do("wait 120", line)
    assert not game.app.top.busy()
    assert moment(game).now == LENGTH
    assert (game.screen, game.state["status"]) == ("table", "won")
