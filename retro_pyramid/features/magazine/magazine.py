"""On Disk Monthly as a front: an issue's menu with its departments, the programs, and articles with title pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.app.assets import article, picture, sketch
from retro_pyramid.features.help import WIDTH as COLUMN
from retro_pyramid.features.help import Help, HelpPage, HelpText
from retro_pyramid.features.magazine.cover import Cover
from retro_pyramid.features.magazine.disk_text import byline, is_marked, lay_out, page_of
from retro_pyramid.features.magazine.menus import GROUND, ISSUE, Go, InkScreen, ShellMenu, Way, blue
from retro_pyramid.features.magazine.page_script import TIMER_HZ, Page, Track, parse_page
from retro_pyramid.features.start.menus import help_of
from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, HEIGHT, WIDTH, Video
from retro_pyramid.resources import sections
from retro_pyramid.settings import LAST
from retro_pyramid.table.render.graphics import Pictures
from retro_pyramid.table.render.text import Characters
from retro_pyramid.ui.dialogs import Notice
from retro_pyramid.ui.drawing import Hint, centred
from retro_pyramid.ui.element import Part, masthead, said
from retro_pyramid.ui.lists import ENTER
from retro_pyramid.ui.markup import Line
from retro_pyramid.ui.screen import LEAVE
from retro_pyramid.ui.theme import MAGAZINE

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

_TICKS = 60 / TIMER_HZ
_CARDS = 52
_STAND_INS = 51, 37, 10
"""The King of spades over the Queen of hearts and the Jack of clubs."""
_COUNTED = ("NO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
_TEXTS = 6
_LONGEST = 60
"""Characters of a subtitle."""
_FIRST_PAGE, _GAME_PAGES, _ARTICLE_PAGES = 2, 2, 4
"""Where the games begin in print, and how many pages a game and an article would take."""
_HOW_TEXTS_COME = [line for (line,) in sections("magazine")["your disk"]]


class Department(NamedTuple):
    """A part of the issue: its name, its tab in the header, what is in it, and its articles by their files' names."""

    name: str
    label: str
    tab: str
    note: str
    articles: tuple[str, ...]


DEPARTMENTS = tuple(
    Department(name, label, tab, note, tuple(articles.split()))
    for name, label, tab, note, articles in sections("magazine")["departments"]
)
PICTURES = [name for (name,) in sections("magazine")["pictures"]]


class Doors(NamedTuple):
    """Where the shell leads: to a program by its id, out of it, and to further places."""

    play: Callable[[str], None]
    leave: Go
    others: tuple[Way, ...] = ()


def pages() -> tuple[str, ...]:
    """Return the names of the pages at which the magazine can be opened."""
    parts = [(part.name, *part.articles) for part in DEPARTMENTS]
    return ("games", "disk", *(name for part in parts for name in part))


def open_issue(app: App, doors: Doors, page: str = "") -> None:
    """Show the magazine: its cover, or one of its pages; an article's name may be followed by a line, as `luck.12`."""

    def again() -> None:
        app.go(cover)

    ways: tuple[Way, ...] = (
        ("games", "Games", partial(_games, app, doors, again)),
        *((part.name, part.label, partial(_department, app, part, again)) for part in DEPARTMENTS),
        ("disk", "Your Disk", partial(_your_disk, app, again)),
        *doors.others,
        ("quit", "Quit", doors.leave),
    )
    notes = _contents(len(app.services.programs))
    cover = Cover(app, ways, notes, doors.leave, lambda _: _read(app, "past", again))
    again()
    name, _, line = page.partition(".")
    if name == "games":
        _games(app, doors, again)
    elif name == "disk":
        _your_disk(app, again)
    for part in DEPARTMENTS:
        if name == part.name:
            _department(app, part, again)
        elif name in part.articles:
            _read(app, name, partial(_department, app, part, again), int(line or 0))


def _contents(games: int) -> dict[str, tuple[str, str]]:
    """Return what is in each part of the issue, and the page on which it would begin in print."""
    notes = {
        "games": (f"{_COUNTED[games].capitalize()} kinds of pyramid", str(_FIRST_PAGE)),
        "disk": ("Texts of a disk of your own", "A:"),
        "dos": ("For those who know the commands", "C:"),
        "quit": ("Close the issue", ""),
    }
    page = _FIRST_PAGE + _GAME_PAGES * games
    for part in DEPARTMENTS:
        notes[part.name] = (part.note, str(page))
        page += _ARTICLE_PAGES * len(part.articles)
    return notes


