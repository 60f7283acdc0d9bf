"""Parser from a terminal's input bytes to events: keys, typed and pasted characters, mouse reports. Does no I/O.

A terminal sends characters, not keys. Non-Latin letters are mapped to keys by the most common keyboard layout.

Sources: xterm's "Control Sequences" (ctlseqs) for CSI, SS3, SGR mouse reports and bracketed paste; the Linux console's own
F1 to F5 (`ESC [ [ A`), Home and End as in console_codes(4).
"""

import codecs
import re
from string import ascii_uppercase

from retro_pyramid.machine.events import Event, MouseMotion, MousePress, MouseRelease, MouseWheel, parse_key
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, ROWS

ESC_TIMEOUT_SECONDS, PASTE_TIMEOUT_SECONDS = 0.22, 1.0
"""Time limits for the rest of a sequence after ESC, or of a paste: a slow connection may deliver it in pieces."""

_NAMES = ("UP", "DOWN", "RIGHT", "LEFT", "HOME", "END", "F1", "F2", "F3", "F4")
_KEYS = dict(zip("ABCDHFPQRS", _NAMES, strict=True))
"""Keys by the final letter of CSI and SS3 sequences."""
_CSI_KEYS = {**_KEYS, "Z": "TAB"}
_SS3_KEYS = {
    **_KEYS,
    # Keypad in application mode.
    **dict(zip("MI jklmnoX", ("KPENTER", "TAB", "SPACE", *"*+,-./="), strict=True)),
    **{chr(ord("p") + digit): f"KP{digit}" for digit in range(10)},
}
_TILDE_KEYS = {
    **dict(enumerate(("HOME", "INSERT", "DELETE", "END", "PGUP", "PGDN", "HOME", "END"), 1)),
    **{number: f"F{n}" for n, number in enumerate((*range(11, 16), *range(17, 22), 23, 24), 1)},
}
"""Keys by the number between CSI and a tilde."""
_CONTROL_KEYS = {4: "CTRL+D", 9: "TAB", 10: "ENTER", 13: "ENTER", 8: "BACKSPACE", 127: "BACKSPACE"}
_PASTE_START, _PASTE_END = 200, b"\x1b[201~"
_MOUSE_BUTTONS = {0: 1, 2: 2}
_MOTION_FLAG, _WHEEL_FLAG, _BUTTON_MASK = 32, 64, 3
"""Bits of a mouse report; a button number of 3 (all bits of the mask) means that no button is named."""

_SEQUENCE = re.compile(
    rb"\x1b\[\[(?P<console>[A-E])"
    rb"|\x1b\[M(?P<old>...)"
    rb"|\x1b\[(?P<private>[<=>?]?)(?P<numbers>[0-9;:]{0,40})[ -/]*(?P<final>[@-LN-Z\\-~]|(?<=[0-9])M)"
    rb"|\x1bO(?P<held>[0-9;]*)(?P<single>[ @-Z\\-~])"
    rb"|\x1b(?P<alt>[\b\t\n\r -NP-Z\\-\x7f]|[\xc0-\xff][\x80-\xbf]*)",
    re.DOTALL,
)
_SEQUENCE_START = re.compile(rb"\x1b(\[(\[|M.{0,2}|[<=>?]?[0-9;:]*[ -/]*)?|O[0-9;]*)?", re.DOTALL)
_TEXT = re.compile(rb"[^\x00-\x1f\x7f]+")


