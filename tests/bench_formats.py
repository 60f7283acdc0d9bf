"""Measures the inference of score files: `python -m tests.bench_formats [--files N] [--strangers N] [--seed N]`.

Files of known layouts are made from a seed (tests.formats.boards) and handed to the inference as bytes alone;
then files that are no boards (tests.formats.strangers). The tests run a small sample of the same study.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from retro_pyramid.formats.pictures import infer_pictures
from retro_pyramid.formats.score_inference import Reading, infer_scores
from tests.formats import boards
from tests.formats.strangers import stranger

HOUSE = (15, (("name", "string"), ("score", "int16"), ("", "int16")), 15)


class Study(NamedTuple):
    """What came out for files of known layouts: counts, and processor seconds a file."""

    files: int
    layouts: int
    listed: int
    first: int
    first_reading: int
    certain: int
    wrong: tuple[str, ...]
    mean_seconds: float
    most_seconds: float

    @property
    def lines(self) -> list[str]:
        """The figures in words."""
        percent = 100 / self.files
        return [
            f"{self.files} files of {self.layouts} layouts: the true layout is listed for {self.listed * percent:.1f} %, "
            f"first for {self.first * percent:.1f} % (its names and scores for {self.first_reading * percent:.1f} %)",
            f"certain: {self.certain * percent:.1f} %, of these wrong: {len(self.wrong)}",
            f"processor time a file: mean {1000 * self.mean_seconds:.1f} ms, most {1000 * self.most_seconds:.1f} ms",
        ]


def study_boards(files: int, seed: int, house: bool = False) -> Study:
    """Infer files of layouts drawn from the whole family, or (`house`) all of the publisher's own record."""
    random = Random(seed)
    counts: Counter[str] = Counter()
    layouts: set[str] = set()
    wrong = []
    times = []
    for _ in range(files):
        made = boards.make(random, *(HOUSE if house else boards.any_layout(random)))
        layouts.add(made.name)
        started = time.process_time()
        inference = infer_scores(made.data)
        times.append(time.process_time() - started)
        names = [candidate.layout.name for candidate in inference.candidates]
        right = bool(names) and inference.candidates[0].reading == Reading(made.names, made.scores)
        counts["listed"] += made.name in names
        counts["first"] += names[:1] == [made.name]
        counts["reading"] += right
        counts["certain"] += inference.certain
        if inference.certain and not right:
            wrong.append(f"{made.name} read as {names[0]}")
    figures = counts["listed"], counts["first"], counts["reading"], counts["certain"]
    return Study(files, len(layouts), *figures, tuple(wrong), sum(times) / files, max(times))


def study_strangers(files: int, seed: int) -> tuple[list[str], float]:
    """Infer files that are no boards and no decks; return what was taken as certain, and the longest time."""
    random = Random(seed)
    taken = []
    longest = 0.0
    for _ in range(files):
        kind, data = stranger(random)
        started = time.process_time()
        inference = infer_scores(data)
        pictures = infer_pictures(data)
        longest = max(longest, time.process_time() - started)
        if inference.certain:
            taken.append(f"{kind}, {len(data)} bytes, as {inference.candidates[0].layout.name}")
        taken += [f"{kind}, {len(data)} bytes, as {one.layout.name}" for one in pictures]
    return taken, longest


def main(words: Sequence[str]) -> int:
    """Print the figures; the exit code is 1 when one misses its mark."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench_formats")
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--strangers", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1991)
    arguments = parser.parse_args(list(words))
    family = study_boards(arguments.files, arguments.seed)
    house = study_boards(max(1, arguments.files // 5), arguments.seed, house=True)
    taken, longest = study_strangers(arguments.strangers, arguments.seed)
    for title, study in (("the whole family", family), ("the publisher's own record", house)):
        print(title)
        for line in (*study.lines, *study.wrong):
            print(f"  {line}")
    print(
        f"{arguments.strangers} other files: {len(taken)} taken as certain, longest {1000 * longest:.1f} ms"
    )
    for line in taken:
        print(f"  {line}")
    missed = family.listed < family.files or family.first < 0.95 * family.files
    return int(missed or bool(family.wrong or house.wrong or taken))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
