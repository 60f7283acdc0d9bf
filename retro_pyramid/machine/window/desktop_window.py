"""Control of Pyxel's window on a desktop, through the SDL library that Pyxel uses."""

import ctypes
import os
import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from string import ascii_lowercase

from retro_pyramid.machine.window.crt_shader import CrtShader, ShaderUnavailableError

Size = tuple[int, int]
_CENTRED = 0x2FFF0000
_SPECIAL_STATES = 0x1 | 0x8 | 0x40 | 0x80
"""SDL's window flags for full screen, hidden, minimized and maximized, when the size is not one the player has set."""
_SCANCODE_A = 4
"""SDL's scancode of the key A, the first of 26 consecutive letters."""
_IDLE_MS = 100
"""Maximum wait in milliseconds, after which changes without a window event are noticed."""
_MAX_DESKTOP_SHARE = 4, 5
"""Maximum fraction of the desktop's width and height used by the initial window, as numerator and denominator."""


def load_sdl() -> ctypes.CDLL | None:
    """Return Pyxel's SDL library, or None if it is not accessible. If Pyxel is not loaded yet, it will use this one."""
    file = find_sdl_library()
    if file is None:
        return None
    with suppress(OSError):
        sdl = ctypes.CDLL(file)
        if sys.platform != "linux":
            # Pyxel's built-in SDL forwards all calls to the library named here. Windows finds a loaded one by its file name.
            os.environ["SDL_DYNAMIC_API"] = Path(file).name if sys.platform == "win32" else file
        sdl.SDL_GetCurrentVideoDriver.restype = ctypes.c_char_p
        sdl.SDL_GL_GetProcAddress.restype = sdl.SDL_GL_GetCurrentWindow.restype = ctypes.c_void_p
        sdl.SDL_GetWindowFlags.restype = ctypes.c_uint32
        sdl.SDL_GameControllerNameForIndex.restype = ctypes.c_char_p
        return sdl
    return None


def show_message_box(title: str, text: str) -> None:
    """Show a text in a message box and wait until it is closed. Raises OSError if no window can be opened."""
    # Pyxel's import loads SDL.
    import_module("pyxel")
    sdl = load_sdl()
    error_flag = 0x10
    if sdl is None or sdl.SDL_ShowSimpleMessageBox(error_flag, title.encode(), text.encode(), None):
        raise OSError("no window can be opened")


def describe_gamepad() -> str:
    """Return a text with the name of the first gamepad, or about a missing one, or about SDL being inaccessible."""
    sdl = load_sdl()
    if sdl is None:
        return "any that is plugged in"
    names = map(sdl.SDL_GameControllerNameForIndex, range(sdl.SDL_NumJoysticks()))
    return next((name.decode(errors="replace") for name in names if name), "none found")


