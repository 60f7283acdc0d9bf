"""Tournaments as texts: PYRAMID.SAV, one suspended; PYRTOUR.TXT, the proofs of the ten best totals.

Both are blocks under a header, with a check line (formats.own.checked).
"""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.cards import quoted, whole
from retro_pyramid.formats import FormatError, refuse
from retro_pyramid.formats.own.checked import Block, decode_blocks, encode_blocks, pairs_of, pairs_text
from retro_pyramid.formats.own.saves import decode_save, encode_save
from retro_pyramid.rules.transcript import (
    Save,
    Transcript,
    TranscriptError,
    parse_transcript,
    transcript_text,
)

_SUSPENDED = "tournament"
_PROOFS = "proofs"


class Proof(NamedTuple):
    """The games of a tournament that add up to a total, and the player's name."""

    name: str
    total: int
    games: tuple[Transcript, ...]


class Suspended(NamedTuple):
    """A suspended tournament: facts as keys and values, the ended games in order, and the game in progress."""

    facts: tuple[tuple[str, str], ...]
    games: tuple[Transcript, ...]
    playing: Save | None = None


def encode_proofs(proofs: Sequence[Proof]) -> bytes:
    """Return the bytes of PYRTOUR.TXT; decode_proofs undoes it."""
    blocks = []
    for proof in proofs:
        blocks.append(Block("total", pairs_text((("name", proof.name), ("total", str(proof.total))))))
        blocks += [Block("game", transcript_text(game)) for game in proof.games]
    return encode_blocks(_PROOFS, blocks)


def decode_proofs(data: bytes) -> tuple[Proof, ...]:
    """Return the proofs of PYRTOUR.TXT, not replayed yet; raise FormatError."""
    proofs: list[Proof] = []
    for number, (tag, text) in enumerate(decode_blocks(_PROOFS, data), 1):
        what = f"{_PROOFS}, block {number}"
        if tag == "game" and proofs:
            proofs[-1] = proofs[-1]._replace(games=(*proofs[-1].games, _game(what, text)))
        elif tag == "total":
            said = pairs_of(text)
            if [key for key, _ in said] != ["name", "total"]:
                raise FormatError(what, None, "lines of a name and a total", quoted(text))
            total = whole(dict(said)["total"], 99_999)
            if total is None:
                raise FormatError(f"{what}, total", None, "a whole number", quoted(dict(said)["total"]))
            proofs.append(Proof(dict(said)["name"], total, ()))
        else:
            raise FormatError(what, None, "total, then games", quoted(tag))
    return tuple(proofs)


def encode_suspended(suspended: Suspended) -> bytes:
    """Return the bytes of PYRAMID.SAV; decode_suspended undoes it."""
    blocks = [Block("match", pairs_text(suspended.facts))]
    blocks += [Block("game", transcript_text(game)) for game in suspended.games]
    if suspended.playing is not None:
        blocks.append(Block("playing", encode_save(suspended.playing).decode()))
    return encode_blocks(_SUSPENDED, blocks)


def decode_suspended(data: bytes) -> Suspended:
    """Return what PYRAMID.SAV holds, facts and games unchecked; FormatError for what the program could not have written."""
    first, *blocks = decode_blocks(_SUSPENDED, data) or [Block("")]
    refuse(first.tag != "match", f"{_SUSPENDED}, block 1", None, "match", quoted(first.tag))
    playing = _save(blocks.pop().text) if blocks and blocks[-1].tag == "playing" else None
    games = []
    for number, (tag, text) in enumerate(blocks, 1):
        refuse(tag != "game", f"{_SUSPENDED}, block {number + 1}", None, "game", quoted(tag))
        games.append(_game(f"{_SUSPENDED}, game {number}", text))
    return Suspended(pairs_of(first.text), tuple(games), playing)


def _game(what: str, text: str) -> Transcript:
    try:
        return parse_transcript(text)
    except TranscriptError as error:
        raise FormatError(what, None, "a transcript", str(error)) from None


def _save(text: str) -> Save:
    try:
        return decode_save(text.encode())
    except TranscriptError as error:
        raise FormatError(f"{_SUSPENDED}, game in progress", None, "a save", str(error)) from None
