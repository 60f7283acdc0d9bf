"""A help text as pages and explanations, so that words in it can lead from one to another.

A line `%page Title` begins a page, a line `%term word` what pops up for a word; a text without them is one page.
"""

from typing import NamedTuple

_PAGE, _TERM = "%page ", "%term "


class Page(NamedTuple):
    """One page: its title, "" for a text that is one page, and its mark-up."""

    title: str
    text: str


class HelpText(NamedTuple):
    """A whole help: its pages, the index first, and the explanations by word in small letters."""

    pages: tuple[Page, ...]
    terms: dict[str, str]


def parse_help(source: str) -> HelpText:
    r"""Cut a help text at its marks.

    >>> parse_help("%page One\nSee ^1Two^0.\n%page Two\nEnd\n%term end\nWhere it stops.\n").pages[1]
    Page(title='Two', text='End\n')
    """
    pages: list[tuple[str, list[str]]] = [("", [])]
    terms: dict[str, list[str]] = {}
    lines = pages[0][1]
    for line in source.splitlines():
        if line.startswith(_PAGE):
            lines = []
            pages.append((line.removeprefix(_PAGE).strip(), lines))
        elif line.startswith(_TERM):
            lines = terms.setdefault(line.removeprefix(_TERM).strip().lower(), [])
        else:
            lines.append(line)
    kept = [page for page in pages if page[0] or "".join(page[1]).strip()]
    return HelpText(
        tuple(Page(title, "\n".join(text) + "\n") for title, text in kept),
        {word: " ".join(" ".join(text).split()) for word, text in terms.items()},
    )
