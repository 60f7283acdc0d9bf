"""The magazine On Disk Monthly: menus of its departments and of the games, articles and their title pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.app.assets import load_article, load_magazine_picture, load_magazine_text_picture
from retro_pyramid.features.help import TEXT_WIDTH as COLUMN
from retro_pyramid.features.help import HelpPage, HelpScreen, HelpText
from retro_pyramid.features.magazine.cover import CoverMenu
from retro_pyramid.features.magazine.disk_text import (
    find_byline,
    is_article_markup,
    lay_out_text,
    parse_article_head,
)
from retro_pyramid.features.magazine.menus import (
    BACKGROUND_COLOUR,
    ISSUE_LABEL,
    Callback,
    MagazineMenu,
    MagazineScreen,
    MenuLink,
    draw_blue_background,
)
from retro_pyramid.features.magazine.page_script import (
    TIMER_HZ,
    AnimationTrack,
    PageScript,
    parse_page_script,
)
from retro_pyramid.features.start.menus import show_edition_help
from retro_pyramid.machine.events import Event, KeyPress, MousePress
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, HEIGHT, WIDTH, DisplayAdapter
from retro_pyramid.resources import load_asset_sections
from retro_pyramid.settings import LAST_EDITION_SETTING
from retro_pyramid.table.render.graphics import GraphicsRenderer
from retro_pyramid.table.render.text import TextRenderer
from retro_pyramid.ui.dialogs import MessageBox
from retro_pyramid.ui.drawing import KeyHint, draw_centred_text
from retro_pyramid.ui.element import Element, header_element, spoken_only
from retro_pyramid.ui.lists import ENTER_KEYS
from retro_pyramid.ui.markup import MarkupLine
from retro_pyramid.ui.screen import CLOSE_KEYS
from retro_pyramid.ui.theme import MAGAZINE_THEME

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
_IMPORT_HELP_LINES = [line for (line,) in load_asset_sections("magazine")["your disk"]]


class Department(NamedTuple):
    """A department of the issue."""

    name: str
    """Name of its menu item and of its page."""
    label: str
    """Text of its menu item."""
    tab: str
    """Text of the header's tab."""
    description: str
    """Description on the cover."""
    article_names: tuple[str, ...]
    """Names of its articles' files, without extension."""


DEPARTMENTS = tuple(
    Department(name, label, tab, note, tuple(articles.split()))
    for name, label, tab, note, articles in load_asset_sections("magazine")["departments"]
)
PICTURE_NAMES = [name for (name,) in load_asset_sections("magazine")["pictures"]]


class MagazineLinks(NamedTuple):
    """Callbacks that lead out of the magazine: start an edition by its id, leave the magazine, and extra menu links."""

    play_edition: Callable[[str], None]
    leave_magazine: Callback
    extra_links: tuple[MenuLink, ...] = ()


def page_names() -> tuple[str, ...]:
    """Return the names of the pages at which the magazine can be opened."""
    names_by_department = [(department.name, *department.article_names) for department in DEPARTMENTS]
    return ("games", "disk", *(name for department in names_by_department for name in department))


def open_magazine(app: App, links: MagazineLinks, page_ref: str = "") -> None:
    """Show the magazine at its cover or at one of its pages.

    The name of an article may be followed by a line number, as in `luck.12`.
    """

    def show_cover() -> None:
        app.replace_screens(cover)

    menu_links: tuple[MenuLink, ...] = (
        ("games", "Games", partial(_open_games_menu, app, links, show_cover)),
        *(
            (department.name, department.label, partial(_open_department_menu, app, department, show_cover))
            for department in DEPARTMENTS
        ),
        ("disk", "Your Disk", partial(_open_disk_menu, app, show_cover)),
        *links.extra_links,
        ("quit", "Quit", links.leave_magazine),
    )
    descriptions = _contents_entries(len(app.services.edition_titles))
    cover = CoverMenu(
        app, menu_links, descriptions, links.leave_magazine, lambda _: _open_article(app, "past", show_cover)
    )
    show_cover()
    name, _, line = page_ref.partition(".")
    if name == "games":
        _open_games_menu(app, links, show_cover)
    elif name == "disk":
        _open_disk_menu(app, show_cover)
    for department in DEPARTMENTS:
        if name == department.name:
            _open_department_menu(app, department, show_cover)
        elif name in department.article_names:
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
        entries[department.name] = (department.description, str(page_number))
        page_number += _PAGES_PER_ARTICLE * len(department.article_names)
    return entries


def _open_games_menu(app: App, links: MagazineLinks, on_leave: Callback) -> None:
    """Show the menu of the games."""
    menu_links = [
        (name, title, partial(links.play_edition, name))
        for name, title in app.services.edition_titles.items()
    ]
    heading = ("GAMES", f"{_NUMBER_WORDS[len(menu_links)]} PYRAMIDS")
    menu = MagazineMenu(app, heading, menu_links, on_leave, lambda item: show_edition_help(app, item.name))
    menu.select_item(app.settings[LAST_EDITION_SETTING])
    menu.page_name = "games"
    app.replace_screens(menu)


