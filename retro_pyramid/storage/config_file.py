"""The settings file of the data folder, PYRAMID.CFG."""

from collections.abc import Mapping

from retro_pyramid.formats.native.checksummed import format_pairs, parse_pairs
from retro_pyramid.formats.native.config_text import (
    ConfigText,
    decode_config,
    encode_config,
    make_empty_config,
)
from retro_pyramid.rules.transcript import crc32_hex
from retro_pyramid.storage.value_file import FileType, ValueFile

CONFIG_FILE_NAME = "PYRAMID.CFG"


class ConfigFile(ValueFile[ConfigText]):
    """The settings of all editions by name (`em.speed`).

    A file that was edited by hand is copied to a .BAK file before it is written.
    """

    file_type = FileType(CONFIG_FILE_NAME, "Settings", make_empty_config(), decode_config, encode_config)

    def backup_reason(self, old: ConfigText, new: ConfigText) -> str:
        return "" if old.is_intact else "Settings were edited, the old file is kept"

    def read_settings(self) -> dict[str, str]:
        return self.read().to_dict()

    def update_settings(self, settings: Mapping[str, str]) -> bool:
        """Set these settings and leave all others as they are; return whether they are saved.

        Raise FormatError for a value that the file cannot hold.
        """
        make_empty_config().with_settings(settings)
        return self.update(lambda config: config.with_settings(settings))

    def fingerprint(self, change: str) -> str:
        values = self.peek().to_dict()
        return crc32_hex(
            format_pairs([(name, values.get(name, "")) for name, _ in parse_pairs(change)]).encode()
        )

    def apply_change(self, change: str) -> bool:
        return self.update_settings(dict(parse_pairs(change)))
