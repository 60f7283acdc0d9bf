"""PYRAMID.STA in the data folder."""

from retro_pyramid.formats.own.figures import Table, add_game, longer, without
from retro_pyramid.formats.own.statistics import decode_statistics, encode_statistics
from retro_pyramid.rules import Rules
from retro_pyramid.storage.document import Document, Notices, read_document
from retro_pyramid.storage.places.store import Store

STATISTICS = "PYRAMID.STA"


class StatisticsFile:
    """The figures of every rule set."""

    def __init__(self, store: Store, notices: Notices) -> None:
        self._document: Document[Table] = Document(
            store,
            notices,
            STATISTICS,
            "Statistics",
            {},
            decode_statistics,
            encode_statistics,
            keep=lambda old, new: "" if old.keys() <= new.keys() else "Cleared; what was counted is kept",
        )

    def table(self) -> Table:
        """Read and return the figures."""
        return self._document.value()

    def add(self, rules: Rules, won: bool, score: int | None, day: int | None = None) -> bool:
        """Count one game that ended, the daily deal of `day` if given; say whether it is saved."""
        return self._document.change(lambda table: add_game(table, rules, won, score, day))

    def clear(self, edition: str) -> bool:
        """Forget the figures of an edition; the file as it was is kept as .BAK. Say whether that is saved."""
        return self._document.change(lambda table: without(table, edition))

    def join(self, table: Table) -> bool:
        """Replace the figures of rule sets that have fewer games here; say whether that is saved."""
        return self._document.change(lambda mine: longer(mine, table))


def read_statistics(store: Store) -> Table:
    """Return the figures without changing anything in the store; raise StorageError."""
    return read_document(store, STATISTICS, decode_statistics) or {}
