"""The counts in the data folder: statistics of finished games (PYRAMID.STA) and of winnable deals (PYRAMID.ODD)."""

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
    """The statistics of every rule set."""

    kind: Kind[Table] = Kind(STATISTICS, "Statistics", {}, decode_statistics, encode_statistics)

    def why_kept(self, old: Table, new: Table) -> str:
        return "" if old.keys() <= new.keys() else "Cleared; what was counted is kept"

    def has_newer_parts(self, value: Table) -> bool:
        return any(statistics.extra for statistics in value.values())

    def before(self, what: str) -> str:
        return str(self.peek().get(_parse_game_change(what)[0].tag, Figures()).games)

    def carry_out(self, what: str) -> bool:
        """Count a finished game, given as the text of `format_game_change`; return whether it is saved."""
        game = _parse_game_change(what)
        return self.apply(lambda statistics_by_rules: add_game(statistics_by_rules, *game))

    def clear(self, edition: str) -> bool:
        """Delete the statistics of an edition after copying the file to a .BAK file; return whether that is saved."""
        return self.apply(lambda statistics_by_rules: without(statistics_by_rules, edition))

    def join(self, table: Table) -> bool:
        """Replace the statistics of rule sets that have fewer games in the file; return whether that is saved."""
        return self.apply(lambda local: longer(local, table))


def game_that_ended(rules: Rules, won: bool, score: int | None, day: int | None, late: bool) -> str:
    """Return a finished game as a line for `StatisticsFile.apply_change`.

    The line has: won, score, date of its daily deal, ID of its rules.
    A missing score is written as `-` and a missing date as 0. The date is negative if the daily deal was played late.
    """
    date = -(day or 0) if late else day or 0
    return f"{won:d} {'-' if score is None else score} {date} {rules.tag}\n"


def _parse_game_change(change: str) -> tuple[Rules, bool, int | None, int | None, bool]:
    won, score, date_text, tag = change.rstrip("\n").split(" ", 3)
    date = int(date_text)
    return rules_at(tag), won == "1", None if score == "-" else int(score), abs(date) or None, date < 0


def read_statistics(store: Store) -> Table:
    """Return the statistics without changing anything in the store; raise StorageError."""
    return read_document(store, STATISTICS, decode_statistics) or {}


class OddsFile(Document[Counts]):
    """How many deals were found to be winnable, by rule set."""

    kind: Kind[Counts] = Kind(ODDS, "Odds", {}, decode_odds, encode_odds)

    def has_newer_parts(self, value: Counts) -> bool:
        return any(count.extra for count in value.values())

    def count(self, tag: str) -> Count:
        """Return the count of a rule set, an empty count if there is none."""
        return self.value().get(tag, Count())

    def reach(self, tag: str, count: Count) -> bool:
        """Save a count unless another program has counted further; return whether the file has one or the other."""

        def advance(counts: Counts) -> Counts:
            stored = counts.get(tag, Count())
            furthest = max(count, stored, key=lambda count: (count.counted, count.yes, count.unknown))
            return {**counts, tag: furthest._replace(extra=stored.extra or count.extra)}

        return self.apply(advance)