def initial_window_size(desktop_size: Size, picture_shape: Size, is_whole_multiple: bool = False) -> Size:
    """Return the largest size with the picture's shape within four fifths of the desktop, but at least `picture_shape`.

    With `is_whole_multiple` the result is a whole multiple of `picture_shape`.

    >>> [initial_window_size(desk, (640, 480)) for desk in ((1366, 768), (1920, 1080), (640, 480))]
    [(816, 612), (1152, 864), (640, 480)]
    >>> initial_window_size((1920, 1080), (640, 480), True), initial_window_size((3840, 2160), (640, 480), True)
    ((640, 480), (1920, 1440))
    """
    from math import gcd

    width, height = picture_shape
    steps = gcd(width, height)
    step = steps if is_whole_multiple else 1
    numerator, denominator = _MAX_DESKTOP_SHARE
    max_steps = min(
        desktop_size[0] * numerator * steps // (denominator * width),
        desktop_size[1] * numerator * steps // (denominator * height),
    )
    step_count = max(max_steps // step * step, steps)
    return width // steps * step_count, height // steps * step_count


class DesktopWindow:
    """The window that Pyxel has opened and that shows a surface of `surface_size`."""

    def __init__(self, sdl: ctypes.CDLL, surface_size: Size) -> None:
        self._sdl = sdl
        self._surface_size = surface_size
        self.picture_shape = surface_size
        """Displayed width and height of the picture at scale 1."""
        self._window = ctypes.c_void_p(sdl.SDL_GL_GetCurrentWindow())
        self.crt_shader: CrtShader | None = None
        """Shader that scales the surface to any size; None if Pyxel's shaders cannot be replaced."""
        with suppress(ShaderUnavailableError):
            self.crt_shader = CrtShader(sdl.SDL_GL_GetProcAddress, *surface_size)

    def usable_desktop_size(self) -> Size:
        """Return the size of the desktop area on the window's screen, without task bars and docks."""
        bounds = (ctypes.c_int * 4)()
        display = self._sdl.SDL_GetWindowDisplayIndex(self._window)
        if self._sdl.SDL_GetDisplayUsableBounds(max(display, 0), bounds):
            return self.picture_shape
        return bounds[2], bounds[3]

    def normal_size(self) -> Size | None:
        """Return the window's size, or None while it is full screen, maximized, minimized or hidden."""
        if self._sdl.SDL_GetWindowFlags(self._window) & _SPECIAL_STATES:
            return None
        return self._current_size()

    def _current_size(self) -> Size:
        width, height = ctypes.c_int(), ctypes.c_int()
        self._sdl.SDL_GetWindowSize(self._window, ctypes.byref(width), ctypes.byref(height))
        return width.value, height.value

    def _scales(self) -> tuple[float, float]:
        """Return the scale that Pyxel calculates for its surface, and the scale of the displayed picture."""
        (width, height), (surface, shape) = self._current_size(), (self._surface_size, self.picture_shape)
        return (
            max(min(width / surface[0], height / surface[1]), 1.0),
            min(width / shape[0], height / shape[1]),
        )

    def set_picture_size(self, width: int, height: int) -> None:
        """Show pictures of this size through the CRT shader, as large as the window and the picture's shape allow."""
        if self.crt_shader is not None:
            surface_scale, picture_scale = self._scales()
            scale_x, scale_y = (
                picture_side * picture_scale / (surface_side * surface_scale)
                for picture_side, surface_side in zip(self.picture_shape, self._surface_size, strict=True)
            )
            self.crt_shader.set_picture(width, height, scale_x, scale_y)

    def latin_letter_for(self, char: str) -> str:
        """Return the letter on a US keyboard of the key that types a character, or "" if it is no letter key."""
        scancode = self._sdl.SDL_GetScancodeFromKey(ord(char.lower()))
        return ascii_lowercase[scancode - _SCANCODE_A] if 0 <= scancode - _SCANCODE_A < 26 else ""

    def wait_for_event(self) -> None:
        """Wait for a window or input event, at most a tenth of a second."""
        self._sdl.SDL_WaitEventTimeout(None, _IDLE_MS)

    def captured_mouse_pos(self) -> Size | None:
        """Return the surface pixel at the mouse while a button is held, else None.

        Pyxel uses the position on the whole desktop, which SDL updates only from raw motion while a button is held. Some
        displays do not report raw motion (Xvfb, x11vnc). The position in the window is always current then; without a button
        it may be outdated.
        """
        window_pos = ctypes.c_int(), ctypes.c_int()
        if not self._sdl.SDL_GetMouseState(*map(ctypes.byref, window_pos)):
            return None
        surface_scale, _ = self._scales()
        x, y = (
            int((coordinate.value + 0.5 - window / 2) / surface_scale + surface / 2)
            for coordinate, window, surface in zip(
                window_pos, self._current_size(), self._surface_size, strict=True
            )
        )
        return x, y

    def surface_to_picture_fraction(self, x: int, y: int) -> tuple[float, float]:
        """Convert a pixel of Pyxel's surface to fractions of the picture's width and height."""
        surface_scale, picture_scale = self._scales()
        x_fraction, y_fraction = (
            ((coordinate + 0.5 - surface_side / 2) * surface_scale) / (picture_side * picture_scale) + 0.5
            for coordinate, surface_side, picture_side in zip(
                (x, y), self._surface_size, self.picture_shape, strict=True
            )
        )
        return x_fraction, y_fraction

    def set_size(self, size: Size | None, scale: int | None = None) -> None:
        """Set the window's size, or a scale of the picture's shape, or the default size for this desktop.

        A `size`, which may have been stored on another desktop, is limited to the size of this one.
        """
        desktop_size, min_size = self.usable_desktop_size(), self.picture_shape
        if scale is not None:
            size = min_size[0] * scale, min_size[1] * scale
        elif size is None:
            size = initial_window_size(desktop_size, min_size, is_whole_multiple=self.crt_shader is None)
        else:
            size = (
                max(min_size[0], min(size[0], desktop_size[0])),
                max(min_size[1], min(size[1], desktop_size[1])),
            )
        # A smaller window would lose rows of the picture. The minimum is set first, because SDL applies it to the size.
        self._sdl.SDL_SetWindowMinimumSize(self._window, *min_size)
        if size != self.normal_size():
            self._sdl.SDL_SetWindowSize(self._window, *size)
            self._sdl.SDL_SetWindowPosition(self._window, _CENTRED, _CENTRED)


_LIBRARIES = {"win32": "SDL2.dll", "darwin": "SDL2.framework/Versions/A/SDL2"}
"""SDL libraries in the package pysdl2-dll, for platforms where Pyxel has a built-in SDL of the same version."""


def find_sdl_library() -> str | None:
    """Return the SDL library to load, or None if there is only Pyxel's built-in one, which is not accessible."""
    if sys.platform == "linux":
        return "libSDL2-2.0.so.0"
    package = find_spec("sdl2dll")
    if package is None or package.origin is None or sys.platform not in _LIBRARIES:
        return None
    path = Path(package.origin).parent / "dll" / _LIBRARIES[sys.platform]
    return str(path) if path.is_file() else None
