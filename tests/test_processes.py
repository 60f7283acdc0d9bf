"""Work spread over processes: taken as it is needed, and all of them gone when it ends, however it ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path

import pytest

from retro_pyramid.cards import deal, deal_text
from retro_pyramid.cli import main
from retro_pyramid.commands.parallel import MAX_PENDING_PER_WORKER, WorkerDiedError, parallel_map
from tests.patience import SECONDS, wait_for
from tests.test_elsewhere import METHODS, in_processes

Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]


class Billion(Sequence[int]):
    """A billion numbers, of which it counts how many were taken."""

    taken = 0

    def __len__(self) -> int:
        return 10**9

    def __getitem__(self, number):  # type: ignore[no-untyped-def]
        self.taken += 1
        assert self.taken < 1000, "tasks are taken that nobody waits for"
        return number


def test_a_task_is_taken_when_its_turn_is_near() -> None:
    tasks = Billion()
    with closing(parallel_map(abs, tasks, 2)) as answers:  # type: ignore[type-var]
        assert list(islice(answers, 20)) == list(range(20))
    assert tasks.taken <= 20 + 2 * MAX_PENDING_PER_WORKER


def test_a_worker_in_the_midst_of_a_long_answer_is_not_waited_for() -> None:
    began = time.monotonic()
    with closing(parallel_map(time.sleep, [0, *[2 * SECONDS] * 20], 2)) as answers:  # type: ignore[type-var]
        next(answers)
    assert time.monotonic() - began < SECONDS


def _end(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.posix
def test_a_worker_that_is_killed_is_told_of() -> None:
    with pytest.raises(WorkerDiedError, match="memory"):
        list(parallel_map(_end, range(9), 2))


def test_odds_without_a_worker_are_kept(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    def ended(*_: object):  # type: ignore[no-untyped-def]
        yield [True, True, True, False, False], []
        raise WorkerDiedError("a worker process was ended")

    monkeypatch.setattr("retro_pyramid.commands.odds.parallel_map", ended)
    assert main(["odds", "--edition", "em", "--deals", "50", "--data", str(tmp_path)]) == 130
    said = capsys.readouterr()
    assert "3 of 5 deals" in said.out
    assert said.err == "pyramid: a worker process was ended: the same command goes on from here\n"
    assert b"counted 5" in (tmp_path / "PYRAMID.ODD").read_bytes()


@pytest.mark.posix
@pytest.mark.parametrize(
    ("command", "end", "method"),
    [
        *(("odds", "SIGINT", ""), ("solve", "SIGINT", ""), ("odds", "SIGTERM", ""), ("solve", "SIGKILL", "")),
        *(
            (command, end, method)
            for method in METHODS
            for command, end in (("odds", "SIGINT"), ("odds", "SIGKILL"))
        ),
    ],
)
def test_no_worker_outlives_a_stopped_command(command: str, end: str, method: str, tmp_path: Path) -> None:
    number = getattr(signal, end)
    (tmp_path / "decks").write_text(f"{deal_text(deal(1))}\n" * 5000)
    rest = {
        "odds": ["--deals", "10000000", "--data", str(tmp_path)],
        "solve": ["--file", str(tmp_path / "decks")],
    }[command]
    printed, said = tmp_path / "printed", tmp_path / "said"
    # Every process that is left holds this pipe open.
    reading, writing = os.pipe()
    start = in_processes(method) if method else ("-m", "retro_pyramid")
    words = [*start, command, "--edition", "em", "--jobs", "2", *rest]
    with printed.open("wb") as out, said.open("wb") as errors, os.fdopen(reading, "rb") as left:
        program = subprocess.Popen(
            [sys.executable, *words], stdout=out, stderr=errors, pass_fds=[writing], start_new_session=True
        )
        os.close(writing)
        try:
            counted = tmp_path / "PYRAMID.ODD" if command == "odds" else printed
            wait_for("the first answers", lambda: counted.exists() and counted.stat().st_size)
            program.send_signal(number)
            code = program.wait(SECONDS)
            os.set_blocking(reading, False)
            wait_for("the end of all workers", lambda: left.read() == b"")
        finally:
            # Those of this session that are left, if any.
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
    if end == "SIGINT":
        assert code == 130
        assert said.read_text().strip().startswith(("stopped: the same", "pyramid: stopped"))
        assert said.read_text().count("\n") == 1
    else:
        assert code == -number
        assert method or said.read_bytes() == b""


BARS = f"[{'#' * 10}{'.' * 30}] 1/4 ", f"[{'#' * 40}] 4/4 \n"


@pytest.mark.parametrize(
    ("words", "drawn", "lines"),
    [
        ("solve --edition em --jobs 1 --file decks", BARS, 4),
        ("solve --edition em --jobs 2 --file decks", BARS, 4),
        ("odds --edition em --jobs 1 --deals 10 --data .", ["] 5/10  "], 2),
    ],
)
def test_a_terminal_is_shown_how_far_it_is(
    words: str, drawn: Sequence[str], lines: int, tmp_path: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("decks").write_text("\n".join([deal_text(deal(number)) for number in range(4)]))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(words.split()) == 0
    out, err = capsys.readouterr()
    assert [part for part in drawn if part not in err] == []
    assert out.count("\n") == lines
