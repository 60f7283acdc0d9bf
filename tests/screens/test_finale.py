"""How games end, in every program: the bonus is counted, what lands keeps the beat of the march, then it is said.

What is seen on the way is in the golden pictures `moving_march*`, and the end in `*_won`, `em_over`, `match_*`.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from retro_pyramid.app.assets import load_tunes
from retro_pyramid.editions import load_edition, load_table_spec
from retro_pyramid.editions.em.end_animation import _can_draw_at_cell, _can_draw_at_pixel, get_lamp_colours
from retro_pyramid.editions.em.fireworks import iter_sparks, load_bursts
from retro_pyramid.editions.em.trophy import TROPHY_CELEBRATION
from retro_pyramid.editions.relaxed.end_animation import compute_door_opening as opened_door
from retro_pyramid.editions.tilldawn.end_animation import OTHER_END_ANIMATIONS
from retro_pyramid.editions.windows.end_animation import (
    HALF_BEAT_MS,
    get_jump_half_beat,
    get_loose_cards,
    half_beat_to_tick,
)
from retro_pyramid.machine.adapters.palette import ega_to_rgb
from retro_pyramid.machine.presenter import Presenter
from retro_pyramid.machine.speaker import Speaker
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH
from retro_pyramid.rules import SLOT_COUNT
from retro_pyramid.rules.editions import GAMES_PER_MATCH
from retro_pyramid.scenes.easing import CARD_TWEEN_TICKS, Point
from retro_pyramid.scenes.end_animation import (
    BEAT_MS,
    BONUS_COUNT_STEP,
    BONUS_COUNT_TICKS,
    AnimationFrame,
    add_landing_clicks,
    beat_to_tick,
    make_counting_tune,
    ticks_to_ms,
)
from retro_pyramid.settings import REDUCED_MOTION_SETTING
from retro_pyramid.table.intent import CONTINUE
from retro_pyramid.table.render.base import Trail
from tests.colour_sight import SETTINGS, settings
from tests.programs import PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.em import ASKING, MOUSE, contest_of, keys, played, table_of, watch
from tests.screens.places import PLACES, reach

COUNTING = 500 // BONUS_COUNT_STEP * BONUS_COUNT_TICKS
FINALES = {edition: load_table_spec(edition).win_animation for edition in PROGRAMS}
MATCH_WON, MATCH_LOST = OTHER_END_ANIMATIONS["match_won"], OTHER_END_ANIMATIONS["match_lost"]
MARCHES = {
    "win": FINALES["odm"],
    "win_em": FINALES["em"],
    "win_relaxed": FINALES["relaxed"],
    "win_tilldawn": FINALES["tilldawn"],
    "win_windows": FINALES["windows"],
    "par_made": MATCH_WON,
    "par_missed": MATCH_LOST,
}
WON = {
    "won": "You cleared the pyramid!",
    "em_over": "All 52 cards are gone! Score +20.",
    "relaxed_won": "The pyramid is empty: you won!",
    "tilldawn_won": "",
    "windows_won": "You won!",
    "match_won": "Par is made: the match is yours!",
}
"""Games that are won, and what is said of them."""
LOST = ("stuck", "tilldawn_stuck", "windows_stuck", "relaxed_stuck", "em_lost", "em_score", "match_lost")
LIT = {
    "odm": {3, 5, 10, 11, 13},
    "em": {5, 10, 13},
    "relaxed": {3, 10, 11, 13},
    "tilldawn": {3, 5, 6, 10, 11, 13},
    "windows": set(),
}
"""The registers that a finale may light: cards, buttons, bars and boxes have others, but for the paper of joy (6)."""


def after_last_move(start: Start, place: str, *more: str) -> Game:
    """A game in the frame after its last move."""
    return reach(start, place, *more, but=2)


@pytest.fixture
def won(start: Start) -> Game:
    """The magazine's game in the frame after its last move."""
    return after_last_move(start, "won")


def moment(game: Game) -> AnimationFrame:
    found = game.view.animation_frame
    assert isinstance(found, AnimationFrame)
    return found


def paper_of_the_verdict(game: Game) -> int:
    game.picture()
    column, row, *_ = game.view.result_banner.rect_cells
    return int(game.machine.display.cells[2 * (80 * row + column) + 1])