def _open_department_menu(app: App, department: Department, on_leave: Callback) -> None:
    """Show the menu of a department's articles."""

    def show_menu() -> None:
        app.replace_screens(menu)

    titles = {name: parse_page_script(load_article(name)).title for name in department.article_names}
    menu_links: list[MenuLink] = [
        (name, title, partial(_open_article, app, name, show_menu)) for name, title in titles.items()
    ]
    menu = MagazineMenu(
        app,
        (department.tab, department.label.upper()),
        menu_links,
        on_leave,
        lambda _: _open_article(app, "past", show_menu),
    )
    menu.page_name = department.name
    app.replace_screens(menu)


def _open_disk_menu(app: App, on_leave: Callback, first_index: int = 0) -> None:
    """Show the texts of the player's disk, `_TEXTS_PER_MENU` at a time, or how to import texts if there are none."""
    texts = list(app.services.files.read_disk_texts().items())

    def show_import_help() -> None:
        app.push(MessageBox(app, "Your Disk", _IMPORT_HELP_LINES))

    if not texts:
        show_import_help()
        return
    menu_links: list[MenuLink] = [
        (name.lower(), name, partial(open_disk_text, app, name, text))
        for name, text in texts[first_index : first_index + _TEXTS_PER_MENU]
    ]
    if len(texts) > _TEXTS_PER_MENU:
        next_index = first_index + _TEXTS_PER_MENU if first_index + _TEXTS_PER_MENU < len(texts) else 0
        menu_links.append(("more", "More", partial(_open_disk_menu, app, on_leave, next_index)))
    menu = MagazineMenu(app, ("DISK", "YOUR DISK"), menu_links, on_leave, lambda _: show_import_help())
    menu.page_name = "disk"
    app.replace_screens(menu)


def _open_article(app: App, name: str, on_leave: Callback, line_number: int = 0) -> None:
    """Open an article at its title page, or at a line of its text, counted from 1."""
    title_page = ArticleTitlePage(app, parse_page_script(load_article(name)), on_leave)
    title_page.page_name = name
    app.replace_screens(title_page)
    if line_number:
        title_page.open_text(line_number)


def open_disk_text(app: App, file_name: str, text: str) -> None:
    """Show a text of the player's disk; an article whose head describes a title page starts with that page."""
    script = parse_article_head(text)
    app.push(
        DiskTextReader(app, file_name, text)
        if script is None
        else ArticleTitlePage(app, script, app.pop, file_name)
    )


