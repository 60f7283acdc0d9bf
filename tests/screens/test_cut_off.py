"""The program is killed at every write of every act that changes several files; the next start leaves it done once.

For each act the same is done twice: once in peace, and once with a death at the write of each number. After the death the
program is started anew, and what is then still to be done by the player is done. All files must say the same in the end.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from retro_pyramid.rules.transcript import Transcript
from retro_pyramid.session import Session
from retro_pyramid.session.tournament import Player, new_tournament, score_now, tournament_settings
from retro_pyramid.settings import ASSISTS_SETTING
from retro_pyramid.storage import DataFolder, UserData
from tests.folders import entry
from tests.rules.vectors import PLAYED
from tests.screens.driver import Game
from tests.screens.em import SCORE_NOW
from tests.screens.test_two_windows import ended

ANN, BOB = Player("Ann"), Player("Bob")


class Death(BaseException):
    """The end of the program: nothing catches it."""


class Life:
    """How many writes the program has left before it dies; the dead write nothing more."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left = 1 << 30
        self.written: list[str] = []
        for name in ("write", "rename", "remove"):
            monkeypatch.setattr(DataFolder, name, self._counted(getattr(DataFolder, name)))

    def _counted(self, act: Callable[..., None]) -> Callable[..., None]:
        def counted(store: DataFolder, name: str, *words: Any, **more: Any) -> None:
            if not self.left:
                raise Death
            self.left -= 1
            self.written.append(name)
            act(store, name, *words, **more)

        return counted


def game_of(game: Transcript, moves: int = -1) -> Session:
    return Session.from_transcript(game._replace(moves=game.moves[:moves]))


def left_off(game: Transcript, moves: int = -1, match: str = "") -> Callable[[Path], None]:
    """Leave a game off before its last move, in a match of Till Dawn's with these scores."""

    def prepare(folder: Path) -> None:
        files = UserData(DataFolder(folder))
        files.unfinished_games.save_game(game_of(game, moves).to_saved_session(), entry(game.edition))
        if match:
            files.save_setting("tilldawn.match", match)

    return prepare


def last_move(game: Transcript) -> Callable[[Game], None]:
    def act(one: Game) -> None:
        played = one.state["moves"]
        if one.screen == "table" and len(played) == len(game.moves) - 1:
            one.app.top_screen.play_move(game.moves[-1])  # type: ignore[attr-defined]

    return act


def named(act: Callable[[Game], None]) -> Callable[[Game], None]:
    """Do an act, then enter a name where one is asked for."""

    def entered(one: Game) -> None:
        act(one)
        one.do("settle")
        if one.screen == "table" and one.state["status"] != "playing":
            one.do("key ESC; settle")
        if one.screen == "name":
            one.do("text Ann", "key ENTER")

    return entered


def suspended(players: tuple[Player, ...], game: Transcript) -> Callable[[Path], None]:
    """Suspend a tournament before the last move of its last game."""

    def prepare(folder: Path) -> None:
        match = new_tournament(Session.from_transcript(game).rules, players)
        for _ in range(6 * len(players) - 1):
            match = score_now(match, Session.from_transcript(game))
        files = UserData(DataFolder(folder))
        files.suspend_tournament(
            tournament_settings(match),
            [one.transcript for one in match.finished_games],
            game_of(game).to_saved_session(),
        )

    return prepare


def in_tournament(act: Callable[[Game], object]) -> Callable[[Game], None]:
    """Go on with the tournament, if it is still on, and do an act in it."""

    def go_on(one: Game) -> None:
        if one.files.suspended_tournament.load() is not None:
            one.app.top_screen.run_action("restore")  # type: ignore[attr-defined]
        if one.app.top_screen.game_mode.tournament is not None:  # type: ignore[attr-defined]
            act(one.do("settle"))

    return go_on


def new_game(one: Game) -> None:
    """Deal another game, unless that was done."""
    if one.moves:
        one.do("key n; settle")
        if one.screen == "confirm":
            one.do("key y; settle")


