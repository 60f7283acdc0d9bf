"""The Setup screen: a list of pages, the settings of one page, and a preview of the table. Changes apply at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.app.assets import load_tunes
from retro_pyramid.app.sounds import ERROR_EVENT
from retro_pyramid.features.help import HelpScreen
from retro_pyramid.features.setup.pages import SetupLink, SetupPage, build_pages, tunes_for_event
from retro_pyramid.machine.events import KeyPress
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, ROWS, DisplayAdapter
from retro_pyramid.settings import SPEECH_DEF, SettingDef
from retro_pyramid.table.presentation import TablePresentation
from retro_pyramid.table.table_spec import TableSpec
from retro_pyramid.ui.drawing import SINGLE_LINE_CHARS, KeyHint, cells_to_pixels, draw_frame, wrap_text
from retro_pyramid.ui.element import (
    Element,
    custom_element,
    header_element,
    menu_row,
    spoken_only,
    text_element,
)
from retro_pyramid.ui.lists import ENTER_KEYS, ROW_PITCH, ListKeys, ListModel
from retro_pyramid.ui.settings_form import SettingsList

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.table.render.base import TableRenderer

PREVIEW_LEFT, CONTENT_TOP, PREVIEW_WIDTH, PREVIEW_HEIGHT = 60, 4, 19, 15
"""Position and size of the preview of the table, in cells."""
_PREVIEW_CARDS = 25, 35, 6, 39
"""Cards of the preview: the upper one, two in a row, the lower one."""
_PAGE_LIST_CELLS = (1, CONTENT_TOP, 13)
"""Column, row and width of the list of pages."""
_LABEL_COLUMN = 17
_DESCRIPTION_ROW = CONTENT_TOP + PREVIEW_HEIGHT + 2
"""Row of the key help and description of the setting with the cursor."""
_SILENCE = (0, 150)
"""Silence between tunes that are played one after the other: hertz and milliseconds."""
_LINK_KEYS = ListKeys(activate=(*ENTER_KEYS, "SPACE", "RIGHT"))
_PAGE_KEYS = ListKeys(activate=(*_LINK_KEYS.activate, "TAB"))


def _draw_preview_cards(renderer: TableRenderer, is_text_mode: bool) -> None:
    """Draw four cards of all suits and a back, further apart in text mode."""
    width, height = renderer.card_size
    left, top = PREVIEW_LEFT * CELL_WIDTH, CONTENT_TOP * CELL_HEIGHT
    dx, dy = (10 * CELL_WIDTH, 3 * CELL_HEIGHT) if is_text_mode else (width + 8, 36)
    margin = (PREVIEW_WIDTH * CELL_WIDTH - dx - width) // 2
    first_y = top + (CELL_HEIGHT if is_text_mode else 12)
    renderer.draw_card((left + margin + dx // 2, first_y), _PREVIEW_CARDS[0])
    for index, card in enumerate(_PREVIEW_CARDS[1:3]):
        renderer.draw_card((left + margin + index * dx, first_y + dy), card, is_focused=index == 1)
    second_y = first_y + dy + height + (0 if is_text_mode else 10)
    # A full stock would reach the edge.
    renderer.draw_pile((left + margin, second_y), 12, None, False)
    renderer.draw_card((left + margin + dx, second_y), _PREVIEW_CARDS[3])


class SetupContext(NamedTuple):
    """The data that Setup needs from the edition and the launcher."""

    table_spec: TableSpec
    """Table of the edition, drawn in the preview."""
    edition_settings: tuple[SettingDef, ...]
    """Settings of the edition."""
    links: tuple[SetupLink, ...]
    """Links to other screens."""
    help_text: str
    """Help text in mark-up."""
    deal_rates: Sequence[Sequence[str]]
    """Rows of a rule set's option, and the shares of its deals that are winnable, easy and hard, as texts."""


