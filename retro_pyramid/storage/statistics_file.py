"""The counts in the data folder: statistics of finished games (PYRAMID.STA) and of winnable deals (PYRAMID.ODD)."""

from retro_pyramid.formats.native.statistics import (
    Statistics,
    StatisticsByRules,
    add_game,
    merge_statistics,
    remove_edition,
)
from retro_pyramid.formats.native.statistics_text import (
    OddsCount,
    OddsCounts,
    decode_odds,
    decode_statistics,
    encode_odds,
    encode_statistics,
    parse_rules_tag,
)
from retro_pyramid.rules import Rules
from retro_pyramid.storage.backends.store import Store
from retro_pyramid.storage.value_file import FileType, ValueFile, load_value

STATISTICS_FILE_NAME = "PYRAMID.STA"
ODDS_FILE_NAME = "PYRAMID.ODD"


class StatisticsFile(ValueFile[StatisticsByRules]):
    """The statistics of every rule set."""

    file_type: FileType[StatisticsByRules] = FileType(
        STATISTICS_FILE_NAME, "Statistics", {}, decode_statistics, encode_statistics
    )

    def backup_reason(self, old: StatisticsByRules, new: StatisticsByRules) -> str:
        return "" if old.keys() <= new.keys() else "Cleared; what was counted is kept"

    def has_newer_parts(self, value: StatisticsByRules) -> bool:
        return any(statistics.unknown_lines for statistics in value.values())

    def fingerprint(self, change: str) -> str:
        return str(self.peek().get(_parse_game_change(change)[0].id, Statistics()).games)

    def apply_change(self, change: str) -> bool:
        """Count a finished game, given as the text of `format_game_change`; return whether it is saved."""
        game = _parse_game_change(change)
        return self.update(lambda statistics_by_rules: add_game(statistics_by_rules, *game))

    def clear_edition(self, edition: str) -> bool:
        """Delete the statistics of an edition after copying the file to a .BAK file; return whether that is saved."""
        return self.update(lambda statistics_by_rules: remove_edition(statistics_by_rules, edition))

    def merge(self, statistics_by_rules: StatisticsByRules) -> bool:
        """Replace the statistics of rule sets that have fewer games in the file; return whether that is saved."""
        return self.update(lambda local: merge_statistics(local, statistics_by_rules))


def format_game_change(
    rules: Rules, won: bool, score: int | None, daily_date: int | None, is_late: bool
) -> str:
    """Return a finished game as a line for `StatisticsFile.apply_change`.

    The line has: won, score, date of its daily deal, ID of its rules.
    A missing score is written as `-` and a missing date as 0. The date is negative if the daily deal was played late.
    """
    date = -(daily_date or 0) if is_late else daily_date or 0
    return f"{won:d} {'-' if score is None else score} {date} {rules.id}\n"


def _parse_game_change(change: str) -> tuple[Rules, bool, int | None, int | None, bool]:
    won, score, date_text, tag = change.rstrip("\n").split(" ", 3)
    date = int(date_text)
    return parse_rules_tag(tag), won == "1", None if score == "-" else int(score), abs(date) or None, date < 0


def read_statistics(store: Store) -> StatisticsByRules:
    """Return the statistics without changing anything in the store; raise StorageError."""
    return load_value(store, STATISTICS_FILE_NAME, decode_statistics) or {}


class OddsFile(ValueFile[OddsCounts]):
    """How many deals were found to be winnable, by rule set."""

    file_type: FileType[OddsCounts] = FileType(ODDS_FILE_NAME, "Odds", {}, decode_odds, encode_odds)

    def has_newer_parts(self, value: OddsCounts) -> bool:
        return any(count.unknown_lines for count in value.values())

    def read_count(self, rules_id: str) -> OddsCount:
        """Return the count of a rule set, an empty count if there is none."""
        return self.read().get(rules_id, OddsCount())

    def advance_count(self, rules_id: str, count: OddsCount) -> bool:
        """Save a count unless another program has counted further; return whether the file has one or the other."""

        def advance(counts: OddsCounts) -> OddsCounts:
            stored = counts.get(rules_id, OddsCount())
            furthest = max(count, stored, key=lambda count: (count.counted, count.solvable, count.undecided))
            return {
                **counts,
                rules_id: furthest._replace(unknown_lines=stored.unknown_lines or count.unknown_lines),
            }

        return self.update(advance)
