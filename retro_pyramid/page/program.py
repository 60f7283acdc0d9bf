"""Connects the program to the page: `PageApi` is what scripts can call, `PageBridge` tells the page what has changed."""

from __future__ import annotations

from importlib import import_module
from json import dumps
from typing import TYPE_CHECKING, Any

from retro_pyramid.cards import card_text
from retro_pyramid.machine.events import Drop, Named, key_press
from retro_pyramid.machine.host import Follower
from retro_pyramid.machine.targets import target_at
from retro_pyramid.machine.video import memory
from retro_pyramid.page.links import deal_query, query_for, replay_query
from retro_pyramid.settings import MODE, PICTURE, THUMB
from retro_pyramid.storage import StorageError
from retro_pyramid.table.intent import AUTO_MATCH
from retro_pyramid.table.table_screen import Table
from retro_pyramid.table.target_ids import STOCK, WASTE, card_at, slot_of
from retro_pyramid.table.view_builder import worded
from retro_pyramid.ui.lists import ListScreen

if TYPE_CHECKING:
    from typing import Protocol

    from retro_pyramid.app.app import App
    from retro_pyramid.machine.video import Image
    from retro_pyramid.speech.screen_reader import Listener

    class ScriptMembers(Protocol):
        """Members of `retroPyramid` that scripts define; `web/page/bridge.js` says what each of them does."""

        awaitingGesture: bool
        prefersReducedMotion: bool
        hasCoarsePointer: bool
        storage: Any
        test: ScriptRunner

        def programArchive(self) -> Any: ...
        def startQuery(self) -> str: ...
        def onExit(self, text: str, isError: bool) -> None: ...
        def setPictureSize(self, width: int, height: int) -> None: ...
        def onFrameEnd(self) -> None: ...
        def onState(self, json: str) -> None: ...
        def setScaling(self, name: str) -> None: ...
        def onPictureChange(self) -> None: ...
        def speak(self, news: str, fullText: str) -> None: ...
        def pauseLoop(self) -> None: ...
        def setTouchControls(self, json: str) -> None: ...
        def setAccessibleTargets(self, json: str) -> None: ...
        def copyOrShow(self, text: str) -> None: ...

    class ProgramMembers(Protocol):
        """Members of `retroPyramid` that Python defines for the scripts."""

        program: Any
        activate: Any
        smallTargetSize: Any
        pressChord: Any
        replayQuery: Any
        dailyText: Any

    class PageScripts(ScriptMembers, ProgramMembers, Protocol):
        """`retroPyramid`, the object that Python shares with the page's scripts."""

    class ScriptRunner(Protocol):
        """`retroPyramid.test`, which is only there with `test` in the query."""

        def attach(self, hook: object) -> None: ...
        def onScriptEnd(self, json: str) -> None: ...


_UPDATE_FRAMES = 6
"""Frames from one comparison of the touch controls to the next."""


class PageApi:
    """The methods that scripts call as `retroPyramid.program`, between two frames."""

    def __init__(self, app: App) -> None:
        self._machine = app.machine
        self._files = app.services.files

    def on_external_write(self, name: str, text: str, is_late: bool) -> None:
        """Handle a text that another page has written into the browser's storage, as `BrowserStore.heard`."""
        self._files.store.heard(name, text, is_late)

    def notify(self, line: str) -> None:
        """Show a message."""
        self._files.notices.append(line)

    def drop_file(self, path: str) -> None:
        """Import a file or folder of the page's file system in the next frame, as if dropped on a window."""
        self._machine.posted.append(Drop(path))

    def hide_pointer(self) -> None:
        """Hide the pointer until it moves: a finger has left the screen."""
        self._machine.pointer_shown = False

    def export_zip(self) -> Any:
        """Return all of the player's files as one .zip in a Uint8Array; null, with a message, if they cannot be read."""
        try:
            from retro_pyramid.storage.importing.backup import pack

            data = pack(self._files)
        except StorageError as error:
            self._files.notices.append(f"The files cannot be read: {error}")
            return None
        return import_module("pyodide.ffi").to_js(data)


