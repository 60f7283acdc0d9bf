"""PYRAMID.ODD in the data folder."""

from retro_pyramid.formats.own.odds import Count, Counts, decode_odds, encode_odds
from retro_pyramid.storage.document import Document, Kind

ODDS = "PYRAMID.ODD"


class OddsFile(Document[Counts]):
    """The counts of winnable deals."""

    kind: Kind[Counts] = Kind(ODDS, "Odds", {}, decode_odds, encode_odds)

    def count(self, tag: str) -> Count:
        return self.value().get(tag, Count())

    def reach(self, tag: str, count: Count) -> bool:
        """Save a count unless another program has counted further; say whether the file has it."""
        return self.apply(lambda counts: {**counts, tag: max(count, counts.get(tag, count))})