# The music


@pytest.mark.parametrize("tune", MARCHES)
def test_what_lands_keeps_the_beat_of_the_march_and_the_last_lands_on_a_note(tune: str) -> None:
    march, finale = load_tunes()[tune], MARCHES[tune]
    times = [sum(length for _, length in march[:at]) for at in range(len(march) + 1)]
    assert abs(ticks_to_ms(finale.duration_ticks) - times[-1]) <= 9
    assert finale.duration_ticks <= 540
    assert all(100 <= hertz <= 2000 for hertz, _ in march if hertz)
    assert all(march != other for name, other in load_tunes().items() if name != tune)
    landings, unit = finale.landing_ticks, HALF_BEAT_MS if tune == "win_windows" else BEAT_MS
    assert list(landings) == sorted(landings)
    for landing in landings:
        assert abs(ticks_to_ms(landing) - round(ticks_to_ms(landing) / unit) * unit) <= 9
    if landings:
        assert len(landings) >= SLOT_COUNT
        assert min(abs(time - ticks_to_ms(landings[-1])) for time in times[:-1]) <= 9


def test_the_capstone_has_the_last_note_or_its_chord() -> None:
    every = load_tunes()
    for tune in ("win", "win_relaxed", "win_windows"):
        assert abs(ticks_to_ms(MARCHES[tune].landing_ticks[-1]) - sum(ms for _, ms in every[tune][:-1])) <= 9
    assert list(FINALES["em"].landing_ticks) == [beat_to_tick(beat) for beat in range(5, 33)]
    assert round(ticks_to_ms(FINALES["tilldawn"].landing_ticks[-1]) / BEAT_MS) % 3 == 0
    assert {every[tune][-1][0] for tune in ("win_tilldawn", "par_made")} <= {1175, 1480}


def test_landings_are_heard_in_a_tune_that_keeps_its_length_and_a_count_clicks_at_every_step(
    opened: Presenter,
) -> None:
    heard = add_landing_clicks([(440, 100), (0, 50), (880, 100)], [0, 6, 14])
    assert sum(length for _, length in heard) == 250
    assert [length for hertz, length in heard if hertz == 110] == [12, 12, 12]
    assert heard[0] == (110, 12)
    count = make_counting_tune(50, 1)
    assert sum(hertz > 0 for hertz, _ in count) == 50
    assert sum(length for _, length in count) == ticks_to_ms(50)
    # With its clicks a march is another sound than alone.
    speaker = Speaker()
    speaker.play("march", [(440, 100)])
    speaker.play("march", [(440, 50), (110, 12), (440, 38)])
    assert len(speaker._sounds) == 2


# The light


@pytest.mark.parametrize("place", WON)
def test_the_words_about_a_win_come_with_the_last_note(start: Start, place: str) -> None:
    game = reach(start, place, but=2)
    name = game.heard
    starts = [
        sum(ms for _, ms in load_tunes()[name][:at])
        for at, (hertz, _) in enumerate(load_tunes()[name])
        if hertz
    ]
    while game.view.animation_frame is None:
        game.do("wait 1")
    begun = game.machine.tick - game.view.animation_frame.tick
    last = begun + round(starts[-1] * 60 / 1000)
    game.do(f"wait {last - game.machine.tick - 1}")
    assert (game.message, game.view.result_banner.is_visible) == (None, False)
    game.do("wait 2")
    assert game.view.result_banner.is_visible
    assert game.message
    assert game.app.is_animating()
    # A key that answers the words is not taken for one that ends the finale.
    screen = game.app.top_screen
    game.do("key ESC" if place == "won" else "key ENTER", "settle")
    assert game.app.top_screen is not screen or not table_of(game).is_over()


def test_the_table_of_the_magazine_is_never_empty_in_its_finale(won: Game) -> None:
    while won.view.animation_frame is None:
        won.do("wait 1")
    assert won.view.animation_frame.tick <= 1
    for _ in range(40):
        won.do("wait 5")
        view = won.view
        assert view.end_animation.cards_at(view.animation_frame), view.animation_frame.advance


