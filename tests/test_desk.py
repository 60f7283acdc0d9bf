"""The window on the desk and the settings, each following the other; without a window."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from retro_pyramid.machine.desk.tube import NoTube, Tube
from retro_pyramid.machine.desk.window import DeskWindow
from retro_pyramid.play.desk import Desk
from tests.screens.driver import Game

Size = tuple[int, int]


class Window:
    """Stands in for a window on the desk."""

    def __init__(self, size: Size) -> None:
        self.now: Size | None = size
        self.fitted: list[tuple[Size | None, bool]] = []

    def size(self) -> Size | None:
        return self.now

    def fit(self, size: Size | None, whole: bool = False, scale: int | None = None) -> None:
        self.fitted.append((size, whole))
        self.now = size or (816, 612)


class Shown:
    """Stands in for the presenter."""

    def __init__(self, window: Window | None) -> None:
        self.desk = window
        self.pictures: list[str] = []

    def show(self, picture: str) -> None:
        self.pictures.append(picture)


@pytest.fixture
def game(opened: object, tmp_path: Path) -> Game:
    return Game(tmp_path, "--start", "menu")


def frames(desk: Desk, count: int) -> None:
    for _ in range(count):
        desk.follow(None)  # type: ignore[arg-type]


def kept(game: Game) -> str | None:
    return game.files.config.values().get("shell.window")


def test_only_a_size_that_the_player_chose_is_kept(game: Game) -> None:
    window = Window((816, 612))
    shown: Any = Shown(window)
    desk = Desk(game.app, shown)
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


def test_a_size_of_the_last_moment_is_kept_too(game: Game) -> None:
    window = Window((816, 612))
    shown: Any = Shown(window)
    desk = Desk(game.app, shown)
    frames(desk, 2)
    window.now = (1000, 750)
    frames(desk, 1)
    desk.keep()
    assert kept(game) == "1000 750"


def test_the_window_follows_the_settings_at_once(game: Game) -> None:
    window = Window((816, 612))
    shown: Any = Shown(window)
    desk = Desk(game.app, shown)
    frames(desk, 2)
    game.app.choose("shell.picture", "crisp")
    frames(desk, 2)
    assert (shown.pictures, window.fitted) == (["crisp"], [(None, True)])
    game.app.choose("shell.window", "1280 960")
    game.app.choose("shell.picture", "even")
    frames(desk, 50)
    assert (shown.pictures, window.fitted[1:]) == (["crisp", "even"], [((1280, 960), False)])
    game.app.choose("shell.window", "auto")
    frames(desk, 50)
    assert window.fitted[2:] == [(None, False)]
    assert kept(game) == "auto"


def test_where_the_window_cannot_be_reached_nothing_happens(game: Game) -> None:
    shown: Any = Shown(None)
    desk = Desk(game.app, shown)
    game.app.choose("shell.picture", "crisp")
    frames(desk, 50)
    desk.keep()
    assert (shown.pictures, kept(game)) == ([], None)


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
