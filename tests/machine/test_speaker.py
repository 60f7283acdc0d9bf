"""The speaker, measured in the sounds that it saves."""

import math
import wave
from array import array
from collections import defaultdict
from itertools import groupby, pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
import pyxel

from retro_pyramid.app.settings_store import SettingsStore
from retro_pyramid.app.sounds import SoundPlayer
from retro_pyramid.cards import deal
from retro_pyramid.editions import EDITION_INFO, load_edition
from retro_pyramid.machine import speaker as speaker_module
from retro_pyramid.machine.presenter import Presenter
from retro_pyramid.machine.speaker import Speaker, Tune, actual_frequency_hz, parse_tunes, tune_to_mml
from retro_pyramid.resources import read_asset_text
from retro_pyramid.rules import Move, initial_state, rules_for
from tests.machine.naive import HARDWARE

TUNES = parse_tunes(read_asset_text("tunes.txt"))


BELL = HARDWARE["speaker"]["bell"]
BEEP, MOVE = [(896, 167)], [(587, 35)]
GAIN = 0.125


def seconds(tune: Tune) -> float:
    return sum(milliseconds for _, milliseconds in tune) / 1000


def cents(found: float, wanted: float) -> float:
    return 1200 * math.log2(found / wanted)


def edges(tune: Tune, folder: Path) -> list[tuple[float, bool]]:
    """When the saved sound of `tune` crosses zero (seconds, between samples too), and whether it rises."""
    sound = pyxel.Sound()
    sound.mml(tune_to_mml(tune))
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


def test_the_timer_makes_what_its_divisor_makes_and_is_silent_from_18_hertz_down() -> None:
    for hertz, divisor in ((19, 62799), (100, 11931), (440, 2711), (896, 1331), (1047, 1139), (2000, 596)):
        assert actual_frequency_hz(hertz) == HARDWARE["speaker"]["pit_hz"] / divisor
    for hertz in (0, 1, 18):
        assert actual_frequency_hz(hertz) == 0.0
        assert "R" in tune_to_mml([(hertz, 55)])


@pytest.mark.parametrize("hertz", [100, 370, 740, 1047, 2000])
def test_a_tone_is_in_tune_and_square(opened: Presenter, tmp_path: Path, hertz: int) -> None:
    crossings = edges([(hertz, 500)], tmp_path)[4:-4]
    rising = [time for time, rises in crossings if rises]
    found = (len(rising) - 1) / (rising[-1] - rising[0])
    assert abs(cents(found, actual_frequency_hz(hertz))) < 3
    first = next(at for at, (_, rises) in enumerate(crossings) if rises)
    halves = [after[0] - before[0] for before, after in pairwise(crossings[first:])]
    whole = len(halves) // 2 * 2
    duty = HARDWARE["speaker"]["duty"]
    assert sum(halves[0:whole:2]) / sum(halves[:whole]) == pytest.approx(duty, abs=0.01)


def test_the_bell_is_the_bios_bell() -> None:
    ((hertz, milliseconds),) = TUNES["refuse"]
    assert HARDWARE["speaker"]["pit_hz"] / BELL["divisor"] == actual_frequency_hz(hertz)
    assert round(actual_frequency_hz(hertz), 1) == BELL["hz"]
    assert milliseconds / 1000 == pytest.approx(1 / 6, abs=0.001)


def test_queued_tones_follow_at_once_and_have_their_lengths(opened: Presenter, tmp_path: Path) -> None:
    tune = [(1000, 55), (2000, 35), (1000, 110), (2000, 8), (1000, 193), (0, 55), (2000, 167)]
    times = [time for time, _ in edges(tune, tmp_path)]
    # Half a wave tells which tone it belongs to; a rest is a long one.
    halves = groupby(
        (after - before for before, after in pairwise(times)),
        lambda half: 0 if half > 0.002 else 1000 if half > 0.000375 else 2000,
    )
    found = [(kind, sum(group)) for kind, group in halves]
    assert [kind for kind, _ in found] == [hertz for hertz, _ in tune]
    for (_, length), (_, milliseconds) in zip(found, tune, strict=True):
        assert length == pytest.approx(milliseconds / 1000, abs=0.002)


@pytest.mark.parametrize("name", sorted(TUNES))
def test_every_tune_can_be_played_and_lasts_as_written(opened: Presenter, name: str) -> None:
    # Single tones of any length, too.
    for tune in (TUNES[name], *([(0, length)] for length in (1, 7, 193)), [(440, 2345)]):
        assert all(hertz == 0 or 100 <= hertz <= 2000 for hertz, _ in tune if hertz != 95)
        assert all(milliseconds > 0 for _, milliseconds in tune)
        sound = pyxel.Sound()
        sound.mml(tune_to_mml(tune))
        assert sound.total_sec() == pytest.approx(seconds(tune), abs=0.002)


def test_the_tunes_are_as_long_as_they_should_be_and_every_program_finds_its_own() -> None:
    assert 6 <= seconds(TUNES["win"]) <= 10
    assert seconds(TUNES["score"]) < seconds(TUNES["win"])
    for record in map(load_edition, EDITION_INFO):
        assert {"refuse", "deal", "stuck", "win", "title"} <= set(record.tune_names)
        assert set(record.tune_names.values()) <= set(TUNES)


