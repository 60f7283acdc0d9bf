"""The help: several screens of marked-up text to page through, and words in it that lead on."""

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

_TOP, _LINES, WIDTH, _LEFT = 4, 19, 70, 5
_LINK = "link"
_NOTE_WIDTH, _NOTE_LINES = 44, 12
_SCREENFUL = _LINES - 1
_FAR = 10**6
_SCROLLS = {
    **dict.fromkeys(("PGDN", "SPACE", "RIGHT", *ENTER, "button:pgdn"), _SCREENFUL),
    **dict.fromkeys(("PGUP", "LEFT", "button:pgup"), -_SCREENFUL),
    "DOWN": 1,
    "UP": -1,
    "HOME": -_FAR,
    "END": _FAR,
}
"""By how many lines a hint or a key scrolls."""
_HEADS = re.compile(r"(?m)^%(page|term) (.*)\n")
_CARDS = re.compile(r"(?m)^%cards (.+)\n")
_CARD_LINES = 10
"""Lines beside a pyramid of three rows."""
_SHOW = Hint("S", "Show me", "button:show")
_KEYS = {**{key: key for key in (*_SCROLLS, "TAB")}, **LEAVE, "F1": "back", "S": _SHOW.id}

READING = [line for (line,) in sections("spoken")["reading"]]
"""What help tells a player of these keys who does not see it."""


class HelpPage(NamedTuple):
    """One page: its title, "" for a text that is one page, and its mark-up."""

    title: str
    text: str


class HelpText(NamedTuple):
    """A whole help: its pages, the index first, and the explanations by word in small letters."""

    pages: tuple[HelpPage, ...]
    terms: dict[str, str]


def parse_help(source: str) -> HelpText:
    r"""Cut a help text into its pages and explanations.

    A line `%page Title` begins a page, a line `%term word` what pops up for a word; a text without them is one page.

    >>> parse_help("%page One\nSee ^1Two^0.\n%page Two\nEnd\n%term end\nWhere it stops.\n").pages[1]
    HelpPage(title='Two', text='End\n')
    """
    first, *rest = _HEADS.split(source)
    parts = [("page", "", first), *zip(rest[::3], rest[1::3], rest[2::3], strict=True)]
    pages = [
        HelpPage(head.strip(), text)
        for kind, head, text in parts
        if kind == "page" and (head or text.strip())
    ]
    terms = {head.strip().lower(): " ".join(text.split()) for kind, head, text in parts if kind == "term"}
    return HelpText(tuple(pages), terms)


_MARKED, _DARK_RED = 5, 32
"""The register of marked words on grey, and the EGA's colour in it."""
_BOLD = {0x30: 0x31, 0x70: 0x70 | _MARKED, 0xF0: 0xF0 | _MARKED}
"""What marks words on light papers, on which bright ones could not be read."""


def _styles(dress: Dress) -> dict[str, int]:
    """Return the attributes of a help's words, and of those that lead on."""
    if dress == MAGAZINE:
        return {
            markup.PLAIN: dress.dim,
            markup.BOLD: dress.paper,
            markup.BRIGHT: 0x1E,
            markup.SUBHEAD: 0x1E,
            markup.FILE: 0x1B,
            _LINK: 0x1A,
        }
    ground = dress.paper & 0xF0
    bold = _BOLD.get(ground, dress.title)
    return {
        markup.PLAIN: dress.paper,
        markup.BOLD: bold,
        markup.BRIGHT: bold if ground in _BOLD else dress.hot,
        markup.SUBHEAD: dress.title,
        markup.FILE: dress.paper,
        _LINK: ground | (0x01 if ground in _BOLD else 0x0A),
    }


class _Link(NamedTuple):
    """A word that leads on: where it stands on the page (line, column), and how many characters it has."""

    words: str
    line: int
    column: int

    @property
    def id(self) -> str:
        """Return the target id."""
        return f"button:{self.words.lower().replace(' ', '-')}"


