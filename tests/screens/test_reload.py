"""A page that is loaded again comes back to the screen it showed: the address says where that is."""

import pytest

from retro_pyramid.features.magazine.magazine import DEPARTMENTS, page_names
from retro_pyramid.page.links import args_from_query, query_for
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.places import PLACES

_SHELL = ("--start", "shell")
_TABLE = ("--edition", "em", "--start", "table", "--deal", "61")


def address_of(game: Game, query: str = "?mute") -> str:
    """Return the address as the page would show it."""
    state = {**game.state, "mode": game.app.settings["shell.mode"], "video": game.machine.display.name}
    return query_for(query, state, game.app.link_params, game.app.daily_deal)


def facts(game: Game) -> tuple[object, ...]:
    state = game.state
    # Where the mark was in Setup is not kept.
    told = (
        game.app.top_screen.spoken_lines[: 1 if game.screen == "setup" else None]
        if game.app.top_screen.is_spoken
        else []
    )
    return tuple(state[name] for name in ("screen", "deal", "moves", "score", "mode")), told


@pytest.mark.parametrize(
    ("place", "place_words", "place_lines"),
    [
        ("prompt", "--start dos", ""),
        ("prompt from the menu", "--start menu", "key F8; clickon setup:doors; clickon menu:dos"),
        ("cover", "--start shell", ""),
        ("games", "--start shell", "key g; key ENTER"),
        ("disk", "--start shell", "drop README.txt; key y; key ENTER"),
        ("title page", "@shell_page", "@"),
        ("article", "@shell_article", "@"),
        ("article further on", "--start shell --page luck.5", ""),
        ("setup over the title", "", "settle; key F8; key DOWN"),
        ("setup over a menu", "--edition windows --start menu", "key F8; key END"),
        ("setup over a game", "--edition em --start table --deal 61", "settle; key D; settle; key F8"),
        ("setup over the magazine", "--start shell", "key g; key ENTER; key F8; key DOWN"),
        ("setup over the prompt", "--start dos", "key F8"),
        ("replay", "@replay", "key RIGHT; key RIGHT; settle"),
        ("replay at its opening", "@replay", ""),
        ("replay of the best line", "@how", "@"),
        ("setup over a replay", "@replay", "key END; settle; key F8"),
    ],
)
def test_it_comes_back(
    start: Start, place: str, place_words: str, place_lines: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    said, there_lines = tuple(place_words.split()), tuple[str, ...]()
    if place_words.startswith("@"):
        said, there_lines = PLACES[place_words[1:]]
    lines = there_lines if place_lines == "@" else tuple(filter(None, place_lines.split("; ")))
    text = tmp_path_factory.mktemp("disk") / "README.txt"
    text.write_text("A letter\n")
    before = start(*said).go(tuple(line.replace("README.txt", str(text)) for line in lines))
    if place == "disk":
        before.do("key ESC")
    there = address_of(before)
    again = start(*args_from_query(f"{there}&--resume")).do("wait 1")
    if again.screen == "page":
        again.do("settle")
    assert facts(again) == facts(before)
    assert again.app.link_params == before.app.link_params
    assert address_of(again, there) == there


def test_every_page_of_the_magazine_can_be_opened_and_leads_back_to_its_department(start: Start) -> None:
    for page in page_names():
        game = start(*_SHELL, "--page", page)
        # Without a disk there is only the word how one comes here.
        assert game.app.link_params == {"start": "shell", **({} if page == "disk" else {"page": page})}
        game.do("settle" if game.screen == "page" else "wait 1", "key ESC")
        part = next((part.name for part in DEPARTMENTS if page in part.article_names), "")
        assert game.app.link_params == {"start": "shell", **({"page": part} if part else {})}


def test_esc_leads_back_as_from_where_one_was(start: Start) -> None:
    game = start(
        *args_from_query(address_of(start(*_TABLE).do("settle", "key D; settle", "key F8"))), "--resume"
    )
    assert (game.do("key ESC").screen, game.moves) == ("table", ["D"])
    game = start(*_SHELL, "--page", "luck.5").do("key ESC; settle; key ESC; key ESC")
    assert (game.screen, game.app.link_params) == ("menu", {"start": "shell"})
