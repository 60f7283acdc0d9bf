"""What the table looks like at one moment: piles, pyramid, cards on their way, the words below, the end of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, HEIGHT, WIDTH, Video
from retro_pyramid.rules import POSITIONS, is_open, position_text
from retro_pyramid.screens.commands import buttons_of, draw_button
from retro_pyramid.screens.felt import TABLE_TEXT, Felt, Mark
from retro_pyramid.screens.lamp import draw_lamp
from retro_pyramid.screens.look import (
    BAR,
    PAPER,
    box,
    cells_rect,
    centred,
)
from retro_pyramid.screens.motion import Glide, Parade, Point
from retro_pyramid.session import Session

if TYPE_CHECKING:
    from retro_pyramid.screens.table import Table

_STATUS_ROW = 23
_OVER_ROW = 22
_LAMP = {"graphics": (4, 10), "text": (3, 8)}
"""Column and row of the lamp."""
_WON_BOX = (17, 8, 46, 4)
_USUAL = Parade()
_PARADE_STEP = 8
# Kings, queens and jacks by card number, as they march in when the pyramid is cleared.
_PARADE = (12, 25, 38, 51, 11, 24, 37, 50, 10, 23, 36, 49)


def face_up(session: Session, slot: int) -> bool:
    """Return whether the card at a pyramid position lies face up."""
    return not session.rules.hides_covered or is_open(session.state, slot)


def draw_table(table: Table) -> None:
    """Draw the whole table but the key hints."""
    felt, motions, session, video = table.felt, table.motions, table.session, table.video
    state = session.state
    playing = session.status == "playing"
    felt.clear()
    arriving = {glide.slot for glide in motions.glides}
    dealing = len([slot for slot in arriving if 0 <= slot < POSITIONS])
    chosen = table.selected if playing and not dealing else None
    # Till the deal is done the deck still holds what is to come.
    held = table.drag.name if table.drag is not None and table.drag.moved else None
    felt.pile(
        felt.stock,
        len(state.stock) + dealing - (held == "stock"),
        None,
        chosen == "stock",
        _mark(table, "stock"),
    )
    lying = len(state.waste) - (-1 in arriving)
    felt.pile(felt.discard, lying, state.waste[lying - 1] if lying else None, False)
    _labels(video, felt, len(state.stock), lying)
    turning = {flip.slot: flip for flip in motions.flips}
    for slot in range(POSITIONS):
        name = f"card:{position_text(slot)}"
        if not state.pyramid >> slot & 1 or slot in arriving or name == held:
            continue
        if slot in turning:
            felt.turning(felt.slots[slot], state.layout[slot], turning[slot].stage(motions.now))
        else:
            card = state.layout[slot] if face_up(session, slot) else None
            felt.card(felt.slots[slot], card, chosen == name, _mark(table, name))
    if session.status == "won":
        draw_parade(felt, arriving)
    ways = [(way, glide.card) for glide in motions.glides if (way := glide.place(motions.now)) is not None]
    for way, moving in ways:
        felt.card(way, moving)
    for command, _, can in buttons_of(table):
        draw_button(table, command, can)
    if table.adviser.light:
        draw_lamp(video, _LAMP[video.mode], table.adviser.light, TABLE_TEXT >> 4)
    for way, _ in ways:
        felt.uncover(way)
    _words(table)
    if table.drag is not None and held:
        felt.uncover(table.drag.place)
        felt.card(table.drag.place, table.drag.card, True)


def _mark(table: Table, name: str) -> Mark:
    return "hint" if name in table.hinted else ""


def parade(felt: Felt, begin: int, where: Parade = _USUAL) -> list[Glide]:
    """Return the court cards marching in from below, one after another from tick `begin` on, to lie there."""
    return [
        Glide(_PARADE[number], (place[0], HEIGHT), place, begin + _PARADE_STEP * number, POSITIONS + number)
        for number, place in enumerate(_parade_places(felt, where))
    ]


def draw_parade(felt: Felt, arriving: set[int], where: Parade = _USUAL) -> None:
    """Draw the court cards that have come in; `arriving` are the slots of glides under way."""
    for number, place in enumerate(_parade_places(felt, where)):
        if POSITIONS + number not in arriving:
            felt.card(place, _PARADE[number])


def _parade_places(felt: Felt, where: Parade) -> list[Point]:
    half = len(_PARADE) // 2
    left = where.middle - (where.across * (half - 1) + felt.card_size[0]) // 2
    return [
        (left + where.across * (n % half), where.top + where.down * (n // half)) for n in range(len(_PARADE))
    ]


def _labels(video: Video, felt: Felt, stock: int, discarded: int) -> None:
    for (x, y), word in ((felt.stock, f" {stock} to draw "), (felt.discard, f" {discarded} discarded ")):
        column = (x + felt.card_size[0] // 2) // CELL_WIDTH - len(word) // 2
        # Blanks around, as a ground of mixed colours would eat into the letters.
        video.write(column, (y + felt.card_size[1]) // CELL_HEIGHT + 1, word, TABLE_TEXT)


def _words(table: Table) -> None:
    video, words = table.video, table.app.record.option_words
    session = table.session
    options = "  ".join(words.get(item, "=".join(item)) for item in session.rules.options.items())
    playing = session.status == "playing"
    last = f"Draws left {len(session.state.stock)}" if playing else table.worth_words()
    left = f" Score {session.score}   {options}   {last}"
    right = f"{'Assisted   ' if session.assisted else ''}{table.deal_words()} "
    video.write(0, _STATUS_ROW, left.ljust(COLUMNS - len(right)) + right, PAPER)
    if session.status == "won" and not any(glide.slot < POSITIONS for glide in table.motions.glides):
        _notice(video, session)
    elif session.status == "stuck":
        video.fill(0, _OVER_ROW, COLUMNS, 1, " ", BAR)
        centred(video, _OVER_ROW, how_it_ended(session), 0x4E)


def how_it_ended(session: Session) -> str:
    """Return the sentence that says plainly how a finished game ended."""
    if session.status == "won":
        return f"You cleared the pyramid! Final score {session.score}."
    return f"No more moves. Final score {session.score}. Press Esc to go on, N deals a new game."


def notice_rect(session: Session) -> tuple[int, int, int, int]:
    """Return the rectangle in picture pixels that a click on how the game ended means."""
    # A finger high, and ending where a tap means the hints below.
    return cells_rect(*_WON_BOX) if session.status == "won" else (0, HEIGHT - 60, WIDTH, 30)


def _notice(video: Video, session: Session) -> None:
    """Say that the game is won and what comes next, in a box."""
    column, top, width, height = _WON_BOX
    box(video, column, top, width, height, BAR)
    centred(video, top + 1, how_it_ended(session), 0x4E)
    centred(video, top + 2, "Press Esc to go on, N deals a new game", BAR)
