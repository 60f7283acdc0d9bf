"""A display without a screen, looked at and acted on by X11's own library: windows, pixels, keys, mouse, messages."""

import ctypes
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ctypes import byref, c_char_p, c_int, c_long, c_uint, c_ulong, c_void_p
from typing import Any, NamedTuple

LIBRARIES: list[Any] = []
with suppress(OSError):
    LIBRARIES += [ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")]
SHIFT = "Shift_L"
EVERY_PLANE, BY_PIXEL = 0xFFFFFFFF, 2
CLIENT_MESSAGE = 33


class _Image(ctypes.Structure):
    """XImage of Xlib.h, as far as it is needed."""

    _fields_ = (
        ("shape", c_int * 4),
        ("data", c_void_p),
        ("order", c_int * 5),
        ("bytes_per_line", c_int),
        ("bits_per_pixel", c_int),
    )


class _Hints(ctypes.Structure):
    """XSizeHints of Xutil.h: the least width and height stand after the place and the size."""

    _fields_ = (("flags", c_long), ("place", c_int * 4), ("least", c_int * 2), ("rest", c_int * 9))


class _Text(ctypes.Structure):
    """XTextProperty of Xutil.h."""

    _fields_ = (("value", c_char_p), ("encoding", c_ulong), ("format", c_int), ("items", c_ulong))


class Head(ctypes.Structure):
    """What every event of Xlib.h begins with."""

    _fields_ = (
        ("type", c_int),
        ("serial", c_ulong),
        ("sent", c_int),
        ("display", c_void_p),
        ("window", c_ulong),
    )


class Message(ctypes.Structure):
    """XClientMessageEvent of Xlib.h, as long as the union XEvent is."""

    _fields_ = (
        ("head", Head),
        ("kind", c_ulong),
        ("format", c_int),
        ("values", c_long * 5),
        ("rest", c_long * 12),
    )


class Place(NamedTuple):
    """A window, or a part of one, on a display."""

    window: int
    x: int
    y: int
    width: int
    height: int

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height


# A window that is asked for may have gone; the library would end the process.
_GO_ON = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)(lambda _display, _error: 0)


