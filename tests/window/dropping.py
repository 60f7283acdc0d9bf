"""A file manager's part in a drop, over X11's own protocol (XDND 5), as a hand with the mouse cannot script it.

Source: the XDND specification, version 5.
"""

import ctypes
from ctypes import byref, c_long, c_ulong
from pathlib import Path

from tests.patience import wait_for
from tests.window.display import CLIENT_MESSAGE, Display, Head, Message

_SELECTION_REQUEST, _SELECTION_NOTIFY = 30, 31
_VERSION = 5


class _Request(ctypes.Structure):
    """XSelectionRequestEvent of Xlib.h."""

    _fields_ = (
        ("head", Head),
        *((name, c_ulong) for name in ("requestor", "selection", "target", "property", "time")),
    )


class _Notify(ctypes.Structure):
    """XSelectionEvent of Xlib.h; the head's window is who asked."""

    _fields_ = (("head", Head), *((name, c_ulong) for name in ("selection", "target", "property", "time")))


class _Event(ctypes.Union):
    _fields_ = (
        ("type", ctypes.c_int),
        ("message", Message),
        ("request", _Request),
        ("notify", _Notify),
        ("room", c_long * 24),
    )


def drop(display: Display, window: int, x: int, y: int, *files: Path) -> None:
    """Drag the files over the window to the screen's (x, y) and let go; return when the window has taken them."""
    uris = "".join(f"{file.absolute().as_uri()}\r\n" for file in files).encode()
    library, connection = display.x, display.connection
    root = c_ulong(library.XDefaultRootWindow(connection))
    # The window a drag comes from.
    source = library.XCreateSimpleWindow(connection, root, 0, 0, 1, 1, 0, c_ulong(0), c_ulong(0))
    selection = c_ulong(display.atom("XdndSelection"))
    library.XSetSelectionOwner(connection, selection, c_ulong(source), c_ulong(0))

    def answer(kind: str) -> list[int]:
        """Return the values of the target's next message of that kind; hand out the URIs meanwhile."""
        event = _Event()
        while library.XPending(connection):
            library.XNextEvent(connection, byref(event))
            if event.type == _SELECTION_REQUEST:
                _hand_out(display, event.request, uris)
            elif event.type == CLIENT_MESSAGE and event.message.kind == display.atom(kind):
                return list(event.message.values)
        return []

    display.say(window, "XdndEnter", source, _VERSION << 24, display.atom("text/uri-list"))
    display.say(window, "XdndPosition", source, 0, x << 16 | y, 0, display.atom("XdndActionCopy"))
    assert wait_for("a status", lambda: answer("XdndStatus"))[1] & 1, "the window does not take files"
    display.say(window, "XdndDrop", source)
    assert wait_for("the end", lambda: answer("XdndFinished"))[1] & 1, "the window did not accept the drop"
    library.XDestroyWindow(connection, c_ulong(source))


def _hand_out(display: Display, request: _Request, uris: bytes) -> None:
    place = (c_ulong(request.requestor), c_ulong(request.property), c_ulong(request.target))
    display.x.XChangeProperty(display.connection, *place, 8, 0, uris, len(uris))
    event = _Event(notify=_Notify(Head(_SELECTION_NOTIFY, window=request.requestor)))
    event.notify.selection, event.notify.target = request.selection, request.target
    event.notify.property, event.notify.time = request.property, request.time
    display.x.XSendEvent(display.connection, c_ulong(request.requestor), 0, c_long(0), byref(event))
    display.x.XFlush(display.connection)
