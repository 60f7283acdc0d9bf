"""Letter commands in a window under a Serbian keyboard: a layout where keys have other letters than on Russian ones."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from retro_pyramid.machine.presenter import Presenter
from tests.window.desktop import window
from tests.window.display import Display

KEY_D, KEY_ALT, KEY_G = 40, 64, 42
"""X11's keycodes of a PC's keys, whatever they type."""


@pytest.fixture
def serbian(display: Display) -> Iterator[Display]:
    if shutil.which("setxkbmap") is None:
        pytest.skip("not installed here: setxkbmap")

    def lay_out(layout: str) -> None:
        subprocess.run(["setxkbmap", "-display", display.name, layout], check=True)

    lay_out("rs")
    yield display
    lay_out("us")


def test_the_physical_key_is_the_command(serbian: Display, tmp_path: Path, opened: Presenter) -> None:
    words = ("--edition", "tilldawn", "--start", "table", "--deal", "61", "--still")
    with window(serbian, tmp_path, *words, "--record", "played.script") as hands:
        hands.do("settle")
        serbian.strike(KEY_D)
        hands.see("key d")
        serbian.strike(KEY_ALT, KEY_G)
        hands.see("key ALT+G")
    script = (tmp_path / "played.script").read_text(encoding="utf-8")
    assert [line for line in script.splitlines() if line.startswith("key")] == ["key d", "key ALT+G"]
