"""EM's table: its buttons and settings, its desk of blue and cyan."""

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


def _cells(at: int, mode: str) -> Cells:
    """Return where a button stands: two columns of four in graphics, one of eight in text mode."""
    return (63 + 8 * (at % 2), 10 + 3 * (at // 2), 8, 3) if mode == "graphics" else (73, 7 + 2 * at, 7, 1)


def _placed(section: str, keys: tuple[Command, ...]) -> dict[str, tuple[Command, ...]]:
    return {
        mode: (
            *(command._replace(cells=_cells(at, mode)) for at, command in enumerate(commands("em", section))),
            *keys,
        )
        for mode in ("graphics", "text")
    }


_KEYS = commands("em", "keys")
_HELPS = commands("em", "helps")
"""What the original had not; in a tournament there is none of it, or its games would prove nothing."""
_TERMS = Terms(
    standard=_placed("standard", (*_KEYS[:3], *_HELPS[:-1], *_KEYS[3:], _HELPS[-1])),
    tournament=_placed("tournament", _KEYS),
    mouse="em.mouse",
    speed="em.speed",
    same_deck="em.use_same_deck",
    pauses={"slow": 50, "medium": 22, "fast": 3},
    feast=TROPHY,
)


def _info(table: Table) -> None:
    rows = [row.strip("-").format(version=__version__) for (row,) in sections("programs/em")["info"]]
    table.app.push(Notice(table.app, "Info", rows, name="info"))


LOOK = TableLook(
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
    # In the strip for messages.
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
        "info": _info,
        "pack": lambda table: table.run("use_stock"),
        "waste": lambda table: table.run("use_waste"),
    },
    conditions={**CONTEST_CONDITIONS, "pack": is_over, "waste": is_over},
    waits=True,
    referee=lambda: Contest(_TERMS),
)
