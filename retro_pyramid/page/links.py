"""The page's query: read as a command line, and written from the current game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from retro_pyramid.editions.settings_file import EDITION_SWITCHES
from retro_pyramid.launcher.stray import strip_surrounding_punctuation
from retro_pyramid.rules import EDITION_OPTIONS, EDITIONS, rules_for

if TYPE_CHECKING:
    from retro_pyramid.deals.daily_deal import DailyDeal
    from retro_pyramid.rules.transcript import Transcript

_SWITCH = re.compile("[a-z][a-z-]+")
_AMPERSAND = re.compile("^(amp;)+")
_PAGE_PARAMS = {"test"}
"""Parameters for the page itself, not for the program."""
_GAME_PARAMS = {
    *("t", "2", "edition", "option", "level", "deal", "start", "resume"),
    *("daily", "daily-match", "day", "page", "setup", "watch", "friend", "move"),
}


def args_from_query(query: str) -> list[str]:
    """Return the command-line arguments for the page's query, `location.search`.

    `name=value` becomes `--name value`, a bare lower-case word a switch; any other word stays as it is. The order is kept. A
    day without a start gets `--daily`. Parameters that the command line does not know are left out, since services that pass
    links on add their own; so is a level that the edition does not have, which somebody may have edited into the link.

    >>> args_from_query("?T&2&level=2&deal=61&mute")
    ['T', '2', '--level', '2', '--deal', '61', '--mute']
    >>> args_from_query("?day=20261123&edition=em")
    ['--day', '20261123', '--edition', 'em', '--daily']
    >>> args_from_query("?edition=em&deal=61&level=2&T&fbclid=x")
    ['--edition', 'em', '--deal', '61', 'T']
    """
    args = [arg for param, is_known in _classify(query) if is_known for arg in param]
    starts = {"--daily", "--daily-match", "--start", "--watch"}.intersection(args)
    return [*args, "--daily"] if "--day" in args and not starts else args


def ignored_params(query: str) -> list[str]:
    """Return the parameters of the page's query that `args_from_query` leaves out, each as command-line arguments.

    >>> ignored_params("?edition=em&level=2&ref=a+friend&T&test")
    ['--level 2', '--ref a friend']
    """
    return [" ".join(param) for param, is_known in _classify(query) if not is_known]


def _classify(query: str) -> list[tuple[tuple[str, ...], bool]]:
    """Return the parameters of a query as command-line arguments, each with whether the program knows it."""
    from retro_pyramid.launcher.cli_args import OPTION_NAMES, is_game_code_or_link

    # The command line refuses an unknown edition. No page is a terminal.
    options = EDITION_OPTIONS.get(edition_from_query(query) or EDITIONS[0], {"level": ()})
    known = OPTION_NAMES - ({"--terminal"} if "level" in options else {"--terminal", "--level"})
    return [(param, param[0].lower() in known or is_game_code_or_link(param[0])) for param in _params(query)]


def edition_from_query(query: str) -> str | None:
    """Return the edition in the page's query, None if there is none."""
    return dict([param for param in _params(query) if len(param) == 2]).get("--edition")


def _params(query: str) -> Iterator[tuple[str, ...]]:
    """Yield the parameters as command-line arguments: a name with its value, or one word."""
    for part in query.removeprefix("?").split("&"):
        name, value = _split(part)
        # Software that passes links on may write a bare word T as `T=`.
        if value:
            yield f"--{name.lower().removeprefix('--')}", value
        elif name and name not in _PAGE_PARAMS:
            yield (f"--{name.lower()}" if _SWITCH.fullmatch(name.lower()) else name,)


def _split(part: str) -> tuple[str, str]:
    """Return a part of a query as name and value, without what other software adds to links.

    A page that shows a link may write & as `&amp;`, and the text around a link may leave punctuation or blanks after it.

    >>> _split("amp;deal=61)."), _split("T%20"), _split("friend=Jr.+")
    (('deal', '61'), ('T', ''), ('friend', 'Jr.'))
    """
    name, equals, value = part.partition("=")
    name = _AMPERSAND.sub("", unquote(name))
    if not equals:
        return strip_surrounding_punctuation(name), ""
    # A person's name may end with a full stop.
    return name.strip(), unquote(
        value
    ).strip() if name.lower() == "friend" else strip_surrounding_punctuation(unquote(value))


