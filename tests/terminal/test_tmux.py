"""The program in a real terminal, of tmux's: what it shows is read back, keys and mouse play, and it is left as it was."""

import os
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from retro_pyramid.machine.presenter import Presenter
from tests.patience import wait_for
from tests.screens.driver import Game
from tests.screens.pair_games import BY_HAND
from tests.terminal.desk import Desk, Hands, desk, shown

AT_HOME = "0 0 0 1 1"
PLAYING = "1 1 1 0 0"
TABLE = ("--start", "table", "--deal", "61")
FIGURES = Path(__file__).parents[1] / "screens" / "figures" / "many.sta"
HANDS = {
    ("odm", "keys"): ("key UP; key ENTER", "key LEFT; key END", "key ENTER"),
    ("odm", "mouse"): ("clickon stock; clickon stock", "clickon card:77"),
    **BY_HAND,
}
"""What a hand does, by program and device."""
LEAN = {("odm", "mouse"): 0, ("em", "mouse"): 23, ("relaxed", "keys"): 25}
"""The row of the table that a terminal of 24 leaves out, 25 in one of 25. The other devices play once a night, in 25."""
FLYING = {("tilldawn", "mouse")}


def kept(folder: Path) -> list[str]:
    """The moves of the games left off, as the program keeps them after every move."""
    file = folder / "RESUME.PYR"
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return [line for line in text.splitlines() if line.startswith("moves ")]