def _games(app: App, doors: Doors, back: Go) -> None:
    ways = [(name, title, partial(doors.play, name)) for name, title in app.services.programs.items()]
    words = ("GAMES", f"{_COUNTED[len(ways)]} PYRAMIDS")
    menu = ShellMenu(app, words, ways, back, lambda item: help_of(app, item.name))
    menu.begin_at(app.settings[LAST])
    menu.page = "games"
    app.go(menu)


def _department(app: App, part: Department, back: Go) -> None:
    def again() -> None:
        app.go(menu)

    titles = {name: parse_page(article(name)).title for name in part.articles}
    ways: list[Way] = [(name, title, partial(_read, app, name, again)) for name, title in titles.items()]
    menu = ShellMenu(app, (part.tab, part.label.upper()), ways, back, lambda _: _read(app, "past", again))
    menu.page = part.name
    app.go(menu)


def _your_disk(app: App, back: Go, first: int = 0) -> None:
    """Show the texts of the player's own disk, so many at a time, or how they come here."""
    texts = list(app.services.files.texts().items())

    def tell() -> None:
        app.push(Notice(app, "Your Disk", _HOW_TEXTS_COME))

    if not texts:
        tell()
        return
    ways: list[Way] = [
        (name.lower(), name, partial(read_text, app, name, text))
        for name, text in texts[first : first + _TEXTS]
    ]
    if len(texts) > _TEXTS:
        following = first + _TEXTS if first + _TEXTS < len(texts) else 0
        ways.append(("more", "More", partial(_your_disk, app, back, following)))
    menu = ShellMenu(app, ("DISK", "YOUR DISK"), ways, back, lambda _: tell())
    menu.page = "disk"
    app.go(menu)


def _read(app: App, name: str, back: Go, line: int = 0) -> None:
    """Open an article at its title page, or at a line of its text, counted from 1."""
    title = TitlePage(app, parse_page(article(name)), back)
    title.page = name
    app.go(title)
    if line:
        title.turn(line)


def read_text(app: App, name: str, text: str) -> None:
    """Show a text of the player's disk, an article by its title page first where its head describes one."""
    page = page_of(text)
    app.push(DiskText(app, name, text) if page is None else TitlePage(app, page, app.pop, name))


