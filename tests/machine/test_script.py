"""The script, word by word, and what it says about lines that cannot be done."""

import pytest

from retro_pyramid.machine.events import NAMED_KEYS, Event, Key, key_press
from retro_pyramid.machine.script import SETTLE_TICKS, Script, ScriptError
from tests.machine.stage import EVENTS, Stage
from tests.tables import table, values


def run(text: str, program: Stage | None = None) -> tuple[list[list[Event]], list[tuple[str, int]]]:
    """The events of every frame, and what was written after which frame."""
    stage = program or Stage()
    written: list[tuple[str, int]] = []
    script = Script(text, stage, lambda name: written.append((name, len(stage.frames))))
    while (events := script.next_events()) is not None:
        stage.update(events, 1)
        script.after_frame()
    return stage.frames, written


def frames(text: str) -> list[list[Event]]:
    return run(text)[0]


def refusal(text: str, program: Stage | None = None) -> str:
    with pytest.raises(ScriptError) as caught:
        run(text, program)
    message = str(caught.value)
    assert "\n" not in message
    return message


def typed(text: str) -> list[Event]:
    return [Key("SPACE" if char == " " else char, char) for char in text]


STOCK, CARD = (42, 52), (132, 152)
"""The middles of two targets of the stage."""


@pytest.mark.parametrize(("text", "expected"), values(__file__, "frames", EVENTS | globals()))
def test_what_a_script_does_frame_by_frame(text: str, expected: list[list[Event]]) -> None:
    assert frames(text) == expected


def test_key_presses_a_named_key_and_a_target_is_dragged_onto_another() -> None:
    events = [event for frame in frames("\n".join(f"key {name}" for name in NAMED_KEYS)) for event in frame]
    assert [event.name for event in events if isinstance(event, Key)] == list(NAMED_KEYS)
    assert frames("dragon stock card:22") == frames("drag {} {} {} {}".format(*STOCK, *CARD))


def test_settle_waits_until_nothing_moves_and_gives_up_after_600_ticks() -> None:
    assert SETTLE_TICKS == 600
    assert len(run("settle\nkey a", Stage(busy_ticks=41))[0]) == 42
    assert len(run("settle", Stage(busy_ticks=600))[0]) == 600
    stage = Stage(busy_ticks=601)
    assert refusal("wait 0\nsettle", stage) == "script line 2: still not settled after 600 ticks"
    assert stage.ticks == 600


def test_shot_and_state_are_written_after_their_own_tick() -> None:
    _, written = run("shot menu\nkey a\nstate after-it\nwait 2\nshot no.1")
    assert written == [("menu.png", 1), ("after-it.json", 3), ("no.1.png", 6)]


@pytest.mark.parametrize(("line", "message"), table(__file__, "cannot be done"))
def test_a_line_that_cannot_be_done_is_named(line: str, message: str) -> None:
    said = refusal(f"# first\nwait 1\n{line}\nkey a")
    assert said.startswith(f"script line 3: {message}")


def test_what_stands_before_a_bad_line_has_happened() -> None:
    stage = Stage()
    refusal("key a\nkey b\nclickon nowhere\nkey c", stage)
    assert stage.frames == [[Key("a", "a")], [Key("b", "b")]]


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
