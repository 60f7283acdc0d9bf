"""Links to games: the page's query read as a command line, and made from the game that is on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from retro_pyramid.editions.settings_file import SWITCHES
from retro_pyramid.launcher.stray import strip_stray
from retro_pyramid.rules import EDITIONS, OPTIONS, rules_for

if TYPE_CHECKING:
    from retro_pyramid.deals.daily_deal import Day
    from retro_pyramid.rules.transcript import Transcript

_SWITCH = re.compile("[a-z][a-z-]+")
_AMPERSAND = re.compile("^(amp;)+")
_OF_THE_PAGE = {"test"}
"""Words of the query for the page itself, not for the program."""
_OF_A_PLACE = {
    *("t", "2", "edition", "option", "level", "deal", "start", "resume"),
    *("daily", "daily-match", "day", "page", "setup", "watch", "friend", "move"),
}


def words(query: str) -> list[str]:
    """Return the command line that the page's query stands for, for example `location.search`.

    `name=value` becomes `--name value`, a bare word of small letters a switch; any other stays a word. The order is kept.
    A day alone begins with its deal. Left out are words that the command line does not know, as those who pass links on
    add their own, and a level where the edition has none: somebody may have edited the link.

    >>> words("?T&2&level=2&deal=61&mute")
    ['T', '2', '--level', '2', '--deal', '61', '--mute']
    >>> words("?day=20261123&edition=em")
    ['--day', '20261123', '--edition', 'em', '--daily']
    >>> words("?edition=em&deal=61&level=2&T&fbclid=x")
    ['--edition', 'em', '--deal', '61', 'T']
    """
    found = [word for group, known in _sorted_out(query) if known for word in group]
    begins = {"--daily", "--daily-match", "--start", "--watch"}.intersection(found)
    return [*found, "--daily"] if "--day" in found and not begins else found


def passed_over(query: str) -> list[str]:
    """Return what of the page's query is left out, as words of a command line.

    >>> passed_over("?edition=em&level=2&ref=a+friend&T&test")
    ['--level 2', '--ref a friend']
    """
    return [" ".join(group) for group, known in _sorted_out(query) if not known]


def _sorted_out(query: str) -> list[tuple[tuple[str, ...], bool]]:
    """Return the words of a query in groups, and of each whether the program is told of it."""
    from retro_pyramid.launcher.cli_args import NAMES, is_game

    # An unknown edition is refused by the command line. No page is a terminal.
    options = OPTIONS.get(edition_asked(query) or EDITIONS[0], {"level": ()})
    known = NAMES - ({"--terminal"} if "level" in options else {"--terminal", "--level"})
    return [(group, group[0].lower() in known or is_game(group[0])) for group in _groups(query)]


def edition_asked(query: str) -> str | None:
    """Return the edition that the page's query asks for, None where it names none."""
    return dict([group for group in _groups(query) if len(group) == 2]).get("--edition")


def _groups(query: str) -> Iterator[tuple[str, ...]]:
    """Return the words in groups: a name with its value, or one alone."""
    for part in query.removeprefix("?").split("&"):
        name, value = _split(part)
        # Software that passes links on writes a bare word T as `T=`.
        if value:
            yield f"--{name.lower().removeprefix('--')}", value
        elif name and name not in _OF_THE_PAGE:
            yield (f"--{name.lower()}" if _SWITCH.fullmatch(name.lower()) else name,)


def _split(part: str) -> tuple[str, str]:
    """Return a part of a query as name and value, without what other software adds to links.

    A page that shows a link may write & as `&amp;`, and the text around a link may leave punctuation or blanks behind it.

    >>> _split("amp;deal=61)."), _split("T%20"), _split("friend=Jr.+")
    (('deal', '61'), ('T', ''), ('friend', 'Jr.'))
    """
    name, equals, value = part.partition("=")
    name = _AMPERSAND.sub("", unquoted(name))
    if not equals:
        return strip_stray(name), ""
    # A person's name may end with a full stop.
    return name.strip(), unquoted(value).strip() if name.lower() == "friend" else strip_stray(unquoted(value))


def link(state: Mapping[str, Any]) -> str:
    """Return the query that leads to the game of a state: edition, options and deal, text mode and deck.

    `state` is as in the state JSON. Where no game is on, or one whose cards were typed in, it leads to the program.

    >>> from retro_pyramid.rules import rules_for
    >>> state = {"program": "odm", "options": {"level": "2"}, "deal": 61, "video": "ega", "mode": "text", "deck": 1}
    >>> link(state)
    '?T&level=2&deal=61&start=table'
    >>> link({**state, "deal": None, "program": "em", "options": {}, "mode": "graphics"})
    '?edition=em'
    """
    return "?" + "&".join([*_display(state), *_game(state)])


