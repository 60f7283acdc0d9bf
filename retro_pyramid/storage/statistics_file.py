"""What is counted in the data folder: PYRAMID.STA, the games played, and PYRAMID.ODD, the deals that can be won."""

from retro_pyramid.formats.native.statistics import Figures, Table, add_game, longer, without
from retro_pyramid.formats.native.statistics_text import (
    Count,
    Counts,
    decode_odds,
    decode_statistics,
    encode_odds,
    encode_statistics,
    rules_at,
)
from retro_pyramid.rules import Rules
from retro_pyramid.storage.backends.store import Store
from retro_pyramid.storage.value_file import Document, Kind, read_document

STATISTICS = "PYRAMID.STA"
ODDS = "PYRAMID.ODD"


class StatisticsFile(Document[Table]):
    """The figures of every rule set."""

    kind: Kind[Table] = Kind(STATISTICS, "Statistics", {}, decode_statistics, encode_statistics)

    def why_kept(self, old: Table, new: Table) -> str:
        return "" if old.keys() <= new.keys() else "Cleared; what was counted is kept"

    def has_newer_parts(self, value: Table) -> bool:
        return any(figures.extra for figures in value.values())

    def before(self, what: str) -> str:
        return str(self.peek().get(_counted(what)[0].tag, Figures()).games)

    def carry_out(self, what: str) -> bool:
        """Count a game that ended (`game_that_ended`); return whether it is saved."""
        game = _counted(what)
        return self.apply(lambda table: add_game(table, *game))

    def clear(self, edition: str) -> bool:
        """Forget the figures of an edition; the file as it was is kept as .BAK. Say whether that is saved."""
        return self.apply(lambda table: without(table, edition))

    def join(self, table: Table) -> bool:
        """Replace the figures of rule sets that have fewer games here; say whether that is saved."""
        return self.apply(lambda mine: longer(mine, table))


def game_that_ended(rules: Rules, won: bool, score: int | None, day: int | None, late: bool) -> str:
    """Return a game that is to be counted as a line: won, score, date of its daily deal, rule set; 0 and - for none.

    The date is negative where it was played `late`.
    """
    date = -(day or 0) if late else day or 0
    return f"{won:d} {'-' if score is None else score} {date} {rules.tag}\n"


def _counted(what: str) -> tuple[Rules, bool, int | None, int | None, bool]:
    won, score, day, tag = what.rstrip("\n").split(" ", 3)
    date = int(day)
    return rules_at(tag), won == "1", None if score == "-" else int(score), abs(date) or None, date < 0


def read_statistics(store: Store) -> Table:
    """Return the figures without changing anything in the store; raise StorageError."""
    return read_document(store, STATISTICS, decode_statistics) or {}


class OddsFile(Document[Counts]):
    """The counts of winnable deals."""

    kind: Kind[Counts] = Kind(ODDS, "Odds", {}, decode_odds, encode_odds)

    def has_newer_parts(self, value: Counts) -> bool:
        return any(count.extra for count in value.values())

    def count(self, tag: str) -> Count:
        return self.value().get(tag, Count())

    def reach(self, tag: str, count: Count) -> bool:
        """Save a count unless another program has counted further; say whether the file has it."""

        def reach(counts: Counts) -> Counts:
            there = counts.get(tag, Count())
            further = max(count, there, key=lambda count: (count.counted, count.yes, count.unknown))
            return {**counts, tag: further._replace(extra=there.extra or count.extra)}

        return self.apply(reach)
