"""The program in the page: its files in one compressed piece, from which its modules are imported without unpacking."""

import json
import zlib
from importlib.machinery import ModuleSpec
from types import ModuleType

ROOT = "/pyramid/"
"""Where the files seem to lie; only their folders are there."""
SIZE = 4
"""The bytes of a length: without it room is asked for bit by bit, and Python's memory is larger for good."""


PLANES = 4
# For each plane, the heaviest first, what two pixels of one byte have in it.
_BITS = [
    bytes((byte >> 7 - plane & 1) * 2 + (byte >> 3 - plane & 1) for byte in range(256))
    for plane in range(PLANES)
]


def pictures(paired: bytes) -> bytes:
    """Return Borland's BGI images of 16 colours and one size: `paired` is the header of each, then two pixels a byte.

    So they take half the room that their planes take when all is packed. Rows are whole bytes, trailing words 0.
    """
    head, pixels = paired[:4], paired[4:]
    columns = int.from_bytes(head[:2], "little") // 8 + 1
    rows = bytearray(len(pixels))
    for plane, bits in enumerate(_BITS):
        # A byte of a plane is eight pixels, which lie in four bytes.
        eight = 0
        for pair in range(4):
            eight |= int.from_bytes(pixels[pair::4].translate(bits)) << 6 - 2 * pair
        whole = eight.to_bytes(len(pixels) // 4)
        for column in range(columns):
            rows[plane * columns + column :: PLANES * columns] = whole[column::columns]
    size = PLANES * columns * (int.from_bytes(head[2:], "little") + 1)
    return b"".join(head + rows[at : at + size] + bytes(2) for at in range(0, len(rows), size))


class Archive:
    """Finds and loads modules in an archive: zlib over a line of JSON, name -> size, and the files one behind another.

    The size of `pictures` is negative. Before it stand `SIZE` bytes that tell how many all that is.
    """

    def __init__(self, data: bytes) -> None:
        self._data = zlib.decompress(memoryview(data)[SIZE:], bufsize=int.from_bytes(data[:SIZE]))
        start = self._data.index(b"\n") + 1
        self._files: dict[str, slice] = {}
        self._pictures = set[str]()
        for name, size in json.loads(self._data[:start]).items():
            if size < 0:
                self._pictures.add(name)
            self._files[name] = slice(start, start + abs(size))
            start += abs(size)

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
        name = path.removeprefix(ROOT)
        if name not in self._files:
            raise FileNotFoundError(f"{path} is not in the archive")
        data = self._data[self._files[name]]
        return pictures(data) if name in self._pictures else data
