"""A view of a table, painted: in graphics, in characters or for another adapter, as its felt does it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, Video
from retro_pyramid.scenes.easing import Point
from retro_pyramid.scenes.scene import show
from retro_pyramid.table.intent import AUTO_MATCH
from retro_pyramid.table.layout import BarMenu, Cells
from retro_pyramid.table.render.base import THICKEST, Felt
from retro_pyramid.table.view import STATUS_ROW
from retro_pyramid.table.view_geometry import bar_titles
from retro_pyramid.table.win_indicator import draw_lamp
from retro_pyramid.ui.drawing import cells_rect, command_words, hint_line, hot_letter, push, window
from retro_pyramid.ui.theme import Dress

if TYPE_CHECKING:
    from retro_pyramid.table.table_spec import TableLook
    from retro_pyramid.table.view import Button, Verdict, View

_RACE_END = 74
"""The column at which a friend's score ends, left of the frame's corner and the buttons of a title bar."""


def draw(view: View, look: TableLook, felt: Felt, video: Video) -> None:
    """Paint the whole table and its words."""
    moment, sign = view.finale, view.sign
    if moment is None:
        felt.lay((view.piles, view.cards), lambda: _lying(view, look, felt, video))
    else:
        _table(look, felt, video)
    light = look.flash if view.flashes else {}
    if moment is not None and sign is not None:
        light = sign.light(moment.now)
    if light and video.lit:
        video.set_registers([light.get(index, value) for index, value in enumerate(video.registers)])
    if moment is not None and sign is not None:
        show(video, sign.behind, moment.now)
    if moment is not None and not view.alone:
        _cards(view, felt)
    for place, card, *_, stage in view.moving:
        if stage is None or card is None:
            felt.card(place, card)
        else:
            felt.turning(place, card, stage)
    if moment is not None and sign is not None:
        felt.trail.draw(sign.trail(moment))
        for place, card in sign.cards(moment):
            felt.card(place, card)
        show(video, sign.front, moment.now)
    for place, points in view.floats:
        _points(video, place, points)
    for button in view.buttons:
        if button.command.cells:
            (look.button or draw_button)(view, video, button)
    if view.places.auto_match:
        _auto_match(view, video, view.places.auto_match)
    draw_bar(video, view.bar, view.places.bar_row, view.dress)
    if view.light:
        draw_lamp(video, view.places.lamp, view.light, look.label >> 4)
    (look.words or status_line)(view, video)
    if view.race:
        video.write(_RACE_END - len(view.race) - 2, 0, f" {view.race} ", view.dress.bar)
    for rect in view.flight_rects:
        felt.uncover(rect)
    if view.verdict is not None and view.verdict.shown:
        _end(view.verdict, video, view.dress)
    if view.hints:
        hint_line(video, view.hints, view.dress)
    if view.held is not None:
        felt.shadow(view.held.place)
        felt.uncover(felt.painted_rect(view.held.place))
        felt.card(view.held.place, view.held.card, view.held.lit, view.held.mark)


def _lying(view: View, look: TableLook, felt: Felt, video: Video) -> None:
    """Paint the table with all that lies on it."""
    _table(look, felt, video)
    _cards(view, felt)


def _table(look: TableLook, felt: Felt, video: Video) -> None:
    felt.clear()
    show(video, look.inlay, 0)


def _cards(view: View, felt: Felt) -> None:
    for pile in view.piles:
        felt.pile(*pile)
    for lying in view.cards:
        felt.rest(lying.place)
        felt.card(lying.place, lying.card, lying.lit, lying.mark)


def _points(video: Video, middle: Point, points: int) -> None:
    """Write what a move earned or cost, gold or red on black."""
    words, colour = f"{points:+}", 14 if points > 0 else 12
    x, y = middle[0] - len(words) * CELL_WIDTH // 2, middle[1]
    if video.mode == "text":
        video.write(x // CELL_WIDTH, y // CELL_HEIGHT, words, colour)
        return
    video.page.rect(x - 4, y - 1, len(words) * CELL_WIDTH + 7, CELL_HEIGHT + 1, 0)
    video.print(x, y, words, colour)


def _end(verdict: Verdict, video: Video, dress: Dress) -> None:
    """Say how the game ended, a win in the colours of joy."""
    column, top, width, height = verdict.cells
    if dress.caption:
        *lines, word = verdict.lines
        # A shadow would lie on the cards beside it.
        window(video, verdict.cells, dress, dress.caption, shadow=False)
        for row, words in enumerate(lines, top + 2):
            video.write(column + (width - len(words)) // 2, row, words, dress.paper)
        left = column + (width - len(word)) // 2 - 2
        push(video, left, top + height - 2, word, dress, chosen=True, key=word[0])
        return
    paper = dress.joy if verdict.won else dress.notice
    left = max(strip[0] for strip in verdict.strips)
    right = min(strip[0] + strip[2] for strip in verdict.strips)
    for (column, row, width, _), words in zip(verdict.strips, verdict.lines, strict=True):
        video.fill(column, row, width, 1, " ", paper)
        video.write((left + right - len(words)) // 2, row, words, paper)


def draw_bar(
    video: Video, bar: tuple[BarMenu, ...], row: int, dress: Dress, opened: int | None = None
) -> None:
    """Draw the bar of menus, with the title of an opened menu reversed."""
    if not bar:
        return
    video.fill(0, row, COLUMNS, 1, " ", dress.paper)
    for index, (column, menu) in enumerate(bar_titles(bar)):
        attribute = dress.bar if index == opened else dress.paper
        video.write(column - 1, row, f" {menu.title} ", attribute)
        if index != opened:
            video.write(column, row, menu.title[0], hot_letter(video, dress))


def _auto_match(view: View, video: Video, cells: Cells) -> None:
    """Draw the box of that name with its mark."""
    column, row, width, _ = cells
    mark = "√" if view.session.auto_match else " "
    attribute = view.dress.bar if view.focused == AUTO_MATCH else view.dress.paper
    video.write(column, row, f" [{mark}] Auto-Match".ljust(width), attribute)


def draw_button(view: View, video: Video, button: Button) -> None:
    """Draw a command's button with its hot letter bright."""
    command, dress = button.command, view.dress
    assert command.cells is not None
    column, row, width, height = command.cells
    paper = dress.bar if button.lit else dress.paper if button.usable else dress.dim
    video.fill(column, row, width, height, " ", paper)
    words = command_words(video, command.words, button.usable)
    left, line = column + (width - len(words)) // 2, row + height // 2
    video.write(left, line, words, paper)
    at = command.words.upper().find(command.keys[0]) if command.keys else -1
    if button.usable and not button.lit and at >= 0:
        video.write(left + at, line, words[at], hot_letter(video, dress))


def label(view: View, video: Video, place: Point, words: str, attribute: int) -> None:
    """Write words under a pile, in the middle, and below the edge of the thickest one; under none in a finale."""
    if view.alone:
        return
    width, height = view.size
    column = (place[0] + width // 2) // CELL_WIDTH - len(words) // 2
    # The first line of a cell is free in all letters.
    row = -(-(place[1] + height + THICKEST - 1) // CELL_HEIGHT)
    # Blanks around, as a ground of mixed colours would eat into the letters.
    words, left = f" {words} ", max(-1, column - 1)
    if not view.under_flight(cells_rect(left, row, len(words), 1)):
        video.write(left, row, words, attribute)
        return
    for at, char in enumerate(words, left):
        if not view.under_flight(cells_rect(at, row, 1, 1)):
            video.write(at, row, char, attribute)


def status_line(view: View, video: Video, gap: str = "   ") -> None:
    """Write the line above the key hints: what there is to tell of the game, a part of it at each end."""
    left, right = view.standing.line(gap, COLUMNS - 2)
    video.write(0, STATUS_ROW, f" {left.ljust(COLUMNS - len(right) - 2)}{right} ", view.dress.paper)
