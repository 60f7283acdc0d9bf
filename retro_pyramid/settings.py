"""Definitions of settings, and the settings that all editions share."""

from typing import NamedTuple

from retro_pyramid.cards import one_of
from retro_pyramid.machine.adapters.palette import CGA_INKS, CGA_PALETTES, COMPOSITE, EGA_CARD
from retro_pyramid.resources import sections


class Setting(NamedTuple):
    """A setting with a list of values."""

    setting: str
    """The full key, `section.name`."""
    label: str
    """The visible text."""
    values: tuple[tuple[str, str], ...]
    """The values in display order, each with its label.

    The first letter of a label selects its value; those with the same letter are selected in turn.
    """
    default: str = ""
    """The default value, empty for the first."""
    note: str = ""
    """What the setting does."""
    page: str = "own"
    """The page of Setup that shows an edition's own setting."""

    @property
    def name(self) -> str:
        """The key without its section, as in target ids."""
        return self.setting.partition(".")[2]

    @property
    def choices(self) -> tuple[str, ...]:
        """The values, the default first.

        >>> Setting("em.speed", "Speed", (("slow", "Slow"), ("medium", "Medium"), ("fast", "Fast")), "medium").choices
        ('medium', 'slow', 'fast')
        """
        values = [value for value, _ in self.values]
        default = self.default or values[0]
        return (default, *(value for value in values if value != default))

    @property
    def usual(self) -> str:
        return self.choices[0]

    @property
    def expected(self) -> str:
        return one_of(self.choices)

    def holds(self, value: str) -> bool:
        return value in self.choices


NONE = "none"
"""The value of an empty list of numbers."""


class Numbers(NamedTuple):
    """A setting with up to `max_count` whole numbers in a range, separated by blanks, or the default value.

    `default_value` stands for an empty list.
    """

    most: int
    low: int
    high: int
    usual: str = NONE

    def holds(self, value: str) -> bool:
        """Return whether this is a valid value.

        >>> Numbers(6, -52, 50).holds("-12 50"), Numbers(6, -52, 50).holds("-12 51")
        (True, False)
        """
        try:
            numbers = [] if value == self.usual else [int(word) for word in value.split()]
        except ValueError:
            return False
        is_list = bool(numbers) or value == self.usual
        return is_list and len(numbers) <= self.most and all(self.low <= n <= self.high for n in numbers)

    @property
    def expected(self) -> str:
        return f"{self.usual} or up to {self.most} whole numbers from {self.low} to {self.high}"


HELPS = "shell.helps"
"""Undo, redo and hints where the original had none."""
HINT = "shell.hint"
"""Whether hints use all cards, or only the visible ones."""
LAMP = "shell.lamp"
"""Whether the table shows if the game can still be won."""
DEALS = "shell.deals"
"""Which deals are dealt."""
ANY, WINNABLE = "any", "winnable"
"""Values of the deal filter. The others are difficulties; all but any are winnable deals."""
TEACH = "shell.teach"
"""Whether new players get tips at the table."""
TAP = "shell.tap"
"""Whether one tap plays a move if it can mean only one."""
THUMB = "shell.thumb"
"""Which thumb the touch keys of the page are arranged for."""
FINGERS = (TAP, THUMB)
"""Settings for touch screens."""
INK = "shell.ink"
"""The only colour of the magazine on a CGA."""
WINDOW = "shell.window"
"""The size of the window."""
PICTURE = "shell.picture"
"""How the picture is scaled: even, crisp or as on a tube."""
POWER = "shell.power"
"""Whether a power-on sequence is shown before the title, and a power-off sequence after Quit."""
SPEECH = "shell.speech"
"""Whether the system's voice reads what happens."""
LAST = "shell.last_program"
"""The edition played last."""

VIDEO, CGA, PHOSPHOR, MODE = "shell.video", "shell.cga", "shell.phosphor", "shell.mode"
"""Display adapter, CGA palette, phosphor colour and display mode."""
ASPECT, FULLSCREEN = "shell.aspect", "shell.fullscreen"
"""Shape of the pixels, and full screen."""
DECK, SUITS = "shell.deck", "shell.suits"
"""Deck of cards, and colours of the suits."""
STILL = "shell.still"
"""Whether motion is reduced."""
MACHINE = (VIDEO, CGA, PHOSPHOR, MODE, DECK, SUITS)
"""The settings that choose the display adapter, its mode and the card art."""


def _parse_section(name: str) -> tuple[Setting, ...]:
    """Return the settings of a section of `assets/settings.txt`."""
    return tuple(setting("shell", *row) for row in sections("settings")[name])


def setting(
    of: str, name: str, label: str, values: str = "", note: str = "", default: str = "", page: str = "own"
) -> Setting:
    """Create the definition of a setting from the fields of a line of text; `section` is an edition or `shell`."""
    pairs = [pair.partition("=")[::2] for pair in values.split(", ")]
    if not values:
        pairs, default = _ADAPTER_VALUES[name]
    return Setting(f"{of}.{name}", label, tuple(pairs), default, note, page)


_ADAPTER_VALUES = {
    "cga": ([(name, "TV" if name == COMPOSITE else name.upper()) for name in CGA_PALETTES], EGA_CARD),
    "ink": ([(colour, colour.capitalize()) for colour in CGA_INKS], ""),
}
"""The values of settings that depend on a display adapter, each with its label, and the default."""

DISPLAY, CARDS, SOUNDS, OPTIONS = map(_parse_section, ("display", "cards", "sound", "play"))
"""Settings that no original had and every edition shares, by the page of Setup."""
(LISTEN,) = _parse_section("listen")
"""The setting of what is read aloud; in Setup it is heard at once instead of being stored."""
ABSENT = {f"shell.{name}": words for name, words in sections("settings")["absent"]}
"""The texts in place of settings of the display adapter that have no choice there, by key."""
(INKS,) = _parse_section("magazine")
(WINDOW_SIZES,) = _parse_section("window")
"""The sizes to choose from; the player can also resize the window freely."""
WINDOW_SIZE = Numbers(2, 320, 16384, "auto")
"""A width and a height; `auto` is the size that suits the desktop."""
