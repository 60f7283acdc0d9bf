"""The settings of all editions as values: what there is to choose, what holds when nothing is chosen."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from retro_pyramid.cards import one_of, quoted
from retro_pyramid.programs import PROGRAMS
from retro_pyramid.screens.setting import (
    CARDS,
    DISPLAY,
    INKS,
    LAST,
    OPTIONS,
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
    *OPTIONS,
    INKS,
    Setting(LAST, "Last program", tuple((edition, entry.title) for edition, entry in PROGRAMS.items())),
    *(setting for entry in PROGRAMS.values() for setting in entry.settings),
)
CHOICES: Mapping[str, tuple[str, ...]] = {
    setting.setting: setting.choices
    for setting in sorted(_ALL, key=lambda setting: setting.setting.partition(".")[0])
}
"""Every setting with a choice, named section.key, with its values in small letters, the default first."""
LISTS: Mapping[str, Numbers] = {WINDOW: WINDOW_SIZE} | {
    name: numbers for entry in PROGRAMS.values() for name, numbers in entry.numbers.items()
}
"""Every setting that is a list of numbers."""
SWITCHES: Mapping[str, tuple[str, str]] = {
    switch: choice for entry in PROGRAMS.values() for switch, choice in entry.switches.items()
}
"""The programs' own switches on the command line, each with the setting it chooses for one run."""


def default_of(name: str) -> str:
    """Return what holds where nothing is chosen; KeyError for a name that is no setting."""
    return LISTS[name].none if name in LISTS else CHOICES[name][0]


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
        return dict(self.chosen).get(name, default_of(name))

    def values(self) -> dict[str, str]:
        """Return every setting with its value."""
        return {name: default_of(name) for name in (*CHOICES, *LISTS)} | dict(self.chosen)

    def changed(self, values: Mapping[str, str]) -> "Settings":
        """Return the settings with others chosen; SettingsError names what does not exist."""
        for name, value in values.items():
            if name not in CHOICES and name not in LISTS:
                known = ", ".join((*CHOICES, *LISTS))
                raise SettingsError(f"unknown setting {quoted(name)}: expected {known}")
            if not (LISTS[name].holds(value) if name in LISTS else value in CHOICES[name]):
                expected = LISTS[name] if name in LISTS else one_of(CHOICES[name])
                raise SettingsError(f"setting {name} cannot be {quoted(value)}: expected {expected}")
        chosen = {**dict(self.chosen), **values}
        return Settings(
            tuple(sorted((name, chosen[name]) for name in chosen if chosen[name] != default_of(name)))
        )


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
    for name, default in settings.values().items():
        try:
            settings = settings.changed({name: values.get(name, default).lower()})
        except SettingsError as error:
            problems.append(f"{error}; {default} is used")
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
