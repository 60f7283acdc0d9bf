"""Makes assets/days.bin, the table of the deals of a day: `python art/days.py`. It looks only for what is not there.

    --jobs N    searches at a time, as many as there are processors if not said
    --check N   makes nothing: looks for N deals by chance and compares them with the table

From nothing it takes about a day on one processor; when it is ended it goes on the next time. The file is described
in retro_pyramid/solver/daily_search.py. A day that was published never changes: deals in the table are not searched again.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from multiprocessing import Pool
from multiprocessing.pool import Pool as Workers
from pathlib import Path
from zlib import DEFLATED, MAX_WBITS, Z_FILTERED, compressobj

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from retro_pyramid.rules import Rules, daily_rules, solver_rules  # noqa: E402
from retro_pyramid.rules.editions import ALL_RULES, GAMES_PER_MATCH  # noqa: E402
from retro_pyramid.solver.daily_search import (  # noqa: E402
    ENTRIES_PER_RULE_SET,
    FIRST_YEAR,
    UNKNOWN_DISTANCE,
    YEAR_COUNT,
    DailyTable,
    compute_search_start,
)
from retro_pyramid.solver.difficulty import DealSearch  # noqa: E402

FILE = ROOT / "assets" / "days.bin"
RULE_SETS = tuple(dict.fromkeys(map(daily_rules, ALL_RULES)))
"""The rule sets that have deals of a day of their own."""
Asked = tuple[Rules, int, int]
"""A deal of a day: rules, date and place."""


def every_deal() -> Iterator[Asked]:
    """Yield all deals of the table."""
    first, end = date(FIRST_YEAR, 1, 1), date(FIRST_YEAR + YEAR_COUNT, 1, 1)
    dates = [int(f"{first + timedelta(days):%Y%m%d}") for days in range((end - first).days)]
    return (
        (rules, date, place) for rules in RULE_SETS for place in range(GAMES_PER_MATCH + 1) for date in dates
    )


def distance(asked: Asked) -> int:
    """Return how far from its start the first winnable deal is."""
    rules, date, place = asked
    seeking = DealSearch(solver_rules(rules), compute_search_start(rules, date, place), max_nodes=None)
    while not seeking.run_slice(10_000):
        pass
    return seeking.tried_count - 1


def packed(names: Sequence[str], distances: Sequence[int]) -> bytes:
    """Return the file: the distances by slot of the rule sets of these names."""
    planes = bytes(far & 0xFF for far in distances) + bytes(far >> 8 for far in distances)
    # Of all ways of zlib these parameters give the smallest file: few distances follow from those before them.
    packing = compressobj(9, DEFLATED, MAX_WBITS, 5, Z_FILTERED)
    return packing.compress(b"\n".join([",".join(names).encode(), planes])) + packing.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the table, or check it, as the command line says; return the exit code."""
    parser = argparse.ArgumentParser(prog="art/days.py", description="Make the table of the deals of a day.")
    parser.add_argument("--jobs", type=int, metavar="N", default=os.cpu_count(), help="searches at a time")
    parser.add_argument("--check", type=int, metavar="N", help="compare N deals by chance with the table")
    said = parser.parse_args(arguments)
    known = DailyTable(FILE.read_bytes() if FILE.exists() else packed([], []))
    with Pool(said.jobs) as pool:
        return check(known, said.check, pool) if said.check else make(known, pool)


def make(known: DailyTable, pool: Workers) -> int:
    """Look for all deals that are not known; what is found is written again and again."""
    names = [rules.id for rules in RULE_SETS]
    # Dates that are none, such as the 30th of February, take the least room as 0.
    distances = [0] * (len(names) * ENTRIES_PER_RULE_SET)
    slot = DailyTable(packed(names, distances)).find_record_index
    missing = []
    for asked in every_deal():
        deal = known.find_deal(*asked)
        if deal is None:
            missing.append(asked)
            distances[slot(*asked) or 0] = UNKNOWN_DISTANCE
        else:
            distances[slot(*asked) or 0] = (deal - compute_search_start(*asked)) & 0xFFFFFFFF
    FILE.write_bytes(packed(names, distances))
    for done, (asked, far) in enumerate(zip(missing, pool.imap(distance, missing), strict=True), 1):
        distances[slot(*asked) or 0] = far
        if done % 500 == 0 or done == len(missing):
            FILE.write_bytes(packed(names, distances))
            print(f"{done} of {len(missing)}", flush=True)
    return 0


def check(known: DailyTable, count: int, pool: Workers) -> int:
    """Look for some deals that are known, and say which differ."""
    chosen = random.sample([asked for asked in every_deal() if known.find_deal(*asked) is not None], count)
    wrong = 0
    for asked, far in zip(chosen, pool.imap(distance, chosen), strict=True):
        if (compute_search_start(*asked) + far) & 0xFFFFFFFF != known.find_deal(*asked):
            wrong += 1
            print(f"{asked[0].id} {asked[1]} {asked[2]}: another is the first", file=sys.stderr)
    print(f"{count} deals looked for, {wrong} of them differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
