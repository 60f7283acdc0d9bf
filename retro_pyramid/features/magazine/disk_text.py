r"""Texts from outside: an article in the magazine's mark-up, whose lines may be lost, or plain lines.

Nothing in them is an error: what the mark-up does not know is shown as it stands, what is too long is broken.
"""

import re
from textwrap import wrap

from retro_pyramid.features.magazine.page_script import Page, PageError, parse_page
from retro_pyramid.ui.markup import PLAIN, Line, render

_POINT = r"-?\d{1,4},-?\d{1,4}"
_HEAD = re.compile(
    r"([^\n]{1,80}?)\s+"
    rf"(?:SG\s+\S+\s+\S+(?:\s+\S+\s+{_POINT})+(?:\s+|$)"
    rf"|AG\s+\S+\s+\S+(?:\s+L(?:\s+#\d+(?:-\d+)?)+\s+\d+\s+{_POINT}(?:;{_POINT})*\s+\d+\s+\d+(?:\s+B)?)+(?:\s+|$))+"
)
"""A page's title and what stands and moves on it, as `page_script` reads them, whether in lines or not."""
_CODES = re.compile(r"(?m)^\^[CF]\S|\^([SB])(?=\S)[^\^\n]{1,80}(?<=\S)\^\1|\^1(?=\S)[^\^\n]{1,80}\^0")
_SUBHEAD = re.compile(r"[ \t]*\^S([^\^\n]*)\^S[ \t]*")
_NAMED = r"by(?: [A-Z][a-z][\w'-]*| [A-Z]\.){1,6}"
# Of a text whose lines are lost the name ends before a word in capitals.
_BYLINE = re.compile(rf"(?m)\^C\s*({_NAMED}(?= [A-Z]{{2}})|by [^\n^]{{1,50}}$|{_NAMED})")
_MOST_STEPS = 1000
"""Steps of all that moves on a page; more are no page's."""
_MOST_CENTRED = 2
"""Lines that a centred one may come to; a longer one has lost its end."""


def is_marked(text: str) -> bool:
    """Return whether a text is an article in the magazine's mark-up."""
    return _HEAD.match(text.lstrip()) is not None or _CODES.search(text) is not None


def page_of(text: str) -> Page | None:
    r"""Return the page that the head of an article describes, its text the whole article; None for any other text.

    >>> page = page_of("Games SG a images title 1,2 AG a pieces L #1 1 3,4;5,6 9 1 B ^Cby Me")
    >>> page.title, page.stills[0].name, page.tracks[0].path
    ('Games', 'title', ((3, 4), (5, 6)))
    """
    text = text.strip()
    head = _HEAD.match(text)
    if head is None:
        return None
    lines = re.split(r" (?=[SA]G )", " ".join(head[0][len(head[1]) :].split()))
    try:
        page = parse_page("\n".join([head[1], *lines, text]))
    except PageError:
        return None
    return page if sum(track.steps for track in page.tracks) <= _MOST_STEPS else None


def byline(text: str) -> str:
    """Return the line that names an article's author, empty where none does.

    >>> byline("Games SG a images title 1,2 ^Cby Ann O. Nym HERE it begins.")
    'by Ann O. Nym'
    """
    found = _BYLINE.search(text)
    return found[1] if found else ""


def lay_out(text: str, width: int) -> list[Line]:
    r"""Lay out a text in lines of at most `width` characters: an article without its page's head, or plain lines.

    >>> [line.text for line in lay_out("Games SG a images title 1,2 ^CBy me ^SOne^S two", 20)]
    ['Games', '', 'By me', '', 'One', 'two']
    >>> [line.text for line in lay_out("  a plain\n\n  text", 20)]
    ['  a plain', '', '  text']
    """
    text = text.strip("\n").rstrip()
    if is_marked(text):
        return render(_tamed(text, width), width, strict=False)
    lines = [
        part for line in text.split("\n") for part in (wrap(line, width) if len(line) > width else [line])
    ]
    return [Line(0, ((line, PLAIN),) if line else ()) for line in lines]


def _tamed(text: str, width: int) -> str:
    """Return an article as our own are written: codes for whole lines begin one, and nothing is too wide."""
    head = _HEAD.match(text.lstrip())
    if head:
        text = text.lstrip()[head.end() :]
        # Many an article begins with its title itself.
        if head[1].strip().upper() not in text[: _MOST_CENTRED * width].upper():
            text = f"^C^S{head[1].strip()}^S\n\n{text}"
    text = re.sub(r"(?<=[^\n])(?=\^[CF])", "\n", text)
    text = _SUBHEAD.sub(_alone, text)
    text = re.sub(rf"(?m)^\^C(?=.{{{_MOST_CENTRED * width}}})", "", text)
    # The first line of a paragraph may be indented, and a line of fixed layout may have too much of it.
    text = re.sub(rf"(?m)^ +(?=.{{{width}}})", "", text)
    text = re.sub(r"(?:\A|(?<=\n\n)) +(?=\S.*\n[^\s^])", "", text)
    return re.sub(rf"[^ \n]{{{width}}}", r"\g<0> ", text)


def _alone(found: re.Match[str]) -> str:
    """Put a subhead on a line of its own, one free before it, where it has none."""
    text, start, end = found.string, found.start(), found.end()
    before = "" if not start or text[start - 1] == "\n" or text[start - 2 : start] == "^C" else "\n\n"
    after = "" if text[end : end + 1] in ("", "\n") else "\n"
    return f"{before}^S{found[1]}^S{after}"
