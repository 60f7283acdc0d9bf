"""The table of the sub-commands: the command line, its help and the test of `docs/COMMANDS.md` are made from it."""

from collections.abc import Mapping
from typing import NamedTuple


class Command(NamedTuple):
    """A sub-command: one sentence for its help, and the module of this folder that does it.

    The module has `NAME_ARGUMENTS`, what the command takes, and `run_name(arguments)`, which returns a `Report`. It is
    imported when the command runs, so that no start pays for another command.
    """

    help: str
    module: str


COMMANDS: Mapping[str, Command] = {
    "deal": Command("Print a deal's 52 cards on one line.", "games"),
    "replay": Command("Play a transcript and tell where it leads.", "games"),
    "perft": Command("Count the legal move sequences after a transcript.", "games"),
    "solve": Command("Say exactly what can still be reached, with a line of play.", "solve"),
    "odds": Command("Count which share of deals 1 to N can be won.", "odds"),
    "scores": Command("Show the high scores of a .HGH file.", "files"),
    "deck": Command("Look into a .DEC file, take it apart, make one.", "decks"),
    "stats": Command("Show the figures of all games that ended.", "games"),
    "import": Command(
        "Copy high scores, cards and texts of the original's time into the data folder, whatever their layout.",
        "files",
    ),
    "export": Command("Write the ten high scores, or everything, to a file.", "files"),
}
