"""EM's finale keeps the beat of its march, its registers leave boxes and buttons be; a tournament won has a cup."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, WIDTH
from retro_pyramid.programs.em.finale import (
    FINALE,
    LANDINGS,
    LENGTH,
    _free,
    _free_cell,
    dropped,
    lamps,
)
from retro_pyramid.programs.em.fireworks import bursts, sparks
from retro_pyramid.programs.em.trophy import TROPHY
from retro_pyramid.rules import POSITIONS
from retro_pyramid.rules.scoring import GAMES
from retro_pyramid.screens.finale.beats import milliseconds
from retro_pyramid.screens.finale.building import BEAT_MS, on_beat
from retro_pyramid.screens.finale.finale import Moment
from retro_pyramid.screens.library import tunes
from retro_pyramid.screens.parts.look import cells_rect
from retro_pyramid.screens.parts.motion import GLIDE_TICKS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.em import ASKING, MOUSE, contest_of, keys, played, table_of, watch
from tests.screens.places import PLACES

ADAPTERS: Mapping[str, tuple[str, ...]] = {
    "ega": (),
    "cga": ("--video", "cga"),
    "text": ("T",),
    "mono": ("--video", "mono"),
}
LAMPS = {5, 10, 13}
"""The registers that may change: neither cards nor buttons, bars and boxes have them."""


@pytest.fixture(params=ADAPTERS)
def won(request: pytest.FixtureRequest, start: Start) -> Game:
    """A game in the frame after its last move, on each adapter."""
    return start(*MOUSE, *ADAPTERS[request.param]).go(("settle", *map(keys, played(61)[0])))


def moment(game: Game) -> Moment | None:
    return table_of(game).view().finale


def drawn(game: Game) -> bytes:
    """What is drawn, whatever the registers make of it: the page, or the cells."""
    video = game.machine.video
    game.machine.video.clear()
    game.app.draw()
    if video.mode == "text":
        return bytes(video.cells)
    return bytes(memoryview(getattr(video.page, "image", video.page).data_ptr()).cast("B"))


# The march


def test_each_card_lands_on_a_beat_and_the_capstone_on_the_last_note(start: Start) -> None:
    march = tunes()["win_em"]
    whole = sum(length for _, length in march)
    assert list(LANDINGS) == [on_beat(beat) for beat in range(5, 33)]
    # The note of the 33rd beat begins there, and the tune ends with it.
    starts = [sum(length for _, length in march[:at]) for at in range(len(march))]
    assert 32 * BEAT_MS in starts
    assert {hertz for (hertz, _), at in zip(march, starts, strict=True) if at >= 32 * BEAT_MS} == {
        1047,
        330,
        392,
    }
    assert abs(milliseconds(LENGTH) - whole) <= 9
    assert 6000 <= whole <= 9000
    assert LENGTH <= 540


def test_the_marchs_notes_are_neither_shrill_nor_dull_and_no_scale(start: Start) -> None:
    march = tunes()["win_em"]
    heard = [hertz for hertz, _ in march if hertz]
    assert min(heard) >= 100
    assert max(heard) <= 2000
    assert all(length % 55 in (0, 15, 40) for _, length in march)
    melody = [max(heard[at : at + 4]) for at in range(0, len(heard), 4)]
    assert melody != sorted(melody)
    assert len(set(melody)) >= 6


def test_the_march_is_a_song_that_only_the_full_sound_has(start: Start) -> None:
    game = start(*MOUSE, "-partsound").go(("settle", *map(keys, played(61)[0])))
    assert game.heard != "win_em"


# What is seen


def test_the_pyramid_is_built_from_its_lowest_row_by_cards_that_fall(won: Game) -> None:
    won.do(f"wait {GLIDE_TICKS + 1}")
    now = moment(won)
    assert now is not None
    at = {tick: dropped(now._replace(now=tick)) for tick in range(LENGTH + 1)}
    assert at[0] == []
    lowest = list(now.slots[21:])
    assert [place for place, _ in at[LANDINGS[6] + 6] if place in lowest] == lowest
    assert [place for place, _ in at[LENGTH]] == list(now.slots)
    assert [card for _, card in at[LENGTH]] == list(now.layout)
    for tick, cards in at.items():
        down = sum(landing <= tick for landing in LANDINGS)
        assert down <= len(cards) <= min(down + 2, POSITIONS)
    # The capstone falls straight down, and faster and faster.
    heights = [
        next(y for (x, y), card in at[LANDINGS[-1] - back] if card == now.layout[0]) for back in (9, 6, 3)
    ]
    assert heights == sorted(heights)
    assert heights[2] - heights[1] > heights[1] - heights[0]
    assert heights[2] < now.slots[0][1]


def test_it_depends_on_the_moment_alone(won: Game) -> None:
    surface = table_of(won).surface
    seen: dict[int, bytes] = {}
    for tick in (0, 3, 100, 300, 425, LENGTH, 425, 300, 100, 3, 0):
        surface._feast = tick
        table_of(won).changed()
        assert seen.setdefault(tick, drawn(won)) == drawn(won)
    assert len(set(seen.values())) == len(seen)


def test_the_lamps_run_by_registers_that_nothing_else_has(start: Start) -> None:
    for tick in range(-20, LENGTH + 1):
        assert set(FINALE.light(tick)) == LAMPS
    # On each beat the bright lamp is one further out.
    bright = [lamps(on_beat(beat) + 1).index(62) for beat in range(21, 32)]
    assert [(after - before) % 3 for before, after in pairwise(bright)] == [1] * 10
    game = start(*MOUSE).go(("settle", *map(keys, played(61)[0])))
    dress = game.app.record.dress
    kept = {value & 15 for value in dress} | {value >> 4 for value in dress} | {0, 1, 3, 7, 8, 11, 14, 15}
    assert not kept & LAMPS
    for tick in range(LENGTH):
        if lamps(tick) != lamps(tick - 1):
            table_of(game).surface._feast = tick
            table_of(game).changed()
            drawn(game)
            registers = game.machine.video.registers
            palette = game.app.record.palette
            assert {at for at in range(16) if registers[at] != palette[at]} <= LAMPS


def test_the_last_picture_is_whole_and_still_with_the_verdict_in_joys_colours(won: Game) -> None:
    assert not won.says("All 52 cards are gone!")
    won.do("settle")
    last = drawn(won)
    assert drawn(won.do("wait 100")) == last
    assert won.says("All 52 cards are gone! Score +20.")
    view = table_of(won).view()
    assert view.verdict is not None
    column, row, *_ = view.verdict.cells
    attribute = won.machine.video.cells[2 * (80 * row + column) + 1]
    assert attribute == view.dress.joy != view.dress.notice


def test_cards_are_counted_as_they_land(start: Start) -> None:
    game = start(*MOUSE, "T").go(("settle", *map(keys, played(61)[0])))
    surface = table_of(game).surface
    for laid in (0, 1, 14, 28):
        surface._feast = LANDINGS[laid - 1] if laid else on_beat(4)
        table_of(game).changed()
        assert game.says(f"{24 + laid} of 52 cards")
        assert any("#" * laid in row for row in game.rows())


def test_no_lamp_burns_between_the_buttons(start: Start) -> None:
    game = start(*MOUSE).go(("settle", *map(keys, played(61)[0]), "settle"))
    page = game.machine.video.page
    drawn(game)
    cells = [button.command.cells for button in table_of(game).view().buttons if button.command.cells]
    rects = [cells_rect(*one) for one in cells]
    left, top = min(rect[0] for rect in rects), min(rect[1] for rect in rects)
    seen = {page.pget(x, y) for x in range(left, WIDTH) for y in range(top, 308)}
    assert {3, 11} <= seen
    assert not seen & LAMPS


def test_the_computers_game_has_no_finale(start: Start) -> None:
    game = start(*MOUSE).do("settle; key a; wait 2")
    watch(game).do("settle; wait 3")
    assert game.state["status"] == "won"
    assert moment(game) is None
    assert not game.app.busy()
    # The march would go on for seconds over an empty table.
    assert game.heard == "em_computer"
    assert sum(length for _, length in tunes()[game.heard]) <= 700


def test_no_firework_touches_the_counter(won: Game) -> None:
    won.do(f"wait {GLIDE_TICKS + 1}")
    now, video = moment(won), won.machine.video
    assert now is not None
    column, row = (52, 6) if video.mode == "text" else (48, 8)
    around = {(x, y) for x in range(column - 1, column + POSITIONS + 1) for y in (row, row + 1)}
    for tick in range(LENGTH + 1):
        for x, y, *_ in sparks(bursts("em_bursts"), tick, _free_cell if video.mode == "text" else _free):
            if video.mode == "text":
                touched = {(x // CELL_WIDTH, y // CELL_HEIGHT)}
            else:
                right, foot = x + CELL_WIDTH - 1, y + CELL_HEIGHT - 1
                touched = {(at // CELL_WIDTH, down // CELL_HEIGHT) for at in (x, right) for down in (y, foot)}
            assert not touched & around, (tick, x, y)


# A tournament won


@pytest.fixture(params=ADAPTERS)
def champion(request: pytest.FixtureRequest, start: Start) -> Game:
    words, lines = PLACES["em_champion"]
    return start(*words, *ADAPTERS[request.param]).go(lines[:-1])


def test_a_cup_is_built_and_the_ledger_filled_game_by_game(champion: Game) -> None:
    assert (champion.screen, champion.heard) == ("standings", "em_tour_won")
    assert champion.app.busy()

    def ledger() -> str:
        return next(row for row in champion.rows() if "Ann" in row and "│" in row).split("│")[1]

    assert ledger().split() == ["Ann", *["."] * 7]
    champion.do(f"wait {TROPHY.told[1] - 5}")
    assert ledger().split()[1:4] == ["+20", ".", "."]
    assert not champion.says("has won")
    before = list(champion.machine.video.registers)
    champion.do("settle")
    assert ledger().split() == ["Ann", "+20", *["-52"] * 5, "-240"]
    assert champion.says("Ann has won the tournament!")
    told = champion.app.top.told
    assert told is not None
    assert "Ann has won the tournament!" in told
    changed = {at for at, value in enumerate(champion.machine.video.registers) if value != before[at]}
    # Other adapters have no registers to change.
    assert changed == (LAMPS if champion.machine.video.name == "ega" else set())


@pytest.mark.parametrize("palette", ["0", "0h", "1", "1h", "5", "5h"])
def test_the_cup_is_whole_on_a_cga_before_it_is_gold(start: Start, palette: str) -> None:
    words, lines = PLACES["em_champion"]
    game = start(*words, "--video", "cga", "--cga", palette).go(lines[:-1]).do(f"wait {TROPHY.told[0]}")
    game.picture()
    page = game.machine.video.page
    # The outermost blocks of both handles, the left one light, the right one in the shade.
    for left in (225, 405):
        seen = {page.pget(x, y) for x in range(left, left + 9) for y in range(103, 109)}
        assert seen - {0}


def test_its_events_lie_on_the_notes_of_its_song(start: Start) -> None:
    song = tunes()["em_tour_won"]
    notes = [round(sum(length for _, length in song[:at]) * 0.06) for at in range(len(song))]
    assert len(TROPHY.told) == GAMES + 1
    assert set(TROPHY.told) <= set(notes)
    assert TROPHY.told[-1] == notes[-1]
    assert abs(milliseconds(TROPHY.length) - sum(length for _, length in song)) <= 9


@pytest.mark.parametrize("line", ["key ENTER", "key n", "click 320 40"])
def test_a_key_ends_what_moves_and_another_leads_on(start: Start, line: str) -> None:
    words, lines = PLACES["em_champion"]
    game = start(*words).go(lines[:-1]).do("wait 20", line)
    assert game.screen == "standings"
    assert not game.app.busy()
    assert game.says("Ann has won the tournament!")
    game.do(line)
    assert game.screen == "table"


def test_where_nothing_moves_the_cup_stands_at_once(start: Start) -> None:
    words, lines = PLACES["em_champion"]
    game = start(*words, "--still").go(lines[:-1])
    assert not game.app.busy()
    assert game.says("Ann has won the tournament!")


def test_the_song_of_a_tournament_waits_for_the_finale_of_its_last_game(start: Start) -> None:
    game = start(*ASKING, "-mouse").do("settle; key t; key n; text Ann; key ENTER; settle; wait 2")
    moves = played(1001)[0]
    for _ in range(5):
        game.do("key F7; key y; wait 3; key ENTER; settle; wait 3")
    contest = contest_of(game)
    assert contest.match is not None
    assert contest.match.number == 6
    contest.match = contest.match._replace(
        ended=tuple(ended._replace(score=10) for ended in contest.match.ended)
    )
    game.app.services = game.app.services._replace(next_deal=lambda: 1001)
    table_of(game).run("new")
    game.do("settle; wait 3")
    for move in moves:
        if game.screen == "confirm":
            game.do("key n")
        game.do(keys(move), "wait 30")
    assert game.heard == "win_em"
    assert game.app.top is table_of(game)
    game.do("settle; wait 3")
    assert (game.screen, game.heard) == ("standings", "em_tour_won")
