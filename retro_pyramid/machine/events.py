"""Input as the programs see it: keys, mouse and dropped files, whoever made them (a person, a script, a test)."""

from string import ascii_uppercase
from typing import NamedTuple


class Key(NamedTuple):
    """A key press: its name (`ENTER`, `F1`, `ALT+G`, `CTRL+D`, or the character itself) and the character that it types."""

    name: str
    char: str = ""
    repeat: bool = False


class Press(NamedTuple):
    """A mouse button going down at picture pixel (x, y); button 1 is the left one, 2 the right one."""

    x: int
    y: int
    button: int = 1


class Release(NamedTuple):
    """A mouse button going up at picture pixel (x, y)."""

    x: int
    y: int
    button: int = 1


class Motion(NamedTuple):
    """The mouse moved to picture pixel (x, y)."""

    x: int
    y: int


class Wheel(NamedTuple):
    """The mouse wheel turned by so many notches; positive is away from the hand (up)."""

    notches: int


class Drop(NamedTuple):
    """A file was dropped on the window."""

    path: str


class Named(NamedTuple):
    """A target of the screen was named by its id: a key was pressed that stands for it beside the picture."""

    id: str


Event = Key | Press | Release | Motion | Wheel | Drop | Named

NAMED_KEYS: tuple[str, ...] = (
    *("UP", "DOWN", "LEFT", "RIGHT", "ENTER", "ESC", "TAB", "SPACE", "BACKSPACE", "DELETE", "INSERT"),
    *("PGUP", "PGDN", "HOME", "END"),
    *(f"F{n}" for n in range(1, 13)),
    *(f"KP{n}" for n in range(10)),
    "KPENTER",
)
"""Every key that has a name of its own; all others are called by the character they type."""
CHORDS = ("CTRL+D", "META+D")
"""The only keys with Ctrl or Meta (Command on a Mac) that the programs take. All others belong to the system."""


def key_press(name: str, repeat: bool = False) -> Key:
    """Return the press of the key called `name`, with the character it types; raise ValueError for no key.

    >>> key_press("KP7")
    Key(name='KP7', char='7', repeat=False)
    """
    if name in ("SPACE", " "):
        return Key("SPACE", " ", repeat)
    if name in NAMED_KEYS:
        digit = name[2] if name[:2] == "KP" and len(name) == 3 else ""
        return Key(name, digit, repeat)
    if len(name) == 1 and name.isprintable():
        return Key(name, name, repeat)
    if name in CHORDS or (name[:4] == "ALT+" and name[4:] in ascii_uppercase and len(name) == 5):
        return Key(name, "", repeat)
    raise ValueError(
        f"no key is called {name!r}; expected one of {' '.join((*NAMED_KEYS, *CHORDS))}, ALT+A to ALT+Z or one character"
    )
