"""Tournament files in the data folder.

PYRTOUR.HGH has the ten best totals, PYRTOUR.TXT their proofs, PYRAMID.SAV the suspended tournament.
"""

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
_MAX_SPARE_PROOFS = 10


class _TotalsFile(Document[ScoreBoard]):
    kind = Kind(BOARD, "Tournament totals", empty_totals(), decode_totals, encode_board, create=True)


class _ProofsFile(Document[tuple[Proof, ...]]):
    kind = Kind[tuple[Proof, ...]](PROOFS, "Proofs of tournament totals", (), decode_proofs, encode_proofs)

    def has_newer_parts(self, value: tuple[Proof, ...]) -> bool:
        return any(proof.source for proof in value)


class TourFiles:
    """The Top 10 of tournaments: the totals, and in a second file the games that prove them.

    A total without a proof stays in the table. A proof is stored as long as its total is in the table. The last ten
    proofs without a total are stored too, since the total may be in a corrupt table that was renamed to .BAK, or not
    be written yet.
    """

    def __init__(self, store: Store, notices: Notices) -> None:
        self._totals_file, self._proofs_file = _TotalsFile(store, notices), _ProofsFile(store, notices)

    @property
    def is_newer(self) -> bool:
        return self._proofs_file.is_newer

    def top(self) -> tuple[Proof, ...]:
        """Read and return the ten rows, best first. Whether the games prove a total is for a replay to check."""
        rows, proofs = self._totals_file.value().rows, list(self._proofs_file.value())
        return tuple([Proof(row.name, int(row.score), _pop_games(proofs, row)) for row in rows])

    def ranks(self, totals: Iterable[tuple[str, int, tuple[Transcript, ...]]]) -> list[int | None]:
        """Return the ranks 0..9 of totals that are added one after the other, None for a total that is too low.

        Each total is a name, a score and the games. Raise FormatError for a value that no record can hold.
        """
        high_scores, ranks = self._totals_file.value(), []
        for name, total, _ in totals:
            high_scores, rank = high_scores.add(name, total)
            ranks.append(rank)
        return ranks

    def before(self, what: str) -> str:
        rows = [(proof.name, proof.total) for proof in decode_proofs(what.encode())]
        return str(sum((row.name, row.score) in rows for row in self._totals_file.peek().rows))

    def carry_out(self, what: str) -> bool:
        """Add totals with their proofs, given as the text of PYRTOUR.TXT; return whether everything is saved."""
        new_proofs = decode_proofs(what.encode())

        def add_totals(high_scores: ScoreBoard) -> ScoreBoard:
            for proof in new_proofs:
                high_scores = high_scores.add(proof.name, proof.total)[0]
            return high_scores

        # The proofs are written first: a proof without its total is harmless, a total without its proof is not.
        self.join_proofs(new_proofs)
        totals_saved = self._totals_file.apply(add_totals)
        rows = self._totals_file.in_memory().rows
        return self._proofs_file.apply(lambda proofs: _select_stored_proofs(proofs, rows)) and totals_saved

    def flush(self) -> bool:
        return all([self._proofs_file.flush(), self._totals_file.flush()])

    def join_board(self, board: ScoreBoard) -> bool:
        return self._totals_file.apply(lambda local: local.joined(board)[0])

    def join_proofs(self, proofs: Sequence[Proof]) -> bool:
        return self._proofs_file.apply(
            lambda local: (*local, *(proof for proof in proofs if proof not in local))
        )


def _pop_games(proofs: list[Proof], row: Row) -> tuple[Transcript, ...]:
    """Remove the first proof of a row from the list and return its games, empty if there is no proof."""
    for index, proof in enumerate(proofs):
        if (proof.name, proof.total) == (row.name, row.score) and proof.total > 0:
            return proofs.pop(index).games
    return ()


def _select_stored_proofs(proofs: tuple[Proof, ...], rows: Sequence[Row]) -> tuple[Proof, ...]:
    """Return the proofs that have a row, and the last ten of the others, in their order."""
    unmatched_rows = list(rows)
    spare_proofs = []
    for proof in proofs:
        row = Row(proof.name, proof.total, None)
        if row in unmatched_rows:
            unmatched_rows.remove(row)
        else:
            spare_proofs.append(proof)
    dropped_proofs = spare_proofs[:-_MAX_SPARE_PROOFS]
    return tuple([proof for proof in proofs if proof not in dropped_proofs])


class SuspendedFile:
    """The suspended tournament, of which there is at most one. It stays in memory while it cannot be saved."""

    def __init__(self, store: Store, notices: Notices) -> None:
        self._store = store
        self._notifications = notices
        self._unsaved: Suspended | None = None
        self._replaced_checksum = ""
        """Checksum of the file that the unsaved tournament was to replace."""
        self._unusable: tuple[object, ...] | None = None

    @property
    def is_newer(self) -> bool:
        return is_newer_file(self._store, SUSPENDED, decode_suspended)

    def load(self) -> Suspended | None:
        """Return the suspended tournament, None if there is none or, with a notification, if it cannot be used."""
        if self._unsaved is not None:
            return self._unsaved
        try:
            return read_document(self._store, SUSPENDED, decode_suspended)
        except StorageError as error:
            self._notifications.say(f"The suspended tournament cannot be used: {error}")
            return None

    def save(self, suspended: Suspended) -> bool:
        """Write a suspended tournament; return whether it is saved.

        It replaces one of this version. A corrupt file is renamed to .BAK first; a file of a newer version is left
        unchanged.
        """
        encode = partial(encode_suspended, suspended)
        checksum_before = self._checksum()
        saved = write_over(self._store, self._notifications, SUSPENDED, encode, self._decode_usable)
        self._unsaved, self._replaced_checksum = None if saved else suspended, checksum_before
        return saved

    def before(self, what: str) -> str:
        if self._unsaved is None:
            return self._checksum()
        # A tournament that is too long cannot be encoded.
        with suppress(ValueError):
            return checksum(encode_suspended(self._unsaved))
        return ""

    def _checksum(self) -> str:
        with suppress(StorageError):
            return checksum(self._store.read(SUSPENDED) or b"")
        return ""

    def carry_out(self, what: str) -> bool:
        """Write a suspended tournament, given as the text of the file; return whether it is saved."""
        return self.save(decode_suspended(what.encode()))

    def flush(self) -> bool:
        """Try again to save the unsaved tournament, unless another program has saved one since."""
        if self._unsaved is not None and self._checksum() != self._replaced_checksum:
            self._unsaved = None
        return self._unsaved is None or self.save(self._unsaved)

    def refuse(self, suspended: tuple[object, ...], reason: str) -> None:
        """Add a notification that the loaded tournament cannot continue. The next save renames its file to .BAK."""
        self._unusable = suspended
        self._notifications.say(f"The saved tournament cannot be used: {reason}")

    def _decode_usable(self, data: bytes) -> None:
        if decode_suspended(data) == self._unusable:
            raise FormatError(SUSPENDED, None, "a tournament that can go on", "another")