@pytest.mark.parametrize("edition", PROGRAMS)
def test_the_light_is_of_registers_that_boxes_and_cards_have_not(edition: str) -> None:
    record, finale = load_edition(edition), FINALES[edition]
    assert {
        register for now in range(finale.duration_ticks + 1) for register in finale.palette_at(now)
    } == LIT[edition]
    dress = record.theme
    for attribute in (dress.selection, dress.notice):
        for register in (attribute & 15, attribute >> 4):
            own = record.palette[register]
            assert all(
                finale.palette_at(now).get(register, own) == own for now in range(finale.duration_ticks + 1)
            )


def test_lamps_swells_pushes_and_rays_keep_the_beat() -> None:
    bright = [get_lamp_colours(beat_to_tick(beat) + 1).index(62) for beat in range(21, 32)]
    assert [(after - before) % 3 for before, after in pairwise(bright)] == [1] * 10
    finale = FINALES["relaxed"]
    lights = [finale.palette_at(now) for now in range(finale.duration_ticks + 1)]
    swells = [now + 1 for now, (one, other) in enumerate(pairwise(lights)) if one != other][::2]
    shares = [opened_door(now) for now in range(finale.duration_ticks + 1)]
    pushes = [
        now
        for now in range(1, finale.duration_ticks)
        if shares[now + 1] > shares[now] and shares[now] == shares[now - 1]
    ]
    assert len(pushes) == 16
    for ticks, unit in ((swells, BEAT_MS), (pushes, 2 * BEAT_MS)):
        for tick in ticks:
            assert abs(ticks_to_ms(tick) - round(ticks_to_ms(tick) / unit) * unit) <= 17
    finale = FINALES["odm"]
    rays = [finale.palette_at(finale.duration_ticks + now)[5] for now in range(400)]
    steps = [now for now, (one, other) in enumerate(pairwise(rays)) if one != other]
    assert {after - before for before, after in pairwise(steps)} == {beat_to_tick(2)}


# The finale of a won game


def test_the_bonus_is_counted_up_where_the_score_stands(won: Game) -> None:
    final = won.state["score"]
    shown = [won.do("wait 1").view.displayed_score for _ in range(CARD_TWEEN_TICKS + COUNTING + 1)]
    assert (shown[0], shown[-1]) == (final - 500, final)
    assert {after - before for before, after in pairwise(shown)} == {0, BONUS_COUNT_STEP}
    assert won.heard == "win"
    won.do("wait 144")
    assert won.app.is_animating()
    assert won.state["message"] is None


@pytest.mark.parametrize("place", WON)
def test_the_end_is_whole_and_lives_on_and_is_the_same_at_once_where_nothing_moves(
    start: Start, tmp_path: Path, place: str
) -> None:
    still = reach(lambda *more, **new: Game(tmp_path / "still", *more, **new), place, "--still", but=2).do(
        "wait 1"
    )
    assert not still.app.is_animating()
    still.do("wait 60")
    at_once = {}
    for mode in ("EGA deck 1", "EGA text", "CGA 1h", "mono"):
        still.app.settings_store.set_values(SETTINGS[mode])
        at_once[mode] = still.do("move 100 300").picture()
    game = after_last_move(start, place)
    if place.startswith("windows"):
        # Its cards leave trails, which are drawn as they fall.
        for _ in range(10):
            game.do("wait 50").picture()
    assert not WON[place] or place.startswith("windows") or not game.says(WON[place])
    game.do("settle; wait 60")
    assert game.says(WON[place])
    view = game.view
    assert paper_of_the_verdict(game) == view.theme.win_banner or place.startswith("windows")
    assert view.theme.win_banner != view.theme.notice
    if not place.startswith("windows"):
        assert [at for at, _ in view.end_animation.cards_at(view.animation_frame)] == list(
            view.animation_frame.slot_positions
        )
    # Its time goes on, whatever is pressed, until nothing is to move.
    for line in ("wait 1", "key TAB", "wait 60"):
        before = moment(game).tick
        assert moment(game.do(line)).tick > before >= view.end_animation.duration_ticks
        assert not game.app.is_animating()
    game.app.settings_store.set_values({REDUCED_MOTION_SETTING: "on"})
    for mode, picture in at_once.items():
        game.app.settings_store.set_values(SETTINGS[mode])
        assert game.do("move 100 300").picture() == picture, mode
    assert game.do("wait 50").picture() == at_once["mono"]


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("won", "key ENTER"),
        ("won", "click 320 40"),
        ("won", "key n"),
        ("won", "clickon back"),
        ("windows_won", "key SPACE"),
        ("windows_won", "click 320 160"),
        ("em_over", "key ENTER"),
    ],
)
def test_any_key_ends_it_and_its_music(start: Start, place: str, line: str) -> None:
    game = after_last_move(start, place)
    stops = []
    game.machine.speaker.stop = lambda: stops.append(1)  # type: ignore[method-assign]
    game.do("wait 120")
    assert game.app.is_animating()
    game.do(line)
    assert stops
    assert not game.app.screens[0].is_busy()
    # What is meant for a command is that in a finale, too.
    assert game.screen == {"key n": "confirm", "clickon back": "name"}.get(line, "table")
    if game.screen == "table":
        assert game.state["status"] == "won"
        assert game.says(WON[place])


