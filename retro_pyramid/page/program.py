"""Connects the program to the page: `PageApi` is what scripts can call, `PageBridge` tells the page what has changed."""

from __future__ import annotations

from importlib import import_module
from json import dumps
from typing import TYPE_CHECKING, Any

from retro_pyramid.cards import card_text
from retro_pyramid.machine.events import FileDrop, TargetActivated, parse_key
from retro_pyramid.machine.host import HostListener
from retro_pyramid.machine.targets import find_target_at
from retro_pyramid.machine.video import pixel_buffer
from retro_pyramid.page.links import deal_query, query_for, replay_query
from retro_pyramid.settings import DISPLAY_MODE_SETTING, PICTURE_STYLE_SETTING, THUMB_SETTING
from retro_pyramid.storage import StorageError
from retro_pyramid.table.intent import AUTO_MATCH
from retro_pyramid.table.table_screen import TableScreen
from retro_pyramid.table.target_ids import STOCK, WASTE, get_playable_card, slot_from_target_id
from retro_pyramid.table.view_builder import apply_pile_names
from retro_pyramid.ui.lists import ListScreen

if TYPE_CHECKING:
    from typing import Protocol

    from retro_pyramid.app.app import App
    from retro_pyramid.machine.video import Image
    from retro_pyramid.speech.screen_reader import ScreenReader

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
        self._files.store.on_external_write(name, text, is_late)

    def notify(self, line: str) -> None:
        """Show a message."""
        self._files.notification_lines.append(line)

    def drop_file(self, path: str) -> None:
        """Import a file or folder of the page's file system in the next frame, as if dropped on a window."""
        self._machine.injected_events.append(FileDrop(path))

    def hide_pointer(self) -> None:
        """Hide the pointer until it moves: a finger has left the screen."""
        self._machine.is_pointer_visible = False

    def export_zip(self) -> Any:
        """Return all of the player's files as one .zip in a Uint8Array; null, with a message, if they cannot be read."""
        try:
            from retro_pyramid.storage.importing.backup import build_backup_zip

            data = build_backup_zip(self._files)
        except StorageError as error:
            self._files.notification_lines.append(f"The files cannot be read: {error}")
            return None
        return import_module("pyodide.ffi").to_js(data)


class PageBridge(HostListener):
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
        self._listener: ScreenReader | None = None
        self._controls_json, self._targets_json = "", ""
        self._controls_stale, self._frames = True, 0
        self._page = page = page_scripts()
        # The first screen may be Setup, which depends on it.
        app.machine.is_touch = bool(getattr(page, "hasCoarsePointer", False))
        page.program = _create_proxy(PageApi(app))
        # Functions, called when the player shares a game: packing it after every move would cost frames.
        page.replayQuery = _create_proxy(lambda: replay_query(app.get_shareable_game()))
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
            app.machine.speaker.defer()

    def is_paused(self) -> bool:
        """Return whether the page still waits for the first key press; until then the loudspeaker waits, too."""
        if self._is_waiting and not self._page.awaitingGesture:
            self._is_waiting = False
            self._app.machine.speaker.resume()
        return self._is_waiting

    def replace_frame(self) -> bool:
        return self._test_hook is not None and self._test_hook.run_frames()

    def has_afterglow(self) -> bool:
        return self._app.has_afterglow()

    def after_frame(self, picture: Image, was_redrawn: bool) -> None:
        app, page, video = self._app, self._page, self._app.machine.display
        if video.square_pixel_size != self._square_size:
            self._square_size = video.square_pixel_size
            page.setPictureSize(*self._square_size)
        if page.awaitingGesture:
            return
        page.onFrameEnd()
        self._frames += 1
        if not was_redrawn and self._frames % _UPDATE_FRAMES:
            # While nothing moves, a few comparisons a second are enough.
            return
        app.machine.is_touch = bool(getattr(page, "hasCoarsePointer", False))
        typing = video.cursor is not None and ("digits" if app.top_screen.has_numeric_input else True)
        state = {**app.state(), "mode": video.mode, "video": video.name, "typing": typing}
        current = state, app.link_params
        was_redrawn = current != self._last_state
        if was_redrawn:
            self._last_state = current
            # The prompt is in text mode, whatever mode is chosen.
            chosen = {**state, "mode": app.settings[DISPLAY_MODE_SETTING]}
            self._query = query_for(self._query, chosen, app.link_params, app.daily_deal)
            page.onState(dumps({**state, "link": deal_query(chosen), "address": self._query}))
        snapshot = bytes(pixel_buffer(picture)), list(video.registers), app.settings[PICTURE_STYLE_SETTING]
        self._update_controls(was_redrawn or snapshot != self._last_picture)
        if snapshot != self._last_picture:
            self._last_picture = snapshot
            page.setScaling(app.settings[PICTURE_STYLE_SETTING])
            page.onPictureChange()
            return
        if self._listener is None:
            # Lazy import: the first picture must not wait for it.
            from retro_pyramid.speech.screen_reader import GREETING, TOUCH_GREETING, ScreenReader

            has_coarse_pointer = getattr(page, "hasCoarsePointer", False)
            self._listener = ScreenReader(app, TOUCH_GREETING if has_coarse_pointer else GREETING)
        if news := self._listener.next_text(state):
            page.speak(news, self._listener.full_text)

    def on_idle(self) -> None:
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
        from retro_pyramid.table.share import build_share_text

        table = self._app.screens[0]
        return build_share_text(table) if isinstance(table, TableScreen) else ""

    def _activate(self, target_id: str) -> None:
        self._app.machine.injected_events.append(TargetActivated(target_id))

    def _press_chord(self, key: str, is_repeat: bool) -> bool:
        """Press a key with Ctrl or Meta in the next frame; return False if the top screen has no use for it."""
        is_used = key in dict(self._app.top_screen.get_key_bindings())
        if is_used and not is_repeat:
            self._app.machine.injected_events.append(parse_key(key))
        return is_used

    def _small_target_size(self, x: int, y: int) -> str:
        return dumps(small_target_size(self._app, x, y))


