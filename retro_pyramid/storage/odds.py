"""PYRAMID.ODD in the data folder."""

from retro_pyramid.formats.own.odds import Count, Counts, decode_odds, encode_odds
from retro_pyramid.storage.document import Document, Notices
from retro_pyramid.storage.places.store import Store

ODDS = "PYRAMID.ODD"


class OddsFile:
    """The counts of winnable deals; trouble becomes a line in `notices`."""

    def __init__(self, store: Store) -> None:
        self.notices = Notices()
        self._document: Document[Counts] = Document(
            store, self.notices, ODDS, "Odds", {}, decode_odds, encode_odds
        )

    def count(self, tag: str) -> Count:
        """Read and return the count of a rule set and goal."""
        return self._document.value().get(tag, Count())

    def reach(self, tag: str, count: Count) -> bool:
        """Save a count unless another program has counted further; say whether the file has it."""
        return self._document.change(lambda counts: {**counts, tag: max(count, counts.get(tag, count))})
