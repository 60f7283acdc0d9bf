"""A game that is won: the bonus is counted, the cards build the pyramid on the beats of the march, then it is said."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from retro_pyramid.machine.adapters.palette import ega_rgb
from retro_pyramid.machine.host import Presenter
from retro_pyramid.machine.speaker import Speaker
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH
from retro_pyramid.rules import POSITIONS
from retro_pyramid.screens.finale.beats import counted, milliseconds, ticked
from retro_pyramid.screens.finale.building import BEAT_MS, BUILDING, LANDINGS, LENGTH, built
from retro_pyramid.screens.finale.finale import COUNT_STEP, COUNT_TICKS, Moment
from retro_pyramid.screens.library import tunes
from retro_pyramid.screens.parts.motion import GLIDE_TICKS
from tests.colour_sight import SETTINGS
from tests.screens.driver import Game
from tests.screens.places import PLACES, Place
from tests.screens.test_golden import ENDS

WORDS, LINES = PLACES["won"]
COUNTING = 500 // COUNT_STEP * COUNT_TICKS


@pytest.fixture
def won(opened: Presenter, tmp_path: Path) -> Game:
    """The magazine's game in the frame after its last move."""
    lines = [line for line in LINES if line.startswith("use ")]
    return Game(tmp_path / "data", *WORDS).go(tuple(lines))


def moment(game: Game) -> Moment | None:
    found: Moment | None = game.view.finale
    return found


def test_the_bonus_is_counted_up_where_the_score_stands(won: Game) -> None:
    final = won.state["score"]
    shown = []
    for _ in range(GLIDE_TICKS + COUNTING + 1):
        won.do("wait 1")
        shown.append(won.view.score)
    assert shown[0] == final - 500
    assert shown[-1] == final
    assert shown == sorted(shown)
    assert {after - before for before, after in pairwise(shown)} == {0, COUNT_STEP}
    assert won.heard == "win"


def test_every_card_lands_on_a_beat_the_capstone_on_the_last_note() -> None:
    assert len(LANDINGS) == POSITIONS
    for landing in LANDINGS:
        assert abs(milliseconds(landing) - round(milliseconds(landing) / BEAT_MS) * BEAT_MS) <= 9
    assert list(LANDINGS) == sorted(LANDINGS)


def test_the_march_ends_with_the_capstone(won: Game) -> None:
    march = tunes()["win"]
    whole = sum(length for _, length in march)
    last_note = whole - march[-1][1]
    assert abs(milliseconds(LANDINGS[-1]) - last_note) <= 9
    assert abs(milliseconds(LENGTH) - whole) <= 9


def test_the_pyramid_is_built_from_its_lowest_row(won: Game) -> None:
    won.do(f"wait {GLIDE_TICKS + COUNTING + LANDINGS[6] + 6}")
    now = moment(won)
    assert now is not None
    cards = built(now)
    lying = [place for place, _ in cards if place in now.slots[21:]]
    assert len(lying) == 7
    assert [card for _, card in cards if card in now.layout[21:]] == list(now.layout[21:])


def test_a_card_bounces_and_lies(won: Game) -> None:
    won.do("settle")
    now = moment(won)
    assert now is not None
    heights = [built(now._replace(now=LANDINGS[0] + tick))[0][0][1] for tick in range(8)]
    assert min(heights) < heights[-1] == now.slots[21][1] == heights[0]


def test_the_whole_pyramid_stands_at_the_end_with_the_verdict_in_joys_colours(won: Game) -> None:
    assert not won.says("You cleared the pyramid!")
    won.do("settle")
    now = moment(won)
    assert now is not None
    assert [place for place, _ in built(now)] == list(now.slots)
    assert won.says("You cleared the pyramid!")
    view = won.view
    column, row, *_ = view.verdict.cells
    assert won.machine.video.cells[2 * (80 * row + column) + 1] == view.dress.joy != view.dress.notice


