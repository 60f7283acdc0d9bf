"""The cover of an issue, and its contents: the masthead, a framed picture in which a game plays, a table of contents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from retro_pyramid.machine.video import COLUMNS, Video
from retro_pyramid.screens.backdrop import draw_backdrop
from retro_pyramid.screens.boxes.list_box import Row
from retro_pyramid.screens.boxes.menu import Action
from retro_pyramid.screens.library import demonstration, picture
from retro_pyramid.screens.magazine.menus import ISSUE, Go, ShellMenu, Way
from retro_pyramid.screens.magazine.miniature import Miniature
from retro_pyramid.screens.parts.look import cells_of, frame
from retro_pyramid.screens.parts.part import Part, painted, text
from retro_pyramid.screens.parts.scene import Sprite, scene, show
from retro_pyramid.screens.parts.sheet import draw

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App

NAME = "ON DISK MONTHLY"
_STRIP = (NAME, ISSUE, "November 1991", "360K", "Price: one free evening")
_MAST = 5
"""Rows of cells that the masthead takes; the strip with date and price follows."""
_LEFT, _TOP, _WIDE, _HIGH = 41, 6, 38, 17
"""The box of the contents in cells; the frame of the picture is as high, at the left edge."""
_SINK = -8
"""Rows by which the title picture lies lower here: its letters are behind the masthead."""
_FELT = 0x27


class Cover(ShellMenu):
    """The issue's menu as a cover; `notes` are by the items' names: a line of what is in it, and on which page it is."""

    indent = 3
    one_column = 7
    esc = "Quit"
    message_row = ShellMenu.lesson_row

    def __init__(
        self, app: App, ways: Sequence[Way], notes: Mapping[str, tuple[str, str]], back: Go, help_: Action
    ) -> None:
        super().__init__(app, ("CONTENTS", NAME), ways, back, help_)
        self._notes = notes
        self._game = Miniature(demonstration(app.record.id))
        self._ticks = 0

    def tick(self, ticks: int) -> None:
        super().tick(ticks)
        self._ticks += ticks

    def place(self) -> tuple[int, int, int]:
        return _LEFT, _TOP + 2, _WIDE

    def _ground(self, video: Video) -> None:
        if video.mode == "text":
            video.set_registers()
            show(video, scene("cover", Sprite((0, 0, COLUMNS, 24))), 0)
        else:
            draw_backdrop(self.app, _SINK, self._ticks)
            masthead = picture("masthead")
            video.page.blt(0, 0, masthead, 0, 0, masthead.width, masthead.height)

    def parts(self) -> list[Part]:
        """Return cover and contents, under a box the cover alone; the game that plays would never be silent."""
        strip = f"{'   '.join(_STRIP):^{COLUMNS}}"
        found = [*self.backdrop(), text(0, _MAST, strip, 0x70, told=" ".join(_STRIP))]
        if self.app.top is not self:
            return found
        dress, words = self.dress, " CONTENTS "

        def box(video: Video) -> None:
            video.fill(_LEFT, _TOP, _WIDE, _HIGH, " ", dress.paper)
            frame(video, _LEFT, _TOP, _WIDE, _HIGH, dress.frame)

        found += [painted(self._picture), painted(box)]
        found.append(text(_LEFT + (_WIDE - len(words)) // 2, _TOP, words, dress.title, told="CONTENTS"))
        for line, (row, part) in enumerate(zip(self.rows(), self.row_parts(), strict=True)):
            found += self._leader(part, row, line == self.listing.at)
        return found

    def _leader(self, part: Part, row: Row, chosen: bool) -> list[Part]:
        dress = self.dress
        note, page = self._notes.get(row.id.partition(":")[2], ("", ""))
        column, at, width, _ = cells_of(part.rect)
        start, end = column + self.indent + len(row.words), column + width - 2
        found = [part._replace(told=f"{row.words} {page} {note}")]
        if page:
            dots, number = (dress.bar, dress.bar) if chosen else (dress.dim, dress.paper)
            found.append(text(start, at, "·" * (end - 3 - start), dots, told=""))
            found.append(text(end - len(page), at, page, number, told=""))
        return [*found, text(column + self.indent + 1, at + 1, note, dress.dim, told="")]

    def _picture(self, video: Video) -> None:
        game = self._game
        now = game.rest if self.app.still else self._ticks
        if video.mode == "text":
            video.fill(1, _TOP, 38, _HIGH, " ", _FELT)
            game.draw(video, now)
            frame(video, 1, _TOP, 38, _HIGH, 0x70)
        else:
            draw(video.page, "cover", "frame")
            game.draw(video, now)
        video.write(2, _TOP + _HIGH - 1, f"{game.caption(now)[:36]:^36}", 0x70)
