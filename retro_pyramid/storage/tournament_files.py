"""Tournament files in the data folder.

PYRTOUR.HGH has the ten best totals, PYRTOUR.TXT their proofs, PYRAMID.SAV the suspended tournament.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.native.tournament_text import (
    ScoreProof,
    SuspendedTournament,
    decode_proofs,
    decode_suspended,
    encode_proofs,
    encode_suspended,
)
from retro_pyramid.formats.scores.high_scores import (
    HighScores,
    decode_totals,
    encode_high_scores,
    make_empty_totals,
)
from retro_pyramid.formats.scores.records import ScoreRow
from retro_pyramid.rules.transcript import Transcript, crc32_hex
from retro_pyramid.storage.backends.store import StorageError, Store
from retro_pyramid.storage.value_file import (
    FileType,
    Notifications,
    ValueFile,
    is_newer_file,
    load_value,
    write_game_file,
)

TOTALS_FILE_NAME = "PYRTOUR.HGH"
PROOFS_FILE_NAME = "PYRTOUR.TXT"
SUSPENDED_FILE_NAME = "PYRAMID.SAV"
_MAX_SPARE_PROOFS = 10


class _TotalsFile(ValueFile[HighScores]):
    file_type = FileType(
        TOTALS_FILE_NAME,
        "Tournament totals",
        make_empty_totals(),
        decode_totals,
        encode_high_scores,
        create_if_missing=True,
    )


class _ProofsFile(ValueFile[tuple[ScoreProof, ...]]):
    file_type = FileType[tuple[ScoreProof, ...]](
        PROOFS_FILE_NAME, "Proofs of tournament totals", (), decode_proofs, encode_proofs
    )

    def has_newer_parts(self, value: tuple[ScoreProof, ...]) -> bool:
        return any(proof.original_blocks for proof in value)


class TournamentScoreFiles:
    """The Top 10 of tournaments: the totals, and in a second file the games that prove them.

    A total without a proof stays in the table. A proof is stored as long as its total is in the table. The last ten
    proofs without a total are stored too, since the total may be in a corrupt table that was renamed to .BAK, or not
    be written yet.
    """

    def __init__(self, store: Store, notifications: Notifications) -> None:
        self._totals_file, self._proofs_file = (
            _TotalsFile(store, notifications),
            _ProofsFile(store, notifications),
        )

    @property
    def is_newer(self) -> bool:
        return self._proofs_file.is_newer

    def read_top_ten(self) -> tuple[ScoreProof, ...]:
        """Read and return the ten rows, best first. Whether the games prove a total is for a replay to check."""
        rows, proofs = self._totals_file.read().rows, list(self._proofs_file.read())
        return tuple([ScoreProof(row.name, int(row.score), _pop_games(proofs, row)) for row in rows])

    def compute_ranks(self, totals: Iterable[tuple[str, int, tuple[Transcript, ...]]]) -> list[int | None]:
        """Return the ranks 0..9 of totals that are added one after the other, None for a total that is too low.

        Each total is a name, a score and the games. Raise FormatError for a value that no record can hold.
        """
        high_scores, ranks = self._totals_file.read(), []
        for name, total, _ in totals:
            high_scores, rank = high_scores.add(name, total)
            ranks.append(rank)
        return ranks

    def fingerprint(self, change: str) -> str:
        rows = [(proof.name, proof.total) for proof in decode_proofs(change.encode())]
        return str(sum((row.name, row.score) in rows for row in self._totals_file.peek().rows))

    def apply_change(self, change: str) -> bool:
        """Add totals with their proofs, given as the text of PYRTOUR.TXT; return whether everything is saved."""
        new_proofs = decode_proofs(change.encode())

        def add_totals(high_scores: HighScores) -> HighScores:
            for proof in new_proofs:
                high_scores = high_scores.add(proof.name, proof.total)[0]
            return high_scores

        # The proofs are written first: a proof without its total is harmless, a total without its proof is not.
        self.merge_proofs(new_proofs)
        totals_saved = self._totals_file.update(add_totals)
        rows = self._totals_file.cached_value().rows
        return self._proofs_file.update(lambda proofs: _select_stored_proofs(proofs, rows)) and totals_saved

    def flush(self) -> bool:
        return all([self._proofs_file.flush(), self._totals_file.flush()])

    def merge_totals(self, totals: HighScores) -> bool:
        return self._totals_file.update(lambda local: local.merge(totals)[0])

    def merge_proofs(self, proofs: Sequence[ScoreProof]) -> bool:
        return self._proofs_file.update(
            lambda local: (*local, *(proof for proof in proofs if proof not in local))
        )


def _pop_games(proofs: list[ScoreProof], row: ScoreRow) -> tuple[Transcript, ...]:
    """Remove the first proof of a row from the list and return its games, empty if there is no proof."""
    for index, proof in enumerate(proofs):
        if (proof.name, proof.total) == (row.name, row.score) and proof.total > 0:
            return proofs.pop(index).games
    return ()


def _select_stored_proofs(proofs: tuple[ScoreProof, ...], rows: Sequence[ScoreRow]) -> tuple[ScoreProof, ...]:
    """Return the proofs that have a row, and the last ten of the others, in their order."""
    unmatched_rows = list(rows)
    spare_proofs = []
    for proof in proofs:
        row = ScoreRow(proof.name, proof.total, None)
        if row in unmatched_rows:
            unmatched_rows.remove(row)
        else:
            spare_proofs.append(proof)
    dropped_proofs = spare_proofs[:-_MAX_SPARE_PROOFS]
    return tuple([proof for proof in proofs if proof not in dropped_proofs])


class SuspendedTournamentFile:
    """The suspended tournament, of which there is at most one. It stays in memory while it cannot be saved."""

    def __init__(self, store: Store, notifications: Notifications) -> None:
        self._store = store
        self._notifications = notifications
        self._unsaved: SuspendedTournament | None = None
        self._replaced_checksum = ""
        """Checksum of the file that the unsaved tournament was to replace."""
        self._unusable: tuple[object, ...] | None = None

    @property
    def is_newer(self) -> bool:
        return is_newer_file(self._store, SUSPENDED_FILE_NAME, decode_suspended)

    def load(self) -> SuspendedTournament | None:
        """Return the suspended tournament, None if there is none or, with a notification, if it cannot be used."""
        if self._unsaved is not None:
            return self._unsaved
        try:
            return load_value(self._store, SUSPENDED_FILE_NAME, decode_suspended)
        except StorageError as error:
            self._notifications.add(f"The suspended tournament cannot be used: {error}")
            return None

    def save(self, tournament: SuspendedTournament) -> bool:
        """Write a suspended tournament; return whether it is saved.

        It replaces one of this version. A corrupt file is renamed to .BAK first; a file of a newer version is left
        unchanged.
        """
        encode = partial(encode_suspended, tournament)
        checksum_before = self._checksum()
        saved = write_game_file(
            self._store, self._notifications, SUSPENDED_FILE_NAME, encode, self._decode_usable
        )
        self._unsaved, self._replaced_checksum = None if saved else tournament, checksum_before
        return saved

    def fingerprint(self, change: str) -> str:
        if self._unsaved is None:
            return self._checksum()
        # A tournament that is too long cannot be encoded.
        with suppress(ValueError):
            return crc32_hex(encode_suspended(self._unsaved))
        return ""

    def _checksum(self) -> str:
        with suppress(StorageError):
            return crc32_hex(self._store.read(SUSPENDED_FILE_NAME) or b"")
        return ""

    def apply_change(self, change: str) -> bool:
        """Write a suspended tournament, given as the text of the file; return whether it is saved."""
        return self.save(decode_suspended(change.encode()))

    def flush(self) -> bool:
        """Try again to save the unsaved tournament, unless another program has saved one since."""
        if self._unsaved is not None and self._checksum() != self._replaced_checksum:
            self._unsaved = None
        return self._unsaved is None or self.save(self._unsaved)

    def mark_unusable(self, tournament: tuple[object, ...], reason: str) -> None:
        """Add a notification that the loaded tournament cannot continue. The next save renames its file to .BAK."""
        self._unusable = tournament
        self._notifications.add(f"The saved tournament cannot be used: {reason}")

    def _decode_usable(self, data: bytes) -> None:
        if decode_suspended(data) == self._unusable:
            raise FormatError(SUSPENDED_FILE_NAME, None, "a tournament that can go on", "another")
