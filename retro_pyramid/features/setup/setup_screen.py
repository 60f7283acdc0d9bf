"""The Setup screen: a list of pages, the settings of one page, and a preview of the table. Changes apply at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.app.assets import tunes
from retro_pyramid.app.sounds import ERROR
from retro_pyramid.features.help import Help
from retro_pyramid.features.setup.pages import Door, Page, pages_of, tunes_named
from retro_pyramid.machine.events import Key
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, ROWS, Video
from retro_pyramid.settings import LISTEN, Setting
from retro_pyramid.table.presentation import Surface
from retro_pyramid.table.table_spec import TableLook
from retro_pyramid.ui.drawing import SINGLE, Hint, cells_rect, fitted, frame
from retro_pyramid.ui.element import Part, lettered, masthead, painted, said, text
from retro_pyramid.ui.lists import ENTER, PITCH, Keys, Listing
from retro_pyramid.ui.settings_form import SettingLines

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.table.render.base import Felt

PREVIEW_LEFT, TOP, PREVIEW_WIDTH, PREVIEW_HEIGHT = 60, 4, 19, 15
"""Position and size of the preview of the table, in cells."""
_PREVIEW_CARDS = 25, 35, 6, 39
"""Cards of the preview: the upper one, two in a row, the lower one."""
_PAGE_LIST_CELLS = (1, TOP, 13)
"""Column, row and width of the list of pages."""
_LABEL_COLUMN = 17
_DESCRIPTION_ROW = TOP + PREVIEW_HEIGHT + 2
"""Row of the key help and description of the setting with the cursor."""
_SILENCE = (0, 150)
"""Silence between tunes that are played one after the other: hertz and milliseconds."""
_LINK_KEYS = Keys(take=(*ENTER, "SPACE", "RIGHT"))
_PAGE_KEYS = Keys(take=(*_LINK_KEYS.take, "TAB"))


def _draw_preview_cards(renderer: Felt, is_text_mode: bool) -> None:
    """Draw four cards of all suits and a back, further apart in text mode."""
    width, height = renderer.card_size
    left, top = PREVIEW_LEFT * CELL_WIDTH, TOP * CELL_HEIGHT
    dx, dy = (10 * CELL_WIDTH, 3 * CELL_HEIGHT) if is_text_mode else (width + 8, 36)
    margin = (PREVIEW_WIDTH * CELL_WIDTH - dx - width) // 2
    first_y = top + (CELL_HEIGHT if is_text_mode else 12)
    renderer.card((left + margin + dx // 2, first_y), _PREVIEW_CARDS[0])
    for index, card in enumerate(_PREVIEW_CARDS[1:3]):
        renderer.card((left + margin + index * dx, first_y + dy), card, selected=index == 1)
    second_y = first_y + dy + height + (0 if is_text_mode else 10)
    # A full stock would reach the edge.
    renderer.pile((left + margin, second_y), 12, None, False)
    renderer.card((left + margin + dx, second_y), _PREVIEW_CARDS[3])


class Ground(NamedTuple):
    """The data that Setup needs from the edition and the launcher."""

    look: TableLook
    """Table of the edition, drawn in the preview."""
    own: tuple[Setting, ...]
    """Settings of the edition."""
    doors: tuple[Door, ...]
    """Links to other screens."""
    help: str
    """Help text in mark-up."""
    shares: Sequence[Sequence[str]]
    """Rows of a rule set's option, and the shares of its deals that are winnable, easy and hard, as texts."""


