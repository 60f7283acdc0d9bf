"""Measures the inference of score files: `python -m tests.bench_formats [--files N] [--strangers N] [--seed N]`.

Files of known layouts are made from a seed (tests.formats.boards) and handed as bytes alone to the inference and to
what the program calls, `recognise_scores`; among them files exactly as long as a board of our own, which could be
taken for one. Then files that are no boards (tests.formats.strangers). The tests run a small sample of the same study.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import NamedTuple

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.detect import detect_scores
from retro_pyramid.formats.pascal import decode_cp437
from retro_pyramid.formats.pictures.picture_inference import infer_deck_layouts
from retro_pyramid.formats.scores.high_scores import HIGH_SCORE_LAYOUT
from retro_pyramid.formats.scores.score_inference import (
    NAME_CAPACITIES,
    PLAIN_STRING_CAPACITY,
    Interpretation,
    infer_score_layout,
)
from tests.formats import boards
from tests.formats.strangers import stranger

Drawn = tuple[int, tuple[tuple[str, str], ...], int]
"""How many records, which fields, how long a name: what tests.formats.boards makes a file of."""


def house_layout(_: Random) -> Drawn:
    """Return the record of the publisher's own score files."""
    return 15, (("name", "string"), ("score", "int16"), ("", "int16")), 15


def layout_as_long_as_ours(random: Random) -> Drawn:
    """Return a member of the family whose files are as long as our own board, 200 bytes."""
    while True:
        _, fields, _ = boards.any_layout(random)
        numbers = sum(boards.SIZES[kind] for _, kind in fields if kind != "string")
        count = random.choice((5, 8, 10))
        capacity = HIGH_SCORE_LAYOUT.file_size // count - 1 - numbers
        if capacity in NAME_CAPACITIES:
            return count, fields, capacity


def plain_string_layout(random: Random) -> Drawn:
    """Return a member of the family whose names are declared as a plain `string`, of 255 characters."""
    count, fields, _ = boards.any_layout(random)
    return count, fields, PLAIN_STRING_CAPACITY


class Study(NamedTuple):
    """What came out for files of known layouts: counts, and processor seconds a file of the inference.

    `taken` are the files the program takes, `wrong` those whose names or scores are then not the true ones. Of those
    taken `levels` have a level that is told, `invented` are those where it is not the true one.
    """

    files: int
    layouts: int
    wrong: tuple[str, ...]
    invented: tuple[str, ...]
    mean_seconds: float
    most_seconds: float
    listed: int
    first: int
    first_reading: int
    certain: int
    taken: int
    levels: int

    @property
    def lines(self) -> list[str]:
        """The figures in words."""
        listed, first, reading, certain, taken, _ = (
            f"{100 * count / self.files:.1f} %" for count in self[6:]
        )
        levels, mean, most = self.levels / max(self.taken, 1), self.mean_seconds, self.most_seconds
        return [
            f"{self.files} files of {self.layouts} layouts: the true layout is listed for {listed}, "
            f"first for {first} (its names and scores for {reading})",
            f"certain: {certain}, taken by the program: {taken}, either of them wrong: {len(self.wrong)}",
            f"level: told for {100 * levels:.1f} % of those taken, wrong for {len(self.invented)}",
            f"processor time a file: mean {1000 * mean:.1f} ms, most {1000 * most:.1f} ms",
        ]


def study_boards(files: int, seed: int, draw: Callable[[Random], Drawn] = boards.any_layout) -> Study:
    """Infer and recognise files of layouts that `draw` draws."""
    random = Random(seed)
    counts = Counter(listed=0, first=0, first_reading=0, certain=0, taken=0, levels=0)
    layouts, wrong, invented, times = set[str](), list[str](), list[str](), list[float]()
    for _ in range(files):
        made = boards.make(random, *draw(random))
        truth = [(decode_cp437(name), score) for name, score in zip(made.names, made.scores, strict=True)]
        layouts.add(made.name)
        started = time.process_time()
        inference = infer_score_layout(made.data)
        times.append(time.process_time() - started)
        names = [candidate.layout.name for candidate in inference.candidates]
        right = bool(names) and inference.candidates[0].interpretation == Interpretation(
            made.names, made.scores
        )
        counts["listed"] += made.name in names
        counts["first"] += names[:1] == [made.name]
        counts["first_reading"] += right
        counts["certain"] += inference.is_certain
        if inference.is_certain and not right:
            wrong.append(f"{made.name} inferred as {names[0]}")
        try:
            found = detect_scores(made.data)
        except FormatError:
            continue
        counts["taken"] += 1
        if [(row.name, row.score) for row in found.score_records.rows] != truth:
            wrong.append(f"{made.name} taken as {found.score_records.layout.name}: {found.reason}")
        # In an empty place anything may stand.
        told = [row.level for row in found.score_records.rows if row.score]
        if any(level is not None for level in told):
            counts["levels"] += 1
            if told != [level for level, score in zip(made.levels, made.scores, strict=True) if score]:
                invented.append(f"{made.name} taken as {found.score_records.layout.name}: level {told[0]}")
    mean, most = sum(times) / files, max(times)
    return Study(files, len(layouts), tuple(wrong), tuple(invented), mean, most, **counts)


def study_strangers(files: int, seed: int) -> tuple[list[str], float]:
    """Infer files that are no boards and no decks; return what was certain or taken, and the longest time."""
    random = Random(seed)
    taken = []
    longest = 0.0
    for _ in range(files):
        kind, data = stranger(random)
        started = time.process_time()
        inference = infer_score_layout(data)
        pictures = infer_deck_layouts(data)
        longest = max(longest, time.process_time() - started)
        if inference.is_certain:
            taken.append(f"{kind}, {len(data)} bytes, as {inference.candidates[0].layout.name}")
        with suppress(FormatError):
            layout = detect_scores(data).score_records.layout
            taken.append(f"{kind}, {len(data)} bytes, by the program as {layout.name}")
        taken += [f"{kind}, {len(data)} bytes, as {one.layout.name}" for one in pictures]
    return taken, longest


def main(words: Sequence[str]) -> int:
    """Print the figures; the exit code is 1 when one misses its mark."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench_formats")
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--strangers", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1991)
    arguments = parser.parse_args(list(words))
    part = max(1, arguments.files // 5)
    family = study_boards(arguments.files, arguments.seed)
    house = study_boards(part, arguments.seed, house_layout)
    ours = study_boards(part, arguments.seed, layout_as_long_as_ours)
    plain = study_boards(part, arguments.seed, plain_string_layout)
    taken, longest = study_strangers(arguments.strangers, arguments.seed)
    studies = {
        "the whole family": family,
        "the publisher's own record": house,
        "files as long as our own board": ours,
        "names of a plain string": plain,
    }
    for title, study in studies.items():
        print(title)
        for line in (*study.lines, *study.wrong, *study.invented):
            print(f"  {line}")
    print(
        f"{arguments.strangers} other files: {len(taken)} taken as certain, longest {1000 * longest:.1f} ms"
    )
    for line in taken:
        print(f"  {line}")
    missed = family.listed < family.files or family.first < 0.95 * family.files
    return int(missed or bool(taken) or any(study.wrong for study in studies.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
