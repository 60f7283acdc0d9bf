"""All settings of all editions: definitions, defaults, validation, and command-line switches that select them."""

from collections.abc import Iterable, Mapping

from retro_pyramid.cards import quote
from retro_pyramid.editions import EDITION_INFO
from retro_pyramid.settings import (
    CARD_DEFS,
    CGA_INK_DEF,
    CUSTOM_WINDOW_SIZE_DEF,
    DISPLAY_DEFS,
    LAST_EDITION_SETTING,
    PLAY_DEFS,
    SOUND_DEFS,
    WINDOW_SIZE_SETTING,
    IntListDef,
    SettingDef,
)

SETTINGS_VERSION = "1"
"""Version of the settings format that this program writes."""

_SETTING_LIST = (
    *DISPLAY_DEFS,
    *CARD_DEFS,
    *SOUND_DEFS,
    *PLAY_DEFS,
    CGA_INK_DEF,
    SettingDef(
        LAST_EDITION_SETTING,
        "Last program",
        tuple((edition, entry.title) for edition, entry in EDITION_INFO.items()),
    ),
    *(setting for entry in EDITION_INFO.values() for setting in entry.settings),
)
ALL_SETTINGS: Mapping[str, SettingDef | IntListDef] = {
    **{
        setting.key: setting
        for setting in sorted(_SETTING_LIST, key=lambda definition: definition.key.partition(".")[0])
    },
    WINDOW_SIZE_SETTING: CUSTOM_WINDOW_SIZE_DEF,
    **{name: numbers for entry in EDITION_INFO.values() for name, numbers in entry.int_list_settings.items()},
}
"""All setting definitions, by their name `section.key`."""
EDITION_SWITCHES: Mapping[str, tuple[str, str]] = {
    switch: choice for entry in EDITION_INFO.values() for switch, choice in entry.switches.items()
}
"""The editions' own command-line switches, each with the setting and value that it selects for one run."""


def parse_settings(stored_values: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return the value of every setting, and one line for each invalid value, which is replaced by the default.

    Values are compared case-insensitively. Unknown names are ignored, as they may belong to another version.

    >>> parse_settings({"em.speed": "quick", "em.mouse": "No"})[1]
    ["setting em.speed cannot be 'quick': expected medium, slow or fast; medium is used"]
    """
    settings, problems = {}, []
    version = stored_values.get("version", SETTINGS_VERSION)
    if version != SETTINGS_VERSION:
        problems.append(
            f"settings of version {quote(version)}: expected {SETTINGS_VERSION}; what is known is used"
        )
    for name, setting in ALL_SETTINGS.items():
        value = settings[name] = stored_values.get(name, setting.default_value).lower()
        if not setting.accepts(value):
            settings[name] = setting.default_value
            expected = f"expected {setting.expected_text}; {setting.default_value} is used"
            problems.append(f"setting {name} cannot be {quote(value)}: {expected}")
    return settings, problems


def parse_switches(switches: Iterable[str]) -> dict[str, str]:
    """Return the settings that command-line switches select for one run; the last switch of a setting wins.

    >>> parse_switches(["-slow", "-nosound", "-fast"])
    {'em.speed': 'fast', 'em.sound': 'off'}
    """
    return dict([EDITION_SWITCHES[switch] for switch in switches])


def get_switch_edition(switch: str) -> str:
    """Return the edition that a command-line switch belongs to.

    >>> get_switch_edition("-nomouse")
    'em'
    """
    return EDITION_SWITCHES[switch][0].partition(".")[0]
