"""Whole games from the title to a name on the board, by keys and by mouse, in graphics and in text."""

import json
from pathlib import Path

import pytest

from retro_pyramid.cli import main
from retro_pyramid.formats.boards.records import Row
from retro_pyramid.formats.boards.scores import decode_board
from tests.scripts.conftest import States
from tests.scripts.record import NAME, PLANS, Plan, record
from tests.scripts.search import played

STATES = ("intro", "menu", "dealt", "over", "name", "board", "end")
WORDS = {"graphics": (), "text": ("T",)}


pytestmark = pytest.mark.usefixtures("one_host")


def run(plan: Plan, folder: Path, mode: str) -> States:
    """Run the plan's script by the command line; return the states it wrote."""
    folder.mkdir()
    words = [*WORDS[mode], "--headless", "--deal", str(plan.deal), "--script", str(plan.path)]
    files = ["--shots", str(folder), "--state", str(folder / "last.json"), "--data", str(folder / "data")]
    assert main([*words, *files]) == 0
    return {name: json.loads((folder / f"{name}.json").read_text()) for name in (*STATES, "last")}


def name_of(plan: Plan) -> str:
    return plan.path.stem


@pytest.mark.parametrize("mode", WORDS)
@pytest.mark.parametrize("plan", PLANS, ids=name_of)
def test_a_whole_game_ends_with_a_name_on_the_board(plan: Plan, mode: str, tmp_path: Path) -> None:
    states = run(plan, tmp_path / "run", mode)
    expected = played(plan.deal, plan.moves, plan.level)

    assert [states[name]["screen"] for name in STATES] == [
        *("intro", "menu", "table", "table", "name", "scores", "menu")
    ]
    assert states["dealt"]["score"] == 0
    assert states["dealt"]["status"] == "playing"
    over = states["over"]
    assert over["deal"] == plan.deal
    assert over["options"] == {"level": str(plan.level)}
    assert over["moves"] == [str(move) for move in plan.moves]
    assert over["score"] == expected.score
    assert over["status"] == ("won" if plan.end == "cleared" else "stuck")
    assert f"Final score {expected.score}" in over["message"]
    cards = [target for target in over["targets"] if target["id"].startswith("card:")]
    assert len(cards) == expected.state.pyramid.bit_count()
    assert not any(target["enabled"] for target in cards)
    assert f"With {expected.score} points you are number 1" in states["name"]["message"]
    assert states["end"]["status"] is None
    assert states["end"]["deal"] is None
    assert states["end"] == states["last"]

    board = decode_board((tmp_path / "run/data/PYRAMID.HGH").read_bytes())
    assert expected.score is not None
    assert board.rows[0] == Row(NAME, expected.score, plan.level)
    assert [row.level for row in board.rows[1:]] == [0] * 9
    if mode == "text":
        rows = states["board"]["text"]
        (line,) = [row for row in rows if NAME in row]
        assert line.split("║")[1].split() == ["1", *NAME.split(), str(expected.score), str(plan.level)]
        said = "You cleared the pyramid" if plan.end == "cleared" else "No more moves"
        assert any(said in row and str(expected.score) in row for row in over["text"])
    else:
        assert all(state["text"] is None for state in states.values())


@pytest.mark.parametrize("plan", PLANS, ids=name_of)
def test_graphics_and_text_play_the_same_game(plan: Plan, tmp_path: Path) -> None:
    def without_looks(states: States) -> States:
        for state in states.values():
            del state["mode"], state["text"]
            for target in state["targets"]:
                del target["rect"]
        return states

    graphics, text = (without_looks(run(plan, tmp_path / mode, mode)) for mode in WORDS)
    assert graphics == text


@pytest.mark.parametrize("mode", WORDS)
def test_the_same_script_gives_the_same_files_again(mode: str, tmp_path: Path) -> None:
    for attempt in ("once", "again"):
        run(PLANS[0], tmp_path / attempt, mode)
    files = sorted(path.relative_to(tmp_path / "once") for path in (tmp_path / "once").rglob("*.*"))
    assert len(files) >= len(STATES) + 3
    for file in files:
        assert (tmp_path / "once" / file).read_bytes() == (tmp_path / "again" / file).read_bytes(), file


@pytest.mark.parametrize("plan", PLANS, ids=name_of)
def test_the_scripts_are_what_the_search_and_the_recorder_make(plan: Plan, tmp_path: Path) -> None:
    assert plan.path.read_text(encoding="utf-8") == record(plan, tmp_path)
