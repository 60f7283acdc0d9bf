"""The speaker, measured in the sounds that it saves."""

import math
import wave
from array import array
from itertools import groupby, pairwise
from pathlib import Path
from typing import cast

import pytest
import pyxel

from retro_pyramid.cards import deal
from retro_pyramid.machine import speaker as speaker_module
from retro_pyramid.machine.host import Presenter
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.speaker import Speaker, Tune, parse_tunes, real_hertz, tune_mml
from retro_pyramid.packaged import asset_text
from retro_pyramid.programs import PROGRAMS, load
from retro_pyramid.rules import Move, rules_for, start
from retro_pyramid.screens.choices import Choices
from retro_pyramid.screens.sounds import Sounds
from tests.machine.naive import HARDWARE

TUNES = parse_tunes(asset_text("tunes.txt"))
BELL = HARDWARE["speaker"]["bell"]


def seconds(tune: Tune) -> float:
    return sum(milliseconds for _, milliseconds in tune) / 1000


def cents(found: float, wanted: float) -> float:
    return 1200 * math.log2(found / wanted)


def edges(tune: Tune, folder: Path) -> list[tuple[float, bool]]:
    """When the saved sound of `tune` crosses zero (seconds, between samples too), and whether it rises."""
    sound = pyxel.Sound()
    sound.mml(tune_mml(tune))
    path = folder / "tune.wav"
    sound.save(str(path), seconds(tune))  # Longer, and it would begin again.
    with wave.open(str(path)) as saved:
        assert (saved.getnchannels(), saved.getsampwidth()) == (1, 2)
        rate, samples = saved.getframerate(), array("h", saved.readframes(saved.getnframes()))
    # What lies under a tenth of the square's height is the ripple before the first edge or after the last.
    floor = max(samples) // 10
    loud = [at for at, sample in enumerate(samples) if abs(sample) > floor]
    found = []
    for at in range(loud[0], loud[-1]):
        before, after = samples[at], samples[at + 1]
        if (before < 0) != (after < 0):
            found.append(((at + before / (before - after)) / rate, after >= 0))
    return found


# The timer chip


@pytest.mark.parametrize(
    ("hertz", "divisor"), [(19, 62799), (100, 11931), (440, 2711), (896, 1331), (1047, 1139), (2000, 596)]
)
def test_the_timer_makes_what_its_divisor_makes(hertz: int, divisor: int) -> None:
    assert real_hertz(hertz) == HARDWARE["speaker"]["pit_hz"] / divisor


@pytest.mark.parametrize("hertz", [0, 1, 18])
def test_18_hertz_and_below_are_silent(hertz: int) -> None:
    assert real_hertz(hertz) == 0.0
    assert "R" in tune_mml([(hertz, 55)])


# The sound


@pytest.mark.parametrize(
    "hertz", [100, 131, 185, 262, 370, 440, 523, 587, 740, 896, 932, 1047, 1175, 1480, 1760, 2000]
)
def test_a_tone_is_in_tune_and_square(opened: Presenter, tmp_path: Path, hertz: int) -> None:
    crossings = edges([(hertz, 1000)], tmp_path)[4:-4]
    rising = [time for time, rises in crossings if rises]
    found = (len(rising) - 1) / (rising[-1] - rising[0])
    assert abs(cents(found, real_hertz(hertz))) < 3
    first = next(at for at, (_, rises) in enumerate(crossings) if rises)
    halves = [after[0] - before[0] for before, after in pairwise(crossings[first:])]
    whole = len(halves) // 2 * 2
    assert sum(halves[0:whole:2]) / sum(halves[:whole]) == pytest.approx(
        HARDWARE["speaker"]["duty"], abs=0.01
    )


def test_the_bell_is_the_bios_bell(opened: Presenter, tmp_path: Path) -> None:
    ((hertz, milliseconds),) = TUNES["refuse"]
    assert HARDWARE["speaker"]["pit_hz"] / BELL["divisor"] == real_hertz(hertz)
    assert round(real_hertz(hertz), 1) == BELL["hz"]
    assert milliseconds / 1000 == pytest.approx(1 / 6, abs=0.001)
    rising = [time for time, rises in edges(TUNES["refuse"], tmp_path)[4:-4] if rises]
    assert abs(cents((len(rising) - 1) / (rising[-1] - rising[0]), BELL["hz"])) < 3


