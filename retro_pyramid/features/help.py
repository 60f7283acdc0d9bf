"""The help viewer: pages of marked-up text with links to other pages and to explanations."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.app.assets import help_text
from retro_pyramid.cards import Card, parse_card
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, Video
from retro_pyramid.resources import sections
from retro_pyramid.table.render.graphics import Pictures
from retro_pyramid.table.render.text import Characters
from retro_pyramid.ui import markup
from retro_pyramid.ui.dialogs import Notice
from retro_pyramid.ui.drawing import Hint, fitted, frame
from retro_pyramid.ui.element import Part, masthead, painted, pushes, said, spot
from retro_pyramid.ui.lists import ENTER
from retro_pyramid.ui.screen import LEAVE, Screen
from retro_pyramid.ui.theme import MAGAZINE, Dress

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

_TEXT_TOP, _VISIBLE_LINES, WIDTH, _TEXT_LEFT = 4, 19, 70, 5
_LINK_STYLE = "link"
_POPUP_WIDTH, _POPUP_LINES = 44, 12
_LINES_PER_PAGE = _VISIBLE_LINES - 1
_MORE_THAN_ALL_LINES = 10**6
_SCROLL_LINES = {
    **dict.fromkeys(("PGDN", "SPACE", "RIGHT", *ENTER, "button:pgdn"), _LINES_PER_PAGE),
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
_SHOW_ME_HINT = Hint("S", "Show me", "button:show")
_KEYS = {**{key: key for key in (*_SCROLL_LINES, "TAB")}, **LEAVE, "F1": "back", "S": _SHOW_ME_HINT.id}

READING = [line for (line,) in sections("spoken")["reading"]]
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


def _text_styles(theme: Dress) -> dict[str, int]:
    """Return the attribute of each text style, and of links."""
    if theme == MAGAZINE:
        return {
            markup.PLAIN: theme.dim,
            markup.BOLD: theme.paper,
            markup.BRIGHT: 0x1E,
            markup.SUBHEAD: 0x1E,
            markup.FILE: 0x1B,
            _LINK_STYLE: 0x1A,
        }
    background = theme.paper & 0xF0
    bold = _BOLD_ON_LIGHT.get(background, theme.title)
    return {
        markup.PLAIN: theme.paper,
        markup.BOLD: bold,
        markup.BRIGHT: bold if background in _BOLD_ON_LIGHT else theme.hot,
        markup.SUBHEAD: theme.title,
        markup.FILE: theme.paper,
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


class Help(Screen):
    """Viewer of help pages: those of the current edition, or another text.

    `on_show_demo` starts a demonstration game. `heading` replaces the tab and the title of the header. Leaving returns to
    the previous page, then to the screen beneath.
    """

    rests = True

    name = "help"
    own_keys = _KEYS
    left = _TEXT_LEFT
    """Column of the first character of a line."""

    def __init__(
        self,
        app: App,
        text: str | None = None,
        show: Callable[[], None] | None = None,
        heading: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(app)
        self._heading = heading
        """The tab and the title of the header, or None for those of the edition's help."""
        self._on_show_demo = show
        self._help_text = self.parse(help_text(app.record.id) if text is None else text)
        self._back_stack: list[tuple[int, int]] = []
        self._show_page(0)

    def _show_page(self, page: int, first_line: int = 0) -> None:
        self._page = page
        self._pyramids_by_line: dict[int, list[Card]] = {}
        """Cards of each pyramid, apex first, by the line of its top."""
        self._lines = self.lay_out(self._help_text.pages[page].text)
        self._max_first_line = max(0, len(self._lines) - _VISIBLE_LINES)
        self._first_line = first_line
        self._links = self._find_links()
        self.selected = None

    def parse(self, text: str) -> HelpText:
        """Return the pages of a text."""
        return parse_help(text)

    def lay_out(self, text: str) -> list[markup.Line]:
        """Return the lines of a page's text.

        A line `%cards 3d Qs Ad` draws a pyramid of these cards to the left of the lines that follow.
        """
        first, *rest = _CARDS_DIRECTIVE.split(text)
        lines = markup.render(first, WIDTH)
        for cards, following_text in zip(rest[::2], rest[1::2], strict=True):
            lines.append(markup.Line(0, ()))
            self._pyramids_by_line[len(lines)] = [parse_card(label) for label in cards.split()]
            lines += markup.render(following_text, WIDTH)
        return lines

    def _find_links(self) -> list[_Link]:
        """Return the bright words of the page that name another page or an explained term."""
        link_names = {page.title.lower() for page in self._help_text.pages if page.title} | set(
            self._help_text.terms
        )
        links = []
        for line_number, line in enumerate(self._lines):
            column = self.left + line.indent
            for text, style in line.runs:
                if style == markup.BRIGHT and text.lower() in link_names:
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
            lines = fitted(self._help_text.terms[link.text.lower()], _POPUP_WIDTH, _POPUP_LINES)
            self.app.push(Notice(self.app, link.text.capitalize(), lines, name="popup"))

    def _find_visible_link(self, target_id: str | None) -> _Link | None:
        """Return the visible link with this target id, or None."""
        return next((link for link in self._visible_links() if link.id == target_id), None)

    def _go_back(self) -> None:
        """Return to the previous page, or close the help on the first one."""
        if self._back_stack:
            self._show_page(*self._back_stack.pop())
        else:
            self.app.pop()

    def wheel(self, notches: int) -> None:
        """Scroll three lines per notch."""
        self._scroll(-3 * notches)

    def _scroll(self, lines: int) -> None:
        """Scroll by a number of lines, and deselect a link that is no longer visible."""
        self._first_line = min(max(self._first_line + lines, 0), self._max_first_line)
        if self._find_visible_link(self.selected) is None:
            self.selected = None

    def keys(self) -> list[tuple[str, str]]:
        """Return the keys that scroll, select and follow a link, and close the help."""
        link = self._find_visible_link(self.selected)
        follow = dict.fromkeys((*ENTER, "SPACE"), link.id) if link else {}
        return [*{**self.own_keys, **follow}.items(), *self.alt_keys()]

    def act(self, name: str) -> None:
        """Scroll, close, or select or follow a link."""
        if name in _SCROLL_LINES:
            self._scroll(_SCROLL_LINES[name])
        elif name == "TAB":
            ids = [link.id for link in self._visible_links()]
            if ids:
                self.selected = ids[(ids.index(self.selected) + 1) % len(ids) if self.selected in ids else 0]
        elif name == "back":
            self._go_back()
        elif name == _SHOW_ME_HINT.id and self._on_show_demo is not None:
            self._on_show_demo()
        elif link := self._find_visible_link(name):
            self._follow_link(link)

    def hints(self) -> list[Hint]:
        """Return the key hints."""
        page_word = " page" if self._on_show_demo is None else ""
        return [
            Hint("PgUp", f"Previous{page_word}", "button:pgup", self._first_line > 0),
            Hint("PgDn", f"Next{page_word}", "button:pgdn", self._first_line < self._max_first_line),
            Hint("↑↓", "Line") if self._on_show_demo is None else _SHOW_ME_HINT,
            Hint("Tab Enter", "Marked words") if self._links else Hint("Home End", "Top, bottom"),
            Hint("Esc", "Back" if self._back_stack else "Leave", "back"),
        ]

    def _header_texts(self) -> tuple[str, str]:
        """Return the tab and the title of the header."""
        title = self._help_text.pages[self._page].title or self.app.record.title
        return self._heading or ("HELP", title)

    def parts(self) -> list[Part]:
        """Return the header, the visible lines and their links, each link once.

        Paragraphs that are partly visible are spoken whole. The first page of the edition's help also speaks the reading
        keys.
        """
        spec = self.app.record
        tab, title = self._header_texts()
        paragraphs = [
            paragraph.words
            for paragraph in markup.paragraphs(self._lines, WIDTH)
            if paragraph.last >= self._first_line and paragraph.first < self._first_line + _VISIBLE_LINES
        ]
        reading_lines = (
            READING if self._on_show_demo is not None and self._first_line == 0 and self._page == 0 else ()
        )
        spoken_paragraphs = (
            paragraphs[1:] if paragraphs and paragraphs[0].upper() == title.upper() else paragraphs
        )
        links_by_id = {link.id: link for link in reversed(self._visible_links())}
        return [
            painted(self._draw_paper),
            masthead(tab, title, spec.issue, self.dress)._replace(told=f"{tab.capitalize()}: {title}"),
            *(part._replace(told="") for part in pushes(2, self.buttons(), self.dress)),
            painted(self._draw_lines),
            painted(self._draw_pyramids),
            *map(said, (*reading_lines, *spoken_paragraphs)),
            *(
                spot(link.column, _TEXT_TOP + link.line - self._first_line, len(link.text), 1).use(
                    target_id, words=link.text
                )
                for target_id, link in links_by_id.items()
            ),
        ]

    def _draw_paper(self, video: Video) -> None:
        # No red of the default palette is readable on grey.
        video.set_registers(
            [
                _DARK_RED if index == _MARKED_COLOUR else colour
                for index, colour in enumerate(self.app.record.palette)
            ]
        )
        paper = _text_styles(self.dress)[markup.PLAIN]
        # The page is visible around cards. Adapters with fewer colours dither grey, and show a grey background white.
        video.page.cls(paper >> 4 if video.full_colour else 15)
        video.fill(0, 3, COLUMNS, 21, " ", paper)
        if not self.dress.caption:
            frame(video, 0, 3, COLUMNS, 21, self.dress.frame)

    def _draw_pyramids(self, video: Video) -> None:
        """Draw the pyramids that are wholly visible; the text beside them describes them."""
        for line, cards in self._pyramids_by_line.items():
            row = line - self._first_line
            if row < 0 or row + _PYRAMID_LINES > _VISIBLE_LINES:
                continue
            renderer = (
                Characters(video)
                if video.mode == "text"
                else Pictures(video, self.app.services.shown.cards())
            )
            positions = renderer.slots[: len(cards)]
            left, top = min(x for x, _ in positions), positions[0][1]
            for (x, y), card in zip(positions, cards, strict=True):
                pos = x - left + self.left * CELL_WIDTH, y - top + (_TEXT_TOP + row) * CELL_HEIGHT
                renderer.card(pos, card)
                renderer.uncover(renderer.painted_rect(pos))

    def _draw_lines(self, video: Video) -> None:
        """Draw the visible lines, and the scroll bar at the right."""
        theme, styles = self.dress, _text_styles(self.dress)
        paper = styles[markup.PLAIN]
        link_attribute = video.hot(styles[_LINK_STYLE], paper)
        if link_attribute != styles[_LINK_STYLE]:
            # Without colours, links are darker than the selected one.
            link_attribute &= 0x77
        if video.mono:
            styles = {
                name: video.hot(style_attribute, paper) if style_attribute != paper else style_attribute
                for name, style_attribute in styles.items()
            }
        for row, line in enumerate(self._lines[self._first_line : self._first_line + _VISIBLE_LINES]):
            column = self.left + line.indent
            for text, style in line.runs:
                if style == markup.SUBHEAD:
                    # The background of a subhead begins one cell before the first letter.
                    video.write(column - 1, _TEXT_TOP + row, f" {text} ", styles[style])
                video.write(column, _TEXT_TOP + row, text, styles[style])
                column += len(text)
        for link in self._visible_links():
            attribute = theme.bar if link.id == self.selected else link_attribute
            video.write(link.column, _TEXT_TOP + link.line - self._first_line, link.text, attribute)
        for row in range(_VISIBLE_LINES):
            video.write(COLUMNS - 1, _TEXT_TOP + row, "░", theme.frame)
        scroll_row = (
            self._first_line * (_VISIBLE_LINES - 1) // self._max_first_line if self._max_first_line else 0
        )
        video.write(COLUMNS - 1, _TEXT_TOP + scroll_row, "█", theme.paper)
