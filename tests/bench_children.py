"""The programs that the benchmark starts: two that draw so many frames in a window, one that times frames without."""

import json
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retro_pyramid.machine.pc import Machine, Program

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
from retro_pyramid.machine.host import Presenter
present = Presenter.present
Presenter.present = lambda presenter, picture: (present(presenter, picture), drawn())
from retro_pyramid.cli import main
main(sys.argv[2:])
"""
LIGHT = """
import json, os, sys, time
from retro_pyramid.machine.host import Presenter
present, times, began = Presenter.present, [], 0.0
def timed(presenter, picture):
    global began
    if len(times) == 30:
        began = time.process_time()
    before = time.thread_time()
    present(presenter, picture)
    times.append(1000 * (time.thread_time() - before))
    if len(times) == 230:
        print(json.dumps([1000 * (time.process_time() - began) / 200, times[30:]]), flush=True)
        os._exit(0)
Presenter.present = timed
from retro_pyramid.cli import main
main(sys.argv[1:])
"""
"""Times what it takes to show 200 frames in a window: of all threads, and of those the program's own part."""
FRAMES = 600
PARTS = (
    "menus",
    "tables",
    "replays",
    "titles",
    "ends of matches",
    "lamp",
    "figures",
    "mouse",
    "cells",
    "presents",
)
"""What is measured of the EGA, by part."""


