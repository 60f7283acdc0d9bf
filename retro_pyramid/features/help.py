"""The help viewer: pages of marked-up text with links to other pages and to explanations."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.app.assets import load_help_text
from retro_pyramid.cards import Card, parse_card
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, DisplayAdapter
from retro_pyramid.resources import load_asset_sections
from retro_pyramid.table.render.graphics import GraphicsRenderer
from retro_pyramid.table.render.text import TextRenderer
from retro_pyramid.ui import markup
from retro_pyramid.ui.dialogs import MessageBox
from retro_pyramid.ui.drawing import KeyHint, draw_frame, wrap_text
from retro_pyramid.ui.element import (
    Element,
    button_row,
    custom_element,
    header_element,
    hit_area,
    spoken_only,
)
from retro_pyramid.ui.lists import ENTER_KEYS
from retro_pyramid.ui.screen import CLOSE_KEYS, Screen
from retro_pyramid.ui.theme import MAGAZINE_THEME, Theme

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

_TEXT_TOP, _VISIBLE_LINES, TEXT_WIDTH, _TEXT_LEFT = 4, 19, 70, 5
_LINK_STYLE = "link"
_POPUP_WIDTH, _POPUP_LINES = 44, 12
_LINES_PER_PAGE = _VISIBLE_LINES - 1
_MORE_THAN_ALL_LINES = 10**6
_SCROLL_LINES = {
    **dict.fromkeys(("PGDN", "SPACE", "RIGHT", *ENTER_KEYS, "button:pgdn"), _LINES_PER_PAGE),
    **dict.fromkeys(("PGUP", "LEFT", "button:pgup"), -_LINES_PER_PAGE),
    "DOWN": 1,
    "UP": -1,
    "HOME": -_MORE_THAN_ALL_LINES,
    "END": _MORE_THAN_ALL_LINES,
}
"""Number of lines by which a key or a key hint scrolls."""
_SECTION_HEADS = re.compile(r"(?m)^%(page|term) (.*)\n")
_CARDS_DIRECTIVE = re.compile(r"(?m)^%cards (.+)\n")
_PYRAMID_LINES = 10
"""Height of a pyramid of three rows, in lines."""
_SHOW_ME_HINT = KeyHint("S", "Show me", "button:show")
_KEYS = {
    **{key: key for key in (*_SCROLL_LINES, "TAB")},
    **CLOSE_KEYS,
    "F1": "back",
    "S": _SHOW_ME_HINT.target_id,
}

READING_KEY_LINES = [line for (line,) in load_asset_sections("spoken")["reading"]]
"""Spoken description of the keys that read the screen aloud."""


class HelpPage(NamedTuple):
    """A page: its title, empty for a text of a single page, and its mark-up."""

    title: str
    text: str


class HelpText(NamedTuple):
    """A help text: its pages, the index first, and the explanations of terms, by term in lower case."""

    pages: tuple[HelpPage, ...]
    terms: dict[str, str]


def parse_help(source: str) -> HelpText:
    r"""Split a help text into its pages and explanations.

    A line `%page Title` begins a page, a line `%term word` the explanation of a term. A text without them is one page.

    >>> parse_help("%page One\nSee ^1Two^0.\n%page Two\nEnd\n%term end\nWhere it stops.\n").pages[1]
    HelpPage(title='Two', text='End\n')
    """
    first, *rest = _SECTION_HEADS.split(source)
    parts = [("page", "", first), *zip(rest[::3], rest[1::3], rest[2::3], strict=True)]
    pages = [
        HelpPage(head.strip(), text)
        for kind, head, text in parts
        if kind == "page" and (head or text.strip())
    ]
    terms = {head.strip().lower(): " ".join(text.split()) for kind, head, text in parts if kind == "term"}
    return HelpText(tuple(pages), terms)


_MARKED_COLOUR, _DARK_RED = 5, 32
"""The palette register of bold text on grey, and its EGA colour."""
_BOLD_ON_LIGHT = {0x30: 0x31, 0x70: 0x70 | _MARKED_COLOUR, 0xF0: 0xF0 | _MARKED_COLOUR}
"""Attributes of bold text on light backgrounds, on which bright text could not be read."""


def _text_styles(theme: Theme) -> dict[str, int]:
    """Return the attribute of each text style, and of links."""
    if theme == MAGAZINE_THEME:
        return {
            markup.PLAIN_STYLE: theme.muted,
            markup.BOLD_STYLE: theme.text,
            markup.BRIGHT_STYLE: 0x1E,
            markup.SUBHEAD_STYLE: 0x1E,
            markup.FILE_NAME_STYLE: 0x1B,
            _LINK_STYLE: 0x1A,
        }
    background = theme.text & 0xF0
    bold = _BOLD_ON_LIGHT.get(background, theme.title)
    return {
        markup.PLAIN_STYLE: theme.text,
        markup.BOLD_STYLE: bold,
        markup.BRIGHT_STYLE: bold if background in _BOLD_ON_LIGHT else theme.hotkey,
        markup.SUBHEAD_STYLE: theme.title,
        markup.FILE_NAME_STYLE: theme.text,
        _LINK_STYLE: background | (0x01 if background in _BOLD_ON_LIGHT else 0x0A),
    }


class _Link(NamedTuple):
    """A link: its text, and its line and column on the page."""

    text: str
    line: int
    column: int

    @property
    def id(self) -> str:
        """The target id."""
        return f"button:{self.text.lower().replace(' ', '-')}"


class HelpScreen(Screen):
    """Viewer of help pages: those of the current edition, or another text.

    `on_show_demo` starts a demonstration game. `heading` replaces the tab and the title of the header. Leaving returns to
    the previous page, then to the screen beneath.
    """

    is_static = True

    name = "help"
    BINDINGS = _KEYS
    text_column = _TEXT_LEFT
    """Column of the first character of a line."""

    def __init__(
        self,
        app: App,
        text: str | None = None,
        on_show_demo: Callable[[], None] | None = None,
        heading: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(app)
        self._heading = heading
        """The tab and the title of the header, or None for those of the edition's help."""
        self._on_show_demo = on_show_demo
        self._help_text = self.parse_text(load_help_text(app.edition.id) if text is None else text)
        self._back_stack: list[tuple[int, int]] = []
        self._show_page(0)

    def _show_page(self, page: int, first_line: int = 0) -> None:
        self._page = page
        self._pyramids_by_line: dict[int, list[Card]] = {}
        """Cards of each pyramid, apex first, by the line of its top."""
        self._lines = self.lay_out_lines(self._help_text.pages[page].text)
        self._max_first_line = max(0, len(self._lines) - _VISIBLE_LINES)
        self._first_line = first_line
        self._links = self._find_links()
        self.selected_id = None

    def parse_text(self, text: str) -> HelpText:
        """Return the pages of a text."""
        return parse_help(text)

    def lay_out_lines(self, text: str) -> list[markup.MarkupLine]:
        """Return the lines of a page's text.

        A line `%cards 3d Qs Ad` draws a pyramid of these cards to the left of the lines that follow.
        """
        first, *rest = _CARDS_DIRECTIVE.split(text)
        lines = markup.render_markup(first, TEXT_WIDTH)
        for cards, following_text in zip(rest[::2], rest[1::2], strict=True):
            lines.append(markup.MarkupLine(0, ()))
            self._pyramids_by_line[len(lines)] = [parse_card(label) for label in cards.split()]
            lines += markup.render_markup(following_text, TEXT_WIDTH)
        return lines

    def _find_links(self) -> list[_Link]:
        """Return the bright words of the page that name another page or an explained term."""
        link_names = {page.title.lower() for page in self._help_text.pages if page.title} | set(
            self._help_text.terms
        )
        links = []
        for line_number, line in enumerate(self._lines):
            column = self.text_column + line.indent
            for text, style in line.runs:
                if style == markup.BRIGHT_STYLE and text.lower() in link_names:
                    links.append(_Link(text, line_number, column))
                column += len(text)
        return links

    def _visible_links(self) -> list[_Link]:
        """Return the links in the visible lines."""
        return [
            link for link in self._links if self._first_line <= link.line < self._first_line + _VISIBLE_LINES
        ]

    def _follow_link(self, link: _Link) -> None:
        """Open the page of a link, or show its explanation."""
        titles = [page.title.lower() for page in self._help_text.pages]
        if link.text.lower() in titles:
            self._back_stack.append((self._page, self._first_line))
            self._show_page(titles.index(link.text.lower()))
        else:
            lines = wrap_text(self._help_text.terms[link.text.lower()], _POPUP_WIDTH, _POPUP_LINES)
            self.app.push(MessageBox(self.app, link.text.capitalize(), lines, name="popup"))

    def _find_visible_link(self, target_id: str | None) -> _Link | None:
        """Return the visible link with this target id, or None."""
        return next((link for link in self._visible_links() if link.id == target_id), None)

    def _go_back(self) -> None:
        """Return to the previous page, or close the help on the first one."""
        if self._back_stack:
            self._show_page(*self._back_stack.pop())
        else:
            self.app.pop()

    def on_wheel(self, notches: int) -> None:
        """Scroll three lines per notch."""
        self._scroll(-3 * notches)

    def _scroll(self, lines: int) -> None:
        """Scroll by a number of lines, and deselect a link that is no longer visible."""
        self._first_line = min(max(self._first_line + lines, 0), self._max_first_line)
        if self._find_visible_link(self.selected_id) is None:
            self.selected_id = None

    def get_key_bindings(self) -> list[tuple[str, str]]:
        """Return the keys that scroll, select and follow a link, and close the help."""
        link = self._find_visible_link(self.selected_id)
        follow = dict.fromkeys((*ENTER_KEYS, "SPACE"), link.id) if link else {}
        return [*{**self.BINDINGS, **follow}.items(), *self.get_alt_bindings()]

    def on_action(self, action_id: str) -> None:
        """Scroll, close, or select or follow a link."""
        if action_id in _SCROLL_LINES:
            self._scroll(_SCROLL_LINES[action_id])
        elif action_id == "TAB":
            ids = [link.id for link in self._visible_links()]
            if ids:
                self.selected_id = ids[
                    (ids.index(self.selected_id) + 1) % len(ids) if self.selected_id in ids else 0
                ]
        elif action_id == "back":
            self._go_back()
        elif action_id == _SHOW_ME_HINT.target_id and self._on_show_demo is not None:
            self._on_show_demo()
        elif link := self._find_visible_link(action_id):
            self._follow_link(link)

    def get_key_hints(self) -> list[KeyHint]:
        """Return the key hints."""
        page_word = " page" if self._on_show_demo is None else ""
        return [
            KeyHint("PgUp", f"Previous{page_word}", "button:pgup", self._first_line > 0),
            KeyHint("PgDn", f"Next{page_word}", "button:pgdn", self._first_line < self._max_first_line),
            KeyHint("↑↓", "Line") if self._on_show_demo is None else _SHOW_ME_HINT,
            KeyHint("Tab Enter", "Marked words") if self._links else KeyHint("Home End", "Top, bottom"),
            KeyHint("Esc", "Back" if self._back_stack else "Leave", "back"),
        ]

    def _header_texts(self) -> tuple[str, str]:
        """Return the tab and the title of the header."""
        title = self._help_text.pages[self._page].title or self.app.edition.title
        return self._heading or ("HELP", title)

    def build_elements(self) -> list[Element]:
        """Return the header, the visible lines and their links, each link once.

        Paragraphs that are partly visible are spoken whole. The first page of the edition's help also speaks the reading
        keys.
        """
        spec = self.app.edition
        tab, title = self._header_texts()
        paragraphs = [
            paragraph.text
            for paragraph in markup.build_spoken_paragraphs(self._lines, TEXT_WIDTH)
            if paragraph.last_line_index >= self._first_line
            and paragraph.first_line_index < self._first_line + _VISIBLE_LINES
        ]
        reading_lines = (
            READING_KEY_LINES
            if self._on_show_demo is not None and self._first_line == 0 and self._page == 0
            else ()
        )
        spoken_paragraphs = (
            paragraphs[1:] if paragraphs and paragraphs[0].upper() == title.upper() else paragraphs
        )
        links_by_id = {link.id: link for link in reversed(self._visible_links())}
        return [
            custom_element(self._draw_paper),
            header_element(tab, title, spec.issue, self.theme)._replace(
                spoken=f"{tab.capitalize()}: {title}"
            ),
            *(part._replace(spoken="") for part in button_row(2, self.get_button_hints(), self.theme)),
            custom_element(self._draw_lines),
            custom_element(self._draw_pyramids),
            *map(spoken_only, (*reading_lines, *spoken_paragraphs)),
            *(
                hit_area(
                    link.column, _TEXT_TOP + link.line - self._first_line, len(link.text), 1
                ).with_target(target_id, label=link.text)
                for target_id, link in links_by_id.items()
            ),
        ]

    def _draw_paper(self, video: DisplayAdapter) -> None:
        # No red of the default palette is readable on grey.
        video.set_registers(
            [
                _DARK_RED if index == _MARKED_COLOUR else colour
                for index, colour in enumerate(self.app.edition.palette)
            ]
        )
        paper = _text_styles(self.theme)[markup.PLAIN_STYLE]
        # The page is visible around cards. Adapters with fewer colours dither grey, and show a grey background white.
        video.page.cls(paper >> 4 if video.has_full_palette else 15)
        video.fill_cells(0, 3, COLUMNS, 21, " ", paper)
        if not self.theme.window_title:
            draw_frame(video, 0, 3, COLUMNS, 21, self.theme.frame)

    def _draw_pyramids(self, video: DisplayAdapter) -> None:
        """Draw the pyramids that are wholly visible; the text beside them describes them."""
        for line, cards in self._pyramids_by_line.items():
            row = line - self._first_line
            if row < 0 or row + _PYRAMID_LINES > _VISIBLE_LINES:
                continue
            renderer = (
                TextRenderer(video)
                if video.mode == "text"
                else GraphicsRenderer(video, self.app.services.card_art.get_card_images())
            )
            positions = renderer.slot_positions[: len(cards)]
            left, top = min(x for x, _ in positions), positions[0][1]
            for (x, y), card in zip(positions, cards, strict=True):
                pos = x - left + self.text_column * CELL_WIDTH, y - top + (_TEXT_TOP + row) * CELL_HEIGHT
                renderer.draw_card(pos, card)
                renderer.clear_text_under(renderer.get_painted_rect(pos))

    def _draw_lines(self, video: DisplayAdapter) -> None:
        """Draw the visible lines, and the scroll bar at the right."""
        theme, styles = self.theme, _text_styles(self.theme)
        paper = styles[markup.PLAIN_STYLE]
        link_attribute = video.hotkey_attribute(styles[_LINK_STYLE], paper)
        if link_attribute != styles[_LINK_STYLE]:
            # Without colours, links are darker than the selected one.
            link_attribute &= 0x77
        if video.is_monochrome:
            styles = {
                name: video.hotkey_attribute(style_attribute, paper)
                if style_attribute != paper
                else style_attribute
                for name, style_attribute in styles.items()
            }
        for row, line in enumerate(self._lines[self._first_line : self._first_line + _VISIBLE_LINES]):
            column = self.text_column + line.indent
            for text, style in line.runs:
                if style == markup.SUBHEAD_STYLE:
                    # The background of a subhead begins one cell before the first letter.
                    video.put_text(column - 1, _TEXT_TOP + row, f" {text} ", styles[style])
                video.put_text(column, _TEXT_TOP + row, text, styles[style])
                column += len(text)
        for link in self._visible_links():
            attribute = theme.selection if link.id == self.selected_id else link_attribute
            video.put_text(link.column, _TEXT_TOP + link.line - self._first_line, link.text, attribute)
        for row in range(_VISIBLE_LINES):
            video.put_text(COLUMNS - 1, _TEXT_TOP + row, "░", theme.frame)
        scroll_row = (
            self._first_line * (_VISIBLE_LINES - 1) // self._max_first_line if self._max_first_line else 0
        )
        video.put_text(COLUMNS - 1, _TEXT_TOP + scroll_row, "█", theme.text)
