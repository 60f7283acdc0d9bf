"""A setting as the screens and the settings file know it, and those that all programs share."""

from typing import NamedTuple

from retro_pyramid.cards import one_of
from retro_pyramid.machine.adapters.palette import CGA_INKS, CGA_PALETTES, COMPOSITE, EGA_CARD
from retro_pyramid.resources import sections


class Setting(NamedTuple):
    """A setting with a choice: its full name `section.key`, its label, its values, each with its word, in a box's order.

    `default` is the value that holds where none is chosen, empty for the first. `note` says what the setting does.
    The first letter of a value's word chooses it; values with the same one are gone through in turn. `page` is the page
    of Setup that shows a program's own setting.
    """

    setting: str
    label: str
    values: tuple[tuple[str, str], ...]
    default: str = ""
    note: str = ""
    page: str = "own"

    @property
    def name(self) -> str:
        """The name without the section, as target ids have it."""
        return self.setting.partition(".")[2]

    @property
    def choices(self) -> tuple[str, ...]:
        """The values, the default first.

        >>> Setting("em.speed", "Speed", (("slow", "Slow"), ("medium", "Medium"), ("fast", "Fast")), "medium").choices
        ('medium', 'slow', 'fast')
        """
        values = [value for value, _ in self.values]
        first = self.default or values[0]
        return (first, *(value for value in values if value != first))

    @property
    def usual(self) -> str:
        return self.choices[0]

    @property
    def expected(self) -> str:
        return one_of(self.choices)

    def holds(self, value: str) -> bool:
        return value in self.choices


NONE = "none"


class Numbers(NamedTuple):
    """A setting that is up to so many whole numbers with blanks between, each from low to high, or `none`, the default.

    `usual` is what `none` is called.
    """

    most: int
    low: int
    high: int
    usual: str = NONE

    def holds(self, value: str) -> bool:
        """Return whether this can be the setting's value.

        >>> Numbers(6, -52, 50).holds("-12 50"), Numbers(6, -52, 50).holds("-12 51")
        (True, False)
        """
        try:
            numbers = [] if value == self.usual else [int(word) for word in value.split()]
        except ValueError:
            return False
        listed = bool(numbers) or value == self.usual
        return listed and len(numbers) <= self.most and all(self.low <= n <= self.high for n in numbers)

    @property
    def expected(self) -> str:
        return f"{self.usual} or up to {self.most} whole numbers from {self.low} to {self.high}"


HELPS = "shell.helps"
"""The setting that allows undo, redo and hint where the original had none."""
HINT = "shell.hint"
LAMP = "shell.lamp"
DEALS = "shell.deals"
ANY, WINNABLE = "any", "winnable"
"""Values of DEALS. The others are grades, and all but ANY are deals that can be won."""
TEACH = "shell.teach"
"""The setting that tells a newcomer at the table what can be done."""
TAP = "shell.tap"
"""The setting that lets one tap of a finger play where it can mean only one thing."""
THUMB = "shell.thumb"
"""The setting that says which thumb the page's keys stand for."""
FINGERS = (TAP, THUMB)
"""They are for who points with a finger."""
INK = "shell.ink"
"""The setting that keeps the one colour which the magazine has on a CGA."""
WINDOW = "shell.window"
"""The setting that keeps the size which the player gave the window."""
PICTURE = "shell.picture"
POWER = "shell.power"
"""The setting that switches the machine on before the title, and off after Quit."""
SPEECH = "shell.speech"
"""The setting that lets the system's voice say what happens."""
LAST = "shell.last_program"
"""The setting that remembers the program played last."""

VIDEO, CGA, PHOSPHOR, MODE = "shell.video", "shell.cga", "shell.phosphor", "shell.mode"
ASPECT, FULLSCREEN = "shell.aspect", "shell.fullscreen"
DECK, SUITS = "shell.deck", "shell.suits"
STILL = "shell.still"
MACHINE = (VIDEO, CGA, PHOSPHOR, MODE, DECK, SUITS)
"""The settings that say what adapter is in the machine, in which mode, and which cards it shows."""


def _section(name: str) -> tuple[Setting, ...]:
    """Return the settings of a section of `assets/settings.txt`."""
    return tuple(setting("shell", *row) for row in sections("settings")[name])


def setting(
    of: str, name: str, label: str, values: str = "", note: str = "", default: str = "", page: str = "own"
) -> Setting:
    """Return a setting of a program, or of the `shell`, of a line of a file, cut at its bars."""
    pairs = [pair.partition("=")[::2] for pair in values.split(", ")]
    if not values:
        pairs, default = _ADAPTERS[name]
    return Setting(f"{of}.{name}", label, tuple(pairs), default, note, page)


_ADAPTERS = {
    "cga": ([(name, "TV" if name == COMPOSITE else name.upper()) for name in CGA_PALETTES], EGA_CARD),
    "ink": ([(colour, colour.capitalize()) for colour in CGA_INKS], ""),
}
"""The values of settings that are a matter of an adapter, each with its word, and the usual one."""

DISPLAY, CARDS, SOUNDS, OPTIONS = map(_section, ("display", "cards", "sound", "play"))
"""What no original had and every program shares, by the page of Setup."""
(LISTEN,) = _section("listen")
"""What happens in programs, in words: in Setup it is heard instead of kept."""
ABSENT = {f"shell.{name}": words for name, words in sections("settings")["absent"]}
"""What is said of settings that are a matter of the adapter, where there is nothing to choose."""
(INKS,) = _section("magazine")
(WINDOW_SIZES,) = _section("window")
"""The sizes that can be chosen; a player can give the window any other."""
WINDOW_SIZE = Numbers(2, 320, 16384, "auto")
"""Width and height; `auto` is what suits the desk."""
