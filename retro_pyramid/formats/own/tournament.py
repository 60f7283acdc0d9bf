"""Tournaments as texts: PYRAMID.SAV, one suspended; PYRTOUR.TXT, the proofs of the ten best totals.

Both are blocks under a header, with a check line (formats.own.checked). A proof with blocks or lines that this version
does not know, from a newer one, is carried along as it is; a suspended tournament with such parts is refused.
"""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.cards import quoted, whole
from retro_pyramid.formats import FormatError, NewerFormatError, refuse
from retro_pyramid.formats.own.checked import Block, decode_blocks, encode_blocks, pairs_of, pairs_text
from retro_pyramid.formats.own.saves import decode_save, encode_save
from retro_pyramid.rules import RulesError, rules_for
from retro_pyramid.rules.transcript import (
    Save,
    Transcript,
    TranscriptError,
    UnknownTermError,
    parse_transcript,
    transcript_text,
)

_SUSPENDED = "tournament"
_PROOFS = "proofs"
_TAGS = ("match", "game", "playing")
_FACTS = ("edition", "option", "player", "same_deck")


class Proof(NamedTuple):
    """The games of a tournament that add up to a total, and the player's name.

    `source` are the blocks that were read, if they have parts of a newer version; they are written back unchanged.
    """

    name: str
    total: int
    games: tuple[Transcript, ...]
    source: tuple[Block, ...] = ()


class Suspended(NamedTuple):
    """A suspended tournament: facts as keys and values, the ended games in order, and the game in progress."""

    facts: tuple[tuple[str, str], ...]
    games: tuple[Transcript, ...]
    playing: Save | None = None


def encode_proofs(proofs: Sequence[Proof]) -> bytes:
    """Return the bytes of PYRTOUR.TXT; decode_proofs undoes it."""
    blocks: list[Block] = []
    for proof in proofs:
        made = [Block("total", pairs_text((("name", proof.name), ("total", str(proof.total)))))]
        made += [Block("game", transcript_text(game)) for game in proof.games]
        blocks += proof.source or made
    return encode_blocks(_PROOFS, blocks)


def decode_proofs(data: bytes) -> tuple[Proof, ...]:
    """Return the proofs of PYRTOUR.TXT, not replayed yet; raise FormatError."""
    parts: list[list[tuple[int, Block]]] = []
    for number, block in enumerate(decode_blocks(_PROOFS, data), 1):
        if block.tag == "total":
            parts.append([])
        elif not parts:
            error = FormatError if block.tag == "game" else NewerFormatError
            raise error(f"{_PROOFS}, block {number}", None, "total, then games", quoted(block.tag))
        parts[-1].append((number, block))
    return tuple([_proof(part) for part in parts])


def _proof(part: Sequence[tuple[int, Block]]) -> Proof:
    """Return the proof of numbered blocks, the first of which is the total."""
    (number, first), *rest = part
    what, said = f"{_PROOFS}, block {number}", pairs_of(first.text)
    if [key for key, _ in said[:2]] != ["name", "total"]:
        raise FormatError(what, None, "lines of a name and a total", quoted(first.text))
    (_, name), (_, written) = said[:2]
    total = whole(written, 99_999)
    if total is None:
        raise FormatError(f"{what}, total", None, "a whole number", quoted(written))
    games, is_newer = [], len(said) > 2
    for number, block in rest:
        try:
            games += [_game(f"{_PROOFS}, block {number}", block.text)] if block.tag == "game" else []
        except NewerFormatError:
            is_newer = True
        is_newer = is_newer or block.tag != "game"
    source = tuple([block for _, block in part]) if is_newer else ()
    return Proof(name=name, total=total, games=tuple(games), source=source)


def encode_suspended(suspended: Suspended) -> bytes:
    """Return the bytes of PYRAMID.SAV; decode_suspended undoes it."""
    blocks = [Block("match", pairs_text(suspended.facts))]
    blocks += [Block("game", transcript_text(game)) for game in suspended.games]
    if suspended.playing is not None:
        blocks.append(Block("playing", encode_save(suspended.playing).decode()))
    return encode_blocks(_SUSPENDED, blocks)


def decode_suspended(data: bytes) -> Suspended:
    """Return what PYRAMID.SAV holds, its games unchecked; FormatError for what the program could not have written."""
    first, *blocks = decode_blocks(_SUSPENDED, data) or [Block("")]
    refuse(first.tag != "match", f"{_SUSPENDED}, block 1", None, "match", quoted(first.tag))
    playing = _save(blocks.pop().text) if blocks and blocks[-1].tag == "playing" else None
    games = []
    for number, block in enumerate(blocks, 1):
        if block.tag != "game":
            error = FormatError if block.tag in _TAGS else NewerFormatError
            raise error(f"{_SUSPENDED}, block {number + 1}", None, "game", quoted(block.tag))
        games.append(_game(f"{_SUSPENDED}, game {number}", block.text))
    facts = pairs_of(first.text)
    _refuse_newer_facts(facts)
    return Suspended(facts=facts, games=tuple(games), playing=playing)


def _refuse_newer_facts(facts: Sequence[tuple[str, str]]) -> None:
    """Raise NewerFormatError for facts that this version does not have, and for those of another rule set."""
    what = f"{_SUSPENDED}, match"
    for key, _ in facts:
        if key not in _FACTS:
            raise NewerFormatError(what, None, " ".join(_FACTS), quoted(key))
    editions = [value for key, value in facts if key == "edition"]
    options = dict([value.partition(" ")[::2] for key, value in facts if key == "option"])
    try:
        for edition in editions:
            rules_for(edition, options)
    except RulesError as error:
        raise NewerFormatError(what, None, "an edition and its options", str(error)) from None


def _game(what: str, text: str) -> Transcript:
    try:
        return parse_transcript(text)
    except TranscriptError as error:
        raise _kind_of(error)(what, None, "a transcript", str(error)) from None


def _save(text: str) -> Save:
    try:
        return decode_save(text.encode())
    except TranscriptError as error:
        raise _kind_of(error)(f"{_SUSPENDED}, game in progress", None, "a save", str(error)) from None


def _kind_of(error: TranscriptError) -> type[FormatError]:
    return NewerFormatError if isinstance(error, UnknownTermError) else FormatError
