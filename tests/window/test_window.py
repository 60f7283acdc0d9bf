"""The program in a real window: the same script gives the same files as without one, and real keys and a real mouse play."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from retro_pyramid.formats.scores import decode_board
from retro_pyramid.machine.host import Presenter
from retro_pyramid.machine.targets import visible_point
from tests.screens.driver import Game
from tests.scripts.record import Plan
from tests.scripts.search import played, stuck_game

ROOT = Path(__file__).parents[2]
MISSING = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not installed here: {' '.join(MISSING)}")
SECONDS = 30.0
TITLE = "Pyramid Solitaire"
KEYS = {"ENTER": "Return", "ESC": "Escape", "UP": "Up", "LEFT": "Left", "RIGHT": "Right"}


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A display of its own, whose number the X server chooses."""
    reading, writing = os.pipe()
    words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1100x24", "-nolisten", "tcp"]
    with subprocess.Popen(words, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        try:
            yield f":{number}"
        finally:
            server.terminate()


def surroundings(display: str, folder: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return {
        **kept,
        "DISPLAY": display,
        "SDL_AUDIODRIVER": "dummy",
        "HOME": str(folder),
        "PYTHONPATH": str(ROOT),
    }


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "retro_pyramid", *words]


def run(display: str, folder: Path, *words: str) -> None:
    """Run the program to its end in `folder`."""
    folder.mkdir()
    done = subprocess.run(
        command(*words, "--shots", ".", "--data", "data", "--state", "last.json"),
        cwd=folder,
        env=surroundings(display, folder),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", [(), ("T",)], ids=["graphics", "text"])
def test_a_script_gives_the_same_files_in_a_window(
    display: str, tmp_path: Path, words: tuple[str, ...]
) -> None:
    plan = Plan("stuck", "mouse", 2)
    script = ("--script", str(plan.path), "--deal", str(plan.deal), *words)
    run(display, tmp_path / "window", *script, "--mute")
    run(display, tmp_path / "headless", *script, "--headless")
    files = sorted(path.relative_to(tmp_path / "headless") for path in (tmp_path / "headless").rglob("*.*"))
    assert {"over.png", "board.png", "last.json", "data/PYRAMID.HGH"} <= set(map(str, files))
    for file in files:
        assert (tmp_path / "window" / file).read_bytes() == (tmp_path / "headless" / file).read_bytes(), file


def wait_for(what: str, ask: Callable[[], Any]) -> Any:
    """Ask until there is an answer."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        if answer := ask():
            return answer
        time.sleep(0.05)
    raise AssertionError(f"{what}: not within {SECONDS:.0f} s")


class Hands:
    """A real keyboard and mouse on the display; every step is done headless too, to know where things are."""

    def __init__(self, display: str, folder: Path, game: Game) -> None:
        self._environment = surroundings(display, folder)
        self.game = game

    def ask(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=self._environment, capture_output=True, text=True, timeout=10
        )
        return done.stdout

    def place(self) -> dict[str, int]:
        """Where the program's window is, once it has the focus."""
        if TITLE not in self.ask("getwindowfocus", "getwindowname"):
            return {}
        lines = self.ask("getwindowfocus", "getwindowgeometry", "--shell").splitlines()
        return {name: int(value) for name, value in (line.split("=") for line in lines)}

    def do(self, *lines: str) -> None:
        for line in lines:
            word, _, rest = line.partition(" ")
            if word == "key":
                self.ask("key", KEYS.get(rest, rest))
            elif word == "text":
                self.ask("type", "--delay", "30", rest)
            else:
                self._click(rest)
            self.game.do(line)

    def _click(self, target: str) -> None:
        x, y = visible_point(self.game.app.targets(), target) or (0, 0)
        window = self.place()
        # The picture fills the window: 640 columns and 350 rows at 4:3.
        across, down = (2 * x + 1) * window["WIDTH"] // 1280, (2 * y + 1) * window["HEIGHT"] // 700
        self.ask("mousemove", str(window["X"] + across), str(window["Y"] + down))
        time.sleep(0.1)
        self.ask("click", "1")
        # Two clicks within a frame would be one.
        time.sleep(0.1)


def test_real_keys_and_a_real_mouse_play_to_a_name_on_the_board(
    display: str, tmp_path: Path, opened: Presenter
) -> None:
    number, moves = stuck_game()
    words = ("--start", "menu", "--deal", str(number))
    files = ("--data", "data", "--state", "last.json")
    game = Game(tmp_path / "headless", *words)
    hands = Hands(display, tmp_path, game)
    with subprocess.Popen(
        command(*words, *files, "--mute"),
        cwd=tmp_path,
        env=surroundings(display, tmp_path),
        stderr=subprocess.PIPE,
    ) as program:
        try:
            window = wait_for("a window with the focus", hands.place)
            assert window["WIDTH"] * 3 == window["HEIGHT"] * 4
            hands.do("key ENTER", "key ESC", "key n", "key RIGHT", "key LEFT")
            mouse = 6
            for move in map(str, moves):
                target = "stock" if move == "D" else f"card:{move}"
                if mouse:
                    mouse -= 1
                    if game.selected != target:
                        hands.do(f"clickon {target}")
                    hands.do(f"clickon {target}")
                    continue
                if game.selected == "stock" != target:
                    hands.do("key LEFT")
                while game.selected != target:
                    hands.do("key UP" if target == "stock" else "key RIGHT")
                hands.do("key ENTER")
            assert game.moves == list(map(str, moves))
            hands.do("key ESC", "text Ann", "key ENTER")
            time.sleep(0.1)
            hands.do("key ESC", "key ESC", "key y")
            assert game.app.done
            assert program.wait(timeout=SECONDS) == 0
        finally:
            program.kill()
        assert program.stderr is not None
        assert program.stderr.read() == b""
    board = decode_board((tmp_path / "data/PYRAMID.HGH").read_bytes())
    assert board.rows[0] == ("Ann", played(number, moves, 1).score, 1)
    last = json.loads((tmp_path / "last.json").read_text(encoding="utf-8"))
    expected = game.state
    for state in (last, expected):
        del state["tick"]
    assert last == expected