def touch_controls(app: App) -> dict[str, object]:
    """Return the touch controls of the top screen, `TouchControls` in `web/page/bridge.js`."""
    view = app.top_screen.get_table_view()
    status = [fact.text for side in view.status_line for fact in side] if view else []
    race = [view.ghost_text] if view and view.ghost_text else []
    piles = pile_buttons(app)
    pile_labels = {pile["label"] for pile in piles}
    return {
        "controls": [control for control in control_buttons(app) if control["label"] not in pile_labels],
        "primary": app.top_screen.primary_target_id,
        "piles": piles,
        "leftHanded": app.settings[THUMB_SETTING] == "left",
        "status": [*status, *race],
    }


def pile_buttons(app: App) -> list[dict[str, object]]:
    """Return buttons for the piles with an open card that may be needed while the magnifier hides them.

    Each is a `Pile` of `web/page/bridge.js`; its card is empty if the pile is.
    """
    table = app.top_screen
    if not isinstance(table, TableScreen) or table.is_over():
        return []
    rules, state, manner = table.session.rules, table.session.state, table.table_spec.input_rules
    enabled = {target.id for target in table.targets() if target.enabled}
    target_ids = {STOCK: STOCK if state.stock else manner.empty_stock_id, WASTE: manner.waste_id}
    return [
        {
            "id": target_id,
            "label": apply_pile_names(table.table_spec, pile).capitalize(),
            "card": "" if (card := get_playable_card(rules, state, pile)) is None else card_text(card),
            "enabled": target_id in enabled,
        }
        for pile, target_id in target_ids.items()
        if pile == WASTE or rules.stock_top_playable
    ]


def control_buttons(app: App) -> list[dict[str, object]]:
    """Return a button for each target of the top screen that has a label, a `Control` of `web/page/bridge.js`.

    Key hints of the bottom line and the pages of Setup are marked as `hint`: they always stay in sight.
    """
    top = app.top_screen
    hints = {hint.target_id for hint in top.get_key_hints()}
    targets = {target.id: target for target in reversed(top.targets()) if target.label}
    # Two targets with one label need one button: in a list that of the row, elsewhere that of the hint.
    preferred = [target for target in targets.values() if (target.id in hints) != isinstance(top, ListScreen)]
    labels = {target.label for target in preferred}
    return [
        {
            "id": target.id,
            "label": target.label,
            "enabled": target.enabled,
            "group": target.group,
            "checked": target.checked,
            "hint": target.id in hints or target.group == "Page",
        }
        for target in reversed(targets.values())
        if target in preferred or target.label not in labels
    ]


def accessible_targets(app: App) -> list[dict[str, object]]:
    """Return the targets of the top screen for a screen reader: open cards from the last row on, piles, then controls.

    Each is an `AccessibleTarget` of `web/page/bridge.js`, with its `rect` in picture pixels.
    """
    from retro_pyramid.speech.phrasing import to_spoken_text
    from retro_pyramid.speech.table_speech import describe_target

    top, view = app.top_screen, app.top_screen.get_table_view()
    targets = {target.id: target for target in reversed(top.targets())}
    names: dict[str, str] = {}
    selected = top.picked_up_id
    if view is not None:
        selected = top.focused_id if view.input_rules.style == "select" else selected
        usable = [
            target for target in targets.values() if target.enabled or slot_from_target_id(target.id) is None
        ]
        usable.sort(
            key=lambda target: (slot_from_target_id(target.id) is None, -target.rect[1], target.rect[0])
        )
        names = {target.id: describe_target(view, target.id) for target in usable if target.id != AUTO_MATCH}
        names = {target_id: name for target_id, name in names.items() if name}
    on_table = set(names)
    for control in sorted(control_buttons(app), key=lambda control: bool(control["hint"])):
        name = to_spoken_text(", ".join(filter(None, [str(control["group"]), str(control["label"])])))
        names.setdefault(str(control["id"]), name.removeprefix("? ").capitalize() if name.isupper() else name)
    return [
        {
            "id": target_id,
            "name": name,
            "rect": targets[target_id].rect,
            "enabled": targets[target_id].enabled,
            "group": targets[target_id].group,
            "checked": targets[target_id].checked or target_id == selected,
            "hasControl": target_id not in on_table,
            "focused": target_id == top.focused_id,
        }
        for target_id, name in names.items()
    ]


def small_target_size(app: App, x: int, y: int) -> tuple[int, int] | None:
    """Return width and height, in picture pixels, of the card or pile that a tap at (x, y) selects.

    Returns None for everything else, since all other targets have a touch control.
    """
    target = find_target_at(app.targets(), x, y) if isinstance(app.top_screen, TableScreen) else None
    return None if target is None or target.label else target.rect[2:]


def page_scripts() -> PageScripts:
    """Return `retroPyramid`, the object that the page's scripts share; only available in the browser."""
    scripts: PageScripts = import_module("js").retroPyramid
    return scripts


def _create_proxy(value: object) -> Any:
    # Without an explicit proxy, scripts could not keep the object after the call.
    return import_module("pyodide.ffi").create_proxy(value)
