"""PYRAMID.CFG: the settings of all editions as sectioned text that a person may edit.

```
# comment
version = 1
[em]
speed = slow
check 5D1F8C02
```
The name of a setting is `section.key`, or `key` before the first section. The last line is the CRC-32 of all before it.
After an edit by hand it is wrong or missing: the file is still read, and only counts as edited. What is not understood
(other lines, sections, keys, bytes that are not UTF-8) is kept as it is. Whatever the encoding and line ends of an edited
file, it is written in UTF-8 with LF.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from retro_pyramid.cards import quoted, whole
from retro_pyramid.formats import FormatError, NewerFormatError
from retro_pyramid.formats.own.checked import check_line, restore_text, split_check
from retro_pyramid.text_encoding import decode_text, encoding_name, has_mark

_CHECK = re.compile(r"check [0-9A-Fa-f]{8}\s*")
_NAME = re.compile(r"([a-z0-9_-]+\.)?[a-z0-9_-]+")
_VERSION = 1
_NEW = ("# The settings of Retro Pyramid. You may edit them.", f"version = {_VERSION}")


class Config(NamedTuple):
    """The lines of the file without its check line, and whether they are as the program left them.

    >>> empty_config().changed({"em.speed": "slow"}).values()
    {'version': '1', 'em.speed': 'slow'}
    """

    lines: tuple[str, ...]
    intact: bool = True

    def values(self) -> dict[str, str]:
        """Return all settings by name, in lower case; where one is written twice the last counts."""
        return {name: value for name, value in map(_setting, self.lines, _sections(self.lines)) if name}

    def changed(self, values: Mapping[str, str]) -> "Config":
        """Return the text with these settings, all other lines as they are; FormatError for what could not be read back."""
        lines = list(self.lines)
        for name, value in values.items():
            if not _NAME.fullmatch(name):
                raise FormatError("setting", None, "section.key of a-z, 0-9, - and _", quoted(name))
            if value != value.strip() or not value.isprintable():
                raise FormatError(f"setting {name}", None, "a value of one line", quoted(value))
            _put(lines, name, value)
        return Config(tuple(lines), True)


def empty_config() -> Config:
    """Return the text of a new file without any setting."""
    return Config(_NEW)


def decode_config(data: bytes) -> Config:
    """Return the settings file of any text; raise FormatError for what is none, NewerFormatError for a version above 1."""
    body, last = split_check(restore_text(data))
    intact = last == check_line(body)
    lines = [line.rstrip("\r") for line in _text(data).split("\n")]
    if not lines[-1]:
        lines.pop()
    config = Config(tuple([line for line in lines if not _CHECK.fullmatch(line)]), intact)
    version = config.values().get("version", "")
    if (whole(version) or 0) > _VERSION:
        raise NewerFormatError("settings, version", None, str(_VERSION), quoted(version))
    return config


def _text(data: bytes) -> str:
    name = encoding_name(data)
    try:
        text = decode_text(data, "surrogateescape" if name == "UTF-8" else "strict")
    except UnicodeDecodeError as error:
        raise FormatError("settings", error.start, f"text in {name}", "other bytes") from None
    if has_mark(text.encode("utf-8", "surrogateescape")):
        raise FormatError("settings", 0, "one byte order mark", "two")
    if "\0" in text:
        raise FormatError("settings", data.find(b"\0"), f"text in {name}", "a zero byte")
    return text


def encode_config(config: Config) -> bytes:
    """Return the bytes of the file, the check line last; decode_config undoes it."""
    body = "".join([f"{line}\n" for line in config.lines]).encode("utf-8", "surrogateescape")
    return body + check_line(body)


def _sections(lines: tuple[str, ...]) -> list[str]:
    """Return for each line its section in lower case, empty before the first."""
    found, section = [], ""
    for line in lines:
        text = _bare(line)
        if text.startswith("[") and text.endswith("]"):
            section = text[1:-1].strip().lower()
        found.append(section)
    return found


def _setting(line: str, section: str) -> tuple[str, str]:
    """Return the name and value of a line in a section, the name empty when it is no setting."""
    key, equals, value = _bare(line).partition("=")
    key = key.strip().lower()
    if not (equals and key) or key[0] in "#;[":
        return "", ""
    return f"{section}.{key}" if section else key, value.strip()


def _bare(line: str) -> str:
    return line.strip()


def _put(lines: list[str], name: str, value: str) -> None:
    section, _, key = name.rpartition(".")
    sections = _sections(tuple(lines))
    here = [at for at, (line, found) in enumerate(zip(lines, sections, strict=True)) if found == section]
    new = f"{key} = {value}"
    for at in reversed(here):
        if _setting(lines[at], section)[0] == name:
            lines[at] = new
            return
    if not here and section:
        lines += [f"[{section}]", new]
        return
    # After the last line of the section that is not blank: blank lines between sections stay where they are.
    said = [at for at in here if _bare(lines[at])]
    lines.insert(said[-1] + 1 if said else 0, new)