class SetupScreen(SettingsList):
    """The Setup screen.

    `page_name` is the page to open; `starts_in_settings` puts the keyboard focus on its settings. The focus is either in
    the list of pages or in the settings of the page; Tab switches between them.
    """

    name = "setup"
    labels_cell = _LABEL_COLUMN, CONTENT_TOP + 2

    def __init__(
        self, app: App, context: SetupContext, page_name: str = "display", starts_in_settings: bool = False
    ) -> None:
        super().__init__(app, ())
        self._context = context
        self._page_name = page_name
        self._is_in_settings = starts_in_settings
        self._link_message = ""
        self._sound_index = 0
        self.rebuild()

    def rebuild(self) -> None:
        self._renderer = TablePresentation(self.app, self._context.table_spec).renderer
        self._pages = build_pages(self.app, self._context.edition_settings)
        names = [page.name for page in self._pages]
        self._open_page(names.index(self._page_name) if self._page_name in names else 0)

    @property
    def _page_index(self) -> int:
        return [page.name for page in self._pages].index(self._page_name)

    @property
    def _page_list(self) -> ListModel:
        ids = tuple(f"setup:{page.name}" for page in self._pages)
        return ListModel(ids, tuple(page.label[0] for page in self._pages), self._page_index, keys=_PAGE_KEYS)

    def _open_page(self, index: int) -> None:
        previous_id = (
            self.list_model.selected_id
            if self.settings and self._page_name == self._pages[index].name
            else None
        )
        self._page_name, self.settings = self._pages[index].name, self._pages[index].settings
        self._is_wide = self._page_name == "sound"
        self.values_column = (
            _LABEL_COLUMN + max((len(setting.label) for setting in self.settings), default=0) + 2
        )
        self.values_width = (COLUMNS if self._is_wide else PREVIEW_LEFT) - self.values_column
        names = [setting.name for setting in self.settings]
        if self.settings:
            self.show_settings(names.index(previous_id) if previous_id in names else 0)
        else:
            ids = tuple(f"menu:{link.name}" for link in self._context.links)
            letters = tuple(link.label[0] for link in self._context.links)
            self.show_list(ListModel(ids, letters, keys=_LINK_KEYS))

    def show_list(self, list_model: ListModel) -> None:
        self._link_message = ""
        if self.settings:
            super().show_list(list_model)
        else:
            self.list_model, self.selected_id, self.message = list_model, list_model.selected_id, None
        if not self._is_in_settings:
            self.selected_id, self.message = self._page_list.selected_id, None

    def _move_focus(self, into_settings: bool) -> None:
        self._is_in_settings = into_settings
        self.show_list(self.list_model)

    @property
    def link_params(self) -> dict[str, str]:
        return {"setup": self._page_name}

    # Values, keys and actions

    def build_value_list(self, line_index: int | None = None) -> ListModel:
        listing, line_index = (
            super().build_value_list(line_index),
            self.list_model.selected_index if line_index is None else line_index,
        )
        return (
            listing._replace(selected_index=self._sound_index)
            if self.settings[line_index].key == SPEECH_DEF.key
            else listing
        )

    def choose_value(self, line_index: int, value_index: int) -> None:
        """Choose a value; a new sound level and a sound to listen to are played."""
        setting = self.settings[line_index]
        self._is_in_settings = True
        self.list_model = self.list_model._replace(selected_index=line_index)
        if setting.key == SPEECH_DEF.key:
            self._sound_index = value_index
            self.show_list(self.list_model)
            names = tunes_for_event(self.app, setting.values[value_index][0])
            tones = [tone for name in names for tone in (*load_tunes()[name], _SILENCE)]
            self.machine.speaker.play(" ".join(names), tones[:-1])
            if not self.machine.speaker.is_enabled:
                self.message = "The sound is off: F2 puts it on"
            return
        self.app.settings_store.set_values({setting.key: setting.values[value_index][0]})
        names = [shown_setting.name for shown_setting in self.settings]
        self.show_list(
            self.list_model._replace(selected_index=names.index(setting.name) if setting.name in names else 0)
        )
        if setting.key == self.app.edition.sound_setting:
            self.app.sounds.play_events("win" if self.app.sounds.level.plays_tunes else ERROR_EVENT)

    def activate_row(self, row_index: int) -> None:
        if self.settings and self.settings[row_index].key == SPEECH_DEF.key:
            self.choose_value(row_index, self._sound_index)
        elif self.settings:
            self.show_list(self.list_model._replace(selected_index=(row_index + 1) % len(self.settings)))
        else:
            link = self._context.links[row_index]
            previous_screen = self.app.top_screen
            link.on_open()
            if self.app.top_screen is previous_screen:
                self._link_message = (
                    "Copied to the clipboard" if self.app.services.copy_to_clipboard(link.description) else ""
                )

    def get_key_bindings(self) -> list[tuple[str, str]]:
        leave_keys = ("TAB",) if self.settings else ("TAB", "LEFT")
        page_keys = dict.fromkeys(leave_keys, "pages") if self._is_in_settings else {}
        return list({**self.BINDINGS, "F1": "button:help", **page_keys}.items())

    def on_key(self, key: KeyPress) -> None:
        if self._is_in_settings and self.settings:
            super().on_key(key)
        elif self._is_in_settings:
            super(SettingsList, self).on_key(key)
        elif (answer := self._page_list.handle_key(key)) is not None:
            if answer.is_activated:
                self._move_focus(True)
            else:
                self._open_page(answer.row_index)

    def on_wheel(self, notches: int) -> None:
        answer = self._page_list.handle_wheel(notches)
        if self._is_in_settings:
            super().on_wheel(notches)
        elif answer is not None:
            self._open_page(answer.row_index)

    def on_action(self, action_id: str) -> None:
        page = self._page_list.handle_click(action_id)
        if page is not None:
            self._is_in_settings = False
            self._open_page(page.row_index)
        elif action_id == "pages":
            self._move_focus(False)
        elif action_id == "button:help":
            self.app.push(HelpScreen(self.app, self._context.help_text, heading=("HELP", "SETUP")))
        elif not self.settings and action_id in self.list_model.target_ids:
            self._is_in_settings = True
            self.show_list(
                self.list_model._replace(selected_index=self.list_model.target_ids.index(action_id))
            )
            self.activate_row(self.list_model.selected_index)
        else:
            super().on_action(action_id)

    # Elements

    def get_key_hints(self) -> list[KeyHint]:
        if not self._is_in_settings:
            movement_hints = [KeyHint("↑↓", "Page"), KeyHint("Enter", "Open")]
        elif self.settings:
            movement_hints = [KeyHint("↑↓", "Line"), KeyHint("←→", "Choose"), KeyHint("Tab", "Pages")]
        else:
            movement_hints = [KeyHint("↑↓", "Move"), KeyHint("Enter", "Go"), KeyHint("Tab", "Pages")]
        return [*movement_hints, KeyHint("F1", "Help", "button:help"), KeyHint("Esc", "Done", "back")]

    def build_elements(self) -> list[Element]:
        """Return the list of pages, the settings or links of the open page, the preview and the description."""
        theme, spec, page = self.theme, self.app.edition, self._pages[self._page_index]
        links, description_lines = () if self.settings else self._context.links, self._description_lines()
        lowest_row = max(_DESCRIPTION_ROW, self.labels_cell[1] + self.row_count)
        notes_row = min(
            self.labels_cell[1] + self.row_count, _DESCRIPTION_ROW - 1 - len(page.unavailable_notes)
        )
        return [
            custom_element(self._draw_surroundings),
            header_element("SETUP", spec.title, spec.issue, theme)._replace(spoken=f"Setup, {page.label}"),
            custom_element(
                lambda video: draw_frame(
                    video, *_PAGE_LIST_CELLS, ROW_PITCH * len(self._pages) + 2, theme.frame, SINGLE_LINE_CHARS
                )
            ),
            *map(self._page_element, count(), self._pages),
            text_element(_LABEL_COLUMN, CONTENT_TOP, page.label, theme.title, spoken=""),
            *self._setting_elements(),
            *map(
                partial(text_element, _LABEL_COLUMN, attribute=theme.muted),
                count(notes_row),
                page.unavailable_notes,
            ),
            *map(self._link_element, count(), links),
            *(
                text_element(2, row, line, attribute, spoken="" if line == self.message else line)
                for row, (line, attribute) in enumerate(
                    description_lines, min(lowest_row, ROWS - 1 - len(description_lines))
                )
            ),
        ]

    def _setting_elements(self) -> list[Element]:
        """Return the elements of the settings; each is spoken with its value."""
        marked_line = self.list_model.selected_index if self._is_in_settings else -1
        elements = self.build_line_elements(marked_line) if self.settings else []
        spoken = [
            spoken_only(f"{setting.label}: {setting.values[self.build_value_list(line).selected_index][1]}")
            for line, setting in enumerate(self.settings)
        ]
        return [*(part._replace(spoken="") for part in elements), *spoken]

    def _draw_surroundings(self, video: DisplayAdapter) -> None:
        right, bottom = PREVIEW_LEFT + PREVIEW_WIDTH, CONTENT_TOP + PREVIEW_HEIGHT
        self._renderer.draw_empty_table()
        for box in (
            (0, 3, COLUMNS, CONTENT_TOP - 3),
            (0, CONTENT_TOP, COLUMNS if self._is_wide else PREVIEW_LEFT, PREVIEW_HEIGHT),
            (right, CONTENT_TOP, COLUMNS - right, PREVIEW_HEIGHT),
            (0, bottom, COLUMNS, ROWS - 1 - bottom),
        ):
            video.fill_cells(*box, " ", self.theme.text)
        if not self._is_wide:
            _draw_preview_cards(self._renderer, video.mode == "text")

    def _page_element(self, index: int, page: SetupPage) -> Element:
        (column, row, width), theme, is_current = _PAGE_LIST_CELLS, self.theme, index == self._page_index
        cell_row = row + 1 + ROW_PITCH * index
        part = menu_row(column + 1, cell_row, page.label, width - 2, theme, is_current)
        if is_current and self._is_in_settings:
            part = text_element(column + 1, cell_row, f" {page.label}".ljust(width - 2), theme.title)
        part = part._replace(rect=cells_to_pixels(column + 1, cell_row, width - 2, ROW_PITCH), spoken="")
        return part.with_target(f"setup:{page.name}", label=page.label, group="Page", checked=is_current)

    def _link_element(self, index: int, link: SetupLink) -> Element:
        is_selected, row = (
            self._is_in_settings and index == self.list_model.selected_index,
            self.labels_cell[1] + ROW_PITCH * index,
        )
        part = menu_row(_LABEL_COLUMN - 1, row, link.label, 30, self.theme, is_selected)
        part = part._replace(rect=cells_to_pixels(_LABEL_COLUMN - 2, row, 42, ROW_PITCH), spoken=link.label)
        return part.with_target(f"menu:{link.name}", label=link.label)

    def _setting_description(self) -> str:
        """Return the description of the setting with the cursor, or of its value.

        The description of the deals contains their rates under the current rules.
        """
        _, *rates = next(row for row in self._context.deal_rates if row[0] in self.app.get_rules().id)
        descriptions = self.settings[self.list_model.selected_index].description.format(*rates).split(" / ")
        return descriptions[self.build_value_list().selected_index % len(descriptions)]

    def _description_lines(self) -> Sequence[tuple[str, int]]:
        """Return the lines below the settings: key help, description, and settings overridden by the command line."""
        theme = self.theme
        lines = []
        if self._is_in_settings and self.settings:
            lines = [(self.message or "", theme.title)]
            lines += [(line, theme.text) for line in wrap_text(self._setting_description(), 76, 3)]
        elif self._is_in_settings:
            lines = [
                (line, theme.text)
                for line in wrap_text(self._context.links[self.list_model.selected_index].description, 76, 2)
            ]
            lines += [(self._link_message, theme.title)] if self._link_message else []
        overridden = [
            setting.label for setting in self.settings if setting.key in self.app.settings_store.overrides
        ]
        if overridden:
            source = "page's address" if self.app.services.host == "page" else "command line"
            override_note = f"From the {source}, for this run only: {', '.join(overridden)}"
            lines.append((override_note[: COLUMNS - 4], theme.title))
        return lines
