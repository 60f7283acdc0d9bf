"""Makes a day's board from what `pyramid verify --json` prints: board.html and board.json.

pyramid verify entries.txt --day 20261123 --json | python board.py FOLDER
"""

import json
import sys
from html import escape
from pathlib import Path
from typing import Any

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Pyramid, {day}</title>
<h1>Pyramid, {day}</h1>
{boards}
"""


def ranked(entries: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return the boards by program and options: games that are over, each once, the best first."""
    boards: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        if entry["legal"] and entry["ended"] and entry["duplicate"] is None:
            name = " ".join(
                [entry["edition"], *(f"{key}={value}" for key, value in entry["options"].items())]
            )
            boards.setdefault(name, []).append(entry)
    for board in boards.values():
        board.sort(key=lambda one: (one["status"] != "won", -(one["score"] or 0), one["moves"]))
        for place, one in enumerate(board, 1):
            one["place"], one["better_than"] = place, round(100 * (len(board) - place) / len(board))
    return boards


def table(name: str, board: list[dict[str, Any]]) -> str:
    """Return one board as HTML; names are strangers' words, and are escaped."""
    cells = ("place", "name", "status", "score", "moves", "better_than")
    head = "".join(f"<th>{cell.replace('_', ' ')}" for cell in cells)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(str('' if one[cell] is None else one[cell]))}" for cell in cells)
        for one in board
    )
    return f"<h2>{escape(name)}</h2><table><tr>{head}{rows}</table>"


def main() -> None:
    """Read what verify found from standard input and write both files."""
    folder, found = Path(sys.argv[1]), json.load(sys.stdin)
    boards, day = ranked(found["entries"]), str(found["day"] or "any day")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "board.json").write_text(json.dumps({"day": found["day"], "boards": boards}), encoding="utf-8")
    shown = "\n".join(table(name, board) for name, board in boards.items()) or "<p>Nobody has played yet.</p>"
    (folder / "board.html").write_text(PAGE.format(day=escape(day), boards=shown), encoding="utf-8")


if __name__ == "__main__":
    main()
