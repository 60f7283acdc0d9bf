"""The settings in effect in this run: stored values and command-line overrides, with a change callback."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping


class SettingsStore:
    """The settings of all editions by key (`em.speed`); all changes go through `set_values`.

    `stored` are the values of the player's files, `overrides` those of the command line for this run; `save_setting`
    stores one value, and `read_stored` reads all stored values.

    >>> store = SettingsStore({"em.speed": "fast", "shell.deck": "1"}, {"em.speed": "slow"})
    >>> store.values["em.speed"], store.set_values({"em.speed": "medium"}), store.values["em.speed"], store.overrides
    ('slow', None, 'medium', {})
    """

    def __init__(
        self,
        stored: Mapping[str, str],
        overrides: Mapping[str, str] | None = None,
        save_setting: Callable[[str, str], None] = lambda _setting, _value: None,
        read_stored: Callable[[], Mapping[str, str]] = dict,
    ) -> None:
        self._stored = dict(stored)
        self.overrides = dict(overrides or {})
        self.values = {**self._stored, **self.overrides}
        self._save_setting, self._read_stored = save_setting, read_stored
        self.on_change: Callable[[Mapping[str, str]], None] = lambda _changed: None
        """Called with the changed settings."""

    def set_values(self, changes: Mapping[str, str], overrides: Mapping[str, str] | None = None) -> None:
        """Store settings, and replace the overrides of this run if they are given.

        A stored value replaces the override of that setting.
        """
        self.overrides = (
            {n: self.overrides[n] for n in self.overrides.keys() - changes}
            if overrides is None
            else dict(overrides)
        )
        for setting, value in changes.items():
            self._save_setting(setting, value)
        self.update_stored(changes)

    def reload(self, names: Iterable[str]) -> None:
        """Reload these settings from the player's files after something else has written them; overrides stay in effect."""
        stored = self._read_stored()
        self.update_stored({name: stored[name] for name in names if name in stored})

    def update_stored(self, changes: Mapping[str, str]) -> None:
        """Take over stored values without saving them; overrides stay in effect."""
        self._stored |= changes
        old_values, self.values = self.values, {**self._stored, **self.overrides}
        self.on_change({name: value for name, value in self.values.items() if old_values.get(name) != value})
