"""A session is written down as a script, and the script plays it again: the same state, the same picture."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from retro_pyramid.cli import main
from retro_pyramid.machine import host
from retro_pyramid.machine.events import Drop, Event, Key, Motion, Press, Release, Wheel, key_press
from retro_pyramid.machine.host import Presenter, run_frame
from retro_pyramid.machine.script import Script
from retro_pyramid.play import playing
from retro_pyramid.play.recording import Recorder, recorded_deals
from tests.machine.stage import Stage
from tests.programs import PROGRAMS
from tests.screens.driver import Game


def recorded(*frames: tuple[list[Event], int]) -> list[str]:
    """The lines of a session of frames, without its head."""
    recorder = Recorder(Stage())
    for events, ticks in frames:
        recorder.update(list(events), ticks)
    return [line for line in recorder.script([]).splitlines() if not line.startswith("#") or line == "key #"]


A, B = Key("a", "a"), Key("ENTER")


def test_an_event_is_a_line_and_time_without_one_is_a_wait() -> None:
    assert recorded(([], 3), ([A], 1), ([], 5), ([B], 2), ([], 1)) == [
        *("wait 3", "key a", "wait 5", "key ENTER", "wait 2"),
    ]


def test_what_came_together_comes_one_after_the_other_and_the_time_is_made_up_for() -> None:
    assert recorded(([A, B, A], 1), ([], 5), ([B], 1)) == [
        "key a",
        "key ENTER",
        "key a",
        "wait 3",
        "key ENTER",
    ]
    assert recorded(([A], 0), ([A], 0), ([A], 1)) == ["key a", "key a", "key a"]


def test_press_and_release_are_one_line_a_click_at_its_press_a_drag_up_to_its_release() -> None:
    assert recorded(([Motion(5, 6)], 1), ([Press(5, 6)], 9), ([Release(5, 6)], 2)) == [
        *("wait 1", "click 5 6", "wait 10"),
    ]
    assert recorded(([Press(5, 6)], 1), ([Motion(9, 9)], 8), ([Release(10, 9)], 1)) == [
        "wait 5",
        "drag 5 6 10 9",
    ]
    assert recorded(([Press(5, 6, 2)], 1), ([Release(7, 7, 2)], 1)) == ["rclick 5 6", "wait 1"]


def test_of_a_mouse_that_moves_only_where_it_rests_is_kept() -> None:
    moves: list[tuple[list[Event], int]] = [([Motion(x, 5)], 1) for x in range(20)]
    assert recorded(*moves, ([], 10), ([A], 1)) == ["wait 19", "move 19 5", "wait 10", "key a"]


def test_a_held_key_repeats_only_what_repeating_does() -> None:
    held: list[tuple[list[Event], int]] = [
        ([Key("DOWN", "", True)], 1),
        ([Key("ENTER", "", True)], 1),
        ([Key("SPACE", " ", True)], 1),
    ]
    assert recorded(*held, ([Key("x", "x", True)], 1)) == ["key DOWN", "wait 2", "key x"]


def test_all_other_events_have_their_lines() -> None:
    assert recorded(([Wheel(-2), Drop("/a b/c.hgh"), Key("#", "#"), Key("SPACE", " ")], 4)) == [
        *("wheel -2", "drop /a b/c.hgh", "key #", "key SPACE"),
    ]


def test_the_numbers_that_chance_dealt_are_kept(tmp_path: Path) -> None:
    class Chance(NamedTuple):
        next_deal: Any
        today: Any

    recorder = Recorder(Stage())
    deals = recorder.noting(Chance(iter([61, 0]).__next__, None)).next_deal  # type: ignore[arg-type]
    assert (deals(), deals()) == (61, 0)
    script = recorder.script(["T", "--record", "x", "--level", "2"])
    assert script.splitlines()[0] == "# pyramid T --level 2"
    assert recorded_deals(script) == [61, 0]
    assert recorded_deals("key ENTER\n") == []


KEYS = (
    "ENTER",
    "UP",
    "DOWN",
    "LEFT",
    "RIGHT",
    "ESC",
    "y",
    "n",
    "d",
    "u",
    "F1",
    "TAB",
    "SPACE",
    "h",
    "p",
    "w",
    "7",
    "1",
)
PLACES = st.tuples(st.integers(0, 639), st.integers(0, 349))
HANDS = st.one_of(
    st.sampled_from(KEYS).map(lambda name: [[key_press(name)]]),
    PLACES.map(lambda at: [[Motion(*at)]]),
    PLACES.map(lambda at: [[Motion(*at), Press(*at)], [], [Release(*at)]]),
    st.tuples(PLACES, PLACES).map(
        # No hand is quicker than the script's five frames.
        lambda ends: [[Motion(*ends[0]), Press(*ends[0])], [], [], [Motion(*ends[1])], [Release(*ends[1])]]
    ),
    PLACES.map(lambda at: [[Motion(*at), Press(*at, 2)], [Release(*at, 2)]]),
)
SESSIONS = st.lists(st.tuples(HANDS, st.integers(1, 4), st.integers(0, 40)), max_size=12)


@pytest.mark.parametrize("edition", PROGRAMS)
def test_any_session_played_again_comes_to_the_same_state_and_picture(
    opened: Presenter, tmp_path_factory: Any, edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.fsync", lambda _: None)
    words = ("--edition", edition, "--start", "table", "--deal", "61")

    @settings(max_examples=20, phases=[Phase.explicit, Phase.generate], derandomize=True)
    @given(SESSIONS)
    def check(session: list[tuple[list[list[Event]], int, int]]) -> None:
        first = Game(tmp_path_factory.mktemp("data"), *words)
        recorder = Recorder(first.app)
        deals = iter(range(100, 200)).__next__
        first.app.services = recorder.noting(first.app.services._replace(next_deal=deals))
        frames = [
            (events, ticks)
            for hand, ticks, rest in session
            for events, ticks in (*((e, ticks) for e in hand), ([], rest))
        ]
        for events, ticks in [*frames, ([], 60)]:
            run_frame(first.machine, recorder, list(events), ticks)
        script = recorder.script(words)
        again = Game(tmp_path_factory.mktemp("data"), *words)
        numbers = iter(recorded_deals(script))
        again.app.services = again.app.services._replace(next_deal=numbers.__next__)
        play(again, script)
        assert again.app.state() == first.app.state()
        assert again.picture() == first.picture()

    check()


def play(game: Game, text: str) -> None:
    script = Script(text, game.app, lambda _: None)
    while (events := script.next_events()) is not None:
        run_frame(game.machine, game.app, events, 1)


# The command line

Windows = Callable[..., Any]


def test_recording_a_script_gives_a_script_that_does_the_same(
    one_host: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [
        "key ENTER",
        "settle",
        "key ENTER",
        "key ENTER",
        "settle",
        "key RIGHT",
        "clickon stock",
        "settle",
    ]
    Path("script").write_text("\n".join(lines))
    run = ["--headless", "--data"]
    assert main([*run, "one", "--script", "script", "--record", "record", "--state", "one.json"]) == 0
    text = Path("record").read_text()
    assert text.startswith("# pyramid\n")
    assert len(recorded_deals(text)) == 1
    assert main([*run, "two", "--script", "record", "--record", "again", "--state", "two.json"]) == 0
    assert Path("one.json").read_text() == Path("two.json").read_text()
    assert Path("again").read_text() == text


@pytest.mark.parametrize("words", [["--daily"], ["--start", "menu"]])
def test_the_day_is_kept_where_its_deal_was_asked_for(
    one_host: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(playing, "today", lambda: 20261120)
    Path("script").write_text("settle\n" if "--daily" in words else "key F3\nkey ENTER\nsettle\n")
    run = ["--headless", *words, "--data"]
    assert main([*run, "one", "--script", "script", "--record", "record", "--state", "one.json"]) == 0
    assert "# day 20261120\n" in Path("record").read_text()
    monkeypatch.setattr(playing, "today", lambda: 20261121)
    assert main([*run, "two", "--script", "record", "--record", "again", "--state", "two.json"]) == 0
    assert '"screen": "table"' in Path("one.json").read_text()
    assert Path("one.json").read_text() == Path("two.json").read_text()
    assert Path("again").read_text() == Path("record").read_text()


def test_what_stood_there_and_was_no_recording_is_kept(
    one_host: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("script", "record", "state"):
        Path(name).write_text("wait 1\n")
    words = ["--headless", "--data", "d", "--script", "script", "--record", "record", "--state", "state"]
    assert main(words) == 0
    kept = [
        f"pyramid: {tmp_path / name}: what was there is kept as {name}.BAK" for name in ("state", "record")
    ]
    assert capsys.readouterr().err.splitlines() == kept
    assert [Path(f"{name}.BAK").read_text() for name in ("state", "record")] == ["wait 1\n"] * 2
    # What these words have written themselves is written over.
    assert main(words) == 0
    assert capsys.readouterr().err == ""
    assert not Path("state.BAK2").exists()


def test_a_state_that_cannot_be_written_costs_no_recording(
    one_host: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("script").write_text("wait 1\n")
    Path("folder").mkdir()
    run = host.run_headless

    def run_headless(*given: Any) -> int:
        # It goes while the game is on.
        Path("folder").rmdir()
        return run(*given)

    monkeypatch.setattr(host, "run_headless", run_headless)
    words = [
        "--headless",
        "--data",
        "d",
        "--script",
        "script",
        "--record",
        "record",
        "--state",
        "folder/state",
    ]
    assert main(words) == 2
    assert "No such file or directory" in capsys.readouterr().err
    assert Path("record").read_text().startswith("# pyramid")


def test_a_place_that_cannot_be_is_told_before_anything_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("retro_pyramid.machine.host.open_host", lambda _: pytest.fail("opened"))
    assert main(["--record", "nowhere/script"]) == 2
    assert "--record nowhere/script: there is no folder" in capsys.readouterr().err
    assert main(["--record", "."]) == 2
    assert "--record .: expected a file, found a folder" in capsys.readouterr().err
    assert main(["--state", "nowhere/state"]) == 2
    assert "--state nowhere/state: there is no folder" in capsys.readouterr().err
    assert main(["--record", ""]) == 2
    assert "--record is empty: expected a file" in capsys.readouterr().err