BEST = ended("odm", best=True)
EM = ended("em", best=True)
DAWN = ended("tilldawn")
ACTS: dict[str, tuple[Callable[[Path], None], Callable[[Game], object], int]] = {
    "odm, without a place on the board": (left_off(ended("odm")), last_move(ended("odm")), 3),
    "odm, and its name is entered": (left_off(BEST), named(last_move(BEST)), 6),
    "em": (left_off(EM), last_move(EM), 3),
    "windows": (left_off(ended("windows")), last_move(ended("windows")), 3),
    "relaxed": (left_off(ended("relaxed")), last_move(ended("relaxed")), 3),
    "tilldawn": (left_off(DAWN, match="5 -3"), last_move(DAWN), 4),
    "tilldawn, the last of a match": (left_off(DAWN, match="5 -3 1 1 1"), last_move(DAWN), 4),
    "tilldawn, a new game ends the one before": (left_off(DAWN, 3, match="5 -3"), new_game, 3),
    "tilldawn, the last of a match, by a new game": (left_off(DAWN, 3, match="5 -3 1 1 1"), new_game, 3),
    "em, a tournament alone": (suspended((ANN,), EM), in_tournament(last_move(EM)), 7),
    "em, a tournament of two": (suspended((ANN, BOB), EM), in_tournament(last_move(EM)), 7),
    "em, scored as it stands": (suspended((ANN,), EM), in_tournament(lambda one: one.do(SCORE_NOW)), 6),
}
"""By program: how files are prepared, the act, which does only what is still to be done, and its least writes."""


def started(folder: Path, edition: str) -> Game:
    return Game(folder, "--edition", edition, "--start", "table", "-mouse").do("settle")


def told(folder: Path, edition: str) -> dict[str, object]:
    """What all files say in the end."""
    files = UserData(DataFolder(folder))
    suspended, waiting = files.suspended_tournament.load(), files.unfinished_games.find_awaiting_name(edition)
    return {
        "figures": files.statistics.read(),
        "board": files.read_high_scores().rows,
        "totals": files.tournament_scores.read_top_ten(),
        "match": files.config.read_settings().get("tilldawn.match"),
        "left off": [one.saved for one in files.unfinished_games.list_unfinished(edition)],
        "waiting": waiting and waiting.saved,
        "tournament": suspended and suspended._replace(current_game=None),
        "intents": files.unfinished_games.get_pending_writes(),
    }


@pytest.mark.usefixtures("opened")
@pytest.mark.parametrize("name", ACTS)
def test_an_act_cut_off_is_done_once(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edition, (prepare, act, writes) = name.partition(",")[0], ACTS[name]
    life = Life(monkeypatch)
    prepare(tmp_path / "before")

    def begin(folder: str) -> Game:
        shutil.copytree(tmp_path / "before", tmp_path / folder)
        game = started(tmp_path / folder, edition)
        life.written.clear()
        return game

    act(begin("peace"))
    done = list(life.written)
    started(tmp_path / "peace", edition)
    expected = told(tmp_path / "peace", edition)
    assert len(done) >= writes
    for number in range(len(done)):
        game = begin(f"death {number}")
        life.left = number
        with pytest.raises(Death):
            act(game)
        life.left = 1 << 30
        act(started(tmp_path / f"death {number}", edition))
        started(tmp_path / f"death {number}", edition)
        found = told(tmp_path / f"death {number}", edition)
        assert found == expected, f"killed at write {number} of {done}"


TAKEN_BACK = {
    **{f"{name}, a new game": (ended(name), 3, new_game, 1) for name in PLAYED},
    "tilldawn, an end": (DAWN, -1, last_move(DAWN), 3),
    "windows, an end": (ended("windows"), -1, last_move(ended("windows")), 1),
}


@pytest.mark.usefixtures("opened")
@pytest.mark.parametrize("name", TAKEN_BACK)
def test_an_act_is_taken_back_wholly_or_not(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, moves, act, writes = TAKEN_BACK[name]
    life = Life(monkeypatch)
    left_off(game, moves, match="5 -3")(tmp_path / "start")
    # Looking makes the boards.
    told(tmp_path / "start", game.edition)

    def begin(folder: str) -> Game:
        shutil.copytree(tmp_path / "start", tmp_path / folder)
        one = started(tmp_path / folder, game.edition)
        act(one)
        one.app.settings_store.update_stored({ASSISTS_SETTING: "on"})
        one.do("settle")
        life.written.clear()
        return one

    peace = begin("peace")
    before = told(tmp_path / "peace", game.edition)
    peace.do("key u; settle")
    done, after = list(life.written), told(tmp_path / "peace", game.edition)
    assert len(done) >= writes
    assert before != after
    for number in range(len(done)):
        one = begin(f"death {number}")
        life.left = number
        with pytest.raises(Death):
            one.do("key u; settle")
        life.left = 1 << 30
        UserData(DataFolder(tmp_path / f"death {number}")).recover()
        found = told(tmp_path / f"death {number}", game.edition)
        assert found == (after if number else before), f"killed at write {number} of {done}"
