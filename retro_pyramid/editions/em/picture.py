"""What is special about the look of EM's table: raised buttons, numbers of rows and columns, a panel of facts."""

from retro_pyramid.features.tournament.standings import NowPlaying, signed
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, Video
from retro_pyramid.rules import POSITIONS, cards_left, parse_position, position_text
from retro_pyramid.rules.editions import GAMES
from retro_pyramid.scenes.sprites import draw
from retro_pyramid.table.render.painter import label
from retro_pyramid.table.view import Button, Fact, Standing, View
from retro_pyramid.ui.drawing import SINGLE, cells_rect, command_words, frame, hot_letter

_PANEL = 17
_DESK = 0x1F
_COUNTS = ("Score", "Cards")
"""What changes with every move."""


def draw_button(view: View, video: Video, button: Button) -> None:
    """Draw a button, raised in graphics, its hot letter bright."""
    command = button.command
    assert command.cells is not None
    words, hot = command.words, command.words.find(command.keys[0])
    focused, enabled, dress = button.lit, button.usable, view.dress
    if video.mode == "text":
        column, row, width, _ = command.cells
        paper = dress.paper if enabled else dress.off
        shown = command_words(video, words, enabled)
        # The letters stay where they are: the bracket takes the blank's place.
        shown = (shown if shown != words else f" {words}").ljust(width)
        video.write(column, row, shown, 0x4F if focused else paper)
        if enabled and not focused:
            video.write(column + 1 + hot, row, words[hot], hot_letter(video, dress))
        return
    words = command_words(video, words, enabled)
    page = video.page
    x, y, wide, high = cells_rect(*command.cells)
    draw(page, "em", "button_lit" if focused else "button", (x, y))
    left, top = x + (wide - len(words) * CELL_WIDTH) // 2, y + (high - CELL_HEIGHT) // 2
    video.print(left, top, words, (dress.paper if enabled else dress.off) & 15)
    if enabled:
        at = left + hot * CELL_WIDTH
        if focused:
            video.print(at, top, words[hot], 4)
        elif hot_letter(video, dress) == dress.hot:
            page.rect(at, top, CELL_WIDTH, CELL_HEIGHT, dress.hot >> 4)
            video.print(at, top, words[hot], dress.hot & 15)
        else:
            page.rect(at, top + CELL_HEIGHT, CELL_WIDTH - 1, 1, 0)


def write_words(view: View, video: Video) -> None:
    """Write the bar above, the numbers at the pyramid, the piles' names and the panel of facts."""
    state = view.session.state
    label(view, video, view.places.stock, f"Pack {len(state.stock)}", 0x1F)
    label(view, video, view.places.waste, f"Waste {len(state.waste)}", 0x1F)
    _numbers(view, video)
    if not view.alone:
        _panel(view, video)
    if video.mode == "graphics":
        video.write(0, 0, "EM's Pyramid".center(COLUMNS), view.dress.paper)


def _numbers(view: View, video: Video) -> None:
    state = view.session.state
    graphics = video.mode == "graphics"
    flying = view.arriving
    for row in range(1, 8):
        first = parse_position(f"{row}1")
        if not state.pyramid >> first & (1 << row) - 1:
            continue
        x, y = view.places.slots[first]
        if view.under_flight((x - 14, y + 14, CELL_WIDTH, CELL_HEIGHT)):
            continue
        if graphics:
            video.print(x - 14, y + 14, str(row), 10)
        else:
            video.write(x // CELL_WIDTH - 2, y // CELL_HEIGHT + 1, str(row), 0x1A)
    for slot in range(POSITIONS):
        if slot in flying or not state.pyramid >> slot & 1:
            continue
        (x, y), column = view.places.slots[slot], position_text(slot)[1]
        if view.under_flight((x + 25, y - 6, 14, 15)):
            continue
        if graphics:
            video.page.rect(x + 25, y - 6, 14, 15, 0)
            video.page.rect(x + 26, y - 6, 12, 14, 1)
            video.print(x + 28, y - 5, column, 14)
        else:
            video.write(round(x / CELL_WIDTH) + 3, round(y / CELL_HEIGHT), f" {column} ", 0x1E)


def _panel(view: View, video: Video) -> None:
    top = 1 if video.mode == "graphics" else 0
    title, lines = _facts(view)
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


def _facts(view: View) -> tuple[str, list[str | tuple[str, str]]]:
    """Return what game this is, and how it stands: words, or words with a value."""
    session, match = view.session, view.facts
    title = "Standard"
    facts: list[str | tuple[str, str]] = []
    if isinstance(match, NowPlaying):
        title = f"Game {match.number} of {GAMES}"
        facts = [match.player[: _PANEL - 3], ("Net", signed(match.total))]
    last = session.rules.redeals or 0
    facts += [
        ("Score", signed(session.score or 0)),
        ("Pass", f"{session.state.pass_number} of {last + 1}"),
        ("Cards", str(cards_left(session.state))),
        ("Deal", str(session.deal)),
    ]
    if view.label:
        facts.append(f"({view.label})")
    if session.assisted:
        facts.append("Assisted")
    return title, facts


def standing(view: View) -> Standing:
    """Return what the panel shows."""
    title, facts = _facts(view)
    parts = [(fact,) if isinstance(fact, str) else fact for fact in facts]
    return Standing((Fact(title), *(Fact(" ".join(part), part[0] not in _COUNTS) for part in parts)))
