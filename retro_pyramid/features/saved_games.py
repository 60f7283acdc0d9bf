"""Saving and loading games by name: the dialog with the list of saved games, and the commands that open it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.machine.events import KeyPress
from retro_pyramid.rules.transcript import SavedSession
from retro_pyramid.session import Session
from retro_pyramid.ui.dialogs import ConfirmDialog
from retro_pyramid.ui.drawing import SINGLE_LINE_CHARS, KeyHint
from retro_pyramid.ui.element import Element, box_element, hit_area, text_element
from retro_pyramid.ui.lists import ListAction, ListModel
from retro_pyramid.ui.text_entry import TextInputDialog

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.table.table_screen import TableScreen

_MAX_NAME_LENGTH = 8
_BOX_TOP, _BOX_LEFT, _COLUMN_WIDTH, _BOX_WIDTH = 16, 12, 10, 56
_COLUMN_COUNT, _ROW_COUNT = 5, 2
"""Columns and rows of the list of names; a name is two rows of cells high, as a finger needs."""
# Cannot be the target of a name: names are in capitals.
_OK_TARGET = "button:ok"
_WATCH_KEY = "F9"


class SavedGamesDialog(TextInputDialog):
    """Asks for the name of a saved game, with a list of the existing names for clicks and arrow keys.

    `texts` are the title and the label of the key hint for Enter. `on_enter` gets the name and returns an error message
    or None. `prefill_single_name` puts the name on the line if there is only one. `on_watch`, if given, gets a name and
    shows that game move by move; it returns an error message or None, too.
    """

    name = "files"
    box_cells = (_BOX_LEFT, 6, _BOX_WIDTH, 10)

    def __init__(
        self,
        app: App,
        texts: tuple[str, str],
        on_enter: Callable[[str], str | None],
        prefill_single_name: bool = False,
        on_watch: Callable[[str], str | None] | None = None,
    ) -> None:
        title, verb = texts
        self._saved_names = app.services.files.saved_games.list_names()
        self._first_index = 0
        super().__init__(
            app,
            (title, "Up to 8 letters and digits", "Name:", "Type a name first", verb, "Cancel"),
            self._use_name,
            app.pop,
            _MAX_NAME_LENGTH,
        )
        self._accept_name = on_enter
        self._watch_game = on_watch
        self._is_prefilled = False
        """Whether the name on the line was neither typed nor selected: typing replaces it, a click selects it."""
        if prefill_single_name and len(self._saved_names) == 1:
            self._select_name(self._saved_names[0])
            self._is_prefilled = True

    def _use_name(self, name: str) -> None:
        """Use the name, and show the error message if there is one."""
        self._show_problem(self._accept_name(name))

    def _show_problem(self, problem: str | None) -> None:
        if problem:
            self._is_prefilled = False
            self.app.sounds.play_events("refuse")
            self.message = problem

    @property
    def _list_model(self) -> ListModel:
        """The names as a list model; the name on the line is selected."""
        line = self.text.upper()
        index = self._saved_names.index(line) if line in self._saved_names and not self._is_prefilled else -1
        return ListModel(
            tuple(f"button:{name}" for name in self._saved_names),
            (),
            index,
            page_rows=_COLUMN_COUNT * _ROW_COUNT,
        )

    def _apply_list_action(self, list_action: ListAction | None) -> None:
        if list_action is not None and list_action.is_activated:
            self._enter_text()
        elif list_action is not None:
            self._select_name(self._saved_names[list_action.row_index])

    def _select_name(self, name: str) -> None:
        self._is_prefilled = False
        self.set_text(name)
        self.selected_id = f"button:{name}"
        row = self._saved_names.index(name) // _COLUMN_COUNT * _COLUMN_COUNT
        self._first_index = min(max(self._first_index, row - _COLUMN_COUNT * (_ROW_COUNT - 1)), row)

    def _visible_names(self) -> list[str]:
        return self._saved_names[self._first_index : self._first_index + _ROW_COUNT * _COLUMN_COUNT]

    def get_key_bindings(self) -> list[tuple[str, str]]:
        """Return the key bindings of the line, and the key that shows a game move by move, if that is possible."""
        return [
            *super().get_key_bindings(),
            *([] if self._watch_game is None else [(_WATCH_KEY, "button:watch")]),
        ]

    def on_key(self, key: KeyPress) -> None:
        """Select a name with Up, Down, PgUp and PgDn; all other keys edit the line."""
        if key.name in ("UP", "DOWN", "PGUP", "PGDN"):
            self._apply_list_action(self._list_model.handle_key(key))
        else:
            if self._is_prefilled and key.char:
                self.set_text("")
            self._is_prefilled = False
            super().on_key(key)

    def on_wheel(self, notches: int) -> None:
        """Select the previous or next name."""
        self._apply_list_action(self._list_model.handle_wheel(notches))

    def on_action(self, action_id: str) -> None:
        """Put a clicked name on the line; a second click uses it."""
        list_action = self._list_model.handle_click(action_id)
        if action_id == _OK_TARGET:
            self._enter_text()
        elif action_id == "button:watch" and self._watch_game is not None:
            # Shows the game of the name on the line.
            line = self.text.strip()
            self._show_problem(self._watch_game(line) if line else "Choose a name first")
        elif list_action is None:
            super().on_action(action_id)
        else:
            self._apply_list_action(list_action)

    def get_key_hints(self) -> list[KeyHint]:
        """Return the key hints of the line and of the list."""
        enter_hint, _, leave_hint = super().get_key_hints()
        name_hints = [KeyHint("↑↓", "Names")] if self._saved_names else []
        watch_hints = (
            [KeyHint(_WATCH_KEY, "Watch it", "button:watch")]
            if self._saved_names and self._watch_game
            else []
        )
        return [enter_hint, *name_hints, *watch_hints, leave_hint]

    def get_button_hints(self) -> list[KeyHint]:
        """Return the button OK and those of the other hints."""
        return [KeyHint("", "OK", _OK_TARGET), *super().get_button_hints()[1:]]

    def _cell_of(self, index: int) -> tuple[int, int]:
        return _BOX_LEFT + 3 + _COLUMN_WIDTH * (index % _COLUMN_COUNT), _BOX_TOP + 1 + 2 * (
            index // _COLUMN_COUNT
        )

    def build_elements(self) -> list[Element]:
        """Return the box with the line, and the names below it."""
        dress = self.theme
        list_title = "Saved games" if self._saved_names else "No saved games yet"
        elements = [
            *super().build_elements(),
            box_element(
                _BOX_LEFT, _BOX_TOP, _BOX_WIDTH, 2 * _ROW_COUNT + 2, dress, list_title, SINGLE_LINE_CHARS
            ),
        ]
        for index, name in enumerate(self._visible_names()):
            column, row = self._cell_of(index)
            attribute = dress.selection if name == self.text.upper() else dress.text
            elements.append(text_element(column, row, f" {name:<{_COLUMN_WIDTH - 1}}", attribute))
            elements.append(hit_area(column, row, _COLUMN_WIDTH, 2).with_target(f"button:{name}", label=name))
        return elements


def show_save_dialog(table: TableScreen) -> None:
    """Ask for a name and save the game under it, after a confirmation if that replaces another game."""
    app, saves = table.app, table.app.services.files.saved_games

    def on_enter(name: str) -> str | None:
        if name.upper() not in saves.list_names():
            return write(name)
        detail = "The game saved under this name is lost"
        app.push(ConfirmDialog(app, f"Save over {name.upper()}?", detail, lambda: write_over(name)))
        return None

    def write_over(name: str) -> None:
        problem = write(name)
        if problem:
            table.show_error(problem)

    def write(name: str) -> str | None:
        try:
            is_saved = saves.write(name, table.session.to_saved_session())
        except ValueError as error:
            return str(error)
        app.pop()
        table.show_message(
            f"Saved as {name.upper()}" if is_saved else "The game could not be saved", is_warning=not is_saved
        )
        return None

    app.push(SavedGamesDialog(app, ("Save the game", "Save"), on_enter))


def show_load_dialog(table: TableScreen) -> None:
    """Ask for a name and resume the game saved under it."""
    app = table.app

    def load_game(name: str) -> SavedSession | str:
        """Return the game saved under a name, or an error message."""
        notices = app.services.files.notification_lines
        try:
            saved_game = app.services.files.saved_games.read(name)
        except ValueError as error:
            return str(error)
        return saved_game or (notices.pop() if notices else "It cannot be used")

    def on_watch(name: str) -> str | None:
        saved_game = load_game(name)
        if isinstance(saved_game, str):
            return saved_game
        transcript = saved_game.transcript._replace(
            moves=saved_game.transcript.moves[: saved_game.move_index]
        )
        app.navigator.show_replay(transcript, f"The game saved as {name.upper()}")
        return None

    def on_enter(name: str) -> str | None:
        saved_game = load_game(name)
        if isinstance(saved_game, str):
            return saved_game
        if saved_game.transcript.edition != app.edition.id:
            return "That game is of another program"
        app.pop()
        table.set_session(Session.load_as_assist(saved_game, app.edition.assist_policy))
        app.options |= table.session.rules.options
        table.lifecycle.save(table)
        table.show_message(f"{name.upper()} is back")
        return None

    app.push(
        SavedGamesDialog(app, ("Load a game", "Load"), on_enter, prefill_single_name=True, on_watch=on_watch)
    )
