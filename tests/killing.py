"""Programs killed while they write: `python -m tests.killing FOLDER --runs 500 --seed 1991`.

Each run forks a program that enters scores, saves games and changes settings as fast as it can, on a disk that is now and
then nearly full, and ends it by SIGKILL after a random time. What it had reported as done must be in the files, whole;
what it had not begun must not. Where no small tmpfs can be mounted, a limit on the size of files stands in for the full
disk. POSIX only.
"""

import argparse
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import NoReturn

from retro_pyramid.cards import deal
from retro_pyramid.formats.native.config_text import decode_config
from retro_pyramid.formats.native.save_text import decode_save
from retro_pyramid.formats.scores.high_scores import decode_high_scores
from retro_pyramid.rules import rules_for
from retro_pyramid.session import Session
from retro_pyramid.storage import DataFolder, UserData

DISK_BYTES = 64 << 10
PAGE = 4096
SECONDS = 0.02
"""The longest time a program gets on a tmpfs, three times that elsewhere; its first writes begin at once."""
BALLAST = "BALLAST"
FILES = {"b": "PYRAMID.HGH", "s": "GAME.PYR", "c": "PYRAMID.CFG"}


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """Mount a small tmpfs on a folder; give whether that can be done here."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "none", str(folder)]
    try:
        mounted = os.geteuid() == 0 and subprocess.run(command, capture_output=True).returncode == 0
    except OSError:
        mounted = False
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)], check=True, capture_output=True)


def study(store: DataFolder, runs: int, seed: int, may_mount: bool) -> list[str]:
    """Kill so many programs, one after another, on the same files; print what came out, return what must not be."""
    folder = store.path
    chance = random.Random(seed)
    counts: Counter[str] = Counter()
    broken: list[str] = []
    with small_disk(folder) if may_mount else nullcontext(False) as tmpfs:
        steps = dict.fromkeys(FILES, 1)
        files = UserData(store)
        assert all(_write(files, kind, 1) for kind in FILES)
        for run in range(runs):
            if tmpfs:
                _fill(folder, chance.choice((None, 0, 1, 2, 3)))
            room = None if tmpfs or chance.random() < 0.3 else chance.choice((1, 150, 250, 1000, 4000))
            begun, done = _run(
                store, steps, chance.uniform(0, SECONDS if tmpfs else 3 * SECONDS), room, counts
            )
            for kind, name in FILES.items():
                try:
                    found = _found(kind, (folder / name).read_bytes())
                except (OSError, ValueError) as error:
                    broken.append(f"run {run}: {name}: {error}")
                    continue
                if not done[kind] <= found <= begun[kind]:
                    broken.append(f"run {run}: {name}: state {found}, expected {done[kind]} to {begun[kind]}")
                counts["written"] += found - steps[kind]
                counts["between"] += found < begun[kind]
                steps[kind] = found
    where = "a small tmpfs" if tmpfs else "a disk with limited files"
    print(
        f"{runs} programs killed on {where}: {counts['written']} states written, {counts['full']} times no room, "
        f"{counts['between']} files killed on the way to their next state, {len(broken)} broken"
    )
    return broken


def _run(
    store: DataFolder, steps: dict[str, int], seconds: float, room: int | None, counts: Counter[str]
) -> tuple[dict[str, int], dict[str, int]]:
    """Fork a program, kill it, and return the last state of each file that it began, and that it said was saved."""
    reading, writing = os.pipe()
    program = os.fork()
    if program == 0:
        os.close(reading)
        _program(store, dict(steps), writing, room)
    os.close(writing)
    with os.fdopen(reading, "rb") as reports:
        assert reports.readline() == b"ready\n"
        time.sleep(seconds)
        os.kill(program, signal.SIGKILL)
        os.waitpid(program, 0)
        said = reports.read().decode().split()
    told = {what: {word[1]: int(word[2:]) for word in said if word[0] == what} for what in "?!"}
    counts["full"] += sum(word[0] == "-" for word in said)
    return {**steps, **told["?"]}, {**steps, **told["!"]}


def _program(store: DataFolder, steps: dict[str, int], reports: int, room: int | None) -> NoReturn:
    """Go on from the steps until killed, with a report before and after each: short enough to be written at once."""
    try:
        if room is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
        files = UserData(store)
        os.write(reports, b"ready\n")
        while True:
            for kind in FILES:
                steps[kind] += 1
                os.write(reports, f"?{kind}{steps[kind]} ".encode())
                saved = _write(files, kind, steps[kind])
                os.write(reports, f"{'!' if saved else '-'}{kind}{steps[kind]} ".encode())
    finally:
        os._exit(1)


def _write(files: UserData, kind: str, state: int) -> bool:
    if kind == "s":
        return files.saved_games.write(
            "game", Session(rules_for("em"), deal(state), state).to_saved_session()
        )
    if kind == "c":
        return files.config.update_settings({"em.speed": str(state)})
    files.notification_lines.clear()
    files.add_score(f"P{state}", state, 1)
    return not files.notification_lines


def _found(kind: str, data: bytes) -> int:
    """Return the state that a file is in; raise ValueError unless it is whole, with all that belongs to that state."""
    if kind == "s":
        return decode_save(data).transcript.deal_number or 0
    if kind == "c":
        config = decode_config(data)
        if not config.is_intact:
            raise ValueError("the check sum is wrong")
        return int(config.to_dict()["em.speed"])
    rows = decode_high_scores(data).rows
    expected = [(f"P{state}", state) for state in range(int(rows[0].score), 0, -1)][:10]
    if [(row.name, row.score) for row in rows if row.score] != expected:
        raise ValueError(f"entries are missing: {rows}")
    return int(rows[0].score)


def _fill(folder: Path, pages: int | None) -> None:
    """Fill the disk up to so many pages, None for not at all."""
    ballast = folder / BALLAST
    ballast.unlink(missing_ok=True)
    if pages is not None:
        free = os.statvfs(folder).f_bavail - pages
        with ballast.open("wb") as file, suppress(OSError):
            file.write(bytes(max(0, free) * PAGE))


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.killing")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1991)
    parser.add_argument("--no-mount", action="store_true")
    arguments = parser.parse_args(list(words))
    broken = study(DataFolder(arguments.folder), arguments.runs, arguments.seed, not arguments.no_mount)
    print("\n".join(broken), end="\n" * bool(broken))
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
