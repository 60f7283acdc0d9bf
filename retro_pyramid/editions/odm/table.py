"""Table specification of On Disk Monthly's edition."""

from retro_pyramid.editions.loading import load_commands, load_table_layout
from retro_pyramid.editions.odm.end_animation import SAND_ANIMATION
from retro_pyramid.features.match import HighScoreMode
from retro_pyramid.machine.video import DisplayAdapter
from retro_pyramid.scenes.scene import SceneVariants, Sprite, make_scene
from retro_pyramid.table.intent import InputRules
from retro_pyramid.table.render.base import TABLE_TEXT_ATTRIBUTE
from retro_pyramid.table.render.painter import draw_pile_label, draw_status_line
from retro_pyramid.table.table_spec import TableSpec
from retro_pyramid.table.view import StatusItem, StatusLine, TableView, build_assisted_items


def _draw_text(view: TableView, display: DisplayAdapter) -> None:
    """Draw the pile labels and the status line."""
    draw_pile_label(
        view, display, view.layout.stock, f"{len(view.session.state.stock)} to draw", TABLE_TEXT_ATTRIBUTE
    )
    draw_pile_label(
        view, display, view.layout.waste, f"{view.piles[1].card_count} discarded", TABLE_TEXT_ATTRIBUTE
    )
    draw_status_line(view, display)


def _build_status_line(view: TableView) -> StatusLine:
    """Return score, level, draws left and streak, or the deal's value instead of the last two; the deal is at the right."""
    draws = StatusItem(f"Draws left {len(view.session.state.stock)}", is_announced=False, is_optional=True)
    last = (
        [StatusItem(view.deal_value_text)]
        if view.deal_value_text
        else [draws, StatusItem(_format_streak(view), is_announced=False)]
    )
    score = StatusItem(f"Score {view.displayed_score}", is_announced=False)
    return StatusLine(
        (score, StatusItem(view.options_text), *last),
        (*build_assisted_items(view), StatusItem(view.deal_title)),
    )


def _format_streak(view: TableView) -> str:
    """Return the streak and its bonus, or an empty text for a streak below 2."""
    streak, bonus = view.session.state.streak, view.session.rules.streak_bonus
    if streak < 2:
        return ""
    return (
        f"Streak {streak}  {bonus * (streak - 2) * (streak - 1) // 2:+}" if streak > 2 else f"Streak {streak}"
    )


TABLE = TableSpec(
    graphics_layout=load_table_layout("odm", "graphics"),
    text_layout=load_table_layout("odm", "text"),
    text_background=(" ", 0x20),
    create_game_mode=lambda: HighScoreMode(load_commands("odm")),
    input_rules=InputRules("select", waste_id="discard", game_over_text="the game is over: press Esc"),
    empty_outline=None,
    shadow_offset=2,
    decoration=SceneVariants(make_scene("odm"), make_scene("odm", Sprite((0, 210, 80, 22)))),
    end_animations={"stuck": SAND_ANIMATION},
    build_status_line=_build_status_line,
    draw_texts=_draw_text,
    shows_score_popups=True,
    streak_flash_palette={2: 18},
)