class TerminalInputParser:
    """Parses a terminal's input in chunks; a sequence or a character may be split anywhere between two chunks.

    Mouse reports become the centre of their cell in 640x350.

    >>> [event.name for event in TerminalInputParser().parse_events(b"n\\x1b[A\\x1bOP")]
    ['n', 'UP', 'F1']
    >>> TerminalInputParser().parse_events(b"\\x1b[<0;3;2M")
    [MouseMotion(x=20, y=21), MousePress(x=20, y=21, button=1)]
    """

    def __init__(self) -> None:
        self.origin = (0, 0)
        """Column and row of the terminal at which the 80x25 cells begin."""
        self.omitted_row = ROWS
        """Row of cells that the terminal does not show; ROWS if it shows all."""
        self.accepts_text = False
        """Whether pasted text is typed; otherwise pastes are ignored."""
        self._pending = b""
        self._is_pasting = False
        self._decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        self._mouse_pos: tuple[int, int] | None = None
        self._pressed_button = 1

    @property
    def flush_timeout_seconds(self) -> float | None:
        """Seconds without input after which `flush` has to be called; None if no input is incomplete."""
        return PASTE_TIMEOUT_SECONDS if self._is_pasting else ESC_TIMEOUT_SECONDS if self._pending else None

    def flush(self) -> list[Event]:
        """Discard incomplete input and return its event: a lone ESC is the Esc key, anything else gives no event."""
        pending, self._pending, self._is_pasting = self._pending, b"", False
        return [parse_key("ESC")] if pending == b"\x1b" else []

    def parse_events(self, data: bytes) -> list[Event]:
        """Return the events of the next chunk of input."""
        events: list[Event] = []
        if self._pending == b"\x1b" and data[:1] not in (b"[", b"O", b""):
            # No sequence starts like this, so the preceding ESC was the Esc key.
            events += self.flush()
        data, self._pending = self._pending + data, b""
        i = 0
        while i < len(data):
            if self._is_pasting:
                i = self._parse_paste(data, i, events)
            elif text := _TEXT.match(data, i):
                i = text.end()
                events += self._parse_text(text[0])
            elif data[i] != 0x1B:
                if data[i] in _CONTROL_KEYS:
                    events.append(parse_key(_CONTROL_KEYS[data[i]]))
                i += 1
            elif sequence := _SEQUENCE.match(data, i):
                i = sequence.end()
                events += self._parse_sequence(sequence)
            elif (start := _SEQUENCE_START.match(data, i)) and start.end() == len(data):
                self._pending = data[i:]
                break
            else:
                # Unknown: a lone ESC is the Esc key, the start of an unknown sequence is skipped.
                assert start is not None
                if start.end() == i + 1:
                    events.append(parse_key("ESC"))
                i = start.end()
        return events

    def _parse_text(self, data: bytes) -> list[Event]:
        return [parse_key(char) for char in self._decoder.decode(data) if char.isprintable()]

    def _parse_paste(self, data: bytes, start: int, events: list[Event]) -> int:
        """Append pasted text as typed characters, without line ends, if text is typed. Return the index after it."""
        end = data.find(_PASTE_END, start)
        if end >= 0:
            self._is_pasting = False
            events += self._parse_text(data[start:end]) if self.accepts_text else []
            return end + len(_PASTE_END)
        # The chunk may end within the end sequence.
        end = next((len(data) - n for n in range(5, 0, -1) if data.endswith(_PASTE_END[:n])), len(data))
        events += self._parse_text(data[start : max(start, end)]) if self.accepts_text else []
        self._pending = data[max(start, end) :]
        return len(data)

    def _parse_sequence(self, sequence: re.Match[bytes]) -> list[Event]:
        """Return the events of a complete sequence, ignoring Shift; none for unknown sequences and for chords."""
        if console := sequence["console"]:
            return [parse_key(f"F{ord(console) - ord('A') + 1}")]
        if old := sequence["old"]:
            code, column, row = (value - 32 for value in old)
            return self._parse_mouse(code, column, row, is_press=code & _BUTTON_MASK != _BUTTON_MASK)
        if single := sequence["single"]:
            modifiers = _parse_numbers(sequence["held"])[-1]
            return _key_events(None if _is_chord(modifiers) else _SS3_KEYS.get(single.decode()))
        if sequence["alt"]:
            # If this were read as Esc and a key, the key would answer a question.
            typed = sequence["alt"].decode(errors="replace")
            letter = (parse_key(typed).latin_char or typed).upper() if typed.isprintable() else ""
            return [parse_key(f"ALT+{letter}")] if letter and letter in ascii_uppercase else []
        numbers = _parse_numbers(sequence["numbers"])
        final = sequence["final"].decode()
        if sequence["private"] == b"<" and final in "Mm" and len(numbers) == 3:
            code, column, row = numbers
            return self._parse_mouse(code, column, row, is_press=final == "M")
        if sequence["private"] or (len(numbers) > 1 and _is_chord(numbers[1])):
            return []
        if final == "~":
            self._is_pasting = numbers[0] == _PASTE_START
            return _key_events(_TILDE_KEYS.get(numbers[0]))
        # A cursor position report ends like F3; a key has 1 before its modifiers.
        return _key_events(_CSI_KEYS.get(final) if numbers[0] <= 1 else None)

    def _parse_mouse(self, code: int, column: int, row: int, is_press: bool) -> list[Event]:
        """Return the events of a mouse report: `code` has button, motion and wheel; column and row count from 1."""
        column, row = column - 1 - self.origin[0], row - 1 - self.origin[1]
        row += row >= self.omitted_row
        is_inside = 0 <= column < COLUMNS and 0 <= row < ROWS
        x = min(max(column, 0), COLUMNS - 1) * CELL_WIDTH + CELL_WIDTH // 2
        y = min(max(row, 0), ROWS - 1) * CELL_HEIGHT + CELL_HEIGHT // 2
        events: list[Event] = []
        if self._mouse_pos != (x, y):
            self._mouse_pos = x, y
            events.append(MouseMotion(x, y))
        button = code & _BUTTON_MASK
        if code & _WHEEL_FLAG:
            if button < 2 and code < 2 * _WHEEL_FLAG and is_press:
                events.append(MouseWheel(1 if button == 0 else -1))
        elif code & _MOTION_FLAG or code >= 2 * _WHEEL_FLAG:
            pass
        elif not is_press:
            # Reports in the old format do not name the released button.
            released = self._pressed_button if button == _BUTTON_MASK else _MOUSE_BUTTONS.get(button)
            if released is not None:
                events.append(MouseRelease(x, y, released))
        elif button in _MOUSE_BUTTONS and is_inside:
            self._pressed_button = _MOUSE_BUTTONS[button]
            events.append(MousePress(x, y, self._pressed_button))
        return events


def _parse_numbers(data: bytes) -> list[int]:
    return [int(number or 0) for number in re.split(rb"[;:]", data)]


def _is_chord(modifiers: int) -> bool:
    """Return whether more than Shift is held: a terminal sends 1 plus the sum of Shift 1, Alt 2, Ctrl 4 and Meta 8."""
    return modifiers > 2


def _key_events(name: str | None) -> list[Event]:
    return [] if name is None else [parse_key(name)]
