"""The programs that the benchmark starts: two that draw so many frames in a window, one that times frames without."""

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from tempfile import TemporaryDirectory, mkdtemp
from types import SimpleNamespace
from typing import Any, NamedTuple

from retro_pyramid import editions as programs
from retro_pyramid import storage
from retro_pyramid.app.app import App
from retro_pyramid.app.assets import load_demo
from retro_pyramid.editions import EDITION_INFO
from retro_pyramid.editions.em.trophy import TROPHY_CELEBRATION
from retro_pyramid.features.start.navigator import Navigator
from retro_pyramid.features.tournament.tournament_won import TournamentWonScreen
from retro_pyramid.launcher.cli_args import parse_args
from retro_pyramid.launcher.launcher import build_app
from retro_pyramid.machine import host
from retro_pyramid.machine.adapters.choice import load_adapter_type
from retro_pyramid.machine.events import Event, MouseMotion, parse_key
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.presenter import Presenter, WindowOptions
from retro_pyramid.machine.terminal.output import ColourSupport, TerminalOutput
from retro_pyramid.page.program import PageBridge
from retro_pyramid.session.tournament import Player, new_tournament, score_now, start_next_game
from retro_pyramid.settings import ASSISTS_SETTING
from retro_pyramid.table.table_screen import TableScreen

_COUNT = """
import os, sys
left = int(sys.argv[1])
def drawn():
    global left
    left -= 1
    if not left:
        if int(sys.argv[1]) > 1:
            with open("/proc/self/status") as status:
                print(next(line.split()[1] for line in status if line.startswith("VmRSS")), flush=True)
        os._exit(0)
"""
# Both count at the end of Pyxel's draw callback, the last that a program does in a frame.
FLOOR = f"""{_COUNT}
import pyxel
pyxel.init(640, 350, fps=60, capture_sec=0)
pyxel.run(lambda: None, drawn)
"""
OURS = f"""{_COUNT}
from retro_pyramid.machine.presenter import Presenter
present = Presenter.present
Presenter.present = lambda *given: (present(*given), drawn())
from retro_pyramid.cli import main
main(sys.argv[2:])
"""
LIGHT = """
import json, os, sys, time
from retro_pyramid.machine.presenter import Presenter
present, times, began = Presenter.present, [], 0.0
def timed(*given):
    global began
    if len(times) == 30:
        began = time.process_time()
    before = time.thread_time()
    present(*given)
    times.append(1000 * (time.thread_time() - before))
    if len(times) == 230:
        print(json.dumps([1000 * (time.process_time() - began) / 200, times[30:]]), flush=True)
        os._exit(0)
Presenter.present = timed
from retro_pyramid.cli import main
main(sys.argv[1:])
"""
"""Times what it takes to show 200 frames in a window: of all threads, and of those the program's own part."""
ASLEEP = """
import os, sys, threading, time
def measure():
    time.sleep(4)
    began = time.process_time()
    time.sleep(4)
    print(1000 * (time.process_time() - began) / 4, flush=True)
    os._exit(0)
threading.Thread(target=measure).start()
"""
"""Prints, put before a program that opens a window, the milliseconds of work in a second once it has run for four."""
FRAMES = 600
MODES = ("", "T")
PARTS = (
    *("menus", "tables", "replays", "titles", "ends of matches"),
    *("lamp", "figures", "mouse", "cells", "presents"),
)
"""What is measured of the EGA, by part."""


class Study(NamedTuple):
    """What is timed frame by frame: the program with `words` at a screen, made `ready`, then these events.

    Without words the program of the study before goes on.
    """

    part: str
    name: str
    words: str | None
    where: str
    frames: list[list[Event]]
    deal: int = 61
    ready: Callable[[App], object] = id


def frames(keys: str, times: int = 1) -> list[list[Event]]:
    """Return the events of frames: a key each, or a number of frames without one."""
    found: list[list[Event]] = []
    for word in keys.split():
        found += [[]] * int(word) if word.isdecimal() else [[parse_key(word)]]
    return found * times


