"""The script, word by word, and what it says about lines that cannot be done."""

import pytest

from retro_pyramid.machine.events import (
    NAMED_KEYS,
    Event,
    FileDrop,
    KeyPress,
    MouseMotion,
    MousePress,
    MouseRelease,
    MouseWheel,
    parse_key,
)
from retro_pyramid.machine.script import MAX_SETTLE_TICKS, Script, ScriptError
from tests.machine.stage import Stage, click


def run(text: str, program: Stage | None = None) -> tuple[list[list[Event]], list[tuple[str, int]]]:
    """The events of every frame, and what was written after which frame."""
    stage = program or Stage()
    written: list[tuple[str, int]] = []
    script = Script(text, stage, lambda name: written.append((name, len(stage.frames))))
    while (events := script.next_events()) is not None:
        stage.update(events, 1)
        script.write_requested_output()
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
    return [KeyPress("SPACE" if char == " " else char, char) for char in text]


STOCK, CARD = (42, 52), (132, 152)
"""The middles of two targets of the stage."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("\n".join(f"key {char}" for char in "aZ5?+é#"), [typed(char) for char in "aZ5?+é#"]),
        ("  key   #  ", [typed("#")]),
        ("text Al B", [typed("Al B")]),
        ("text a#b", [typed("a#b")]),
        ("move 3 4\nclick 5 6\nrclick 639 349", [[MouseMotion(3, 4)], click(5, 6), click(639, 349, 2)]),
        (
            "drag 10 20 40 80",
            [
                [MouseMotion(10, 20), MousePress(10, 20)],
                [MouseMotion(20, 40)],
                [MouseMotion(30, 60)],
                [MouseMotion(40, 80)],
                [MouseRelease(40, 80)],
            ],
        ),
        (
            "moveon stock\nclickon stock\nrclickon stock",
            [[MouseMotion(*STOCK)], click(*STOCK), click(*STOCK, 2)],
        ),
        (
            "wheel 2\nwheel -1\ndrop /tmp/My Deck.DEC",
            [[MouseWheel(2)], [MouseWheel(-1)], [FileDrop("/tmp/My Deck.DEC")]],
        ),
        ("wait 3\nkey a\nwait 0", [[], [], [], typed("a")]),
        ("settle", []),
        ("key a\nquit\nkey b\nnonsense", [typed("a")]),
        ("wait 1\nquit\nclickon nowhere", [[]]),
        ("# a comment\n\n   \nkey a # the first\nwait 1 #\n#key b", [typed("a"), []]),
        ("key a\r\nwait 1\r\n", [typed("a"), []]),
    ],
)
def test_what_a_script_does_frame_by_frame(text: str, expected: list[list[Event]]) -> None:
    assert frames(text) == expected


def test_key_presses_a_named_key_and_a_target_is_dragged_onto_another() -> None:
    events = [event for frame in frames("\n".join(f"key {name}" for name in NAMED_KEYS)) for event in frame]
    assert [event.name for event in events if isinstance(event, KeyPress)] == list(NAMED_KEYS)
    assert frames("dragon stock card:22") == frames("drag {} {} {} {}".format(*STOCK, *CARD))


def test_settle_waits_until_nothing_moves_and_gives_up_after_600_ticks() -> None:
    assert MAX_SETTLE_TICKS == 600
    assert len(run("settle\nkey a", Stage(busy_ticks=41))[0]) == 42
    assert len(run("settle", Stage(busy_ticks=600))[0]) == 600
    stage = Stage(busy_ticks=601)
    assert refusal("wait 0\nsettle", stage) == "script line 2: still not settled after 600 ticks"
    assert stage.ticks == 600


def test_shot_and_state_are_written_after_their_own_tick() -> None:
    _, written = run("shot menu\nkey a\nstate after-it\nwait 2\nshot no.1")
    assert written == [("menu.png", 1), ("after-it.json", 3), ("no.1.png", 6)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("jump", "unknown word 'jump'; expected one of click clickon drag dragon drop key move"),
        ("KEY a", "unknown word 'KEY'"),
        ("key", "`key` takes 1 argument(s), found 0"),
        ("key a b", "`key` takes 1 argument(s), found 2"),
        ("key RETURN", "no key is called 'RETURN'; expected one of UP DOWN"),
        ("key F13", "no key is called 'F13'"),
        ("text", "`text` needs what to type after it"),
        ("text a\tb", "no key is called '\\t'"),
        ("drop", "`drop` needs what to drop after it"),
        ("wheel", "`wheel` takes 1 argument(s), found 0"),
        ("wheel up", "expected whole numbers of up to 9 digits, found up"),
        ("wait long", "expected whole numbers of up to 9 digits, found long"),
        ("wait 1.5", "expected whole numbers of up to 9 digits, found 1.5"),
        ("wait -1", "`wait` takes a number of ticks, found -1"),
        ("settle 5", "`settle` takes 0 argument(s), found 1"),
        ("quit now", "`quit` takes 0 argument(s), found 1"),
        ("click 5", "`click` takes 2 argument(s), found 1"),
        ("move 5 x", "expected whole numbers of up to 9 digits, found 5 x"),
        ("click 640 0", "(640, 0) is outside the 640x350 picture"),
        ("rclick 0 350", "(0, 350) is outside the 640x350 picture"),
        ("move -1 5", "(-1, 5) is outside the 640x350 picture"),
        ("drag 0 0 700 5", "(700, 5) is outside the 640x350 picture"),
        ("drag 1 2 3", "`drag` takes 4 argument(s), found 3"),
        ("clickon", "`clickon` takes 1 argument(s), found 0"),
        ("clickon waste", "no target 'waste' on the screen; there are stock card:11 card:22 hidden lid"),
        ("moveon waste", "no target 'waste' on the screen"),
        ("clickon card:11", "target 'card:11' is disabled"),
        ("dragon stock card:11", "target 'card:11' is disabled"),
        ("clickon hidden", "target 'hidden' is covered"),
        ("shot", "`shot` takes 1 argument(s), found 0"),
        ("shot ../up", "'../up' is no file name: expected letters, digits"),
        ("state .hidden", "'.hidden' is no file name"),
    ],
)
def test_a_line_that_cannot_be_done_is_named(line: str, message: str) -> None:
    said = refusal(f"# first\nwait 1\n{line}\nkey a")
    assert said.startswith(f"script line 3: {message}")


def test_what_stands_before_a_bad_line_has_happened() -> None:
    stage = Stage()
    refusal("key a\nkey b\nclickon nowhere\nkey c", stage)
    assert stage.frames == [[KeyPress("a", "a")], [KeyPress("b", "b")]]


def test_every_key_of_the_script_has_its_name() -> None:
    words = "UP DOWN LEFT RIGHT ENTER ESC TAB SPACE BACKSPACE DELETE INSERT PGUP PGDN HOME END"
    functions = " ".join(f"F{n}" for n in range(1, 13))
    keypad = " ".join(f"KP{n}" for n in range(10))
    named = f"{words} {functions} {keypad} KPENTER".split(" ")
    assert list(NAMED_KEYS) == named
    assert [parse_key(name).name for name in named] == named


def test_a_key_types_its_character() -> None:
    chars = {"ENTER": "", "KPENTER": "", "F10": "", "SPACE": " ", "KP0": "0", "KP9": "9"}
    for name, char in (chars | {char: char for char in "aA#é"}).items():
        key = KeyPress(name, char)
        assert parse_key(name) == key
        assert parse_key(name, is_repeat=True) == key._replace(is_repeat=True)
    assert parse_key(" ") == KeyPress("SPACE", " ")


@pytest.mark.parametrize("name", ["", "enter", "RETURN", "F13", "F0", "KP10", "ab", "\t", "\x1b"])
def test_what_is_no_key_is_refused_by_name(name: str) -> None:
    with pytest.raises(ValueError, match=r"^no key is called .*expected one of UP DOWN .* or one character$"):
        parse_key(name)
