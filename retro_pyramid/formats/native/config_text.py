"""PYRAMID.CFG: the settings of all editions as a text with sections that users may edit.

```
# comment
version = 1
[em]
speed = slow
check 5D1F8C02
```
The name of a setting is `section.key`, or just `key` before the first section. The last line is the CRC-32 of
everything before it. After a manual edit it is wrong or missing: the file is still read, and only counts as edited.
Anything that is not understood (other lines, sections, keys, bytes that are not UTF-8) is preserved. Whatever the
encoding and line ends of an edited file, it is written in UTF-8 with LF.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from retro_pyramid.cards import parse_int, quote
from retro_pyramid.formats import FormatError, NewerFormatError
from retro_pyramid.formats.native.checksummed import format_check_line, normalize_text, split_check_line
from retro_pyramid.text_encoding import decode_text, detect_encoding, has_bom

_CHECK = re.compile(r"check [0-9A-Fa-f]{8}\s*")
_NAME = re.compile(r"([a-z0-9_-]+\.)?[a-z0-9_-]+")
_VERSION = 1
_NEW_FILE_LINES = ("# The settings of Retro Pyramid. You may edit them.", f"version = {_VERSION}")


class ConfigText(NamedTuple):
    """The lines of the file without its check line, and whether they are unedited.

    >>> make_empty_config().with_settings({"em.speed": "slow"}).to_dict()
    {'version': '1', 'em.speed': 'slow'}
    """

    lines: tuple[str, ...]
    is_intact: bool = True

    def to_dict(self) -> dict[str, str]:
        """Return all settings by name, in lower case. If one occurs twice, the last one counts."""
        return {
            name: value for name, value in map(_parse_setting, self.lines, _find_sections(self.lines)) if name
        }

    def with_settings(self, settings: Mapping[str, str]) -> "ConfigText":
        """Return the file with these settings and all other lines unchanged.

        Raise FormatError for a setting that could not be read back.
        """
        lines = list(self.lines)
        for name, value in settings.items():
            if not _NAME.fullmatch(name):
                raise FormatError("setting", None, "section.key of a-z, 0-9, - and _", quote(name))
            if value != value.strip() or not value.isprintable():
                raise FormatError(f"setting {name}", None, "a value of one line", quote(value))
            _set_value(lines, name, value)
        return ConfigText(tuple(lines), True)


def make_empty_config() -> ConfigText:
    """Return a new file without any setting."""
    return ConfigText(_NEW_FILE_LINES)


def decode_config(data: bytes) -> ConfigText:
    """Return the settings file with this content, in any text encoding.

    Raise FormatError if it is no text, and NewerFormatError for a version above 1.
    """
    body, check = split_check_line(normalize_text(data))
    intact = check == format_check_line(body)
    lines = [line.rstrip("\r") for line in _decode_text(data).split("\n")]
    if not lines[-1]:
        lines.pop()
    config = ConfigText(tuple([line for line in lines if not _CHECK.fullmatch(line)]), intact)
    version = config.to_dict().get("version", "")
    if (parse_int(version) or 0) > _VERSION:
        raise NewerFormatError("settings, version", None, str(_VERSION), quote(version))
    return config


def _decode_text(data: bytes) -> str:
    name = detect_encoding(data)
    try:
        text = decode_text(data, "surrogateescape" if name == "UTF-8" else "strict")
    except UnicodeDecodeError as error:
        raise FormatError("settings", error.start, f"text in {name}", "other bytes") from None
    if has_bom(text.encode("utf-8", "surrogateescape")):
        raise FormatError("settings", 0, "one byte order mark", "two")
    if "\0" in text:
        raise FormatError("settings", data.find(b"\0"), f"text in {name}", "a zero byte")
    return text


def encode_config(config: ConfigText) -> bytes:
    """Return the bytes of the file with the check line at its end. decode_config is the inverse."""
    body = "".join([f"{line}\n" for line in config.lines]).encode("utf-8", "surrogateescape")
    return body + format_check_line(body)


def _find_sections(lines: tuple[str, ...]) -> list[str]:
    """Return the section of each line in lower case, empty before the first section."""
    sections, section = [], ""
    for line in lines:
        text = _strip(line)
        if text.startswith("[") and text.endswith("]"):
            section = text[1:-1].strip().lower()
        sections.append(section)
    return sections


def _parse_setting(line: str, section: str) -> tuple[str, str]:
    """Return the name and value of a line in a section. The name is empty if the line is no setting."""
    key, equals, value = _strip(line).partition("=")
    key = key.strip().lower()
    if not (equals and key) or key[0] in "#;[":
        return "", ""
    return f"{section}.{key}" if section else key, value.strip()


def _strip(line: str) -> str:
    return line.strip()


def _set_value(lines: list[str], name: str, value: str) -> None:
    section, _, key = name.rpartition(".")
    sections = _find_sections(tuple(lines))
    section_lines = [
        i
        for i, (line, line_section) in enumerate(zip(lines, sections, strict=True))
        if line_section == section
    ]
    new_line = f"{key} = {value}"
    for i in reversed(section_lines):
        if _parse_setting(lines[i], section)[0] == name:
            lines[i] = new_line
            return
    if not section_lines and section:
        lines += [f"[{section}]", new_line]
        return
    # Insert after the last non-blank line of the section, so that blank lines between sections stay in place.
    non_blank = [i for i in section_lines if _strip(lines[i])]
    lines.insert(non_blank[-1] + 1 if non_blank else 0, new_line)