def deal_query(state: Mapping[str, Any]) -> str:
    """Return the query that deals the game of a state: edition, options and deal, text mode and deck.

    `state` is the state JSON. Without a game, or if its cards were typed in, the query starts the edition.

    >>> from retro_pyramid.rules import rules_for
    >>> state = {"program": "odm", "options": {"level": "2"}, "deal": 61, "video": "ega", "mode": "text", "deck": 1}
    >>> deal_query(state)
    '?T&level=2&deal=61&start=table'
    >>> deal_query({**state, "deal": None, "program": "em", "options": {}, "mode": "graphics"})
    '?edition=em'
    """
    return "?" + "&".join([*_display(state), *_game(state)])


def query_for(
    query: str,
    state: Mapping[str, Any],
    here: Mapping[str, str] = MappingProxyType({}),
    day: DailyDeal | None = None,
) -> str:
    """Return the page's own query for a state; parameters of `query` that are not about the game are kept.

    `here` are the parameters that lead to the current screen, as `App.here`; `day` is the day whose deals are being
    played, which continue when the page is reloaded.

    >>> state = {"program": "em", "options": {}, "deal": 61, "video": "ega", "mode": "graphics", "deck": 1}
    >>> query_for("?aspect=square&edition=odm&T&test", state)
    '?edition=em&deal=61&start=table&aspect=square&test'

    >>> query_for("?T", {**state, "program": "shell", "deal": None}, {"start": "shell", "page": "luck.12"})
    '?start=shell&page=luck.12'

    A requested deal that is not dealt yet is kept, so that a page reloaded at the title deals it.

    >>> query_for("?deal=61&test", {**state, "program": "odm", "deal": None}, {"deal": "61"})
    '?deal=61&test'
    """
    parts = [part for part in query.removeprefix("?").split("&") if part]
    kept = [part for part in parts if _name(part) not in _GAME_PARAMS]
    screen = [f"{name}={quote(value)}" for name, value in here.items()]
    if "watch" in here:
        # The replayed game contains its edition, and the game below the replay is left out.
        return "?" + "&".join([*_display(state), *screen, *kept])
    daily = (
        []
        if day is None or state["deal"] is None
        else ["daily-match" if day.is_match else "daily", f"day={day.yyyymmdd}"]
    )
    # A switch that belongs to one edition selects it if no edition is given: then the first edition must be given too.
    has_switch = state["program"] == EDITIONS[0] and any(_name(part) in EDITION_SWITCHES for part in kept)
    edition = [f"edition={EDITIONS[0]}"] if has_switch else []
    return "?" + "&".join([*edition, *_display(state), *_game(state), *daily, *screen, *kept])


def replay_query(game: Transcript | None) -> str:
    """Return the query that replays a game; empty if there is none.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import parse_move
    >>> from retro_pyramid.rules.transcript import Transcript
    >>> replay_query(Transcript("em", {}, 65, deal(65), (parse_move("74+77"),)))
    '?watch=em.65.D1-'
    """
    if game is None:
        return ""
    from retro_pyramid.formats.native.game_code import encode_game_code
    from retro_pyramid.rules.transcript import FRIEND_NOTE_KEY

    name = dict(game.notes).get(FRIEND_NOTE_KEY)
    return f"?watch={encode_game_code(game)}" + (f"&friend={quote(name)}" if name else "")


def _name(part: str) -> str:
    return _split(part)[0].lower().removeprefix("--")


def _display(state: Mapping[str, Any]) -> Iterator[str]:
    # A monochrome display has only text mode.
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
    defaults = rules_for(edition).options
    for name, value in state["options"].items():
        if value != defaults[name]:
            yield f"level={value}" if name == "level" else f"option={quote(f'{name}={value}')}"
    if state["deal"] is not None:
        yield f"deal={state['deal']}"
        yield "start=table"


# Not urllib.parse: the page would compile it, and ipaddress with it, at every start.


def quote(text: str) -> str:
    """Return a text encoded for a query.

    >>> quote("level=2 é")
    'level=2+%C3%A9'
    """
    encoded = re.sub(rb"[^\w.~=-]", lambda match: b"%%%02X" % match[0][0], text.encode())
    return encoded.decode().replace("%20", "+")


def unquote(text: str) -> str:
    """Return the text of an encoded part of a query.

    >>> unquote("a+b%2Bc%C3%A9 100%")
    'a b+cé 100%'
    """
    plain = text.replace("+", " ").encode()
    return re.sub(b"%([0-9A-Fa-f]{2})", lambda match: bytes([int(match[1], 16)]), plain).decode(
        "utf-8", "replace"
    )
