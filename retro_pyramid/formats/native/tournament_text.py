"""Tournaments as texts: PYRAMID.SAV, one suspended tournament; PYRTOUR.TXT, the proofs of the ten best totals.

Both consist of blocks after a header, with a check line (formats.native.checksummed). A proof from a newer version,
with blocks or lines that this version does not know, is preserved unchanged. A suspended tournament with such parts is
rejected.
"""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.cards import parse_int, quote
from retro_pyramid.formats import FormatError, NewerFormatError, raise_if
from retro_pyramid.formats.native.checksummed import (
    Block,
    decode_blocks,
    encode_blocks,
    format_pairs,
    parse_pairs,
)
from retro_pyramid.formats.native.save_text import decode_save, encode_save
from retro_pyramid.rules import RulesError, rules_for
from retro_pyramid.rules.transcript import (
    SavedSession,
    Transcript,
    TranscriptError,
    UnknownTermError,
    parse_transcript,
    transcript_text,
)

_SUSPENDED = "tournament"
_PROOFS = "proofs"
_TAGS = ("match", "game", "playing")
_PROPERTY_KEYS = ("edition", "option", "player", "same_deck")


class ScoreProof(NamedTuple):
    """The games of a tournament that add up to a total, and the player's name.

    `original_blocks` are the blocks that were read, if a newer version wrote parts of them. They are written back
    unchanged.
    """

    name: str
    total: int
    games: tuple[Transcript, ...]
    original_blocks: tuple[Block, ...] = ()


class SuspendedTournament(NamedTuple):
    """A suspended tournament: its properties as keys and values, the completed games in order, and the current game."""

    properties: tuple[tuple[str, str], ...]
    completed_games: tuple[Transcript, ...]
    current_game: SavedSession | None = None


def encode_proofs(proofs: Sequence[ScoreProof]) -> bytes:
    """Return the bytes of PYRTOUR.TXT. decode_proofs is the inverse."""
    blocks: list[Block] = []
    for proof in proofs:
        proof_blocks = [Block("total", format_pairs((("name", proof.name), ("total", str(proof.total)))))]
        proof_blocks += [Block("game", transcript_text(game)) for game in proof.games]
        blocks += proof.original_blocks or proof_blocks
    return encode_blocks(_PROOFS, blocks)


def decode_proofs(data: bytes) -> tuple[ScoreProof, ...]:
    """Return the proofs in PYRTOUR.TXT without replaying them. Raise FormatError."""
    parts: list[list[tuple[int, Block]]] = []
    for number, block in enumerate(decode_blocks(_PROOFS, data), 1):
        if block.tag == "total":
            parts.append([])
        elif not parts:
            error = FormatError if block.tag == "game" else NewerFormatError
            raise error(f"{_PROOFS}, block {number}", None, "total, then games", quote(block.tag))
        parts[-1].append((number, block))
    return tuple([_parse_proof(part) for part in parts])


def _parse_proof(part: Sequence[tuple[int, Block]]) -> ScoreProof:
    """Return the proof in these numbered blocks, the first of which is the total."""
    (number, first), *rest = part
    subject, pairs = f"{_PROOFS}, block {number}", parse_pairs(first.text)
    if [key for key, _ in pairs[:2]] != ["name", "total"]:
        raise FormatError(subject, None, "lines of a name and a total", quote(first.text))
    (_, name), (_, total_text) = pairs[:2]
    total = parse_int(total_text, 99_999)
    if total is None:
        raise FormatError(f"{subject}, total", None, "a whole number", quote(total_text))
    games, is_newer = [], len(pairs) > 2
    for number, block in rest:
        try:
            games += [_parse_game(f"{_PROOFS}, block {number}", block.text)] if block.tag == "game" else []
        except NewerFormatError:
            is_newer = True
        is_newer = is_newer or block.tag != "game"
    source = tuple([block for _, block in part]) if is_newer else ()
    return ScoreProof(name=name, total=total, games=tuple(games), original_blocks=source)


def encode_suspended(suspended: SuspendedTournament) -> bytes:
    """Return the bytes of PYRAMID.SAV. decode_suspended is the inverse."""
    blocks = [Block("match", format_pairs(suspended.properties))]
    blocks += [Block("game", transcript_text(game)) for game in suspended.completed_games]
    if suspended.current_game is not None:
        blocks.append(Block("playing", encode_save(suspended.current_game).decode()))
    return encode_blocks(_SUSPENDED, blocks)


def decode_suspended(data: bytes) -> SuspendedTournament:
    """Return the tournament in PYRAMID.SAV without verifying its games.

    Raise FormatError if the program could not have written it.
    """
    first, *blocks = decode_blocks(_SUSPENDED, data) or [Block("")]
    raise_if(first.tag != "match", f"{_SUSPENDED}, block 1", None, "match", quote(first.tag))
    current_game = _decode_current_game(blocks.pop().text) if blocks and blocks[-1].tag == "playing" else None
    games = []
    for number, block in enumerate(blocks, 1):
        if block.tag != "game":
            error = FormatError if block.tag in _TAGS else NewerFormatError
            raise error(f"{_SUSPENDED}, block {number + 1}", None, "game", quote(block.tag))
        games.append(_parse_game(f"{_SUSPENDED}, game {number}", block.text))
    properties = parse_pairs(first.text)
    _reject_newer_properties(properties)
    return SuspendedTournament(properties=properties, completed_games=tuple(games), current_game=current_game)


def _reject_newer_properties(properties: Sequence[tuple[str, str]]) -> None:
    """Raise NewerFormatError for properties that this version does not have, and for an unknown rule set."""
    subject = f"{_SUSPENDED}, match"
    for key, _ in properties:
        if key not in _PROPERTY_KEYS:
            raise NewerFormatError(subject, None, " ".join(_PROPERTY_KEYS), quote(key))
    editions = [value for key, value in properties if key == "edition"]
    options = dict([value.partition(" ")[::2] for key, value in properties if key == "option"])
    try:
        for edition in editions:
            rules_for(edition, options)
    except RulesError as error:
        raise NewerFormatError(subject, None, "an edition and its options", str(error)) from None


def _parse_game(subject: str, text: str) -> Transcript:
    try:
        return parse_transcript(text)
    except TranscriptError as error:
        raise _error_class(error)(subject, None, "a transcript", str(error)) from None


def _decode_current_game(text: str) -> SavedSession:
    try:
        return decode_save(text.encode())
    except TranscriptError as error:
        raise _error_class(error)(f"{_SUSPENDED}, game in progress", None, "a save", str(error)) from None


def _error_class(error: TranscriptError) -> type[FormatError]:
    return NewerFormatError if isinstance(error, UnknownTermError) else FormatError
