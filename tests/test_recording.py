"""A session is written down as a script, and the script plays it again: the same state, the same picture."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from retro_pyramid.cli import main
from retro_pyramid.launcher import launcher as playing
from retro_pyramid.launcher.recording import Recorder, parse_recorded_deals
from retro_pyramid.machine import host
from retro_pyramid.machine.events import (
    Event,
    FileDrop,
    KeyPress,
    MouseMotion,
    MousePress,
    MouseRelease,
    MouseWheel,
    parse_key,
)
from retro_pyramid.machine.host import run_frame
from retro_pyramid.machine.presenter import Presenter
from retro_pyramid.machine.script import Script
from tests.machine.stage import Stage
from tests.programs import PROGRAMS
from tests.screens.driver import Game

Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]
A, B = KeyPress("a", "a"), KeyPress("ENTER")


@pytest.mark.parametrize(
    ("frames", "lines"),
    [
        ([([], 3), ([A], 1), ([], 5), ([B], 2), ([], 1)], "wait 3; key a; wait 5; key ENTER; wait 2"),
        ([([A, B, A], 1), ([], 5), ([B], 1)], "key a; key ENTER; key a; wait 3; key ENTER"),
        ([([A], 0), ([A], 0), ([A], 1)], "key a; key a; key a"),
        (
            [([MouseMotion(5, 6)], 1), ([MousePress(5, 6)], 9), ([MouseRelease(5, 6)], 2)],
            "wait 1; click 5 6; wait 10",
        ),
        (
            [([MousePress(5, 6)], 1), ([MouseMotion(9, 9)], 8), ([MouseRelease(10, 9)], 1)],
            "wait 5; drag 5 6 10 9",
        ),
        ([([MousePress(5, 6, 2)], 1), ([MouseRelease(7, 7, 2)], 1)], "rclick 5 6; wait 1"),
        (
            [*[([MouseMotion(x, 5)], 1) for x in range(20)], ([], 10), ([A], 1)],
            "wait 19; move 19 5; wait 10; key a",
        ),
        (
            [
                *[([KeyPress(name, "", True)], 1) for name in ("DOWN", "ENTER", "SPACE")],
                ([KeyPress("x", "x", True)], 1),
            ],
            "key DOWN; wait 2; key x",
        ),
        (
            [([MouseWheel(-2), FileDrop("/a b/c.hgh"), KeyPress("#", "#"), KeyPress("SPACE", " ")], 4)],
            "wheel -2; drop /a b/c.hgh; key #; key SPACE",
        ),
    ],
)
def test_a_session_is_written_down_line_by_line(frames: list[tuple[list[Event], int]], lines: str) -> None:
    recorder = Recorder(Stage())
    for events, ticks in frames:
        recorder.update(list(events), ticks)
    found = recorder.build_script([]).splitlines()
    assert "; ".join(line for line in found if not line.startswith("# ")) == lines


def test_the_day_of_a_script_is_the_one_that_was_asked_for_first(opened: Presenter, tmp_path: Path) -> None:
    days = iter([20261120, 20261121])
    recorder = Recorder(Stage())
    services = recorder.wrap_services(Game(tmp_path).app.services._replace(get_today=lambda: next(days)))
    assert [services.get_today(), services.get_today()] == [20261120, 20261121]
    assert "# day 20261120" in recorder.build_script([]).splitlines()


KEYS = [
    *("ENTER", "UP", "DOWN", "LEFT", "RIGHT", "ESC", "F1", "TAB", "SPACE"),
    *("y", "n", "d", "u", "h", "p", "w", "7", "1"),
]
PLACES = st.tuples(st.integers(0, 639), st.integers(0, 349))
HANDS = st.one_of(
    st.sampled_from(KEYS).map(lambda name: [[parse_key(name)]]),
    PLACES.map(lambda at: [[MouseMotion(*at)]]),
    PLACES.map(lambda at: [[MouseMotion(*at), MousePress(*at)], [], [MouseRelease(*at)]]),
    st.tuples(PLACES, PLACES).map(
        # No hand is quicker than the script's five frames.
        lambda ends: [
            [MouseMotion(*ends[0]), MousePress(*ends[0])],
            [],
            [],
            [MouseMotion(*ends[1])],
            [MouseRelease(*ends[1])],
        ]
    ),
    PLACES.map(lambda at: [[MouseMotion(*at), MousePress(*at, 2)], [MouseRelease(*at, 2)]]),
)
SESSIONS = st.lists(st.tuples(HANDS, st.integers(1, 4), st.integers(0, 10)), max_size=12)
"""Hands, ticks of each of their frames, and how many frames of four ticks follow."""


@pytest.mark.parametrize("edition", PROGRAMS)
def test_any_session_played_again_comes_to_the_same_state_and_picture(
    opened: Presenter, tmp_path_factory: Any, edition: str, monkeypatch: Patch
) -> None:
    monkeypatch.setattr("os.fsync", lambda _: None)
    words = ("--edition", edition, "--start", "table", "--deal", "61")

    @settings(max_examples=10, phases=[Phase.explicit, Phase.generate], derandomize=True)
    @given(SESSIONS)
    def check(session: list[tuple[list[list[Event]], int, int]]) -> None:
        first = Game(tmp_path_factory.mktemp("data"), *words)
        recorder = Recorder(first.app)
        deals = iter(range(100, 200)).__next__
        first.app.services = recorder.wrap_services(
            first.app.services._replace(choose_next_deal=deals, choose_random_deal=deals)
        )
        frames = [
            (events, ticks)
            for hand, ticks, rest in session
            for events, ticks in (*((e, ticks) for e in hand), *[([], 4)] * rest)
        ]
        for events, ticks in [*frames, *[([], 4)] * 15]:
            run_frame(first.machine, recorder, list(events), ticks)
        script = recorder.build_script(words)
        again = Game(tmp_path_factory.mktemp("data"), *words)
        numbers = iter(parse_recorded_deals(script)).__next__
        again.app.services = again.app.services._replace(choose_next_deal=numbers, choose_random_deal=numbers)
        play(again, script)
        assert again.app.state() == first.app.state()
        assert again.picture() == first.picture()

    check()


def play(game: Game, text: str) -> None:
    script = Script(text, game.app, lambda _: None)
    while (events := script.next_events()) is not None:
        run_frame(game.machine, game.app, events, 1)


# The command line


@pytest.fixture
def here(one_host: None, tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(words: str) -> int:
    return main(["--headless", *words.split()])


def text(name: str) -> str:
    return Path(name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "script", "days"),
    [
        ("", "key ENTER; settle; key ENTER; key ENTER; settle; key RIGHT; clickon stock; settle", 0),
        ("--daily ", "settle", 1),
        ("--start menu ", "key F3; key ENTER; settle", 1),
    ],
)
def test_recording_a_script_gives_a_script_that_does_the_same(
    here: Path, monkeypatch: Patch, words: str, script: str, days: int
) -> None:
    monkeypatch.setattr(playing, "get_utc_today", lambda: 20261120)
    Path("script").write_text(script.replace("; ", "\n") + "\n")
    assert run(f"{words}--data one --script script --record record --state one.json") == 0
    assert text("record").startswith(f"# pyramid {words}".rstrip() + "\n")
    assert len(parse_recorded_deals(text("record"))) == 1 - days
    assert text("record").count("# day 20261120\n") == days
    monkeypatch.setattr(playing, "get_utc_today", lambda: 20261121)
    assert run(f"{words}--data two --script record --record again --state two.json") == 0
    assert '"screen": "table"' in text("one.json")
    assert text("one.json") == text("two.json")
    assert text("again") == text("record")


def test_what_stood_there_and_was_no_recording_is_kept(here: Path, capsys: Capture) -> None:
    for name in ("script", "record", "state"):
        Path(name).write_text("wait 1\n")
    words = "--data d --script script --record record --state state"
    assert run(words) == 0
    kept = [f"pyramid: {here / name}: what was there is kept as {name}.BAK" for name in ("state", "record")]
    assert capsys.readouterr().err.splitlines() == kept
    assert [text(f"{name}.BAK") for name in ("state", "record")] == ["wait 1\n"] * 2
    # What these words have written themselves is written over.
    assert run(words) == 0
    assert capsys.readouterr().err == ""
    assert not Path("state.BAK2").exists()


def test_an_unwritable_state_costs_no_recording(here: Path, monkeypatch: Patch, capsys: Capture) -> None:
    Path("script").write_text("wait 1\n")
    Path("folder").mkdir()
    run_headless = host.run_headless

    def while_the_folder_goes(*given: Any) -> int:
        Path("folder").rmdir()
        return run_headless(*given)

    monkeypatch.setattr(host, "run_headless", while_the_folder_goes)
    assert run("--data d --script script --record record --state folder/state") == 2
    assert "No such file or directory" in capsys.readouterr().err
    assert text("record").startswith("# pyramid")
