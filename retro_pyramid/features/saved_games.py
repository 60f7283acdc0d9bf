"""Games saved by name: typing one, with the list of those there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Key
from retro_pyramid.rules.transcript import Save
from retro_pyramid.session import Session
from retro_pyramid.ui.dialogs import Confirm
from retro_pyramid.ui.drawing import SINGLE, Hint
from retro_pyramid.ui.element import Part, panel, spot, text
from retro_pyramid.ui.lists import Answer, Listing
from retro_pyramid.ui.text_entry import LineEntry

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.table.table_screen import Table

_LENGTH = 8
_TOP, _LEFT, _PITCH, _WIDTH = 16, 12, 10, 56
_ACROSS, _ROWS = 5, 2
"""Names beside each other, and rows of them; a name takes two rows of cells, as a finger needs."""
# No saved game is called so: names are in capitals.
_OK = "button:ok"
_WATCH_KEY = "F9"


class SavedGames(LineEntry):
    """Asks for the name of a saved game; the names there are stand below, for a click or the arrow keys.

    `only` puts the only name there is on the line; `watch` shows the game of a name move by move.
    """

    name = "files"
    box = (_LEFT, 6, _WIDTH, 10)

    def __init__(
        self,
        app: App,
        words: tuple[str, str],
        enter: Callable[[str], str | None],
        only: bool = False,
        watch: Callable[[str], str | None] | None = None,
    ) -> None:
        title, verb = words
        self._names = app.services.files.saves.names()
        self._first = 0
        super().__init__(
            app,
            (title, "Up to 8 letters and digits", "Name:", "Type a name first", verb, "Cancel"),
            self._try,
            app.pop,
            _LENGTH,
        )
        self._take = enter
        self._watch = watch
        self._offered = False
        """Whether the name on the line was neither typed nor chosen: typing begins another, a click chooses it."""
        if only and len(self._names) == 1:
            self._fill(self._names[0])
            self._offered = True

    def _try(self, name: str) -> None:
        """Close when the name will do, else say why not."""
        self._refused(self._take(name))

    def _refused(self, problem: str | None) -> None:
        if problem:
            self._offered = False
            self.app.sounds.play("refuse")
            self.message = problem

    @property
    def _listing(self) -> Listing:
        """The names there are as a list; the one on the line has the bar."""
        text = self.text.upper()
        at = self._names.index(text) if text in self._names and not self._offered else -1
        return Listing(tuple(f"button:{name}" for name in self._names), (), at, page=_ACROSS * _ROWS)

    def _answer(self, answer: Answer | None) -> None:
        if answer is not None and answer.taken:
            self._finish()
        elif answer is not None:
            self._fill(self._names[answer.row])

    def _fill(self, name: str) -> None:
        self._offered = False
        self.put(name)
        self.selected = f"button:{name}"
        row = self._names.index(name) // _ACROSS * _ACROSS
        self._first = min(max(self._first, row - _ACROSS * (_ROWS - 1)), row)

    def _seen(self) -> list[str]:
        return self._names[self._first : self._first + _ROWS * _ACROSS]

    def keys(self) -> list[tuple[str, str]]:
        """Return the keys of the line, and the one that shows the moves of a game, where it does."""
        return [*super().keys(), *([] if self._watch is None else [(_WATCH_KEY, "button:watch")])]

    def key(self, key: Key) -> None:
        """Up, Down, PgUp and PgDn go through the names there are; the rest is typing."""
        if key.name in ("UP", "DOWN", "PGUP", "PGDN"):
            self._answer(self._listing.key(key))
        else:
            if self._offered and key.char:
                self.put("")
            self._offered = False
            super().key(key)

    def wheel(self, notches: int) -> None:
        """Go through the names there are."""
        self._answer(self._listing.wheel(notches))

    def act(self, name: str) -> None:
        """Put a name that is clicked on the line; clicked again, it is taken."""
        answer = self._listing.click(name)
        if name == _OK:
            self._finish()
        elif name == "button:watch" and self._watch is not None:
            # The game of the name on the line is shown move by move.
            line = self.text.strip()
            self._refused(self._watch(line) if line else "Choose a name first")
        elif answer is None:
            super().act(name)
        else:
            self._answer(answer)

    def hints(self) -> list[Hint]:
        """Return the keys, those of the list too."""
        enter, _, leave = super().hints()
        names = [Hint("↑↓", "Names")] if self._names else []
        watch = [Hint(_WATCH_KEY, "Watch it", "button:watch")] if self._names and self._watch else []
        return [enter, *names, *watch, leave]

    def buttons(self) -> list[Hint]:
        """Return OK and the others."""
        return [Hint("", "OK", _OK), *super().buttons()[1:]]

    def _place(self, at: int) -> tuple[int, int]:
        return _LEFT + 3 + _PITCH * (at % _ACROSS), _TOP + 1 + 2 * (at // _ACROSS)

    def parts(self) -> list[Part]:
        """Return the box, the button beside the line, and the names below it."""
        dress = self.dress
        names = "Saved games" if self._names else "No saved games yet"
        found = [*super().parts(), panel(_LEFT, _TOP, _WIDTH, 2 * _ROWS + 2, dress, names, SINGLE)]
        for at, name in enumerate(self._seen()):
            column, row = self._place(at)
            attribute = dress.bar if name == self.text.upper() else dress.paper
            found.append(text(column, row, f" {name:<{_PITCH - 1}}", attribute))
            found.append(spot(column, row, _PITCH, 2).use(f"button:{name}", words=name))
        return found


def save_as(table: Table) -> None:
    """Ask for a name and save the game under it; over another game only if the player says yes."""
    app, saves = table.app, table.app.services.files.saves

    def ask(name: str) -> str | None:
        if name.upper() not in saves.names():
            return write(name)
        detail = "The game saved under this name is lost"
        app.push(Confirm(app, f"Save over {name.upper()}?", detail, lambda: write_over(name)))
        return None

    def write_over(name: str) -> None:
        problem = write(name)
        if problem:
            table.refuse(problem)

    def write(name: str) -> str | None:
        try:
            saved = saves.write(name, table.session.save())
        except ValueError as error:
            return str(error)
        app.pop()
        table.say(f"Saved as {name.upper()}" if saved else "The game could not be saved", warns=not saved)
        return None

    app.push(SavedGames(app, ("Save the game", "Save"), ask))


def load_named(table: Table) -> None:
    """Ask for a name and take up the game saved under it."""
    app = table.app

    def saved(name: str) -> Save | str:
        """Return the game of a name, else why there is none."""
        notices = app.services.files.notices
        try:
            save = app.services.files.saves.read(name)
        except ValueError as error:
            return str(error)
        return save or (notices.pop() if notices else "It cannot be used")

    def watch(name: str) -> str | None:
        save = saved(name)
        if isinstance(save, str):
            return save
        game = save.game._replace(moves=save.game.moves[: save.cursor])
        app.flow.watch(game, f"The game saved as {name.upper()}")
        return None

    def read(name: str) -> str | None:
        save = saved(name)
        if isinstance(save, str):
            return save
        if save.game.edition != app.record.id:
            return "That game is of another program"
        app.pop()
        table.take(Session.load(save, app.record.habits))
        app.options |= table.session.rules.options
        table.game.keep(table)
        table.say(f"{name.upper()} is back")
        return None

    app.push(SavedGames(app, ("Load a game", "Load"), read, only=True, watch=watch))
