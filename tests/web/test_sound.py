"""What is heard: nothing before the first press, then the very pitches of the tones, and nothing for who wants silence."""

import pytest

from tests.web import firefox
from tests.web.card import Card, pitches
from tests.web.conftest import Sit
from tests.web.engines import Engine, Firefox
from tests.web.harness import Player

# What goes to the loudspeaker goes through a gain node of the page.
KNOB = """
  const createGain = AudioContext.prototype.createGain;
  AudioContext.prototype.createGain = function () { return window.knob = createGain.call(this); };
  window.contexts = 0;
  const Context = AudioContext;
  window.AudioContext = class extends Context { constructor(...given) { super(...given); window.contexts++; } };
"""
TAP = """(() => {
  window.heard = [];
  const tap = knob.context.createScriptProcessor(4096, 1, 1);
  tap.onaudioprocess = ({ inputBuffer }) => { for (const one of inputBuffer.getChannelData(0)) heard.push(one); };
  knob.connect(tap).connect(knob.context.destination);
})()"""
REFUSED, GONE = 896, 587
"""The pitches of a move that cannot be made, and the first of a card that goes (assets/tunes.txt), in hertz."""


class Tap:
    """Hears in Chromium what comes out of the page's last node; in Firefox the sound card does (tests/web/card.py)."""

    def __init__(self, player: Player) -> None:
        self._look = player.look
        self._look(TAP)

    def forget(self) -> None:
        """Forget what was heard so far."""
        self._look("heard.length = 0")

    def pitches(self) -> set[int]:
        """Return the pitches that were heard."""
        found = self._look("[heard.map((one) => Math.round(99 * one)), knob.context.sampleRate]")
        return pitches(found[0], round(found[1]))


def is_among(pitch: int, pitches: set[int]) -> bool:
    return any(abs(one / pitch - 1) < 0.01 for one in pitches)


@pytest.mark.engines("chromium", "firefox", slow="chromium")
def test_tones_are_heard_after_the_first_press_and_silence_is_chosen_and_remembered(
    engine: Engine, sit: Sit
) -> None:
    ear: Tap | Card
    pressed = "document.getElementById('sound').ariaPressed"
    if isinstance(engine, Firefox):
        if missing := firefox.sound_missing():
            pytest.skip(f"sound not tried in Firefox: {missing}")
        player, ear = sit(), engine.card
        player.start("?test&start=menu")
    else:
        player = sit(new=True)
        player.page.add_init_script(KNOB)
        player.load("?test&start=menu")
        # The program is there already, and waits with its tune; all sound goes one way.
        assert player.look("[retroPyramid.awaitingGesture, contexts]") == [True, 1]
        player.begin()
        assert player.look("retroPyramid.awaitingGesture") is False
        ear = Tap(player)

    player.settle_anew("?deal=61&start=table")
    player.press("Enter")
    player.wait_for(lambda: is_among(REFUSED, ear.pitches()), "the bell")
    going = (*["ArrowRight"] * 4, "Enter")
    player.press(*going)
    player.wait_for(lambda: is_among(GONE, ear.pitches()), "a card that goes")
    player.page.click("#sound")
    assert player.look(pressed) == "false"
    player.settle_anew("?deal=61&start=table")
    ear.forget()
    player.press(*going)
    player.reaches(moves=["75"])
    # The tones of the move are over before sound comes back.
    for _ in range(20):
        player.painted()
    player.page.click("#sound")
    player.press("Enter")
    player.wait_for(lambda: is_among(REFUSED, ear.pitches()), "the bell again")
    assert not is_among(GONE, ear.pitches())
    assert player.look(pressed) == "true"
    if isinstance(ear, Tap):
        player.page.click("#sound")
        # Who wants no sound is asked for no press.
        player.page.goto(f"{player.address}?test&start=menu")
        player.wait_for(lambda: player.look("retroPyramid.phase") == "playing", "the program to run")
        assert player.look(f"[knob.gain.value, {pressed}]") == [0, "false"]
