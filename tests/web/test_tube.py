"""The picture on the page: strokes of one width are of one width at any size, in either shape."""

import base64
from collections.abc import Iterator
from math import ceil
from statistics import mean
from typing import Any

import pytest

from tests.tube import tube_points
from tests.web.conftest import Sit
from tests.web.harness import ADDRESS, HEIGHT, SAMPLE, WIDTH, Picture, Player

TOLERANCE = 0.03
"""How far a stroke's light may be from its like: colours have 256 steps, and a stroke is spread over three at most."""


@pytest.fixture(scope="module")
def player(sit: Sit) -> Player:
    player = sit(size=(1400, 960))
    player.start("?test&T&edition=odm&start=menu")
    player.run("settle")
    player.press("F1")
    player.wait_for(lambda: player.state["screen"] == "help", "the help")
    return player


class Shown:
    """What the tube shows, pixel by pixel of the screen, as amounts of light of 0 to 1."""

    def __init__(self, player: Player) -> None:
        box, png = player.photograph()
        self.width, self.height = box["width"], box["height"]
        self._rgb = base64.b64decode(player.page.evaluate(SAMPLE, [png, self.width, self.height]))

    def light(self, x: int, y: int) -> float:
        return sum((value / 255) ** 2 for value in self._rgb[3 * (y * self.width + x) :][:3]) / 3


def light_of(colour: tuple[int, int, int]) -> float:
    return sum((value / 255) ** 2 for value in colour) / 3


def strokes(picture: Picture, upright: bool, reach: int) -> Iterator[tuple[int, int, float, float]]:
    """Find strokes one pixel thick on an even ground, so long that a pixel of the screen holds nothing beyond.

    Yields where the middle is, and the light of ink and ground; `reach` is how far such a pixel reaches.
    """

    def at(along: int, across: int) -> tuple[int, int, int]:
        return picture.pixel(across, along) if upright else picture.pixel(along, across)

    length, thickness = (HEIGHT, WIDTH) if upright else (WIDTH, HEIGHT)
    for along in range(70, length - 70):
        for across in range(3, thickness - 3):
            ground, ink = at(along, across - 1), at(along, across)
            if ink == ground:
                continue
            shape = [[at(along + i, across + j) for j in (-2, -1, 0, 1, 2)] for i in range(-reach, reach + 1)]
            if all(row == [ground, ground, ink, ground, ground] for row in shape):
                yield across, along, light_of(ink), light_of(ground)


def widths(shown: Shown, picture: Picture, upright: bool) -> list[float]:
    """Return how wide, in pixels of the screen, the eye sees every such stroke: by the light it adds or takes."""
    scale_x, scale_y = shown.width / WIDTH, shown.height / HEIGHT
    found = []
    step, other = (scale_x, scale_y) if upright else (scale_y, scale_x)
    for across, along, ink, ground in strokes(picture, upright, ceil(1 / other)):
        middle = int((along + 0.5) * other)
        near = range(int(across * step), ceil((across + 1) * step))
        lights = [shown.light(at, middle) if upright else shown.light(middle, at) for at in near]
        found.append(sum((light - ground) / (ink - ground) for light in lights))
    return found


@pytest.mark.parametrize(
    ("size", "directions"),
    [
        # Upright strokes only where a pixel of the screen is wider than one of the picture: level ones are too short.
        ((375, 667), (True,)),
        # The same telephone's own pixels.
        ((750, 1334), (True, False)),
        pytest.param((667, 375), (True,), marks=pytest.mark.slow),
        pytest.param((1280, 960), (True, False), marks=pytest.mark.slow),
    ],
)
def test_every_stroke_of_a_letter_is_as_wide_as_its_like(
    player: Player, size: tuple[int, int], directions: tuple[bool, ...]
) -> None:
    player.resize(1400, 960)
    picture = player.picture()
    player.resize(*size)
    shown = Shown(player)
    for upright in directions:
        scale = shown.width / WIDTH if upright else shown.height / HEIGHT
        found = widths(shown, picture, upright)
        assert len(found) > 60
        assert mean(found) == pytest.approx(scale, rel=TOLERANCE)
        assert max(found) - min(found) < 2 * TOLERANCE * max(1, scale)


@pytest.mark.engines("chromium", "firefox")
def test_where_pixels_are_whole_the_picture_is_sharp(player: Player) -> None:
    player.resize(1400, 960)
    shown = Shown(player)
    assert shown.width == 2 * WIDTH
    colours: set[Any] = {shown.light(x, 480) for x in range(shown.width)}
    assert len(colours) <= 16


def test_a_tube_s_lines_are_integrated_and_its_glow_is_light(player: Player) -> None:
    player.resize(1400, 960)
    picture = player.picture()
    for size in ((1400, 960), (1152, 700)):
        player.resize(*size)
        player.run("key F8\nclickon setup:display\nclickon config:picture:tube\nkey F8")
        player.painted()
        shown = Shown(player)
        points = tube_points(picture.pixel, (WIDTH, HEIGHT), (shown.width, shown.height))
        for (x, y), colour in points.items():
            assert shown.light(x, y) == pytest.approx(sum((v / 255) ** 2 for v in colour) / 3, abs=TOLERANCE)
    player.run("key F8\nclickon config:picture:even\nkey F8")


def test_the_shape_of_the_picture_is_chosen_and_remembered(player: Player, sit: Sit) -> None:
    player.resize(1400, 960)

    def shape() -> tuple[int, int]:
        box = player.page.locator("canvas#canvas").bounding_box()
        return round(box["width"]), round(box["height"])

    pressed = "document.getElementById('aspect').ariaPressed"
    assert (shape(), player.look(pressed)) == ((1280, 960), "true")
    player.page.click("#aspect")
    assert (shape(), player.look(pressed)) == ((1340, 732), "false")
    square = "document.body.classList.contains('square')"
    # The shape is there before the game is.
    other = sit(beside=player)
    other.page.goto(f"{ADDRESS}?test")
    assert other.look(square)
    other.page.goto(f"{ADDRESS}?test&aspect=4:3")
    assert not other.look(square)
    other.page.goto("about:blank")
    other.errors.clear()
    player.page.click("#aspect")
    player.wait_for(lambda: shape() == (1280, 960), "the shape of before")
