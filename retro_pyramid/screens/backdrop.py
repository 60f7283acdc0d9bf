"""What lies behind the menu and the boards: the program's title picture, or the same in characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.machine.video import HEIGHT, WIDTH
from retro_pyramid.screens.parts.scene import show

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App

HEADER_SHIFT = 36
"""Rows by which the title picture sinks under the magazine's header, so that its letters stay whole."""


def draw_backdrop(
    app: App, down: int = HEADER_SHIFT, since: int | None = None, under_menu: bool = False
) -> None:
    """Draw the title picture `down` rows lower in its own colours, as it is `since` ticks; None: as now, and whole.

    `under_menu`: the main menu hangs from its bar, and the name stands where that does not cover it.
    """
    video, picture = app.machine.video, app.record.picture
    now = max(app.picture_ticks, picture.opening) if since is None else since
    now = picture.rest if app.still else now
    if video.mode == "graphics":
        video.set_registers(picture.registers_at(now) if video.full_colour else picture.registers)
        title = app.services.shown.title(picture.picture)
        video.page.blt(0, down, title, 0, 0, WIDTH, HEIGHT)
        for (x, y), source, size in (*picture.patches(now), *(picture.menu_patches if under_menu else ())):
            video.page.blt(x, y + down, title, *source, *size)
        show(video, picture.live, now, down)
        return
    video.set_registers(picture.palette or app.record.palette)
    cells = picture.menu_cells if under_menu else None
    show(video, cells or picture.cells[down > 0], now)