def test_the_light_changes_by_the_registers_alone(won: Game) -> None:
    won.do(f"wait {GLIDE_TICKS + COUNTING + 200}")
    won.app.draw()
    before = bytes(won.machine.video.page.data_ptr())
    registers = list(won.machine.video.registers)
    for _ in range(20):
        won.do("wait 1")
        won.app.draw()
        if won.machine.video.registers != registers:
            break
    assert won.machine.video.registers != registers
    changed = {index for index in range(16) if won.machine.video.registers[index] != registers[index]}
    assert changed <= {3, 5, 10, 11, 13}
    after = bytes(won.machine.video.page.data_ptr())
    # Only a card on its way has moved meanwhile.
    differing = sum(one != other for one, other in zip(before, after, strict=True))
    assert differing < 64 * 64 * 3


@pytest.mark.parametrize("line", ["key ENTER", "key SPACE", "click 320 40", "key n"])
def test_any_key_ends_it(won: Game, line: str) -> None:
    won.do("wait 120", line)
    top = won.app.screens[0]
    assert not top.busy()
    if line == "key n":
        assert won.screen == "confirm"
    else:
        assert (won.screen, won.state["status"]) == ("table", "won")
        assert won.says("You cleared the pyramid!")


def test_a_picture_that_stands_still_is_whole_at_once(opened: Presenter, tmp_path: Path) -> None:
    lines = [line for line in LINES if line.startswith("use ")]
    game = Game(tmp_path / "data", *WORDS, "--still").go(tuple(lines)).do("wait 1")
    now = moment(game)
    assert now is not None
    assert now.now == BUILDING.length
    assert game.says("You cleared the pyramid!")


def test_landings_are_heard_in_a_tune_that_keeps_its_length() -> None:
    tune = [(440, 100), (0, 50), (880, 100)]
    heard = ticked(tune, [0, 6, 14])
    assert sum(length for _, length in heard) == 250
    assert [length for hertz, length in heard if hertz == 110] == [12, 12, 12]
    assert heard[0] == (110, 12)


def test_a_count_is_a_click_for_every_step() -> None:
    count = counted(50, 1)
    assert sum(hertz > 0 for hertz, _ in count) == 50
    assert sum(length for _, length in count) == milliseconds(50)


# What a move earns


@pytest.fixture
def table(opened: Presenter, tmp_path: Path) -> Game:
    return Game(tmp_path / "data", *WORDS).do("settle")


def floats(game: Game) -> list[int]:
    view = game.view
    return [points for _, points in view.floats]


def test_points_rise_from_the_card_and_fall_from_the_deck(table: Game) -> None:
    lines = [line for line in LINES if line.startswith("use ")]
    ways = {}
    for line in lines[:12]:
        before = table.state["score"]
        table.go((line,))
        earned = table.state["score"] - before
        assert floats(table) == [earned]
        heights = []
        for _ in range(3):
            heights.append(table.view.floats[0][0][1])
            table.do("wait 6")
        ways[earned < 0] = heights
        table.do("settle")
        assert floats(table) == []
    assert ways[False] == sorted(ways[False], reverse=True) != ways[False][:1] * 3
    assert ways[True] == sorted(ways[True]) != ways[True][:1] * 3


def test_the_streak_and_its_worth_stand_in_the_status_line(table: Game) -> None:
    lines = [line for line in LINES if line.startswith("use ")]
    seen = {}
    for line in lines:
        table.go((line,))
        streak = table.app.session.state.streak  # type: ignore[union-attr]
        status = next(row for row in table.rows() if row.startswith(" Score"))
        seen[streak] = status
    assert "Streak" not in seen[0] + seen[1]
    assert "Streak 2 " in seen[2]
    assert "+" not in seen[2]
    assert "Streak 4  +30" in seen[4]
    assert "Streak 5  +60" in seen[5]


def test_the_table_flashes_once_when_five_went_in_a_row(table: Game) -> None:
    lines = [line for line in LINES if line.startswith("use ")]
    for line in lines:
        table.go((line,))
        if table.app.session.state.streak == 5:  # type: ignore[union-attr]
            break
    table.app.draw()
    assert ega_rgb(table.machine.video.registers[2]) == 0x00FF00
    table.do("wait 6")
    table.app.draw()
    assert ega_rgb(table.machine.video.registers[2]) == 0x00AA00


