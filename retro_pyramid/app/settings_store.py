"""The settings as they hold in this run: what is kept of them, what words of the command line choose, and who follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping


class Choices:
    """The settings of all programs by name (`em.speed`); everything that changes one goes through `change`.

    `kept` are those of the player's files, `words` those that words choose for this run; `remember` keeps one, and `read`
    reads all that are kept now.

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
        self._kept = dict(kept)
        self.words = dict(words or {})
        self.values = {**self._kept, **self.words}
        self._remember, self._read = remember, read
        self.follow: Callable[[Mapping[str, str]], None] = lambda _changed: None
        """Is told what has changed."""

    def change(self, kept: Mapping[str, str], words: Mapping[str, str] | None = None) -> None:
        """Let settings hold from now on, and others for this run alone, in place of those that words chose before.

        What is chosen holds in place of a word.
        """
        self.words = {n: self.words[n] for n in self.words.keys() - kept} if words is None else dict(words)
        for setting, value in kept.items():
            self._remember(setting, value)
        self.hold(kept)

    def refresh(self, names: Iterable[str]) -> None:
        """Let these be what the player's files keep now, which something else has written; words hold in their place."""
        now = self._read()
        self.hold({name: now[name] for name in names if name in now})

    def hold(self, kept: Mapping[str, str]) -> None:
        """Take settings for what is kept of them; words hold in their place."""
        self._kept |= kept
        before, self.values = self.values, {**self._kept, **self.words}
        self.follow({name: value for name, value in self.values.items() if before.get(name) != value})
