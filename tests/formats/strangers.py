"""Files that are no score files and no decks, from a seed: noise, zeros, text, pictures, patterns, programs."""

import ast
import sys
from functools import cache
from pathlib import Path
from random import Random

from tests.formats.boards import FIRST, LAST

# Sizes that many record counts divide, so that most layouts get their chance.
ROUND_SIZES = (120, 180, 200, 240, 300, 360, 400, 480, 500, 600, 720, 840, 900, 1000, 1024, 1200, 1680, 1800)
KINDS: tuple[str, ...] = ("random", "zeros", "constant", "text", "source", "png", "pattern", "text pattern")
KINDS += ("program", "program", "numbers", "addresses", "sparse", "small numbers", "large")


@cache
def programs() -> bytes:
    """Return bytes of the running Python's own program files."""
    paths = [Path(sys.executable).resolve(), *sorted(Path(sys.prefix).rglob("*.so"))[:3]]
    paths += sorted(Path(sys.base_prefix).rglob("*.pyc"))[:20]
    return b"".join(path.read_bytes()[:500_000] for path in paths if path.is_file())


@cache
def texts() -> bytes:
    """Return bytes of Python sources."""
    library = Path(ast.__file__).parent
    return b"".join(path.read_bytes() for path in sorted(library.glob("*.py"))[:20])


def stranger(random: Random) -> tuple[str, bytes]:
    """Return what kind of file it is, and its bytes: 55 to 2250, now and then more."""
    size = random.choice(ROUND_SIZES) if random.random() < 0.6 else random.randint(55, 2250)
    kind = random.choice(KINDS)
    return kind, _bytes(random, kind, size)


def _bytes(random: Random, kind: str, size: int) -> bytes:
    if kind == "random":
        return random.randbytes(size)
    if kind == "zeros":
        return bytes(size)
    if kind == "constant":
        return bytes([random.randrange(256)]) * size
    if kind == "text":
        words = " ".join(random.choice((*FIRST, *LAST, "the", "a", "and", "12", "\r\n")) for _ in range(size))
        return words.encode()[:size]
    if kind in ("source", "program", "large"):
        whole = texts() if kind == "source" else programs()
        size = random.randint(2251, 20000) if kind == "large" else size
        start = random.randrange(len(whole) - size)
        return whole[start : start + size]
    if kind == "png":
        head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + random.randbytes(13) + b"\0\0\0\tpHYs"
        return (head + random.randbytes(size))[:size]
    if kind == "pattern":
        return (random.randbytes(random.randint(2, 80)) * size)[:size]
    if kind == "text pattern":
        return ((random.choice((*FIRST, *LAST)).encode() + bytes(random.randrange(6))) * size)[:size]
    if kind == "numbers":
        step, width = random.randint(1, 999), random.choice((1, 2, 4))
        numbers = range(step * size, 0, -step) if random.random() < 0.5 else range(0, step * size, step)
        return b"".join((number % (1 << 8 * width)).to_bytes(width, "little") for number in numbers)[:size]
    if kind == "addresses":
        first, second = random.randint(8, 20), random.randint(8, 20)
        record = []
        for _ in range(max(8, size // (first + second + 4))):
            for text, capacity in ((random.choice(FIRST), first), (random.choice(LAST), second)):
                name = text.encode()[:capacity]
                record.append(bytes([len(name)]) + name.ljust(capacity, b"\0"))
            record.append(random.randrange(65536).to_bytes(2, "little"))
        return b"".join(record)
    if kind == "sparse":
        return bytes(random.randrange(256) if random.random() < 0.1 else 0 for _ in range(size))
    return bytes(random.randrange(12) for _ in range(size))
