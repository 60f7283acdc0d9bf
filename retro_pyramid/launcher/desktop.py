"""Applies settings to the desktop window, saves its size, and copies shared text to the clipboard."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import import_module

from retro_pyramid.app.app import App
from retro_pyramid.machine.host import HostListener
from retro_pyramid.machine.presenter import Presenter
from retro_pyramid.machine.video import Image
from retro_pyramid.settings import (
    ASPECT_SETTING,
    CUSTOM_WINDOW_SIZE_DEF,
    PICTURE_STYLE_SETTING,
    WINDOW_SIZE_SETTING,
)

_SETTLED_FRAMES = 30
"""A window size that is unchanged for this many frames is saved; before that the user may still be dragging."""


def get_saved_window_size(settings: Mapping[str, str]) -> tuple[int, int] | None:
    """Return the window size that the player has chosen, or None."""
    numbers = settings[WINDOW_SIZE_SETTING].split()
    return (int(numbers[0]), int(numbers[1])) if len(numbers) == 2 else None


class WindowController(HostListener):
    """Applies changed window settings after each frame, and saves the size that the player gives the window.

    `scale` is the window scale from the command line; a size that is chosen later replaces it.
    """

    def __init__(self, app: App, presenter: Presenter, scale: int | None = None) -> None:
        self._app = app
        self._presenter = presenter
        self._scale = scale
        self._applied_settings = self._read_window_settings()
        self._initial_size: tuple[int, int] | None = None
        self._last_size: tuple[int, int] | None = None
        self._unchanged_frames = 0

    def _read_window_settings(self) -> tuple[str, ...]:
        """Return the settings that the window depends on."""
        settings = self._app.settings
        return (
            settings[WINDOW_SIZE_SETTING],
            settings[PICTURE_STYLE_SETTING],
            settings[ASPECT_SETTING],
            self._app.machine.display.name,
        )

    def has_afterglow(self) -> bool:
        return self._app.has_afterglow()

    def after_frame(self, picture: Image, was_redrawn: bool) -> None:
        window, requested = self._presenter.desktop_window, self._read_window_settings()
        if requested != self._applied_settings:
            self._apply_settings(picture, requested[0] != self._applied_settings[0])
            self._applied_settings = requested
        if window is None:
            return
        size = window.normal_size()
        self._unchanged_frames = self._unchanged_frames + 1 if size == self._last_size else 0
        self._last_size = size
        if self._initial_size is None:
            self._initial_size = size
        if self._unchanged_frames == _SETTLED_FRAMES:
            self.save_window_size()

    def on_idle(self) -> None:
        if self._presenter.desktop_window is not None and self._unchanged_frames > _SETTLED_FRAMES:
            self._presenter.desktop_window.wait_for_event()

    def _apply_settings(self, picture: Image, has_new_size: bool) -> None:
        """Apply the window settings. `has_new_size`: the size setting has changed."""
        settings, window = self._app.settings, self._presenter.desktop_window
        self._presenter.set_picture_style(settings[PICTURE_STYLE_SETTING])
        reshaped = self._presenter.set_aspect(settings[ASPECT_SETTING], type(self._app.machine.display))
        if reshaped:
            self._presenter.present(picture)
        if has_new_size:
            self._scale = None
        if window is not None and (has_new_size or reshaped):
            window.set_size(get_saved_window_size(settings), self._scale)
            self._initial_size = None

    def save_window_size(self) -> None:
        """Save the window size if the player has changed it and it is valid."""
        if self._initial_size is None or self._last_size is None or self._last_size == self._initial_size:
            return
        self._initial_size = self._last_size
        size = f"{self._last_size[0]} {self._last_size[1]}"
        if CUSTOM_WINDOW_SIZE_DEF.accepts(size):
            self._app.settings_store.set_values({WINDOW_SIZE_SETTING: size})
            self._applied_settings = self._read_window_settings()


_CLIPBOARD_COMMANDS = (
    "pbcopy",
    "clip.exe",
    "wl-copy",
    "xclip -selection clipboard",
    "xsel --input --clipboard",
)
"""Commands that copy their input to the clipboard: on macOS, Windows, Wayland and X11 (two)."""
_CLIPBOARD_TIMEOUT_S = 2


def copy_to_clipboard(text: str) -> bool:
    """Copy ASCII text to the clipboard; return whether it succeeded, or in a browser whether it may have.

    Pyxel has no clipboard. In a browser the page copies the text, or shows it if it cannot; on the desktop the first working
    command does it.
    """
    if sys.platform == "emscripten":
        import_module("js").retroPyramid.copyOrShow(text)
        return True
    from subprocess import DEVNULL, SubprocessError, run

    data = text.encode("ascii")
    for program in _CLIPBOARD_COMMANDS:
        with suppress(OSError, SubprocessError):
            run(
                program.split(),
                input=data,
                stdout=DEVNULL,
                stderr=DEVNULL,
                timeout=_CLIPBOARD_TIMEOUT_S,
                check=True,
            )
            return True
    return False


def build_daily_link(day: int, extra_options: Iterable[tuple[str, str]]) -> str:
    """Return a link to the daily deal of a date: the page's URL, or on the desktop, which has none, a command.

    `extra_options` are further command-line options with their values.

    >>> build_daily_link(20261123, [("edition", "em")])
    'pyramid --daily --day 20261123 --edition em'
    """
    if sys.platform == "emscripten":
        location = import_module("js").location
        query = "&".join(f"{name}={value}" for name, value in (("day", day), *extra_options))
        return f"{location.origin}{location.pathname}?{query}"
    return " ".join([f"pyramid --daily --day {day}", *(f"--{name} {value}" for name, value in extra_options)])