def test_the_finale_is_over_with_its_music_when_something_is_laid_over_it(won: Game, tmp_path: Path) -> None:
    stops = []
    won.machine.speaker.stop = lambda: stops.append(1)  # type: ignore[method-assign]
    (tmp_path / "x.txt").write_text("nothing", encoding="utf-8")
    won.do("wait 100", f"drop {tmp_path / 'x.txt'}; key ESC")
    assert stops
    assert not won.app.screens[0].is_busy()
    assert won.says(WON["won"])


@pytest.mark.parametrize("mode", [(), ("T",)])
def test_the_message_of_windows_takes_a_click(start: Start, mode: tuple[str, ...]) -> None:
    game = reach(start, "windows_won", *mode).do("settle")
    deal, stands = game.state["deal"], message(game)
    while message(game) == stands:
        # It is dragged, and takes the click where it lies by then.
        game.do("wait 5")
    left, top, width, high = message(game)
    assert game.do(f"click {left + width // 2} {top + high // 2}; settle").state["deal"] != deal


def message(game: Game) -> tuple[int, int, int, int]:
    return [target.rect for target in game.app.targets() if target.id == CONTINUE][1]


# A game that is lost


@pytest.mark.parametrize("place", [place for place in LOST if place not in ("em_score", "match_lost")])
def test_a_lost_game_has_a_quiet_end_till_a_key_and_its_cards_stay(start: Start, place: str) -> None:
    game = after_last_move(start, place).do(f"wait {CARD_TWEEN_TICKS + 1}")
    view, places = game.view, [lying.pos for lying in game.view.cards]
    assert view.end_animation == table_of(game).table_spec.end_animations.get("stuck")
    assert view.end_animation is not None
    assert 60 <= view.end_animation.duration_ticks <= 90
    heard = game.app.edition.tune_names["stuck"]
    assert (game.heard, view.is_table_hidden, view.end_animation.cards_at(view.animation_frame)) == (
        heard,
        False,
        [],
    )
    frames = [
        game.picture(),
        game.do("wait 30").picture(),
        game.do(f"wait {view.end_animation.duration_ticks - 40}").picture(),
    ]
    assert len(set(frames)) == 3
    assert [lying.pos for lying in game.view.cards] == places
    assert game.app.is_animating()
    assert not game.view.result_banner.is_visible
    game.do("key ENTER")
    assert (game.screen, game.app.is_animating(), game.view.result_banner.is_visible) == (
        "table",
        False,
        True,
    )
    ended = moment(game).tick
    assert moment(game.do("wait 30")).tick > ended >= view.end_animation.duration_ticks


def test_only_where_nothing_goes_any_more_and_in_a_replay_too(start: Start) -> None:
    assert {load_table_spec(edition).get_end_animation("playing") for edition in PROGRAMS} == {None}
    game = reach(start, "judged").do("key END")
    assert game.view.end_animation == load_table_spec("odm").end_animations["stuck"]
    assert game.do("key LEFT; settle").view.animation_frame is None
    assert game.do("key RIGHT; wait 20").app.is_animating()


# What a move earns