def test_queued_tones_follow_at_once_and_have_their_lengths(opened: Presenter, tmp_path: Path) -> None:
    tune = [(1000, 55), (2000, 35), (1000, 110), (2000, 8), (1000, 193), (0, 55), (2000, 167)]
    found = []
    times = [time for time, _ in edges(tune, tmp_path)]
    # Half a wave tells which tone it belongs to; a rest is a long one.
    for kind, group in groupby(
        (after - before for before, after in pairwise(times)),
        lambda half: 0 if half > 0.002 else 1000 if half > 0.000375 else 2000,
    ):
        found.append((kind, sum(group)))
    assert [kind for kind, _ in found] == [hertz for hertz, _ in tune]
    for (_, length), (_, milliseconds) in zip(found, tune, strict=True):
        assert length == pytest.approx(milliseconds / 1000, abs=0.002)


@pytest.mark.parametrize("milliseconds", [1, 2, 7, 55, 192, 193, 1000, 2345])
def test_a_tone_lasts_as_long_as_it_says(opened: Presenter, milliseconds: int) -> None:
    for hertz in (0, 440):
        sound = pyxel.Sound()
        sound.mml(tune_mml([(hertz, milliseconds)]))
        assert sound.total_sec() == pytest.approx(milliseconds / 1000, abs=0.002)


# The tunes


