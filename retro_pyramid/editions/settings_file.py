"""All settings of all editions: definitions, defaults, validation, and command-line switches that select them."""

from collections.abc import Iterable, Mapping

from retro_pyramid.cards import quoted
from retro_pyramid.editions import PROGRAMS
from retro_pyramid.settings import (
    CARDS,
    DISPLAY,
    INKS,
    LAST,
    OPTIONS,
    SOUNDS,
    WINDOW,
    WINDOW_SIZE,
    Numbers,
    Setting,
)

VERSION = "1"
"""Version of the settings format that this program writes."""

_SETTING_LIST = (
    *DISPLAY,
    *CARDS,
    *SOUNDS,
    *OPTIONS,
    INKS,
    Setting(LAST, "Last program", tuple((edition, entry.title) for edition, entry in PROGRAMS.items())),
    *(setting for entry in PROGRAMS.values() for setting in entry.settings),
)
SETTINGS: Mapping[str, Setting | Numbers] = {
    **{
        setting.setting: setting
        for setting in sorted(_SETTING_LIST, key=lambda definition: definition.setting.partition(".")[0])
    },
    WINDOW: WINDOW_SIZE,
    **{name: numbers for entry in PROGRAMS.values() for name, numbers in entry.numbers.items()},
}
"""All setting definitions, by their name `section.key`."""
SWITCHES: Mapping[str, tuple[str, str]] = {
    switch: choice for entry in PROGRAMS.values() for switch, choice in entry.switches.items()
}
"""The editions' own command-line switches, each with the setting and value that it selects for one run."""


def read_settings(values: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return the value of every setting, and one line for each invalid value, which is replaced by the default.

    Values are compared case-insensitively. Unknown names are ignored, as they may belong to another version.

    >>> read_settings({"em.speed": "quick", "em.mouse": "No"})[1]
    ["setting em.speed cannot be 'quick': expected medium, slow or fast; medium is used"]
    """
    settings, problems = {}, []
    version = values.get("version", VERSION)
    if version != VERSION:
        problems.append(f"settings of version {quoted(version)}: expected {VERSION}; what is known is used")
    for name, setting in SETTINGS.items():
        value = settings[name] = values.get(name, setting.usual).lower()
        if not setting.holds(value):
            settings[name] = setting.usual
            expected = f"expected {setting.expected}; {setting.usual} is used"
            problems.append(f"setting {name} cannot be {quoted(value)}: {expected}")
    return settings, problems


def override(switches: Iterable[str]) -> dict[str, str]:
    """Return the settings that command-line switches select for one run; the last switch of a setting wins.

    >>> override(["-slow", "-nosound", "-fast"])
    {'em.speed': 'fast', 'em.sound': 'off'}
    """
    return dict([SWITCHES[switch] for switch in switches])


def program_of(switch: str) -> str:
    """Return the edition that a command-line switch belongs to.

    >>> program_of("-nomouse")
    'em'
    """
    return SWITCHES[switch][0].partition(".")[0]
