"""Input as the programs see it: keys, mouse and dropped files, whoever made them (a person, a script, a test)."""

from string import ascii_uppercase
from typing import NamedTuple

from retro_pyramid.resources import sections


class Key(NamedTuple):
    """A key press: its name (`ENTER`, `F1`, `ALT+G`, `CTRL+D`, or the character itself) and the character it types, if any.

    `latin` is the letter that the key has on a US keyboard, where `char` is a letter of another script.
    """

    name: str
    char: str = ""
    repeat: bool = False
    latin: str = ""


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

_LATIN = {
    char: letter for typed, us in sections("keys")["latin"] for char, letter in zip(typed, us, strict=True)
}


def is_foreign_letter(char: str) -> bool:
    """Return whether a character is a letter of another script than Latin.

    >>> [is_foreign_letter(char) for char in "néßñ7Νтя"]
    [False, False, False, False, False, True, True, True]
    """
    # The blocks of Latin letters end before Greek, apart from Latin Extended Additional.
    return char.isalpha() and char >= "\u0370" and not "\u1e00" <= char <= "\u1eff"


def as_commands(events: list[Event]) -> list[Event]:
    """Return events with the Latin letters of the physical keys, for a program that reads letters as commands.

    >>> as_commands([key_press("т"), key_press("ж")])
    [Key(name='n', char='n', repeat=False, latin=''), Key(name='ж', char='ж', repeat=False, latin='')]
    """
    return [
        key_press(event.latin, event.repeat) if isinstance(event, Key) and event.latin else event
        for event in events
    ]


def key_press(name: str, repeat: bool = False) -> Key:
    """Return the press of the key called `name`, with the character it types; raise ValueError for no key.

    The physical key of a letter that is not Latin is that of the most common keyboard layout.

    >>> key_press("KP7")
    Key(name='KP7', char='7', repeat=False, latin='')
    >>> key_press("Ν").latin, key_press("т").latin, key_press("é").latin
    ('n', 'n', '')
    """
    if name in ("SPACE", " "):
        return Key("SPACE", " ", repeat)
    if name in NAMED_KEYS:
        digit = name[2] if name[:2] == "KP" and len(name) == 3 else ""
        return Key(name, digit, repeat)
    if len(name) == 1 and name.isprintable():
        return Key(name, name, repeat, _LATIN.get(name.lower(), ""))
    if name in CHORDS or (name[:4] == "ALT+" and name[4:] in ascii_uppercase and len(name) == 5):
        return Key(name, "", repeat)
    raise ValueError(
        f"no key is called {name!r}; expected one of {' '.join((*NAMED_KEYS, *CHORDS))}, ALT+A to ALT+Z or one character"
    )
