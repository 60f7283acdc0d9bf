"""Whole games from the title to a name on the board, by keys and by mouse, in graphics and in text."""

from pathlib import Path

import pytest

from retro_pyramid.formats.scores.high_scores import decode_high_scores
from retro_pyramid.formats.scores.records import ScoreRow
from tests.scripts.conftest import MODES, RunScript, States
from tests.scripts.record import NAME, PLANS, Plan, record
from tests.scripts.search import played

SCREENS = {
    "intro": "intro",
    "menu": "menu",
    "dealt": "table",
    "over": "table",
    "name": "name",
    "board": "scores",
    "end": "menu",
    "last": "menu",
}
LEAN = (0, 3, 5, 6)
"""Of end, device and level each pair; the others once a night."""
each_plan = pytest.mark.parametrize(
    "plan",
    [
        pytest.param(plan, marks=() if at in LEAN else pytest.mark.slow, id=plan.path.stem)
        for at, plan in enumerate(PLANS)
    ],
)


@each_plan
def test_a_whole_game_ends_with_a_name_on_the_board(
    plan: Plan, run_script: RunScript, tmp_path: Path
) -> None:
    expected = played(plan.deal, plan.moves, plan.level)
    found: dict[str, States] = {}
    for mode in ("graphics", "text"):
        folder = tmp_path / mode
        folder.mkdir()
        found[mode] = states = run_script(plan.path.stem, MODES[mode], folder)
        assert {name: states[name]["screen"] for name in states} == SCREENS
        assert (states["dealt"]["score"], states["dealt"]["status"]) == (0, "playing")
        over, end = states["over"], states["end"]
        assert {name: over[name] for name in ("deal", "options", "moves", "score", "status")} == {
            "deal": plan.deal,
            "options": {"level": str(plan.level)},
            "moves": [str(move) for move in plan.moves],
            "score": expected.score,
            "status": "won" if plan.end == "cleared" else "stuck",
        }
        assert f"Final score {expected.score}" in over["message"]
        cards = [target["enabled"] for target in over["targets"] if target["id"].startswith("card:")]
        assert cards == [False] * expected.state.pyramid.bit_count()
        assert f"With {expected.score} points you are number 1" in states["name"]["message"]
        assert (end["status"], end["deal"]) == (None, None)
        assert end == states["last"]
        board = decode_high_scores((folder / "data/PYRAMID.HGH").read_bytes())
        assert board.rows[0] == ScoreRow(NAME, expected.score or 0, plan.level)
        assert [row.level for row in board.rows[1:]] == [0] * 9
    text, graphics = found["text"], found["graphics"]
    (line,) = [row for row in text["board"]["text"] if NAME in row]
    assert line.split("║")[1].split() == ["1", *NAME.split(), str(expected.score), str(plan.level)]
    said = "You cleared the pyramid" if plan.end == "cleared" else "No more moves"
    assert any(said in row and str(expected.score) in row for row in text["over"]["text"])
    assert all(state["text"] is None for state in graphics.values())
    # But for their looks both are the same game.
    for state in (*graphics.values(), *text.values()):
        del state["mode"], state["text"]
        for target in state["targets"]:
            del target["rect"]
    assert graphics == text


def test_the_same_script_gives_the_same_files_again(run_script: RunScript, tmp_path: Path) -> None:
    once, again = tmp_path / "once", tmp_path / "again"
    for folder in (once, again):
        folder.mkdir()
        run_script(PLANS[0].path.stem, folder=folder)
    files = {file.relative_to(once): file.read_bytes() for file in once.rglob("*.*")}
    assert len(files) >= len(SCREENS) + 3
    assert [name for name, data in files.items() if (again / name).read_bytes() != data] == []


@each_plan
@pytest.mark.usefixtures("opened")
def test_the_scripts_are_what_the_search_and_the_recorder_make(plan: Plan, tmp_path: Path) -> None:
    assert plan.path.read_text(encoding="utf-8") == record(plan, tmp_path)
