"""A line that is typed on: its text, its cursor and what the editing keys do."""


class EditLine:
    """A line of at most `longest` characters; with `inserting` what is typed moves what follows, else it replaces it."""

    def __init__(self, longest: int, text: str = "", inserting: bool = True) -> None:
        self._longest = longest
        self.inserting = inserting
        self.put(text)

    def put(self, text: str) -> None:
        """Let the line be this text, the cursor at its end."""
        self.text, self.cursor = text, len(text)

    def key(self, name: str, char: str) -> bool:
        """Take a key; return False where it does nothing: no editing key and no character, or no room for one."""
        match name:
            case "LEFT":
                self.cursor = max(0, self.cursor - 1)
            case "RIGHT":
                self.cursor = min(len(self.text), self.cursor + 1)
            case "HOME":
                self.cursor = 0
            case "END":
                self.cursor = len(self.text)
            case "BACKSPACE":
                self._replace(max(0, self.cursor - 1), self.cursor, "")
            case "DELETE":
                self._replace(self.cursor, self.cursor + 1, "")
            case _:
                end = self.cursor if self.inserting else self.cursor + 1
                if not char or len(self.text[: self.cursor] + self.text[end:]) >= self._longest:
                    return False
                self._replace(self.cursor, end, char)
        return True

    def _replace(self, start: int, end: int, text: str) -> None:
        self.text = self.text[:start] + text + self.text[end:]
        self.cursor = start + len(text)
