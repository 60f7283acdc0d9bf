"""The fuzzed decoders in the small: the kept corpus, its mutations, and any bytes; quick, and in little memory."""

import re
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.detect import detect_decks, detect_scores
from retro_pyramid.formats.native.checksummed import format_check_line
from retro_pyramid.formats.native.statistics_text import decode_odds
from retro_pyramid.formats.native.tournament_text import decode_proofs, decode_suspended
from retro_pyramid.launcher.replay_source import parse_replay
from retro_pyramid.storage import StorageError
from tests.fuzz.targets import TARGETS, run

CORPUS = Path(__file__).parent / "corpus"
KEPT = sorted(path.relative_to(CORPUS) for path in CORPUS.glob("*/*"))


@pytest.mark.parametrize("name", TARGETS)
def test_every_target_takes_some_of_its_kept_corpus_which_finds_nothing(name: str) -> None:
    taken = []
    for path in KEPT:
        if path.parts[0] == name:
            began = time.process_time()
            taken.append(run(name, (CORPUS / path).read_bytes()))
            assert time.process_time() - began < 1
    assert any(taken)


@pytest.mark.parametrize("times", [20, pytest.param(600, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", TARGETS)
def test_changed_and_any_bytes_are_read_or_refused(name: str, times: int) -> None:
    random = Random(name)
    seeds = [(CORPUS / path).read_bytes() for path in KEPT if path.parts[0] == name]
    for number in range(times):
        data = bytearray(random.choice(seeds) if number % 5 else random.randbytes(random.randrange(600)))
        for _ in range(random.randrange(4)):
            # A few bytes go, a few others come: any, or a piece of another input.
            at, other = random.randrange(len(data) + 1), random.choice(seeds)
            begin, length = random.randrange(len(other) + 1), random.randrange(40)
            piece = other[begin : begin + length] if length > 9 else random.randbytes(length // 3)
            data[at : at + random.randrange(3)] = piece
        assert run(name, bytes(data)) in (True, False)


LONG = {"letters": b"x" * 5000, "digits": b"9" * 5000, "words": b"x " * 2500}


@pytest.mark.parametrize("long", LONG)
@pytest.mark.parametrize("name", ["layouts", "order", "config", "saves", "watched", "texts"])
def test_no_error_repeats_a_long_word_of_a_text(name: str, long: str) -> None:
    for path in KEPT:
        if path.parts[0] == name:
            data = (CORPUS / path).read_bytes()
            for word in re.finditer(rb"[^\s=,:]+", data[:1500]):
                assert run(name, data[: word.start()] + LONG[long] + data[word.end() :]) in (True, False)


@pytest.mark.parametrize("tag", ["em goal=" + "w" * 5000, "x" * 5000])
@pytest.mark.parametrize("text", ["", "counted 1\n", "no line", "= \n"])
@pytest.mark.parametrize("decode", [decode_odds, decode_proofs, decode_suspended])
def test_no_error_repeats_the_long_tag_of_a_block(
    decode: Callable[[bytes], object], text: str, tag: str
) -> None:
    kinds: dict[Callable[[bytes], object], str] = {
        decode_odds: "odds",
        decode_proofs: "proofs",
    }
    body = f"retro-pyramid-{kinds.get(decode, 'tournament')} 1\n= {tag}\n{text}".encode()
    for repeated in (body, body + f"= {tag}\n{text}".encode()):
        with pytest.raises(FormatError) as refused:
            decode(repeated + format_check_line(repeated))
        assert len(str(refused.value)) <= 600
        assert str(refused.value).isprintable()


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
        detect_scores,
        lambda found: detect_decks(found, allow_any_images=True),
        lambda found: parse_replay(found.decode("latin-1"), "FILE"),
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