class ArticleTitlePage(MagazineScreen):
    """First page of an article with still and animated pictures; Enter opens the text.

    `disk_file_name` is set for an article of the player's disk. Cards are drawn in place of the pictures of such an
    article, which are not available.
    """

    name = "page"
    theme = MAGAZINE_THEME
    KEY_HINTS = (KeyHint("Enter", "Read", "button:read"), KeyHint("Esc", "Back", "back"))
    BINDINGS = CLOSE_KEYS | dict.fromkeys((*ENTER_KEYS, "PGDN", "RIGHT", "DOWN", "SPACE"), "button:read")

    def __init__(self, app: App, script: PageScript, back: Callback, disk_file_name: str = "") -> None:
        super().__init__(app)
        self._script = script
        self._disk_file_name = disk_file_name
        self._on_leave = back
        self.rebuild()
        self._track_end_ticks = list(
            accumulate(
                track.step_count * track.delay_ticks * _FRAMES_PER_TIMER_TICK for track in script.tracks
            )
        )
        self._elapsed_ticks = (
            self._track_end_ticks[-1] if app.reduces_motion and self._track_end_ticks else 0.0
        )

    def rebuild(self) -> None:
        is_text_mode = self.display.mode == "text"
        self._renderer = (
            TextRenderer(self.display)
            if is_text_mode
            else GraphicsRenderer(self.display, self.app.services.card_art.get_card_images())
        )

    def handle_event(self, event: Event) -> None:
        if isinstance(event, KeyPress | MousePress) and self.is_busy():
            self._elapsed_ticks = self._track_end_ticks[-1]
            if isinstance(event, KeyPress) and event.name != "ESC":
                return
        super().handle_event(event)

    def on_action(self, action_id: str) -> None:
        if action_id == "back":
            self._on_leave()
        else:
            self.open_text()

    def open_text(self, line_number: int = 1) -> None:
        title, text = self._script.title, self._script.text
        disk_reader = DiskTextReader(self.app, self._disk_file_name, text) if self._disk_file_name else None
        self.app.push(disk_reader or ArticleReader(self.app, title, text, self.page_name, line_number))

    def advance(self, ticks: int) -> None:
        super().advance(ticks)
        self._elapsed_ticks += ticks

    def is_busy(self) -> bool:
        return bool(self._track_end_ticks) and self._elapsed_ticks < self._track_end_ticks[-1]

    def build_elements(self) -> list[Element]:
        """Return the page, which opens the text if clicked, and the header; the picture includes title and subtitle."""
        picture_area = Element((0, 42, WIDTH, HEIGHT - 74), self._draw_page, spoken=self._script.title)
        return [
            picture_area.with_target("button:turn"),
            spoken_only(_find_subtitle(self._script.text)),
            spoken_only(find_byline(self._script.text)),
            spoken_only("Enter turns to the text"),
            header_element("PAGE", "ON DISK MONTHLY", ISSUE_LABEL, self.theme)._replace(spoken=""),
        ]

    def _draw_page(self, video: DisplayAdapter) -> None:
        script = self._script
        draw_blue_background(video, " ", 0x17)
        printed_texts = {
            "title": (script.title, 14),
            "byline": (find_byline(script.text), 15),
            "descrip": (_find_subtitle(script.text), 15),
        }
        if video.mode == "text":
            for row, (line, colour) in zip((4, 5, 22), printed_texts.values(), strict=True):
                draw_centred_text(video, row, line, 0x10 | colour)
        for name, (x, y) in script.stills:
            if name not in printed_texts:
                self._draw_picture(name, (x, y))
            elif video.mode == "graphics":
                video.draw_text(x, y, *printed_texts[name])
        start = 0.0
        for track, end in zip(script.tracks, self._track_end_ticks, strict=True):
            if self._elapsed_ticks >= start:
                self._draw_track(
                    track,
                    min(
                        int((self._elapsed_ticks - start) / (track.delay_ticks * _FRAMES_PER_TIMER_TICK)),
                        track.step_count,
                    ),
                )
            start = end

    def _draw_picture(self, name: str, pos: tuple[int, int]) -> None:
        """Draw a still picture.

        Text mode draws it in characters, in the middle of the picture's rectangle. Three cards stand in for a picture that
        is not bundled.
        """
        if name not in PICTURE_NAMES:
            (left, _), (_, top) = self._renderer.slot_positions[1], self._renderer.slot_positions[0]
            for (x, y), card in zip(self._renderer.slot_positions, _PLACEHOLDER_CARDS, strict=False):
                self._renderer.draw_card((pos[0] + x - left, pos[1] + y - top), card)
            return
        image = load_magazine_picture(name)
        if self.display.mode == "graphics":
            self.display.page.blt(*pos, image, 0, 0, image.width, image.height)
            return
        lines = load_magazine_text_picture(name)
        column = (pos[0] + (image.width - max(map(len, lines)) * CELL_WIDTH) // 2) // CELL_WIDTH
        row = (pos[1] + image.height // 2) // CELL_HEIGHT - len(lines) // 2
        for line_index, characters in enumerate(lines):
            self.display.put_text(column, row + line_index, characters, 0x1F)

    def _draw_track(self, track: AnimationTrack, current_step: int) -> None:
        """Draw a track's picture at a step, and at all earlier steps unless the track restores the background."""
        for step in (current_step,) if track.restores_background else range(current_step + 1):
            image_number, pos = track.image_number_at(step), track.pos_at(step)
            if self._disk_file_name or self._script.track_images_file == "deck":
                if -64 < pos[0] < WIDTH and -64 < pos[1] < HEIGHT:
                    self._renderer.draw_card(pos, image_number - 1 if image_number <= _DECK_SIZE else None)
            elif self.display.mode == "graphics":
                image = load_magazine_picture(PICTURE_NAMES[image_number - 1])
                self.display.page.blt(*pos, image, 0, 0, image.width, image.height, BACKGROUND_COLOUR)


def _find_subtitle(text: str) -> str:
    """Return the second centred line of an article, which follows its title, or an empty string."""
    centred_lines = [line[2:].strip() for line in text.split("\n") if line.startswith("^C")]
    return centred_lines[1][:_MAX_SUBTITLE_LENGTH] if len(centred_lines) > 1 else ""


class ArticleReader(MagazineScreen, HelpScreen):
    """Scrollable text of an article.

    `page_name` is the name of its page in the magazine, empty for a text that is no page. `line_number` is the first
    visible line, counted from 1.
    """

    name = "article"

    def __init__(self, app: App, title: str, text: str, page_name: str = "", line_number: int = 1) -> None:
        super().__init__(app, text, heading=("READ", title))
        self._page_name = page_name
        self._scroll(line_number - 1)

    @property
    def link_params(self) -> dict[str, str]:
        """Return the article and its first visible line, or nothing for a text that is no page."""
        return {"page": f"{self._page_name}.{self._first_line + 1}"} if self._page_name else {}


class DiskTextReader(ArticleReader):
    """Scrollable text of the player's disk, an article or plain text."""

    def parse_text(self, text: str) -> HelpText:
        return HelpText((HelpPage("", text),), {})

    def lay_out_lines(self, text: str) -> list[MarkupLine]:
        """Return the lines of the text; plain lines too long for a column take the width of the screen."""
        longest = max(map(len, text.split("\n")))
        if is_article_markup(text) or not COLUMN < longest <= COLUMNS - 2:
            return lay_out_text(text, COLUMN)
        self.text_column = 1
        return lay_out_text(text, COLUMNS - 2)
