"""The pages of Setup, without the settings that have no effect at present."""

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
    """A link from Setup to another screen: its name, label, description, and the callback that opens it."""

    name: str
    words: str
    note: str
    go: Callable[[], None]


class Page(NamedTuple):
    """A page of Setup: its name, its label, and its settings, which are empty for the page of links.

    `unavailable_notes` are texts about settings that the adapter does not have.
    """

    name: str
    word: str
    settings: tuple[Setting, ...]
    absent: tuple[str, ...]


def pages_of(app: App, own: Sequence[Setting]) -> list[Page]:
    """Return the pages with the settings and values available at present; `edition_settings` are those of the edition."""
    shared = {"display": (*DISPLAY, WINDOW_SIZES), "cards": CARDS, "play": OPTIONS}
    pages = []
    for name, label in PAGES.items():
        edition_page_settings = [setting for setting in own if setting.page == name]
        page_settings = (
            *shared.get(name, ()),
            *edition_page_settings,
            *((*SOUNDS, LISTEN) if name == "sound" else ()),
        )
        settings = tuple(
            _with_available_values(app, setting) for setting in page_settings if _is_applicable(app, setting)
        )
        if settings or name == "doors":
            # In a terminal no other adapter would help, so there are no notes.
            checked_settings = [] if app.services.host == "terminal" else page_settings
            notes = (
                ABSENT.get(checked.setting)
                for checked in checked_settings
                if not _is_applicable(app, checked)
            )
            pages.append(Page(name, label, settings, tuple(filter(None, notes))))
    return pages


def tunes_named(app: App, event: str) -> list[str]:
    """Return the tunes of the edition for an event; a streak has one for each number of cards."""
    return [tune for name, tune in app.record.tunes.items() if name.rstrip(digits) == event]


def _is_applicable(app: App, setting: Setting) -> bool:
    """Return True if a setting has an effect with the present host, adapter and mode."""
    video, is_window = app.machine.video, app.services.host == "window"
    is_terminal = app.services.host == "terminal"
    return {
        CGA: video.name == "cga" and video.mode == "graphics",
        PHOSPHOR: video.mono and not is_terminal,
        MODE: not video.text_only,
        ASPECT: is_window,
        FULLSCREEN: is_window,
        POWER: app.services.leaves,
        PICTURE: app.services.host == "page" or (is_window and app.services.sizes_window),
        WINDOW: is_window and app.services.sizes_window,
        # In the browser the user's screen reader speaks.
        SPEECH: app.services.host != "page",
        **dict.fromkeys(FINGERS, app.machine.finger),
        DECK: video.mode == "graphics",
        SUITS: not video.mono and (video.name == "ega" or video.mode == "text"),
    }.get(setting.setting, True)


def _with_available_values(app: App, setting: Setting) -> Setting:
    """Return a setting without unavailable values: no custom deck if there is none, and so on."""
    current_value = app.settings.get(setting.setting, "")
    if setting.setting == DECK and not app.services.shown.has_own():
        return setting._replace(values=setting.values[:-1])
    if setting.setting == WINDOW and current_value not in dict(setting.values):
        return setting._replace(values=(*setting.values, (current_value, "Own")))
    if setting == LISTEN:
        return setting._replace(values=tuple(value for value in setting.values if tunes_named(app, value[0])))
    return setting


PAGES = dict(sections("settings")["pages"])
"""Labels of all pages, by name."""