class Setup(SettingLines):
    """The Setup screen.

    `page_name` is the page to open; `starts_in_settings` puts the keyboard focus on its settings. The focus is either in
    the list of pages or in the settings of the page; Tab switches between them.
    """

    name = "setup"
    labels = _LABEL_COLUMN, TOP + 2

    def __init__(self, app: App, ground: Ground, page_name: str = "display", inside: bool = False) -> None:
        super().__init__(app, ())
        self._context = ground
        self._page_name = page_name
        self._is_in_settings = inside
        self._link_message = ""
        self._sound_index = 0
        self.refit()

    def refit(self) -> None:
        self._renderer = Surface(self.app, self._context.look).felt
        self._pages = pages_of(self.app, self._context.own)
        names = [page.name for page in self._pages]
        self._open_page(names.index(self._page_name) if self._page_name in names else 0)

    @property
    def _page_index(self) -> int:
        return [page.name for page in self._pages].index(self._page_name)

    @property
    def _page_list(self) -> Listing:
        ids = tuple(f"setup:{page.name}" for page in self._pages)
        return Listing(ids, tuple(page.word[0] for page in self._pages), self._page_index, keys=_PAGE_KEYS)

    def _open_page(self, index: int) -> None:
        previous_id = (
            self.listing.selected if self.settings and self._page_name == self._pages[index].name else None
        )
        self._page_name, self.settings = self._pages[index].name, self._pages[index].settings
        self._is_wide = self._page_name == "sound"
        self.values_at = _LABEL_COLUMN + max((len(setting.label) for setting in self.settings), default=0) + 2
        self.room = (COLUMNS if self._is_wide else PREVIEW_LEFT) - self.values_at
        names = [setting.name for setting in self.settings]
        if self.settings:
            self.show_lines(names.index(previous_id) if previous_id in names else 0)
        else:
            ids = tuple(f"menu:{link.name}" for link in self._context.doors)
            letters = tuple(link.words[0] for link in self._context.doors)
            self.start(Listing(ids, letters, keys=_LINK_KEYS))

    def start(self, listing: Listing) -> None:
        self._link_message = ""
        if self.settings:
            super().start(listing)
        else:
            self.listing, self.selected, self.message = listing, listing.selected, None
        if not self._is_in_settings:
            self.selected, self.message = self._page_list.selected, None

    def _move_focus(self, into_settings: bool) -> None:
        self._is_in_settings = into_settings
        self.start(self.listing)

    @property
    def here(self) -> dict[str, str]:
        return {"setup": self._page_name}

    # Values, keys and actions

    def values(self, line: int | None = None) -> Listing:
        listing, line_index = super().values(line), self.listing.at if line is None else line
        return (
            listing._replace(at=self._sound_index)
            if self.settings[line_index].setting == LISTEN.setting
            else listing
        )

    def choose(self, line: int, value: int) -> None:
        """Choose a value; a new sound level and a sound to listen to are played."""
        setting = self.settings[line]
        self._is_in_settings = True
        self.listing = self.listing._replace(at=line)
        if setting.setting == LISTEN.setting:
            self._sound_index = value
            self.start(self.listing)
            names = tunes_named(self.app, setting.values[value][0])
            tones = [tone for name in names for tone in (*tunes()[name], _SILENCE)]
            self.machine.speaker.play(" ".join(names), tones[:-1])
            if not self.machine.speaker.on:
                self.message = "The sound is off: F2 puts it on"
            return
        self.app.choices.change({setting.setting: setting.values[value][0]})
        names = [shown_setting.name for shown_setting in self.settings]
        self.start(self.listing._replace(at=names.index(setting.name) if setting.name in names else 0))
        if setting.setting == self.app.record.sound_setting:
            self.app.sounds.play("win" if self.app.sounds.level.tunes else ERROR)

    def take(self, row: int) -> None:
        if self.settings and self.settings[row].setting == LISTEN.setting:
            self.choose(row, self._sound_index)
        elif self.settings:
            self.start(self.listing._replace(at=(row + 1) % len(self.settings)))
        else:
            link = self._context.doors[row]
            previous_screen = self.app.top
            link.go()
            if self.app.top is previous_screen:
                self._link_message = "Copied to the clipboard" if self.app.services.copy(link.note) else ""

    def keys(self) -> list[tuple[str, str]]:
        leave_keys = ("TAB",) if self.settings else ("TAB", "LEFT")
        page_keys = dict.fromkeys(leave_keys, "pages") if self._is_in_settings else {}
        return list({**self.own_keys, "F1": "button:help", **page_keys}.items())

    def key(self, key: Key) -> None:
        if self._is_in_settings and self.settings:
            super().key(key)
        elif self._is_in_settings:
            super(SettingLines, self).key(key)
        elif (answer := self._page_list.key(key)) is not None:
            if answer.taken:
                self._move_focus(True)
            else:
                self._open_page(answer.row)

    def wheel(self, notches: int) -> None:
        answer = self._page_list.wheel(notches)
        if self._is_in_settings:
            super().wheel(notches)
        elif answer is not None:
            self._open_page(answer.row)

    def act(self, name: str) -> None:
        page = self._page_list.click(name)
        if page is not None:
            self._is_in_settings = False
            self._open_page(page.row)
        elif name == "pages":
            self._move_focus(False)
        elif name == "button:help":
            self.app.push(Help(self.app, self._context.help, heading=("HELP", "SETUP")))
        elif not self.settings and name in self.listing.ids:
            self._is_in_settings = True
            self.start(self.listing._replace(at=self.listing.ids.index(name)))
            self.take(self.listing.at)
        else:
            super().act(name)

    # Elements

    def hints(self) -> list[Hint]:
        if not self._is_in_settings:
            movement_hints = [Hint("↑↓", "Page"), Hint("Enter", "Open")]
        elif self.settings:
            movement_hints = [Hint("↑↓", "Line"), Hint("←→", "Choose"), Hint("Tab", "Pages")]
        else:
            movement_hints = [Hint("↑↓", "Move"), Hint("Enter", "Go"), Hint("Tab", "Pages")]
        return [*movement_hints, Hint("F1", "Help", "button:help"), Hint("Esc", "Done", "back")]

    def parts(self) -> list[Part]:
        """Return the list of pages, the settings or links of the open page, the preview and the description."""
        theme, spec, page = self.dress, self.app.record, self._pages[self._page_index]
        links, description_lines = () if self.settings else self._context.doors, self._description_lines()
        lowest_row = max(_DESCRIPTION_ROW, self.labels[1] + self.height)
        notes_row = min(self.labels[1] + self.height, _DESCRIPTION_ROW - 1 - len(page.absent))
        return [
            painted(self._draw_surroundings),
            masthead("SETUP", spec.title, spec.issue, theme)._replace(told=f"Setup, {page.word}"),
            painted(
                lambda video: frame(
                    video, *_PAGE_LIST_CELLS, PITCH * len(self._pages) + 2, theme.frame, SINGLE
                )
            ),
            *map(self._page_element, count(), self._pages),
            text(_LABEL_COLUMN, TOP, page.word, theme.title, told=""),
            *self._setting_elements(),
            *map(partial(text, _LABEL_COLUMN, attribute=theme.dim), count(notes_row), page.absent),
            *map(self._link_element, count(), links),
            *(
                text(2, row, line, attribute, told="" if line == self.message else line)
                for row, (line, attribute) in enumerate(
                    description_lines, min(lowest_row, ROWS - 1 - len(description_lines))
                )
            ),
        ]

    def _setting_elements(self) -> list[Part]:
        """Return the elements of the settings; each is spoken with its value."""
        marked_line = self.listing.at if self._is_in_settings else -1
        elements = self.line_parts(marked_line) if self.settings else []
        spoken = [
            said(f"{setting.label}: {setting.values[self.values(line).at][1]}")
            for line, setting in enumerate(self.settings)
        ]
        return [*(part._replace(told="") for part in elements), *spoken]

    def _draw_surroundings(self, video: Video) -> None:
        right, bottom = PREVIEW_LEFT + PREVIEW_WIDTH, TOP + PREVIEW_HEIGHT
        self._renderer.clear()
        for box in (
            (0, 3, COLUMNS, TOP - 3),
            (0, TOP, COLUMNS if self._is_wide else PREVIEW_LEFT, PREVIEW_HEIGHT),
            (right, TOP, COLUMNS - right, PREVIEW_HEIGHT),
            (0, bottom, COLUMNS, ROWS - 1 - bottom),
        ):
            video.fill(*box, " ", self.dress.paper)
        if not self._is_wide:
            _draw_preview_cards(self._renderer, video.mode == "text")

    def _page_element(self, index: int, page: Page) -> Part:
        (column, row, width), theme, is_current = _PAGE_LIST_CELLS, self.dress, index == self._page_index
        cell_row = row + 1 + PITCH * index
        part = lettered(column + 1, cell_row, page.word, width - 2, theme, is_current)
        if is_current and self._is_in_settings:
            part = text(column + 1, cell_row, f" {page.word}".ljust(width - 2), theme.title)
        part = part._replace(rect=cells_rect(column + 1, cell_row, width - 2, PITCH), told="")
        return part.use(f"setup:{page.name}", words=page.word, of="Page", chosen=is_current)

    def _link_element(self, index: int, link: Door) -> Part:
        is_selected, row = self._is_in_settings and index == self.listing.at, self.labels[1] + PITCH * index
        part = lettered(_LABEL_COLUMN - 1, row, link.words, 30, self.dress, is_selected)
        part = part._replace(rect=cells_rect(_LABEL_COLUMN - 2, row, 42, PITCH), told=link.words)
        return part.use(f"menu:{link.name}", words=link.words)

    def _setting_description(self) -> str:
        """Return the description of the setting with the cursor, or of its value.

        The description of the deals contains their rates under the current rules.
        """
        _, *rates = next(row for row in self._context.shares if row[0] in self.app.rules().tag)
        descriptions = self.settings[self.listing.at].note.format(*rates).split(" / ")
        return descriptions[self.values().at % len(descriptions)]

    def _description_lines(self) -> Sequence[tuple[str, int]]:
        """Return the lines below the settings: key help, description, and settings overridden by the command line."""
        theme = self.dress
        lines = []
        if self._is_in_settings and self.settings:
            lines = [(self.message or "", theme.title)]
            lines += [(line, theme.paper) for line in fitted(self._setting_description(), 76, 3)]
        elif self._is_in_settings:
            lines = [(line, theme.paper) for line in fitted(self._context.doors[self.listing.at].note, 76, 2)]
            lines += [(self._link_message, theme.title)] if self._link_message else []
        overridden = [setting.label for setting in self.settings if setting.setting in self.app.choices.words]
        if overridden:
            source = "page's address" if self.app.services.host == "page" else "command line"
            override_note = f"From the {source}, for this run only: {', '.join(overridden)}"
            lines.append((override_note[: COLUMNS - 4], theme.title))
        return lines
