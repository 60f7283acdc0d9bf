"""Pyxel's window on a desktop, controlled through the SDL library that Pyxel has loaded."""

import ctypes
import os
import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from string import ascii_lowercase

from retro_pyramid.machine.window.crt_shader import NoTube, Tube

Size = tuple[int, int]
_CENTRED = 0x2FFF0000
_NOT_THE_PLAYERS = 0x1 | 0x8 | 0x40 | 0x80
"""What SDL calls a window whose size says nothing: full screen, hidden, minimized, maximized."""
_SCANCODE_A = 4
"""SDL's scancode of the key A, the first of 26 in a row."""
_NAP = 100
"""Milliseconds: whatever the window is not told of is seen by then."""
_SHARE = 4, 5
"""How much of the desk the first window takes at most, in either direction."""


def load_sdl() -> ctypes.CDLL | None:
    """Return Pyxel's SDL, None where it cannot be reached; where Pyxel has none yet, it takes this one."""
    file = sdl_file()
    if file is None:
        return None
    with suppress(OSError):
        sdl = ctypes.CDLL(file)
        if sys.platform != "linux":
            # The SDL in Pyxel hands each call on to the one named here. Windows knows what is loaded by its bare name.
            os.environ["SDL_DYNAMIC_API"] = Path(file).name if sys.platform == "win32" else file
        sdl.SDL_GetCurrentVideoDriver.restype = ctypes.c_char_p
        sdl.SDL_GL_GetProcAddress.restype = sdl.SDL_GL_GetCurrentWindow.restype = ctypes.c_void_p
        sdl.SDL_GetWindowFlags.restype = ctypes.c_uint32
        sdl.SDL_GameControllerNameForIndex.restype = ctypes.c_char_p
        return sdl
    return None


def message_box(title: str, text: str) -> None:
    """Show a text in a window of its own and wait until it is closed; raise OSError where none can be opened."""
    # It brings SDL along.
    import_module("pyxel")
    sdl = load_sdl()
    error = 0x10
    if sdl is None or sdl.SDL_ShowSimpleMessageBox(error, title.encode(), text.encode(), None):
        raise OSError("no window can be opened")


def gamepad_named() -> str:
    """Return what is known of gamepads: the name of the first one, that there is none, or that none can be asked for."""
    sdl = load_sdl()
    if sdl is None:
        return "any that is plugged in"
    names = map(sdl.SDL_GameControllerNameForIndex, range(sdl.SDL_NumJoysticks()))
    return next((name.decode(errors="replace") for name in names if name), "none found")