def is_running(number: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(number, 0)
        with suppress(FileNotFoundError):
            # One that has ended is there till somebody asks how, which may take a second.
            return ") Z " not in Path(f"/proc/{number}/stat").read_text(encoding="utf-8")
        return True
    return False


def left(terminal: Desk, code: int) -> None:
    """See that the program has ended with that code, and the terminal is as before it."""
    terminal.wait_words(f"code {code}")
    assert terminal.modes() == AT_HOME


@pytest.mark.parametrize(
    "which",
    [
        pytest.param(which, marks=[] if which in LEAN else pytest.mark.slow, id=" ".join(which))
        for which in HANDS
    ],
)
def test_every_program_shows_the_same_keeps_the_same_game_and_records_it(
    tmp_path: Path, opened: Presenter, which: tuple[str, str]
) -> None:
    edition, device = which
    left_out = LEAN.get(which, 25)
    small = left_out < 25
    words: tuple[str, ...] = ("--edition", edition, *TABLE)
    if edition == "em":
        words += (f"-{'no' * (device == 'keys')}mouse",)
    if which not in FLYING:
        words += ("--still",)
    game = Game(tmp_path / "headless", "T", *words, new=True).do("settle")
    data = tmp_path / "desk" / "data"
    with desk(tmp_path / "desk", rows=25 - small) as terminal:
        terminal.play(*words, "--record", "played.script", before="COLORTERM=truecolor")
        hands = Hands(terminal, game, left_out)
        hands.see("the table")
        for lines in HANDS[which]:
            hands.do(*lines.split("; "))
            hands.see(lines)
        assert game.moves
        moves = [f"moves {' '.join(game.moves)}"]
        wait_for(f"{moves}", lambda: kept(data) == moves, lambda: kept(data))
        hands.do("key F8" if small else "key F1")
        # The heading of Setup begins with an edge.
        Hands(terminal, game, 0 if small else 25).see("Setup or the help")
        if small:
            terminal.key("C-c")
            left(terminal, 130)
        else:
            # The line is lost.
            number = terminal.program()
            terminal.close()
            wait_for("the program's end", lambda: not is_running(number))
    script = (tmp_path / "desk" / "played.script").read_text(encoding="utf-8")
    assert script.startswith(f"# pyramid T {' '.join(words)}\n")
    again = Game(tmp_path / "again", "T", *words, new=True).do(*script.splitlines(), "settle")
    assert (again.moves, again.rows()) == (game.moves, game.rows())
    resumed = Game(data, "T", "--edition", edition, "--start", "table", "--resume", new=True)
    assert resumed.moves == game.moves


def test_the_figures_are_gone_through_and_setup_has_no_window_and_changes_the_display(
    tmp_path: Path, opened: Presenter
) -> None:
    data = tmp_path / "desk" / "data"
    for folder in (tmp_path / "headless", data):
        folder.mkdir(parents=True)
        (folder / "PYRAMID.STA").write_bytes(FIGURES.read_bytes())
    words = ("--start", "menu", "--day", "20261120", "--still")
    game = Game(tmp_path / "headless", "T", *words)
    with desk(tmp_path / "desk") as terminal:
        terminal.play(*words, before="COLORTERM=truecolor")
        hands = Hands(terminal, game)
        hands.see("the menu")
        for line in ("key f", "key ENTER", "key LEFT", "clickon button:later", "clickon menu:em", "key c"):
            hands.do(line)
            hands.see(line)
        assert game.screen == "confirm"
        hands.do("key n", "key ESC")
        hands.see("the menu again")
        terminal.key("F8")
        terminal.wait_words("Adapter")
        assert not any(map(terminal.says, ("Full screen", "Shape", "Mode", "Phosphor")))
        terminal.key("TAB")
        terminal.wait_words(": press")
        terminal.key("m")
        config = data / "PYRAMID.CFG"
        wait_for("the setting", lambda: config.exists() and "video = mono" in config.read_text("utf-8"))
        terminal.key("F8")
        terminal.wait_words("Play Level 1")


def test_with_16_colours_the_magazine_looks_the_same_in_a_terminal_that_grows(
    tmp_path: Path, opened: Presenter
) -> None:
    words = ("--start", "menu", "--still")
    cells = shown(Game(tmp_path / "headless", "T", *words, new=True))
    rows = ["".join(char for char, _ in row) for row in cells]
    with desk(tmp_path / "desk", 80, 23) as terminal:
        terminal.play(*words, before="TERM=screen")
        terminal.wait_words("Here are 80x23 characters,")
        terminal.resize(80, 25)
        terminal.see("the menu", lambda: terminal.text()[:25] == rows)
        terminal.resize(100, 31)
        terminal.see("the menu in the middle", lambda: [row[10:90] for row in terminal.text()[3:28]] == rows)
        # Yellow on the bar's red, dim white on blue: the terminal's own, by SGR 33 to 97.
        styles = {style[:2] for row in terminal.cells()[3:28] for _, style in row[10:90]}
        assert {(0xFFFFFF, 0xAA0000), (0xFFFFFF, 0x0000AA), (0xFFFF55, 0x0000AA)} <= styles


def test_a_terminal_of_any_name_is_played_in_and_every_way_out_restores_it(tmp_path: Path) -> None:
    with desk(tmp_path / "desk") as terminal:
        before = terminal.settings("before")

        def at_table() -> None:
            terminal.see("the table", lambda: terminal.says("Deal 61") and terminal.modes() == PLAYING)

        for name, way in (("linux", "C-c"), ("vt100", "SIGTERM"), ("no-such-terminal", "SIGHUP")):
            terminal.line("clear")
            terminal.play(*TABLE, before=f"TERM={name}")
            at_table()
            if way == "C-c":
                for turn in ("once", "again"):
                    terminal.key("C-z")
                    terminal.see("the shell", lambda: terminal.modes() == AT_HOME)
                    assert terminal.settings(turn) == before
                    terminal.line("fg")
                    at_table()
                terminal.key("F1")
                terminal.see("the help", lambda: not terminal.says("Deal 61"))
                terminal.key(way)
                terminal.wait_words("pyramid: stopped")
                # The shell told the code of the first stop.
                terminal.line("echo code $?")
                left(terminal, 130)
            else:
                number = signal.Signals[way]
                os.kill(terminal.program(), number)
                left(terminal, 128 + number)
            assert terminal.settings(name) == before
        for name in ("dumb", ""):
            terminal.line("clear")
            terminal.play("--start", "table", before=f"TERM={name}")
            # Before the code, since that of the program before may stand there still.
            terminal.wait_words(f"TERM is {name or 'empty'}: expected a terminal that can place characters")
            left(terminal, 2)


def test_who_has_the_terminal_read_gets_lines_in_place_of_the_picture(tmp_path: Path) -> None:
    with desk(tmp_path, columns=400) as terminal:
        terminal.play("--speak", "-", *TABLE)
        terminal.wait_words("Deal 61. Row 7: 5 of diamonds")
        # No alternate screen, no mouse; the cursor is seen.
        assert terminal.modes() == AT_HOME
        for key, words in (
            ("UP", "Enter draws a card: it costs 5 points"),
            ("ENTER", "Drawn: King of diamonds"),
        ):
            terminal.key(key)
            terminal.wait_words(words)
        terminal.key("C-c")
        terminal.wait_words("code 130")
        assert [row for row in terminal.text() if "╔" in row] == []
    assert kept(tmp_path / "data") == ["moves D"]
