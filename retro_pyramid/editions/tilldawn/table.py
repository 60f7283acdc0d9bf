"""Table specification of Solitaire Till Dawn: menu bar, hand, Auto-Match option, match of six games, night sky."""

from retro_pyramid.editions.loading import load_commands, load_menu_bar, load_table_layout
from retro_pyramid.editions.tilldawn.end_animation import OTHER_END_ANIMATIONS, WIN_ANIMATION
from retro_pyramid.features.match import MatchMode
from retro_pyramid.features.tournament.standings import MatchProgress
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, DisplayAdapter
from retro_pyramid.rules.editions import GAMES_PER_MATCH
from retro_pyramid.scenes.sprites import draw_vector_drawing
from retro_pyramid.table.intent import InputRules
from retro_pyramid.table.layout import SmallCardLayouts
from retro_pyramid.table.render.painter import draw_pile_label, draw_status_line
from retro_pyramid.table.table_spec import TableSpec
from retro_pyramid.table.target_ids import STOCK
from retro_pyramid.table.view import StatusItem, StatusLine, TableView, build_assisted_items
from retro_pyramid.ui.drawing import pixels_to_cells

_TEXT_BACKGROUND, _TEXT_ATTRIBUTE = (" ", 0x37), 0x3F


def _draw_text(view: TableView, display: DisplayAdapter) -> None:
    """Draw the pile labels and the status line, and the hand if the stock is empty."""
    state, rules = view.session.state, view.session.rules
    passes_left = (rules.max_redeals or 0) + 1 - state.pass_number
    # Cards are still there, or fly across, when a redeal is undone.
    is_covered = view.piles[0].card_count or view.is_under_moving_card((*view.layout.stock, *view.card_size))
    if not (state.stock or view.is_table_hidden or is_covered):
        _draw_hand(view, display, passes_left)
    text = "Redeal" if passes_left and not state.stock else f"{len(state.stock)} left"
    draw_pile_label(view, display, view.layout.stock, text, _TEXT_ATTRIBUTE)
    draw_pile_label(view, display, view.layout.waste, f"{len(state.waste)} dealt", _TEXT_ATTRIBUTE)
    if view.deal_rating:
        # The status line has no room for it; there is some below the win indicator and above the cards.
        display.put_text(1, view.layout.lamp[1] + 1, f"Deal: {view.deal_rating}", _TEXT_ATTRIBUTE)
    draw_status_line(view, display, "  ")


def _build_status_line(view: TableView) -> StatusLine:
    """Return the score, the match progress, the pass and the deal number."""
    session, match = view.session, view.mode_data
    score_label = "Score" if view.result_banner or session.status == "won" else "If it ended now"
    left = [StatusItem(f"{score_label} {session.score:+}", is_announced=False)]
    if isinstance(match, MatchProgress):
        game = StatusItem(f"Game {min(match.game_number, GAMES_PER_MATCH)} of {GAMES_PER_MATCH}")
        left += [StatusItem(f"Total {match.net_total:+}"), game]
    pass_item = StatusItem(f"Pass {session.state.pass_number}")
    return StatusLine(tuple(left), (*build_assisted_items(view), pass_item, StatusItem(view.deal_name)))


_SMALL_CARD_WIDTH = 48
"""Width of small cards in pixels."""
_DOUBLE_LINES = str.maketrans("┌┬┐┤└│┘─", "╔╦╗╣╚║╝═")


def _draw_hand(view: TableView, display: DisplayAdapter, passes_left: int) -> None:
    """Draw the hand on the empty stock, with the number of passes that are left."""
    (x, y), (width, height) = view.layout.stock, view.card_size
    if display.mode == "text":
        column, row, columns, rows = pixels_to_cells((x, y, width, height))
        lines = [" ┌┬┬┬┐", f"┌┤ {passes_left} │", *["└┐   │"] * (rows - 3), " └───┘"]
        is_focused, is_hinted = view.focused_id == view.input_rules.empty_stock_id, STOCK in view.hinted_ids
        attribute = 0x70 if is_hinted else 0x3E if is_focused else 0x3F if passes_left else 0x37
        display.fill_cells(column, row, columns, rows, *((" ", attribute) if is_hinted else _TEXT_BACKGROUND))
        for line, picture in enumerate(lines):
            shown_line = picture.translate(_DOUBLE_LINES) if is_focused else picture
            display.put_text(column + (columns - len(shown_line)) // 2, row + line, shown_line, attribute)
        if is_hinted:
            display.put_text(column, row, "»", attribute)
            display.put_text(column + columns - 1, row, "«", attribute)
        return

    size = "large" if width > _SMALL_CARD_WIDTH else "small"
    draw_vector_drawing(display.page, "tilldawn", f"hand_{size}_{'left' if passes_left else 'none'}", (x, y))
    column, row = (x + width // 2) // CELL_WIDTH - 1, (y + 44 * width // 64) // CELL_HEIGHT
    display.put_text(column, row, f" {passes_left} ", 0xF0 if passes_left else 0x8F)


class _TillDawnMatchMode(MatchMode):
    win_text = "All 52 cards are gone: you won!"


TABLE = TableSpec(
    graphics_layout=load_table_layout("tilldawn", "graphics"),
    text_layout=load_table_layout("tilldawn", "text"),
    small_cards=SmallCardLayouts(
        "tilldawn.cards",
        load_table_layout("tilldawn", "small graphics"),
        load_table_layout("tilldawn", "small text"),
    ),
    menu_bar=load_menu_bar("tilldawn"),
    background_scene="tilldawn",
    text_background=_TEXT_BACKGROUND,
    empty_outline=9,
    win_animation=WIN_ANIMATION,
    end_animations=OTHER_END_ANIMATIONS,
    label_attribute=_TEXT_ATTRIBUTE,
    input_rules=InputRules(empty_stock_id="hand"),
    build_status_line=_build_status_line,
    draw_texts=_draw_text,
    create_game_mode=lambda: _TillDawnMatchMode("tilldawn.match", load_commands("tilldawn")),
)
