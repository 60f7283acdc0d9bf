"""Table specification of EM's edition: buttons, input rules and the blue and cyan background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid import __version__
from retro_pyramid.editions import EDITION_INFO
from retro_pyramid.editions.em.end_animation import STUCK_ANIMATION, WIN_ANIMATION
from retro_pyramid.editions.em.picture import build_status_line, draw_button, draw_table_text
from retro_pyramid.editions.em.trophy import TROPHY_CELEBRATION
from retro_pyramid.editions.loading import load_commands, load_table_layout
from retro_pyramid.features.tournament.actions import TOURNAMENT_ACTIONS, TOURNAMENT_DISABLED_REASONS
from retro_pyramid.features.tournament.tournament_mode import TournamentMode, TournamentSpec
from retro_pyramid.machine.video import ROWS
from retro_pyramid.resources import load_asset_sections
from retro_pyramid.table.game_mode import get_game_over_reason
from retro_pyramid.table.intent import InputRules
from retro_pyramid.table.layout import CellRect, Command
from retro_pyramid.table.table_spec import TableSpec
from retro_pyramid.ui.dialogs import MessageBox
from retro_pyramid.ui.settings_form import ConfigDialog

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import TableScreen


def _get_button_rect(index: int, mode: str) -> CellRect:
    """Return the rectangle of a button in cells: two columns of four in graphics mode, one of eight in text mode."""
    return (
        (63 + 8 * (index % 2), 10 + 3 * (index // 2), 8, 3)
        if mode == "graphics"
        else (73, 7 + 2 * index, 7, 1)
    )


def _place_buttons(section: str, key_commands: tuple[Command, ...]) -> dict[str, tuple[Command, ...]]:
    """Return the commands of a section with button rectangles, followed by the key commands, by display mode."""
    return {
        mode: (
            *(
                command._replace(rect_cells=_get_button_rect(index, mode))
                for index, command in enumerate(load_commands("em", section))
            ),
            *key_commands,
        )
        for mode in ("graphics", "text")
    }


_KEY_COMMANDS = load_commands("em", "keys")
_ASSIST_COMMANDS = load_commands("em", "helps")
"""Commands that the original lacked. Tournaments do not have them, as they would make results incomparable."""
_TOURNAMENT_SPEC = TournamentSpec(
    standard_commands=_place_buttons(
        "standard", (*_KEY_COMMANDS[:3], *_ASSIST_COMMANDS[:-1], *_KEY_COMMANDS[3:], _ASSIST_COMMANDS[-1])
    ),
    tournament_commands=_place_buttons("tournament", _KEY_COMMANDS),
    mouse_setting="em.mouse",
    speed_setting="em.speed",
    same_deck_setting="em.use_same_deck",
    card_ticks_by_speed={"slow": 50, "medium": 22, "fast": 3},
    celebration=TROPHY_CELEBRATION,
)


def _show_info(table: TableScreen) -> None:
    """Show the edition's info box."""
    rows = [
        row.strip("-").format(version=__version__) for (row,) in load_asset_sections("programs/em")["info"]
    ]
    table.app.push(MessageBox(table.app, "Info", rows, name="info"))


TABLE = TableSpec(
    graphics_layout=load_table_layout("em", "graphics"),
    text_layout=load_table_layout("em", "text"),
    background_scene="em",
    text_background=(" ", 0x13),
    empty_outline=11,
    label_attribute=0x1F,
    win_animation=WIN_ANIMATION,
    end_animations={"stuck": STUCK_ANIMATION},
    input_rules=InputRules(
        click_stock_draws=False, on_mismatch="clears", right_click_draws=True, has_digit_selection=True
    ),
    builtin_assists=frozenset({"hint"}),
    # In the message row.
    result_bottom_row=ROWS - 1,
    pile_names=(("stock", "Pack"), ("waste", "Waste")),
    error_setting="em.error_messages",
    animation_setting="em.pairs",
    draw_button=draw_button,
    build_status_line=build_status_line,
    draw_texts=draw_table_text,
    actions={
        **TOURNAMENT_ACTIONS,
        "config": lambda table: table.app.push(ConfigDialog(table.app, EDITION_INFO["em"].settings)),
        "info": _show_info,
        "pack": lambda table: table.run_action("use_stock"),
        "waste": lambda table: table.run_action("use_waste"),
    },
    disabled_reasons={
        **TOURNAMENT_DISABLED_REASONS,
        "pack": get_game_over_reason,
        "waste": get_game_over_reason,
    },
    shows_hourglass_on_hint=True,
    create_game_mode=lambda: TournamentMode(_TOURNAMENT_SPEC),
)
