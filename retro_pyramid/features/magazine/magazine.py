"""The magazine On Disk Monthly: menus of its departments and of the games, articles and their title pages."""

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

_FRAMES_PER_TIMER_TICK = 60 / TIMER_HZ
_DECK_SIZE = 52
_PLACEHOLDER_CARDS = 51, 37, 10
"""The King of spades above the Queen of hearts and the Jack of clubs."""
_NUMBER_WORDS = ("NO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
_TEXTS_PER_MENU = 6
_MAX_SUBTITLE_LENGTH = 60
"""Maximum length in characters."""
_FIRST_PAGE_NUMBER, _PAGES_PER_GAME, _PAGES_PER_ARTICLE = 2, 2, 4
"""Page numbers of the contents: the first page of the games, and the pages per game and per article."""
_IMPORT_HELP_LINES = [line for (line,) in sections("magazine")["your disk"]]


class Department(NamedTuple):
    """A department of the issue."""

    name: str
    """Name of its menu item and of its page."""
    label: str
    """Text of its menu item."""
    tab: str
    """Text of the header's tab."""
    note: str
    """Description on the cover."""
    articles: tuple[str, ...]
    """Names of its articles' files, without extension."""


DEPARTMENTS = tuple(
    Department(name, label, tab, note, tuple(articles.split()))
    for name, label, tab, note, articles in sections("magazine")["departments"]
)
PICTURES = [name for (name,) in sections("magazine")["pictures"]]


class Doors(NamedTuple):
    """Callbacks that lead out of the magazine: start an edition by its id, leave the magazine, and extra menu links."""

    play: Callable[[str], None]
    leave: Go
    others: tuple[Way, ...] = ()


def pages() -> tuple[str, ...]:
    """Return the names of the pages at which the magazine can be opened."""
    names_by_department = [(department.name, *department.articles) for department in DEPARTMENTS]
    return ("games", "disk", *(name for department in names_by_department for name in department))


def open_issue(app: App, doors: Doors, page: str = "") -> None:
    """Show the magazine at its cover or at one of its pages.

    The name of an article may be followed by a line number, as in `luck.12`.
    """

    def show_cover() -> None:
        app.go(cover)

    menu_links: tuple[Way, ...] = (
        ("games", "Games", partial(_open_games_menu, app, doors, show_cover)),
        *(
            (department.name, department.label, partial(_open_department_menu, app, department, show_cover))
            for department in DEPARTMENTS
        ),
        ("disk", "Your Disk", partial(_open_disk_menu, app, show_cover)),
        *doors.others,
        ("quit", "Quit", doors.leave),
    )
    descriptions = _contents_entries(len(app.services.programs))
    cover = Cover(
        app, menu_links, descriptions, doors.leave, lambda _: _open_article(app, "past", show_cover)
    )
    show_cover()
    name, _, line = page.partition(".")
    if name == "games":
        _open_games_menu(app, doors, show_cover)
    elif name == "disk":
        _open_disk_menu(app, show_cover)
    for department in DEPARTMENTS:
        if name == department.name:
            _open_department_menu(app, department, show_cover)
        elif name in department.articles:
            _open_article(
                app, name, partial(_open_department_menu, app, department, show_cover), int(line or 0)
            )


def _contents_entries(game_count: int) -> dict[str, tuple[str, str]]:
    """Return the description and the page number in print of each entry of the contents, by its name."""
    entries = {
        "games": (f"{_NUMBER_WORDS[game_count].capitalize()} kinds of pyramid", str(_FIRST_PAGE_NUMBER)),
        "disk": ("Texts of a disk of your own", "A:"),
        "dos": ("For those who know the commands", "C:"),
        "quit": ("Close the issue", ""),
    }
    page_number = _FIRST_PAGE_NUMBER + _PAGES_PER_GAME * game_count
    for department in DEPARTMENTS:
        entries[department.name] = (department.note, str(page_number))
        page_number += _PAGES_PER_ARTICLE * len(department.articles)
    return entries


def _open_games_menu(app: App, links: Doors, on_leave: Go) -> None:
    """Show the menu of the games."""
    menu_links = [(name, title, partial(links.play, name)) for name, title in app.services.programs.items()]
    heading = ("GAMES", f"{_NUMBER_WORDS[len(menu_links)]} PYRAMIDS")
    menu = ShellMenu(app, heading, menu_links, on_leave, lambda item: help_of(app, item.name))
    menu.begin_at(app.settings[LAST])
    menu.page = "games"
    app.go(menu)


def _open_department_menu(app: App, department: Department, on_leave: Go) -> None:
    """Show the menu of a department's articles."""

    def show_menu() -> None:
        app.go(menu)

    titles = {name: parse_page(article(name)).title for name in department.articles}
    menu_links: list[Way] = [
        (name, title, partial(_open_article, app, name, show_menu)) for name, title in titles.items()
    ]
    menu = ShellMenu(
        app,
        (department.tab, department.label.upper()),
        menu_links,
        on_leave,
        lambda _: _open_article(app, "past", show_menu),
    )
    menu.page = department.name
    app.go(menu)


def _open_disk_menu(app: App, on_leave: Go, first_index: int = 0) -> None:
    """Show the texts of the player's disk, `_TEXTS_PER_MENU` at a time, or how to import texts if there are none."""
    texts = list(app.services.files.texts().items())

    def show_import_help() -> None:
        app.push(Notice(app, "Your Disk", _IMPORT_HELP_LINES))

    if not texts:
        show_import_help()
        return
    menu_links: list[Way] = [
        (name.lower(), name, partial(read_text, app, name, text))
        for name, text in texts[first_index : first_index + _TEXTS_PER_MENU]
    ]
    if len(texts) > _TEXTS_PER_MENU:
        next_index = first_index + _TEXTS_PER_MENU if first_index + _TEXTS_PER_MENU < len(texts) else 0
        menu_links.append(("more", "More", partial(_open_disk_menu, app, on_leave, next_index)))
    menu = ShellMenu(app, ("DISK", "YOUR DISK"), menu_links, on_leave, lambda _: show_import_help())
    menu.page = "disk"
    app.go(menu)


def _open_article(app: App, name: str, on_leave: Go, line_number: int = 0) -> None:
    """Open an article at its title page, or at a line of its text, counted from 1."""
    title_page = TitlePage(app, parse_page(article(name)), on_leave)
    title_page.page = name
    app.go(title_page)
    if line_number:
        title_page.turn(line_number)


def read_text(app: App, name: str, text: str) -> None:
    """Show a text of the player's disk; an article whose head describes a title page starts with that page."""
    script = page_of(text)
    app.push(DiskText(app, name, text) if script is None else TitlePage(app, script, app.pop, name))


class TitlePage(InkScreen):
    """First page of an article with still and animated pictures; Enter opens the text.

    `disk_file_name` is set for an article of the player's disk. Cards are drawn in place of the pictures of such an
    article, which are not available.
    """

    name = "page"
    dress = MAGAZINE
    key_hints = (Hint("Enter", "Read", "button:read"), Hint("Esc", "Back", "back"))
    own_keys = LEAVE | dict.fromkeys((*ENTER, "PGDN", "RIGHT", "DOWN", "SPACE"), "button:read")

    def __init__(self, app: App, script: Page, back: Go, disk: str = "") -> None:
        super().__init__(app)
        self._script = script
        self._disk_file_name = disk
        self._on_leave = back
        self.refit()
        self._track_end_ticks = list(
            accumulate(track.steps * track.delay * _FRAMES_PER_TIMER_TICK for track in script.tracks)
        )
        self._elapsed_ticks = self._track_end_ticks[-1] if app.still and self._track_end_ticks else 0.0

    def refit(self) -> None:
        is_text_mode = self.video.mode == "text"
        self._renderer = (
            Characters(self.video) if is_text_mode else Pictures(self.video, self.app.services.shown.cards())
        )

    def event(self, event: Event) -> None:
        if isinstance(event, Key | Press) and self.busy():
            self._elapsed_ticks = self._track_end_ticks[-1]
            if isinstance(event, Key) and event.name != "ESC":
                return
        super().event(event)

    def act(self, name: str) -> None:
        if name == "back":
            self._on_leave()
        else:
            self.turn()

    def turn(self, line: int = 1) -> None:
        title, text = self._script.title, self._script.text
        disk_reader = DiskText(self.app, self._disk_file_name, text) if self._disk_file_name else None
        self.app.push(disk_reader or Article(self.app, title, text, self.page, line))

    def tick(self, ticks: int) -> None:
        super().tick(ticks)
        self._elapsed_ticks += ticks

    def busy(self) -> bool:
        return bool(self._track_end_ticks) and self._elapsed_ticks < self._track_end_ticks[-1]

    def parts(self) -> list[Part]:
        """Return the page, which opens the text if clicked, and the header; the picture includes title and subtitle."""
        picture_area = Part((0, 42, WIDTH, HEIGHT - 74), self._draw_page, told=self._script.title)
        return [
            picture_area.use("button:turn"),
            said(_find_subtitle(self._script.text)),
            said(byline(self._script.text)),
            said("Enter turns to the text"),
            masthead("PAGE", "ON DISK MONTHLY", ISSUE, self.dress)._replace(told=""),
        ]

    def _draw_page(self, video: Video) -> None:
        script = self._script
        blue(video, " ", 0x17)
        printed_texts = {
            "title": (script.title, 14),
            "byline": (byline(script.text), 15),
            "descrip": (_find_subtitle(script.text), 15),
        }
        if video.mode == "text":
            for row, (line, colour) in zip((4, 5, 22), printed_texts.values(), strict=True):
                centred(video, row, line, 0x10 | colour)
        for name, (x, y) in script.stills:
            if name not in printed_texts:
                self._draw_picture(name, (x, y))
            elif video.mode == "graphics":
                video.print(x, y, *printed_texts[name])
        start = 0.0
        for track, end in zip(script.tracks, self._track_end_ticks, strict=True):
            if self._elapsed_ticks >= start:
                self._draw_track(
                    track,
                    min(
                        int((self._elapsed_ticks - start) / (track.delay * _FRAMES_PER_TIMER_TICK)),
                        track.steps,
                    ),
                )
            start = end

    def _draw_picture(self, name: str, pos: tuple[int, int]) -> None:
        """Draw a still picture.

        Text mode draws it in characters, in the middle of the picture's rectangle. Three cards stand in for a picture that
        is not bundled.
        """
        if name not in PICTURES:
            (left, _), (_, top) = self._renderer.slots[1], self._renderer.slots[0]
            for (x, y), card in zip(self._renderer.slots, _PLACEHOLDER_CARDS, strict=False):
                self._renderer.card((pos[0] + x - left, pos[1] + y - top), card)
            return
        image = picture(name)
        if self.video.mode == "graphics":
            self.video.page.blt(*pos, image, 0, 0, image.width, image.height)
            return
        lines = sketch(name)
        column = (pos[0] + (image.width - max(map(len, lines)) * CELL_WIDTH) // 2) // CELL_WIDTH
        row = (pos[1] + image.height // 2) // CELL_HEIGHT - len(lines) // 2
        for line_index, characters in enumerate(lines):
            self.video.write(column, row + line_index, characters, 0x1F)

    def _draw_track(self, track: Track, current_step: int) -> None:
        """Draw a track's picture at a step, and at all earlier steps unless the track restores the background."""
        for step in (current_step,) if track.puts_back else range(current_step + 1):
            image_number, pos = track.image_at(step), track.place_at(step)
            if self._disk_file_name or self._script.pieces_file == "deck":
                if -64 < pos[0] < WIDTH and -64 < pos[1] < HEIGHT:
                    self._renderer.card(pos, image_number - 1 if image_number <= _DECK_SIZE else None)
            elif self.video.mode == "graphics":
                image = picture(PICTURES[image_number - 1])
                self.video.page.blt(*pos, image, 0, 0, image.width, image.height, GROUND)


def _find_subtitle(text: str) -> str:
    """Return the second centred line of an article, which follows its title, or an empty string."""
    centred_lines = [line[2:].strip() for line in text.split("\n") if line.startswith("^C")]
    return centred_lines[1][:_MAX_SUBTITLE_LENGTH] if len(centred_lines) > 1 else ""


class Article(InkScreen, Help):
    """Scrollable text of an article.

    `page_name` is the name of its page in the magazine, empty for a text that is no page. `line_number` is the first
    visible line, counted from 1.
    """

    name = "article"

    def __init__(self, app: App, title: str, text: str, page: str = "", line: int = 1) -> None:
        super().__init__(app, text, heading=("READ", title))
        self._page_name = page
        self._scroll(line - 1)

    @property
    def here(self) -> dict[str, str]:
        """Return the article and its first visible line, or nothing for a text that is no page."""
        return {"page": f"{self._page_name}.{self._first_line + 1}"} if self._page_name else {}


class DiskText(Article):
    """Scrollable text of the player's disk, an article or plain text."""

    def parse(self, text: str) -> HelpText:
        return HelpText((HelpPage("", text),), {})

    def lay_out(self, text: str) -> list[Line]:
        """Return the lines of the text; plain lines too long for a column take the width of the screen."""
        longest = max(map(len, text.split("\n")))
        if is_marked(text) or not COLUMN < longest <= COLUMNS - 2:
            return lay_out(text, COLUMN)
        self.left = 1
        return lay_out(text, COLUMNS - 2)
