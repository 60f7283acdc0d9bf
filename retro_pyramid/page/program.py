"""The program and the page it runs in: what the page can ask of it, and what the page is told."""

from __future__ import annotations

from importlib import import_module
from json import dumps
from typing import TYPE_CHECKING, Any

from retro_pyramid.cards import card_text
from retro_pyramid.machine.events import Drop, Named, key_press
from retro_pyramid.machine.host import Follower
from retro_pyramid.machine.targets import target_at
from retro_pyramid.machine.video import memory
from retro_pyramid.page.links import address, game_link, link
from retro_pyramid.settings import MODE, PICTURE, THUMB
from retro_pyramid.storage import StorageError
from retro_pyramid.table.intent import AUTO_MATCH
from retro_pyramid.table.table_screen import Table
from retro_pyramid.table.target_ids import STOCK, WASTE, card_at, slot_of
from retro_pyramid.table.view_builder import worded
from retro_pyramid.ui.lists import ListScreen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.machine.video import Image
    from retro_pyramid.speech.screen_reader import Listener

_KEYS_PAUSE = 6
"""Frames from one look at the keys for a thumb to the next."""


class Handle:
    """What the page calls as `retroPyramid.program`, between two frames."""

    def __init__(self, app: App) -> None:
        self._machine = app.machine
        self._files = app.services.files

    def heard(self, name: str, text: str, late: bool) -> None:
        """Take note that another page has written this text into the browser's storage, as `BrowserStore.heard`."""
        self._files.store.heard(name, text, late)

    def say(self, line: str) -> None:
        self._files.notices.append(line)

    def drop(self, path: str) -> None:
        """Bring in the file at a path of the page's file system, in the next frame, as if dropped on a window."""
        self._machine.posted.append(Drop(path))

    def unpoint(self) -> None:
        """Hide the pointer until it moves: a finger has left the screen."""
        self._machine.pointer_shown = False

    def pack(self) -> Any:
        """Return all of the player's files as one .zip in a Uint8Array; null, with a notice, where they cannot be read."""
        try:
            from retro_pyramid.storage.importing.backup import pack

            data = pack(self._files)
        except StorageError as error:
            self._files.notices.append(f"The files cannot be read: {error}")
            return None
        return import_module("pyodide.ffi").to_js(data)


class Page(Follower):
    """Keeps the page informed frame by frame, and runs the frames of scripts that it hands in.

    It reports each frame, the state when it has changed (`typing`: whether text is typed, as the cursor shows, or only
    "digits"), and a
    changed picture: only then does the page scale it again, the costliest step without a graphics card.  What is new
    is reported in words too, for a screen reader.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._query: str = import_module("js").location.search
        self._told: tuple[object, ...] = ()
        self._square = (0, 0)
        self._shown: tuple[object, ...] = ()
        self._listener: Listener | None = None
        self._keys, self._places = "", ""
        self._keys_stale, self._frames = True, 0
        self._page = page = javascript()
        # What is shown at once may be Setup.
        app.machine.finger = bool(getattr(page, "thumb", False))
        page.program = _kept(Handle(app))
        # Asked for when it is to be passed on: to pack a game after every move would cost frames.
        page.game = _kept(lambda: game_link(app.passed_on()))
        page.day = _kept(self._day)
        page.use, page.bare, page.chord = _kept(self._use), _kept(self._bare), _kept(self._chord)
        self._probe = None
        if (test := getattr(page, "test", None)) is not None:
            from retro_pyramid.page.probe import Probe

            self._probe = Probe(app.machine, app, test)
            test.attach(_kept(self._probe))
        self._waiting = bool(getattr(page, "held", False))
        if self._waiting:
            app.machine.speaker.hold()

    def waits(self) -> bool:
        """Return whether the page still waits for the first press; till then the loudspeaker waits, too."""
        if self._waiting and not self._page.held:
            self._waiting = False
            self._app.machine.speaker.release()
        return self._waiting

    def instead(self) -> bool:
        return self._probe is not None and self._probe.turn()

    def afterglow(self) -> bool:
        return self._app.glows()

    def follow(self, shown: Image, fresh: bool) -> None:
        app, page, video = self._app, self._page, self._app.machine.video
        if video.square != self._square:
            self._square = video.square
            page.shape(*self._square)
        if page.held:
            return
        page.framed()
        self._frames += 1
        if not fresh and self._frames % _KEYS_PAUSE:
            # A few looks a second will do where nothing moves.
            return
        app.machine.finger = bool(getattr(page, "thumb", False))
        typing = video.cursor is not None and ("digits" if app.top.digits else True)
        state = {**app.state(), "mode": video.mode, "video": video.name, "typing": typing}
        told = state, app.here
        fresh = told != self._told
        if fresh:
            self._told = told
            # The prompt is in text mode whatever has been chosen.
            chosen = {**state, "mode": app.settings[MODE]}
            self._query = address(self._query, chosen, app.here, app.day)
            page.follow(dumps({**state, "link": link(chosen), "address": self._query}))
        now = bytes(memory(shown)), list(video.registers), app.settings[PICTURE]
        self._tell_keys(fresh or now != self._shown)
        if now != self._shown:
            self._shown = now
            page.look(app.settings[PICTURE])
            page.drawn()
            return
        if self._listener is None:
            # Loaded after the first picture, which must not be later for it.
            from retro_pyramid.speech.screen_reader import GREETING, SWIPING, Listener

            self._listener = Listener(app, SWIPING if getattr(page, "thumb", False) else GREETING)
        if words := self._listener.hear(state):
            page.hear(words, self._listener.whole)

    def rest(self) -> None:
        self._page.rest()

    def _tell_keys(self, changed: bool) -> None:
        self._keys_stale |= changed
        # A picture may move all the time: a few looks a second will do.
        if not self._keys_stale or self._frames % _KEYS_PAUSE:
            return
        self._keys_stale = False
        if getattr(self._page, "thumb", False) and (keys := dumps(keypad(self._app))) != self._keys:
            self._keys = keys
            self._page.keypad(keys)
        if (found := dumps(places(self._app))) != self._places:
            self._places = found
            self._page.places(found)

    def _day(self) -> str:
        from retro_pyramid.table.share import day_text

        table = self._app.screens[0]
        return day_text(table) if isinstance(table, Table) else ""

    def _use(self, name: str) -> None:
        self._app.machine.posted.append(Named(name))

    def _chord(self, name: str, repeat: bool) -> bool:
        """Press a key with Ctrl or Meta in the next frame, if the top screen uses it; return whether it does."""
        used = name in dict(self._app.top.keys())
        if used and not repeat:
            self._app.machine.posted.append(key_press(name))
        return used

    def _bare(self, x: int, y: int) -> str:
        return dumps(bare(self._app, x, y))


def keypad(app: App) -> dict[str, object]:
    """Return the keys of the top screen, what is done most there, whose thumb they are for, a table's piles and status."""
    view = app.top.view()
    status = [fact.words for side in view.standing for fact in side] if view else []
    race = [view.race] if view and view.race else []
    lying = piles(app)
    twice = {pile["words"] for pile in lying}
    return {
        "keys": [key for key in keys(app) if key["words"] not in twice],
        "foremost": app.top.foremost,
        "piles": lying,
        "left": app.settings[THUMB] == "left",
        "status": [*status, *race],
    }


