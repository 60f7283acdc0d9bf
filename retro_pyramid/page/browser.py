"""The program inside the browser page: the page's query is the command line, the page shows what is said."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, TextIO

from retro_pyramid.page.links import address, game_link, link, unquoted
from retro_pyramid.screens.setting import MODE

if TYPE_CHECKING:
    from retro_pyramid.machine.pc import Machine
    from retro_pyramid.machine.video import Image
    from retro_pyramid.page.speech import Listener
    from retro_pyramid.screens.app import App
    from retro_pyramid.storage import GameFiles

_STEPS = (
    "ctypes",  # which Pyxel imports with the first look at a picture's memory
    "retro_pyramid.programs",
    "retro_pyramid.formats.pictures.deck",
    "retro_pyramid.machine.host",
    "retro_pyramid.storage",
    "retro_pyramid.screens.app",
    "retro_pyramid.screens.table.table",
    "retro_pyramid.screens.flow",
    "retro_pyramid.play.playing",
    "retro_pyramid.play.words",
    "retro_pyramid.cli",
    "retro_pyramid.storage.config",
    "retro_pyramid.storage.places.browser",
    "retro_pyramid.machine.keyboard",
    "retro_pyramid.page.program",
)
_MOST_PIECES = 200
_KEYS_PAUSE = 6
"""Frames from one look at the keys for a thumb to the next."""
_SWITCH = re.compile("[a-z][a-z-]+")
_OF_THE_PAGE = {"test"}
"""Words of the query for the page itself, not for the program."""


def words(query: str) -> list[str]:
    """Return the command line that the page's query stands for, for example `location.search`.

    `name=value` becomes `--name value`, a bare word of small letters a switch; any other stays a word. The order is kept.
    Left out are words that the command line does not know, as those who pass links on add their own, and a level where
    the edition has none: somebody may have edited the link.

    >>> words("?T&2&level=2&deal=61&mute")
    ['T', '2', '--level', '2', '--deal', '61', '--mute']
    >>> words("?edition=em&deal=61&level=2&T&fbclid=x")
    ['--edition', 'em', '--deal', '61', 'T']
    """
    return [word for group, known in _sorted_out(query) if known for word in group]


def passed_over(query: str) -> list[str]:
    """Return what of the page's query is left out, as words of a command line.

    >>> passed_over("?edition=em&level=2&ref=a+friend&T&test")
    ['--level 2', '--ref a friend']
    """
    return [" ".join(group) for group, known in _sorted_out(query) if not known]


def _sorted_out(query: str) -> list[tuple[tuple[str, ...], bool]]:
    """Return the words of a query in groups, and of each whether the program is told of it."""
    from retro_pyramid.play.words import NAMES, is_game

    groups = list(_groups(query))
    without = set() if _has_level(_edition(groups)) else {"--level"}
    known = NAMES - without
    return [(group, group[0].lower() in known or is_game(group[0])) for group in groups]


def _edition(groups: Iterable[tuple[str, ...]]) -> str | None:
    """Return the edition that the words ask for, None where they name none."""
    return dict([group for group in groups if len(group) == 2]).get("--edition")


def _has_level(edition: str | None) -> bool:
    """Return whether an edition has a level; True for an unknown one, which the command line refuses."""
    from retro_pyramid.rules import EDITIONS, OPTIONS

    return edition not in EDITIONS or "level" in OPTIONS[edition]


def _groups(query: str) -> Iterator[tuple[str, ...]]:
    """Return the words in groups: a name with its value, or one alone."""
    for part in query.removeprefix("?").split("&"):
        name, _, value = part.partition("=")
        # Software that passes links on writes a bare word T as `T=`.
        if value:
            yield "--" + unquoted(name).removeprefix("--"), unquoted(value)
        elif name and name not in _OF_THE_PAGE:
            word = unquoted(name)
            yield (f"--{word}" if _SWITCH.fullmatch(word) else word,)


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


def steps(query: str) -> list[str]:
    """Return the modules that the page imports one after another, with those they need, before it asks for a press.

    >>> steps("?edition=em")[-1]
    'retro_pyramid.programs.em.record'
    """
    from retro_pyramid.rules import EDITIONS

    asked = _edition(_groups(query))
    edition = asked if asked in EDITIONS else EDITIONS[0]
    return [*_STEPS, f"retro_pyramid.programs.{edition}.record"]


def start(query: str) -> None:
    """Run the program in the page with the words of its `query`.

    Once the game has started this never returns: Pyxel gives the page its turn and drops everything on the
    stack, `finally` included.  When it does return, the page shows what the program said.
    """
    from retro_pyramid.cli import main
    from retro_pyramid.play.playing import Page

    for word in passed_over(query):
        print(f"Passed over in the page's address: {word}")
    said: list[str] = []
    streams = sys.stdout, sys.stderr
    # They stay replaced while the game runs, since nothing below is reached then.
    sys.stdout, sys.stderr = (Overheard(stream, said) for stream in streams)
    try:
        # The system may be set to reduced motion.
        still = ["--still"] if getattr(_page(), "still", False) else []
        code: object = main([*words(query), *still], Page(attach, follower, prober, waiter))
    except SystemExit as end:
        code = end.code
    sys.stdout, sys.stderr = streams
    _page().said("".join(said).strip(), bool(code))


def follower(machine: Machine, app: App) -> Callable[[Image], None]:
    """Return what keeps the page informed, to be called with each picture that was drawn.

    It reports each frame, the state when it has changed (`typing`: whether text is typed, as the cursor shows), and a
    changed picture: only then does the page scale it again, the costliest step without a graphics card.  What is new
    is reported in words too, for a screen reader.
    """
    from json import dumps

    page = _page()
    query: str = import_module("js").location.search
    # Asked for when it is to be passed on: to pack a game after every move would cost frames.
    page.game = _kept(lambda: game_link(app.passed_on()))
    keys = _keys_beside(machine, app, page)
    told: dict[str, object] = {}
    stood: dict[str, str] = {}
    square = (0, 0)
    shown: tuple[bytes, list[int]] = b"", []
    listener: Listener | None = None

    def follow(picture: Image) -> None:
        nonlocal told, stood, shown, listener, query, square
        video = machine.video
        if video.square != square:
            square = video.square
            page.shape(*square)
        if page.held:
            return
        page.framed()
        before = told
        state = {**app.state(), "mode": video.mode, "video": video.name, "typing": video.cursor is not None}
        here = app.here
        if state != told or here != stood:
            told, stood = state, here
            # The prompt is in text mode whatever has been chosen.
            chosen = {**state, "mode": app.settings[MODE]}
            query = address(query, chosen, here, app.day)
            page.follow(dumps({**state, "link": link(chosen), "address": query}))
        now = bytes(picture.data_ptr()), list(video.registers)
        keys(told is not before or now != shown)
        if now != shown:
            shown = now
            page.drawn()
            return
        if listener is None:
            # Loaded after the first picture, which must not be later for it.
            from retro_pyramid.page.speech import Listener

            listener = Listener(app)
        if words := listener.hear(state):
            page.hear(words, listener.whole)

    return follow


def _keys_beside(machine: Machine, app: App, page: Any) -> Callable[[bool], None]:
    """Return what tells the page its keys for a thumb where it wants them, to be called every frame: has it changed?"""
    from json import dumps

    shown = ""
    frames = 0
    stale = True

    def use(name: str) -> None:
        from retro_pyramid.machine.events import Named

        machine.posted.append(Named(name))

    def bare(x: int, y: int) -> str:
        from retro_pyramid.page import keypad

        return dumps(keypad.bare(app, x, y))

    def tell(changed: bool) -> None:
        nonlocal shown, frames, stale
        frames += 1
        stale |= changed
        # A picture may move all the time: a few looks a second will do.
        if not stale or frames % _KEYS_PAUSE or not getattr(page, "thumb", False):
            return
        stale = False
        from retro_pyramid.page.keypad import keypad

        now = dumps(keypad(app))
        if now != shown:
            shown = now
            page.keypad(now)

    page.use, page.bare = _kept(use), _kept(bare)
    return tell


def attach(machine: Machine, files: GameFiles) -> None:
    """Hand the page what it can ask of the program, as `retroPyramid.program`."""
    from retro_pyramid.page.program import Handle

    _page().program = _kept(Handle(machine, files))


def prober(machine: Machine, app: App) -> Callable[[], bool]:
    """Return what runs the frames of scripts handed in by the page, to be asked before every other frame."""
    test = getattr(_page(), "test", None)
    if test is None:
        return lambda: False
    from retro_pyramid.page.probe import Probe

    probe = Probe(machine, app, test)
    test.attach(_kept(probe))
    return probe.turn


def waiter(machine: Machine) -> Callable[[], bool]:
    """Return what tells whether the page still waits for the first press; till then the loudspeaker waits, too."""
    page = _page()
    waiting = bool(getattr(page, "held", False))
    if waiting:
        machine.speaker.hold()

    def waits() -> bool:
        nonlocal waiting
        if waiting and not page.held:
            waiting = False
            machine.speaker.release()
        return waiting

    return waits


def _page() -> Any:
    # Pyodide's window object: only there inside the browser.
    return import_module("js").retroPyramid


def _kept(value: object) -> Any:
    # Without a proxy of its own the page could not keep it beyond the call.
    return import_module("pyodide.ffi").create_proxy(value)
