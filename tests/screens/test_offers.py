"""What the five programs offer now: keys, hints, buttons and targets agree, and what is refused says why."""

import pytest

from tests.colour_sight import SETTINGS
from tests.programs import PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.pair_games import table_of
from tests.screens.places import PLACES

FREE = {"windows": {"undo", "redo"}, "em": {"hint"}}
"""The helps that a program had itself."""
PLAY = {"odm": "clickon card:75; clickon card:75", "relaxed": "clickon card:73", "em": "clickon card:73"}


@pytest.fixture(params=PROGRAMS)
def game(request: pytest.FixtureRequest, start: Start) -> Game:
    mouse = ("-mouse",) if request.param == "em" else ()
    return start("--edition", request.param, "--start", "table", "--deal", "61", *mouse).do("settle")


def play(game: Game) -> Game:
    return game.do(PLAY.get(game.app.edition.id, "clickon card:73"), "settle")


def helps(game: Game) -> set[str]:
    """The helps that can be pointed at and used now, on the table or in an open menu."""
    names = {name.partition(":")[2] for name in game.enabled() if name.startswith(("button:", "menu:"))}
    return names & {"undo", "redo", "hint"}


def stated(game: Game) -> set[str]:
    """The same by the state that a script reads."""
    targets = game.state["targets"]
    on = {target["id"].partition(":")[2] for target in targets if target["enabled"]}
    return on & {"undo", "redo", "hint"}


def with_menus(game: Game) -> set[str]:
    """The helps offered on the table; those in the menus of a bar must be the same."""
    on_table, in_menus = helps(game), set[str]()
    for title in [name for name in game.enabled() if name in ("menu:game", "menu:other", "menu:help")]:
        in_menus |= helps(game.do(f"clickon {title}"))
        game.do("key ESC")
    if in_menus:
        hidden = {"hint"} if game.app.edition.id == "windows" else set()
        assert in_menus - hidden == on_table
    assert stated(game) == on_table
    return on_table | in_menus


def test_helps_are_offered_only_where_they_work(game: Game) -> None:
    edition = game.app.edition.id
    free = FREE.get(edition, set())
    assert with_menus(game) == free & {"hint"}
    assert with_menus(play(game)) == free - {"redo"}
    game.do("key F5")
    shown = set() if edition == "em" else {"redo"}  # EM's bottom line has no room for it.
    assert with_menus(game) == {"undo", "hint"}
    assert with_menus(game.do("key u")) == {"hint"} | shown
    assert with_menus(game.do("key y")) == {"undo", "hint"}


def test_every_command_is_asked_for_by_capitals_so_that_letters_act_in_either_case(game: Game) -> None:
    table = table_of(game)
    lines = [line for menu in table.table_spec.menu_bar for line in menu.items if line]
    for command in (*lines, *table.get_commands()):
        assert all(key == key.upper() for key in command.keys), command


TABLES = [name for name in PLACES if name.endswith(("table", "won", "stuck", "over", "auto", "score"))]


@pytest.mark.parametrize("place", TABLES)
def test_what_is_offered_is_what_the_rule_allows(start: Start, place: str) -> None:
    words, lines = PLACES[place]
    game = start(*words).go(lines)
    table = table_of(game)
    if game.app.top_screen is not table:
        return
    for adapter in ("EGA deck 1", "mono"):
        game.app.settings_store.set_values(SETTINGS[adapter])
        allowed = {c.id for c in table.get_commands() if table.is_enabled(c)}
        offered = {target.id: target.enabled for target in game.app.targets()}
        commands = {c.id for c in table.get_commands()} & set(offered)
        assert {name for name in commands if offered[name]} == commands & allowed
        line = game.rows()[24]
        for hint in game.app.top_screen.get_key_hints():
            if hint.target_id:
                assert hint.enabled == offered[hint.target_id], hint
            bracketed = f"({hint.key} {hint.label})" in line
            assert bracketed == (not hint.enabled and not game.machine.display.can_dim)