# What a critical player found


def test_the_finale_is_over_with_its_music_when_something_is_laid_over_it(won: Game, tmp_path: Path) -> None:
    stops = []
    won.machine.speaker.stop = lambda: stops.append(1)  # type: ignore[method-assign]
    won.do("wait 100")
    (tmp_path / "x.txt").write_text("nothing", encoding="utf-8")
    won.do(f"drop {tmp_path / 'x.txt'}; key ESC")
    assert stops
    assert not won.app.screens[0].busy()
    assert won.says("You cleared the pyramid!")


def test_a_key_that_ends_the_finale_ends_its_music(won: Game) -> None:
    stops = []
    won.machine.speaker.stop = lambda: stops.append(1)  # type: ignore[method-assign]
    won.do("wait 100; key ENTER")
    assert stops


def test_a_click_on_a_command_is_meant_for_it_in_a_finale_too(won: Game) -> None:
    assert won.do("wait 120; clickon back").screen == "name"


def test_the_march_with_its_clicks_is_another_sound_than_the_march_alone(opened: Presenter) -> None:
    speaker = Speaker()
    speaker.play("march", [(440, 100)])
    speaker.play("march", [(440, 50), (110, 12), (440, 38)])
    assert len(speaker._sounds) == 2


def test_the_message_of_windows_takes_a_click(opened: Presenter, tmp_path: Path) -> None:
    for number, mode in enumerate(((), ("T",))):
        words, lines = PLACES["windows_won"]
        game = Game(tmp_path / f"data{number}", *words, *mode).go(lines).do("settle")
        deal = game.state["deal"]
        assert game.do("click 320 207; settle").state["deal"] != deal


def test_the_dawn_in_characters_goes_from_dark_to_light_without_turning_back(
    opened: Presenter, tmp_path: Path
) -> None:
    game = Game(tmp_path / "data", *WORDS, "T").go(LINES).do("settle")
    game.picture()
    inks = [game.machine.video.cells[2 * 80 * row + 1] & 15 for row in range(20)]
    assert list(dict.fromkeys(inks)) == [3, 5, 13, 11]


@pytest.mark.parametrize("mode", [(), ("T",), ("--video", "cga"), ("--video", "mono")])
@pytest.mark.parametrize("place", ["won", "tilldawn_won", "relaxed_won", "em_over"])
def test_the_verdict_covers_no_card_of_the_pyramid_that_was_built(
    opened: Presenter, tmp_path: Path, place: str, mode: tuple[str, ...]
) -> None:
    words, lines = PLACES[place]
    view = Game(tmp_path / "data", *words, *mode).go(lines).do("settle").view
    _, row, _, high = view.verdict.cells
    cards = view.sign.cards(view.finale)
    assert len(cards) == POSITIONS
    assert max(y for (_, y), _ in cards) + view.size[1] <= row * CELL_HEIGHT
    # The rows lie alike far from each other, and where there is a status line it can be read.
    rows = sorted({y for (_, y), _ in cards})
    assert len({below - above for above, below in pairwise(rows)}) == 1
    assert row + high <= (24 if place == "em_over" else 23)


# How a game ended, in every program

SCORED_NOW: Place = (
    ("--edition", "em", "--start", "table", "--deal", "61", "-mouse"),
    ("settle", "key F7; key y", "settle; wait 60"),
)
LOST = {
    **{
        name: PLACES[name]
        for name in ("stuck", "tilldawn_stuck", "windows_stuck", "relaxed_stuck", "em_lost")
    },
    "em scored as it stands": SCORED_NOW,
    "match_lost": ENDS["match_lost"],
}
WON = {
    **{name: PLACES[name] for name in ("won", "tilldawn_won", "windows_won", "relaxed_won", "em_over")},
    "match_won": ENDS["match_won"],
}


