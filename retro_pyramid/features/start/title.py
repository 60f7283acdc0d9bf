"""The title screen, and the animations that switch the emulated machine on and off."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from retro_pyramid.app.assets import load_tunes
from retro_pyramid.machine.events import Event, KeyPress, MousePress
from retro_pyramid.machine.video import COLUMNS, HEIGHT, PICTURE_COLOUR_MODE, ROWS, DisplayAdapter
from retro_pyramid.resources import read_asset_text
from retro_pyramid.scenes.easing import CARD_TWEEN_TICKS
from retro_pyramid.scenes.title import PRESS_ANY_KEY_TEXT, draw_backdrop
from retro_pyramid.table.animation import DEAL_STEP_TICKS, Animations, CardTween
from retro_pyramid.table.render.base import TableRenderer
from retro_pyramid.table.render.graphics import GraphicsRenderer
from retro_pyramid.table.render.text import TextRenderer
from retro_pyramid.ui.element import (
    FULL_SCREEN_ELEMENT,
    Element,
    custom_element,
    fill_element,
    spoken_only,
    text_element,
)
from retro_pyramid.ui.screen import Screen
from retro_pyramid.ui.timing import TITLE_IDLE_TICKS

if TYPE_CHECKING:
    from retro_pyramid.app.app import App


class TitleScreen(Screen):
    """The animated title picture with a prompt.

    Any key or click calls `on_continue`; `on_timeout` is called after a time without input.
    """

    name = "intro"
    idle_timeout_ticks = TITLE_IDLE_TICKS

    def __init__(self, app: App, on_continue: Callable[[], None], on_timeout: Callable[[], None]) -> None:
        super().__init__(app)
        self._on_continue = on_continue
        self._on_timeout = on_timeout
        self._animations = Animations(app.reduces_motion)
        self._load_picture()
        first_tick = self._picture.opening_ticks + 2 * CARD_TWEEN_TICKS
        for index, (card, pos) in enumerate(self._cards):
            start_tick = first_tick + 3 * DEAL_STEP_TICKS * index
            self._animations.tweens.append(CardTween(card, (pos[0], HEIGHT), pos, start_tick, index))
        app.sounds.play_events("title")

    def rebuild(self) -> None:
        self.__dict__.pop("_renderer", None)
        self._animations.finish()
        self._load_picture()
        self.app.title_ticks = max(self.app.title_ticks, self._picture.opening_ticks)

    def _load_picture(self) -> None:
        self._picture = self.app.edition.title_animation
        self._cards = self._picture.cards_for_mode(self.display.mode)

    @cached_property
    def _renderer(self) -> TableRenderer:
        # Created on first use: the title appears before the first card flies, and so appears sooner.
        if self.display.mode == "text":
            return TextRenderer(self.display)
        return GraphicsRenderer(self.display, self.app.services.card_art.get_card_images())

    def handle_event(self, event: Event) -> None:
        if isinstance(event, KeyPress | MousePress):
            self.machine.speaker.stop()
            self._on_continue()

    @property
    def colour_mode(self) -> str | None:
        return PICTURE_COLOUR_MODE

    def advance(self, ticks: int) -> None:
        self._animations.advance(ticks)

    def on_idle(self) -> None:
        self._on_timeout()

    def is_busy(self) -> bool:
        is_opening = not self.app.reduces_motion and self.app.title_ticks < self._picture.opening_ticks
        return is_opening or self._animations.is_running()

    def build_elements(self) -> list[Element]:
        """Return the picture, which continues on any click, the cards and the prompt; the picture may contain the title."""
        elements = [
            custom_element(lambda _: draw_backdrop(self.app, 0, self.app.title_ticks)),
            spoken_only(self.app.edition.title),
            custom_element(self._draw_cards),
            spoken_only(PRESS_ANY_KEY_TEXT),
            FULL_SCREEN_ELEMENT.with_target("button:start", label="Go on"),
        ]
        if not self.is_busy():
            # Not shown earlier: the cards rise from below the place of the prompt.
            column, row, attribute = self._picture.prompt_positions[self.display.mode]
            elements.append(text_element(column, row, PRESS_ANY_KEY_TEXT, attribute, spoken=""))
        return elements

    def _draw_cards(self, _: DisplayAdapter) -> None:
        glides = {glide.to_slot: glide for glide in self._animations.tweens}
        for index, (card, final_pos) in enumerate(self._cards):
            pos = glides[index].position_at(self._animations.current_tick) if index in glides else final_pos
            if pos is not None:
                self._renderer.draw_card(pos, card)


_GREY_ON_BLACK = 0x07
_MEMORY_KB, _KB_PER_TICK, _COUNT_TICKS = 640, 16, 40
"""Kilobytes in total and kilobytes counted in a tick; ticks of the count."""
_PROMPT_TICK, _TYPING_TICK, _TICKS_PER_LETTER, _SEQUENCE_TICKS = 58, 64, 3, 90
"""Ticks at which the prompt appears and typing starts; ticks from letter to letter; ticks of the whole sequence."""
_COLLAPSE_TICKS = 20
"""Ticks in which the picture collapses to a line and a dot."""


class BootScreen(Screen):
    """The boot sequence: memory count, drive noise, and the command of the edition being typed at the DOS prompt.

    Any key or click, or the end of the sequence, calls `on_finished`.

    Original: a pause for the self-test of the PC, by far longer.  Here: 90 ticks, with the texts of `assets/dos/power.txt`.
    """

    name = "power"
    is_spoken = False

    def __init__(self, app: App, typed_command: str, on_finished: Callable[[], None]) -> None:
        super().__init__(app)
        self._typed_command, self._on_finished = typed_command, on_finished
        self._tick = 0
        self.rebuild()
        app.machine.speaker.play("power", load_tunes()["power"])

    def rebuild(self) -> None:
        """Switch to text mode, in which every PC started."""
        self.display.mode = "text"

    def handle_event(self, event: Event) -> None:
        if isinstance(event, KeyPress | MousePress):
            self._finish()

    def _finish(self) -> None:
        self.machine.speaker.stop()
        self.app.replace_screens()
        self.app.rebuild()
        self._on_finished()

    def advance(self, ticks: int) -> None:
        self._tick += ticks
        if self._tick >= _SEQUENCE_TICKS:
            self._finish()

    def is_busy(self) -> bool:
        return True

    def build_elements(self) -> list[Element]:
        """Return the text shown at this tick, and the whole picture as the target that continues."""
        counted_kb = min(_KB_PER_TICK * (self._tick + 1), _MEMORY_KB)
        memory_text, prompt_text = read_asset_text("dos/power.txt").splitlines()
        typed_count = max(0, self._tick - _TYPING_TICK) // _TICKS_PER_LETTER
        rows = [(0, memory_text.format(counted_kb, "OK" if counted_kb == _MEMORY_KB else ""))]
        if self._tick >= _PROMPT_TICK:
            rows.append((2, prompt_text + self._typed_command[:typed_count]))
        last_row, last_text = rows[-1]
        return [
            custom_element(lambda video: video.set_registers()),
            fill_element(0, 0, COLUMNS, ROWS, " ", _GREY_ON_BLACK),
            *(text_element(0, row, line, _GREY_ON_BLACK, spoken="") for row, line in rows),
            spoken_only(prompt_text + self._typed_command),
            custom_element(lambda video: setattr(video, "cursor", (len(last_text.rstrip()), last_row))),
            FULL_SCREEN_ELEMENT.with_target("button:start", label="Go on"),
        ]


class ShutdownScreen(Screen):
    """The shutdown animation: the picture collapses to a line and a dot, then the program ends. Any key ends it at once."""

    name = "power"
    is_overlay = True
    is_spoken = False

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._tick = 0
        app.machine.speaker.stop()

    def handle_event(self, event: Event) -> None:
        self.app.is_done |= isinstance(event, KeyPress | MousePress)

    def advance(self, ticks: int) -> None:
        self._tick += ticks
        self.machine.power_off_progress = min(self._tick / _COLLAPSE_TICKS, 1)
        self.app.is_done |= self._tick > _COLLAPSE_TICKS

    def is_busy(self) -> bool:
        return True