def studies(adapter: str) -> Iterator[Study]:
    """Yield the studies of programs on an adapter; those of the EGA, which has more than the others, are in parts."""
    deal, moves, menu = frames("100"), frames("ENTER 9 RIGHT 9", 10), frames("DOWN 9", 60)
    if adapter != "ega":
        for mode in MODES[: 1 + (adapter == "cga")]:
            words, screen = f"{mode} --video {adapter}", f"{adapter}{' text' * bool(mode)}, "
            yield Study("others", f"{screen}menu", words, "menu", menu[:300])
            for name, more in (("table", "--level 2"), ("table of em", "--edition em -mouse")):
                what = f"{screen}{name}, deal and moves"
                yield Study("others", what, f"{words} {more}", "table", deal + moves)
        yield from _titles_and_ends(f"--video {adapter}", f"{adapter}, ", ("others", "others"))
        return
    yield Study("menus", "menu", "", "menu", menu)
    yield Study("menus", "setup", "", "menu", menu, ready=App.toggle_setup)
    for _ in range(3):
        yield Study("tables", "table, the deal", "--level 2", "table", deal)
        yield Study("tables", "table, moves and glides", None, "table", moves)
        yield Study("tables", "text table, deal and moves", "T --level 2", "table", deal + moves[:100])
    # The pointer is a hand over what can be used, so that every frame asks what is there.
    moved: list[list[Event]] = [[MouseMotion(5 * x, 20 + 2 * x)] for x in range(120)]
    yield Study("mouse", "table of em, the mouse moving", "--edition em -mouse", "table", moved * 3)
    # Deals that take long, and odm's, which is thought about anew after every draw.
    for what, words in (
        ("table of relaxed", "--edition relaxed --option passes=2"),
        ("text table of windows", "T --edition windows"),
        ("table of odm", ""),
    ):
        thinking = frames("240") + frames("D ENTER 28", 4)
        yield Study("lamp", f"{what}, the lamp thinking", words, "table", thinking, 18, _lit)
    for mode in MODES:
        text, steps = "text " * bool(mode), frames("RIGHT 9 RIGHT 9 LEFT 9", 15)
        for edition in tuple(EDITION_INFO)[1:]:
            what, words = f"{text}table of {edition}, deal and focus", f"{mode} --edition {edition} -mouse"
            yield Study("tables", what, words, "table", deal + frames("RIGHT 4 DOWN 4", 10))
        what = f"{text}replay, moves and glides both ways"
        yield Study("replays", what, mode, "menu", steps, ready=partial(_watching, "odm", ""))
        what, words = f"{text}figures, bar and calendar", f"{mode} --day 20261120"
        yield Study("figures", what, words, "menu", frames("DOWN 9 LEFT 9", 20), ready=_sixty_games)
        yield from _titles_and_ends(mode, text, ("titles", "ends of matches"))


def _titles_and_ends(words: str, screen: str, parts: tuple[str, str]) -> Iterator[Study]:
    """Yield the title pictures as they open and live, games won with their finales, and what ends a match."""
    for edition in EDITION_INFO:
        said, won = f"{words} --edition {edition}", partial(_watching, edition, "END LEFT")
        yield Study(parts[0], f"{screen}title of {edition}", said, "title", frames(f"{FRAMES}"))
        yield Study(parts[0], f"{screen}finale of {edition}", said, "menu", frames("RIGHT 560"), ready=won)
    said = f"{words} --edition tilldawn --option auto_match=off"
    for end, scores, number in (("won", "10 10 10 10 10", 73), ("lost", "-40 -40 -40 -40 -40", 61)):
        ready, what = partial(_last_game, end, scores), f"{screen}match {end} of tilldawn"
        yield Study(parts[1], what, said, "table", frames("y 560"), number, ready)
    said = f"{words} --edition em -mouse"
    yield Study(parts[1], f"{screen}cup of em", said, "table", frames("240"), ready=_cup)


def _watching(edition: str, keys: str, app: App) -> None:
    app.navigator.show_replay(load_demo(edition), "A game")
    for events in frames(keys):
        app.update(events, 1)


def _last_game(end: str, scores: str, app: App) -> None:
    """Play the sixth game of a match of Till Dawn to its end, and take the last move back."""
    app.settings_store.update_stored({"tilldawn.match": scores, ASSISTS_SETTING: "on"})
    table, session = app.top_screen, app.session
    assert isinstance(table, TableScreen)
    assert session is not None
    moves = iter(load_demo("tilldawn").moves)
    while session.status == "playing":
        # Who plays the first move that there is does not win.
        table.play_move(next(moves) if end == "won" else session.legal_moves()[0])
    assert table.game_mode.get_ending(table) == f"match_{end}"
    for events in frames("u 60"):
        app.update(events, 1)


def _cup(app: App) -> None:
    match = new_tournament(app.get_rules(), [Player(name, False) for name in ("Ann", "Bob")])
    while not match.is_over:
        game = start_next_game(match, 61)
        if match.current_player_index == 0:
            game.play_move(game.legal_moves()[0])
        match = score_now(match, game)
    app.push(TournamentWonScreen(app, TROPHY_CELEBRATION, match, lambda: None))


