"""The settings of all editions as values: what there is to choose, what holds when nothing is chosen."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from retro_pyramid.cards import quoted
from retro_pyramid.rules import EDITIONS

VERSION = "1"
"""The version of the settings that this program writes."""

CHOICES: Mapping[str, tuple[str, ...]] = {
    "em.mouse": ("ask", "yes", "no"),
    "em.sound": ("full", "partial", "off"),
    "em.speed": ("medium", "slow", "fast"),
    "em.error_messages": ("yes", "no"),
    "em.use_same_deck": ("no", "yes"),
    "odm.sound": ("on", "off"),
    "shell.last_program": EDITIONS,
}
"""Every setting, named section.key, with its values in small letters, the default first.

Original: no default of "Use Same Deck" is given.  Here: it is no.
"""

SWITCHES: Mapping[str, tuple[str, str]] = {
    "-mouse": ("em.mouse", "yes"),
    "-nomouse": ("em.mouse", "no"),
    "-ask": ("em.mouse", "ask"),
    "-fullsound": ("em.sound", "full"),
    "-partsound": ("em.sound", "partial"),
    "-nosound": ("em.sound", "off"),
    "-slow": ("em.speed", "slow"),
    "-medium": ("em.speed", "medium"),
    "-fast": ("em.speed", "fast"),
    "-errormsgon": ("em.error_messages", "yes"),
    "-errormsgoff": ("em.error_messages", "no"),
}
"""em's own switches on the command line, each with the setting it chooses for one run."""


class SettingsError(ValueError):
    """A setting or value that does not exist: the message names it and what is expected."""


class Settings(NamedTuple):
    """What is chosen where it is not the default, sorted by name; the rest is as CHOICES says.

    >>> settings = Settings().changed({"em.speed": "slow"})
    >>> settings.value("em.speed"), settings.value("em.sound")
    ('slow', 'full')
    """

    chosen: tuple[tuple[str, str], ...] = ()

    def value(self, name: str) -> str:
        """Return the value of a setting; KeyError for a name that is none."""
        return dict(self.chosen).get(name, CHOICES[name][0])

    def changed(self, values: Mapping[str, str]) -> "Settings":
        """Return the settings with others chosen; SettingsError names what does not exist."""
        for name, value in values.items():
            if name not in CHOICES:
                raise SettingsError(f"unknown setting {quoted(name)}: expected {', '.join(CHOICES)}")
            if value not in CHOICES[name]:
                raise SettingsError(
                    f"setting {name} cannot be {quoted(value)}: expected {_or(CHOICES[name])}"
                )
        chosen = {**dict(self.chosen), **values}
        return Settings(tuple(sorted(item for item in chosen.items() if item[1] != CHOICES[item[0]][0])))


def read_settings(values: Mapping[str, str]) -> tuple[Settings, list[str]]:
    """Return the settings among the values of a file, and one line for each value that is none and is left out.

    Values are read in any case; names that are no setting here belong to others and are passed over.

    >>> read_settings({"em.speed": "quick", "em.mouse": "No"})[1]
    ["setting em.speed cannot be 'quick': expected medium, slow or fast; medium is used"]
    """
    settings, problems = Settings(), []
    version = values.get("version", VERSION)
    if version != VERSION:
        problems.append(f"settings of version {quoted(version)}: expected {VERSION}; what is known is used")
    for name, allowed in CHOICES.items():
        try:
            settings = settings.changed({name: values.get(name, allowed[0]).lower()})
        except SettingsError as error:
            problems.append(f"{error}; {allowed[0]} is used")
    return settings, problems


def override(switches: Iterable[str]) -> dict[str, str]:
    """Return the settings that switches of the command line choose for one run; the last of a setting counts.

    >>> override(["-slow", "-nosound", "-fast"])
    {'em.speed': 'fast', 'em.sound': 'off'}
    """
    return dict([SWITCHES[switch] for switch in switches])


def _or(values: tuple[str, ...]) -> str:
    return f"{', '.join(values[:-1])} or {values[-1]}"
