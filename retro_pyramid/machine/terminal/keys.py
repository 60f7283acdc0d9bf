"""What a terminal sends, turned into events: keys, typed and pasted characters, mouse reports; pure, no terminal needed.

A terminal sends characters, not keys: letters of other scripts than Latin are taken for those of the usual keyboard layout.

Sources: xterm's "Control Sequences" (ctlseqs) for CSI, SS3, SGR mouse reports and bracketed paste; the Linux console's own
F1 to F5 (`ESC [ [ A`), Home and End as in console_codes(4).
"""

import codecs
import re
from string import ascii_uppercase

from retro_pyramid.machine.events import Event, Motion, Press, Release, Wheel, key_press
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, ROWS

ESC_SECONDS, PASTE_SECONDS = 0.22, 1.0
"""How long an ESC, or a paste, waits for its rest: a slow line may deliver a sequence in pieces."""

_NAMES = ("UP", "DOWN", "RIGHT", "LEFT", "HOME", "END", "F1", "F2", "F3", "F4")
_KEYS = dict(zip("ABCDHFPQRS", _NAMES, strict=True))
"""The letters after CSI and after SS3."""
_AFTER_CSI = {**_KEYS, "Z": "TAB"}
_AFTER_SS3 = {
    **_KEYS,
    # The keypad in application mode.
    **dict(zip("MI jklmnoX", ("KPENTER", "TAB", "SPACE", *"*+,-./="), strict=True)),
    **{chr(ord("p") + digit): f"KP{digit}" for digit in range(10)},
}
_NUMBERS = {
    **dict(enumerate(("HOME", "INSERT", "DELETE", "END", "PGUP", "PGDN", "HOME", "END"), 1)),
    **{number: f"F{n}" for n, number in enumerate((*range(11, 16), *range(17, 22), 23, 24), 1)},
}
"""The numbers between CSI and a tilde."""
_CONTROLS = {4: "CTRL+D", 9: "TAB", 10: "ENTER", 13: "ENTER", 8: "BACKSPACE", 127: "BACKSPACE"}
_PASTE, _PASTED = 200, b"\x1b[201~"
_BUTTONS = {0: 1, 2: 2}
_MOVING, _WHEEL, _NONE = 32, 64, 3

_SEQUENCE = re.compile(
    rb"\x1b\[\[(?P<console>[A-E])"
    rb"|\x1b\[M(?P<old>...)"
    rb"|\x1b\[(?P<private>[<=>?]?)(?P<numbers>[0-9;:]{0,40})[ -/]*(?P<final>[@-LN-Z\\-~]|(?<=[0-9])M)"
    rb"|\x1bO(?P<held>[0-9;]*)(?P<single>[ @-Z\\-~])"
    rb"|\x1b(?P<alt>[\b\t\n\r -NP-Z\\-\x7f]|[\xc0-\xff][\x80-\xbf]*)",
    re.DOTALL,
)
_BEGUN = re.compile(rb"\x1b(\[(\[|M.{0,2}|[<=>?]?[0-9;:]*[ -/]*)?|O[0-9;]*)?", re.DOTALL)
_TEXT = re.compile(rb"[^\x00-\x1f\x7f]+")


