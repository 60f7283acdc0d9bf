"""Table specification of Solitaire Till Dawn: menu bar, hand, Auto-Match option, match of six games, night sky."""

from retro_pyramid.editions.loading import bar, commands, lying
from retro_pyramid.editions.tilldawn.end_animation import FINALE, SIGNS
from retro_pyramid.features.match import SoloMatch
from retro_pyramid.features.tournament.standings import NowPlaying
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, Video
from retro_pyramid.rules.editions import GAMES
from retro_pyramid.scenes.sprites import draw
from retro_pyramid.table.intent import Manner
from retro_pyramid.table.layout import SmallCards
from retro_pyramid.table.render.painter import label, status_line
from retro_pyramid.table.table_spec import TableLook
from retro_pyramid.table.target_ids import STOCK
from retro_pyramid.table.view import Fact, Standing, View, assisted
from retro_pyramid.ui.drawing import cells_of

_TEXT_BACKGROUND, _TEXT_ATTRIBUTE = (" ", 0x37), 0x3F


def _draw_text(view: View, display: Video) -> None:
    """Draw the pile labels and the status line, and the hand if the stock is empty."""
    state, rules = view.session.state, view.session.rules
    passes_left = (rules.redeals or 0) + 1 - state.pass_number
    # Cards are still there, or fly across, when a redeal is undone.
    is_covered = view.piles[0].thick or view.under_flight((*view.places.stock, *view.size))
    if not (state.stock or view.alone or is_covered):
        _hand(view, display, passes_left)
    text = "Redeal" if passes_left and not state.stock else f"{len(state.stock)} left"
    label(view, display, view.places.stock, text, _TEXT_ATTRIBUTE)
    label(view, display, view.places.waste, f"{len(state.waste)} dealt", _TEXT_ATTRIBUTE)
    if view.label:
        # The status line has no room for it; there is some below the win indicator and above the cards.
        display.write(1, view.places.lamp[1] + 1, f"Deal: {view.label}", _TEXT_ATTRIBUTE)
    status_line(view, display, "  ")


def _build_status_line(view: View) -> Standing:
    """Return the score, the match progress, the pass and the deal number."""
    session, match = view.session, view.facts
    score_label = "Score" if view.verdict or session.status == "won" else "If it ended now"
    left = [Fact(f"{score_label} {session.score:+}", told=False)]
    if isinstance(match, NowPlaying):
        game = Fact(f"Game {min(match.number, GAMES)} of {GAMES}")
        left += [Fact(f"Total {match.total:+}"), game]
    pass_item = Fact(f"Pass {session.state.pass_number}")
    return Standing(tuple(left), (*assisted(view), pass_item, Fact(view.number)))


_SMALL_CARD_WIDTH = 48
"""Width of small cards in pixels."""
_DOUBLE_LINES = str.maketrans("┌┬┐┤└│┘─", "╔╦╗╣╚║╝═")


def _hand(view: View, display: Video, passes_left: int) -> None:
    """Draw the hand on the empty stock, with the number of passes that are left."""
    (x, y), (width, height) = view.places.stock, view.size
    if display.mode == "text":
        column, row, columns, rows = cells_of((x, y, width, height))
        lines = [" ┌┬┬┬┐", f"┌┤ {passes_left} │", *["└┐   │"] * (rows - 3), " └───┘"]
        is_focused, is_hinted = view.focused == view.manner.empty_stock, STOCK in view.hinted
        attribute = 0x70 if is_hinted else 0x3E if is_focused else 0x3F if passes_left else 0x37
        display.fill(column, row, columns, rows, *((" ", attribute) if is_hinted else _TEXT_BACKGROUND))
        for line, picture in enumerate(lines):
            shown_line = picture.translate(_DOUBLE_LINES) if is_focused else picture
            display.write(column + (columns - len(shown_line)) // 2, row + line, shown_line, attribute)
        if is_hinted:
            display.write(column, row, "»", attribute)
            display.write(column + columns - 1, row, "«", attribute)
        return

    size = "large" if width > _SMALL_CARD_WIDTH else "small"
    draw(display.page, "tilldawn", f"hand_{size}_{'left' if passes_left else 'none'}", (x, y))
    column, row = (x + width // 2) // CELL_WIDTH - 1, (y + 44 * width // 64) // CELL_HEIGHT
    display.write(column, row, f" {passes_left} ", 0xF0 if passes_left else 0x8F)


class _TillDawnMatchMode(SoloMatch):
    won = "All 52 cards are gone: you won!"


TABLE = TableLook(
    graphics=lying("tilldawn", "graphics"),
    text=lying("tilldawn", "text"),
    small=SmallCards("tilldawn.cards", lying("tilldawn", "small graphics"), lying("tilldawn", "small text")),
    bar=bar("tilldawn"),
    ground="tilldawn",
    text_ground=_TEXT_BACKGROUND,
    outline=9,
    finale=FINALE,
    signs=SIGNS,
    label=_TEXT_ATTRIBUTE,
    manner=Manner(empty_stock="hand"),
    standing=_build_status_line,
    words=_draw_text,
    referee=lambda: _TillDawnMatchMode("tilldawn.match", commands("tilldawn")),
)
