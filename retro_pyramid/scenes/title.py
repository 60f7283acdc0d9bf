"""Title pictures: the animated picture of an edition as a value, and drawing it behind menus and high scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.cards import Card
from retro_pyramid.machine.video import HEIGHT, WIDTH, DisplayMode
from retro_pyramid.scenes.easing import Point
from retro_pyramid.scenes.scene import Scene, draw_scene

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

PromptPosition = tuple[int, int, int]
"""The column and row at which "Press any key" begins, and its attribute."""
PRESS_ANY_KEY_TEXT = "Press any key"
PicturePatch = tuple[Point, Point, tuple[int, int]]
"""A part of a picture that covers another part: its destination, its source, and its width and height."""


class TitleMenuBar(NamedTuple):
    """A menu bar in or over the title picture, from which the main menu hangs.

    Other editions have a box of the magazine.
    """

    game_column: int
    """The column of the title "Game", in cells."""
    help_column: int
    """The column of the title "Help"."""
    row: int
    """The row of both."""
    menu_end_row: int
    """The menu ends above this row."""
    is_in_picture: bool = False
    """Whether the bar is part of the picture; if not, it is drawn over it, from edge to edge."""


GAME_MENU_LABEL, HELP_MENU_LABEL = "Game", "Help"
"""The titles in a menu bar."""


class TitleAnimation(NamedTuple):
    """The animated title picture of an edition. It depends only on the tick since it appeared."""

    picture_name: str
    """The name of the picture `assets/titles/NAME.BGI`."""
    registers: tuple[int, ...]
    """The palette registers of that picture; adapters with few colours show only these."""
    text_scenes: tuple[Scene, Scene]
    """The pictures of the text mode: the full one, and the one below a header."""
    palette_at: Callable[[int], Mapping[int, int]] = lambda _: {}
    """Returns the registers that have another colour at a tick."""
    foreground: Scene = Scene("", ())
    """What moves over the picture."""
    patches_at: Callable[[int], Sequence[PicturePatch]] = lambda _: ()
    """Returns the parts of the picture that cover others at a tick."""
    cards_for_mode: Callable[[DisplayMode], Sequence[tuple[Card, Point]]] = lambda _: ()
    """Returns the cards that are dealt in front of the picture, in order, with their positions."""
    opening_ticks: int = 0
    """The ticks until the picture is complete."""
    still_tick: int = 0
    """The tick of the still picture when motion is reduced."""
    prompt_positions: Mapping[DisplayMode, PromptPosition] = {
        "graphics": (33, 24, 0x0F),
        "text": (33, 24, 0x0F),
    }
    """The position of "Press any key" by display mode."""
    text_registers: tuple[int, ...] | None = None
    """The palette registers in text mode, None: those of the edition."""
    menu_bars: Mapping[DisplayMode, TitleMenuBar] | None = None
    """The menu bar by display mode, None if there is none."""
    menu_patches: Sequence[PicturePatch] = ()
    """Patches that move the title's name away from the menu."""
    menu_text_scene: Scene | None = None
    """The text mode's picture while the menu is open, None: the usual one."""

    def registers_at(self, tick: int) -> list[int]:
        """Return the 16 palette registers at a tick."""
        palette = self.palette_at(tick)
        return [palette.get(index, value) for index, value in enumerate(self.registers)]


HEADER_SHIFT_PX = 36
"""The rows by which the title picture moves down below the magazine's header, so that its letters stay whole."""


def draw_backdrop(
    app: App, dy: int = HEADER_SHIFT_PX, elapsed_ticks: int | None = None, is_under_menu: bool = False
) -> None:
    """Draw the title picture `dy` rows lower in its own colours, as it is after `elapsed_ticks`.

    None: as it is now, and complete. `is_under_menu`: the main menu hangs from its bar, and the title's name is moved
    away from it.
    """
    display, animation = app.machine.display, app.edition.title_animation
    tick = max(app.title_ticks, animation.opening_ticks) if elapsed_ticks is None else elapsed_ticks
    tick = animation.still_tick if app.reduces_motion else tick
    if display.mode == "graphics":
        display.set_registers(
            animation.registers_at(tick) if display.has_full_palette else animation.registers
        )
        title_image = app.services.card_art.get_title_image(animation.picture_name)
        display.page.blt(0, dy, title_image, 0, 0, WIDTH, HEIGHT)
        for (x, y), source, size in (
            *animation.patches_at(tick),
            *(animation.menu_patches if is_under_menu else ()),
        ):
            display.page.blt(x, y + dy, title_image, *source, *size)
        draw_scene(display, animation.foreground, tick, dy)
        return
    display.set_registers(animation.text_registers or app.edition.palette)
    cells = animation.menu_text_scene if is_under_menu else None
    draw_scene(display, cells or animation.text_scenes[dy > 0], tick)
