"""The settings of all editions as values: what there is to choose, what holds when nothing is chosen."""

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
"""The version of the settings that this program writes."""

_ALL = (
    *DISPLAY,
    *CARDS,
    *SOUNDS,
    *OPTIONS,
    INKS,
    Setting(LAST, "Last program", tuple((edition, entry.title) for edition, entry in PROGRAMS.items())),
    *(setting for entry in PROGRAMS.values() for setting in entry.settings),
)
SETTINGS: Mapping[str, Setting | Numbers] = {
    **{setting.setting: setting for setting in sorted(_ALL, key=lambda one: one.setting.partition(".")[0])},
    WINDOW: WINDOW_SIZE,
    **{name: numbers for entry in PROGRAMS.values() for name, numbers in entry.numbers.items()},
}
"""Every setting, by its name section.key."""
SWITCHES: Mapping[str, tuple[str, str]] = {
    switch: choice for entry in PROGRAMS.values() for switch, choice in entry.switches.items()
}
"""The programs' own switches on the command line, each with the setting it chooses for one run."""


def read_settings(values: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return every setting as the values of a file say, and one line for each value that is none and is left out.

    Values are read in any case; names that are no setting here belong to others and are passed over.

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
    """Return the settings that switches of the command line choose for one run; the last of a setting counts.

    >>> override(["-slow", "-nosound", "-fast"])
    {'em.speed': 'fast', 'em.sound': 'off'}
    """
    return dict([SWITCHES[switch] for switch in switches])


def program_of(switch: str) -> str:
    """Return the program that a switch of the command line belongs to.

    >>> program_of("-nomouse")
    'em'
    """
    return SWITCHES[switch][0].partition(".")[0]
