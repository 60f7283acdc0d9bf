"""The program inside the browser page: the page's query is the command line, the page shows what is said."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TextIO

from retro_pyramid.links import address, link, unquoted

if TYPE_CHECKING:
    from retro_pyramid.machine.pc import Machine, Program
    from retro_pyramid.screens.day import Day
    from retro_pyramid.storage import GameFiles

_MOST_PIECES = 200
_SWITCH = re.compile("[a-z][a-z-]+")
_OF_THE_PAGE = {"test"}
"""Words of the query that the page itself understands."""


def words(query: str) -> list[str]:
    """Return the command line that the page's query stands for, for example `location.search`.

    `name=value` becomes `--name value`, a bare word of small letters a switch; any other stays a word. The order is kept.

    >>> words("?T&2&level=2&deal=61&mute")
    ['T', '2', '--level', '2', '--deal', '61', '--mute']
    """
    return list(_words(query))


def _words(query: str) -> Iterator[str]:
    for part in query.removeprefix("?").split("&"):
        name, _, value = part.partition("=")
        # Software that passes links on writes a bare word T as `T=`.
        if value:
            yield "--" + unquoted(name).removeprefix("--")
            yield unquoted(value)
        elif name and name not in _OF_THE_PAGE:
            word = unquoted(name)
            yield f"--{word}" if _SWITCH.fullmatch(word) else word


class Overheard:
    """A text stream that passes everything on to `stream` and keeps the first pieces in `pieces`."""

    def __init__(self, stream: TextIO, pieces: list[str]) -> None:
        self._stream = stream
        self._pieces = pieces

    def write(self, text: str) -> int:
        """Pass `text` on and remember it, if it is among the first."""
        if len(self._pieces) < _MOST_PIECES:
            self._pieces.append(text)
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def start(query: str) -> None:
    """Run the program in the page with the words of its `query`.

    Once the game has started this never returns: Pyxel gives the page its turn and drops everything on the
    stack, `finally` included.  When it does return, the page shows what the program said.
    """
    from retro_pyramid.cli import main

    said: list[str] = []
    streams = sys.stdout, sys.stderr
    # The streams stay so while the game runs, since nothing below here is reached then.
    sys.stdout, sys.stderr = (Overheard(stream, said) for stream in streams)
    try:
        code: object = main(words(query))
    except SystemExit as end:
        code = end.code
    sys.stdout, sys.stderr = streams
    _page().said("".join(said).strip(), bool(code))


def follower(
    machine: Machine, app: Program, day: Callable[[], Day | None] = lambda: None
) -> Callable[[], None]:
    """Return what tells the page of the game's state, to be called once a frame; it does so when that changed.

    `day` returns the day whose deals are being played.
    """
    from importlib import import_module
    from json import dumps

    page = _page()
    query: str = import_module("js").location.search
    told: dict[str, object] = {}

    def follow() -> None:
        nonlocal told
        state = {**app.state(), "mode": machine.video.mode, "video": machine.video.name}
        if state != told:
            told = state
            page.follow(dumps({**state, "link": link(state), "address": address(query, state, day())}))

    return follow


def attach(machine: Machine, files: GameFiles) -> None:
    """Hand the page what it can ask of the program, as `retroPyramid.program`."""
    from importlib import import_module

    from retro_pyramid.browser_program import Handle

    # Without a proxy of its own the page could not keep it beyond this call.
    _page().program = import_module("pyodide.ffi").create_proxy(Handle(machine, files))


def prober(machine: Machine, app: Program) -> Callable[[], bool]:
    """Return what runs the frames of scripts handed in by the page, to be asked before every other frame."""
    from importlib import import_module

    test = getattr(_page(), "test", None)
    if test is None:
        return lambda: False
    from retro_pyramid.browser_probe import Probe

    probe = Probe(machine, app, test)
    # Without a proxy of its own the page could not keep it beyond this call.
    test.attach(import_module("pyodide.ffi").create_proxy(probe))
    return probe.turn


def _page() -> Any:
    from importlib import import_module

    # Pyodide's window object: only there inside the browser.
    return import_module("js").retroPyramid
