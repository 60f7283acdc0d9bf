"""odm's table where single acts in `acts.txt` cannot tell: level 2, what is seen on the way, input that never waits."""

import pytest

from retro_pyramid.machine.events import MouseMotion, MousePress
from retro_pyramid.machine.video import WIDTH, copy_pixels
from retro_pyramid.table.render.base import MAX_PILE_THICKNESS_PX
from tests.programs import PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.pair_games import table_of


def test_a_card_that_is_dragged_lies_over_the_words_on_the_table(table: Game) -> None:
    assert table.says("1 discarded")
    x, y, width, height = table.enabled()["card:72"]
    table.app.update([MousePress(x + width // 2, y + height // 2)], 1)
    # Over the first letters below the pile, and over the status line.
    for at, words in (((500, 108), "carded"), ((20, 320), "Score 0   Level 1")):
        table.app.update([MouseMotion(*at)], 1)
        assert table.says(words)
        assert table.says("1 discarded") == (words != "carded")


def test_level_2_hides_covered_cards_and_turns_one_the_moment_it_is_uncovered(start: Start) -> None:
    # The apex of deal 61 is the seven of spades; in deal 4 62 lies under 72 and 73.
    one, two = (start("T", "--start", "table", "--deal", "61", "--level", level) for level in "12")
    assert "7♠" in one.do("settle").rows()[1]
    shown = two.do("settle").rows()
    assert ("7♠" in shown[1], "▒░▒░▒░▒" in shown[1], "6♥" in "".join(shown)) == (False, True, True)
    game = start("T", "--start", "table", "--deal", "4", "--level", "2").play("77", "75", "D", "72", "D")
    left, top, *_ = next(t for t in game.do("settle").app.targets() if t.id == "card:62").rect

    def corner() -> str:
        return game.rows()[top // 14 + 1][left // 8 + 1 : left // 8 + 4]

    assert corner() == "▒░▒"
    assert game.play("73").app.is_animating()
    game.do("settle")
    assert "▒" not in corner()
    assert corner()[1] in "♣♦♥♠"


def test_input_is_never_kept_waiting(start: Start) -> None:
    moves = ["72", "76", "D", "74", "73", "71", "77"]
    words = ("--start", "table", "--deal", "0", "--level", "2")
    slow, quick = start(*words).do("settle"), start(*words)
    for move in moves:
        slow.play(move).do("settle")
    assert quick.play(*moves).app.is_animating()
    assert quick.moves == slow.moves == moves
    assert quick.do("settle").picture() == slow.picture()


@pytest.mark.parametrize("edition", PROGRAMS)
def test_no_pile_covers_a_line_of_the_ground(start: Start, edition: str) -> None:
    game = start("--edition", edition, "--start", "table", "--deal", "61").do("settle")
    surface, video = table_of(game).presentation, game.machine.display
    width, height = surface.renderer.card_size
    low = height + MAX_PILE_THICKNESS_PX + table_of(game).table_spec.shadow_offset
    places = [
        place for place in (surface.layout.stock, surface.layout.waste, surface.layout.discard) if place
    ]
    surface.renderer.draw_empty_table()
    ground = copy_pixels(video.page)
    for x, y in places:
        video.page.cls(1)
        surface.renderer.draw_pile((x, y), 52, 0, False)
        drawn = copy_pixels(video.page)
        rows = [
            ground[row * WIDTH + x - MAX_PILE_THICKNESS_PX : row * WIDTH + x + width]
            for row in range(y, y + low)
        ]
        for row, above in zip(rows[1:], rows, strict=False):
            assert len({*row, *above}) < 2 or len({*row}) > 1 or len({*above}) > 1
        # However many cards there are, the pile is no thicker than the space left for it.
        assert {*drawn[(y + low - 1) * WIDTH :]} != {1}
        assert {*drawn[(y + low) * WIDTH :]} == {1}
