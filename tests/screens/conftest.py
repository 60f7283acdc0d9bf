"""What tests of the screens share: a way to start the program."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from retro_pyramid.machine.presenter import Presenter
from retro_pyramid.solver import difficulty as grade
from retro_pyramid.solver import game_analysis as judge
from retro_pyramid.solver import perfect_engine as oracle
from retro_pyramid.solver.incremental_task import Work
from tests.screens.driver import Game


class Start(Protocol):
    """Starts the program with words of the command line; a second start finds the files of the first, which has ended.

    With `beside` the first one goes on.
    """

    def __call__(self, *words: str, new: bool = False, beside: bool = False) -> Game: ...


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for the disk: a game is kept after every move, and these tests play thousands."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def thought_once(find: Callable[..., Work[Any]]) -> Callable[..., Work[Any]]:
    """Let the solver think about a position once: whoever asks again is told after as many slices, without the work."""
    known: dict[object, tuple[list[int], Any]] = {}

    def again(*asked: Any, **more: Any) -> Work[Any]:
        question = (vars(oracle)["Solver"], asked, *more.items())
        if question not in known:
            thinking, slices = find(*asked, **more), []
            try:
                while True:
                    slices.append(next(thinking))
                    yield slices[-1]
            except StopIteration as done:
                known[question] = slices, done.value
                return done.value
        slices, answer = known[question]
        yield from slices
        return answer

    return again


@pytest.fixture(autouse=True, scope="package")
def _thoughts_kept() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        find = thought_once(oracle.search_position)
        for module in (oracle, judge, grade):
            patch.setattr(module, "search_position", find)
        yield


@pytest.fixture
def start(opened: Presenter, tmp_path: Path) -> Start:
    def started(*words: str, new: bool = False, beside: bool = False) -> Game:
        return Game(tmp_path / "data", *words, new=new, beside=beside)

    return started


@pytest.fixture
def table(start: Start) -> Game:
    """Deal 61, level 1, all cards in their places."""
    return start("--start", "table", "--deal", "61").do("settle")