def test_points_rise_and_fall_and_a_streak_stands_in_the_status_line_and_flashes_once(start: Start) -> None:
    words, lines = PLACES["won"]
    game = start(*words).do("settle")
    ways, seen, flashed = {}, {}, 0
    for number, line in enumerate(line for line in lines if line.startswith("use ")):
        before = game.state["score"]
        game.go((line,))
        streak = game.app.session.state.streak  # type: ignore[union-attr]
        seen[streak] = next(row for row in game.rows() if row.startswith(" Score"))
        if streak == 5 and not flashed:
            flashed += 1
            assert ega_to_rgb(game.machine.display.registers[2]) == 0x00FF00
            game.do("wait 6").picture()
            assert ega_to_rgb(game.machine.display.registers[2]) == 0x00AA00
        if number < 12 and streak != 5:
            earned = game.state["score"] - before
            assert [points for _, points in game.view.score_popups] == [earned]
            heights = []
            for _ in range(3):
                heights.append(game.view.score_popups[0][0][1])
                game.do("wait 6")
            ways[earned < 0] = heights
            assert not game.do("settle").view.score_popups
    assert ways[False] == sorted(ways[False], reverse=True) != ways[False][:1] * 3
    assert ways[True] == sorted(ways[True]) != ways[True][:1] * 3
    assert flashed
    assert "Streak" not in seen[0] + seen[1]
    assert "Streak 2 " in seen[2]
    assert "+" not in seen[2]
    assert "Streak 4  +30" in seen[4]
    assert "Streak 5  +60" in seen[5]


# How a game ended, in every program


def how_a_lost_game_ended_covers_neither_a_card_nor_a_pile(game: Game, text: bool) -> None:
    view = game.view
    assert view.result_banner.is_visible
    column, row, across, down = view.result_banner.rect_cells
    left, top = column * CELL_WIDTH, row * CELL_HEIGHT
    right, bottom = left + across * CELL_WIDTH, top + down * CELL_HEIGHT
    wide, high = view.card_size
    places = [lying.pos for lying in view.cards]
    for pile in view.piles:
        # A pile's edge is a pixel for every three cards, or cells to the right and below.
        (x, y), deep = pile.pos, (pile.card_count - 1) // 3
        places += [
            (x, y),
            *([(x - deep, y + deep)] if not text else [(x + 8, y + 14)] * (pile.card_count > 1)),
        ]
    assert len(places) > 2
    for x, y in places:
        assert x + wide <= left or x >= right or y + high <= top or y >= bottom, (x, y)
    assert all(len(line) <= across for line in view.result_banner.lines)


def a_finale_has_the_table_alone_and_its_verdict_covers_no_card(game: Game, place: str) -> None:
    view = game.view
    assert view.is_table_hidden
    buttons = [target for target in game.app.targets() if target.id.startswith("button:")]
    assert all(target.enabled for target in buttons)
    assert not game.says("Standard")
    # Here it is a hint of the bottom line.
    assert not game.says("Auto-Match ") or place.startswith(("tilldawn", "match"))
    if place == "windows_won":
        return
    _, row, _, high = view.result_banner.rect_cells
    cards = view.end_animation.cards_at(view.animation_frame)
    assert len(cards) == SLOT_COUNT
    rows = sorted({y for (_, y), _ in cards})
    assert rows[-1] + view.card_size[1] <= row * CELL_HEIGHT
    # The rows lie alike far from each other, and where there is a status line it can be read.
    assert len({below - above for above, below in pairwise(rows)}) == 1
    assert row + high <= (24 if place == "em_over" else 23)


def nothing_of_a_covered_card_stands_between_two_others(game: Game, place: str) -> None:
    view, rows = game.view, game.rows()
    lost = [lying.pos for lying in view.cards]
    cards = lost if place in LOST else [at for at, _ in view.end_animation.cards_at(view.animation_frame)]
    cells = {(round(x / CELL_WIDTH), round(y / CELL_HEIGHT)) for x, y in cards}
    between = {
        rows[line][left + 9]
        for left, top in cells
        for line in (top, top + 1)
        # Two cards a column apart, and one behind them.
        if (left + 10, top) in cells and (left + 5, top - 2) in cells
    }
    assert between <= {" "}
    assert between or place in ("stuck", "windows_won", "windows_stuck", "em_over", "em_lost", "em_score")


