"""The pages of Setup, and which settings are left out where they have no effect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import digits
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.resources import sections
from retro_pyramid.settings import (
    ABSENT,
    ASPECT,
    CARDS,
    CGA,
    DECK,
    DISPLAY,
    FINGERS,
    FULLSCREEN,
    LISTEN,
    MODE,
    OPTIONS,
    PHOSPHOR,
    PICTURE,
    POWER,
    SOUNDS,
    SPEECH,
    SUITS,
    WINDOW,
    WINDOW_SIZES,
    Setting,
)

if TYPE_CHECKING:
    from retro_pyramid.app.app import App


class Door(NamedTuple):
    """A way out of Setup: its name, its words, what lies behind it, how to get there."""

    name: str
    words: str
    note: str
    go: Callable[[], None]


class Page(NamedTuple):
    """A page: its name, its word in the bar, its settings, none on the page of doors, and what the adapter cannot do."""

    name: str
    word: str
    settings: tuple[Setting, ...]
    absent: tuple[str, ...]


def pages_of(app: App, own: Sequence[Setting]) -> list[Page]:
    """Return the pages with what can be chosen here and now; `own` are the program's settings."""
    shared = {"display": (*DISPLAY, WINDOW_SIZES), "cards": CARDS, "play": OPTIONS}
    shown = []
    for name, word in PAGES.items():
        mine = [setting for setting in own if setting.page == name]
        all_of_it = (*shared.get(name, ()), *mine, *((*SOUNDS, LISTEN) if name == "sound" else ()))
        settings = tuple(_offered(app, setting) for setting in all_of_it if _makes_sense(app, setting))
        if settings or name == "doors":
            # A terminal is no adapter, and what it lacks no other one would give.
            cannot = [] if app.services.host == "terminal" else all_of_it
            absent = (ABSENT.get(one.setting) for one in cannot if not _makes_sense(app, one))
            shown.append(Page(name, word, settings, tuple(filter(None, absent))))
    return shown


def tunes_named(app: App, event: str) -> list[str]:
    """Return the tunes that the program has for an event; a streak has one for each number of cards."""
    return [tune for name, tune in app.record.tunes.items() if name.rstrip(digits) == event]


def _makes_sense(app: App, setting: Setting) -> bool:
    video, window = app.machine.video, app.services.host == "window"
    terminal = app.services.host == "terminal"
    return {
        CGA: video.name == "cga" and video.mode == "graphics",
        PHOSPHOR: video.mono and not terminal,
        MODE: not video.text_only,
        ASPECT: window,
        FULLSCREEN: window,
        POWER: app.services.leaves,
        PICTURE: app.services.host == "page" or (window and app.services.sizes_window),
        WINDOW: window and app.services.sizes_window,
        # In the page a screen reader says it.
        SPEECH: app.services.host != "page",
        **dict.fromkeys(FINGERS, app.machine.finger),
        DECK: video.mode == "graphics",
        SUITS: not video.mono and (video.name == "ega" or video.mode == "text"),
    }.get(setting.setting, True)


def _offered(app: App, setting: Setting) -> Setting:
    """Return a setting with the values that can be chosen: of one's own, a deck or a size, only where there is one."""
    now = app.settings.get(setting.setting, "")
    if setting.setting == DECK and not app.services.shown.has_own():
        return setting._replace(values=setting.values[:-1])
    if setting.setting == WINDOW and now not in dict(setting.values):
        return setting._replace(values=(*setting.values, (now, "Own")))
    if setting == LISTEN:
        return setting._replace(values=tuple(v for v in setting.values if tunes_named(app, v[0])))
    return setting


PAGES = dict(sections("settings")["pages"])
"""The pages there can be, by name, each with the word for it."""
