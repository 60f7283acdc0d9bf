"""Notices about the player's files: they fit on every screen and adapter, and stay until they have been read."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from retro_pyramid.editions import EDITION_INFO
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS
from retro_pyramid.table.intent import CONTINUE
from retro_pyramid.ui.dialogs import MessageBox
from retro_pyramid.ui.drawing import wrap_text
from retro_pyramid.ui.timing import compute_reading_ticks
from tests.colour_sight import SETTINGS
from tests.programs import DEALT_BY_CLICK, DEMOS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.places import reach

CELLS = (CELL_WIDTH, CELL_HEIGHT)
LONG = f"Statistics cannot be saved: /home/a long name/{'x' * 90}/data/PYRAMID.STA: Is a directory"
OVER = [
    *("stuck", "won"),
    *(f"{edition}_{status}" for edition in DEALT_BY_CLICK for status in ("stuck", "won")),
]


@given(st.text(alphabet="ab /", min_size=1), st.integers(5, 80), st.integers(1, 4))
@example("x" * 200, 20, 1)
def test_a_message_fits_and_keeps_its_beginning_and_its_end(text: str, room: int, most: int) -> None:
    lines = wrap_text(text, room, most)
    assert 1 <= len(lines) <= most
    assert max(map(len, lines)) <= room
    first, last = "".join(text.split())[:1], "".join(text.split())[-1:]
    assert "".join(lines).strip().startswith(first)
    assert "".join(lines).strip().endswith(last)
    if "..." not in "".join(lines):
        assert "".join("".join(lines).split()) == "".join(text.split())


ON = ("EGA deck 1", "CGA 1h", "EGA text", "CGA text", "mono")


def looked_at(game: Game) -> dict[str, tuple[list[str], dict[str, str]]]:
    """The rows of a screen and the buttons of its table, on one adapter after another."""
    seen = {}
    for adapter in ON:
        game.app.settings_store.set_values(SETTINGS[adapter])
        rows, buttons = game.rows(), {}
        for target in game.app.targets():
            x, y, width, height = (at // cell for at, cell in zip(target.rect, CELLS * 2, strict=True))
            if target.id.startswith("button:") and target.id != CONTINUE and y + height < 23:
                buttons[target.id] = "".join(row[x : x + width] for row in rows[y : y + height])
        seen[adapter] = rows, buttons
    return seen


@pytest.mark.parametrize(
    ("place", "notice"),
    [
        *((place, LONG) for place in ("menu", "board", "table", "windows_draw3", "relaxed_picked", *OVER)),
        # Three lines reach the columns of buttons at the edges of this table.
        *product(("em_table", "em_over", "em_lost"), ("A notice",)),
        ("em_table", LONG),
    ],
    ids=lambda words: words[:20],
)
def test_a_notice_fits_and_hides_nothing_needed(start: Start, place: str, notice: str) -> None:
    # What gleams or moves would be taken for words.
    game = reach(start, place, "--still").do("wait 310")
    before = looked_at(game)
    if "relaxed" in place:
        # A finale that fills the table shows no buttons.
        assert {len(there) for _, there in before.values()} == {0 if place == "relaxed_won" else 4}
    game.files.notification_lines.append(notice)
    assert game.do("wait 1").message == notice
    for adapter, (rows, buttons) in looked_at(game).items():
        old, was = before[adapter]
        assert (place, notice) == ("em_table", LONG) or buttons == was, adapter
        written = [row.strip(" ▀▄█░▒▓♠♥♦♣") for row, gone in zip(rows, old, strict=True) if row != gone]
        assert len(written) <= 3, adapter
        if notice == LONG:
            assert all(len(row) < COLUMNS for row in written), adapter
            assert written[0].startswith("Statistics cannot be saved: "), adapter
            assert "PYRAMID.STA:" in " ".join(written), adapter
            assert written[-1].endswith("Is a directory"), adapter
            next_ = "Esc" if place not in OVER else "New game" if "windows" in place else "N deals a new game"
            assert any(next_ in row for row in rows), (adapter, "what comes next")


@pytest.mark.parametrize("place", ["menu", "stuck", "em_table"])
def test_two_notices_are_each_there_until_they_are_read(start: Start, place: str) -> None:
    game = reach(start, place).do("wait 310")
    own = game.message
    game.files.notification_lines += ["The first of two", "And the second"]
    # It does not go by itself, nor at a key that was pressed before anybody could read it.
    for lines in (("wait 1",), ("wait 100", "key HOME", "wait 150", "key END"), ("wait 900",)):
        assert (game.do(*lines).message, game.says("The first of two")) == ("The first of two", True), lines
    game.do("key HOME")
    assert (game.message, game.says("And the second")) == ("And the second", True)
    game.do(f"wait {compute_reading_ticks('And the second') + 900}")
    assert game.message == "And the second"
    assert game.do("click 5 60").message == own
    assert game.app.shown_notices == ["The first of two", "And the second"]
    assert game.files.notification_lines == []


@pytest.mark.parametrize("place", ["stuck", "tilldawn_stuck"])
def test_what_cannot_be_saved_at_an_end_is_told(start: Start, tmp_path: Path, place: str) -> None:
    (tmp_path / "data" / "PYRAMID.STA").mkdir(parents=True)
    game = reach(start, place).do("wait 60")
    assert game.app.session is not None
    assert game.app.session.status == "stuck"
    for lines in ((), ("wait 200",), ("wait 2000",)):
        game.do(*lines)
        assert (game.message or "").startswith("Statistics cannot be saved: ")
        assert game.says("PYRAMID.STA")
        assert game.says("N deals a new game")
    # It has been there for so long that the next thing done takes it away.
    assert not game.do("key HOME").says("PYRAMID.STA")


def test_a_notice_is_not_lost_in_quick_play(table: Game) -> None:
    table.do("wait 1")
    table.files.notification_lines.append("Something is wrong with a file")
    for _ in range(5):
        table.do("key UP", "key ENTER", "wait 20")
        assert table.message == "Something is wrong with a file"
    # A word of the screen's own comes first, and the notice after it.
    table.do("key u")
    assert table.message != "Something is wrong with a file"
    assert table.do("wait 310").message == "Something is wrong with a file"


def test_why_a_saved_game_cannot_be_used_fits_in_its_box(start: Start, tmp_path: Path) -> None:
    game = start("--edition", "windows", "--start", "table", "--deal", "61").do("settle")
    game.do("key s", "text first", "key ENTER")
    (tmp_path / "data" / "FIRST.PYR").write_text("nothing " * 20)
    before = game.do("key l").rows()
    rows = game.do("text first", "key ENTER").rows()
    changed = [(row, old) for row, old in zip(rows, before, strict=True) if row != old]
    assert (game.message or "").startswith("The saved game cannot be used: ")
    assert all(row.rstrip().endswith("║") == old.rstrip().endswith("║") for row, old in changed)


@pytest.mark.parametrize("edition", EDITION_INFO)
def test_red_is_for_danger_alone(start: Start, edition: str) -> None:
    def colour_of(game: Game) -> int:
        """The attribute of what is said over the screen."""
        words = str(game.message)
        row, line = next((row, line) for row, line in enumerate(game.rows()) if words in line)
        return game.machine.display.cells[2 * (COLUMNS * row + line.index(words)) + 1]

    game = start("--edition", edition, "--start", "table", "--deal", "61").do("settle; key F5")
    dress = game.app.edition.theme
    assert str(game.message).startswith("Undo and hint are on")
    assert colour_of(game) == dress.field
    assert str(game.do("key F2").message).startswith("Sound ")
    assert colour_of(game) == dress.field
    game.do("wait 310")
    game.app.top_screen.show_error("there is none")  # type: ignore[attr-defined]
    assert colour_of(game) == dress.notice
    game.do("wait 310")
    game.files.notification_lines.append("A game cannot be saved")
    assert colour_of(game.do("wait 1")) == dress.notice
    again = start("--edition", edition, "--start", "table").do("settle")
    if again.message:
        assert colour_of(again) == dress.field


@pytest.mark.parametrize(
    ("words", "lines", "screen", "program"),
    [
        (("--start", "menu"), ("drop GAME", "key F1"), "help", "em"),
        (("--start", "menu"), ("drop GAME", "key F6"), "notice", "em"),
        (("--start", "menu"), ("drop GAME", "key F8"), "setup", "em"),
        (("--start", "shell"), ("key ESC",), "confirm", "shell"),
        (("--start", "shell"), ("key F8",), "setup", "shell"),
        (("--start", "shell"), ("key F8", "key F1"), "help", "shell"),
        (("--start", "dos"), ("key F8",), "setup", "shell"),
        (("--start", "menu"), ("key F8", "key F1"), "help", "odm"),
        (("--deal", "61"), ("use card:71", "key n"), "confirm", "odm"),
    ],
)
def test_the_state_names_the_program_beneath_a_box(
    start: Start, words: tuple[str, ...], lines: tuple[str, ...], screen: str, program: str
) -> None:
    game = start("--edition", "odm", *words).go(
        tuple(line.replace("GAME", str(DEMOS / "em.txt")) for line in ("settle", *lines))
    )
    state = game.state
    assert (state["screen"], state["program"]) == (screen, program)


def test_message_of_a_box_is_not_cut_in_mid_sentence(start: Start) -> None:
    game = start("--edition", "em", "--start", "table", "--deal", "61").do("settle")
    lines = ["One sentence goes on", "over two lines.", "", "A second paragraph."]
    game.app.push(MessageBox(game.app, "Title", lines))
    assert game.state["message"] == "Title One sentence goes on over two lines."
    game.app.pop()
    game.app.push(MessageBox(game.app, "", ["No full stop", "but an end", "", "Another"]))
    assert game.state["message"] == "No full stop but an end"