class Help(Screen):
    """Pages of help, the program's own unless another text is given; `show` shows how the game is played.

    Leaving returns to the page before, then to the screen beneath.
    """

    rests = True

    name = "help"
    own_keys = _KEYS
    left = _LEFT
    """The column where the lines begin."""

    def __init__(
        self,
        app: App,
        text: str | None = None,
        show: Callable[[], None] | None = None,
        heading: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(app)
        self._heading = heading
        """The tab and the title of the header, where they are not those of a program's help."""
        self._show_me = show
        self._text = self.parse(help_text(app.record.id) if text is None else text)
        self._before: list[tuple[int, int]] = []
        self._show(0)

    def _show(self, page: int, first: int = 0) -> None:
        self._page = page
        self._cards: dict[int, list[Card]] = {}
        """Pyramids of cards, apex first, by the line at which they begin."""
        self._lines = self.lay_out(self._text.pages[page].text)
        self._last = max(0, len(self._lines) - _LINES)
        self._first = first
        self._links = self._found()
        self.selected = None

    def parse(self, text: str) -> HelpText:
        """Return the pages of a text."""
        return parse_help(text)

    def lay_out(self, text: str) -> list[markup.Line]:
        """Return the lines of a page's text; a line `%cards 3d Qs Ad` lays such a pyramid at the left of those after it."""
        first, *rest = _CARDS.split(text)
        lines = markup.render(first, WIDTH)
        for cards, words in zip(rest[::2], rest[1::2], strict=True):
            lines.append(markup.Line(0, ()))
            self._cards[len(lines)] = [parse_card(word) for word in cards.split()]
            lines += markup.render(words, WIDTH)
        return lines

    def _found(self) -> list[_Link]:
        """Return the bright words of the page that name another page or have an explanation."""
        known = {page.title.lower() for page in self._text.pages if page.title} | set(self._text.terms)
        links = []
        for number, line in enumerate(self._lines):
            column = self.left + line.indent
            for text, style in line.runs:
                if style == markup.BRIGHT and text.lower() in known:
                    links.append(_Link(text, number, column))
                column += len(text)
        return links

    def _visible(self) -> list[_Link]:
        return [link for link in self._links if self._first <= link.line < self._first + _LINES]

    def _follow(self, link: _Link) -> None:
        """Go to the page a word names, or show its explanation."""
        titles = [page.title.lower() for page in self._text.pages]
        if link.words.lower() in titles:
            self._before.append((self._page, self._first))
            self._show(titles.index(link.words.lower()))
        else:
            said = fitted(self._text.terms[link.words.lower()], _NOTE_WIDTH, _NOTE_LINES)
            self.app.push(Notice(self.app, link.words.capitalize(), said, name="popup"))

    def _link(self, name: str | None) -> _Link | None:
        return next((link for link in self._visible() if link.id == name), None)

    def _back(self) -> None:
        if self._before:
            self._show(*self._before.pop())
        else:
            self.app.pop()

    def wheel(self, notches: int) -> None:
        """Scroll three lines a notch."""
        self._scroll(-3 * notches)

    def _scroll(self, lines: int) -> None:
        self._first = min(max(self._first + lines, 0), self._last)
        if self._link(self.selected) is None:
            self.selected = None

    def keys(self) -> list[tuple[str, str]]:
        """Return the keys that scroll, walk from word to word, follow the one that is chosen, and leave."""
        link = self._link(self.selected)
        follow = dict.fromkeys((*ENTER, "SPACE"), link.id) if link else {}
        return [*{**self.own_keys, **follow}.items(), *self.alt_keys()]

    def act(self, name: str) -> None:
        """Scroll or leave, choose the next word that can be seen, or follow one."""
        if name in _SCROLLS:
            self._scroll(_SCROLLS[name])
        elif name == "TAB":
            ids = [link.id for link in self._visible()]
            if ids:
                self.selected = ids[(ids.index(self.selected) + 1) % len(ids) if self.selected in ids else 0]
        elif name == "back":
            self._back()
        elif name == _SHOW.id and self._show_me is not None:
            self._show_me()
        elif link := self._link(name):
            self._follow(link)

    def hints(self) -> list[Hint]:
        """Return the keys of the help."""
        page = " page" if self._show_me is None else ""
        return [
            Hint("PgUp", f"Previous{page}", "button:pgup", self._first > 0),
            Hint("PgDn", f"Next{page}", "button:pgdn", self._first < self._last),
            Hint("↑↓", "Line") if self._show_me is None else _SHOW,
            Hint("Tab Enter", "Marked words") if self._links else Hint("Home End", "Top, bottom"),
            Hint("Esc", "Back" if self._before else "Leave", "back"),
        ]

    def _header(self) -> tuple[str, str]:
        """Return the words of the header: the tab and the title."""
        title = self._text.pages[self._page].title or self.app.record.title
        return self._heading or ("HELP", title)

    def parts(self) -> list[Part]:
        """Return the header, the lines that are seen, the words in them that lead on, each once, and where this is.

        Paragraphs are read whole of which something is seen; on a program's first page the keys that read aloud, too.
        """
        record = self.app.record
        tab, title = self._header()
        seen = [
            paragraph.words
            for paragraph in markup.paragraphs(self._lines, WIDTH)
            if paragraph.last >= self._first and paragraph.first < self._first + _LINES
        ]
        keys = READING if self._show_me is not None and self._first == 0 and self._page == 0 else ()
        shown = seen[1:] if seen and seen[0].upper() == title.upper() else seen
        words = {link.id: link for link in reversed(self._visible())}
        return [
            painted(self._ground),
            masthead(tab, title, record.issue, self.dress)._replace(told=f"{tab.capitalize()}: {title}"),
            *(part._replace(told="") for part in pushes(2, self.buttons(), self.dress)),
            painted(self._text_lines),
            painted(self._pyramids),
            *map(said, (*keys, *shown)),
            *(
                spot(link.column, _TOP + link.line - self._first, len(link.words), 1).use(
                    name, words=link.words
                )
                for name, link in words.items()
            ),
        ]

    def _ground(self, video: Video) -> None:
        # No red of the default palette can be read on grey.
        video.set_registers(
            [_DARK_RED if at == _MARKED else one for at, one in enumerate(self.app.record.palette)]
        )
        paper = _styles(self.dress)[markup.PLAIN]
        # Round cards it shows through; fewer colours mix grey, and show grey paper white.
        video.page.cls(paper >> 4 if video.full_colour else 15)
        video.fill(0, 3, COLUMNS, 21, " ", paper)
        if not self.dress.caption:
            frame(video, 0, 3, COLUMNS, 21, self.dress.frame)

    def _pyramids(self, video: Video) -> None:
        """Draw the cards that are seen whole; the words beside them tell what they show."""
        for line, cards in self._cards.items():
            row = line - self._first
            if row < 0 or row + _CARD_LINES > _LINES:
                continue
            felt = (
                Characters(video)
                if video.mode == "text"
                else Pictures(video, self.app.services.shown.cards())
            )
            places = felt.slots[: len(cards)]
            left, top = min(x for x, _ in places), places[0][1]
            for (x, y), card in zip(places, cards, strict=True):
                place = x - left + self.left * CELL_WIDTH, y - top + (_TOP + row) * CELL_HEIGHT
                felt.card(place, card)
                felt.uncover(felt.painted_rect(place))

    def _text_lines(self, video: Video) -> None:
        """Draw the visible lines, and at the right where in the text they are."""
        dress, styles = self.dress, _styles(self.dress)
        paper = styles[markup.PLAIN]
        marked = video.hot(styles[_LINK], paper)
        if marked != styles[_LINK]:
            # Where no colour tells them, they are darker than the one that is chosen.
            marked &= 0x77
        if video.mono:
            styles = {name: video.hot(one, paper) if one != paper else one for name, one in styles.items()}
        for row, line in enumerate(self._lines[self._first : self._first + _LINES]):
            column = self.left + line.indent
            for text, style in line.runs:
                if style == markup.SUBHEAD:
                    # Its bar, where it has one, begins before the first letter.
                    video.write(column - 1, _TOP + row, f" {text} ", styles[style])
                video.write(column, _TOP + row, text, styles[style])
                column += len(text)
        for link in self._visible():
            attribute = dress.bar if link.id == self.selected else marked
            video.write(link.column, _TOP + link.line - self._first, link.words, attribute)
        for row in range(_LINES):
            video.write(COLUMNS - 1, _TOP + row, "░", dress.frame)
        mark = self._first * (_LINES - 1) // self._last if self._last else 0
        video.write(COLUMNS - 1, _TOP + mark, "█", dress.paper)