def address(
    query: str,
    state: Mapping[str, Any],
    here: Mapping[str, str] = MappingProxyType({}),
    day: Day | None = None,
) -> str:
    """Return the page's own query as the game of a state makes it; what in `query` is no part of a place stays.

    `here` are the words that lead to the screen that is on, as `App.here`; `day` is the day whose deals are being
    played, which go on when the page is loaded again.

    >>> state = {"program": "em", "options": {}, "deal": 61, "video": "ega", "mode": "graphics", "deck": 1}
    >>> address("?aspect=square&edition=odm&T&test", state)
    '?edition=em&deal=61&start=table&aspect=square&test'

    >>> address("?T", {**state, "program": "shell", "deal": None}, {"start": "shell", "page": "luck.12"})
    '?start=shell&page=luck.12'

    A deal that was asked for and is not dealt yet stays, so that a page loaded again at the title deals it.

    >>> address("?deal=61&test", {**state, "program": "odm", "deal": None}, {"deal": "61"})
    '?deal=61&test'
    """
    asked = [part for part in query.removeprefix("?").split("&") if part]
    kept = [part for part in asked if _name(part) not in _OF_A_PLACE]
    place = [f"{name}={quoted(value)}" for name, value in here.items()]
    if "watch" in here:
        # The game that is shown has its program in it, and the one beneath is left off.
        return "?" + "&".join([*_display(state), *place, *kept])
    daily = (
        []
        if day is None or state["deal"] is None
        else ["daily-match" if day.match else "daily", f"day={day.number}"]
    )
    # A program's own switch starts it where no program is named: then the main one must be named too.
    switched = state["program"] == EDITIONS[0] and any(_name(part) in SWITCHES for part in kept)
    named = [f"edition={EDITIONS[0]}"] if switched else []
    return "?" + "&".join([*named, *_display(state), *_game(state), *daily, *place, *kept])


def game_link(game: Transcript | None) -> str:
    """Return the query that shows a game move by move; empty where there is none.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import parse_move
    >>> from retro_pyramid.rules.transcript import Transcript
    >>> game_link(Transcript("em", {}, 65, deal(65), (parse_move("74+77"),)))
    '?watch=em.65.D1-'
    """
    if game is None:
        return ""
    from retro_pyramid.formats.native.game_code import pack
    from retro_pyramid.rules.transcript import FRIEND

    name = dict(game.notes).get(FRIEND)
    return f"?watch={pack(game)}" + (f"&friend={quoted(name)}" if name else "")


def _name(part: str) -> str:
    return _split(part)[0].lower().removeprefix("--")


def _display(state: Mapping[str, Any]) -> Iterator[str]:
    # A monochrome display has no other mode.
    if state["mode"] == "text" and state["video"] != "mono":
        yield "T"
    if state["deck"] == 2:
        yield "2"


def _game(state: Mapping[str, Any]) -> Iterator[str]:
    edition = state["program"]
    if edition not in EDITIONS:
        return
    if edition != EDITIONS[0]:
        yield f"edition={edition}"
    usual = rules_for(edition).options
    for name, value in state["options"].items():
        if value != usual[name]:
            yield f"level={value}" if name == "level" else f"option={quoted(f'{name}={value}')}"
    if state["deal"] is not None:
        yield f"deal={state['deal']}"
        yield "start=table"


# Not urllib.parse: the page would compile it, and ipaddress with it, at every start.


def quoted(text: str) -> str:
    """Return a text as it stands in a query.

    >>> quoted("level=2 é")
    'level=2+%C3%A9'
    """
    quoted = re.sub(rb"[^\w.~=-]", lambda found: b"%%%02X" % found[0][0], text.encode())
    return quoted.decode().replace("%20", "+")


def unquoted(text: str) -> str:
    """Return what a part of a query stands for.

    >>> unquoted("a+b%2Bc%C3%A9 100%")
    'a b+cé 100%'
    """
    plain = text.replace("+", " ").encode()
    return re.sub(b"%([0-9A-Fa-f]{2})", lambda found: bytes([int(found[1], 16)]), plain).decode(
        "utf-8", "replace"
    )