def _lit(app: App) -> None:
    app.settings_store.update_stored({"shell.lamp": "on"})
    app.update([parse_key("UP")], 1)


def _sixty_games(app: App) -> None:
    for game in range(60):
        app.services.files.count_game(app.get_rules(), game % 3 == 0, 35 * game, 20261001 + game % 30)
    app.update([parse_key("f"), parse_key("ENTER")], 1)


def _noise(machine: Machine) -> Any:
    """Return a program of a text screen of which every cell changes every frame."""
    chance = random.Random(1991)
    pages = cycle([chance.randbytes(4000) for _ in range(7)])

    def draw() -> None:
        machine.display.cells[:] = next(pages)

    nothing = {"targets": list, "is_animating": bool, "accepts_text": bool, "state": dict}
    return SimpleNamespace(is_done=False, update=lambda *_: None, draw=draw, **nothing)


def frame_times(
    scale: int, in_page: bool = False, adapter: str = "ega", only: str = "", most: int | None = None
) -> dict[str, list[float]]:
    """Return for each study the milliseconds of processor time of its frames; Pyxel's window has one size a process.

    `only` names the one of the `PARTS` to measure; `most` is the number of frames of each study, all with None. At
    another scale than 1 only the presenting is measured.

    In the browser's page, where the clock is all there is, the window is open already, and the page is told of the
    state every frame.
    """
    if in_page:
        presenter = Presenter(WindowOptions("bench", fits_monitor_shape=False))
    else:
        presenter = host.open_window(
            WindowOptions("bench", scale=scale, is_headless=True, adapter_type=load_adapter_type(adapter))
        )
    times: dict[str, list[float]] = {}

    def program(words: str, where: str = "menu", deal: int = 61) -> tuple[Machine, App]:
        arguments = parse_args([*words.split(), "--headless", "--script", "-"])
        # Each has files of its own: a second one would be another window on the first one's game.
        machine, app = build_app(arguments, storage.open_user_data(mkdtemp(dir=folder)))
        flow = Navigator(app, programs.load_table_spec, deal)
        flow.install()
        flow.start(where)
        return machine, app

    def timed(name: str, count: int, frame: Callable[[int], object]) -> None:
        found = times.setdefault(name, [])
        for number in range(count if most is None else min(count, most)):
            began = time.process_time()
            frame(number)
            found.append(1000 * (time.process_time() - began))

    def measure(name: str, machine: Machine, app: Any, script: list[list[Event]]) -> None:
        tell = PageBridge(app).after_frame if in_page and isinstance(app, App) else lambda *_: None

        def frame(number: int) -> None:
            machine.tick += 1
            machine.sync_pointer(script[number])
            app.update(script[number], 1)
            picture = host.render_frame(machine, app)
            presenter.present(picture)
            tell(picture, True)

        timed(name, len(script), frame)

    def cells() -> None:
        screen = {"ega": "text", "cga": "cga text"}.get(adapter, adapter)
        machine, _ = program(f"{'T' * (adapter != 'mono')} --video {adapter}")
        noise = _noise(machine)
        measure(f"{screen}, every cell changing", machine, noise, [[]] * FRAMES)
        kinds: tuple[ColourSupport, ...] = ("16", "256", "rgb") if adapter == "ega" and not in_page else ()
        for colours in kinds:
            # As a terminal is told it.
            output = TerminalOutput(colours)
            output.start_screen(80, 25)

            def frame(_: int, output: TerminalOutput = output) -> None:
                machine.tick += 1
                machine.display.clear_text()
                noise.draw()
                output.encode_frame(machine.display, machine.tick, (320, 175))

            timed(f"terminal ({colours}), every cell changing", FRAMES, frame)

    def presents() -> None:
        picture = host.render_frame(*program(f"--video {adapter}"))
        screen = "" if adapter == "ega" else f"{adapter}, "
        name = "present" if in_page else f"{screen}present 4:3, scale {scale}"
        timed(name, FRAMES, lambda _: presenter.present(picture))

    with TemporaryDirectory() as folder:
        if scale == 1:
            for study in studies(adapter):
                if only not in ("", study.part):
                    continue
                if study.words is not None:
                    machine, app = program(study.words, study.where, study.deal)
                    study.ready(app)
                measure(study.name, machine, app, study.frames)
            if only in ("", "cells"):
                cells()
        if only in ("", "presents"):
            presents()
    return times


if __name__ == "__main__":
    print(json.dumps(frame_times(int(sys.argv[1]), adapter=sys.argv[2])))
