"""The table of the sub-commands: the command line, its help and the test of `docs/COMMANDS.md` are made from it."""

from collections.abc import Mapping

COMMANDS: Mapping[str, tuple[str, str]] = {
    "deal": ("games", "Print a deal's 52 cards on one line."),
    "replay": ("games", "Play a transcript and tell where it leads."),
    "perft": ("games", "Count the legal move sequences after a transcript."),
    "solve": ("solve", "Say exactly what can still be reached, with a line of play."),
    "odds": ("odds", "Count which share of deals 1 to N can be won."),
    "scores": ("files", "Show the high scores of a .HGH file."),
    "deck": ("decks", "Look into a .DEC file, take it apart, make one."),
    "stats": ("games", "Show the figures of all games that ended."),
    "import": (
        "files",
        "Copy high scores, cards and texts of the original's time into the data folder, whatever their layout.",
    ),
    "export": ("files", "Write the ten high scores, or everything, to a file."),
}
"""For each sub-command the module of this folder that does it, and one sentence for its help.

The module has `NAME_ARGUMENTS`, what the command takes, and `run_name(arguments)`, which returns a `Report`. It is imported
when the command runs, so that no start pays for another command.
"""
