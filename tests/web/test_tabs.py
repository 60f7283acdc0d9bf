"""Two tabs at once: nothing that either writes is lost, and a game is played in one of them."""

from pathlib import Path

import pytest

from retro_pyramid.rules import rules_for
from retro_pyramid.storage import DataFolder, UserData
from tests.scripts.record import Plan
from tests.web.conftest import Sit
from tests.web.harness import Player
from tests.web.test_files import COUNT

GAMES = 60
LOCKLESS = 'void Object.defineProperty(navigator, "locks", { value: undefined, configurable: true })'
LOCKED = "void delete navigator.locks"


def games_of(player: Player, folder: Path) -> int:
    """Return the games in the statistics that the page has kept."""
    folder.mkdir(exist_ok=True)
    (folder / "PYRAMID.STA").write_bytes(player.files()["PYRAMID.STA"])
    return UserData(DataFolder(folder)).statistics.read()[rules_for("em").id].games


@pytest.fixture(scope="module")
def player(sit: Sit) -> Player:
    player = sit()
    player.start("?test&T&start=menu&edition=em")
    return player


@pytest.fixture(scope="module")
def second(sit: Sit, player: Player) -> Player:
    return sit(beside=player)


@pytest.fixture
def other(second: Player) -> Player:
    """Another tab, which has no game and nothing of its own to write."""
    second.look("void window.retroPyramid?.storage.claim('none')")
    second.start("?test&T&start=menu&edition=em")
    return second


@pytest.mark.engines("chromium", "firefox")
def test_two_tabs_at_once_lose_nothing(player: Player, other: Player, tmp_path: Path) -> None:
    player.start("?test&T&start=menu&edition=em")
    both = (player, other)
    for tab in both:
        tab.page.evaluate(COUNT, GAMES)
    for tab in both:
        tab.wait_for(lambda tab=tab: tab.look("counted") == GAMES, "all games of a tab")  # type: ignore[misc]
    player.wait_for(lambda: games_of(player, tmp_path) == 2 * GAMES, "the games of both")
    player.page.wait_for_timeout(1000)
    assert games_of(player, tmp_path) == games_of(other, tmp_path) == 2 * GAMES


OPEN = "This game is open in another window"


@pytest.mark.engines("chromium", "firefox", slow="firefox")
def test_a_tournament_loses_no_game_to_another_tab(player: Player, other: Player) -> None:
    score = "key F7\nkey y\nkey SPACE\nsettle\nwait 3"
    alone = "settle\nkey t\nkey n\ntext Ann\nkey ENTER\nsettle\nwait 2"
    player.run_anew(f"{alone}\n{score}", "?test&T&start=table&edition=em&-mouse")
    other.again("?test&T&start=table&edition=em&-mouse")
    other.run("settle\nkey t\nkey r")
    other.reaches(screen="confirm", message=OPEN)
    player.run(f"{score}\nkey D\nsettle")
    stands = player.files()["PYRAMID.SAV"]
    run = other.run("key y\nsettle\nwait 30")
    assert (len(run.state["moves"]), other.files()["PYRAMID.SAV"]) == (1, stands)
    other.run("key D\nsettle")
    stands = other.files()["PYRAMID.SAV"]
    player.reaches(screen="confirm", message=OPEN)
    player.run("key n\nsettle\nwait 30")
    assert (player.state["screen"], player.files()["PYRAMID.SAV"]) == ("menu", stands)


@pytest.mark.engines("chromium", "firefox")
def test_a_game_is_played_in_one_tab_and_taken_over_by_another(player: Player, other: Player) -> None:
    draw = "settle\nkey UP\nkey ENTER\nsettle"
    assert len(player.run_anew(draw, "?test&T&start=table&deal=61").state["moves"]) == 1
    other.again("?test&T&start=table")
    other.reaches(screen="confirm", message=OPEN)
    assert player.run(draw).state["screen"] == "table"
    # It goes on with what the first has kept meanwhile.
    assert len(other.run("key y\nsettle").state["moves"]) == 2
    player.reaches(screen="confirm", message=OPEN)
    assert len(other.run(draw).state["moves"]) == 3
    # Loaded again, the first asks again, and takes it back.
    player.again("?test&T&start=table")
    player.reaches(screen="confirm", message=OPEN)
    assert len(player.run("key y\nsettle").state["moves"]) == 3
    other.reaches(screen="confirm", message=OPEN)
    assert other.run("key n\nsettle").state["screen"] == "menu"
    assert len(player.run(draw).state["moves"]) == 4
    # A tab that is gone plays no game.
    other.again("?test&T&start=table")
    other.reaches(screen="confirm", message=OPEN)
    other.run("key y\nsettle")
    player.reaches(screen="confirm", message=OPEN)
    player.run("key n\nsettle")
    other.page.goto("about:blank")
    player.again("?test&T&start=table")
    state = player.run("settle\nwait 30").state
    assert (state["screen"], len(state["moves"])) == ("table", 4)


@pytest.mark.slow
@pytest.mark.engines("chromium", "firefox")
def test_where_there_are_no_locks_a_game_that_is_on_in_two_tabs_is_counted_and_entered_once(
    player: Player, other: Player, tmp_path: Path
) -> None:
    plan = Plan("cleared", "mouse", 1)
    lines = plan.path.read_text(encoding="utf-8").splitlines()
    *lines, last = lines[lines.index("state dealt") + 1 : lines.index("settle", lines.index("state dealt"))]
    run = player.run_anew("\n".join(["settle", *lines, "settle"]), f"?test&T&start=table&deal={plan.deal}")
    assert run.error is None
    other.look(LOCKLESS)
    other.again("?test&T&start=table")
    other.wait_for(lambda: other.state["moves"] == run.state["moves"], "the game left off")

    ended = f"{last}\nsettle\nwait 30"
    assert player.run(ended).state["status"] == "won"
    other.wait_for(lambda: b"= ended" in other.files()["RESUME.PYR"], "what the first tab has written")
    assert other.run(ended).state["status"] == "won"
    assert any("finished in another window" in row for row in other.state["text"])
    assert player.run("key ESC\ntext Ann\nkey ENTER\nsettle").state["screen"] == "scores"
    assert other.run("key ESC\nsettle").state["screen"] == "menu"
    folder = tmp_path / "kept"
    folder.mkdir()
    for name, data in other.files().items():
        (folder / name).write_bytes(data)
    kept = UserData(DataFolder(folder))
    assert [row.name for row in kept.read_high_scores().rows if row.score] == ["Ann"]
    assert kept.statistics.read()[rules_for("odm").id].games == 1
    other.look(LOCKED)
