"""Other Pyramids: changing from one program to another and back."""

import pytest

from retro_pyramid.app.assets import load_help_text
from retro_pyramid.editions import EDITION_INFO, load_edition
from retro_pyramid.features.help import parse_help
from retro_pyramid.ui.markup import render_markup
from tests.screens.conftest import Start


@pytest.mark.parametrize("edition", EDITION_INFO)
def test_the_list_shows_the_others_and_esc_leads_back(start: Start, edition: str) -> None:
    game = start("--edition", edition, "--start", "menu").do("key o; key ENTER")
    others = [f"menu:{name}" for name in EDITION_INFO if name != edition]
    assert [name for name in game.enabled() if name.startswith("menu:")] == others
    assert (game.state["program"], game.selected) == ("shell", others[0])
    assert game.do("key ESC").state["program"] == edition


@pytest.mark.parametrize("edition", EDITION_INFO)
def test_a_program_chosen_brings_its_menu_its_help_and_its_table(start: Start, edition: str) -> None:
    other = next(name for name in EDITION_INFO if name != edition)
    game = start("--edition", other, "--start", "menu", "--deal", "61").do("key o; key ENTER")
    for _ in EDITION_INFO:
        if game.selected == f"menu:{edition}":
            break
        game.do("key DOWN")
    game.do("key ENTER")
    assert (game.state["program"], game.screen, game.heard) == (
        edition,
        "intro",
        load_edition(edition).tune_names["title"],
    )
    game.do("settle; key a")
    assert (game.state["program"], game.screen) == (edition, "menu")
    # Some programs have it in their pictures; the ear is told all the same.
    assert any(load_edition(edition).title.upper() in line for line in game.app.top_screen.spoken_lines)
    game.do("key F1")
    page = parse_help(load_help_text(edition)).pages[0]
    assert game.says(next(line.text for line in render_markup(page.text, 70) if line.text))
    game.do("key ESC; key HOME; key ENTER; settle")
    assert game.app.session is not None
    assert game.app.session.rules.edition == edition


@pytest.mark.parametrize("edition", EDITION_INFO)
def test_every_help_fits_the_screen(edition: str) -> None:
    text = parse_help(load_help_text(edition))
    assert all(len(line.text) <= 70 for page in text.pages for line in render_markup(page.text, 70))
