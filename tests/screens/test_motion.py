"""Everything moves: moves both ways, piles, cards that turn, a card that is held; and every move is heard, both ways."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from retro_pyramid.cards import KING
from retro_pyramid.editions import load_edition, load_table_spec
from retro_pyramid.machine.events import MouseMotion, MousePress
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, WIDTH
from retro_pyramid.resources import read_asset_text
from retro_pyramid.rules import DRAW, REDEAL, SLOT_COUNT, parse_move
from retro_pyramid.rules.transcript import parse_transcript
from retro_pyramid.scenes.easing import CARD_TWEEN_TICKS
from retro_pyramid.table.animation import DISCARD_SLOT, STOCK_SLOT, WASTE_SLOT, CardTween
from retro_pyramid.table.render.base import TABLE_TEXT_ATTRIBUTE
from retro_pyramid.table.table_screen import TableScreen
from retro_pyramid.table.view import TableView
from retro_pyramid.table.view_builder import build_view
from retro_pyramid.table.view_geometry import get_card_pos
from tests.programs import PAIR_PROGRAMS, PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.pair_games import deal_whose, table_of, words

MODES = {"graphics": (), "text": ("T",)}
GONE = tuple(name for name in PAIR_PROGRAMS if load_table_spec(name).graphics_layout.discard is None)
"""The programs without a pile for the cards taken."""
Way = tuple[int, tuple[int, int], tuple[int, int], bool, bool]


def at_table(start: Start, edition: str, *more: str) -> Game:
    """Deal 61 on the table, all cards in their places, undo and hints allowed."""
    game = start(*words(edition, 61), *(["-mouse"] if edition == "em" else []), *more)
    game.app.settings_store.set_values({"shell.helps": "on"})
    return game.do("settle")


def glides(table: TableScreen) -> list[CardTween]:
    return table.presentation.animations.tweens


def ways(table: TableScreen, back: bool = False) -> set[Way]:
    """Each card on its way: from where to where and which side up; `back` the other way round."""
    found = set()
    for glide in glides(table):
        if glide.to_slot >= SLOT_COUNT:
            continue  # Those that come when a game is won.
        ends = (glide.end_pos, glide.start_pos) if back else (glide.start_pos, glide.end_pos)
        found.add((glide.card, *ends, *(glide.face_up[::-1] if back else glide.face_up)))
    return found


def each_tick(game: Game) -> Iterator[int]:
    """Go on tick by tick till nothing moves."""
    for tick in range(200):
        if not game.app.is_animating():
            return
        yield tick
        game.do("wait 1")
    raise AssertionError("it does not end")


# Moves, both ways


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("edition", GONE)
def test_cards_taken_glide_off_the_table(start: Start, edition: str, mode: str) -> None:
    game = at_table(start, edition, *MODES[mode])
    table = table_of(game)
    for move in ("73", "72+77"):
        names = [f"card:{name}" for name in move.split("+")]
        homes = {
            get_card_pos(table.presentation.layout, table.table_spec.input_rules, table.session, name)
            for name in names
        }
        lay = game.picture()
        table.play_move(parse_move(move))
        taken = [glide for glide in glides(table) if glide.to_slot == DISCARD_SLOT]
        assert {glide.start_pos for glide in taken} == homes
        width = table.presentation.renderer.card_size[0]
        assert all(glide.end_pos[0] >= WIDTH or glide.end_pos[0] + width <= 0 for glide in taken)
        assert len({lay, *(game.picture() for _ in each_tick(game))}) >= 4


@pytest.mark.parametrize("edition", PROGRAMS)
def test_an_undone_move_flies_back_and_one_done_again_flies_as_it_flew(start: Start, edition: str) -> None:
    game = at_table(start, edition)
    table, demo = table_of(game), parse_transcript(read_asset_text(f"demos/{edition}.txt"))
    table.set_session(
        table.session.from_transcript(demo._replace(moves=(), notes=()), table.session.assist_policy)
    )
    flown = []
    for move in demo.moves:
        table.play_move(move)
        flown.append(ways(table))
        assert flown[-1]
    assert {DRAW, *([REDEAL] if table.session.rules.max_redeals else [])} <= set(demo.moves)
    for way in reversed(flown):
        table.run_action("undo")
        assert ways(table, back=True) == way
    assert table.session.moves == []
    for way in flown:
        table.run_action("redo")
        assert ways(table) == way
    # Cards lying in piles and pyramid and cards on their way are 52, but for those that left the picture.
    while table.session.moves:
        table.run_action("undo")
    game.do("settle")
    for move in demo.moves[:30] if not table.presentation.layout.fan else ():
        table.play_move(move)
        game.do("wait 1")
        # Not those that were taken before.
        if not any(glide.to_slot == DISCARD_SLOT for glide in glides(table)):
            seen = set()
            for _ in each_tick(game):
                view = table.get_table_view()
                seen.add(
                    sum(pile.card_count for pile in view.piles) + len(view.cards) + len(view.moving_cards)
                )
            assert len(seen) == 1
        game.do("settle")


def test_what_auto_match_took_comes_back_at_once(start: Start) -> None:
    number = deal_whose(lambda stock: stock[0] + stock[1] == KING)
    game = start(*words("tilldawn", number)).do("settle; key d; settle")
    game.app.settings_store.set_values({"shell.helps": "on"})
    table = table_of(game)
    before = table.session.state
    game.do("key d; settle; key u")
    back = {glide.card: glide.to_slot for glide in glides(table) if glide.from_slot == DISCARD_SLOT}
    assert back == {before.stock[0]: STOCK_SLOT, before.waste[-1]: WASTE_SLOT}
    assert table.session.state == before


def test_an_undone_restart_lets_all_cards_fly_where_they_were(start: Start) -> None:
    game = at_table(start, "relaxed").do("clickon card:73; key d; settle; key r; settle")
    table = table_of(game)
    assert game.moves == []
    game.do("key u")
    assert {glide.to_slot for glide in glides(table)} == {DISCARD_SLOT, WASTE_SLOT}
    assert (game.heard, game.moves) == ("deal_relaxed back", ["73", "D"])


@pytest.mark.parametrize("mode", MODES)
def test_a_card_drawn_turns_over_in_flight(start: Start, mode: str) -> None:
    game = at_table(start, "odm", *MODES[mode]).do("key UP; key ENTER")
    table = table_of(game)
    (glide,) = glides(table)
    assert (glide.face_up, glide.from_slot, glide.to_slot) == ((False, True), STOCK_SLOT, WASTE_SLOT)
    stages = [
        (lying.card is None, lying.flip_stage)
        for _ in each_tick(game)
        for lying in table.get_table_view().moving_cards
    ]
    assert list(dict.fromkeys(stages)) == [(True, None), (False, 0), (False, 1), (False, 2), (False, None)]


def test_in_text_mode_a_card_that_turns_over_is_an_edge_halfway(start: Start) -> None:
    game = at_table(start, "odm", "T").do("key UP; key ENTER")
    table = table_of(game)
    edge = next(
        lying
        for _ in each_tick(game)
        for lying in table.get_table_view().moving_cards
        if lying.flip_stage == 1
    )
    game.picture()
    column, row = round(edge.pos[0] / 8) + 4, round(edge.pos[1] / 14)
    cells = game.machine.display.cells
    assert {bytes(cells[2 * (80 * (row + line) + column) :][:2]) for line in range(4)} == {b"\xb3\x70"}


def test_a_card_that_a_move_uncovers_turns_and_back_when_it_is_undone(start: Start) -> None:
    game = start("--start", "table", "--deal", "4", "--level", "2").do("settle")
    game.app.settings_store.set_values({"shell.helps": "on"})
    game.go(tuple(f"use {name}" for name in ("card:77", "card:75", "stock", "card:72", "stock")))
    game.do("settle").play("73")
    for line, up, heard in (("", True, "move turn"), ("settle; key u", False, "move turn back")):
        game.do(*filter(None, [line]))
        turned = [
            (glide.to_slot, glide.face_up)
            for glide in glides(table_of(game))
            if glide.start_pos == glide.end_pos
        ]
        assert (turned, game.heard) == ([(16, (not up, up))], heard)


@pytest.mark.parametrize("mode", MODES)
def test_a_redeal_turns_the_pile_over_card_by_card(start: Start, mode: str) -> None:
    game = at_table(start, "em", *MODES[mode]).do(*["key d"] * 24, "settle")
    table = table_of(game)
    waste = table.session.state.waste
    game.do("key d")
    assert game.heard == "redeal"
    assert [glide.card for glide in glides(table)] == list(reversed(waste))
    # All turn face down but the last, which lies on top and is in play.
    assert [glide.face_up[1] for glide in glides(table)] == [False] * 23 + [True]
    pictures = []
    for _ in each_tick(game):
        pictures.append(game.picture())
        view = table.get_table_view()
        stock, pile = view.piles[:2]
        assert stock.card_count + pile.card_count + len(view.moving_cards) == len(waste)
    assert 20 < len(set(pictures)) <= len(pictures) < 40


def test_the_hand_lies_not_over_cards_that_leave(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []
    monkeypatch.setattr("retro_pyramid.editions.tilldawn.table._draw_hand", lambda *_: shown.append(1))
    game = at_table(start, "tilldawn").do(*["key d"] * 24, "settle; key d; settle; key u")
    shown.clear()
    for _ in each_tick(game):
        game.picture()
        if table_of(game).get_table_view().piles[0].card_count:
            assert not shown
    game.picture()
    assert shown


# How they move


def test_a_card_sets_off_and_arrives_slowly() -> None:
    for goal in ((400, 100), (-80, 26), (7, 300)):
        there, back = CardTween(5, (32, 200), goal, 10), CardTween(5, goal, (32, 200), 10)
        places = [there.position_at(10 + tick) for tick in range(CARD_TWEEN_TICKS + 1)]
        assert (places[0], places[-1], there.position_at(9)) == ((32, 200), goal, None)
        assert places == [
            back.position_at(10 + CARD_TWEEN_TICKS - tick) for tick in range(CARD_TWEEN_TICKS + 1)
        ]
        steps = [abs(after[0] - before[0]) for before, after in pairwise(filter(None, places))]
        middle = len(steps) // 2
        assert steps[:middle] == sorted(steps[:middle])
        assert steps[middle:] == sorted(steps[middle:], reverse=True)
        assert 2 * steps[0] <= steps[middle]
    assert 4 <= CARD_TWEEN_TICKS <= 8


@pytest.mark.parametrize("edition", PROGRAMS)
def test_a_deal_is_quick_and_the_pointer_stays_while_cards_fly(start: Start, edition: str) -> None:
    game = start(*words(edition, 61), *(["-mouse"] if edition == "em" else [])).do("wait 1")
    assert 60 < len(list(each_tick(game))) < 120
    game.do("clickon stock", *["clickon stock"] * (edition == "odm"))
    if edition == "em":
        game.do("clickon stock; rclickon stock")
    assert game.app.is_animating()
    for _ in each_tick(game):
        assert game.machine.is_pointer_visible
        shown = game.picture()
        assert shown != bytes(memoryview(game.machine.display.compose_picture(0, None).data_ptr()).cast("B"))


# A card that is held


def hold(game: Game, name: str, over: str) -> None:
    """Take a card and hold it so that it lies half over another."""
    (x, y, *_), (to_x, to_y, *_) = (
        next(target.rect for target in game.app.targets() if target.id == each) for each in (name, over)
    )
    game.app.update([MousePress(x + 20, y + 30)], 1)
    game.app.update([MouseMotion(to_x + 40, to_y + 40)], 1)


@pytest.mark.parametrize(
    ("edition", "card", "over", "goal"),
    [
        ("odm", "card:75", "discard", "waste"),
        ("odm", "card:71", "discard", "-"),
        ("odm", "stock", "discard", "waste"),
        ("windows", "card:77", "card:72", "card:72"),
        ("windows", "card:77", "card:71", "-"),
        ("relaxed", "card:73", "foundation", "foundation"),
        ("relaxed", "card:72", "foundation", "-"),
        ("em", "stock", "waste", "waste"),
        ("em", "card:75", "stock", "stock"),
        ("tilldawn", "stock", "waste", "waste"),
        ("tilldawn", "stock", "card:75", "card:75"),
        ("tilldawn", "card:73", "discard", "discard"),
    ],
)
def test_where_it_goes_lights_up(start: Start, edition: str, card: str, over: str, goal: str) -> None:
    game = at_table(start, edition)
    table = table_of(game)
    hold(game, card, over)
    view, surface = table.get_table_view(), table.presentation
    assert view.dragged_card is not None
    # In reverse is only what takes it.
    assert edition != "windows" or not view.dragged_card.highlight
    marked = [(each.pos, each.highlight) for each in view.piles if each.highlight]
    marked += [(each.pos, each.highlight) for each in view.cards if each.highlight]
    lit = (
        []
        if goal == "-"
        else [get_card_pos(surface.layout, table.table_spec.input_rules, table.session, goal)]
    )
    assert marked == [(place, table.table_spec.selection_highlight) for place in lit]


@pytest.mark.parametrize(("edition", "video"), [*((name, "ega") for name in PROGRAMS), ("em", "cga")])
def test_a_card_s_shadow(start: Start, edition: str, video: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = at_table(start, edition, "--video", video)
    hold(game, "card:75", "card:42")
    table = table_of(game)
    shaded = game.picture()
    monkeypatch.setattr(type(table.presentation.renderer), "draw_drag_shadow", lambda *_: None)
    plain = game.picture()
    changed = [at for at, (one, other) in enumerate(zip(shaded, plain, strict=True)) if one != other]
    assert {shaded[at] for at in changed} == {0}
    wide, held = game.image().width, table.get_table_view().dragged_card
    assert held is not None
    left, size = held.pos[0], table.presentation.renderer.card_size[0]
    assert all(at % wide >= left * wide / WIDTH for at in changed)
    assert any(at % wide >= (left + size) * wide / WIDTH for at in changed)


def test_in_text_mode_the_shadow_darkens_what_lies_beneath(start: Start) -> None:
    game = at_table(start, "relaxed", "T")
    hold(game, "card:77", "card:75")
    game.picture()
    cells, held = game.machine.display.cells, table_of(game).get_table_view().dragged_card
    assert held is not None
    column, row = round(held.pos[0] / 8), round(held.pos[1] / 14)
    beside, below = (row + 2) * 80 + column + 9, (row + 4) * 80 + column + 4
    assert cells[2 * beside + 1] == cells[2 * below + 1] == 0x08
    # A card taken from the stock does not show the next.
    game = at_table(start, "em")
    hold(game, "stock", "card:42")
    assert table_of(game).get_table_view().piles[0].top_card is None


# Sounds


@pytest.mark.parametrize("edition", PROGRAMS)
def test_undo_plays_its_moves_sound_backwards_and_redo_as_it_was(start: Start, edition: str) -> None:
    every = {"title", "deal", "move", "draw", "refuse", "win", "stuck"}
    assert every <= load_edition(edition).tune_names.keys()
    assert ("match_won" in load_edition(edition).tune_names) == (
        "match_lost" in load_edition(edition).tune_names
    )
    game = at_table(start, edition)
    played: list[tuple[str, list[tuple[int, int]]]] = []
    game.machine.speaker.play = lambda tune_name, tune: played.append((tune_name, list(tune)))  # type: ignore[method-assign]
    acts = ("clickon card:75; clickon card:75", "key UP; key ENTER")
    for act in acts if edition == "odm" else ("key d", "clickon card:73"):
        played.clear()
        game.do(act, "settle; key u; settle; key y; settle")
        (name, tune), (back_name, back), (again_name, again) = played
        assert (back, again) == (tune[::-1], tune)
        assert (back_name, again_name) == (f"{name} back", name)
        assert name in (game.app.edition.tune_names["draw"], game.app.edition.tune_names["move"])


@pytest.mark.parametrize("new", [False, True], ids=["known", "newcomer"])
def test_one_view_is_made_in_a_frame(start: Start, monkeypatch: pytest.MonkeyPatch, new: bool) -> None:
    made = []

    def counted(table: TableScreen) -> TableView:
        made.append(table)
        return build_view(table)

    game = start("--start", "table", "--deal", "61", new=new).do("settle")
    monkeypatch.setattr("retro_pyramid.table.table_screen.build_view", counted)
    for line, most in (("move 300 200", 1), ("wait 1", 1), ("key RIGHT", 2), ("drag 110 280 560 60", 6)):
        game.picture()
        made.clear()
        game.do(line)
        game.picture()
        assert len(made) <= most, line


@pytest.mark.parametrize("mode", MODES)
def test_no_letter_vanishes_where_no_card_is_painted(start: Start, mode: str) -> None:
    label = "23 to draw"
    game = start(*words("odm", 61), *MODES[mode])
    settled = start(*words("odm", 61), *MODES[mode], beside=True).do("settle").rows()
    row = next(at for at, line in enumerate(settled) if label in line)
    column = settled[row].index(label)
    hidden = 0
    for _ in each_tick(game):
        line, pixels = game.rows()[row], game.picture()
        for at, letter in enumerate(label, column):
            if letter != " " and line[at] != letter:
                starts = [
                    WIDTH * y + CELL_WIDTH * at for y in range(CELL_HEIGHT * row, CELL_HEIGHT * (row + 1))
                ]
                cell = {pixel for begin in starts for pixel in pixels[begin : begin + CELL_WIDTH]}
                assert cell != {TABLE_TEXT_ATTRIBUTE >> 4}, (letter, line)
                hidden += 1
    assert hidden > 20
