"""What terminals send and what becomes of it: keys of several kinds, mouse, paste, pieces cut anywhere."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retro_pyramid.machine.events import (
    NAMED_KEYS,
    Event,
    KeyPress,
    MouseMotion,
    MousePress,
    MouseRelease,
    MouseWheel,
)
from retro_pyramid.machine.host import TICKS_PER_SECOND
from retro_pyramid.machine.terminal.keys import (
    ESC_TIMEOUT_SECONDS,
    PASTE_TIMEOUT_SECONDS,
    TerminalInputParser,
)
from tests.machine.stage import click


def events(*pieces: bytes, typing: bool = True) -> list[Event]:
    reader = TerminalInputParser()
    reader.accepts_text = typing
    return [event for piece in pieces for event in reader.parse_events(piece)]


def names(*pieces: bytes) -> list[str]:
    return [event.name for event in events(*pieces) if isinstance(event, KeyPress)]


def sequences(words: str) -> dict[str, bytes]:
    """Read `NAME sequence` pairs; the sequences are without their ESC."""
    parts = words.split()
    return {name: b"\x1b" + sent.encode() for name, sent in zip(parts[::2], parts[1::2], strict=True)}


_TYPED = {"ENTER": b"\r", "TAB": b"\t", "BACKSPACE": b"\x7f", "SPACE": b" "}
XTERM = _TYPED | sequences(
    """UP [A DOWN [B RIGHT [C LEFT [D HOME [H END [F INSERT [2~ DELETE [3~ PGUP [5~ PGDN [6~ F1 OP F2 OQ F3 OR F4 OS
    F5 [15~ F6 [17~ F7 [18~ F8 [19~ F9 [20~ F10 [21~ F11 [23~ F12 [24~"""
)
APPLICATION = sequences(
    """UP OA DOWN OB RIGHT OC LEFT OD HOME OH END OF KPENTER OM
    KP0 Op KP1 Oq KP2 Or KP3 Os KP4 Ot KP5 Ou KP6 Ov KP7 Ow KP8 Ox KP9 Oy"""
)
LINUX = sequences("F1 [[A F2 [[B F3 [[C F4 [[D F5 [[E HOME [1~ END [4~")
RXVT = {"BACKSPACE": b"\x08", "ENTER": b"\n"} | sequences("F1 [11~ F2 [12~ F3 [13~ F4 [14~ HOME [7~ END [8~")


@pytest.mark.parametrize(
    "keys", [XTERM, APPLICATION, LINUX, RXVT], ids=["xterm", "application", "linux", "rxvt"]
)
def test_keys_have_their_names_whole_or_cut_anywhere(keys: dict[str, bytes]) -> None:
    for name, sent in keys.items():
        assert names(sent) == [name]
        for cut in range(1, len(sent)):
            assert names(sent[:cut], sent[cut:]) == [name]


def test_every_named_key_but_esc_can_be_sent() -> None:
    assert set(NAMED_KEYS) - XTERM.keys() - APPLICATION.keys() == {"ESC"}


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([b"\x1b[1;2A\x1b[3;2~\x1b[1;2P\x1b[Z\x1bO2P\x1b[1;A"], "UP DELETE F1 TAB F1 UP"),
        ([b"\x1b[1;3A\x1b[1;5C\x1b[3;4~\x1b[1;9P\x1bO5P\x1bO1;3M\x1b\r\x1b\t\x1b\x7fx"], "x"),
        ([b"\x1b", b"y"], "ESC y"),
        ([b"\x1b\x1b[A"], "ESC UP"),
        ([b"\x1b", b"\r"], "ESC ENTER"),
        (["\x1by\x1béx".encode()], "ALT+Y x"),
        ([b"\x04\x05x"], "CTRL+D x"),
        (["\x1bн\x1bΞ\x1bж\x1b\x1b[A".encode()], "ALT+Y ALT+J ESC UP"),
    ],
)
def test_keys_with_others_held(pieces: list[bytes], expected: str) -> None:
    assert names(*pieces) == expected.split()


def test_the_keypad_types_what_stands_on_it() -> None:
    assert events(b"\x1bOw\x1bOk") == [KeyPress("KP7", "7"), KeyPress("+", "+")]


def test_an_esc_is_the_key_when_nothing_follows_it_in_time() -> None:
    reader = TerminalInputParser()
    assert reader.parse_events(b"\x1b") == []
    assert reader.flush_timeout_seconds == ESC_TIMEOUT_SECONDS
    assert reader.flush() == [KeyPress("ESC")]
    assert reader.flush_timeout_seconds is None
    assert reader.flush() == []
    # The pieces of a sequence may come a fifth of a second apart; the key itself answers within a quarter of a
    # second, a frame of which passes before it is looked for.
    assert 0.2 < ESC_TIMEOUT_SECONDS < 0.25 - 1 / TICKS_PER_SECOND


def test_characters_of_several_bytes_may_be_cut() -> None:
    sent = "aé€😀я".encode()
    for cut in range(len(sent)):
        assert [
            event.char for event in events(sent[:cut], sent[cut:]) if isinstance(event, KeyPress)
        ] == list("aé€😀я")


UNKNOWN = (
    *(b"\x1b[?1;2c", b"\x1b[24;80R", b"\x1b[>0;276;0c", b"\x1b[25~", b"\x1b[E", b"\x1b[I", b"\x1b[[x"),
    *(b"\x1b[" + b"9" * 5000, b"\x00\x01\x1f", b"\xff\xfe", b"\x1b[<0;1M", b"\x1b[99;5u"),
)


@pytest.mark.parametrize("sent", UNKNOWN)
def test_what_is_not_known_is_passed_over(sent: bytes) -> None:
    reader = TerminalInputParser()
    found = [*reader.parse_events(sent), *reader.flush()]
    assert [event for event in found if event != KeyPress("x", "x")] == []
    assert reader.parse_events(b"\x1b[A") == [KeyPress("UP")]


def test_pasted_text_is_typed_without_its_ends_of_line_where_text_is_asked() -> None:
    sent = b"\x1b[200~ab\r\nc\x1b[A\x03d\x1b[201~\r"
    for cut in range(len(sent)):
        assert names(sent[:cut], sent[cut:]) == ["a", "b", "c", "[", "A", "d", "ENTER"]
        assert events(sent[:cut], sent[cut:], typing=False) == [KeyPress("ENTER")]
    # Without an end it ends when nothing follows.
    reader = TerminalInputParser()
    reader.parse_events(b"\x1b[200~ab")
    assert reader.flush_timeout_seconds == PASTE_TIMEOUT_SECONDS
    reader.flush()
    assert reader.parse_events(b"\r") == [KeyPress("ENTER")]


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"\x1b[<0;1;1M\x1b[<0;1;1m", click(4, 7)),
        (b"\x1b[<2;80;25M\x1b[<2;80;25m", click(636, 343, 2)),
        (
            b"\x1b[<0;2;1M\x1b[<32;3;1M\x1b[<32;3;1M\x1b[<0;4;1m",
            [
                MouseMotion(12, 7),
                MousePress(12, 7),
                MouseMotion(20, 7),
                MouseMotion(28, 7),
                MouseRelease(28, 7),
            ],
        ),
        (b"\x1b[<35;3;2M", [MouseMotion(20, 21)]),
        (b"\x1b[<64;1;1M\x1b[<65;1;1M\x1b[<66;1;1M", [MouseMotion(4, 7), MouseWheel(1), MouseWheel(-1)]),
        (b"\x1b[<1;1;1M\x1b[<1;1;1m\x1b[<128;1;1M\x1b[<128;1;1m", [MouseMotion(4, 7)]),
        (b"\x1b[<4;1;1M\x1b[<16;1;1m", click(4, 7)),
        (b"\x1b[M\x22!!\x1b[M#!!", click(4, 7, 2)),
        (b"\x1b[M \xf0!", [MouseMotion(636, 7)]),
    ],
)
def test_a_report_of_the_mouse_is_the_middle_of_its_cell(sent: bytes, expected: list[Event]) -> None:
    assert events(sent) == expected
    for cut in range(1, len(sent)):
        assert events(sent[:cut], sent[cut:]) == expected


def test_cells_in_the_middle_of_a_larger_terminal_are_meant() -> None:
    reader = TerminalInputParser()
    reader.origin = (10, 2)
    assert reader.parse_events(b"\x1b[<0;11;3M") == [MouseMotion(4, 7), MousePress(4, 7)]
    # Outside the pointer stays at the edge, and a press is none.
    assert reader.parse_events(b"\x1b[<0;100;40M\x1b[<0;100;40m") == [
        MouseMotion(636, 343),
        MouseRelease(636, 343),
    ]


@given(st.lists(st.binary(max_size=12) | st.sampled_from(list((XTERM | APPLICATION).values()))))
@settings(max_examples=40)
def test_nothing_that_comes_stops_the_reader(pieces: list[bytes]) -> None:
    reader = TerminalInputParser()
    for event in [event for piece in pieces for event in reader.parse_events(piece)]:
        if isinstance(event, MousePress | MouseRelease | MouseMotion):
            assert 0 <= event.x < 640
            assert 0 <= event.y < 350
    reader.flush()
    reader.flush()
    assert reader.parse_events(b"\x1b[201~\x1b[A")[-1:] == [KeyPress("UP")]
