"""What is special about the look of EM's table: raised buttons, numbers of rows and columns, a panel of facts."""

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS
from retro_pyramid.rules import POSITIONS, cards_left, parse_position, position_text
from retro_pyramid.screens.contest.contest import Contest
from retro_pyramid.screens.contest.standings import signed
from retro_pyramid.screens.parts.look import SINGLE, cells_rect, command_words, frame, hot_letter
from retro_pyramid.screens.table.commands import Command
from retro_pyramid.screens.table.pairs import PairTable
from retro_pyramid.screens.table.pairs_picture import label, under_flight
from retro_pyramid.tournament import GAMES

_PANEL = 17
_DESK = 0x1F


def draw_button(table: PairTable, command: Command, enabled: bool) -> None:
    """Draw a button, raised in graphics, its hot letter bright."""
    assert command.cells is not None
    words, hot = command.words, command.words.find(command.keys[0])
    focused = table.focused == command.id
    if table.video.mode == "text":
        dress = table.app.record.dress
        column, row, width, _ = command.cells
        paper = dress.bar if focused else dress.paper if enabled else dress.dim
        shown = command_words(table.video, words, enabled)
        # The letters stay where they are: the bracket takes the blank's place.
        shown = (shown if shown != words else f" {words}").ljust(width)
        table.video.write(column, row, shown, 0x4F if focused else paper)
        if enabled and not focused:
            table.video.write(column + 1 + hot, row, words[hot], hot_letter(table.video, dress))
        return
    words = command_words(table.video, words, enabled)
    page = table.video.page
    x, y, wide, high = cells_rect(*command.cells)
    x, y, wide, high = x + 3, y + 4, wide - 6, high - 8
    page.rect(x + 3, y + 3, wide, high, 0)
    page.rect(x, y, wide, high, 0)
    page.rect(x + 1, y + 1, wide - 2, high - 2, 14 if focused else 3)
    if not focused:
        for inset in (1, 2):
            page.rect(x + inset, y + inset, wide - 2 * inset, 1, 11)
            page.rect(x + inset, y + inset, 1, high - 2 * inset, 11)
            page.rect(x + inset, y + high - 1 - inset, wide - 2 * inset, 1, 8)
            page.rect(x + wide - 1 - inset, y + inset, 1, high - 2 * inset, 8)
    left, top = x + (wide - len(words) * CELL_WIDTH) // 2, y + (high - CELL_HEIGHT) // 2
    table.video.print(left, top, words, 0 if enabled else 8)
    if enabled:
        at = left + hot * CELL_WIDTH
        table.video.print(at, top, words[hot], 4 if focused else 15)
        if not focused and table.video.hot(0x3F, 0x30) != 0x3F:
            page.rect(at, top + CELL_HEIGHT, CELL_WIDTH - 1, 1, 0)


def write_words(table: PairTable) -> None:
    """Write the bar above, the numbers at the pyramid, the piles' names and the panel of facts."""
    state = table.session.state
    label(table, table.places.stock, f"Pack {len(state.stock)}")
    label(table, table.places.waste, f"Waste {len(state.waste)}")
    _numbers(table)
    _panel(table)
    if table.video.mode == "graphics":
        table.video.write(0, 0, "EM's Pyramid".center(COLUMNS), 0x3F)


def _numbers(table: PairTable) -> None:
    """Number the rows at their left, and the columns on the cards' upper edges."""
    video, state = table.video, table.session.state
    graphics = video.mode == "graphics"
    flying = {glide.slot for glide in table.motions.glides}
    for row in range(1, 8):
        first = parse_position(f"{row}1")
        if not state.pyramid >> first & (1 << row) - 1:
            continue
        x, y = table.places.slots[first]
        if graphics:
            video.print(x - 14, y + 14, str(row), 10)
        else:
            video.write(x // CELL_WIDTH - 2, y // CELL_HEIGHT + 1, str(row), 0x1A)
    for slot in range(POSITIONS):
        if slot in flying or not state.pyramid >> slot & 1:
            continue
        (x, y), column = table.places.slots[slot], position_text(slot)[1]
        if under_flight(table, (x + 25, y - 6, 14, 15)):
            continue
        if graphics:
            video.page.rect(x + 25, y - 6, 14, 15, 0)
            video.page.rect(x + 26, y - 6, 12, 14, 1)
            video.print(x + 28, y - 5, column, 14)
        else:
            video.write(round(x / CELL_WIDTH) + 3, round(y / CELL_HEIGHT), f" {column} ", 0x1E)


def _panel(table: PairTable) -> None:
    """Write what game this is and how it stands, at the upper left."""
    video, session, referee = table.video, table.session, table.referee
    top = 1 if video.mode == "graphics" else 0
    title, facts = "Standard", []
    if isinstance(referee, Contest) and referee.match is not None:
        number, player = referee.place(referee.match)
        standing = referee.match.standings()[player]
        title = f"Game {number} of {GAMES}"
        facts = [standing.player.name[: _PANEL - 3], ("Net", signed(standing.total))]
    last = session.rules.redeals or 0
    lines = [
        *facts,
        ("Score", signed(session.score or 0)),
        ("Pass", f"{session.state.pass_number} of {last + 1}"),
        ("Cards", str(cards_left(session.state))),
        ("Deal", str(session.deal)),
    ]
    if table.label():
        lines.append(f"({table.label()})")
    if session.assisted:
        lines.append("Assisted")
    video.fill(0, top, _PANEL, len(lines) + 2, " ", _DESK)
    frame(video, 0, top, _PANEL, len(lines) + 2, 0x1B, SINGLE)
    video.write(2, top, f" {title} ", 0x1F)
    for row, line in enumerate(lines, top + 1):
        if isinstance(line, str):
            video.write(1, row, line, 0x1E)
        else:
            word, value = line
            video.write(1, row, f"{word}{value:>{_PANEL - 2 - len(word)}}", 0x1F)
            video.write(1, row, word, 0x1B)