class TerminalInput:
    """Reads what a terminal sends piece by piece; a sequence or a character may be cut anywhere between two pieces.

    `corner` is the column and row of the terminal where the 80x25 cells begin, `left_out` the row of them that it does not
    show: a report of the mouse becomes the middle of its cell in 640x350. `takes_text` says that pasted text is typed; it
    means nothing elsewhere.

    >>> [event.name for event in TerminalInput().events(b"n\\x1b[A\\x1bOP")]
    ['n', 'UP', 'F1']
    >>> TerminalInput().events(b"\\x1b[<0;3;2M")
    [Motion(x=20, y=21), Press(x=20, y=21, button=1)]
    """

    def __init__(self) -> None:
        self.corner = (0, 0)
        self.left_out = ROWS
        self.takes_text = False
        self._rest = b""
        self._pasting = False
        self._decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        self._place: tuple[int, int] | None = None
        self._pressed = 1

    @property
    def patience(self) -> float | None:
        """Return after how many seconds without input `flush` is to be called, None if nothing is unfinished."""
        return PASTE_SECONDS if self._pasting else ESC_SECONDS if self._rest else None

    def flush(self) -> list[Event]:
        """End what has begun and return what it was: a lone ESC is the key, anything else nothing."""
        rest, self._rest, self._pasting = self._rest, b"", False
        return [key_press("ESC")] if rest == b"\x1b" else []

    def events(self, data: bytes) -> list[Event]:
        """Return the events of the next piece."""
        found: list[Event] = []
        if self._rest == b"\x1b" and data[:1] not in (b"[", b"O", b""):
            # No sequence goes on like this: the ESC before was a key.
            found += self.flush()
        data, self._rest = self._rest + data, b""
        at = 0
        while at < len(data):
            if self._pasting:
                at = self._pasted(data, at, found)
            elif text := _TEXT.match(data, at):
                at = text.end()
                found += self._typed(text[0])
            elif data[at] != 0x1B:
                if data[at] in _CONTROLS:
                    found.append(key_press(_CONTROLS[data[at]]))
                at += 1
            elif sequence := _SEQUENCE.match(data, at):
                at = sequence.end()
                found += self._sequence(sequence)
            elif (begun := _BEGUN.match(data, at)) and begun.end() == len(data):
                self._rest = data[at:]
                break
            else:
                # Unknown: an ESC on its own is the key, the beginning of a sequence is skipped.
                assert begun is not None
                if begun.end() == at + 1:
                    found.append(key_press("ESC"))
                at = begun.end()
        return found

    def _typed(self, data: bytes) -> list[Event]:
        return [key_press(char) for char in self._decoder.decode(data) if char.isprintable()]

    def _pasted(self, data: bytes, at: int, found: list[Event]) -> int:
        """Take pasted text as typed, without line ends, where text is typed; return where the rest begins."""
        end = data.find(_PASTED, at)
        if end >= 0:
            self._pasting = False
            found += self._typed(data[at:end]) if self.takes_text else []
            return end + len(_PASTED)
        # The end may have begun.
        end = next((len(data) - n for n in range(5, 0, -1) if data.endswith(_PASTED[:n])), len(data))
        found += self._typed(data[at : max(at, end)]) if self.takes_text else []
        self._rest = data[max(at, end) :]
        return len(data)

    def _sequence(self, sequence: re.Match[bytes]) -> list[Event]:
        """Return what one whole sequence means, with Shift as without; nothing for an unknown one, or a chord."""
        if console := sequence["console"]:
            return [key_press(f"F{ord(console) - ord('A') + 1}")]
        if old := sequence["old"]:
            code, column, row = (value - 32 for value in old)
            return self._mouse(code, column, row, pressed=code & _NONE != _NONE)
        if single := sequence["single"]:
            held = _numbers(sequence["held"])[-1]
            return _key(None if _chord(held) else _AFTER_SS3.get(single.decode()))
        if sequence["alt"]:
            # Taken as Esc and the key it would answer a question.
            typed = sequence["alt"].decode(errors="replace")
            letter = (key_press(typed).latin or typed).upper() if typed.isprintable() else ""
            return [key_press(f"ALT+{letter}")] if letter and letter in ascii_uppercase else []
        numbers = _numbers(sequence["numbers"])
        final = sequence["final"].decode()
        if sequence["private"] == b"<" and final in "Mm" and len(numbers) == 3:
            code, column, row = numbers
            return self._mouse(code, column, row, pressed=final == "M")
        if sequence["private"] or (len(numbers) > 1 and _chord(numbers[1])):
            return []
        if final == "~":
            self._pasting = numbers[0] == _PASTE
            return _key(_NUMBERS.get(numbers[0]))
        # A report of where the cursor is ends like F3; a key has 1 before what was held with it.
        return _key(_AFTER_CSI.get(final) if numbers[0] <= 1 else None)

    def _mouse(self, code: int, column: int, row: int, pressed: bool) -> list[Event]:
        """Return what a report tells: `code` has the button, moving and wheel; column and row count from 1."""
        column, row = column - 1 - self.corner[0], row - 1 - self.corner[1]
        row += row >= self.left_out
        inside = 0 <= column < COLUMNS and 0 <= row < ROWS
        x = min(max(column, 0), COLUMNS - 1) * CELL_WIDTH + CELL_WIDTH // 2
        y = min(max(row, 0), ROWS - 1) * CELL_HEIGHT + CELL_HEIGHT // 2
        found: list[Event] = []
        if self._place != (x, y):
            self._place = x, y
            found.append(Motion(x, y))
        button = code & _NONE
        if code & _WHEEL:
            if button < 2 and code < 2 * _WHEEL and pressed:
                found.append(Wheel(1 if button == 0 else -1))
        elif code & _MOVING or code >= 2 * _WHEEL:
            pass
        elif not pressed:
            # Reports of the old kind do not say which button it was.
            released = self._pressed if button == _NONE else _BUTTONS.get(button)
            if released is not None:
                found.append(Release(x, y, released))
        elif button in _BUTTONS and inside:
            self._pressed = _BUTTONS[button]
            found.append(Press(x, y, self._pressed))
        return found


def _numbers(written: bytes) -> list[int]:
    return [int(number or 0) for number in re.split(rb"[;:]", written)]


def _chord(held: int) -> bool:
    """Say whether more than Shift is held: a terminal sends 1 and the sum of Shift 1, Alt 2, Ctrl 4 and Meta 8."""
    return held > 2


def _key(name: str | None) -> list[Event]:
    return [] if name is None else [key_press(name)]
