"""A key means one thing in one place: what two would take is told by the names of both."""

import pytest

from retro_pyramid.app.app import EVERYWHERE, READING_KEYS
from retro_pyramid.editions import PROGRAMS
from retro_pyramid.table.table_screen import Table
from retro_pyramid.ui.lists import ListScreen
from retro_pyramid.ui.screen import Screen
from tests.screens.conftest import Start


def doubles(screen: Screen) -> list[str]:
    """What is wrong with the keys of a screen: each that stands for two things, and both of them."""
    pairs = [pair for pair in EVERYWHERE.items() if not (screen.takes_text() and pair[0] in READING_KEYS)]
    pairs += screen.keys()
    if isinstance(screen, ListScreen) and hasattr(screen, "listing"):
        listing = screen.listing
        pairs += [(key, "the row before") for key in listing.keys.back]
        pairs += [(key, "the row after") for key in listing.keys.on]
        pairs += [(key, "the row with the bar") for key in listing.keys.take]
        # Elsewhere a letter only moves the bar, to one row of several after the other.
        rows = zip(listing.letters, listing.ids, strict=False) if listing.at_once else ()
        pairs += [(key, name) for letters, name in rows for key in letters]
    # A command of a menu and its button are one, and so is what a table and every screen have by one name.
    lines = [line for menu in screen.look.bar for line in menu.lines] if isinstance(screen, Table) else []
    given = [*screen.commands(), *filter(None, lines)] if isinstance(screen, Table) else []
    actions = {command.id: command.action for command in given}
    found: dict[str, dict[str, str]] = {}
    for key, name in pairs:
        found.setdefault(key, {}).setdefault(actions.get(name, name), name)
    return [f"{key}: {' and '.join(names.values())}" for key, names in found.items() if len(names) > 1]


@pytest.mark.parametrize("edition", PROGRAMS)
def test_no_key_means_two_things_at_a_table_or_in_its_menus(start: Start, edition: str) -> None:
    game = start("--edition", edition, "--start", "table", "--deal", "61").do("settle")
    assert doubles(game.app.top) == []
    for name in [name for name in game.enabled() if name.startswith("menu:")]:
        game.do(f"clickon {name}")
        assert doubles(game.app.top) == []
        game.do("key ESC")


def test_a_key_taken_twice_is_told_with_both(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    table = start("--start", "table", "--deal", "61").do("settle").app.top
    assert isinstance(table, Table)
    first, *others = table.commands()
    other = next(one for one in others if one.keys)
    taken = first._replace(id="button:first", action="first", keys=("F2", *other.keys[:1]))
    monkeypatch.setattr(table, "commands", lambda: (taken, *others))
    assert doubles(table) == ["F2: sound and button:first", f"{other.keys[0]}: button:first and {other.id}"]