@pytest.mark.parametrize("place", [*WON, *LOST])
def test_how_a_game_ended_is_seen_on_every_adapter_and_told_as_long(start: Start, place: str) -> None:
    if place == "em_score":
        # Scored as it stands.
        game = start(*MOUSE[:-1]).do("settle", "key F7; key y", "settle; wait 60")
    else:
        game = reach(start, place)
    game.do("settle; wait 400")
    said = game.state["message"]
    assert said.startswith(game.view.result_banner.lines[0].split("  ")[0])
    if place in WON:
        assert not game.machine.is_pointer_visible
    for adapter in ("EGA deck 1", "CGA 1h", "EGA text", "CGA text", "mono"):
        game.app.settings_store.set_values(SETTINGS[adapter])
        assert game.says(said.split(". ")[0]), adapter
        text = adapter.endswith("text") or adapter == "mono"
        if place in LOST:
            how_a_lost_game_ended_covers_neither_a_card_nor_a_pile(game, text)
        else:
            a_finale_has_the_table_alone_and_its_verdict_covers_no_card(game, place)
        if text:
            nothing_of_a_covered_card_stands_between_two_others(game, place)
    assert game.do("move 300 200", "wait 700").state["message"] == said
    assert game.machine.is_pointer_visible
    game.do("key n" if place in ("won", "stuck") else "key N", "settle")
    if game.screen == "confirm":
        game.do("key y")
    assert game.state["message"] != said


# EM's Pyramid


def test_only_the_full_sound_has_the_song_and_the_computers_game_has_no_finale(start: Start) -> None:
    assert after_last_move(start, "em_over", "-partsound").heard != "win_em"
    game = watch(start(*MOUSE).do("settle; key a; wait 2")).do("settle; wait 3")
    assert (game.state["status"], game.view.animation_frame, game.app.is_animating()) == ("won", None, False)
    # The march would go on for seconds over an empty table.
    assert game.heard == "em_computer"
    assert sum(length for _, length in load_tunes()[game.heard]) <= 700


