"""How Solitaire Till Dawn ends: day breaks on the beats of a waltz, a match won is full day, one lost is rain."""

import pytest

from retro_pyramid.machine.adapters.colours import luma
from retro_pyramid.machine.adapters.palette import ega_rgb
from retro_pyramid.machine.video import pixels_of
from retro_pyramid.programs.tilldawn.finale import FINALE, LANDINGS, LENGTH, RAINY, SIGNS
from retro_pyramid.programs.tilldawn.table import LOOK
from retro_pyramid.rules import POSITIONS
from retro_pyramid.screens.finale.beats import milliseconds
from retro_pyramid.screens.finale.building import BEAT_MS
from retro_pyramid.screens.finale.finale import Finale
from retro_pyramid.screens.library import tunes
from retro_pyramid.screens.parts.motion import GLIDE_TICKS
from retro_pyramid.screens.parts.scene import show
from retro_pyramid.screens.table.view import View
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.pair_games import by_mouse, game_that_ends, table_of, words

ADAPTERS = ((), ("--video", "cga"), ("T",), ("--video", "mono"), ("T", "--video", "cga"))
FIVE_GOOD, FIVE_BAD = "10 10 10 10 10", "-40 -40 -40 -40 -40"
SKY = (3, 5, 13, 11)
"""The sky's registers from its top to its rim."""
WON, LOST = SIGNS["match_won"], SIGNS["match_lost"]
ENDS = (("won", FINALE), ("match won", WON), ("match lost", LOST))


def ended(start: Start, status: str, before: str, *more: str) -> Game:
    """A game in the frame after its last move; `before` are the scores of its match."""
    number, moves = game_that_ends("tilldawn", status, "auto_match=off")
    line = (*words("tilldawn", number, "auto_match=off"), *more)
    if before:
        start(*line).files.config.change({"tilldawn.match": before})
    game = start(*line).do("settle")
    by_mouse(game, *moves)
    return game


def view(game: Game) -> View:
    return table_of(game).view()


def verdict_paper(game: Game) -> int:
    game.picture()
    verdict = view(game).verdict
    assert verdict is not None
    column, row, *_ = verdict.cells
    return game.machine.video.cells[2 * (80 * row + column) + 1]


def sky_at(finale: Finale, now: int) -> list[float]:
    return [luma(ega_rgb(finale.light(now)[register])) for register in SKY]


# The music


def test_every_card_lands_on_a_beat_and_the_capstone_on_a_bars_first() -> None:
    assert len(LANDINGS) == POSITIONS
    beats = [milliseconds(landing) / BEAT_MS for landing in LANDINGS]
    assert all(abs(beat - round(beat)) * BEAT_MS <= 9 for beat in beats)
    assert round(beats[-1]) % 3 == 0


@pytest.mark.parametrize(
    ("tune", "finale"), [("win_tilldawn", FINALE), ("par_made", WON), ("par_missed", LOST)]
)
def test_a_finale_is_as_long_as_its_tune(start: Start, tune: str, finale: Finale) -> None:
    tones = tunes()[tune]
    assert abs(sum(length for _, length in tones) - milliseconds(finale.length)) <= 9
    assert finale.length <= 540


@pytest.mark.parametrize("tune", ["win_tilldawn", "par_made"])
def test_the_capstone_lands_where_the_last_bar_begins(start: Start, tune: str) -> None:
    tones = tunes()[tune]
    times, now = [], 0
    for _, length in tones:
        times.append(now)
        now += length
    assert min(abs(time - milliseconds(LANDINGS[-1])) for time in times) <= 9
    # The rest is one chord, broken, and it ends on the tonic or its third.
    assert tones[-1][0] in (1175, 1480)


# The light


def test_it_dawns_and_full_day_is_lighter_and_rain_is_blue() -> None:
    night = sky_at(FINALE, 0)
    assert all(later > before for before, later in zip(night, sky_at(FINALE, LENGTH), strict=True))
    assert sum(sky_at(WON, LENGTH)) > sum(sky_at(FINALE, LENGTH)) > 3 * sum(sky_at(LOST, RAINY))
    for register in SKY:
        red, green, blue = ega_rgb(LOST.light(RAINY)[register]).to_bytes(3)
        assert blue > red
        assert blue > green


@pytest.mark.parametrize(("name", "finale"), ENDS)
def test_light_leaves_the_colours_of_boxes_and_cards_alone(name: str, finale: Finale) -> None:
    lit = {register for now in range(finale.length + 1) for register in finale.light(now)}
    # 6 is the paper of joy; the other cards' colours stay.
    assert lit <= {3, 5, 6, 10, 11, 13}
    dress_bar = [luma(ega_rgb(finale.light(now).get(5, 40))) for now in range(finale.length + 1)]
    assert luma(0xFFFFFF) - max(dress_bar) > 72


def test_the_verdict_is_gold_and_black_once_it_is_shown() -> None:
    for finale in (FINALE, WON):
        assert luma(ega_rgb(finale.light(finale.length)[6])) > 150


# What is seen


@pytest.mark.parametrize("more", ADAPTERS)
def test_a_moment_of_the_finale_always_looks_the_same(start: Start, more: tuple[str, ...]) -> None:
    game = ended(start, "won", "", *more)
    seen = []
    for _ in range(2):
        game.do("settle")
        surface = table_of(game).surface
        surface.celebrate(FINALE, 0)
        game.do(f"wait {GLIDE_TICKS + 250}")
        seen.append(game.picture())
    assert seen[0] == seen[1]
    game.do("wait 60")
    assert game.picture() != seen[1]


