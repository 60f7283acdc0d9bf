"""A key means one thing in one place: what two would take is told by the names of both."""

import pytest

from retro_pyramid.app.app import GLOBAL_BINDINGS, READ_KEYS
from retro_pyramid.editions import EDITION_INFO
from retro_pyramid.table.table_screen import TableScreen
from retro_pyramid.ui.lists import ListScreen
from retro_pyramid.ui.screen import Screen
from tests.screens.conftest import Start


def doubles(screen: Screen) -> list[str]:
    """What is wrong with the keys of a screen: each that stands for two things, and both of them."""
    pairs = [pair for pair in GLOBAL_BINDINGS.items() if not (screen.accepts_text() and pair[0] in READ_KEYS)]
    pairs += screen.get_key_bindings()
    if isinstance(screen, ListScreen) and hasattr(screen, "list_model"):
        listing = screen.list_model
        pairs += [(key, "the row before") for key in listing.keys.previous]
        pairs += [(key, "the row after") for key in listing.keys.next]
        pairs += [(key, "the row with the bar") for key in listing.keys.activate]
        # Elsewhere a letter only moves the bar, to one row of several after the other.
        rows = zip(listing.hotkeys, listing.target_ids, strict=False) if listing.activates_immediately else ()
        pairs += [(key, name) for letters, name in rows for key in letters]
    # A command of a menu and its button are one, and so is what a table and every screen have by one name.
    lines = (
        [line for menu in screen.table_spec.menu_bar for line in menu.items]
        if isinstance(screen, TableScreen)
        else []
    )
    given = [*screen.get_commands(), *filter(None, lines)] if isinstance(screen, TableScreen) else []
    actions = {command.id: command.action for command in given}
    found: dict[str, dict[str, str]] = {}
    for key, name in pairs:
        found.setdefault(key, {}).setdefault(actions.get(name, name), name)
    return [f"{key}: {' and '.join(names.values())}" for key, names in found.items() if len(names) > 1]


@pytest.mark.parametrize("edition", EDITION_INFO)
def test_no_key_means_two_things_at_a_table_or_in_its_menus(start: Start, edition: str) -> None:
    game = start("--edition", edition, "--start", "table", "--deal", "61").do("settle")
    assert doubles(game.app.top_screen) == []
    for name in [name for name in game.enabled() if name.startswith("menu:")]:
        game.do(f"clickon {name}")
        assert doubles(game.app.top_screen) == []
        game.do("key ESC")


def test_a_key_taken_twice_is_told_with_both(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    table = start("--start", "table", "--deal", "61").do("settle").app.top_screen
    assert isinstance(table, TableScreen)
    first, *others = table.get_commands()
    other = next(one for one in others if one.keys)
    taken = first._replace(id="button:first", action="first", keys=("F2", *other.keys[:1]))
    monkeypatch.setattr(table, "get_commands", lambda: (taken, *others))
    assert doubles(table) == ["F2: sound and button:first", f"{other.keys[0]}: button:first and {other.id}"]
