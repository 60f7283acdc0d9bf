"""What a pair game's table looks like at one moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from retro_pyramid.cards import CARDS_IN_DECK, Card
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS
from retro_pyramid.rules import POSITIONS, cards_left
from retro_pyramid.screens.app import App
from retro_pyramid.screens.parts.characters import Characters
from retro_pyramid.screens.parts.felt import THICKEST, WHOLE_STOCK, Felt, Mark, Pictures, Rect
from retro_pyramid.screens.parts.lamp import draw_lamp
from retro_pyramid.screens.parts.look import box, cells_rect, hint_line
from retro_pyramid.screens.parts.motion import Point
from retro_pyramid.screens.parts.positions import STOCK, WASTE, card_name, last_taken, slot_of
from retro_pyramid.screens.table.commands import Cells, buttons_of, draw_button
from retro_pyramid.screens.table.pairs_bar import draw_bar
from retro_pyramid.screens.table.pairs_look import PairLook, Places, small_cards
from retro_pyramid.screens.table.table_picture import draw_parade

if TYPE_CHECKING:
    from retro_pyramid.screens.table.pairs import PairTable

TO_WASTE, TO_STOCK, TO_DISCARD = -1, -2, -3
"""Where a glide goes that does not end in the pyramid."""
STATUS_ROW = 23
_FANNED = 3


def laid_out(app: App, look: PairLook) -> tuple[Places, Felt]:
    """Return where everything lies and how it is drawn, in the mode the machine is in and the cards that are chosen."""
    video, small = app.machine.video, small_cards(app, look)
    arranged = small or look
    if video.mode == "text":
        return arranged.text, Characters(video, look.text_ground, look.registers, small is not None)
    cards = app.services.small_cards() if small else app.services.cards()
    felt = Pictures(video, cards, look.ground(), look.registers, look.outline)
    return arranged.graphics, felt


def waste_places(table: PairTable) -> list[Point]:
    """Return where the waste's cards lie that can be seen, the top one last."""
    x, y = table.places.waste
    seen = min(len(table.session.state.waste), _FANNED if table.places.fan else 1)
    return [(x + table.places.fan * at, y) for at in range(max(1, seen))]


def place_of(table: PairTable, name: str) -> Point:
    """Return where the card of a target id lies."""
    places = table.places
    if name == WASTE:
        return waste_places(table)[-1]
    slot = slot_of(name)
    if slot is not None:
        return places.slots[slot]
    return places.stock if name in (STOCK, table.look.empty_stock) else places.discard or places.stock


def draw_pairs(table: PairTable) -> None:
    """Draw the whole table and its words."""
    table.felt.clear()
    arriving = {glide.slot for glide in table.motions.glides}
    _stock(table, len([slot for slot in arriving if 0 <= slot < POSITIONS]))
    _waste(table)
    _discard(table)
    _pyramid(table, arriving)
    if table.session.status == "won":
        draw_parade(table.felt, arriving, table.look.parade)
    now = table.motions.now
    ways = [(way, glide.card) for glide in table.motions.glides if (way := glide.place(now)) is not None]
    for way, card in ways:
        table.felt.card(way, card)
    _words(table, [way for way, _ in ways])
    if table.drag is not None and table.drag.moved:
        table.felt.uncover(table.drag.place)
        table.felt.card(table.drag.place, table.drag.card, mark=_highlight(table))


def _highlight(table: PairTable) -> Mark:
    return table.look.highlight


def _mark(table: PairTable, name: str) -> Mark:
    if name in table.hinted:
        return "hint"
    return _highlight(table) if name == table.picked else ""


def _dragged(table: PairTable, name: str) -> bool:
    return table.drag is not None and table.drag.moved and table.drag.name == name


def _stock(table: PairTable, dealing: int) -> None:
    state, playable = table.session.state, table.session.rules.stock_top_playable
    stock = state.stock[1:] if _dragged(table, STOCK) else state.stock
    # Till the deal is done the stock still holds what is to come.
    face: Card | None = stock[0] if stock and playable and not dealing else None
    table.felt.pile(
        table.places.stock,
        # While cards are dealt from it, it is no thicker than it will lie: there is no room beside it.
        min(len(stock) + dealing, WHOLE_STOCK),
        face,
        table.focused in (STOCK, table.look.empty_stock),
        _mark(table, STOCK),
    )


def _waste(table: PairTable) -> None:
    state = table.session.state
    waste = list(state.waste)
    coming = sum(glide.slot == TO_WASTE for glide in table.motions.glides)
    waste = waste[: len(waste) - coming]
    if _dragged(table, WASTE):
        waste = waste[:-1]
    places = waste_places(table)
    shown = waste[-len(places) :]
    focused = table.focused == WASTE
    if not shown and (focused or not table.look.bare_waste):
        table.felt.pile(places[0], 0, None, focused)
    for at, card in enumerate(shown):
        top = at == len(shown) - 1
        count = len(waste) if len(shown) == 1 else 1
        table.felt.pile(
            places[at],
            count,
            card,
            top and focused,
            _mark(table, WASTE) if top else "",
        )


