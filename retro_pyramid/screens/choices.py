"""The settings as they hold in this run: what is kept of them, what words of the command line choose, and who follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping


class Choices:
    """The settings of all programs by name (`em.speed`); everything that changes one goes through `change`.

    `kept` are those of the player's files, `words` those that words choose for this run; `remember` keeps one.

    >>> choices = Choices({"em.speed": "fast", "shell.deck": "1"}, {"em.speed": "slow"})
    >>> choices["em.speed"], choices.change({"em.speed": "medium"}), choices["em.speed"], choices.words
    ('slow', None, 'medium', {})
    """

    def __init__(
        self,
        kept: Mapping[str, str],
        words: Mapping[str, str] | None = None,
        remember: Callable[[str, str], None] = lambda _setting, _value: None,
    ) -> None:
        self._kept = dict(kept)
        self.words = dict(words or {})
        self.values = {**self._kept, **self.words}
        self._remember = remember
        self.follow: Callable[[Mapping[str, str]], None] = lambda _changed: None
        """Is told what has changed."""

    def __getitem__(self, setting: str) -> str:
        return self.values[setting]

    def change(
        self, kept: Mapping[str, str], words: Mapping[str, str] | None = None, brought: bool = False
    ) -> None:
        """Let settings hold from now on, and others for this run alone, in place of those that words chose before.

        What is chosen holds in place of a word. What was `brought` in with a file does not, and is kept there already.
        """
        self._kept |= kept
        if words is not None:
            self.words = dict(words)
        elif not brought:
            self.words = {name: self.words[name] for name in self.words.keys() - kept}
        before, self.values = self.values, {**self._kept, **self.words}
        if not brought:
            for setting, value in kept.items():
                self._remember(setting, value)
        self.follow({name: value for name, value in self.values.items() if before.get(name) != value})
