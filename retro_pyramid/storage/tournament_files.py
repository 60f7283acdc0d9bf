"""PYRTOUR.HGH, PYRTOUR.TXT and PYRAMID.SAV in the data folder."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.native.tournament_text import (
    Proof,
    Suspended,
    decode_proofs,
    decode_suspended,
    encode_proofs,
    encode_suspended,
)
from retro_pyramid.formats.scores.high_scores import ScoreBoard, decode_totals, empty_totals, encode_board
from retro_pyramid.formats.scores.records import Row
from retro_pyramid.rules.transcript import Transcript, checksum
from retro_pyramid.storage.backends.store import StorageError, Store
from retro_pyramid.storage.value_file import Document, Kind, Notices, is_newer_file, read_document, write_over

BOARD = "PYRTOUR.HGH"
PROOFS = "PYRTOUR.TXT"
SUSPENDED = "PYRAMID.SAV"
_SPARE = 10


class _Totals(Document[ScoreBoard]):
    kind = Kind(BOARD, "Tournament totals", empty_totals(), decode_totals, encode_board, create=True)


class _Proofs(Document[tuple[Proof, ...]]):
    kind = Kind[tuple[Proof, ...]](PROOFS, "Proofs of tournament totals", (), decode_proofs, encode_proofs)

    def has_newer_parts(self, value: tuple[Proof, ...]) -> bool:
        return any(proof.source for proof in value)


class TourFiles:
    """The Top 10 of tournaments: the board, and in another file the proofs of its totals.

    A row without a proof stays on the board. A proof is kept as long as its row; the last ten without a row are kept
    too, since the row may be in a broken board kept as .BAK or not be written yet.
    """

    def __init__(self, store: Store, notices: Notices) -> None:
        self._board, self._proofs = _Totals(store, notices), _Proofs(store, notices)

    @property
    def is_newer(self) -> bool:
        return self._proofs.is_newer

    def top(self) -> tuple[Proof, ...]:
        """Read and return the ten rows, best first; whether the games prove a total, a replay must tell."""
        rows, proofs = self._board.value().rows, list(self._proofs.value())
        return tuple([Proof(row.name, int(row.score), _take(proofs, row)) for row in rows])

    def ranks(self, totals: Iterable[tuple[str, int, tuple[Transcript, ...]]]) -> list[int | None]:
        """Return the places 0..9 that totals take one after another, None for none; FormatError for what no record holds."""
        board, ranks = self._board.value(), []
        for name, total, _ in totals:
            board, rank = board.add(name, total)
            ranks.append(rank)
        return ranks

    def before(self, what: str) -> str:
        rows = [(proof.name, proof.total) for proof in decode_proofs(what.encode())]
        return str(sum((row.name, row.score) in rows for row in self._board.peek().rows))

    def carry_out(self, what: str) -> bool:
        """Enter totals with their proofs (the text of PYRTOUR.TXT); return whether all is saved."""
        new = decode_proofs(what.encode())

        def enter(board: ScoreBoard) -> ScoreBoard:
            for proof in new:
                board = board.add(proof.name, proof.total)[0]
            return board

        # The proofs first: a proof without its row is harmless, a row without its proof is not.
        self.join_proofs(new)
        entered = self._board.apply(enter)
        rows = self._board.in_memory().rows
        return self._proofs.apply(lambda proofs: _needed(proofs, rows)) and entered

    def flush(self) -> bool:
        return all([self._proofs.flush(), self._board.flush()])

    def join_board(self, board: ScoreBoard) -> bool:
        return self._board.apply(lambda mine: mine.joined(board)[0])

    def join_proofs(self, proofs: Sequence[Proof]) -> bool:
        return self._proofs.apply(lambda mine: (*mine, *(proof for proof in proofs if proof not in mine)))


def _take(proofs: list[Proof], row: Row) -> tuple[Transcript, ...]:
    """Remove the first proof of a row from the list and return its games, none if there is no proof."""
    for at, proof in enumerate(proofs):
        if (proof.name, proof.total) == (row.name, row.score) and proof.total > 0:
            return proofs.pop(at).games
    return ()


def _needed(proofs: tuple[Proof, ...], rows: Sequence[Row]) -> tuple[Proof, ...]:
    """Return the proofs that have a row, and the last ten of the others, in their order."""
    left = list(rows)
    spare = []
    for proof in proofs:
        row = Row(proof.name, proof.total, None)
        if row in left:
            left.remove(row)
        else:
            spare.append(proof)
    dropped = spare[:-_SPARE]
    return tuple([proof for proof in proofs if proof not in dropped])


class SuspendedFile:
    """The one suspended tournament. What cannot be saved stays in memory."""

    def __init__(self, store: Store, notices: Notices) -> None:
        self._store = store
        self._notices = notices
        self._unsaved: Suspended | None = None
        self._replaces = ""
        """The checksum of the file that what is unsaved was to replace."""
        self._refused: tuple[object, ...] | None = None

    @property
    def is_newer(self) -> bool:
        return is_newer_file(self._store, SUSPENDED, decode_suspended)

    def load(self) -> Suspended | None:
        """Return what was suspended, None where there is nothing, or with a notice where it cannot be used."""
        if self._unsaved is not None:
            return self._unsaved
        try:
            return read_document(self._store, SUSPENDED, decode_suspended)
        except StorageError as error:
            self._notices.say(f"The suspended tournament cannot be used: {error}")
            return None

    def save(self, suspended: Suspended) -> bool:
        """Write a suspended tournament over none, one of this version or a broken one. Say whether it is saved."""
        encode = partial(encode_suspended, suspended)
        there = self._checksum()
        saved = write_over(self._store, self._notices, SUSPENDED, encode, self._replaceable)
        self._unsaved, self._replaces = None if saved else suspended, there
        return saved

    def before(self, what: str) -> str:
        if self._unsaved is None:
            return self._checksum()
        # One that is too long has no text.
        with suppress(ValueError):
            return checksum(encode_suspended(self._unsaved))
        return ""

    def _checksum(self) -> str:
        with suppress(StorageError):
            return checksum(self._store.read(SUSPENDED) or b"")
        return ""

    def carry_out(self, what: str) -> bool:
        """Write a suspended tournament, the text of the file; return whether it is saved."""
        return self.save(decode_suspended(what.encode()))

    def flush(self) -> bool:
        """Write the tournament that could not be saved, unless another program has saved one since."""
        if self._unsaved is not None and self._checksum() != self._replaces:
            self._unsaved = None
        return self._unsaved is None or self.save(self._unsaved)

    def refuse(self, suspended: tuple[object, ...], reason: str) -> None:
        """Add a notice that what was loaded cannot continue; it is kept as .BAK when another is saved."""
        self._refused = suspended
        self._notices.say(f"The saved tournament cannot be used: {reason}")

    def _replaceable(self, data: bytes) -> None:
        if decode_suspended(data) == self._refused:
            raise FormatError(SUSPENDED, None, "a tournament that can go on", "another")
