"""Many questions answered in several processes, their answers in order, stopped at once by Ctrl+C."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def spread(
    ask: Callable[[Task], Answer], tasks: Sequence[Task], jobs: int, chunk: int = 1
) -> Iterator[Answer]:
    """Yield the answers to all tasks in their order, worked out in so many processes, `chunk` tasks handed out at a time."""
    if jobs == 1 or len(tasks) <= 1:
        yield from map(ask, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor

    workers = min(jobs, len(tasks))
    # Only this process hears Ctrl+C; the others end when it takes their work away.
    pool = ProcessPoolExecutor(workers, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        yield from pool.map(ask, tasks, chunksize=max(1, min(chunk, len(tasks) // workers)))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
