"""The line one types at the prompt: what DOS adds to its editing keys, and the lines typed before."""

from retro_pyramid.screens.parts.edit_line import EditLine

LONGEST = 127
"""Characters that a command line holds, as in DOS."""
_MOST_KEPT = 50


class CommandLine(EditLine):
    """One line being typed; `text` and `cursor` are what shows.

    F1 and → at its end bring back one character of the line before, F3 the rest of it; ↑ and ↓ go through all
    lines before.  The original had F1 and F3 only; the arrows are what its own DOSKEY added.
    """

    def __init__(self) -> None:
        super().__init__(LONGEST, inserting=False)
        self._before: list[str] = []
        self._at = 0

    def key(self, name: str, char: str) -> bool:
        match name:
            case "RIGHT" | "F1" if self.cursor < len(self.text):
                self.cursor += 1
            case "RIGHT" | "F1":
                self._bring_back(self.cursor + 1)
            case "F3":
                self._bring_back(LONGEST)
            case "UP" | "DOWN":
                self._recall(-1 if name == "UP" else 1)
            case "INSERT":
                self.inserting = not self.inserting
            case "ESC":
                self.put("")
            case _:
                return super().key(name, char)
        return True

    def enter(self) -> str:
        """Return the line and begin a new one; it can be brought back unless it is empty or was the last one too."""
        text = self.text
        if text.strip() and self._before[-1:] != [text]:
            self._before = [*self._before, text][-_MOST_KEPT:]
        self._at = len(self._before)
        self.put("")
        self.inserting = False
        return text

    def _bring_back(self, end: int) -> None:
        """Go on with the last line's characters from the cursor to `end`."""
        last = self._before[-1] if self._before else ""
        if self.cursor < len(last):
            self.put(self.text[: self.cursor] + last[self.cursor : end])

    def _recall(self, step: int) -> None:
        self._at = min(max(self._at + step, 0), len(self._before))
        self.put(self._before[self._at] if self._at < len(self._before) else "")
