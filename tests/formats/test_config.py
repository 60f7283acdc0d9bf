import re

import pytest

from retro_pyramid.editions.settings_file import SETTINGS, read_settings
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.native.checksummed import check_line
from retro_pyramid.formats.native.config_text import Config, decode_config, empty_config, encode_config
from retro_pyramid.settings import Setting

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
    data = encode_config(empty_config().changed({"em.speed": "slow", "odm.sound": "off", "em.mouse": "no"}))
    body = b"# The settings of Retro Pyramid. You may edit them.\nversion = 1\n"
    body += b"[em]\nspeed = slow\nmouse = no\n[odm]\nsound = off\n"
    assert data == body + check_line(body)
    assert decode_config(data).intact


def test_what_a_person_wrote_is_read() -> None:
    config = decode_config(BY_HAND)
    assert not config.intact
    assert config.values() == {"top": "1", "em.speed": "slow", "later.key": "value = more", "em.mouse": "No"}


def test_changes_leave_every_other_line_as_it_is() -> None:
    changes = {"em.speed": "medium", "em.sound": "off", "top": "2"}
    body = BY_HAND.replace(b"speed=slow", b"speed = medium").replace(b"top = 1", b"top = 2")
    body = body.removeprefix(b"\xef\xbb\xbf").replace(b"mouse = No\n", b"mouse = No\nsound = off\n")
    assert encode_config(decode_config(BY_HAND).changed(changes)) == body + check_line(body)


def test_line_ends_of_windows_are_read() -> None:
    data = encode_config(empty_config().changed({"em.speed": "slow"}))
    assert decode_config(data.replace(b"\n", b"\r\n")) == decode_config(data)
    edited = decode_config(b"[em]\r\nspeed = slow\r\r\n")
    assert (edited.lines, edited.intact) == (("[em]", "speed = slow"), False)


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"])
def test_a_text_with_two_marks_is_refused(mark: bytes) -> None:
    with pytest.raises(FormatError, match="expected one byte order mark, found two"):
        decode_config(b"\xef\xbb\xbf" + mark + b"[em]\n")


def test_lines_behind_the_check_count_and_the_old_check_goes() -> None:
    data = encode_config(empty_config()) + b"[em]\nspeed = fast\n"
    config = decode_config(data)
    assert (config.intact, config.values()["em.speed"]) == (False, "fast")
    assert encode_config(config).count(b"check ") == 1


def test_a_setting_before_the_first_section_is_put_there() -> None:
    assert Config(("[em]", "a = b")).changed({"version": "1"}).lines == ("version = 1", "[em]", "a = b")


@pytest.mark.parametrize(
    ("name", "value"),
    [("em.speed", "a\nb"), ("em.speed", " a"), ("Em.speed", "a"), ("em speed", "a"), ("", "a")],
)
def test_what_could_not_be_read_back_is_refused(name: str, value: str) -> None:
    with pytest.raises(FormatError):
        empty_config().changed({name: value})


def _a_byte_apart(one: str, other: str) -> bool:
    """Whether one byte makes the difference, as between two palettes of the CGA."""
    longer, shorter = sorted((one, other), key=len, reverse=True)
    if len(longer) == len(shorter):
        return sum(a != b for a, b in zip(one, other, strict=True)) == 1
    return longer[:-1] == shorter


def test_any_changed_byte_is_harmless() -> None:
    chosen = {name: one.choices[-1] for name, one in SETTINGS.items() if isinstance(one, Setting)}
    data = encode_config(empty_config().changed(chosen))
    whole, _ = read_settings(decode_config(data).values())
    for at, byte in enumerate(data):
        for other in {(0, 10, 13, 32, 61, 91, 255)[at % 7], byte ^ 1 << at % 8} - {byte}:
            changed = data[:at] + bytes([other]) + data[at + 1 :]
            # A zero byte is no text, and a higher version is not read.
            if other == 0 or re.match(rb".*\nversion = [2-9]\n", changed, re.DOTALL):
                with pytest.raises(FormatError):
                    decode_config(changed)
                continue
            config = decode_config(changed)
            settings, problems = read_settings(config.values())
            assert not config.intact
            # Each setting is what was chosen or its default, never a third value but one that a byte makes.
            for name in chosen:
                value, was = settings[name], whole[name]
                assert value in (was, SETTINGS[name].usual) or _a_byte_apart(value, was)
            assert all("\n" not in problem for problem in problems)
