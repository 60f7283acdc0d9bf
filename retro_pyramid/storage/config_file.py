"""PYRAMID.CFG in the data folder."""

from collections.abc import Mapping

from retro_pyramid.formats.native.checksummed import pairs_of, pairs_text
from retro_pyramid.formats.native.config_text import Config, decode_config, empty_config, encode_config
from retro_pyramid.rules.transcript import checksum
from retro_pyramid.storage.value_file import Document, Kind

CONFIG = "PYRAMID.CFG"


class ConfigFile(Document[Config]):
    """The settings of all editions by name (`em.speed`); a file edited by a person is kept as .BAK before it is written."""

    kind = Kind(CONFIG, "Settings", empty_config(), decode_config, encode_config)

    def why_kept(self, old: Config, new: Config) -> str:
        return "" if old.intact else "Settings were edited, the old file is kept"

    def values(self) -> dict[str, str]:
        return self.value().values()

    def change(self, values: Mapping[str, str]) -> bool:
        """Set these, keep all others, say whether they are saved; FormatError for what the file cannot hold."""
        empty_config().changed(values)
        return self.apply(lambda config: config.changed(values))

    def before(self, what: str) -> str:
        values = self.peek().values()
        return checksum(pairs_text([(name, values.get(name, "")) for name, _ in pairs_of(what)]).encode())

    def carry_out(self, what: str) -> bool:
        return self.change(dict(pairs_of(what)))
