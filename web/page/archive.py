"""Imports the program's modules in the page from one compressed archive, without unpacking it to files."""

import json
import zlib
from importlib.machinery import ModuleSpec
from types import ModuleType

ROOT = "/pyramid/"
"""Folder that the files seem to be in; only their folders exist."""
LENGTH_BYTES = 4
"""Size of the length before the data: with it zlib allocates memory once, else Python's memory stays larger for good."""
PLANES = 4
# For each plane, the highest bit first: the two bits that the two pixels of a byte have in it.
_PLANE_BITS = [
    bytes((byte >> 7 - plane & 1) * 2 + (byte >> 3 - plane & 1) for byte in range(256))
    for plane in range(PLANES)
]


def planar_pictures(packed: bytes) -> bytes:
    """Return Borland BGI images of 16 colours and one size.

    `packed` is the header that they share, then two pixels a byte, which compresses to half the size of planes. Rows must
    be whole bytes, and trailing words 0.
    """
    header, pixels = packed[:4], packed[4:]
    columns = int.from_bytes(header[:2], "little") // 8 + 1
    rows = bytearray(len(pixels))
    for plane, bits in enumerate(_PLANE_BITS):
        # A byte of a plane is eight pixels, which are four packed bytes.
        plane_bits = 0
        for pair in range(4):
            plane_bits |= int.from_bytes(pixels[pair::4].translate(bits)) << 6 - 2 * pair
        plane_bytes = plane_bits.to_bytes(len(pixels) // 4)
        for column in range(columns):
            rows[plane * columns + column :: PLANES * columns] = plane_bytes[column::columns]
    size = PLANES * columns * (int.from_bytes(header[2:], "little") + 1)
    return b"".join(header + rows[start : start + size] + bytes(2) for start in range(0, len(rows), size))


class Archive:
    """Finder and loader of modules in an archive.

    The archive is the length of its data in `LENGTH_BYTES` bytes, then zlib data: a line of JSON, name -> size, and the
    files in that order. A negative size marks packed pictures (`planar_pictures`).
    """

    def __init__(self, archive: bytes) -> None:
        self._data = zlib.decompress(
            memoryview(archive)[LENGTH_BYTES:], bufsize=int.from_bytes(archive[:LENGTH_BYTES])
        )
        start = self._data.index(b"\n") + 1
        self._files: dict[str, slice] = {}
        self._pictures = set[str]()
        for name, size in json.loads(self._data[:start]).items():
            if size < 0:
                self._pictures.add(name)
            self._files[name] = slice(start, start + abs(size))
            start += abs(size)

    def folders(self) -> set[str]:
        """Return the folders of all files."""
        return {ROOT + name.rpartition("/")[0] for name in self._files}

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return the spec of a module, None if it is not in the archive."""
        stem = name.replace(".", "/")
        for file in (f"{stem}.py", f"{stem}/__init__.py"):
            if file in self._files:
                package = file.startswith(f"{stem}/")
                # The type wants a loader with all methods that loaders ever had.
                spec = ModuleSpec(name, self, origin=ROOT + file, is_package=package)  # type: ignore[arg-type]
                spec.has_location = True
                return spec
        return None

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python create the module."""

    def exec_module(self, module: ModuleType) -> None:
        """Run a module's code."""
        path = str(module.__file__)
        exec(compile(self.get_data(path), path, "exec", dont_inherit=True), module.__dict__)

    def get_data(self, path: str) -> bytes:
        """Return the bytes of a file below ROOT. Raises FileNotFoundError."""
        name = path.removeprefix(ROOT)
        if name not in self._files:
            raise FileNotFoundError(f"{path} is not in the archive")
        data = self._data[self._files[name]]
        return planar_pictures(data) if name in self._pictures else data
