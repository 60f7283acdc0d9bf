"""Input events of an application: keys, mouse and dropped files, from devices, scripts, the web page or tests."""

from string import ascii_uppercase
from typing import NamedTuple

from retro_pyramid.resources import load_asset_sections


class KeyPress(NamedTuple):
    """A key was pressed, or a held key repeats."""

    name: str
    """`ENTER`, `F1`, `ALT+G`, `CTRL+D` or the character itself."""
    char: str = ""
    """Character that the key types, if any."""
    is_repeat: bool = False
    """Whether it is a repeat of a held key."""
    latin_char: str = ""
    """Letter of the key on a US keyboard, if `char` is a letter of another script."""


class MousePress(NamedTuple):
    """A mouse button was pressed at picture pixel (x, y); button 1 is the left one, 2 the right one."""

    x: int
    y: int
    button: int = 1


class MouseRelease(NamedTuple):
    """A mouse button was released at picture pixel (x, y)."""

    x: int
    y: int
    button: int = 1


class MouseMotion(NamedTuple):
    """The mouse was moved to picture pixel (x, y)."""

    x: int
    y: int


class MouseWheel(NamedTuple):
    """The mouse wheel was turned; positive notches scroll up."""

    notches: int


class FileDrop(NamedTuple):
    """A file was dropped on the window."""

    path: str


class TargetActivated(NamedTuple):
    """A target was activated by its id, through its touch key beside the picture."""

    target_id: str


Event = KeyPress | MousePress | MouseRelease | MouseMotion | MouseWheel | FileDrop | TargetActivated

NAMED_KEYS: tuple[str, ...] = (
    *("UP", "DOWN", "LEFT", "RIGHT", "ENTER", "ESC", "TAB", "SPACE", "BACKSPACE", "DELETE", "INSERT"),
    *("PGUP", "PGDN", "HOME", "END"),
    *(f"F{n}" for n in range(1, 13)),
    *(f"KP{n}" for n in range(10)),
    "KPENTER",
)
"""All keys with a name; the others are named by the character they type."""
MODIFIER_CHORDS = ("CTRL+D", "META+D")
"""The only chords with Ctrl or Meta (Command on a Mac) that are used. All others belong to the system."""

_LATIN_LETTERS = {
    char: letter
    for typed, us in load_asset_sections("keys")["latin"]
    for char, letter in zip(typed, us, strict=True)
}


def is_non_latin_letter(char: str) -> bool:
    """Return whether a character is a letter of a non-Latin script.

    >>> [is_non_latin_letter(char) for char in "néßñ7Νтя"]
    [False, False, False, False, False, True, True, True]
    """
    # The blocks of Latin letters end before Greek, apart from Latin Extended Additional.
    return char.isalpha() and char >= "\u0370" and not "\u1e00" <= char <= "\u1eff"


def translate_to_latin(events: list[Event]) -> list[Event]:
    """Replace non-Latin letters with the Latin letters of the same keys, for screens that use letters as commands.

    >>> [(event.name, event.char) for event in translate_to_latin([parse_key("т"), parse_key("ж")])]
    [('n', 'n'), ('ж', 'ж')]
    """
    return [
        parse_key(event.latin_char, event.is_repeat)
        if isinstance(event, KeyPress) and event.latin_char
        else event
        for event in events
    ]


def parse_key(name: str, is_repeat: bool = False) -> KeyPress:
    """Return the press of the key `name`, with the character it types. Raises ValueError for an unknown key.

    The Latin letter of a non-Latin one is taken from the most common keyboard layout of its script.

    >>> parse_key("KP7")
    KeyPress(name='KP7', char='7', is_repeat=False, latin_char='')
    >>> parse_key("Ν").latin_char, parse_key("т").latin_char, parse_key("é").latin_char
    ('n', 'n', '')
    """
    if name in ("SPACE", " "):
        return KeyPress("SPACE", " ", is_repeat)
    if name in NAMED_KEYS:
        digit = name[2] if name[:2] == "KP" and len(name) == 3 else ""
        return KeyPress(name, digit, is_repeat)
    if len(name) == 1 and name.isprintable():
        return KeyPress(name, name, is_repeat, _LATIN_LETTERS.get(name.lower(), ""))
    if name in MODIFIER_CHORDS or (name[:4] == "ALT+" and name[4:] in ascii_uppercase and len(name) == 5):
        return KeyPress(name, "", is_repeat)
    raise ValueError(
        f"no key is called {name!r}; expected one of {' '.join((*NAMED_KEYS, *MODIFIER_CHORDS))}, "
        "ALT+A to ALT+Z or one character"
    )
