"""For who hears the page instead of seeing it, and for who wants nothing to move."""

from collections.abc import Iterator

import pytest

from retro_pyramid.speech.screen_reader import GREETING
from tests.programs import PROGRAMS
from tests.web.conftest import Sit
from tests.web.harness import Player


@pytest.fixture(scope="module")
def player(sit: Sit) -> Iterator[Player]:
    # Of a page shared with others typed characters that read came to nothing here.
    player = sit(new=True)
    player.page.emulate_media(reduced_motion="reduce")
    player.start("?test&start=menu")
    yield player
    player.page.emulate_media(reduced_motion="no-preference")


def hears(player: Player, *words: str) -> None:
    """Wait until the live region says all of that at once."""
    region = player.page.locator("#spoken")
    player.wait_for(lambda: all(word in region.inner_text() for word in words), f"to hear {words}")


def test_the_live_region_speaks_menus_and_questions(player: Player) -> None:
    hears(player, GREETING, "Play Level 1, 1 of 8.")
    assert player.look("document.getElementById('spoken').ariaLive") == "polite"
    player.press("ArrowDown")
    hears(player, "Play Level 2.")
    player.press("Escape")
    hears(player, "Back to the title?", "No, 2 of 2.")
    player.press("n")


# What of the other programs is heard is kept in tests/golden/speech.
@pytest.mark.parametrize("edition", PROGRAMS[::3])
def test_the_live_region_speaks_a_card_a_move_and_the_score(player: Player, edition: str) -> None:
    player.start_anew(f"?edition={edition}&deal=61&start=table&test&-nomouse")
    hears(
        player,
        "Deal 61. Row 7: 5 of diamonds, 2 of diamonds, King of spades",
        "5 of diamonds, row 7, place 1.",
    )
    player.press("ArrowRight")
    hears(player, "2 of diamonds, row 7, place 2.")
    if edition == "odm":
        player.press("ArrowUp", "Enter")
        hears(player, "Drawn: King of diamonds. Minus 5 points, score minus 5.")
        return
    player.press("Enter")
    hears(player, "2 of diamonds, row 7, place 2, taken up.")
    player.press(*["ArrowRight"] * 5)
    hears(player, "Jack of diamonds, row 7, place 7.")
    player.press("Enter")
    hears(player, "2 of diamonds and Jack of diamonds are gone.")


def test_a_button_has_the_whole_screen_told(player: Player) -> None:
    player.start_anew("?edition=relaxed&deal=61&start=table&test")
    player.press("ArrowRight", "Shift+Tab", "End")
    assert player.look("document.activeElement.id") == "tell"
    assert player.page.locator("#tell").bounding_box()["height"] >= 44
    player.press("Enter")
    hears(player, "Row 7: 5 of diamonds", "Stock, 24 cards", "Keys: ", "Esc: Menu, ")
    player.press("Escape")


def test_keys_read_the_pyramid_but_type_where_text_is_typed(player: Player) -> None:
    player.start_anew("?level=2&deal=61&start=table&test")
    hears(player, "Deal 61.")
    player.press(",")
    hears(player, "Row 7: 5 of diamonds, 2 of diamonds", "Row 6, 6 cards face down.")
    player.start_anew("?start=dos&test")
    hears(player, "C prompt.")
    for key, word in ((",", "comma."), (".", "full stop.")):
        player.press(key)
        hears(player, word)
    assert "C:\\>,." in "\n".join(player.run("wait 1").state["text"])


COUNTING = """(() => {
  const { onFrameEnd } = retroPyramid;
  window.drawn = 0;
  retroPyramid.onFrameEnd = () => { window.drawn += 1; onFrameEnd(); };
})()"""


def test_a_table_at_which_nothing_is_done_costs_a_few_frames_a_second(player: Player) -> None:
    player.start_anew("?deal=61&start=table&test")
    assert player.run("settle").error is None
    player.look(COUNTING)
    # Half a second may have something held down.
    player.page.wait_for_timeout(1000)
    before = player.look("window.drawn")
    player.page.wait_for_timeout(1000)
    assert 1 <= player.look("window.drawn") - before <= 15
    player.press("ArrowRight")
    hears(player, "2 of diamonds, row 7, place 2.")


def test_who_wants_less_motion_gets_none(player: Player) -> None:
    run = player.run_anew("shot deal\nwait 120\nshot later", "?deal=61&start=table&test")
    assert run.shots["deal"].rgb == run.shots["later"].rgb
