"""The program heard at the desk: by lines on standard output, and by the system's voice."""

import sys
from pathlib import Path

import pytest

from retro_pyramid.cli import main
from retro_pyramid.launcher import speech_output as speaking
from retro_pyramid.launcher.speech_output import SPEECH_GREETING, SpeechEngine, SpeechOutput
from retro_pyramid.machine.events import Event, KeyPress
from retro_pyramid.settings import SPEECH_SETTING
from retro_pyramid.speech.screen_reader import GREETING as PAGES_GREETING
from tests.patience import wait_for
from tests.screens.driver import Game
from tests.test_transcripts import FOLDER, PLAYS, words_of

Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if at % 4 else ()) for at, name in enumerate(PLAYS)]
)
@pytest.mark.usefixtures("one_host")
def test_the_desk_says_word_for_word_what_the_page_does(name: str, tmp_path: Path, capfd: Capture) -> None:
    told = (
        (FOLDER / f"{name}.txt")
        .read_text(encoding="utf-8")
        .replace(PAGES_GREETING, SPEECH_GREETING)
        .splitlines()
    )
    script = tmp_path / "keys"
    keys = [line.removeprefix("> ") for line in told if line.startswith("> ")]
    script.write_text("\n".join(f"settle\n{key}\nsettle" for key in keys))
    words = [*words_of(name), "--headless", "--speak", "-", "--script", str(script)]
    assert main([*words, "--data", str(tmp_path / "data")]) == 0
    heard = capfd.readouterr().out.split()
    assert heard == " ".join(line for line in told if not line.startswith("> ")).split()


class Kept(list[str]):
    """What is said aloud, kept in a file by a program that stands in for the system's voice and speaks for a while."""

    def __init__(self, folder: Path, monkeypatch: Patch, seconds: float) -> None:
        self._file = folder / "said"
        kept = f"open({str(self._file)!r}, 'ab').write(sys.stdin.buffer.read())"
        does = f"import sys, time; {kept}; time.sleep({seconds})"
        monkeypatch.setitem(speaking.SPEECH_COMMANDS, sys.platform, ((sys.executable, "-c", does), ()))

    def said(self) -> list[str]:
        return self._file.read_text(encoding="utf-8").splitlines() if self._file.is_file() else []


@pytest.fixture
def table(opened: object, tmp_path: Path) -> Game:
    return Game(tmp_path / "data", "--start", "table", "--deal", "61").do("settle")


def follow(program: SpeechOutput, *events: Event) -> None:
    for _ in range(60):
        program.update([*events], 1)
        events = ()


def test_a_voice_says_what_waits_when_it_has_ended_and_breaks_off_at_a_key(
    table: Game, tmp_path: Path, monkeypatch: Patch
) -> None:
    kept = Kept(tmp_path, monkeypatch, seconds=0)
    program = SpeechOutput(table.app, table.app)
    follow(program, KeyPress("RIGHT"))
    assert kept.said() == []
    table.app.settings_store.set_values({SPEECH_SETTING: "on"})
    follow(program)
    wait_for("what is said first", kept.said)
    assert kept.said()[0].startswith(f"{SPEECH_GREETING} Deal 61.")
    lasting = Kept(tmp_path, monkeypatch, seconds=300)
    table.app.settings_store.set_values({SPEECH_SETTING: "off"})
    follow(program)
    table.app.settings_store.set_values({SPEECH_SETTING: "on"})
    follow(program)
    wait_for("a voice that goes on and on", lambda: len(lasting.said()) == 2)
    follow(program, KeyPress("RIGHT"))
    wait_for("what is said of the next key", lambda: len(lasting.said()) == 3)
    assert "row 7, place 3" in lasting.said()[-1]
    program.stop_speaking()


def test_words_that_come_while_something_is_said_wait_for_its_end(tmp_path: Path, monkeypatch: Patch) -> None:
    kept, voice = Kept(tmp_path, monkeypatch, seconds=0.05), SpeechEngine()
    for words in ("One.", "Two.", "Three."):
        voice.enqueue(words)
        voice.speak_pending()

    def all_said() -> bool:
        voice.speak_pending()
        return " ".join(kept.said()) == "One. Two. Three."

    wait_for("everything in its order", all_said)
    voice.stop()


def test_a_missing_voice_is_told_of(table: Game, monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setitem(speaking.SPEECH_COMMANDS, sys.platform, (("no-such-voice",), ()))
    table.app.settings_store.set_values({SPEECH_SETTING: "on"})
    follow(SpeechOutput(table.app, table.app), KeyPress("RIGHT"))
    assert table.app.shown_notices == [
        "Nothing is said aloud: expected no-such-voice to say it, which is not to be found"
    ]
    assert main(["--speak", "T"]) == 2
    assert capsys.readouterr().err == (
        "pyramid: --speak: expected no-such-voice to say it, which is not to be found; "
        "--speak - writes it to standard output\n"
    )
