"""The pages of Setup, without the settings that have no effect at present."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import digits
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.resources import load_asset_sections
from retro_pyramid.settings import (
    ASPECT_SETTING,
    CARD_DEFS,
    CGA_PALETTE_SETTING,
    DECK_SETTING,
    DISPLAY_DEFS,
    DISPLAY_MODE_SETTING,
    FULLSCREEN_SETTING,
    PHOSPHOR_SETTING,
    PICTURE_STYLE_SETTING,
    PLAY_DEFS,
    POWER_SETTING,
    SOUND_DEFS,
    SPEECH_DEF,
    SPEECH_SETTING,
    SUIT_COLOURS_SETTING,
    TOUCH_SETTINGS,
    UNAVAILABLE_TEXTS,
    WINDOW_SIZE_DEF,
    WINDOW_SIZE_SETTING,
    SettingDef,
)

if TYPE_CHECKING:
    from retro_pyramid.app.app import App


class SetupLink(NamedTuple):
    """A link from Setup to another screen: its name, label, description, and the callback that opens it."""

    name: str
    label: str
    description: str
    on_open: Callable[[], None]


class SetupPage(NamedTuple):
    """A page of Setup: its name, its label, and its settings, which are empty for the page of links.

    `unavailable_notes` are texts about settings that the adapter does not have.
    """

    name: str
    label: str
    settings: tuple[SettingDef, ...]
    unavailable_notes: tuple[str, ...]


def build_pages(app: App, edition_settings: Sequence[SettingDef]) -> list[SetupPage]:
    """Return the pages with the settings and values available at present; `edition_settings` are those of the edition."""
    shared = {"display": (*DISPLAY_DEFS, WINDOW_SIZE_DEF), "cards": CARD_DEFS, "play": PLAY_DEFS}
    pages = []
    for name, label in PAGE_LABELS.items():
        edition_page_settings = [setting for setting in edition_settings if setting.page == name]
        page_settings = (
            *shared.get(name, ()),
            *edition_page_settings,
            *((*SOUND_DEFS, SPEECH_DEF) if name == "sound" else ()),
        )
        settings = tuple(
            _with_available_values(app, setting) for setting in page_settings if _is_applicable(app, setting)
        )
        if settings or name == "doors":
            # In a terminal no other adapter would help, so there are no notes.
            checked_settings = [] if app.services.host == "terminal" else page_settings
            notes = (
                UNAVAILABLE_TEXTS.get(checked.key)
                for checked in checked_settings
                if not _is_applicable(app, checked)
            )
            pages.append(SetupPage(name, label, settings, tuple(filter(None, notes))))
    return pages


def tunes_for_event(app: App, event: str) -> list[str]:
    """Return the tunes of the edition for an event; a streak has one for each number of cards."""
    return [tune for name, tune in app.edition.tune_names.items() if name.rstrip(digits) == event]


def _is_applicable(app: App, setting: SettingDef) -> bool:
    """Return True if a setting has an effect with the present host, adapter and mode."""
    video, is_window = app.machine.display, app.services.host == "window"
    is_terminal = app.services.host == "terminal"
    return {
        CGA_PALETTE_SETTING: video.name == "cga" and video.mode == "graphics",
        PHOSPHOR_SETTING: video.is_monochrome and not is_terminal,
        DISPLAY_MODE_SETTING: not video.is_text_only,
        ASPECT_SETTING: is_window,
        FULLSCREEN_SETTING: is_window,
        POWER_SETTING: app.services.can_quit,
        PICTURE_STYLE_SETTING: app.services.host == "page" or (is_window and app.services.can_size_window),
        WINDOW_SIZE_SETTING: is_window and app.services.can_size_window,
        # In the browser the user's screen reader speaks.
        SPEECH_SETTING: app.services.host != "page",
        **dict.fromkeys(TOUCH_SETTINGS, app.machine.is_touch),
        DECK_SETTING: video.mode == "graphics",
        SUIT_COLOURS_SETTING: not video.is_monochrome and (video.name == "ega" or video.mode == "text"),
    }.get(setting.key, True)


def _with_available_values(app: App, setting: SettingDef) -> SettingDef:
    """Return a setting without unavailable values: no custom deck if there is none, and so on."""
    current_value = app.settings.get(setting.key, "")
    if setting.key == DECK_SETTING and not app.services.card_art.has_custom_deck():
        return setting._replace(values=setting.values[:-1])
    if setting.key == WINDOW_SIZE_SETTING and current_value not in dict(setting.values):
        return setting._replace(values=(*setting.values, (current_value, "Own")))
    if setting == SPEECH_DEF:
        return setting._replace(
            values=tuple(value for value in setting.values if tunes_for_event(app, value[0]))
        )
    return setting


PAGE_LABELS = dict(load_asset_sections("settings")["pages"])
"""Labels of all pages, by name."""
