"""On Disk Monthly's table."""

from functools import partial

from retro_pyramid.machine.video import WIDTH, Video
from retro_pyramid.programs.common import cell, text_pyramid
from retro_pyramid.screens.contest.scored import Scored
from retro_pyramid.screens.parts.felt import TABLE_TEXT, drawn_ground, pyramid_places
from retro_pyramid.screens.table.intent import Manner
from retro_pyramid.screens.table.layout import Command, Places
from retro_pyramid.screens.table.look import TableLook
from retro_pyramid.screens.table.picture import label, status_line
from retro_pyramid.screens.table.view import Fact, Standing, View, assisted


def _words(view: View, video: Video) -> None:
    """Write the piles' labels and the line below."""
    label(view, video, view.places.stock, f"{len(view.session.state.stock)} to draw", TABLE_TEXT)
    label(view, video, view.places.waste, f"{view.piles[1].thick} discarded", TABLE_TEXT)
    status_line(view, video)


def _standing(view: View) -> Standing:
    """Return score and level, draws left and streak, or in their place the deal's worth; the deal at the right."""
    draws = Fact(f"Draws left {len(view.session.state.stock)}", told=False)
    last = [Fact(view.worth)] if view.worth else [draws, Fact(_streak(view), told=False)]
    score = Fact(f"Score {view.score}", told=False)
    return Standing((score, Fact(view.options), *last), (*assisted(view), Fact(view.deal)))


def _streak(view: View) -> str:
    """Return how many cards went in a row, and what that earned; empty for fewer than two."""
    streak, bonus = view.session.state.streak, view.session.rules.streak_bonus
    if streak < 2:
        return ""
    return (
        f"Streak {streak}  {bonus * (streak - 2) * (streak - 1) // 2:+}" if streak > 2 else f"Streak {streak}"
    )


_COMMANDS = (
    Command("", "Move", "play", (), "←→↑↓", absent=True),
    Command("button:play", "Play", "play", (), "Enter"),
    Command("button:new", "New", "ask_new", ("N",), "N"),
    Command("button:restart", "Again", "ask_restart", ("R",), "R"),
    Command("button:help", "Help", "help", ("F1",), "F1"),
    Command("button:number", "Deal", "number", ("F6",), "F6"),
    Command("button:setup", "Setup", "setup", ("F8",), "F8"),
    Command("button:helps", "Helps", "helps", ("F5",)),
    Command("button:undo", "Undo", "undo", ("U", "F3"), cells=(69, 9, 8, 1), absent=True),
    Command("button:redo", "Y Redo", "redo", ("Y", "F4"), cells=(69, 11, 8, 1), absent=True),
    Command("button:hint", "Hint", "hint", ("H",), cells=(69, 13, 8, 1), absent=True),
    Command("button:leave", "Leave", "leave", ("Q",)),
)
"""What the magazine's program had, and helps that are not there till they are switched on."""

LOOK = TableLook(
    graphics=Places(
        slots=pyramid_places(WIDTH // 2, 16, 72, 36, 64), stock=(44, 24), waste=(532, 24), lamp=(4, 10)
    ),
    text=Places(slots=text_pyramid(0), stock=cell(3, 1), waste=cell(67, 1), lamp=(3, 8)),
    ground=partial(drawn_ground, "odm"),
    text_ground=(" ", 0x20),
    referee=lambda: Scored(_COMMANDS),
    manner=Manner("select", waste="discard", end="the game is over: press Esc"),
    outline=None,
    standing=_standing,
    words=_words,
    tells_points=True,
    flash={2: 18},
)
