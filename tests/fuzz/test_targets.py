"""The fuzzed decoders in the small: the kept corpus, its mutations, and any bytes; quick, and in little memory."""

import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.recognise import recognise_decks, recognise_scores
from retro_pyramid.play.watch import game_of
from retro_pyramid.storage import StorageError
from tests.fuzz.targets import TARGETS, run

CORPUS = Path(__file__).parent / "corpus"
KEPT = sorted(path.relative_to(CORPUS) for path in CORPUS.glob("*/*"))


LEAN, LONG = 30, 300
EACH = pytest.mark.parametrize(
    ("name", "times"),
    [(name, LEAN) for name in TARGETS]
    + [pytest.param(name, LONG, marks=pytest.mark.slow) for name in TARGETS],
)


@pytest.mark.parametrize("name", TARGETS)
def test_every_target_takes_some_of_its_kept_corpus_which_finds_nothing(name: str) -> None:
    taken = []
    for path in KEPT:
        if path.parts[0] == name:
            began = time.process_time()
            taken.append(run(name, (CORPUS / path).read_bytes()))
            assert time.process_time() - began < 1
    assert any(taken)


@EACH
def test_changed_bytes_are_read_or_refused(name: str, times: int) -> None:
    random = Random(name)
    seeds = [(CORPUS / path).read_bytes() for path in KEPT if path.parts[0] == name]
    outcomes = set()
    for _ in range(times):
        data = bytearray(random.choice(seeds))
        for _ in range(random.randrange(4)):
            at = random.randrange(len(data) + 1)
            data[at : at + random.randrange(3)] = random.randbytes(random.randrange(3))
        outcomes.add(run(name, bytes(data)))
    assert outcomes <= {True, False}


@EACH
def test_any_bytes_are_read_or_refused(name: str, times: int) -> None:
    @settings(max_examples=times)
    @given(data=st.binary(max_size=600))
    def check(data: bytes) -> None:
        assert run(name, data) in (True, False)

    check()


HOSTILE = {
    "a header of 65536 x 65536": b"\xff" * 200_000,
    "headers of 1 x 1": bytes(4 + 4 + 2) * 100_000,
    "a megabyte of noise": Random(1).randbytes(1 << 20),
    "sixteen megabytes of zeros": bytes(16 << 20),
    "the largest chain": (b"\x5f\0\x7f\0" + bytes(4 * 12 * 128 + 2)) * 112,
    "lengths of 255": b"\xff" * 2250,
    "one letter for ever": b"\x01a" * 1125,
    "a game of sixteen megabytes of draws": b"retro-pyramid 1\nedition em\ndeal 61\nmoves"
    + b" D" * (8 << 20),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_take_neither_time_nor_memory(name: str) -> None:
    data = HOSTILE[name]
    tracemalloc.start()
    readers: tuple[Callable[[bytes], object], ...] = (
        recognise_scores,
        lambda found: recognise_decks(found, loose=True),
        lambda found: game_of(found.decode("latin-1"), "FILE"),
    )
    try:
        for read in readers:
            began = time.process_time()
            with suppress(FormatError, StorageError):
                read(data)
            # Counting every allocation makes it several times slower than it is.
            assert time.process_time() - began < 4
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 64 << 20
