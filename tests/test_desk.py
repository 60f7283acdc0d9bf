"""The window on the desk and the settings, each following the other; without a window."""

import ctypes
import os
import sys
from importlib import invalidate_caches
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from retro_pyramid.launcher.desktop import WindowController
from retro_pyramid.machine.video import DisplayAdapter
from retro_pyramid.machine.window.crt_shader import CrtShader, ShaderUnavailableError
from retro_pyramid.machine.window.desktop_window import DesktopWindow, load_sdl
from tests.screens.driver import Game
from tests.tables import tables

Size = tuple[int, int]


class Window:
    """Stands in for a window on the desk."""

    def __init__(self) -> None:
        self.now: Size | None = (816, 612)
        self.fitted: list[str] = []

    def normal_size(self) -> Size | None:
        return self.now

    def set_size(self, size: Size | None, scale: int | None = None) -> None:
        self.fitted.append("{} {}".format(*size) if size else f"auto x{scale}" if scale else "auto")
        self.now = size or (816, 612)


class Shown:
    """Stands in for the presenter."""

    def __init__(self, window: Window | None) -> None:
        self.desktop_window = window
        self.told: list[str] = []
        self.picture, self.shape = "even", "4:3 ega"
        self.presented = 0

    def set_picture_style(self, picture: str) -> None:
        if picture != self.picture:
            self.picture = picture
            self.told.append(picture)

    def set_aspect(self, aspect: str, adapter: type[DisplayAdapter]) -> bool:
        shape = f"{aspect} {adapter.name}" if aspect == "square" else "4:3 ega"
        if shape == self.shape:
            return False
        self.shape = shape
        self.told.append(shape)
        return True

    def present(self, _: object) -> None:
        self.presented += 1


@pytest.mark.parametrize("walk", tables(__file__).values(), ids=tables(__file__))
def test_window_and_settings_follow_each_other(
    walk: list[tuple[str, ...]], opened: object, tmp_path: Path
) -> None:
    app = Game(tmp_path, "--start", "menu").app
    window = Window()
    shown: Any = Shown(None if "unreachable" in walk[0][0] else window)
    desk = WindowController(app, shown, 3 if "x3;" in walk[0][0] else None)
    for acts, *expected in walk:
        window.fitted, shown.told, shown.presented = [], [], 0
        for act in acts.split("; "):
            word, *values = act.split(" ", 2)
            if word.isdigit():
                for _ in range(int(word)):
                    desk.after_frame(None, True)  # type: ignore[arg-type]
            elif word == "set":
                app.settings_store.set_values({f"shell.{values[0]}": values[1]})
            elif word in ("hide", "size"):
                window.now = (int(values[0]), int(values[1])) if values else None
            elif word == "keep":
                desk.save_window_size()
        kept = str(app.services.files.config.read_settings().get("shell.window"))
        assert [kept, ", ".join(window.fitted), ", ".join(shown.told)] == expected, acts
        assert kept in ("None", app.settings["shell.window"])
        assert shown.presented == sum(" " in told for told in shown.told), "not a frame is missing"
    assert app.shown_notices == []


def test_the_picture_and_the_mouse_agree_on_its_place_in_a_window_of_any_shape() -> None:
    now = [960, 525]

    def told(_: object, width: Any, height: Any) -> None:
        width._obj.value, height._obj.value = now

    sdl: Any = SimpleNamespace(
        SDL_GL_GetCurrentWindow=lambda: 1, SDL_GL_GetProcAddress=lambda _: None, SDL_GetWindowSize=told
    )
    window = DesktopWindow(sdl, (640, 480))
    followed: list[tuple[float, ...]] = []
    window.crt_shader = SimpleNamespace(set_picture=lambda *size: followed.append(size))  # type: ignore[assignment]
    for size, shape, (left, top, right, bottom) in (
        ((960, 525), (640, 350), (0, 0, 960, 525)),
        ((640, 480), (640, 350), (0, 65, 640, 415)),
        ((640, 350), (640, 350), (0, 0, 640, 350)),
        ((1920, 1080), (640, 480), (240, 0, 1680, 1080)),
        ((1920, 1080), (720, 350), (0, 73, 1920, 1007)),
        ((1920, 1080), (640, 400), (96, 0, 1824, 1080)),
    ):
        now[:] = size
        window.picture_shape = shape
        window.set_picture_size(640, 350)
        # Pyxel's scale and the place of its surface.
        scale = max(min(size[0] / 640, size[1] / 480), 1.0)
        shown = followed[-1][2] * 640 * scale, followed[-1][3] * 480 * scale
        assert shown == pytest.approx((right - left, bottom - top), abs=1)
        begins = [(of - int(surface * scale)) // 2 for of, surface in zip(size, (640, 480), strict=True)]
        for x, y, part in ((left, top, (0, 0)), (right, bottom, (1, 1))):
            across, down = window.surface_to_picture_fraction(
                int((x - begins[0]) / scale), int((y - begins[1]) / scale)
            )
            assert (across, down) == pytest.approx(part, abs=2 * scale / min(right - left, bottom - top))


def test_where_the_graphics_card_lets_nobody_in_the_window_is_a_whole_multiple() -> None:
    with pytest.raises(ShaderUnavailableError):
        CrtShader(lambda _: None, 640, 480)
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
    window = DesktopWindow(sdl, (640, 480))
    assert window.crt_shader is None
    window.set_size(None)
    window.set_size((300, 9000))
    window.set_size(None, scale=3)
    assert sized == [(1280, 960), (640, 1200), (1920, 1440)]


@pytest.mark.parametrize("system", ["win32", "darwin", "linux"])
def test_elsewhere_pyxel_is_given_an_sdl_that_can_be_reached(
    system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = {"win32": "SDL2.dll", "darwin": "SDL2.framework/Versions/A/SDL2", "linux": ""}[system]
    sdl, path = MagicMock(), tmp_path / "sdl2dll" / "dll" / name
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(ctypes, "CDLL", sdl)
    monkeypatch.setenv("SDL_DYNAMIC_API", "")
    monkeypatch.syspath_prepend(tmp_path)
    assert (load_sdl() is None) is bool(name)
    path.parent.mkdir(parents=True)
    (tmp_path / "sdl2dll" / "__init__.py").touch()
    path.touch()
    invalidate_caches()
    assert load_sdl() is not None
    sdl.assert_called_with(str(path) if name else "libSDL2-2.0.so.0")
    assert os.environ["SDL_DYNAMIC_API"] == (str(path) if system == "darwin" else name)
