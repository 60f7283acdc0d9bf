"""Errors after a double click, where no terminal is: in a window, or in a file."""

import atexit
import ctypes
import io
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from retro_pyramid.launcher import stderr_box as unread
from retro_pyramid.machine.window import desktop_window as window

Patch = pytest.MonkeyPatch


@pytest.mark.posix
def test_a_file_a_pipe_and_a_terminal_have_readers_others_none(tmp_path: Path) -> None:
    (reading, pipe), (master, terminal), sockets = os.pipe(), os.openpty(), socket.socketpair()
    file, nowhere = os.open(tmp_path / "log", os.O_WRONLY | os.O_CREAT), os.open(os.devnull, os.O_WRONLY)
    asked = (pipe, terminal, file, nowhere, sockets[1].fileno(), 9999)
    found = [unread.has_no_reader("linux", number) for number in asked]
    for number in (reading, pipe, master, terminal, file, nowhere, *(one.detach() for one in sockets)):
        os.close(number)
    assert found == [False] * 3 + [True] * 3


@pytest.mark.parametrize(("terminal", "processes"), [(True, 1), (True, 2), (True, 0), (False, 1)])
def test_nobody_reads_a_console_of_windows(terminal: bool, processes: int, monkeypatch: Patch) -> None:
    kernel = SimpleNamespace(GetConsoleProcessList=lambda *_: processes)
    monkeypatch.setattr(ctypes, "windll", {"kernel32": kernel}, raising=False)
    monkeypatch.setattr(os, "isatty", lambda _: terminal)
    assert unread.has_no_reader("win32") is (terminal and processes < 2)


def test_windows_shows_a_box_and_macos_an_alert_with_the_text_beside_the_script(monkeypatch: Patch) -> None:
    shown: list[tuple[Any, ...]] = []
    runs: list[list[str]] = []
    user = SimpleNamespace(MessageBoxW=lambda *said: shown.append(said))
    monkeypatch.setattr(ctypes, "windll", {"user32": user}, raising=False)
    monkeypatch.setattr(subprocess, "run", lambda command, **_: runs.append(command))
    unread.show_or_save_text("no window", "win32")
    assert (shown, runs) == ([(None, "no window", "Retro Pyramid", 0x10)], [])
    unread.show_or_save_text('say "x"', "darwin")
    ((program, _, script, *_, said),) = runs
    assert (program, said) == ("/usr/bin/osascript", 'say "x"')
    assert "say" not in script


def refused(*_: object) -> None:
    raise OSError("no window")


@pytest.mark.parametrize("system", ["win32", "darwin", "linux"])
def test_without_a_window_the_words_are_kept(system: str, tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("RETRO_PYRAMID_DATA", str(tmp_path))
    monkeypatch.setattr(window, "load_sdl", lambda: None)
    monkeypatch.setattr(subprocess, "run", refused)
    unread.show_or_save_text("", system)
    assert list(tmp_path.iterdir()) == []
    unread.show_or_save_text("pyramid: no display", system)
    assert (tmp_path / "PYRAMID.ERR").read_text() == "pyramid: no display\n"


@pytest.mark.posix
def test_without_a_window_no_box_waits_for_anybody_and_the_named_folder_has_the_words(tmp_path: Path) -> None:
    """A box that were opened here would leave no file."""
    boxed = (
        "import sys; from retro_pyramid.machine.window import desktop_window as window; "
        "window.message_box = lambda *_: None"
    )
    words = ["--headless", "--script", "missing", "--data", "mine"]
    main = f"{boxed}; from retro_pyramid.cli import main; sys.exit(main({words}))"
    surroundings = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", main], cwd=tmp_path, env=surroundings, stderr=subprocess.DEVNULL, check=False
    )
    assert done.returncode == 2
    assert (tmp_path / "mine/PYRAMID.ERR").read_text() == "pyramid: missing: No such file or directory\n"


@pytest.mark.parametrize(("words", "system"), [([], "linux"), (["--headless"], "")])
def test_what_is_said_still_goes_where_it_went(monkeypatch: Patch, words: list[str], system: str) -> None:
    told: list[Callable[[], None]] = []
    shown: list[tuple[str, ...]] = []
    beneath = io.StringIO()
    monkeypatch.setattr(sys, "stderr", beneath)
    monkeypatch.setattr(unread, "has_no_reader", lambda _: True)
    monkeypatch.setattr(atexit, "register", told.append)
    monkeypatch.setattr(unread, "show_or_save_text", lambda *words: shown.append(words))
    unread.install_stderr_box(["T", "--data=one", "--data", "two", *words], "linux")
    print("pyramid: one line", file=sys.stderr)
    told[0]()
    assert beneath.getvalue() == "pyramid: one line\n"
    assert shown == [("pyramid: one line", system, "two")]
