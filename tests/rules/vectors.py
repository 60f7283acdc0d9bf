"""The rows of tests/vectors, results of an independent implementation of the same rules."""

import json
from pathlib import Path
from typing import Any

from retro_pyramid.cards import deal
from retro_pyramid.rules import parse_move, rules_for
from retro_pyramid.rules.transcript import Transcript

Row = dict[str, Any]


def rows(name: str) -> list[Row]:
    path = Path(__file__).parent.parent / "vectors" / name
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


GAMES = rows("games.jsonl")
PERFT = rows("perft.jsonl")
PLAYED = tuple(dict.fromkeys(row["edition"] for row in GAMES))
"""The editions of which there are games."""


def name_of(row: Row) -> str:
    return f"{row['edition']}-{'-'.join(row['options'].values())}-{row['deal']}"


def transcript_of(row: Row) -> Transcript:
    rules = rules_for(row["edition"], row["options"])
    moves = tuple(parse_move(text) for text in row["moves"])
    return Transcript(rules.edition, rules.options, row["deal"], deal(row["deal"]), moves)
