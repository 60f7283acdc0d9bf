"""The window on the desk and the settings, each following the other; without a window."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from retro_pyramid.machine.desk.tube import NoTube, Tube
from retro_pyramid.machine.desk.window import DeskWindow
from retro_pyramid.machine.video import Video
from retro_pyramid.play.desk import Desk
from tests.screens.driver import Game

Size = tuple[int, int]


class Window:
    """Stands in for a window on the desk."""

    def __init__(self, size: Size) -> None:
        self.now: Size | None = size
        self.fitted: list[Size | None] = []
        self.scales: list[int | None] = []

    def size(self) -> Size | None:
        return self.now

    def fit(self, size: Size | None, scale: int | None = None) -> None:
        self.fitted.append(size)
        self.scales.append(scale)
        self.now = size or (816, 612)


class Shown:
    """Stands in for the presenter."""

    def __init__(self, window: Window | None) -> None:
        self.desk = window
        self.pictures: list[str] = []
        self.shapes = ["4:3 ega"]
        self.presented = 0

    def show(self, picture: str) -> None:
        self.pictures.append(picture)

    def reshape(self, aspect: str, adapter: type[Video]) -> bool:
        shape = f"{aspect} {adapter.name}" if aspect == "square" else "4:3 ega"
        if shape == self.shapes[-1]:
            return False
        self.shapes.append(shape)
        return True

    def present(self, _: object) -> None:
        self.presented += 1


@pytest.fixture
def game(opened: object, tmp_path: Path) -> Game:
    return Game(tmp_path, "--start", "menu")


def on_desk(game: Game, scale: int | None = None) -> tuple[Window, Any, Desk]:
    """A window of the usual size, what is shown in it, and the desk it stands on."""
    window = Window((816, 612))
    shown: Any = Shown(window)
    return window, shown, Desk(game.app, shown, scale)


def frames(desk: Desk, count: int) -> None:
    for _ in range(count):
        desk.follow(None)  # type: ignore[arg-type]


def kept(game: Game) -> str | None:
    return game.files.config.values().get("shell.window")


def test_only_a_size_that_the_player_chose_is_kept(game: Game) -> None:
    window, shown, desk = on_desk(game)
    frames(desk, 100)
    for hidden in (None, (816, 612)):
        window.now = hidden
        frames(desk, 100)
    assert kept(game) is None
    window.now = (900, 675)
    frames(desk, 30)
    assert kept(game) is None, "hands may still be at it"
    frames(desk, 1)
    assert kept(game) == game.app.settings["shell.window"] == "900 675"
    window.now = None
    frames(desk, 100)
    desk.keep()
    assert kept(game) == "900 675", "full screen is no size"
    assert window.fitted == shown.pictures == []


def test_a_size_of_the_last_moment_is_kept_too_but_none_that_no_setting_can_have(game: Game) -> None:
    window, _, desk = on_desk(game)
    frames(desk, 2)
    for odd in ((10, 2000), (640, 20000)):
        window.now = odd
        frames(desk, 100)
    desk.keep()
    assert (kept(game), game.app.noticed) == (None, [])
    window.now = (1000, 750)
    frames(desk, 1)
    desk.keep()
    assert kept(game) == "1000 750"


def test_the_window_follows_the_settings_at_once(game: Game) -> None:
    window, shown, desk = on_desk(game)
    frames(desk, 2)
    game.app.choices.change({"shell.picture": "crisp"})
    frames(desk, 2)
    assert (shown.pictures, window.fitted) == (["crisp"], []), "a picture chosen is no size chosen"
    game.app.choices.change({"shell.window": "1280 960"})
    game.app.choices.change({"shell.picture": "even"})
    frames(desk, 50)
    assert (shown.pictures, window.fitted) == (["crisp", "even"], [(1280, 960)])
    game.app.choices.change({"shell.window": "auto"})
    frames(desk, 50)
    assert window.fitted[1:] == [None]
    assert kept(game) == "auto"


def test_the_picture_takes_another_shape_at_once_and_an_adapter_s_own(game: Game) -> None:
    window, shown, desk = on_desk(game, 3)
    for setting, value in (("aspect", "square"), ("video", "cga"), ("video", "mono"), ("aspect", "4:3")):
        game.app.choices.change({f"shell.{setting}": value})
        frames(desk, 40)
    assert shown.shapes == ["4:3 ega", "square ega", "square cga", "square mono", "4:3 ega"]
    assert shown.presented == 4, "not a frame is missing"
    assert window.fitted == [None] * 4
    assert window.scales == [3] * 4, "the word still holds"
    assert kept(game) is None
    game.app.choices.change({"shell.window": "900 675"})
    frames(desk, 40)
    game.app.choices.change({"shell.aspect": "square"})
    frames(desk, 40)
    assert window.fitted[4:] == [(900, 675)] * 2
    assert window.scales[4:] == [None] * 2, "what was chosen since takes its place"
    assert kept(game) == "900 675"


def test_where_the_window_cannot_be_reached_the_picture_still_has_its_shape(game: Game) -> None:
    shown: Any = Shown(None)
    desk = Desk(game.app, shown)
    game.app.choices.change({"shell.aspect": "square"})
    frames(desk, 50)
    desk.keep()
    assert (shown.shapes[1:], kept(game)) == (["square ega"], None)


def test_the_picture_and_the_mouse_agree_on_its_place_in_a_window_of_any_shape() -> None:
    now = [960, 525]

    def told(_: object, width: Any, height: Any) -> None:
        width._obj.value, height._obj.value = now

    sdl: Any = SimpleNamespace(
        SDL_GL_GetCurrentWindow=lambda: 1, SDL_GL_GetProcAddress=lambda _: None, SDL_GetWindowSize=told
    )
    window = DeskWindow(sdl, (640, 480))
    followed: list[tuple[float, ...]] = []
    window.tube = SimpleNamespace(follow=lambda *size: followed.append(size))  # type: ignore[assignment]
    for size, shape, (left, top, right, bottom) in (
        ((960, 525), (640, 350), (0, 0, 960, 525)),
        ((640, 480), (640, 350), (0, 65, 640, 415)),
        ((640, 350), (640, 350), (0, 0, 640, 350)),
        ((1920, 1080), (640, 480), (240, 0, 1680, 1080)),
        ((1920, 1080), (720, 350), (0, 73, 1920, 1007)),
        ((1920, 1080), (640, 400), (96, 0, 1824, 1080)),
    ):
        now[:] = size
        window.shape = shape
        window.follow(640, 350)
        # Pyxel's scale and the place of its surface.
        scale = max(min(size[0] / 640, size[1] / 480), 1.0)
        shown = followed[-1][2] * 640 * scale, followed[-1][3] * 480 * scale
        assert shown == pytest.approx((right - left, bottom - top), abs=1)
        begins = [(of - int(surface * scale)) // 2 for of, surface in zip(size, (640, 480), strict=True)]
        for x, y, part in ((left, top, (0, 0)), (right, bottom, (1, 1))):
            across, down = window.place(int((x - begins[0]) / scale), int((y - begins[1]) / scale))
            assert (across, down) == pytest.approx(part, abs=2 * scale / min(right - left, bottom - top))


def test_where_the_graphics_card_lets_nobody_in_the_window_is_a_whole_multiple() -> None:
    with pytest.raises(NoTube):
        Tube(lambda _: None, 640, 480)
    sized: list[Size] = []
    sdl: Any = SimpleNamespace(
        SDL_GL_GetCurrentWindow=lambda: 1,
        SDL_GL_GetProcAddress=lambda _: None,
        SDL_GetWindowDisplayIndex=lambda _: 0,
        SDL_GetDisplayUsableBounds=lambda _, bounds: bounds.__setitem__(slice(2, 4), (1920, 1200)),
        SDL_GetWindowFlags=lambda _: 0,
        SDL_GetWindowSize=lambda *_: 0,
        SDL_SetWindowSize=lambda _, *size: sized.append(size),
        SDL_SetWindowPosition=lambda *_: 0,
        SDL_SetWindowMinimumSize=lambda *_: 0,
    )
    window = DeskWindow(sdl, (640, 480))
    assert window.tube is None
    window.fit(None)
    window.fit((300, 9000))
    window.fit(None, scale=3)
    assert sized == [(1280, 960), (640, 1200), (1920, 1440)]