def notes(tune: Tune, folder: Path) -> tuple[set[int], float]:
    """The notes of the saved sound of `tune`, 0 for C to 11, that are held for a moment, and how long it lasts."""
    times = [time for time, _ in edges(tune, folder)]
    held: defaultdict[int, float] = defaultdict(float)
    for half in (after - before for before, after in pairwise(times)):
        if 0.0002 < half < 0.004:
            held[round(12 * math.log2(0.5 / half / 440) + 69) % 12] += half
    return {note for note, long in held.items() if long > 0.01}, times[-1] - times[0]


SCALES = {
    "odm": {9, 10, 1, 2, 4, 5, 7},
    "tilldawn": {2, 4, 5, 7, 9, 10, 0},
    "windows": {0, 2, 4, 7, 9},
    "relaxed": {2, 3, 6, 7, 9, 10, 1},
    "em": {7, 9, 11, 0, 2, 4, 6},
}
"""The scale each program's sounds are made of: A with a flat second, D minor, five notes, double harmonic, G major."""


def test_every_program_deals_quickly_and_ends_in_a_scale_of_its_own(
    opened: Presenter, tmp_path: Path
) -> None:
    found = {}
    for edition, scale in SCALES.items():
        tunes = load_edition(edition).tune_names
        dealt, long = notes(TUNES[tunes["deal"]], tmp_path)
        assert 0.3 < long <= 0.6
        stuck, long = notes(TUNES[tunes["stuck"]], tmp_path)
        assert 0.5 < long < 1.1
        moved, long = notes(TUNES[tunes["move"]], tmp_path)
        found[edition] = dealt | stuck
        assert dealt | stuck <= scale
        assert moved <= scale or edition == "em"
    for name in ("deal", "stuck", "move"):
        assert len({load_edition(edition).tune_names[name] for edition in SCALES}) == len(SCALES)
    assert all(found[one] != found[other] for one in found for other in found if one != other)


def test_a_streak_climbs_five_tones_of_the_scale_and_then_shines(monkeypatch: pytest.MonkeyPatch) -> None:
    speaker, played = Speaker(is_silent=True), list[tuple[str, Tune]]()
    monkeypatch.setattr(speaker, "play", lambda *sound: played.append(sound))
    sounds = SoundPlayer(speaker, SettingsStore({"odm.sound": "on"}), load_edition("odm"))
    state = initial_state(rules_for("odm"), deal(61))
    for streak in range(1, 30):
        sounds.play_move(Move("75", (32,)), state, state._replace(streak=streak))
    heights = [max(hertz for hertz, _ in tune) for _, tune in played]
    assert played[0][1] == list(TUNES["move"])
    assert [after > before for before, after in pairwise(heights)] == [True] * 4 + [False] * 24
    assert heights[4:] == heights[4:5] * 25
    lows = [tune[0][0] for _, tune in played]
    assert all(max(high) <= 2 * min(high) for high in (heights, lows))
    assert {round(cents(height, 440) / 100 + 9) % 12 for height in (*heights, *lows)} <= SCALES["odm"]
    # Brighter is more tones in the same time.
    tones = [len(tune) for _, tune in played]
    assert tones[:5] == [2] * 5
    assert tones[4:8] == sorted(set(tones[4:8]))
    assert all(seconds(tune) < 0.2 for _, tune in played)


class FakePyxel:
    """The part of Pyxel that makes sounds."""

    class Sound:
        """A sound that keeps its text."""

        def mml(self, text: str) -> None:
            self.text = text

    def __init__(self) -> None:
        self.channels = [SimpleNamespace(gain=GAIN)]
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
    for speaker.is_enabled, tune in ((True, BEEP), (False, MOVE), (True, BEEP)):
        speaker.play("x", tune)
    speaker.stop()
    assert pyxel_heard.heard == [tune_to_mml(BEEP)] * 2 + ["stop"]
    assert pyxel_heard.channels[0].gain > GAIN


def test_a_silent_speaker_touches_no_sound_device_but_says_what_it_would_play(pyxel_heard: FakePyxel) -> None:
    speaker = Speaker(is_silent=True)
    speaker.play("bell", BEEP)
    speaker.stop()
    assert (speaker.last_tune_name, pyxel_heard.heard) == ("bell", [])
    assert pyxel_heard.channels[0].gain == GAIN


def test_a_held_speaker_begins_with_the_last_tune_when_it_is_released(pyxel_heard: FakePyxel) -> None:
    speaker = Speaker()
    speaker.defer()
    speaker.play("move", MOVE)
    speaker.play("bell", BEEP)
    assert pyxel_heard.heard == []
    speaker.resume()
    speaker.play("move", MOVE)
    assert pyxel_heard.heard == [tune_to_mml(BEEP), tune_to_mml(MOVE)]
    # A tune that was stopped does not wait.
    speaker.defer()
    speaker.play("bell", BEEP)
    speaker.stop()
    speaker.resume()
    assert pyxel_heard.heard[2:] == ["stop"]


def test_a_table_of_tunes_may_go_on_over_lines() -> None:
    text = "# two\n\nbell = 896:167\nup = 100:5\n     200:5 0:10\n\n# end\n"
    assert parse_tunes(text) == {"bell": [(896, 167)], "up": [(100, 5), (200, 5), (0, 10)]}


@pytest.mark.parametrize("bad", ["bell = 896", "bell = 896:x", "  896:167", "bell = 8:9:10", "bell = :5"])
def test_a_bad_line_of_tunes_is_named(bad: str) -> None:
    with pytest.raises(ValueError, match=r"^tunes, line 2: expected `name = hertz:milliseconds \.\.\.`$"):
        parse_tunes(f"# tunes\n{bad}\n")