class TitlePage(InkScreen):
    """An article's first page: pictures that stand and pieces that move; Enter turns to the text.

    `disk` is the name of an article of the player's own disk. For the pictures that its page names, which are not
    here, cards stand.
    """

    name = "page"
    dress = MAGAZINE
    key_hints = (Hint("Enter", "Read", "button:read"), Hint("Esc", "Back", "back"))
    own_keys = LEAVE | dict.fromkeys((*ENTER, "PGDN", "RIGHT", "DOWN", "SPACE"), "button:read")

    def __init__(self, app: App, page: Page, back: Go, disk: str = "") -> None:
        super().__init__(app)
        self._script = page
        self._disk = disk
        self._back = back
        self.refit()
        self._ends = list(accumulate(track.steps * track.delay * _TICKS for track in page.tracks))
        self._time = self._ends[-1] if app.still and self._ends else 0.0

    def refit(self) -> None:
        text = self.video.mode == "text"
        self._felt = Characters(self.video) if text else Pictures(self.video, self.app.services.shown.cards())

    def event(self, event: Event) -> None:
        if isinstance(event, Key | Press) and self.busy():
            self._time = self._ends[-1]
            if isinstance(event, Key) and event.name != "ESC":
                return
        super().event(event)

    def act(self, name: str) -> None:
        if name == "back":
            self._back()
        else:
            self.turn()

    def turn(self, line: int = 1) -> None:
        title, text = self._script.title, self._script.text
        disk = DiskText(self.app, self._disk, text) if self._disk else None
        self.app.push(disk or Article(self.app, title, text, self.page, line))

    def tick(self, ticks: int) -> None:
        super().tick(ticks)
        self._time += ticks

    def busy(self) -> bool:
        return bool(self._ends) and self._time < self._ends[-1]

    def parts(self) -> list[Part]:
        """Return the page, which can be turned, and the header; title and subtitle are part of the picture."""
        whole = Part((0, 42, WIDTH, HEIGHT - 74), self._page, told=self._script.title)
        return [
            whole.use("button:turn"),
            said(_subtitle(self._script.text)),
            said(byline(self._script.text)),
            said("Enter turns to the text"),
            masthead("PAGE", "ON DISK MONTHLY", ISSUE, self.dress)._replace(told=""),
        ]

    def _page(self, video: Video) -> None:
        page = self._script
        blue(video, " ", 0x17)
        printed = {
            "title": (page.title, 14),
            "byline": (byline(page.text), 15),
            "descrip": (_subtitle(page.text), 15),
        }
        if video.mode == "text":
            for row, (words, colour) in zip((4, 5, 22), printed.values(), strict=True):
                centred(video, row, words, 0x10 | colour)
        for name, (x, y) in page.stills:
            if name not in printed:
                self._picture(name, (x, y))
            elif video.mode == "graphics":
                video.print(x, y, *printed[name])
        start = 0.0
        for track, end in zip(page.tracks, self._ends, strict=True):
            if self._time >= start:
                self._piece(track, min(int((self._time - start) / (track.delay * _TICKS)), track.steps))
            start = end

    def _picture(self, name: str, place: tuple[int, int]) -> None:
        """Draw a picture; in characters in the middle of where it would be; three cards for one that is not ours."""
        if name not in PICTURES:
            (left, _), (_, top) = self._felt.slots[1], self._felt.slots[0]
            for (x, y), card in zip(self._felt.slots, _STAND_INS, strict=False):
                self._felt.card((place[0] + x - left, place[1] + y - top), card)
            return
        image = picture(name)
        if self.video.mode == "graphics":
            self.video.page.blt(*place, image, 0, 0, image.width, image.height)
            return
        lines = sketch(name)
        column = (place[0] + (image.width - max(map(len, lines)) * CELL_WIDTH) // 2) // CELL_WIDTH
        row = (place[1] + image.height // 2) // CELL_HEIGHT - len(lines) // 2
        for line, words in enumerate(lines):
            self.video.write(column, row + line, words, 0x1F)

    def _piece(self, track: Track, now: int) -> None:
        """Draw a track's piece where it is, and where it left its picture behind."""
        for step in (now,) if track.puts_back else range(now + 1):
            number, place = track.image_at(step), track.place_at(step)
            if self._disk or self._script.pieces_file == "deck":
                if -64 < place[0] < WIDTH and -64 < place[1] < HEIGHT:
                    self._felt.card(place, number - 1 if number <= _CARDS else None)
            elif self.video.mode == "graphics":
                image = picture(PICTURES[number - 1])
                self.video.page.blt(*place, image, 0, 0, image.width, image.height, GROUND)


def _subtitle(text: str) -> str:
    """Return what the text says under its own title: its second centred line."""
    centred = [line[2:].strip() for line in text.split("\n") if line.startswith("^C")]
    return centred[1][:_LONGEST] if len(centred) > 1 else ""


class Article(InkScreen, Help):
    """The text of an article, to page through from a line on; `page` is the name of its page in the magazine, if any."""

    name = "article"

    def __init__(self, app: App, title: str, text: str, page: str = "", line: int = 1) -> None:
        super().__init__(app, text, heading=("READ", title))
        self._name = page
        self._scroll(line - 1)

    @property
    def here(self) -> dict[str, str]:
        """Return the article and the first line that is seen, nothing for a text that is no page."""
        return {"page": f"{self._name}.{self._first + 1}"} if self._name else {}


class DiskText(Article):
    """A text of the player's disk, an article or plain lines, to page through."""

    def parse(self, text: str) -> HelpText:
        return HelpText((HelpPage("", text),), {})

    def lay_out(self, text: str) -> list[Line]:
        """Return the text's lines, across the screen where they are too long for a column."""
        longest = max(map(len, text.split("\n")))
        if is_marked(text) or not COLUMN < longest <= COLUMNS - 2:
            return lay_out(text, COLUMN)
        self.left = 1
        return lay_out(text, COLUMNS - 2)
