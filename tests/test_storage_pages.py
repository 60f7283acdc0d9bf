"""Several pages on one browser storage at once: in whatever order they see each other's writes, nothing is lost."""

import random

import pytest

from retro_pyramid.rules import rules_for
from retro_pyramid.storage import BrowserStore, UserData
from tests.pages import Page, Shared, View

RULES = rules_for("em")
KEY = "retro-pyramid/PYRAMID.STA"


def play_together(pages: list[Page], games: int, chance: random.Random, closes: Page | None = None) -> None:
    """Let each page count games while they see each other's writes in any order, until all is quiet.

    A page that closes does so right after its last game: what it has sent comes in all the same, but it hears no more.
    """
    to_play = [page for page in pages for _ in range(games)]
    chance.shuffle(to_play)
    there = list(pages)
    while True:
        turns = [page.view.deliver for page in pages if page.view.sent]
        turns += [page.view.listen for page in there if page.view.news]
        if to_play and chance.random() < 0.4:
            page = to_play.pop()
            with page.files.transaction():
                page.files.count_game(RULES, True, 0)
            if page is closes and page not in to_play:
                there.remove(page)
        elif turns:
            chance.choice(turns)()
        elif not to_play and not any(page.look_again() for page in there):
            return


def games_in(shared: Shared) -> int:
    return Page(shared, "last").files.statistics.read()[RULES.id].games


@pytest.mark.parametrize(
    ("count", "closes", "seeds"),
    [
        *((2, False, range(12)), (3, False, range(4)), (5, False, range(2)), (2, True, range(12))),
        *(pytest.param(count, False, range(40), marks=pytest.mark.slow) for count in (2, 3, 5)),
        pytest.param(2, True, range(100), marks=pytest.mark.slow),
    ],
)
def test_no_game_is_lost_also_when_a_page_is_closed(count: int, closes: bool, seeds: range) -> None:
    for seed in seeds:
        shared = Shared()
        pages = [Page(shared, f"page{number}") for number in range(count)]
        play_together(pages, 8, random.Random(seed), closes=pages[1] if closes else None)
        assert games_in(shared) == 8 * count, seed
        assert closes or len({page.view.texts[KEY] for page in pages}) == 1, seed


def test_every_entry_of_two_boards_made_at_once_is_there_with_its_place() -> None:
    shared = Shared()
    one, two = Page(shared, "one"), Page(shared, "two")
    for points in (50, 40, 30):
        assert one.files.add_score("Ann", points, 1) is not None
        assert two.files.add_score("Bob", points - 5, 2) is not None
    while any(page.view.sent or page.view.news for page in (one, two)):
        for page in (one, two):
            if page.view.sent:
                page.view.deliver()
            if page.view.news:
                page.view.listen()
    rows = [(row.name, row.score) for row in one.files.read_high_scores().rows if row.score > 0]
    assert rows == [("Ann", 50), ("Bob", 45), ("Ann", 40), ("Bob", 35), ("Ann", 30), ("Bob", 25)]
    assert two.files.read_high_scores() == one.files.read_high_scores()
    assert one.files.notification_lines == two.files.notification_lines == []


def test_a_step_that_has_settled_is_not_done_again() -> None:
    clock = [0.0]
    shared = Shared()
    page = Page(shared, "one", lambda: clock[0])
    page.files.count_game(RULES, True, 0)
    # Sixteen other pages later the mark of the first has gone from the text, with nothing lost.
    clock[0] = 60.0
    page.view.deliver()
    page.view.listen()
    text, _, _ = page.view.texts[KEY].partition(" ")
    page.view.texts[KEY] = f"{text} " + ",".join(f"other{number}:1" for number in range(16))
    assert page.files.statistics.read()[RULES.id].games == 1
    page.files.count_game(RULES, True, 0)
    assert page.files.statistics.read()[RULES.id].games == 2
    assert page.view.texts[KEY].count(":") == 16


def test_a_store_of_a_later_version_is_read_and_never_written() -> None:
    view = View(Shared())
    UserData(BrowserStore(lambda: view)).add_score("Ann", 50, 1)
    view.texts["retro-pyramid"] = "2"
    kept = dict(view.texts)
    files = UserData(BrowserStore(lambda: view))
    assert files.read_high_scores().rows[0].name == "Ann"
    files.add_score("Bob", 40, 1)
    assert view.texts == kept
    assert "version '2', expected '1': load the page again" in files.notification_lines[0]
    assert files.read_high_scores().rows[1].name == "Bob"
