"""What the page can ask of the running program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from retro_pyramid.machine.events import Drop
from retro_pyramid.storage import StorageError

if TYPE_CHECKING:
    from retro_pyramid.machine.pc import Machine
    from retro_pyramid.storage import GameFiles


class Handle:
    """The page's handle on the program, as `retroPyramid.program`; it is called between two frames, never within one."""

    def __init__(self, machine: Machine, files: GameFiles) -> None:
        self._machine = machine
        self._files = files

    def heard(self, name: str, text: str, late: bool) -> None:
        """Take note that another page has written this text into the browser's storage, as `BrowserStore.heard`."""
        self._files.store.heard(name, text, late)

    def say(self, line: str) -> None:
        """Show a line about the player's files when it can be read."""
        self._files.notices.append(line)

    def drop(self, path: str) -> None:
        """Take in what lies at a path of the page's own files in the next frame, as if it were dropped on a window."""
        self._machine.posted.append(Drop(path))

    def unpoint(self) -> None:
        """Hide the pointer: a finger has left, and there is no mouse till something moves it."""
        self._machine.pointer_shown = False

    def pack(self) -> Any:
        """Return all of the player's files as one .zip in a Uint8Array; null, with a notice, where they cannot be read."""
        from importlib import import_module

        try:
            from retro_pyramid.storage.bringing.backup import pack

            data = pack(self._files)
        except StorageError as error:
            self._files.notices.append(f"The files cannot be read: {error}")
            return None
        return import_module("pyodide.ffi").to_js(data)
