"""Ordered parallel map over worker processes that never outlive their parent process."""

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

MAX_PENDING_PER_WORKER = 8
"""Maximum number of tasks per worker process that are submitted before the first of them has finished."""

_MAX_WORKERS_ON_WINDOWS = 61
"""Windows cannot wait for more processes at once, and concurrent.futures rejects a higher number."""

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")


class WorkerDiedError(Exception):
    """A worker process was killed from outside; the message is one line."""


def parallel_map(
    func: Callable[[TaskT], ResultT], tasks: Sequence[TaskT], process_count: int
) -> Iterator[ResultT]:
    """Yield `func(task)` for all tasks in order, computed in worker processes; raise WorkerDiedError.

    Tasks are taken from the sequence only when they are due, so a long `range` costs nothing. The workers are killed if the
    iteration ends early, and exit by themselves when this process has gone.
    """
    if process_count == 1 or len(tasks) <= 1:
        yield from map(func, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children

    workers = min(
        process_count, len(tasks), _MAX_WORKERS_ON_WINDOWS if sys.platform == "win32" else process_count
    )
    pending: deque[Future[ResultT]] = deque()
    with ProcessPoolExecutor(workers, initializer=_initialize_worker) as pool:
        try:
            for task in tasks:
                pending.append(pool.submit(func, task))
                if len(pending) == MAX_PENDING_PER_WORKER * workers:
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        except BaseException as error:
            for worker in active_children():
                worker.kill()
            if isinstance(error, BrokenProcessPool):
                raise WorkerDiedError("a worker process was ended, perhaps for lack of memory") from None
            raise


def _initialize_worker() -> None:
    """Ignore Ctrl+C, which the parent process handles, and exit when the parent has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    """Wait for the parent process to end, then exit."""
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
