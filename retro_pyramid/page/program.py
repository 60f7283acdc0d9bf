"""What the page can ask of the running program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from retro_pyramid.machine.events import Drop
from retro_pyramid.storage import StorageError

if TYPE_CHECKING:
    from retro_pyramid.machine.pc import Machine
    from retro_pyramid.storage import GameFiles


class Handle:
    """What the page calls as `retroPyramid.program`, between two frames."""

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
        """Bring in the file at a path of the page's file system, in the next frame, as if dropped on a window."""
        self._machine.posted.append(Drop(path))

    def unpoint(self) -> None:
        """Hide the pointer until it moves: a finger has left the screen."""
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
