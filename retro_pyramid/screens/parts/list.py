"""A list with a bar, without a screen: which row a key, the wheel or a click leads to, and whether it is taken."""

from typing import NamedTuple

from retro_pyramid.machine.events import Key

ENTER = ("ENTER", "KPENTER")


class Keys(NamedTuple):
    """The names of the keys that move the bar back and on by a row, and of those that take the row it is on."""

    back: tuple[str, ...] = ("UP",)
    on: tuple[str, ...] = ("DOWN",)
    take: tuple[str, ...] = (*ENTER, "SPACE")


class Answer(NamedTuple):
    """What an event comes to: the index of a row, which is taken, or else gets the bar."""

    row: int
    taken: bool = False


class Listing(NamedTuple):
    """A list of rows by their target ids; `at` is the index of the row with the bar, -1 while none has it.

    `letters` has a capital letter or digit for each row, or several, or is empty. With `at_once` a letter or a click
    takes its row; without it both only move the bar, and a click on the row that has it takes that. Rows with the same
    letter are then gone through in turn. `page` is how many rows PgUp and PgDn move the bar by, 0 standing for all. With
    `one_click` a click takes its row in any case.
    """

    ids: tuple[str, ...]
    letters: tuple[str, ...] = ()
    at: int = 0
    at_once: bool = False
    keys: Keys = Keys()
    page: int = 0
    one_click: bool = False

    @property
    def selected(self) -> str | None:
        """The id of the row with the bar."""
        return self.ids[self.at] if self.at >= 0 else None

    def key(self, key: Key) -> Answer | None:
        """Return what a key comes to, None for nothing; a held key takes no row.

        >>> menu = Listing(("play", "help"), ("P", "H"))
        >>> menu.key(Key("UP")), menu.key(Key("h", "h")), menu.key(Key("ENTER"))
        (Answer(row=1, taken=False), Answer(row=1, taken=False), Answer(row=0, taken=True))
        """
        count, page = len(self.ids), self.page or len(self.ids)
        if not count:
            return None
        if key.name in self.keys.back:
            return Answer((max(self.at, 0) - 1) % count)
        if key.name in self.keys.on:
            return Answer((self.at + 1) % count)
        if key.name in self.keys.take:
            return None if key.repeat or self.at < 0 else Answer(self.at, taken=True)
        match key.name:
            case "HOME":
                return Answer(0)
            case "END":
                return Answer(count - 1)
            case "PGUP" | "PGDN":
                return self._moved(page if key.name == "PGDN" else -page)
        return self._letter(key.char.upper())

    def wheel(self, notches: int) -> Answer | None:
        """Return what the wheel comes to: a row a notch, as far as the list goes; up is positive."""
        return self._moved(-notches) if self.ids else None

    def click(self, name: str) -> Answer | None:
        """Return what a click on a target comes to, None for one that is no row."""
        if name not in self.ids:
            return None
        return Answer(self.ids.index(name), taken=self.at_once or self.one_click or name == self.selected)

    def _moved(self, rows: int) -> Answer:
        return Answer(min(max(self.at + rows, 0), len(self.ids) - 1))

    def _letter(self, letter: str) -> Answer | None:
        first = 0 if self.at_once else self.at + 1
        rows = [row % len(self.ids) for row in range(first, first + len(self.letters))]
        found = next((row for row in rows if letter and letter in self.letters[row]), None)
        return None if found is None else Answer(found, taken=self.at_once)
