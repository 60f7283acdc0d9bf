"""What tests of the screens share: a way to start the program."""

import os
from pathlib import Path
from typing import Protocol

import pytest

from retro_pyramid.machine.host import Presenter
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


@pytest.fixture
def start(opened: Presenter, tmp_path: Path) -> Start:
    def started(*words: str, new: bool = False, beside: bool = False) -> Game:
        return Game(tmp_path / "data", *words, new=new, beside=beside)

    return started


@pytest.fixture
def table(start: Start) -> Game:
    """Deal 61, level 1, all cards in their places."""
    return start("--start", "table", "--deal", "61").do("settle")
