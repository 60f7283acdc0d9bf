"""Relaxed Pyramid, also known as King Tut or Tut's Tomb: its words, its tomb of dark red and gold."""

from retro_pyramid.machine.video import (
    WIDTH,
    Image,
)
from retro_pyramid.programs.common import TUNES, cell, text_pyramid
from retro_pyramid.screens.parts.felt import plain_ground, pyramid_places
from retro_pyramid.screens.parts.look import Dress
from retro_pyramid.screens.parts.motion import Parade
from retro_pyramid.screens.record import MenuItem, ProgramRecord
from retro_pyramid.screens.table.intent import Manner
from retro_pyramid.screens.table.layout import Command, Places
from retro_pyramid.screens.table.look import TableLook
from retro_pyramid.screens.table.referee import Referee

_FELT = 5


def _ground() -> Image:
    table = plain_ground(_FELT)
    for inset, colour in ((0, 14), (1, 6), (3, 0), (4, 6)):
        table.rectb(inset, inset, WIDTH - 2 * inset, 322 - 2 * inset, colour)
    return table


_COMMANDS = (
    Command("button:draw", "Draw", "draw", ("D",), "D"),
    Command("button:new", "New", "new", ("N",), "N"),
    Command("button:restart", "Again", "restart", ("R",), "R"),
    Command("button:helps", "Helps", "helps", ("F5",), "F5"),
    Command("button:options", "Options", "options", ("F8",), "F8"),
    Command("button:help", "Help", "help", ("F1", "?"), "F1"),
    Command("button:sound", "Sound", "sound", (), "F2"),
    Command("button:undo", "Undo", "undo", ("U", "F3"), cells=(27, 19, 8, 1)),
    Command("button:redo", "Y Redo", "redo", ("Y", "F4"), cells=(37, 19, 8, 1)),
    Command("button:hint", "Hint", "hint", ("H",), cells=(47, 19, 8, 1)),
    Command("button:number", "Deal...", "number", ("F6",), cells=(57, 19, 9, 1)),
)


class _Tomb(Referee):
    """Says how a game ends here."""

    won = "The pyramid is empty: you won!"


LOOK = TableLook(
    graphics=Places(
        slots=pyramid_places(WIDTH // 2, 6, 72, 30, 64),
        stock=(16, 253),
        waste=(96, 253),
        lamp=(3, 2),
        discard=(560, 253),
    ),
    text=Places(
        slots=text_pyramid(0, down=2),
        stock=cell(3, 17),
        waste=cell(15, 17),
        lamp=(3, 1),
        discard=cell(67, 17),
    ),
    ground=_ground,
    text_ground=(" ", 0x56),
    outline=14,
    label=0x5E,
    referee=lambda: _Tomb(_COMMANDS),
    manner=Manner(discard="foundation"),
    bare_waste=True,
    parade=Parade(top=90),
)

RECORD = ProgramRecord(
    id="relaxed",
    title="Relaxed Pyramid",
    department="GAMES",
    issue="Tut's Tomb",
    menu=(
        MenuItem("relaxed", "Relaxed: 1 pass", "play", {"passes": "1"}),
        MenuItem("easy", "Easy: 2 passes", "play", {"passes": "2"}),
        MenuItem("help", "Help", "help"),
        MenuItem("editions", "Other Pyramids", "editions"),
        MenuItem("quit", "Quit", "quit"),
    ),
    help_text="relaxed.help",
    # The light of torches.
    registers=(0, 40, 46, 12, 4, 52, 20, 7, 56, 57, 8, 54, 38, 32, 62, 63),
    option_words={("passes", "1"): "Relaxed", ("passes", "2"): "Easy"},
    tunes=TUNES,
    sound_setting="relaxed.sound",
    palette=(0, 1, 2, 3, 4, 32, 20, 7, 56, 57, 58, 59, 60, 61, 62, 63),
    resumes=True,
    dress=Dress(
        paper=0x4F,
        dim=0x40,
        frame=0x4E,
        title=0x4E,
        bar=0x0E,
        hot=0x4E,
        key=0x0E,
        word=0x07,
        notice=0x0E,
        field=0x0F,
    ),
)