def _discard(table: PairTable) -> None:
    place = table.places.discard
    if place is None:
        return
    count = CARDS_IN_DECK - cards_left(table.session.state)
    count -= sum(glide.slot == TO_DISCARD for glide in table.motions.glides)
    card = last_taken(table.session.history) if count > 0 else None
    table.felt.pile(place, count, card, table.focused == table.look.discard)


def _pyramid(table: PairTable, arriving: set[int]) -> None:
    state = table.session.state
    for slot in range(POSITIONS):
        name = card_name(slot)
        if state.pyramid >> slot & 1 and slot not in arriving and not _dragged(table, name):
            table.felt.card(
                table.places.slots[slot], state.layout[slot], table.focused == name, _mark(table, name)
            )


def _words(table: PairTable, ways: Sequence[Point]) -> None:
    video, look, dress = table.video, table.look, table.app.record.dress
    for command, _, can in buttons_of(table):
        (look.button or draw_button)(table, command, can)
    if table.places.auto_match:
        _auto_match(table, table.places.auto_match)
    draw_bar(table)
    if table.adviser.light:
        draw_lamp(video, table.places.lamp, table.adviser.light, look.label >> 4)
    (look.words or status_words)(table)
    for way in ways:
        table.felt.uncover(way)
    if table.over() and not any(glide.slot < POSITIONS for glide in table.motions.glides):
        column, top, width, height = notice_cells(table)
        if said_below(table):
            video.fill(column, top, width, height, " ", dress.notice)
        else:
            box(video, column, top, width, height, dress.notice)
            top += 1
        for line, words in enumerate(verdict_lines(table), top):
            video.write(column + (width - len(words)) // 2, line, words, dress.notice)
    hint_line(video, table.hints(), dress)


def _auto_match(table: PairTable, cells: Cells) -> None:
    """Draw the box of that name with its mark."""
    column, row, width, _ = cells
    mark = "√" if table.session.auto_match else " "
    dress = table.app.record.dress
    attribute = dress.bar if table.focused == "automatch" else dress.paper
    table.video.write(column, row, f" [{mark}] Auto-Match".ljust(width), attribute)


def said_below(table: PairTable) -> bool:
    """Say whether how the game ended is said below the cards."""
    return table.session.status == "stuck" and table.look.lost == "below"


def verdict_lines(table: PairTable) -> list[str]:
    """Return the lines that say how a game ended and what comes next."""
    worth = table.worth_words() if table.referee.tells_worth(table) else ""
    lines: list[str] = []
    for words in filter(None, [*table.referee.verdict(table), worth]):
        if lines and said_below(table) and len(f"{lines[-1]}  {words}") <= COLUMNS - 2:
            lines[-1] += f"  {words}"
        else:
            lines.append(words)
    return [*lines, table.referee.go_on_words(table)]


def notice_cells(table: PairTable) -> Cells:
    """Return column, row, width and height of the box, or the lines below, that say how the game ended."""
    lines = verdict_lines(table)
    if said_below(table):
        return 0, STATUS_ROW - len(lines), COLUMNS, len(lines)
    width = max(44, *(len(line) + 4 for line in lines))
    # Above the parade, when there is one.
    top = table.look.parade.top // CELL_HEIGHT - len(lines) - 3 if table.session.status == "won" else 8
    # Beside the box of Auto-Match and the words above it, where there is one.
    beside = table.places.auto_match
    left = beside[0] + beside[2] + 2 if beside else 0
    return max((COLUMNS - width) // 2, left), max(0, top), width, len(lines) + 2


def label(table: PairTable, place: Point, words: str) -> None:
    """Write words under a pile, in the middle, and below the edge of the thickest one."""
    width, height = table.felt.card_size
    column = (place[0] + width // 2) // CELL_WIDTH - len(words) // 2
    # The first line of a cell is free in all letters.
    row = -(-(place[1] + height + THICKEST - 1) // CELL_HEIGHT)
    # Blanks around, as a ground of mixed colours would eat into the letters.
    for at, char in enumerate(f" {words} ", max(-1, column - 1)):
        if not under_flight(table, cells_rect(at, row, 1, 1)):
            table.video.write(at, row, char, table.look.label)


def under_flight(table: PairTable, rect: Rect) -> bool:
    """Say whether a card is flying over a rectangle."""
    (x, y, width, height), (wide, high), motions = rect, table.felt.card_size, table.motions
    ways = [way for glide in motions.glides if (way := glide.place(motions.now)) is not None]
    return any(x - wide < left < x + width and y - high < top < y + height for left, top in ways)


def status_words(table: PairTable) -> None:
    """Write the line above the key hints: score, variation, cards left; deal number at the right."""
    session, record = table.session, table.app.record
    options = [record.option_words.get(item, "") for item in session.rules.options.items()]
    score = [] if session.score is None else [f"Score {session.score}"]
    left = "   ".join([*score, *filter(None, options), f"Stock {len(session.state.stock)}"])
    marks = (
        *(["Assisted"] if session.assisted else []),
        *(["Scoring stopped"] if session.scoring_stopped else []),
    )
    right = "   ".join([*marks, table.deal_words()])
    table.video.write(
        0, STATUS_ROW, f" {left.ljust(COLUMNS - len(right) - 2)}{right} ", table.app.record.dress.paper
    )