def how_a_lost_game_ended_covers_neither_a_card_nor_a_pile(game: Game, text: bool) -> None:
    view = game.view
    assert view.verdict.shown
    column, row, across, down = view.verdict.cells
    left, top = column * CELL_WIDTH, row * CELL_HEIGHT
    right, bottom = left + across * CELL_WIDTH, top + down * CELL_HEIGHT
    wide, high = view.size
    places = [lying.place for lying in view.cards]
    for pile in view.piles:
        # A pile's edge is a pixel for every three cards, or cells to the right and below.
        x, y = pile.place
        deep = (pile.thick - 1) // 3
        edges = [(x + 8, y + 14)] if text and pile.thick > 1 else [] if text else [(x - deep, y + deep)]
        places += [pile.place, *edges]
    assert len(places) > 2
    for x, y in places:
        assert x + wide <= left or x >= right or y + high <= top or y >= bottom, (x, y)
    assert all(len(line) <= across for line in view.verdict.lines)


def nothing_stands_in_a_finale_that_cannot_be_used(game: Game, place: str) -> None:
    assert game.view.alone
    buttons = [target for target in game.app.targets() if target.id.startswith("button:")]
    assert all(target.enabled for target in buttons)
    assert not game.says("Standard")
    assert not game.says("Auto-Match ") or place.startswith(("tilldawn", "match")), (
        "a hint of the bottom line"
    )


def nothing_of_a_covered_card_stands_between_two_others(game: Game, place: str) -> None:
    view, rows = game.view, game.rows()
    cards = (
        [lying.place for lying in view.cards]
        if place in LOST
        else [at for at, _ in view.sign.cards(view.finale)]
    )
    cells = {(round(x / CELL_WIDTH), round(y / CELL_HEIGHT)) for x, y in cards}
    between = [
        rows[line][column]
        for left, top in cells
        for line in (top, top + 1)
        # Two cards a column apart, and one behind them.
        if (left + 10, top) in cells and (left + 5, top - 2) in cells
        for column in [left + 9]
    ]
    assert set(between) <= {" "}
    assert between or place in ("stuck", "windows_won", "em_over", "em_lost", "em scored as it stands")


@pytest.mark.parametrize("place", [*WON, *LOST])
def test_how_a_game_ended_can_be_seen_on_every_adapter(opened: Presenter, tmp_path: Path, place: str) -> None:
    words, lines = (WON | LOST)[place]
    game = Game(tmp_path / "data", *words).go(lines).do("settle")
    for adapter in ("EGA deck 1", "CGA 1h", "EGA text", "CGA text", "mono"):
        game.app.choices.change(SETTINGS[adapter])
        text = adapter.endswith("text") or adapter == "mono"
        if place in LOST:
            how_a_lost_game_ended_covers_neither_a_card_nor_a_pile(game, text)
        else:
            nothing_stands_in_a_finale_that_cannot_be_used(game, place)
        if text:
            nothing_of_a_covered_card_stands_between_two_others(game, place)
    if place in WON:
        assert not game.machine.pointer_shown
        game.do("move 300 200")
        assert game.machine.pointer_shown


@pytest.mark.parametrize("mode", [(), ("T",)], ids=["graphics", "text"])
@pytest.mark.parametrize("place", [*WON, *LOST])
def test_the_state_tells_how_a_game_ended_as_long_as_the_screen_does(
    opened: Presenter, tmp_path: Path, place: str, mode: tuple[str, ...]
) -> None:
    words, lines = (WON | LOST)[place]
    game = Game(tmp_path / "data", *words, *mode).go(lines).do("settle; wait 400")
    said = game.state["message"]
    assert said.startswith(game.view.verdict.lines[0].split("  ")[0])
    assert game.says(said.split(". ")[0])
    assert game.do("wait 700").state["message"] == said
    going = game.do("key n" if place in ("won", "stuck") else "key N", "settle")
    if going.screen == "confirm":
        going = going.do("key y")
    assert going.state["message"] != said


def test_the_state_says_nothing_of_the_end_while_the_finale_goes_on(won: Game) -> None:
    won.do("wait 200")
    assert won.app.screens[0].busy()
    assert won.state["message"] is None
