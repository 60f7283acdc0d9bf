"""The settings in effect in this run: stored values and command-line overrides, with a change callback."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping


class Choices:
    """The settings of all editions by key (`em.speed`); all changes go through `set_values`.

    `stored` are the values of the player's files, `overrides` those of the command line for this run; `save_setting`
    stores one value, and `read_stored` reads all stored values.

    >>> choices = Choices({"em.speed": "fast", "shell.deck": "1"}, {"em.speed": "slow"})
    >>> choices.values["em.speed"], choices.change({"em.speed": "medium"}), choices.values["em.speed"], choices.words
    ('slow', None, 'medium', {})
    """

    def __init__(
        self,
        kept: Mapping[str, str],
        words: Mapping[str, str] | None = None,
        remember: Callable[[str, str], None] = lambda _setting, _value: None,
        read: Callable[[], Mapping[str, str]] = dict,
    ) -> None:
        self._stored = dict(kept)
        self.words = dict(words or {})
        self.values = {**self._stored, **self.words}
        self._save_setting, self._read_stored = remember, read
        self.follow: Callable[[Mapping[str, str]], None] = lambda _changed: None
        """Called with the changed settings."""

    def change(self, kept: Mapping[str, str], words: Mapping[str, str] | None = None) -> None:
        """Store settings, and replace the overrides of this run if they are given.

        A stored value replaces the override of that setting.
        """
        self.words = {n: self.words[n] for n in self.words.keys() - kept} if words is None else dict(words)
        for setting, value in kept.items():
            self._save_setting(setting, value)
        self.hold(kept)

    def refresh(self, names: Iterable[str]) -> None:
        """Reload these settings from the player's files after something else has written them; overrides stay in effect."""
        stored = self._read_stored()
        self.hold({name: stored[name] for name in names if name in stored})

    def hold(self, kept: Mapping[str, str]) -> None:
        """Take over stored values without saving them; overrides stay in effect."""
        self._stored |= kept
        old_values, self.values = self.values, {**self._stored, **self.words}
        self.follow({name: value for name, value in self.values.items() if old_values.get(name) != value})
