"""Table specification of EM's edition: buttons, input rules and the blue and cyan background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid import __version__
from retro_pyramid.editions import PROGRAMS
from retro_pyramid.editions.em.end_animation import FINALE, STUCK
from retro_pyramid.editions.em.picture import draw_button, standing, write_words
from retro_pyramid.editions.em.trophy import TROPHY
from retro_pyramid.editions.loading import commands, lying
from retro_pyramid.features.tournament.actions import CONTEST_ACTIONS, CONTEST_CONDITIONS
from retro_pyramid.features.tournament.tournament_mode import Contest, Terms
from retro_pyramid.machine.video import ROWS
from retro_pyramid.resources import sections
from retro_pyramid.table.game_mode import is_over
from retro_pyramid.table.intent import Manner
from retro_pyramid.table.layout import Cells, Command
from retro_pyramid.table.table_spec import TableLook
from retro_pyramid.ui.dialogs import Notice
from retro_pyramid.ui.settings_form import Config

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import Table


def _get_button_rect(index: int, mode: str) -> Cells:
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
                command._replace(cells=_get_button_rect(index, mode))
                for index, command in enumerate(commands("em", section))
            ),
            *key_commands,
        )
        for mode in ("graphics", "text")
    }


_KEY_COMMANDS = commands("em", "keys")
_ASSIST_COMMANDS = commands("em", "helps")
"""Commands that the original lacked. Tournaments do not have them, as they would make results incomparable."""
_TOURNAMENT_SPEC = Terms(
    standard=_place_buttons(
        "standard", (*_KEY_COMMANDS[:3], *_ASSIST_COMMANDS[:-1], *_KEY_COMMANDS[3:], _ASSIST_COMMANDS[-1])
    ),
    tournament=_place_buttons("tournament", _KEY_COMMANDS),
    mouse="em.mouse",
    speed="em.speed",
    same_deck="em.use_same_deck",
    pauses={"slow": 50, "medium": 22, "fast": 3},
    feast=TROPHY,
)


def _show_info(table: Table) -> None:
    """Show the edition's info box."""
    rows = [row.strip("-").format(version=__version__) for (row,) in sections("programs/em")["info"]]
    table.app.push(Notice(table.app, "Info", rows, name="info"))


TABLE = TableLook(
    graphics=lying("em", "graphics"),
    text=lying("em", "text"),
    ground="em",
    text_ground=(" ", 0x13),
    outline=11,
    label=0x1F,
    finale=FINALE,
    signs={"stuck": STUCK},
    manner=Manner(stock_deals=False, wrong_card="clears", right_draws=True, numbers=True),
    free=frozenset({"hint"}),
    # In the message row.
    foot=ROWS - 1,
    wording=(("stock", "Pack"), ("waste", "Waste")),
    errors="em.error_messages",
    vanish="em.pairs",
    button=draw_button,
    standing=standing,
    words=write_words,
    actions={
        **CONTEST_ACTIONS,
        "config": lambda table: table.app.push(Config(table.app, PROGRAMS["em"].settings)),
        "info": _show_info,
        "pack": lambda table: table.run("use_stock"),
        "waste": lambda table: table.run("use_waste"),
    },
    conditions={**CONTEST_CONDITIONS, "pack": is_over, "waste": is_over},
    waits=True,
    referee=lambda: Contest(_TOURNAMENT_SPEC),
)