def test_the_dawn_comes_by_the_registers_alone(start: Start) -> None:
    game = ended(start, "won", "")
    game.do("settle")
    table = table_of(game)
    pages, registers = [], []
    for tick in (20, 45):
        # Neither card nor sun is on its way, and no star has faded yet.
        show(game.machine.video, table.look.finale.behind, tick)
        pages.append(pixels_of(game.machine.video.page))
        registers.append(FINALE.light(tick))
    assert pages[0] == pages[1]
    assert registers[0] != registers[1]


def test_a_win_clears_the_table_of_hand_and_box(start: Start) -> None:
    game = ended(start, "won", "")
    assert game.heard == "win_tilldawn"
    game.do("settle")
    assert (view(game).sign, view(game).alone) == (FINALE, True)
    assert "automatch" not in game.enabled()
    assert not game.says("] Auto-Match")
    assert not game.says("Redeal")
    assert verdict_paper(game) == view(game).dress.joy
    # The keys go on.
    game.do("key TAB; key DOWN; key UP; key n; settle")
    assert "automatch" in game.enabled()


@pytest.mark.parametrize("finale", [FINALE, WON, LOST])
def test_the_colours_of_bar_and_notice_are_their_own_whatever_the_light(start: Start, finale: Finale) -> None:
    record = start(*words("tilldawn", 61)).app.record
    title = record.picture
    for attribute in (record.dress.bar, record.dress.notice):
        for register in (attribute & 15, attribute >> 4):
            assert title.palette is not None
            own = record.palette[register]
            assert (title.registers[register], title.palette[register]) == (own, own)
            lights = [title.light(now) for now in range(0, 2400, 60)]
            lights += [finale.light(now) for now in range(finale.length + 1)]
            assert all(light.get(register, own) == own for light in lights)


@pytest.mark.parametrize("status", ["won", "stuck"])
@pytest.mark.parametrize("more", [("T",), ("--video", "mono")])
def test_a_match_that_is_won_has_a_sign_of_its_own(start: Start, status: str, more: tuple[str, ...]) -> None:
    game = ended(start, status, FIVE_GOOD, *more)
    assert game.heard == "par_made"
    assert not game.says("Par is made")
    game.do("settle")
    assert (view(game).sign, view(game).alone) == (WON, True)
    assert game.says("PAR IS MADE")
    assert game.says("Par is made: the match is yours!")
    assert verdict_paper(game) == view(game).dress.joy
    now, verdict = view(game).finale, view(game).verdict
    assert now is not None
    assert verdict is not None
    assert now.slots[-1][1] + now.size[1] <= 14 * verdict.cells[1]
    assert [place for place, _ in WON.cards(now)] == list(now.slots)


def test_a_match_that_is_lost_is_told_apart(start: Start) -> None:
    game = ended(start, "stuck", FIVE_BAD)
    assert game.heard == "par_missed"
    assert not game.says("Par is missed")
    game.do("settle")
    assert (view(game).sign, view(game).alone) == (LOST, False)
    assert game.says("Par is missed: the match is lost")
    assert verdict_paper(game) == view(game).dress.notice
    # What was left of the pyramid can still be looked at.
    assert view(game).cards
    now = view(game).finale
    assert now is not None
    assert LOST.cards(now) == []


def test_a_game_that_is_won_has_its_dawn_even_in_a_match_that_is_lost(start: Start) -> None:
    game = ended(start, "won", FIVE_BAD)
    assert game.heard == "win_tilldawn"
    assert view(game.do("settle")).sign == FINALE
    assert game.says("Par is missed: the match is lost")


def test_a_game_that_is_lost_is_no_match(start: Start) -> None:
    game = ended(start, "stuck", "")
    assert game.heard == "stuck"
    assert (view(game).sign, view(game).finale) == (None, None)


@pytest.mark.parametrize(("status", "before"), [("stuck", FIVE_GOOD), ("stuck", FIVE_BAD)])
def test_any_key_ends_the_sign_of_a_match_and_undo_takes_it_back(
    start: Start, status: str, before: str
) -> None:
    game = ended(start, status, before).do("wait 100")
    assert game.app.busy()
    game.do("key ENTER")
    assert not game.app.busy()
    assert game.says("Par is ")
    game.do("key F5", "key u", "settle")
    assert (view(game).sign, view(game).finale) == (None, None)


@pytest.mark.parametrize("before", [FIVE_GOOD, FIVE_BAD])
def test_a_picture_that_stands_still_is_whole_at_once(start: Start, before: str) -> None:
    game = ended(start, "stuck", before, "--still").do("wait 1")
    now, sign = view(game).finale, view(game).sign
    assert now is not None
    assert sign is not None
    assert now.now == sign.length
    assert game.says("Par is ")


# The ground


def test_the_dawn_on_the_table_is_of_dots_on_the_cga_too(start: Start) -> None:
    game = start(*words("tilldawn", 61), "--video", "cga").do("settle")
    game.picture()
    page = game.machine.video.page
    page.blt(0, 0, LOOK.ground(), 0, 0, 640, 350)
    pixels, wide = pixels_of(page.image), page.image.width
    rows = [pixels[y * wide : (y + 1) * wide] for y in range(page.y(303), page.y(321))]
    assert all(len(set(row)) == 2 for row in rows)
    assert all(len(set(column)) == 2 for column in zip(*rows, strict=True))
