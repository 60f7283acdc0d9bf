import re

import pytest

from retro_pyramid.editions.settings_file import ALL_SETTINGS, parse_settings
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.native.checksummed import format_check_line
from retro_pyramid.formats.native.config_text import (
    ConfigText,
    decode_config,
    encode_config,
    make_empty_config,
)
from retro_pyramid.settings import SettingDef

BY_HAND = b"""\xef\xbb\xbf; mine, with a caf\xe9
top = 1
[EM]
Speed = fast
speed=slow
this is no setting

[later]
key = value = more
[em]
mouse = No

"""


def test_a_new_file() -> None:
    data = encode_config(
        make_empty_config().with_settings({"em.speed": "slow", "odm.sound": "off", "em.mouse": "no"})
    )
    body = b"# The settings of Retro Pyramid. You may edit them.\nversion = 1\n"
    body += b"[em]\nspeed = slow\nmouse = no\n[odm]\nsound = off\n"
    assert data == body + format_check_line(body)
    assert decode_config(data).is_intact


def test_what_a_person_wrote_is_read() -> None:
    config = decode_config(BY_HAND)
    assert not config.is_intact
    assert config.to_dict() == {"top": "1", "em.speed": "slow", "later.key": "value = more", "em.mouse": "No"}


def test_changes_leave_every_other_line_as_it_is() -> None:
    changes = {"em.speed": "medium", "em.sound": "off", "top": "2"}
    body = BY_HAND.replace(b"speed=slow", b"speed = medium").replace(b"top = 1", b"top = 2")
    body = body.removeprefix(b"\xef\xbb\xbf").replace(b"mouse = No\n", b"mouse = No\nsound = off\n")
    assert encode_config(decode_config(BY_HAND).with_settings(changes)) == body + format_check_line(body)


def test_line_ends_of_windows_are_read() -> None:
    data = encode_config(make_empty_config().with_settings({"em.speed": "slow"}))
    assert decode_config(data.replace(b"\n", b"\r\n")) == decode_config(data)
    edited = decode_config(b"[em]\r\nspeed = slow\r\r\n")
    assert (edited.lines, edited.is_intact) == (("[em]", "speed = slow"), False)


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"])
def test_a_text_with_two_marks_is_refused(mark: bytes) -> None:
    with pytest.raises(FormatError, match="expected one byte order mark, found two"):
        decode_config(b"\xef\xbb\xbf" + mark + b"[em]\n")


def test_lines_behind_the_check_count_and_the_old_check_goes() -> None:
    data = encode_config(make_empty_config()) + b"[em]\nspeed = fast\n"
    config = decode_config(data)
    assert (config.is_intact, config.to_dict()["em.speed"]) == (False, "fast")
    assert encode_config(config).count(b"check ") == 1


def test_a_setting_before_the_first_section_is_put_there() -> None:
    assert ConfigText(("[em]", "a = b")).with_settings({"version": "1"}).lines == (
        "version = 1",
        "[em]",
        "a = b",
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [("em.speed", "a\nb"), ("em.speed", " a"), ("Em.speed", "a"), ("em speed", "a"), ("", "a")],
)
def test_what_could_not_be_read_back_is_refused(name: str, value: str) -> None:
    with pytest.raises(FormatError):
        make_empty_config().with_settings({name: value})


def _a_byte_apart(one: str, other: str) -> bool:
    """Whether one byte makes the difference, as between two palettes of the CGA."""
    longer, shorter = sorted((one, other), key=len, reverse=True)
    if len(longer) == len(shorter):
        return sum(a != b for a, b in zip(one, other, strict=True)) == 1
    return longer[:-1] == shorter


def test_any_changed_byte_is_harmless() -> None:
    chosen = {name: one.choices[-1] for name, one in ALL_SETTINGS.items() if isinstance(one, SettingDef)}
    data = encode_config(make_empty_config().with_settings(chosen))
    whole, _ = parse_settings(decode_config(data).to_dict())
    for at, byte in enumerate(data):
        for other in {(0, 10, 13, 32, 61, 91, 255)[at % 7], byte ^ 1 << at % 8} - {byte}:
            changed = data[:at] + bytes([other]) + data[at + 1 :]
            # A zero byte is no text, and a higher version is not read.
            if other == 0 or re.match(rb".*\nversion = [2-9]\n", changed, re.DOTALL):
                with pytest.raises(FormatError):
                    decode_config(changed)
                continue
            config = decode_config(changed)
            settings, problems = parse_settings(config.to_dict())
            assert not config.is_intact
            # Each setting is what was chosen or its default, never a third value but one that a byte makes.
            for name in chosen:
                value, was = settings[name], whole[name]
                assert value in (was, ALL_SETTINGS[name].default_value) or _a_byte_apart(value, was)
            assert all("\n" not in problem for problem in problems)
