"""Links to games: the page's query made from the game that is on, the reverse of reading it as a command line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote_plus, unquote_plus

from retro_pyramid.rules import EDITIONS, rules_for

if TYPE_CHECKING:
    from retro_pyramid.screens.day import Day

_OF_A_GAME = {
    *("t", "2", "edition", "option", "level", "deal", "start", "resume"),
    *("daily", "daily-match", "day"),
}


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
    return "?" + "&".join(_parts(state))


def address(query: str, state: Mapping[str, Any], day: Day | None = None) -> str:
    """Return the page's own query as the game of a state makes it; what in `query` is no part of a game stays.

    `day` is the day whose deals are being played, which go on when the page is loaded again.

    >>> state = {"program": "em", "options": {}, "deal": 61, "video": "ega", "mode": "graphics", "deck": 1}
    >>> address("?aspect=square&edition=odm&T&test", state)
    '?edition=em&deal=61&start=table&aspect=square&test'
    """
    kept = [part for part in query.removeprefix("?").split("&") if part and not _of_a_game(part)]
    daily = (
        []
        if day is None or state["deal"] is None
        else ["daily-match" if day.match else "daily", f"day={day.number}"]
    )
    return "?" + "&".join([*_parts(state), *daily, *kept])


def _of_a_game(part: str) -> bool:
    return unquote_plus(part.partition("=")[0]).lower().removeprefix("--") in _OF_A_GAME


def _parts(state: Mapping[str, Any]) -> Iterator[str]:
    # A monochrome display has no other mode.
    if state["mode"] == "text" and state["video"] != "mono":
        yield "T"
    if state["deck"] == 2:
        yield "2"
    edition = state["program"]
    if edition not in EDITIONS:
        return
    if edition != EDITIONS[0]:
        yield f"edition={edition}"
    usual = rules_for(edition).options
    for name, value in state["options"].items():
        if value != usual[name]:
            yield f"level={value}" if name == "level" else f"option={quote_plus(f'{name}={value}', safe='=')}"
    if state["deal"] is not None:
        yield f"deal={state['deal']}"
        yield "start=table"
