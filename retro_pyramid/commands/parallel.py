"""Many questions answered in several processes, their answers in order; no process outlives who asked."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

AHEAD = 8
"""Tasks a process that are handed out before the first of them is answered."""

_MOST_ON_WINDOWS = 61
"""Windows waits for no more processes at once, and concurrent.futures refuses them."""

Task = TypeVar("Task")
Answer = TypeVar("Answer")


class WorkerEnded(Exception):
    """A worker process was ended from outside; the message is one line."""


def spread(ask: Callable[[Task], Answer], tasks: Sequence[Task], jobs: int) -> Iterator[Answer]:
    """Yield the answers to all tasks in their order, worked out in so many processes; raise WorkerEnded.

    A task is taken when its turn is near, so a long `range` costs nothing. The workers are killed when the loop over
    the answers ends early, and end by themselves when this process is gone.
    """
    if jobs == 1 or len(tasks) <= 1:
        yield from map(ask, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children

    workers = min(jobs, len(tasks), _MOST_ON_WINDOWS if sys.platform == "win32" else jobs)
    waiting: deque[Future[Answer]] = deque()
    with ProcessPoolExecutor(workers, initializer=_begin_worker) as pool:
        try:
            for task in tasks:
                waiting.append(pool.submit(ask, task))
                if len(waiting) == AHEAD * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BaseException as error:
            for worker in active_children():
                worker.kill()
            if isinstance(error, BrokenProcessPool):
                raise WorkerEnded("a worker process was ended, perhaps for lack of memory") from None
            raise


def _begin_worker() -> None:
    """Leave Ctrl+C to the process that asked, and end when that one is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
