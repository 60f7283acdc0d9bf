"""PYRAMID.CFG in the data folder."""

from collections.abc import Mapping

from retro_pyramid.formats.own.checked import pairs_of, pairs_text
from retro_pyramid.formats.own.config import Config, decode_config, empty_config, encode_config
from retro_pyramid.rules.transcript import checksum
from retro_pyramid.storage.document import Document, Kind

CONFIG = "PYRAMID.CFG"


class ConfigFile(Document[Config]):
    """The settings of all editions by name (`em.speed`); comments and other lines of a person stay in the file.

    A file edited by hand is kept as .BAK before the program first writes it again.
    """

    kind = Kind(CONFIG, "Settings", empty_config(), decode_config, encode_config)

    def why_kept(self, old: Config, new: Config) -> str:
        return "" if old.intact else "Settings were edited, the old file is kept"

    def values(self) -> dict[str, str]:
        return self.value().values()

    def change(self, values: Mapping[str, str]) -> bool:
        """Set these and leave all others as they are in the file; say whether they are saved.

        Raise FormatError for a name or value that the file cannot hold.
        """
        empty_config().changed(values)
        return self.apply(lambda config: config.changed(values))

    def before(self, what: str) -> str:
        values = self.values()
        return checksum(pairs_text([(name, values.get(name, "")) for name, _ in pairs_of(what)]).encode())

    def carry_out(self, what: str, due: bool = True) -> bool:
        """Set the settings, a name and a value a line, if that is due; say whether they are saved."""
        return self.change(dict(pairs_of(what)) if due else {})
