import pytest

from retro_pyramid.machine.events import NAMED_KEYS, Key, key_press


def test_every_key_of_the_script_has_its_name() -> None:
    words = "UP DOWN LEFT RIGHT ENTER ESC TAB SPACE BACKSPACE DELETE INSERT PGUP PGDN HOME END"
    functions = " ".join(f"F{n}" for n in range(1, 13))
    keypad = " ".join(f"KP{n}" for n in range(10))
    named = f"{words} {functions} {keypad} KPENTER".split(" ")
    assert list(NAMED_KEYS) == named
    assert [key_press(name).name for name in named] == named


def test_a_key_types_its_character() -> None:
    chars = {"ENTER": "", "KPENTER": "", "F10": "", "SPACE": " ", "KP0": "0", "KP9": "9"}
    for name, char in (chars | {char: char for char in "aA#é"}).items():
        key = Key(name, char)
        assert key_press(name) == key
        assert key_press(name, repeat=True) == key._replace(repeat=True)
    assert key_press(" ") == Key("SPACE", " ")


@pytest.mark.parametrize("name", ["", "enter", "RETURN", "F13", "F0", "KP10", "ab", "\t", "\x1b"])
def test_what_is_no_key_is_refused_by_name(name: str) -> None:
    with pytest.raises(ValueError, match=r"^no key is called .*expected one of UP DOWN .* or one character$"):
        key_press(name)