@pytest.mark.parametrize("text", [False, True])
def test_no_firework_touches_the_counter(text: bool) -> None:
    column, row = (52, 6) if text else (48, 8)
    around = {(x, y) for x in range(column - 1, column + SLOT_COUNT + 1) for y in (row, row + 1)}
    for tick in range(FINALES["em"].duration_ticks + 1):
        for x, y, *_ in iter_sparks(
            load_bursts("em_bursts"), tick, _can_draw_at_cell if text else _can_draw_at_pixel
        ):
            wide, high = (0, 0) if text else (CELL_WIDTH - 1, CELL_HEIGHT - 1)
            touched = {
                (at // CELL_WIDTH, down // CELL_HEIGHT) for at in (x, x + wide) for down in (y, y + high)
            }
            assert not touched & around, (tick, x, y)


@pytest.mark.parametrize("mode", [(), ("T",)])
def test_a_cup_is_built_and_the_ledger_filled_game_by_game(start: Start, mode: tuple[str, ...]) -> None:
    game = reach(start, "em_champion", *mode, but=1)
    assert (game.screen, game.heard, game.app.is_animating()) == ("standings", "em_tour_won", True)

    def ledger() -> list[str]:
        return next(row for row in game.rows() if "Ann" in row and "│" in row).split("│")[1].split()

    assert ledger() == ["Ann", *["."] * 7]
    game.do(f"wait {TROPHY_CELEBRATION.reveal_ticks[1] - 5}")
    assert ledger()[1:4] == ["+20", ".", "."]
    assert not game.says("has won")
    before = list(game.machine.display.registers)
    # A key ends what moves, and another leads on.
    game.do("key n" if mode else "settle")
    assert (game.screen, game.app.is_animating()) == ("standings", False)
    assert ledger() == ["Ann", "+20", *["-52"] * 5, "-240"]
    assert game.says("Ann has won the tournament!")
    assert "Ann has won the tournament!" in (game.app.top_screen.spoken_lines or "")
    changed = {at for at, value in enumerate(game.machine.display.registers) if value != before[at]}
    assert mode or changed == LIT["em"]
    assert game.do("click 320 40" if mode else "key ENTER").screen == "table"


def test_the_cup_is_whole_on_a_cga_before_it_is_gold(start: Start) -> None:
    game = reach(start, "em_champion", "--video", "cga", but=1).do(
        f"wait {TROPHY_CELEBRATION.reveal_ticks[0]}"
    )
    for palette in ("0", "0h", "1", "1h", "5", "5h"):
        game.app.settings_store.set_values(settings("--video", "cga", "--cga", palette))
        game.picture()
        page = game.machine.display.page
        # The outermost blocks of both handles, the left one light, the right one in the shade.
        for left in (225, 405):
            assert {page.pget(x, y) for x in range(left, left + 9) for y in range(103, 109)} - {0}, palette


def test_the_cup_s_events_lie_on_the_notes_of_its_song() -> None:
    song = load_tunes()["em_tour_won"]
    notes = [round(sum(length for _, length in song[:at]) * 0.06) for at in range(len(song))]
    assert len(TROPHY_CELEBRATION.reveal_ticks) == GAMES_PER_MATCH + 1
    assert set(TROPHY_CELEBRATION.reveal_ticks) <= set(notes)
    assert TROPHY_CELEBRATION.reveal_ticks[-1] == notes[-1]
    assert abs(ticks_to_ms(TROPHY_CELEBRATION.length_ticks) - sum(length for _, length in song)) <= 9


def test_the_song_of_a_tournament_waits_for_the_finale_of_its_last_game(start: Start) -> None:
    game = start(*ASKING, "-mouse").do("settle; key t; key n; text Ann; key ENTER; settle; wait 2")
    for _ in range(5):
        game.do("key F7; key y; wait 3; key ENTER; settle; wait 3")
    contest = contest_of(game)
    assert contest.tournament is not None
    assert contest.tournament.game_number == 6
    ended = tuple(ended._replace(score=10) for ended in contest.tournament.finished_games)
    contest.tournament = contest.tournament._replace(finished_games=ended)
    game.app.services = game.app.services._replace(choose_random_deal=lambda: 1001)
    table_of(game).run_action("new")
    game.do("settle; wait 3")
    for move in played(1001)[0]:
        if game.screen == "confirm":
            game.do("key n")
        game.do(keys(move), "wait 30")
    assert (game.heard, game.app.top_screen) == ("win_em", table_of(game))
    game.do("settle; wait 3")
    assert (game.screen, game.heard) == ("standings", "em_tour_won")


# Solitaire Till Dawn


# Pyramid for Windows


def test_cards_touch_the_ground_on_half_beats(start: Start) -> None:
    game, finale = (
        after_last_move(start, "windows_won").do(f"wait {CARD_TWEEN_TICKS + 1}"),
        FINALES["windows"],
    )
    assert game.heard == "win_windows"
    begun, touching = moment(game), set()
    for now in range(finale.duration_ticks + 1):
        at = begun._replace(tick=now)
        waiting = [
            place
            for place in at.slot_positions
            if now < half_beat_to_tick(get_jump_half_beat(at.slot_positions.index(place)))
        ]
        if any(
            place[1] + at.card_size[1] == 318 and place not in waiting for place, _ in get_loose_cards(at)
        ):
            touching.add(now)
    rows, message = [half_beat_to_tick(row) for row in range(7)], list(finale.landing_ticks[-2:])
    assert [*rows, *sorted(touching), *message] == list(finale.landing_ticks)


def test_what_a_card_left_is_drawn_once_and_anew_when_time_goes_back(start: Start) -> None:
    video = start().machine.display
    drawn: list[Point] = []

    def leave(place: Point, card: int) -> None:
        drawn.append(place)
        video.page.rect(*place, 9, 9, card)

    def page(count: int) -> bytes:
        video.page.cls(2)
        trail.draw(way[:count])
        return video.snapshot()

    trail, way = Trail(video, leave), [((5 * at, 3 * at), at % 16) for at in range(20)]
    early, late = page(10), page(20)
    assert drawn == [place for place, _ in way]
    assert page(10) == early != late == page(20)
    assert len(drawn) == 20 + 10 + 10


@pytest.mark.parametrize("place", ["won", "tilldawn_won", "windows_won", "relaxed_won", "em_over"])
def test_only_a_finale_with_room_for_buttons_shows_them(start: Start, place: str) -> None:
    game = reach(start, place)
    game.app.settings_store.set_values({"shell.helps": "on"})
    game.do("wait 1")
    with_cells = {command.id for command in table_of(game).get_commands() if command.rect_cells}
    shown = with_cells & {target.id for target in game.app.targets()}
    assert bool(shown) == (place == "em_over")