def measured(tune: Tune, folder: Path) -> list[float]:
    """The frequency of each tone of the saved sound, by its longer half waves: the last may be cut short."""
    crossings, begin, found = [time for time, _ in edges(tune, folder)], 0.0, []
    for hertz, milliseconds in tune:
        end = begin + milliseconds / 1000
        halves = [
            after - before
            for before, after in pairwise(crossings)
            if begin - 0.0005 < before and after < end + 0.0005
        ]
        if hertz:
            found.append(1 / (2 * sorted(halves)[3 * len(halves) // 4]))
        begin = end
    return found


EFFECTS = ("move", "draw", "turn", "redeal", "em_pair", "em_draw", "par_missed")


@pytest.mark.parametrize("back", [False, True], ids=["done", "undone"])
@pytest.mark.parametrize("name", EFFECTS)
def test_an_effect_has_its_frequencies_forwards_and_backwards(
    opened: Presenter, tmp_path: Path, name: str, back: bool
) -> None:
    tune = list(TUNES[name])[:: -1 if back else 1]
    wanted = [hertz for hertz, _ in tune if hertz]
    for found, hertz in zip(measured(tune, tmp_path), wanted, strict=True):
        assert abs(cents(found, real_hertz(hertz))) < 20


@pytest.mark.parametrize("name", ["title", "record", "win_relaxed"])
def test_a_song_has_its_frequencies(opened: Presenter, tmp_path: Path, name: str) -> None:
    wanted = [hertz for hertz, _ in TUNES[name] if hertz]
    for found, hertz in zip(measured(TUNES[name], tmp_path), wanted, strict=True):
        assert abs(cents(found, real_hertz(hertz))) < 20


@pytest.mark.parametrize("name", sorted(TUNES))
def test_every_tune_can_be_played_and_lasts_as_written(opened: Presenter, name: str) -> None:
    tune = TUNES[name]
    assert tune
    assert all(hertz == 0 or 100 <= hertz <= 2000 for hertz, _ in tune if hertz != 95)
    assert all(milliseconds > 0 for _, milliseconds in tune)
    sound = pyxel.Sound()
    sound.mml(tune_mml(tune))
    assert sound.total_sec() == pytest.approx(seconds(tune), abs=0.002)


def test_the_tunes_are_as_long_as_they_should_be() -> None:
    assert 6 <= seconds(TUNES["win"]) <= 10
    assert seconds(TUNES["score"]) < seconds(TUNES["win"])
    assert seconds(TUNES["refuse"]) == pytest.approx(1 / 6, abs=0.001)


def test_every_program_finds_its_tunes() -> None:
    for record in map(load, PROGRAMS):
        assert {"refuse", "deal", "stuck", "win", "title"} <= set(record.tunes)
        assert set(record.tunes.values()) <= set(TUNES)


class Recorder(Speaker):
    """A speaker that keeps what it was given."""

    def __init__(self) -> None:
        super().__init__(silent=True)
        self.played: list[tuple[str, Tune]] = []

    def play(self, name: str, tune: Tune) -> None:
        self.played.append((name, tune))


def test_each_card_of_a_streak_sounds_a_semitone_higher(machine: Machine) -> None:
    recorder = Recorder()
    sounds = Sounds(cast(Speaker, recorder), Choices({"odm.sound": "on"}), load("odm"))
    state = start(rules_for("odm"), deal(61))
    for streak in range(1, 30):
        sounds.move(Move("75", (32,)), state, state._replace(streak=streak))
    heights = [tune[0][0] for _, tune in recorder.played]
    assert recorder.played[0][1] == list(TUNES["move"])
    assert [round(cents(after, before) / 100) for before, after in pairwise(heights)] == [1] * 24 + [0] * 4
    assert len({name for name, _ in recorder.played}) == 25
    assert all(abs(cents(height, heights[0]) - 100 * min(n, 24)) < 5 for n, height in enumerate(heights))


# The switch


class FakePyxel:
    """The part of Pyxel that makes sounds."""

    class Sound:
        """A sound that keeps its text."""

        def mml(self, text: str) -> None:
            self.text = text

    class Channel:
        """A channel with a volume."""

        gain = 0.125

    def __init__(self) -> None:
        self.channels = [self.Channel()]
        self.heard: list[str] = []

    def play(self, channel: int, sound: Sound) -> None:
        self.heard.append(sound.text)

    def stop(self, channel: int) -> None:
        self.heard.append("stop")


@pytest.fixture
def pyxel_heard(monkeypatch: pytest.MonkeyPatch) -> FakePyxel:
    fake = FakePyxel()
    monkeypatch.setattr(speaker_module, "pyxel", fake)
    return fake


def test_a_speaker_plays_while_it_is_on(pyxel_heard: FakePyxel) -> None:
    speaker = Speaker()
    speaker.play("bell", [(896, 167)])
    speaker.on = False
    speaker.play("move", [(587, 35)])
    speaker.on = True
    speaker.play("bell", [(896, 167)])
    speaker.stop()
    assert pyxel_heard.heard == [tune_mml([(896, 167)])] * 2 + ["stop"]
    assert pyxel_heard.channels[0].gain > FakePyxel.Channel.gain


def test_a_silent_speaker_touches_no_sound_device_but_says_what_it_would_play(pyxel_heard: FakePyxel) -> None:
    speaker = Speaker(silent=True)
    speaker.play("bell", [(896, 167)])
    speaker.stop()
    assert (speaker.last, pyxel_heard.heard) == ("bell", [])
    assert pyxel_heard.channels[0].gain == FakePyxel.Channel.gain


def test_a_held_speaker_begins_with_the_last_tune_when_it_is_released(pyxel_heard: FakePyxel) -> None:
    speaker = Speaker()
    speaker.hold()
    speaker.play("move", [(587, 35)])
    speaker.play("bell", [(896, 167)])
    assert pyxel_heard.heard == []
    speaker.release()
    speaker.play("move", [(587, 35)])
    assert pyxel_heard.heard == [tune_mml([(896, 167)]), tune_mml([(587, 35)])]


def test_a_tune_that_was_stopped_does_not_wait(pyxel_heard: FakePyxel) -> None:
    speaker = Speaker()
    speaker.hold()
    speaker.play("bell", [(896, 167)])
    speaker.stop()
    speaker.release()
    assert pyxel_heard.heard == ["stop"]


# The table of tunes


def test_a_table_of_tunes_may_go_on_over_lines() -> None:
    text = "# two\n\nbell = 896:167\nup = 100:5\n     200:5 0:10\n\n# end\n"
    assert parse_tunes(text) == {"bell": [(896, 167)], "up": [(100, 5), (200, 5), (0, 10)]}


@pytest.mark.parametrize("bad", ["bell = 896", "bell = 896:x", "  896:167", "bell = 8:9:10", "bell = :5"])
def test_a_bad_line_of_tunes_is_named(bad: str) -> None:
    with pytest.raises(ValueError, match=r"^tunes, line 2: expected `name = hertz:milliseconds \.\.\.`$"):
        parse_tunes(f"# tunes\n{bad}\n")
