"""Setup: pages of settings by a list at the left, a piece of the table at the right; every choice holds at once."""

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
"""Where the piece of the table is, in cells."""
_CARDS = 25, 35, 6, 39
"""Its cards: the upper one, two in a row, the lower one."""
_LIST = (1, TOP, 13)
"""The column, row and width of the list of pages."""
_LABELS = 17
_WORDS = TOP + PREVIEW_HEIGHT + 2
"""The row in which it is said what is asked for and what that means."""
_PAUSE = (0, 150)
"""The silence between several tunes that are played together, as hertz and milliseconds."""
_DOOR_KEYS = Keys(take=(*ENTER, "SPACE", "RIGHT"))
_PAGE_KEYS = Keys(take=(*_DOOR_KEYS.take, "TAB"))


def _lay_cards(felt: Felt, text: bool) -> None:
    """Lay four cards and a back, of all suits: in `text` mode further apart."""
    width, height = felt.card_size
    left, top = PREVIEW_LEFT * CELL_WIDTH, TOP * CELL_HEIGHT
    apart, down = (10 * CELL_WIDTH, 3 * CELL_HEIGHT) if text else (width + 8, 36)
    margin = (PREVIEW_WIDTH * CELL_WIDTH - apart - width) // 2
    first = top + (CELL_HEIGHT if text else 12)
    felt.card((left + margin + apart // 2, first), _CARDS[0])
    for at, card in enumerate(_CARDS[1:3]):
        felt.card((left + margin + at * apart, first + down), card, selected=at == 1)
    second = first + down + height + (0 if text else 10)
    # A whole stock would reach the edge.
    felt.pile((left + margin, second), 12, None, False)
    felt.card((left + margin + apart, second), _CARDS[3])


class Ground(NamedTuple):
    """What Setup stands on in a program: its table's look, its own settings, the ways out, and the help.

    `shares` tell of some options how many deals can be won, are gentle and hard, each in words.
    """

    look: TableLook
    own: tuple[Setting, ...]
    doors: tuple[Door, ...]
    help: str
    shares: Sequence[Sequence[str]]


class Setup(SettingLines):
    """The screen; `page` is the name of the page it begins with, its lines having the keys if `inside`.

    The keys are either in the list of pages or among the lines of one; Tab leads from one to the other.
    """

    name = "setup"
    labels = _LABELS, TOP + 2

    def __init__(self, app: App, ground: Ground, page: str = "display", inside: bool = False) -> None:
        super().__init__(app, ())
        self._ground = ground
        self._page = page
        self._inside = inside
        self._said = ""
        self._heard = 0
        self.refit()

    def refit(self) -> None:
        self._felt = Surface(self.app, self._ground.look).felt
        self._pages = pages_of(self.app, self._ground.own)
        names = [page.name for page in self._pages]
        self._open(names.index(self._page) if self._page in names else 0)

    @property
    def _at(self) -> int:
        return [page.name for page in self._pages].index(self._page)

    @property
    def _list(self) -> Listing:
        ids = tuple(f"setup:{page.name}" for page in self._pages)
        return Listing(ids, tuple(page.word[0] for page in self._pages), self._at, keys=_PAGE_KEYS)

    def _open(self, at: int) -> None:
        before = self.listing.selected if self.settings and self._page == self._pages[at].name else None
        self._page, self.settings = self._pages[at].name, self._pages[at].settings
        self._wide = self._page == "sound"
        self.values_at = _LABELS + max((len(one.label) for one in self.settings), default=0) + 2
        self.room = (COLUMNS if self._wide else PREVIEW_LEFT) - self.values_at
        names = [setting.name for setting in self.settings]
        if self.settings:
            self.show_lines(names.index(before) if before in names else 0)
        else:
            ids = tuple(f"menu:{door.name}" for door in self._ground.doors)
            letters = tuple(door.words[0] for door in self._ground.doors)
            self.start(Listing(ids, letters, keys=_DOOR_KEYS))

    def start(self, listing: Listing) -> None:
        self._said = ""
        if self.settings:
            super().start(listing)
        else:
            self.listing, self.selected, self.message = listing, listing.selected, None
        if not self._inside:
            self.selected, self.message = self._list.selected, None

    def _enter(self, inside: bool) -> None:
        self._inside = inside
        self.start(self.listing)

    @property
    def here(self) -> dict[str, str]:
        return {"setup": self._page}

    # What is asked for

    def values(self, line: int | None = None) -> Listing:
        found, asked = super().values(line), self.listing.at if line is None else line
        return found._replace(at=self._heard) if self.settings[asked].setting == LISTEN.setting else found

    def choose(self, line: int, value: int) -> None:
        """Choose a value; a sound level is heard, and so is a sound."""
        setting = self.settings[line]
        self._inside = True
        self.listing = self.listing._replace(at=line)
        if setting.setting == LISTEN.setting:
            self._heard = value
            self.start(self.listing)
            names = tunes_named(self.app, setting.values[value][0])
            tones = [tone for name in names for tone in (*tunes()[name], _PAUSE)]
            self.machine.speaker.play(" ".join(names), tones[:-1])
            if not self.machine.speaker.on:
                self.message = "The sound is off: F2 puts it on"
            return
        self.app.choices.change({setting.setting: setting.values[value][0]})
        names = [one.name for one in self.settings]
        self.start(self.listing._replace(at=names.index(setting.name) if setting.name in names else 0))
        if setting.setting == self.app.record.sound_setting:
            self.app.sounds.play("win" if self.app.sounds.level.tunes else ERROR)

    def take(self, row: int) -> None:
        if self.settings and self.settings[row].setting == LISTEN.setting:
            self.choose(row, self._heard)
        elif self.settings:
            self.start(self.listing._replace(at=(row + 1) % len(self.settings)))
        else:
            door = self._ground.doors[row]
            before = self.app.top
            door.go()
            if self.app.top is before:
                self._said = "Copied to the clipboard" if self.app.services.copy(door.note) else ""

    def keys(self) -> list[tuple[str, str]]:
        out = ("TAB",) if self.settings else ("TAB", "LEFT")
        pages = dict.fromkeys(out, "pages") if self._inside else {}
        return list({**self.own_keys, "F1": "button:help", **pages}.items())

    def key(self, key: Key) -> None:
        if self._inside and self.settings:
            super().key(key)
        elif self._inside:
            super(SettingLines, self).key(key)
        elif (answer := self._list.key(key)) is not None:
            if answer.taken:
                self._enter(True)
            else:
                self._open(answer.row)

    def wheel(self, notches: int) -> None:
        answer = self._list.wheel(notches)
        if self._inside:
            super().wheel(notches)
        elif answer is not None:
            self._open(answer.row)

    def act(self, name: str) -> None:
        page = self._list.click(name)
        if page is not None:
            self._inside = False
            self._open(page.row)
        elif name == "pages":
            self._enter(False)
        elif name == "button:help":
            self.app.push(Help(self.app, self._ground.help, heading=("HELP", "SETUP")))
        elif not self.settings and name in self.listing.ids:
            self._inside = True
            self.start(self.listing._replace(at=self.listing.ids.index(name)))
            self.take(self.listing.at)
        else:
            super().act(name)

    # What is shown

    def hints(self) -> list[Hint]:
        if not self._inside:
            moving = [Hint("↑↓", "Page"), Hint("Enter", "Open")]
        elif self.settings:
            moving = [Hint("↑↓", "Line"), Hint("←→", "Choose"), Hint("Tab", "Pages")]
        else:
            moving = [Hint("↑↓", "Move"), Hint("Enter", "Go"), Hint("Tab", "Pages")]
        return [*moving, Hint("F1", "Help", "button:help"), Hint("Esc", "Done", "back")]

    def parts(self) -> list[Part]:
        """Return the pages, the lines of the one that is open or the ways out, the preview, and what is said of them."""
        dress, record, page = self.dress, self.app.record, self._pages[self._at]
        doors, words = () if self.settings else self._ground.doors, self._words()
        lowest = max(_WORDS, self.labels[1] + self.height)
        below = min(self.labels[1] + self.height, _WORDS - 1 - len(page.absent))
        return [
            painted(self._ground_around),
            masthead("SETUP", record.title, record.issue, dress)._replace(told=f"Setup, {page.word}"),
            painted(lambda video: frame(video, *_LIST, PITCH * len(self._pages) + 2, dress.frame, SINGLE)),
            *map(self._page_part, count(), self._pages),
            text(_LABELS, TOP, page.word, dress.title, told=""),
            *self._line_parts(),
            *map(partial(text, _LABELS, attribute=dress.dim), count(below), page.absent),
            *map(self._door, count(), doors),
            *(
                text(2, at, line, attribute, told="" if line == self.message else line)
                for at, (line, attribute) in enumerate(words, min(lowest, ROWS - 1 - len(words)))
            ),
        ]

    def _line_parts(self) -> list[Part]:
        """Return the lines; each is read with its value."""
        asked = self.listing.at if self._inside else -1
        lines = self.line_parts(asked) if self.settings else []
        told = [
            said(f"{setting.label}: {setting.values[self.values(line).at][1]}")
            for line, setting in enumerate(self.settings)
        ]
        return [*(part._replace(told="") for part in lines), *told]

    def _ground_around(self, video: Video) -> None:
        right, below = PREVIEW_LEFT + PREVIEW_WIDTH, TOP + PREVIEW_HEIGHT
        self._felt.clear()
        for box in (
            (0, 3, COLUMNS, TOP - 3),
            (0, TOP, COLUMNS if self._wide else PREVIEW_LEFT, PREVIEW_HEIGHT),
            (right, TOP, COLUMNS - right, PREVIEW_HEIGHT),
            (0, below, COLUMNS, ROWS - 1 - below),
        ):
            video.fill(*box, " ", self.dress.paper)
        if not self._wide:
            _lay_cards(self._felt, video.mode == "text")

    def _page_part(self, at: int, page: Page) -> Part:
        (column, row, width), dress, here = _LIST, self.dress, at == self._at
        line = row + 1 + PITCH * at
        part = lettered(column + 1, line, page.word, width - 2, dress, here)
        if here and self._inside:
            part = text(column + 1, line, f" {page.word}".ljust(width - 2), dress.title)
        part = part._replace(rect=cells_rect(column + 1, line, width - 2, PITCH), told="")
        return part.use(f"setup:{page.name}", words=page.word, of="Page", chosen=here)

    def _door(self, at: int, door: Door) -> Part:
        here, row = self._inside and at == self.listing.at, self.labels[1] + PITCH * at
        part = lettered(_LABELS - 1, row, door.words, 30, self.dress, here)
        part = part._replace(rect=cells_rect(_LABELS - 2, row, 42, PITCH), told=door.words)
        return part.use(f"menu:{door.name}", words=door.words)

    def _note(self) -> str:
        """Return what the setting asked for means, or its value; of deals with their shares under the rules that hold."""
        _, *shares = next(row for row in self._ground.shares if row[0] in self.app.rules().tag)
        notes = self.settings[self.listing.at].note.format(*shares).split(" / ")
        return notes[self.values().at % len(notes)]

    def _words(self) -> Sequence[tuple[str, int]]:
        """Return the lines below: what can be done, what it means, and which settings are words of the command line."""
        dress = self.dress
        lines = []
        if self._inside and self.settings:
            lines = [(self.message or "", dress.title)]
            lines += [(line, dress.paper) for line in fitted(self._note(), 76, 3)]
        elif self._inside:
            lines = [(line, dress.paper) for line in fitted(self._ground.doors[self.listing.at].note, 76, 2)]
            lines += [(self._said, dress.title)] if self._said else []
        said = [setting.label for setting in self.settings if setting.setting in self.app.choices.words]
        if said:
            where = "page's address" if self.app.services.host == "page" else "command line"
            words = f"From the {where}, for this run only: {', '.join(said)}"
            lines.append((words[: COLUMNS - 4], dress.title))
        return lines
