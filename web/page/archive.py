"""The program in the page: its files in one compressed piece, from which its modules are imported without unpacking."""

import json
import marshal
import zlib
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType

ROOT = "/pyramid/"
"""Where the files seem to lie; only their folders are there."""
_SUM = 4
"""The bytes of the sum before compiled code."""


class Archive:
    """Finds and loads modules in an archive: zlib over a line of JSON, name -> size, and the files one behind another.

    `code` is what `compiled` gave in an earlier visit with the same archive and the same Python; damaged it is no use.
    """

    def __init__(self, data: bytes, code: bytes = b"") -> None:
        head, _, rest = zlib.decompress(data).partition(b"\n")
        self._files: dict[str, bytes] = {}
        start = 0
        for name, size in json.loads(head).items():
            self._files[name] = rest[start : start + size]
            start += size
        kept = code[_SUM:]
        # Damaged code could do anything, even to Python itself.
        self._code: dict[str, CodeType] = marshal.loads(kept) if kept and code[:_SUM] == _sum(kept) else {}
        self._known = len(self._code)

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
        code = self._code.get(path)
        if code is None:
            code = compile(self.get_data(path), path, "exec", dont_inherit=True)
            self._code[path] = code
        exec(code, module.__dict__)

    def get_data(self, path: str) -> bytes:
        """Return the bytes of a file below ROOT; raise FileNotFoundError."""
        data = self._files.get(path.removeprefix(ROOT))
        if data is None:
            raise FileNotFoundError(f"{path} is not in the archive")
        return data

    def compiled(self) -> bytes:
        """Return the code of all modules that have been imported behind its sum, empty where none is new since last time."""
        if len(self._code) == self._known:
            return b""
        self._known = len(self._code)
        code = marshal.dumps(self._code)
        return _sum(code) + code


def _sum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(_SUM)