class Display:
    """A display; what is done on it has been passed on when the call returns."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.x, self._fake = LIBRARIES
        for function in ("XOpenDisplay", "XInternAtom", "XDefaultRootWindow", "XCreateSimpleWindow"):
            getattr(self.x, function).restype = c_ulong
        self.x.XStringToKeysym.restype = self.x.XkbKeycodeToKeysym.restype = c_ulong
        self.x.XGetImage.restype = ctypes.POINTER(_Image)
        self.x.XSetErrorHandler(_GO_ON)
        self.connection = c_void_p(self.x.XOpenDisplay(name.encode()))
        assert self.connection, f"no display {name}"

    def close(self) -> None:
        self.x.XCloseDisplay(self.connection)

    def focused(self) -> int:
        """Return the window that keys go to."""
        found = c_ulong()
        self.x.XGetInputFocus(self.connection, byref(found), byref(c_int()))
        return found.value

    def names(self, window: int) -> list[str]:
        """Return a window's title and its class's two names."""
        title, names = _Text(), (c_char_p * 2)()
        self.x.XGetWMName(self.connection, c_ulong(window), byref(title))
        self.x.XGetClassHint(self.connection, c_ulong(window), names)
        return [(name or b"").decode("latin-1") for name in (title.value, *names)]

    def place(self, window: int) -> Place:
        root, child, across, down = c_ulong(), c_ulong(), c_int(), c_int()
        size = c_uint(), c_uint()
        rest = (byref(across), byref(down), *map(byref, size), byref(c_uint()), byref(c_uint()))
        self.x.XGetGeometry(self.connection, c_ulong(window), byref(root), *rest)
        ends = (c_ulong(window), root, 0, 0, byref(across), byref(down), byref(child))
        self.x.XTranslateCoordinates(self.connection, *ends)
        return Place(window, across.value, down.value, size[0].value, size[1].value)

    def least_size(self, window: int) -> tuple[int, int]:
        """Return the size below which no window manager makes a window, (0, 0) where it has not said one."""
        hints = _Hints()
        self.x.XGetWMNormalHints(self.connection, c_ulong(window), byref(hints), byref(c_long()))
        return hints.least[0], hints.least[1]

    def pixels(self, place: Place) -> bytes:
        """Return all that a window really shows, three bytes a pixel, whatever drew it; nothing where it is not whole."""
        image = self.x.XGetImage(
            self.connection, c_ulong(place.window), 0, 0, *place.size, c_ulong(EVERY_PLANE), BY_PIXEL
        )
        if not image:
            return b""
        found = image.contents
        assert (found.bits_per_pixel, found.bytes_per_line) == (32, 4 * place.width)
        data = ctypes.string_at(found.data, 4 * place.width * place.height)
        self.x.XDestroyImage(image)
        rgb = bytearray(3 * place.width * place.height)
        for part in range(3):
            rgb[part::3] = data[2 - part :: 4]
        return bytes(rgb)

    def key(self, name: str) -> None:
        """Press a key and let it go, by the X11 name or the character on it; before it the names of those to hold."""
        *held, last = name.split("+") if len(name) > 1 else [name]
        symbol = ord(last) if len(last) == 1 else self.x.XStringToKeysym(last.encode())
        code = self.x.XKeysymToKeycode(self.connection, c_ulong(symbol))
        assert code, name
        if self.x.XkbKeycodeToKeysym(self.connection, code, 0, 0) != symbol:
            held.append(SHIFT)
        codes = [
            self.x.XKeysymToKeycode(self.connection, c_ulong(self.x.XStringToKeysym(each.encode())))
            for each in held
        ]
        self.strike(*codes, code)

    def strike(self, *codes: int) -> None:
        """Press keys by their X11 codes, one after the other, and release them, the last one first."""
        for each, down in [*((each, 1) for each in codes), *((each, 0) for each in codes[::-1])]:
            self._fake.XTestFakeKeyEvent(self.connection, each, down, c_ulong(0))
        self.x.XSync(self.connection, 0)

    def move(self, x: int, y: int) -> None:
        self._fake.XTestFakeMotionEvent(self.connection, -1, x, y, c_ulong(0))
        self.x.XSync(self.connection, 0)

    def button(self, number: int, *down: bool) -> None:
        """Press a button of the mouse or let it go, or one after the other."""
        for each in down:
            self._fake.XTestFakeButtonEvent(self.connection, number, int(each), c_ulong(0))
        self.x.XSync(self.connection, 0)

    def resize(self, window: int, width: int, height: int) -> None:
        self.x.XResizeWindow(self.connection, c_ulong(window), width, height)
        self.x.XSync(self.connection, 0)

    def atom(self, name: str) -> int:
        """Return the number of a name."""
        return int(self.x.XInternAtom(self.connection, name.encode(), 0))

    def say(self, window: int, kind: str, *values: int) -> None:
        """Send a window a message."""
        message = Message(Head(CLIENT_MESSAGE, window=window), self.atom(kind), 32)
        message.values[: len(values)] = values
        self.x.XSendEvent(self.connection, c_ulong(window), 0, c_long(0), byref(message))
        self.x.XSync(self.connection, 0)

    def ask_to_close(self, window: int) -> None:
        """Send WM_DELETE_WINDOW to a window (Inter-Client Communication Conventions Manual, 4.2.8)."""
        self.say(window, "WM_PROTOCOLS", self.atom("WM_DELETE_WINDOW"))


@contextmanager
def served(size: str = "1400x1100") -> Iterator[str]:
    """A display of its own, whose number the X server chooses.

    A server that resets itself when its last window goes refuses the next program that comes just then.
    """
    reading, writing = os.pipe()
    words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"]
    with subprocess.Popen(words, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        try:
            yield f":{number}"
        finally:
            server.terminate()


@contextmanager
def opened_display(size: str) -> Iterator[Display]:
    """A display of that size, with a connection to it."""
    with served(size) as name:
        found = Display(name)
        try:
            yield found
        finally:
            found.close()
