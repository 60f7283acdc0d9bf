"""How a game is put together from the words: which host is opened, where files go, which run follows."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.cli import main
from retro_pyramid.formats.pictures.bgi import Picture
from retro_pyramid.formats.pictures.deck import resize_picture
from retro_pyramid.launcher.card_art import make_card_image
from retro_pyramid.machine import host
from retro_pyramid.machine.presenter import Presenter, WindowOptions
from retro_pyramid.machine.video import TRANSPARENT
from retro_pyramid.rules import initial_state, rules_for
from retro_pyramid.solver.exact import solve_position
from tests.formats.test_score_inference import REAL

Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]
Windows = list[WindowOptions]
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")


@pytest.fixture
def windows(opened: Presenter, monkeypatch: Patch, tmp_path: Path) -> Windows:
    """The windows asked for; like the real thing, opening one moves to another folder."""
    asked: Windows = []
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    def open_host(window: WindowOptions) -> Presenter:
        asked.append(window)
        os.chdir(elsewhere)
        return opened

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(host, "open_window", open_host)
    return asked


def test_where_no_display_is_a_line_says_so(monkeypatch: Patch, tmp_path: Path, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    assert main(["--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        "pyramid: no display to open a window on: expected DISPLAY or WAYLAND_DISPLAY to be set\n"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="a matter of X11 and Wayland")
@pytest.mark.parametrize(
    ("named", "says"),
    [
        ({"DISPLAY": ":59999"}, "DISPLAY is ':59999', and nothing answers there"),
        ({"WAYLAND_DISPLAY": "wayland-none"}, "WAYLAND_DISPLAY is 'wayland-none', and nothing answers there"),
        ({"DISPLAY": "", "SDL_VIDEODRIVER": "x11"}, "Failed to initialize SDL2: x11 not available"),
    ],
)
def test_a_display_that_does_not_answer_is_told(tmp_path: Path, named: dict[str, str], says: str) -> None:
    usual = {name: value for name, value in os.environ.items() if name not in DISPLAYS}
    done = subprocess.run(
        [sys.executable, "-m", "retro_pyramid", "--mute", "--data", str(tmp_path)],
        # SDL looks there for a Wayland that nobody named.
        env={**usual, "XDG_RUNTIME_DIR": str(tmp_path), **named},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    # Before it SDL may have had a line of its own.
    assert done.stderr.splitlines()[-1] == f"pyramid: no window can be opened: {says}"


@pytest.fixture
def run_windows(windows: Windows, monkeypatch: Patch) -> list[Any]:
    """The arguments of every run in a window; none is really shown."""
    runs: list[Any] = []
    monkeypatch.setattr(host, "run_window", lambda *arguments: runs.append(arguments))
    return runs


@pytest.mark.parametrize(
    ("words", "changes"),
    [
        ("", {}),
        ("--aspect square", {"aspect": "square"}),
        ("--scale 2", {"scale": 2}),
        ("--fullscreen", {"is_fullscreen": True}),
        ("T --aspect 4:3 --scale 1", {"scale": 1}),
        ("--script script", {}),
    ],
)
def test_words_shape_a_window(windows: Windows, run_windows: Any, words: str, changes: Any) -> None:
    Path("script").write_text("key ENTER\n")
    # Every test is silent: there may be no sound device.
    assert main([*words.split(), "--data", "data", "--mute", "--power", "off"]) == 0
    (window,) = windows
    assert window._replace(icon_rows=()) == WindowOptions(
        "Pyramid Solitaire", **{"is_silent": True, **changes}
    )
    assert len(window.icon_rows) == 32
    ((_, app, _, script, *_),) = run_windows
    assert app.state()["screen"] == "intro"
    # Without a script the player plays, else it stands in for the player.
    assert (script is None) == ("--script" not in words)
    if script:
        assert (len(script.next_events()), script.next_events()) == (1, None)


def headless(script: str, words: str = "") -> int:
    Path("script").write_text(script)
    return main(["--headless", "--script", "script", "--data", "data", *words.split()])


def test_paths_are_those_of_the_folder_where_the_words_were_typed(windows: Windows, tmp_path: Path) -> None:
    Path("OLD.HGH").write_bytes(REAL)
    script = "shot one\nkey SPACE\ndrop OLD.HGH\n"
    assert headless(script, "--shots shots --state last.json") == 0
    assert windows[0].is_headless
    state = json.loads((tmp_path / "last.json").read_text(encoding="utf-8"))
    assert state["screen"] == "scores"
    assert state["message"].startswith("OLD.HGH: high scores, layout 15xname15")
    assert (tmp_path / "shots/one.png").is_file()
    assert (tmp_path / "data/PYRAMID.HGH").read_bytes() == REAL
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_nothing_is_opened_for_words_that_are_wrong_and_quit_ends_a_script_early(windows: Windows) -> None:
    for words in (["X"], ["--video", "vga"], ["--deal", "-1"], ["--script", "missing"], ["--record", "no/x"]):
        assert main(words) == 2
    assert windows == []
    assert headless("key SPACE\nkey ESC\nkey y\nkey ENTER\nnonsense\n") == 0


def test_winnable_deals_only(windows: Windows, tmp_path: Path, capsys: Capture) -> None:
    rules = rules_for("em")
    assert headless("settle\n", "--edition em --start table --winnable --deal 9 --state s.json") == 0
    found = json.loads((tmp_path / "s.json").read_text(encoding="utf-8"))["deal"]
    winnable = [
        solve_position(rules, initial_state(rules, deal(number))).winnable for number in range(9, found + 1)
    ]
    assert winnable == [False] * (found - 9) + [True]
    assert found > 9
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("size", [(64, 64), (17, 33), (96, 128)], ids=str)
def test_corners_of_the_felts_colour_are_seen_through(size: tuple[int, int], opened: Presenter) -> None:
    width, height = size
    pixels = bytearray(b"\x0f" * (width * height))
    # Two pixels, as one may fall between those that are kept.
    for row in (0, 1, height - 2, height - 1):
        for column in (0, 1, width - 2, width - 1):
            pixels[row * width + column] = 2
    # Felt elsewhere is a part of the picture.
    for row in range(height // 2 - 2, height // 2 + 3):
        pixels[row * width + width // 2 - 2 : row * width + width // 2 + 3] = b"\x02" * 5
    card = resize_picture(Picture(width, height, bytes(pixels)), 64, 64)
    image = make_card_image(card)
    assert [image.pget(x, y) for x in (0, 63) for y in (0, 63)] == [TRANSPARENT] * 4
    assert image.pget(32, 32) == 2
    for y in range(64):
        for x in range(64):
            if card.pixels[64 * y + x] == 2:
                assert image.pget(x, y) == (2 if 12 < y < 52 else TRANSPARENT)
    # A card of the felt's colour keeps its corners.
    image = make_card_image(Picture(64, 64, bytes([2]) * 4096))
    assert all(image.pget(x, y) == 2 for x in range(64) for y in range(64))
