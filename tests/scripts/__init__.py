"""Recorded scripts; the first line of each ends with the command that it begins with."""

from pathlib import Path

FOLDER = Path(__file__).parent


def words_of(script: str) -> list[str]:
    """Return the words of the command line that a script begins with."""
    first = (FOLDER / f"{script}.script").read_text(encoding="utf-8").partition("\n")[0]
    return first.split(": pyramid")[1].split()