class PageBridge(Follower):
    """Tells the page after each frame what has changed, and runs the scripts of tests.

    It passes on the state when it has changed (with `typing`: whether text is typed, as the cursor shows, or only "digits"),
    and that the picture has changed: only then does the page scale it again, the costliest step without a graphics card.
    What is new is passed on as speech too, for a screen reader.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._query: str = import_module("js").location.search
        self._last_state: tuple[object, ...] = ()
        self._square_size = (0, 0)
        self._last_picture: tuple[object, ...] = ()
        self._listener: Listener | None = None
        self._controls_json, self._targets_json = "", ""
        self._controls_stale, self._frames = True, 0
        self._page = page = page_scripts()
        # The first screen may be Setup, which depends on it.
        app.machine.finger = bool(getattr(page, "hasCoarsePointer", False))
        page.program = _create_proxy(PageApi(app))
        # Functions, called when the player shares a game: packing it after every move would cost frames.
        page.replayQuery = _create_proxy(lambda: replay_query(app.passed_on()))
        page.dailyText = _create_proxy(self._daily_text)
        page.activate, page.pressChord = _create_proxy(self._activate), _create_proxy(self._press_chord)
        page.smallTargetSize = _create_proxy(self._small_target_size)
        self._test_hook = None
        if (runner := getattr(page, "test", None)) is not None:
            from retro_pyramid.page.probe import TestHook

            self._test_hook = TestHook(app.machine, app, runner)
            runner.attach(_create_proxy(self._test_hook))
        self._is_waiting = bool(getattr(page, "awaitingGesture", False))
        if self._is_waiting:
            app.machine.speaker.hold()

    def waits(self) -> bool:
        """Return whether the page still waits for the first key press; until then the loudspeaker waits, too."""
        if self._is_waiting and not self._page.awaitingGesture:
            self._is_waiting = False
            self._app.machine.speaker.release()
        return self._is_waiting

    def instead(self) -> bool:
        return self._test_hook is not None and self._test_hook.run_frames()

    def afterglow(self) -> bool:
        return self._app.glows()

    def follow(self, shown: Image, fresh: bool) -> None:
        app, page, video = self._app, self._page, self._app.machine.video
        if video.square != self._square_size:
            self._square_size = video.square
            page.setPictureSize(*self._square_size)
        if page.awaitingGesture:
            return
        page.onFrameEnd()
        self._frames += 1
        if not fresh and self._frames % _UPDATE_FRAMES:
            # While nothing moves, a few comparisons a second are enough.
            return
        app.machine.finger = bool(getattr(page, "hasCoarsePointer", False))
        typing = video.cursor is not None and ("digits" if app.top.digits else True)
        state = {**app.state(), "mode": video.mode, "video": video.name, "typing": typing}
        current = state, app.here
        fresh = current != self._last_state
        if fresh:
            self._last_state = current
            # The prompt is in text mode, whatever mode is chosen.
            chosen = {**state, "mode": app.settings[MODE]}
            self._query = query_for(self._query, chosen, app.here, app.day)
            page.onState(dumps({**state, "link": deal_query(chosen), "address": self._query}))
        picture = bytes(memory(shown)), list(video.registers), app.settings[PICTURE]
        self._update_controls(fresh or picture != self._last_picture)
        if picture != self._last_picture:
            self._last_picture = picture
            page.setScaling(app.settings[PICTURE])
            page.onPictureChange()
            return
        if self._listener is None:
            # Lazy import: the first picture must not wait for it.
            from retro_pyramid.speech.screen_reader import GREETING, SWIPING, Listener

            has_coarse_pointer = getattr(page, "hasCoarsePointer", False)
            self._listener = Listener(app, SWIPING if has_coarse_pointer else GREETING)
        if news := self._listener.hear(state):
            page.speak(news, self._listener.whole)

    def rest(self) -> None:
        self._page.pauseLoop()

    def _update_controls(self, changed: bool) -> None:
        self._controls_stale |= changed
        # A picture may move all the time: a few updates a second are enough.
        if not self._controls_stale or self._frames % _UPDATE_FRAMES:
            return
        self._controls_stale = False
        has_coarse_pointer = getattr(self._page, "hasCoarsePointer", False)
        if has_coarse_pointer and (controls := dumps(touch_controls(self._app))) != self._controls_json:
            self._controls_json = controls
            self._page.setTouchControls(controls)
        if (targets := dumps(accessible_targets(self._app))) != self._targets_json:
            self._targets_json = targets
            self._page.setAccessibleTargets(targets)

    def _daily_text(self) -> str:
        from retro_pyramid.table.share import day_text

        table = self._app.screens[0]
        return day_text(table) if isinstance(table, Table) else ""

    def _activate(self, target_id: str) -> None:
        self._app.machine.posted.append(Named(target_id))

    def _press_chord(self, key: str, is_repeat: bool) -> bool:
        """Press a key with Ctrl or Meta in the next frame; return False if the top screen has no use for it."""
        is_used = key in dict(self._app.top.keys())
        if is_used and not is_repeat:
            self._app.machine.posted.append(key_press(key))
        return is_used

    def _small_target_size(self, x: int, y: int) -> str:
        return dumps(small_target_size(self._app, x, y))


def touch_controls(app: App) -> dict[str, object]:
    """Return the touch controls of the top screen, `TouchControls` in `web/page/bridge.js`."""
    view = app.top.view()
    status = [fact.words for side in view.standing for fact in side] if view else []
    race = [view.race] if view and view.race else []
    piles = pile_buttons(app)
    pile_labels = {pile["label"] for pile in piles}
    return {
        "controls": [control for control in control_buttons(app) if control["label"] not in pile_labels],
        "primary": app.top.foremost,
        "piles": piles,
        "leftHanded": app.settings[THUMB] == "left",
        "status": [*status, *race],
    }


def pile_buttons(app: App) -> list[dict[str, object]]:
    """Return buttons for the piles with an open card that may be needed while the magnifier hides them.

    Each is a `Pile` of `web/page/bridge.js`; its card is empty if the pile is.
    """
    table = app.top
    if not isinstance(table, Table) or table.over():
        return []
    rules, state, manner = table.session.rules, table.session.state, table.look.manner
    enabled = {target.id for target in table.targets() if target.enabled}
    target_ids = {STOCK: STOCK if state.stock else manner.empty_stock, WASTE: manner.waste}
    return [
        {
            "id": target_id,
            "label": worded(table.look, pile).capitalize(),
            "card": "" if (card := card_at(rules, state, pile)) is None else card_text(card),
            "enabled": target_id in enabled,
        }
        for pile, target_id in target_ids.items()
        if pile == WASTE or rules.stock_top_playable
    ]


def control_buttons(app: App) -> list[dict[str, object]]:
    """Return a button for each target of the top screen that has a label, a `Control` of `web/page/bridge.js`.

    Key hints of the bottom line and the pages of Setup are marked as `hint`: they always stay in sight.
    """
    top = app.top
    hints = {hint.id for hint in top.hints()}
    targets = {target.id: target for target in reversed(top.targets()) if target.words}
    # Two targets with one label need one button: in a list that of the row, elsewhere that of the hint.
    preferred = [target for target in targets.values() if (target.id in hints) != isinstance(top, ListScreen)]
    labels = {target.words for target in preferred}
    return [
        {
            "id": target.id,
            "label": target.words,
            "enabled": target.enabled,
            "group": target.of,
            "checked": target.chosen,
            "hint": target.id in hints or target.of == "Page",
        }
        for target in reversed(targets.values())
        if target in preferred or target.words not in labels
    ]


def accessible_targets(app: App) -> list[dict[str, object]]:
    """Return the targets of the top screen for a screen reader: open cards from the last row on, piles, then controls.

    Each is an `AccessibleTarget` of `web/page/bridge.js`, with its `rect` in picture pixels.
    """
    from retro_pyramid.speech.phrasing import heard
    from retro_pyramid.speech.table_speech import target_words

    top, view = app.top, app.top.view()
    targets = {target.id: target for target in reversed(top.targets())}
    names: dict[str, str] = {}
    selected = top.picked
    if view is not None:
        selected = top.focused if view.manner.kind == "select" else selected
        usable = [target for target in targets.values() if target.enabled or slot_of(target.id) is None]
        usable.sort(key=lambda target: (slot_of(target.id) is None, -target.rect[1], target.rect[0]))
        names = {target.id: target_words(view, target.id) for target in usable if target.id != AUTO_MATCH}
        names = {target_id: name for target_id, name in names.items() if name}
    on_table = set(names)
    for control in sorted(control_buttons(app), key=lambda control: bool(control["hint"])):
        name = heard(", ".join(filter(None, [str(control["group"]), str(control["label"])])))
        names.setdefault(str(control["id"]), name.removeprefix("? ").capitalize() if name.isupper() else name)
    return [
        {
            "id": target_id,
            "name": name,
            "rect": targets[target_id].rect,
            "enabled": targets[target_id].enabled,
            "group": targets[target_id].of,
            "checked": targets[target_id].chosen or target_id == selected,
            "hasControl": target_id not in on_table,
            "focused": target_id == top.focused,
        }
        for target_id, name in names.items()
    ]


def small_target_size(app: App, x: int, y: int) -> tuple[int, int] | None:
    """Return width and height, in picture pixels, of the card or pile that a tap at (x, y) selects.

    Returns None for everything else, since all other targets have a touch control.
    """
    target = target_at(app.targets(), x, y) if isinstance(app.top, Table) else None
    return None if target is None or target.words else target.rect[2:]


def page_scripts() -> PageScripts:
    """Return `retroPyramid`, the object that the page's scripts share; only available in the browser."""
    scripts: PageScripts = import_module("js").retroPyramid
    return scripts


def _create_proxy(value: object) -> Any:
    # Without an explicit proxy, scripts could not keep the object after the call.
    return import_module("pyodide.ffi").create_proxy(value)