def first_size(desk: Size, shape: Size, whole: bool = False) -> Size:
    """Return the largest window of the picture's shape that takes four fifths of the desk, but none below `shape`.

    `whole`: one that is so many times the shape.

    >>> [first_size(desk, (640, 480)) for desk in ((1366, 768), (1920, 1080), (640, 480))]
    [(816, 612), (1152, 864), (640, 480)]
    >>> first_size((1920, 1080), (640, 480), True), first_size((3840, 2160), (640, 480), True)
    ((640, 480), (1920, 1440))
    """
    from math import gcd

    width, height = shape
    steps = gcd(width, height)
    step = steps if whole else 1
    share, parts = _SHARE
    fits = min(desk[0] * share * steps // (parts * width), desk[1] * share * steps // (parts * height))
    many = max(fits // step * step, steps)
    return width // steps * many, height // steps * many


class DeskWindow:
    """The window that shows a surface; Pyxel must have opened it."""

    def __init__(self, sdl: ctypes.CDLL, surface: Size) -> None:
        self._sdl = sdl
        self._surface = surface
        self.shape = surface
        """Width and height of the picture at scale 1, as it is shown."""
        self._window = ctypes.c_void_p(sdl.SDL_GL_GetCurrentWindow())
        self.tube: Tube | None = None
        """What shows the surface at any size, None where the graphics card lets nobody in."""
        with suppress(NoTube):
            self.tube = Tube(sdl.SDL_GL_GetProcAddress, *surface)

    def desk(self) -> Size:
        """Return how much room there is on the screen where the window is, bars and docks left out."""
        bounds = (ctypes.c_int * 4)()
        display = self._sdl.SDL_GetWindowDisplayIndex(self._window)
        if self._sdl.SDL_GetDisplayUsableBounds(max(display, 0), bounds):
            return self.shape
        return bounds[2], bounds[3]

    def size(self) -> Size | None:
        """Return the window's size, None while it is as large as the screen or not seen."""
        if self._sdl.SDL_GetWindowFlags(self._window) & _NOT_THE_PLAYERS:
            return None
        return self._pixels()

    def _pixels(self) -> Size:
        width, height = ctypes.c_int(), ctypes.c_int()
        self._sdl.SDL_GetWindowSize(self._window, ctypes.byref(width), ctypes.byref(height))
        return width.value, height.value

    def _scales(self) -> tuple[float, float]:
        """Return how many times the surface Pyxel takes the window for, and how many times its shape the picture is."""
        (width, height), (surface, shape) = self._pixels(), (self._surface, self.shape)
        return (
            max(min(width / surface[0], height / surface[1]), 1.0),
            min(width / shape[0], height / shape[1]),
        )

    def follow(self, width: int, height: int) -> None:
        """Show a picture of this size, by the tube, as large as the window lets its shape be."""
        if self.tube is not None:
            taken, scale = self._scales()
            across, down = (
                side * scale / (of * taken) for side, of in zip(self.shape, self._surface, strict=True)
            )
            self.tube.follow(width, height, across, down)

    def latin_letter(self, char: str) -> str:
        """Return the letter that the key of a character has on a US keyboard, "" where it is no key of a letter."""
        scancode = self._sdl.SDL_GetScancodeFromKey(ord(char.lower()))
        return ascii_lowercase[scancode - _SCANCODE_A] if 0 <= scancode - _SCANCODE_A < 26 else ""

    def rest(self) -> None:
        """Wait till something happens to the window or its devices, a tenth of a second at most."""
        self._sdl.SDL_WaitEventTimeout(None, _NAP)

    def held_mouse(self) -> Size | None:
        """Return the pixel of Pyxel's surface that the mouse is at while a button is held, else None.

        Pyxel asks where the mouse is on the whole desk, which SDL learns by raw motion alone while a button is held. Some
        displays do not report that (Xvfb, x11vnc). What the window is told SDL always knows; without a button it may be old.
        """
        at = ctypes.c_int(), ctypes.c_int()
        if not self._sdl.SDL_GetMouseState(*map(ctypes.byref, at)):
            return None
        taken, _ = self._scales()
        x, y = (
            int((each.value + 0.5 - window / 2) / taken + surface / 2)
            for each, window, surface in zip(at, self._pixels(), self._surface, strict=True)
        )
        return x, y

    def place(self, x: int, y: int) -> tuple[float, float]:
        """Return which part of the picture's width and height lies left of and above a pixel of Pyxel's surface."""
        taken, scale = self._scales()
        across, down = (
            ((at + 0.5 - of / 2) * taken) / (side * scale) + 0.5
            for at, of, side in zip((x, y), self._surface, self.shape, strict=True)
        )
        return across, down

    def fit(self, size: Size | None, scale: int | None = None) -> None:
        """Make the window so large, or so many times the picture's shape, or as large as is good here.

        A size that was asked for elsewhere is not larger here than the desk.
        """
        room, least = self.desk(), self.shape
        if scale is not None:
            size = least[0] * scale, least[1] * scale
        elif size is None:
            size = first_size(room, least, whole=self.tube is None)
        else:
            size = max(least[0], min(size[0], room[0])), max(least[1], min(size[1], room[1]))
        # Rows of a smaller picture would be lost. SDL makes no window smaller than that, so it is said first.
        self._sdl.SDL_SetWindowMinimumSize(self._window, *least)
        if size != self.size():
            self._sdl.SDL_SetWindowSize(self._window, *size)
            self._sdl.SDL_SetWindowPosition(self._window, _CENTRED, _CENTRED)


_LIBRARIES = {"win32": "SDL2.dll", "darwin": "SDL2.framework/Versions/A/SDL2"}
"""Where Pyxel has its SDL inside: the same one, as pysdl2-dll brings it."""


def sdl_file() -> str | None:
    """Return what SDL is loaded from; None where there is only the one built into Pyxel, which cannot be reached."""
    if sys.platform == "linux":
        return "libSDL2-2.0.so.0"
    package = find_spec("sdl2dll")
    if package is None or package.origin is None or sys.platform not in _LIBRARIES:
        return None
    file = Path(package.origin).parent / "dll" / _LIBRARIES[sys.platform]
    return str(file) if file.is_file() else None
