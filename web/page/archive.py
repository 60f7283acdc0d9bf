"""The program in the page: its files in one compressed piece, from which its modules are imported without unpacking."""

import json
import zlib
from importlib.machinery import ModuleSpec
from types import ModuleType

ROOT = "/pyramid/"
"""Where the files seem to lie; only their folders are there."""
SIZE = 4
"""The bytes of a length: without it room is asked for bit by bit, and Python's memory is larger for good."""


class Archive:
    """Finds and loads modules in an archive: zlib over a line of JSON, name -> size, and the files one behind another.

    Before it stand `SIZE` bytes that tell how many all that is.
    """

    def __init__(self, data: bytes) -> None:
        self._data = zlib.decompress(memoryview(data)[SIZE:], bufsize=int.from_bytes(data[:SIZE]))
        start = self._data.index(b"\n") + 1
        self._files: dict[str, slice] = {}
        for name, size in json.loads(self._data[:start]).items():
            self._files[name] = slice(start, start + size)
            start += size

    def folders(self) -> set[str]:
        """Return the folders that the files seem to lie in."""
        return {ROOT + name.rpartition("/")[0] for name in self._files}

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return where a module is, None when it is not ours."""
        stem = name.replace(".", "/")
        for file in (f"{stem}.py", f"{stem}/__init__.py"):
            if file in self._files:
                package = file.startswith(f"{stem}/")
                # By its type a loader has all that loaders ever had.
                spec = ModuleSpec(name, self, origin=ROOT + file, is_package=package)  # type: ignore[arg-type]
                spec.has_location = True
                return spec
        return None

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave the module to be made as usual."""

    def exec_module(self, module: ModuleType) -> None:
        """Run a module's code."""
        path = str(module.__file__)
        exec(compile(self.get_data(path), path, "exec", dont_inherit=True), module.__dict__)

    def get_data(self, path: str) -> bytes:
        """Return the bytes of a file below ROOT; raise FileNotFoundError."""
        where = self._files.get(path.removeprefix(ROOT))
        if where is None:
            raise FileNotFoundError(f"{path} is not in the archive")
        return self._data[where]