def piles(app: App) -> list[dict[str, object]]:
    """Return the piles whose card is seen and can be wanted while the pyramid is looked at closely, as keys.

    A key has the pile's `id`, its `words` and its `card`, empty where none lies there, and whether it can be used (`on`).
    """
    table = app.top
    if not isinstance(table, Table) or table.over():
        return []
    rules, state, manner = table.session.rules, table.session.state, table.look.manner
    on = {target.id for target in table.targets() if target.enabled}
    names = {STOCK: STOCK if state.stock else manner.empty_stock, WASTE: manner.waste}
    return [
        {
            "id": name,
            "words": worded(table.look, pile).capitalize(),
            "card": "" if (card := card_at(rules, state, pile)) is None else card_text(card),
            "on": name in on,
        }
        for pile, name in names.items()
        if pile == WASTE or rules.stock_top_playable
    ]


def keys(app: App) -> list[dict[str, object]]:
    """Return the keys of the top screen, each once.

    A key has the `id` and the `words` of its target, whether it can be used (`on`), what it is a value `of` and whether
    that is `chosen`, and whether it is always in sight, as what stands on the bottom line and the pages of Setup (`hint`).
    """
    top = app.top
    hints = {hint.id for hint in top.hints()}
    targets = {target.id: target for target in reversed(top.targets()) if target.words}
    # What is said twice needs one key: in a list the row, elsewhere the hint.
    first = [target for target in targets.values() if (target.id in hints) != isinstance(top, ListScreen)]
    said = {target.words for target in first}
    return [
        {
            "id": target.id,
            "words": target.words,
            "on": target.enabled,
            "of": target.of,
            "chosen": target.chosen,
            "hint": target.id in hints or target.of == "Page",
        }
        for target in reversed(targets.values())
        if target in first or target.words not in said
    ]


def places(app: App) -> list[dict[str, object]]:
    """Return what can be used on the top screen, for who finds it by ear: open cards from the last row on, piles, keys.

    Each has its `id`, its `name` in words, its `rect` in picture pixels, `on`, `of` and `chosen` as in `keys`, whether it
    has a `key`, and whether the keyboard is `at` it. A selected card is `chosen`.
    """
    from retro_pyramid.speech.phrasing import heard
    from retro_pyramid.speech.table_speech import target_words

    top, view = app.top, app.top.view()
    targets = {target.id: target for target in reversed(top.targets())}
    names: dict[str, str] = {}
    selected = top.picked
    if view is not None:
        selected = top.focused if view.manner.kind == "select" else selected
        there = [one for one in targets.values() if one.enabled or slot_of(one.id) is None]
        there.sort(key=lambda one: (slot_of(one.id) is None, -one.rect[1], one.rect[0]))
        names = {one.id: target_words(view, one.id) for one in there if one.id != AUTO_MATCH}
        names = {name: words for name, words in names.items() if words}
    lying = set(names)
    for key in sorted(keys(app), key=lambda key: bool(key["hint"])):
        words = heard(", ".join(filter(None, [str(key["of"]), str(key["words"])])))
        names.setdefault(str(key["id"]), words.removeprefix("? ").capitalize() if words.isupper() else words)
    return [
        {
            "id": name,
            "name": words,
            "rect": targets[name].rect,
            "on": targets[name].enabled,
            "of": targets[name].of,
            "chosen": targets[name].chosen or name == selected,
            "key": name not in lying,
            "at": name == top.focused,
        }
        for name, words in names.items()
    ]


def bare(app: App, x: int, y: int) -> tuple[int, int] | None:
    """Return width and height, in picture pixels, of the card or pile that a tap at (x, y) means.

    None where it means nothing, or something that has a key.
    """
    target = target_at(app.targets(), x, y) if isinstance(app.top, Table) else None
    return None if target is None or target.words else target.rect[2:]


def javascript() -> Any:
    """Return the page's own object of JavaScript; Pyodide's window is only there inside the browser."""
    return import_module("js").retroPyramid


def _kept(value: object) -> Any:
    # Without a proxy of its own the page could not keep it beyond the call.
    return import_module("pyodide.ffi").create_proxy(value)
