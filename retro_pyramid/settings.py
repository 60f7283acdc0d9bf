"""Definitions of settings, and the settings that all editions share."""

from typing import NamedTuple

from retro_pyramid.cards import join_or
from retro_pyramid.machine.adapters.palette import (
    CGA_PALETTES,
    CGA_TWO_COLOUR_INKS,
    COMPOSITE_PALETTE_NAME,
    DEFAULT_CGA_PALETTE_NAME,
)
from retro_pyramid.resources import load_asset_sections


class SettingDef(NamedTuple):
    """A setting with a list of values."""

    key: str
    """The full key, `section.name`."""
    label: str
    """The visible text."""
    values: tuple[tuple[str, str], ...]
    """The values in display order, each with its label.

    The first letter of a label selects its value; those with the same letter are selected in turn.
    """
    default: str = ""
    """The default value, empty for the first."""
    description: str = ""
    """What the setting does."""
    page: str = "own"
    """The page of Setup that shows an edition's own setting."""

    @property
    def name(self) -> str:
        """The key without its section, as in target ids."""
        return self.key.partition(".")[2]

    @property
    def choices(self) -> tuple[str, ...]:
        """The values, the default first.

        >>> SettingDef("em.speed", "Speed", (("slow", "Slow"), ("medium", "Medium"), ("fast", "Fast")), "medium").choices
        ('medium', 'slow', 'fast')
        """
        values = [value for value, _ in self.values]
        default = self.default or values[0]
        return (default, *(value for value in values if value != default))

    @property
    def default_value(self) -> str:
        return self.choices[0]

    @property
    def expected_text(self) -> str:
        return join_or(self.choices)

    def accepts(self, value: str) -> bool:
        return value in self.choices


NONE_VALUE = "none"
"""The value of an empty list of numbers."""


class IntListDef(NamedTuple):
    """A setting with up to `max_count` whole numbers in a range, separated by blanks, or the default value.

    `default_value` stands for an empty list.
    """

    max_count: int
    min_value: int
    max_value: int
    default_value: str = NONE_VALUE

    def accepts(self, value: str) -> bool:
        """Return whether this is a valid value.

        >>> IntListDef(6, -52, 50).accepts("-12 50"), IntListDef(6, -52, 50).accepts("-12 51")
        (True, False)
        """
        try:
            numbers = [] if value == self.default_value else [int(word) for word in value.split()]
        except ValueError:
            return False
        is_list = bool(numbers) or value == self.default_value
        return (
            is_list
            and len(numbers) <= self.max_count
            and all(self.min_value <= n <= self.max_value for n in numbers)
        )

    @property
    def expected_text(self) -> str:
        return f"{self.default_value} or up to {self.max_count} whole numbers from {self.min_value} to {self.max_value}"


ASSISTS_SETTING = "shell.helps"
"""Undo, redo and hints where the original had none."""
HINT_SETTING = "shell.hint"
"""Whether hints use all cards, or only the visible ones."""
WIN_INDICATOR_SETTING = "shell.lamp"
"""Whether the table shows if the game can still be won."""
DEAL_FILTER_SETTING = "shell.deals"
"""Which deals are dealt."""
ANY_DEAL, WINNABLE_DEAL = "any", "winnable"
"""Values of the deal filter. The others are difficulties; all but any are winnable deals."""
TIPS_SETTING = "shell.teach"
"""Whether new players get tips at the table."""
ONE_TAP_SETTING = "shell.tap"
"""Whether one tap plays a move if it can mean only one."""
THUMB_SETTING = "shell.thumb"
"""Which thumb the touch keys of the page are arranged for."""
TOUCH_SETTINGS = (ONE_TAP_SETTING, THUMB_SETTING)
"""Settings for touch screens."""
CGA_INK_SETTING = "shell.ink"
"""The only colour of the magazine on a CGA."""
WINDOW_SIZE_SETTING = "shell.window"
"""The size of the window."""
PICTURE_STYLE_SETTING = "shell.picture"
"""How the picture is scaled: even, crisp or as on a tube."""
POWER_SETTING = "shell.power"
"""Whether a power-on sequence is shown before the title, and a power-off sequence after Quit."""
SPEECH_SETTING = "shell.speech"
"""Whether the system's voice reads what happens."""
LAST_EDITION_SETTING = "shell.last_program"
"""The edition played last."""

ADAPTER_SETTING, CGA_PALETTE_SETTING, PHOSPHOR_SETTING, DISPLAY_MODE_SETTING = (
    "shell.video",
    "shell.cga",
    "shell.phosphor",
    "shell.mode",
)
"""Display adapter, CGA palette, phosphor colour and display mode."""
ASPECT_SETTING, FULLSCREEN_SETTING = "shell.aspect", "shell.fullscreen"
"""Shape of the pixels, and full screen."""
DECK_SETTING, SUIT_COLOURS_SETTING = "shell.deck", "shell.suits"
"""Deck of cards, and colours of the suits."""
REDUCED_MOTION_SETTING = "shell.still"
"""Whether motion is reduced."""
MACHINE_SETTINGS = (
    ADAPTER_SETTING,
    CGA_PALETTE_SETTING,
    PHOSPHOR_SETTING,
    DISPLAY_MODE_SETTING,
    DECK_SETTING,
    SUIT_COLOURS_SETTING,
)
"""The settings that choose the display adapter, its mode and the card art."""


def _parse_section(name: str) -> tuple[SettingDef, ...]:
    """Return the settings of a section of `assets/settings.txt`."""
    return tuple(parse_setting("shell", *row) for row in load_asset_sections("settings")[name])


def parse_setting(
    section: str,
    name: str,
    label: str,
    values_text: str = "",
    description: str = "",
    default: str = "",
    page: str = "own",
) -> SettingDef:
    """Create the definition of a setting from the fields of a line of text; `section` is an edition or `shell`."""
    pairs = [pair.partition("=")[::2] for pair in values_text.split(", ")]
    if not values_text:
        pairs, default = _ADAPTER_VALUES[name]
    return SettingDef(f"{section}.{name}", label, tuple(pairs), default, description, page)


_ADAPTER_VALUES = {
    "cga": (
        [(name, "TV" if name == COMPOSITE_PALETTE_NAME else name.upper()) for name in CGA_PALETTES],
        DEFAULT_CGA_PALETTE_NAME,
    ),
    "ink": ([(colour, colour.capitalize()) for colour in CGA_TWO_COLOUR_INKS], ""),
}
"""The values of settings that depend on a display adapter, each with its label, and the default."""

DISPLAY_DEFS, CARD_DEFS, SOUND_DEFS, PLAY_DEFS = map(_parse_section, ("display", "cards", "sound", "play"))
"""Settings that no original had and every edition shares, by the page of Setup."""
(SPEECH_DEF,) = _parse_section("listen")
"""The setting of what is read aloud; in Setup it is heard at once instead of being stored."""
UNAVAILABLE_TEXTS = {f"shell.{name}": words for name, words in load_asset_sections("settings")["absent"]}
"""The texts in place of settings of the display adapter that have no choice there, by key."""
(CGA_INK_DEF,) = _parse_section("magazine")
(WINDOW_SIZE_DEF,) = _parse_section("window")
"""The sizes to choose from; the player can also resize the window freely."""
CUSTOM_WINDOW_SIZE_DEF = IntListDef(2, 320, 16384, "auto")
"""A width and a height; `auto` is the size that suits the desktop."""