def frame_times(
    scale: int, in_page: bool = False, adapter: str = "ega", only: str = "", most: int | None = None
) -> dict[str, list[float]]:
    """Return for each study the milliseconds of processor time of its frames; Pyxel's window has one size a process.

    `only` names the one of the `PARTS` to measure; `most` is the number of frames of each study, all with None.

    The studies of the EGA are more than those of the other adapters, which have their own window each.

    In the browser's page, where the clock is all there is, the window is open already, and the page is told of the
    state every frame.
    """
    from retro_pyramid import programs, storage
    from retro_pyramid.machine import host
    from retro_pyramid.machine.adapters.choice import adapter_class
    from retro_pyramid.machine.events import Event, Motion, key_press
    from retro_pyramid.machine.pc import Machine
    from retro_pyramid.machine.targets import Target
    from retro_pyramid.machine.video import Image
    from retro_pyramid.play.playing import assemble
    from retro_pyramid.play.words import parse_playing
    from retro_pyramid.programs import PROGRAMS
    from retro_pyramid.programs.em.trophy import TROPHY
    from retro_pyramid.screens.app import App
    from retro_pyramid.screens.contest.triumph import Triumph
    from retro_pyramid.screens.flow import Flow
    from retro_pyramid.screens.library import demonstration
    from retro_pyramid.screens.setting import HELPS
    from retro_pyramid.screens.table.table import Table
    from retro_pyramid.tournament import Player, new_tournament, next_game, score_now

    if in_page:
        presenter = host.Presenter(host.Window("bench", stretch=False))
    else:
        presenter = host.open_host(
            host.Window("bench", scale=scale, headless=True, adapter=adapter_class(adapter))
        )
    times: dict[str, list[float]] = {}

    def program(words: list[str], where: str, deal: int = 61) -> tuple[Machine, App]:
        arguments = parse_playing([*words, "--headless", "--script", "-"])
        # Each has files of its own: a second one would be another window on the first one's game.
        machine, app = assemble(arguments, storage.game_files(mkdtemp(dir=folder)))
        Flow(app, programs.look, deal).start(where)
        return machine, app

    def measure(name: str, machine: Machine, app: "App | Noise", script: list[list[Event]]) -> None:
        found = times.setdefault(name, [])
        tell = teller(app)
        for events in script[:most]:
            began = time.process_time()
            machine.tick += 1
            machine.follow(events)
            app.update(events, 1)
            picture = host.frame_picture(machine, app)
            presenter.present(picture)
            tell(picture)
            found.append(1000 * (time.process_time() - began))

    def teller(app: "App | Noise") -> Callable[[Image], None]:
        if not in_page or isinstance(app, Noise):
            return lambda _: None
        from retro_pyramid.page.program import Page

        return Page(app).follow

    class Noise:
        """A text screen of which every cell changes every frame."""

        done = False

        def __init__(self, machine: Machine) -> None:
            self._video = machine.video
            chance = random.Random(1991)
            self._pages = [bytes(chance.randbytes(4000)) for _ in range(7)]
            self._shown = 0

        def update(self, events: list[Event], ticks: int) -> None:
            self._shown += 1

        def draw(self) -> None:
            self._video.cells[:] = self._pages[self._shown % len(self._pages)]

        def targets(self) -> list[Target]:
            return []

        def busy(self) -> bool:
            return False

        def takes_text(self) -> bool:
            return False

        def state(self) -> dict[str, object]:
            return {}

    def titles_and_finales(words: list[str], screen: str) -> None:
        """Measure the title pictures as they open and live, and the last move of a game that is won with its finale."""
        for edition in PROGRAMS:
            machine, app = program([*words, "--edition", edition], "title")
            measure(f"{screen}title of {edition}", machine, app, [[]] * FRAMES)
            machine, app = program([*words, "--edition", edition], "menu")
            app.watch(demonstration(edition), "A game")
            app.update([key_press("END"), key_press("LEFT")], 1)
            measure(f"{screen}finale of {edition}", machine, app, [[key_press("RIGHT")], *[[]] * 560])

    def matches(words: list[str], screen: str) -> None:
        """Measure what ends a match: of Till Dawn won and lost with its last move, of EM the cup."""
        for end, scores, deal in (("won", "10 10 10 10 10", 73), ("lost", "-40 -40 -40 -40 -40", 61)):
            machine, app = program(
                [*words, "--edition", "tilldawn", "--option", "auto_match=off"], "table", deal
            )
            app.choices.hold({"tilldawn.match": scores, HELPS: "on"})
            table, session = app.top, app.session
            assert isinstance(table, Table)
            assert session is not None
            moves = iter(demonstration("tilldawn").moves)
            while session.status == "playing":
                # Who plays the first move that there is does not win.
                table.perform(next(moves) if end == "won" else session.legal_moves()[0])
            assert table.referee.sign(table) == f"match_{end}"
            app.update([key_press("u")], 1)
            for _ in range(60):
                app.update([], 1)
            measure(f"{screen}match {end} of tilldawn", machine, app, [[key_press("y")], *[[]] * 560])
        machine, app = program([*words, "--edition", "em", "-mouse"], "table")
        standings = [Player(name, False) for name in ("Ann", "Bob")]
        match = new_tournament(app.rules(), standings)
        while not match.over:
            game = next_game(match, 61)
            if match.turn == 0:
                game.play(game.legal_moves()[0])
            match = score_now(match, game)
        app.push(Triumph(app, TROPHY, match, lambda: None))
        measure(f"{screen}cup of em", machine, app, [[]] * 240)

    def other_adapter(adapter: str) -> None:
        moves: list[list[Event]] = [[key_press("ENTER")], *[[]] * 9, [key_press("RIGHT")], *[[]] * 9]
        for mode in ((), ("T",)) if adapter == "cga" else ((),):
            words = [*mode, "--video", adapter]
            screen = " ".join([adapter, *("text" for _ in mode)])
            machine, app = program(words, "menu")
            measure(f"{screen}, menu", machine, app, ([[key_press("DOWN")], *[[]] * 9]) * 30)
            machine, app = program([*words, "--level", "2"], "table")
            measure(f"{screen}, table, deal and moves", machine, app, [[]] * 100 + moves * 10)
            machine, app = program([*words, "--edition", "em", "-mouse"], "table")
            measure(f"{screen}, table of em, deal and moves", machine, app, [[]] * 100 + moves * 10)
        titles_and_finales(["--video", adapter], f"{adapter}, ")
        matches(["--video", adapter], f"{adapter}, ")
        machine, _ = program([*words], "menu")
        measure(f"{screen}, every cell changing", machine, Noise(machine), [[]] * FRAMES)

    def menus() -> None:
        keys: list[list[Event]] = [[key_press("DOWN")], *[[]] * 9]
        machine, app = program([], "menu")
        measure("menu", machine, app, keys * (FRAMES // 10))
        app.set_up()
        measure("setup", machine, app, keys * (FRAMES // 10))

    def tables() -> None:
        for _ in range(3):
            machine, app = program(["--level", "2"], "table")
            measure("table, the deal", machine, app, [[]] * 100)
            moves: list[list[Event]] = [[key_press("ENTER")], *[[]] * 9, [key_press("RIGHT")], *[[]] * 9]
            measure("table, moves and glides", machine, app, moves * 10)
            machine, app = program(["T", "--level", "2"], "table")
            measure("text table, deal and moves", machine, app, [[]] * 100 + moves * 5)
        walk: list[list[Event]] = [[key_press("RIGHT")], *[[]] * 4, [key_press("DOWN")], *[[]] * 4]
        for edition in [name for name in PROGRAMS if name != "odm"]:
            for mode in ((), ("T",)):
                what = " ".join([*("text" for _ in mode), f"table of {edition}, deal and focus"])
                machine, app = program([*mode, "--edition", edition, "-mouse"], "table")
                measure(what, machine, app, [[]] * 100 + walk * 10)

    def replays() -> None:
        for mode in ((), ("T",)):
            machine, app = program([*mode], "menu")
            app.watch(demonstration("odm"), "A game")
            steps: list[list[Event]] = []
            for way in ("RIGHT", "RIGHT", "LEFT"):
                steps += [[key_press(way)], *[[]] * 9]
            measure(f"{'text ' * len(mode)}replay, moves and glides both ways", machine, app, steps * 15)

    def titles() -> None:
        for mode in ((), ("T",)):
            titles_and_finales([*mode], "text " * len(mode))

    def ends_of_matches() -> None:
        for mode in ((), ("T",)):
            matches([*mode], "text " * len(mode))

    def lamp() -> None:
        for words in (["--edition", "relaxed", "--option", "passes=2"], ["T", "--edition", "windows"], []):
            # Deals that take long, and odm's, which is thought about anew after every draw.
            machine, app = program(words, "table", 18)
            app.choices.hold({"shell.lamp": "on"})
            thinking: list[list[Event]] = [[key_press("D")], [key_press("ENTER")], *[[]] * 28]
            app.update([key_press("UP")], 1)
            what = f"{'text ' * ('T' in words)}table of {app.record.id}, the lamp thinking"
            measure(what, machine, app, [[]] * 240 + thinking * 4)

    def figures() -> None:
        turns: list[list[Event]] = [[key_press("DOWN")], *[[]] * 9, [key_press("LEFT")], *[[]] * 9]
        for words in ([], ["T"]):
            machine, app = program([*words, "--day", "20261120"], "menu")
            for game in range(60):
                app.services.files.count(app.rules(), game % 3 == 0, 35 * game, 20261001 + game % 30)
            app.update([key_press("f"), key_press("ENTER")], 1)
            measure(f"{'text ' * bool(words)}figures, bar and calendar", machine, app, turns * 20)

    def mouse() -> None:
        # Its pointer is a hand over what can be used, so that every frame asks what is there.
        moved: list[list[Event]] = [[Motion(5 * x, 20 + 2 * x)] for x in range(120)]
        machine, app = program(["--edition", "em", "-mouse"], "table")
        measure("table of em, the mouse moving", machine, app, moved * 3)

    def cells() -> None:
        machine, _ = program(["T"], "menu")
        noise = Noise(machine)
        measure("text, every cell changing", machine, noise, [[]] * FRAMES)
        if not in_page:
            times.update(terminal_times(machine, noise))

    def presents() -> None:
        machine, app = program(["--video", adapter], "menu")
        screen = "" if adapter == "ega" else f"{adapter}, "
        picture = host.frame_picture(machine, app)
        found = times.setdefault("present" if in_page else f"{screen}present 4:3, scale {scale}", [])
        for _ in range(FRAMES):
            began = time.process_time()
            presenter.present(picture)
            found.append(1000 * (time.process_time() - began))

    studies = (menus, tables, replays, titles, ends_of_matches, lamp, figures, mouse, cells, presents)
    parts: dict[str, Callable[[], None]] = dict(zip(PARTS, studies, strict=True))
    if adapter != "ega":
        parts = {"others": partial(other_adapter, adapter), "presents": presents}
    elif scale != 1:
        parts = {"presents": presents}
    with TemporaryDirectory() as folder:
        for name in [only] if only else parts:
            parts[name]()
    return times


def terminal_times(machine: "Machine", noise: "Program") -> dict[str, list[float]]:
    """Return the same of a text screen of which every cell changes, as a terminal is told it in either kind of colours."""
    from retro_pyramid.machine.terminal.output import Colours, TerminalOutput

    kinds: tuple[Colours, ...] = ("16", "256", "rgb")
    times: dict[str, list[float]] = {}
    for colours in kinds:
        output = TerminalOutput(colours)
        output.begin(80, 25)
        found = times[f"terminal ({colours}), every cell changing"] = []
        for _ in range(FRAMES):
            began = time.process_time()
            machine.tick += 1
            noise.update([], 1)
            machine.video.clear()
            noise.draw()
            output.frame(machine.video, machine.tick, (320, 175))
            found.append(1000 * (time.process_time() - began))
    return times


if __name__ == "__main__":
    print(json.dumps(frame_times(int(sys.argv[1]), adapter=sys.argv[2])))
