"""A file manager's part in a drop, over X11's own protocol (XDND 5), as a hand with the mouse cannot script it.

The library is the one that the window itself needs.  Source: the XDND specification, version 5.
"""

import ctypes
import time
from pathlib import Path
from typing import Any

SECONDS = 20.0
_CLIENT_MESSAGE, _SELECTION_REQUEST, _SELECTION_NOTIFY = 33, 30, 31
_VERSION = 5
_ulong, _long, _int = ctypes.c_ulong, ctypes.c_long, ctypes.c_int


class _Head(ctypes.Structure):
    """What every event begins with."""

    _fields_ = (
        ("type", _int),
        ("serial", _ulong),
        ("sent", _int),
        ("display", ctypes.c_void_p),
        ("window", _ulong),
    )


class _ClientMessage(ctypes.Structure):
    _fields_ = (("head", _Head), ("kind", _ulong), ("format", _int), ("values", _long * 5))


class _SelectionRequest(ctypes.Structure):
    _fields_ = (
        ("head", _Head),
        ("requestor", _ulong),
        ("selection", _ulong),
        ("target", _ulong),
        ("property", _ulong),
        ("time", _ulong),
    )


class _SelectionNotify(ctypes.Structure):
    _fields_ = (
        ("head", _Head),
        ("selection", _ulong),
        ("target", _ulong),
        ("property", _ulong),
        ("time", _ulong),
    )


class _Event(ctypes.Union):
    _fields_ = (
        ("type", _int),
        ("message", _ClientMessage),
        ("request", _SelectionRequest),
        ("notify", _SelectionNotify),
        ("room", _long * 24),
    )


def drop(display: str, window: int, x: int, y: int, *files: Path) -> None:
    """Drag the files over the window to the screen's (x, y) and let go; return when the window has taken them."""
    source = _Source(display, window, "".join(f"{file.absolute().as_uri()}\r\n" for file in files).encode())
    try:
        source.say("XdndEnter", _VERSION << 24, source.atom("text/uri-list"))
        source.say("XdndPosition", 0, x << 16 | y, 0, source.atom("XdndActionCopy"))
        status = source.wait_for("XdndStatus")
        assert status[1] & 1, "the window does not take files"
        source.say("XdndDrop", 0, 0)
        finished = source.wait_for("XdndFinished")
        assert finished[1] & 1, "the window did not accept the drop"
    finally:
        source.close()


class _Source:
    """The window a drag comes from, with what is dragged as a list of URIs."""

    def __init__(self, display: str, target: int, uris: bytes) -> None:
        self._x: Any = ctypes.CDLL("libX11.so.6")
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._x.XInternAtom.restype = self._x.XDefaultRootWindow.restype = _ulong
        self._x.XCreateSimpleWindow.restype = _ulong
        opened = self._x.XOpenDisplay(display.encode())
        assert opened, f"no display {display}"
        self._display = ctypes.c_void_p(opened)
        root = _ulong(self._x.XDefaultRootWindow(self._display))
        self._window = self._x.XCreateSimpleWindow(self._display, root, 0, 0, 1, 1, 0, _ulong(0), _ulong(0))
        self._target = target
        self._uris = uris
        own = (_ulong(self.atom("XdndSelection")), _ulong(self._window), _ulong(0))
        self._x.XSetSelectionOwner(self._display, *own)

    def atom(self, name: str) -> int:
        """Return the number of a name."""
        return int(self._x.XInternAtom(self._display, name.encode(), 0))

    def say(self, kind: str, *values: int) -> None:
        """Send the target a message; the first value of each is this window."""
        event = _Event()
        event.message.head.type = _CLIENT_MESSAGE
        event.message.head.window = self._target
        event.message.kind = self.atom(kind)
        event.message.format = 32
        event.message.values[:] = [*(self._window, *values), 0, 0, 0, 0][:5]
        self._send(self._target, event)

    def wait_for(self, kind: str) -> list[int]:
        """Return the values of the target's next message of that kind; hand out the URIs meanwhile."""
        wanted = self.atom(kind)
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            if not self._x.XPending(self._display):
                time.sleep(0.01)
                continue
            event = _Event()
            self._x.XNextEvent(self._display, ctypes.byref(event))
            if event.type == _SELECTION_REQUEST:
                self._hand_out(event.request)
            elif event.type == _CLIENT_MESSAGE and event.message.kind == wanted:
                return list(event.message.values)
        raise AssertionError(f"no {kind} within {SECONDS:.0f} s")

    def close(self) -> None:
        """Leave the display."""
        self._x.XCloseDisplay(self._display)

    def _hand_out(self, request: _SelectionRequest) -> None:
        place = (_ulong(request.requestor), _ulong(request.property), _ulong(request.target))
        self._x.XChangeProperty(self._display, *place, 8, 0, self._uris, len(self._uris))
        event = _Event()
        event.notify.head.type = _SELECTION_NOTIFY
        event.notify.head.window = request.requestor
        event.notify.selection, event.notify.target = request.selection, request.target
        event.notify.property, event.notify.time = request.property, request.time
        self._send(request.requestor, event)

    def _send(self, window: int, event: _Event) -> None:
        self._x.XSendEvent(self._display, _ulong(window), 0, _long(0), ctypes.byref(event))
        self._x.XFlush(self._display)
