"""Layout of texts from the player's files: articles in the magazine's mark-up, or plain text.

Line breaks of an article may be lost. No input is an error: unknown mark-up is shown literally, and long lines are
wrapped.
"""

import re
from textwrap import wrap

from retro_pyramid.features.magazine.page_script import PageScript, PageScriptError, parse_page_script
from retro_pyramid.ui.markup import PLAIN_STYLE, MarkupLine, render_markup

_POINT = r"-?\d{1,4},-?\d{1,4}"
_ARTICLE_HEAD = re.compile(
    r"([^\n]{1,80}?)\s+"
    rf"(?:SG\s+\S+\s+\S+(?:\s+\S+\s+{_POINT})+(?:\s+|$)"
    rf"|AG\s+\S+\s+\S+(?:\s+L(?:\s+#\d+(?:-\d+)?)+\s+\d+\s+{_POINT}(?:;{_POINT})*\s+\d+\s+\d+(?:\s+B)?)+(?:\s+|$))+"
)
"""A page's title and its SG and AG lines as in `page_script`, with or without line breaks."""
_MARKUP_CODES = re.compile(r"(?m)^\^[CF]\S|\^([SB])(?=\S)[^\^\n]{1,80}(?<=\S)\^\1|\^1(?=\S)[^\^\n]{1,80}\^0")
_SUBHEAD = re.compile(r"[ \t]*\^S([^\^\n]*)\^S[ \t]*")
_AUTHOR_NAME = r"by(?: [A-Z][a-z][\w'-]*| [A-Z]\.){1,6}"
# If the line breaks are lost, the name ends before a word in capitals.
_BYLINE = re.compile(rf"(?m)\^C\s*({_AUTHOR_NAME}(?= [A-Z]{{2}})|by [^\n^]{{1,50}}$|{_AUTHOR_NAME})")
_MAX_STEPS = 1000
"""Maximum animation steps of a page; a head with more is not taken for one."""
_MAX_CENTRED_LINES = 2
"""Maximum lines of a wrapped centred line; a longer one has lost its line break."""


def is_article_markup(text: str) -> bool:
    """Return True if a text is an article in the magazine's mark-up."""
    return _ARTICLE_HEAD.match(text.lstrip()) is not None or _MARKUP_CODES.search(text) is not None


def parse_article_head(text: str) -> PageScript | None:
    """Return the title page that an article's head describes, with the whole article as its text.

    Returns None for a text without such a head, or if its animation has more than `_MAX_STEPS` steps.

    >>> page = parse_article_head("Games SG a images title 1,2 AG a pieces L #1 1 3,4;5,6 9 1 B ^Cby Me")
    >>> page.title, page.stills[0].name, page.tracks[0].path
    ('Games', 'title', ((3, 4), (5, 6)))
    """
    text = text.strip()
    head = _ARTICLE_HEAD.match(text)
    if head is None:
        return None
    lines = re.split(r" (?=[SA]G )", " ".join(head[0][len(head[1]) :].split()))
    try:
        page = parse_page_script("\n".join([head[1], *lines, text]))
    except PageScriptError:
        return None
    return page if sum(track.step_count for track in page.tracks) <= _MAX_STEPS else None


def find_byline(text: str) -> str:
    """Return the line that names an article's author, or an empty string.

    >>> find_byline("Games SG a images title 1,2 ^Cby Ann O. Nym HERE it begins.")
    'by Ann O. Nym'
    """
    match = _BYLINE.search(text)
    return match[1] if match else ""


def lay_out_text(text: str, width: int) -> list[MarkupLine]:
    r"""Lay out a text in lines of at most `width` characters; the head of an article is left out.

    >>> [line.text for line in lay_out_text("Games SG a images title 1,2 ^CBy me ^SOne^S two", 20)]
    ['Games', '', 'By me', '', 'One', 'two']
    >>> [line.text for line in lay_out_text("  a plain\n\n  text", 20)]
    ['  a plain', '', '  text']
    """
    text = text.strip("\n").rstrip()
    if is_article_markup(text):
        return render_markup(_normalise_markup(text, width), width, strict=False)
    lines = [
        part for line in text.split("\n") for part in (wrap(line, width) if len(line) > width else [line])
    ]
    return [MarkupLine(0, ((line, PLAIN_STYLE),) if line else ()) for line in lines]


def _normalise_markup(text: str, width: int) -> str:
    """Return an article in the form of the bundled ones: line codes start a line, and no word is too wide."""
    head = _ARTICLE_HEAD.match(text.lstrip())
    if head:
        text = text.lstrip()[head.end() :]
        # Many articles begin with their own title.
        if head[1].strip().upper() not in text[: _MAX_CENTRED_LINES * width].upper():
            text = f"^C^S{head[1].strip()}^S\n\n{text}"
    text = re.sub(r"(?<=[^\n])(?=\^[CF])", "\n", text)
    text = _SUBHEAD.sub(_isolate_subhead, text)
    text = re.sub(rf"(?m)^\^C(?=.{{{_MAX_CENTRED_LINES * width}}})", "", text)
    # The first line of a paragraph may be indented, and a line of fixed layout may be indented too far.
    text = re.sub(rf"(?m)^ +(?=.{{{width}}})", "", text)
    text = re.sub(r"(?:\A|(?<=\n\n)) +(?=\S.*\n[^\s^])", "", text)
    return re.sub(rf"[^ \n]{{{width}}}", r"\g<0> ", text)


def _isolate_subhead(match: re.Match[str]) -> str:
    """Put a subhead on a line of its own with a blank line before it, unless it already has one."""
    text, start, end = match.string, match.start(), match.end()
    before = "" if not start or text[start - 1] == "\n" or text[start - 2 : start] == "^C" else "\n\n"
    after = "" if text[end : end + 1] in ("", "\n") else "\n"
    return f"{before}^S{match[1]}^S{after}"
