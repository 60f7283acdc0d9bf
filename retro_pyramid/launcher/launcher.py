"""Builds the program from machine, files, settings and pictures, shows its first screen and runs it on a host."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from operator import methodcaller
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from retro_pyramid import editions as programs
from retro_pyramid import storage
from retro_pyramid.app.app import App
from retro_pyramid.app.services import Services
from retro_pyramid.app.settings_store import Choices
from retro_pyramid.cards import MAX_DEAL
from retro_pyramid.commands.arguments import CLOSED_OUTPUT, fail, say, today
from retro_pyramid.deals.deal_search import day_of
from retro_pyramid.deals.deal_source import next_deal
from retro_pyramid.editions import PROGRAMS, load
from retro_pyramid.editions.settings_file import read_settings
from retro_pyramid.features.setup.pages import PAGES
from retro_pyramid.features.start.navigator import Flow
from retro_pyramid.launcher.card_art import Shown
from retro_pyramid.launcher.desktop import Desk, copy, day_link, window_size
from retro_pyramid.launcher.speech_output import Speaking, voice_missing, write_line
from retro_pyramid.machine import host
from retro_pyramid.machine.adapters.choice import adapter_class, open_adapter
from retro_pyramid.machine.pc import Machine, Program
from retro_pyramid.machine.png import png_bytes
from retro_pyramid.machine.presenter import Window
from retro_pyramid.machine.script import Script, ScriptError
from retro_pyramid.machine.video import Mode, Video
from retro_pyramid.machine.window.desktop_window import sdl_file
from retro_pyramid.resources import asset_text, sections
from retro_pyramid.settings import (
    ASPECT,
    CGA,
    DEALS,
    DECK,
    FULLSCREEN,
    MODE,
    PHOSPHOR,
    PICTURE,
    POWER,
    SUITS,
    VIDEO,
    WINNABLE,
)
from retro_pyramid.ui.screen import Screen


def begin(
    arguments: SimpleNamespace, app: App, where: str, home: tuple[str, Callable[[], None]] | None = None
) -> None:
    """Begin on the screen `where`, with the deal and the day that the words say, or with a game to watch.

    Then the files are brought in that the words name. `home` is where quitting leads.
    """
    app.straight = arguments.start == "table" and "ask" not in arguments.override.values()
    if arguments.daily or arguments.daily_match:
        app.day = day_of(app, arguments.daily_match, int(arguments.day) if arguments.day else None)
    else:
        app.day = None
    winnable = arguments.override.get(DEALS) == WINNABLE
    flow = Flow(app, programs.look, arguments.deal, arguments.options, winnable, arguments.resume, home)
    flow.lead()
    if arguments.damaged:
        flow.show_damaged_link(arguments.damaged, arguments.watched)
    elif arguments.watched is not None:
        flow.menu()
        flow.watch(arguments.watched, "A game to watch", going=False, at=arguments.move)
    elif where == "title" and app.powers() and not (home or arguments.setup or arguments.opened):
        from retro_pyramid.features.start.title import PowerOn

        app.go(PowerOn(app, programs.PROGRAMS[arguments.edition].command, flow.title))
    else:
        flow.start(where, arguments.page or "")
    if arguments.setup is not None:
        app.set_up(arguments.setup)
        shown = app.top.here["setup"]
        if shown != arguments.setup:
            missing = f"--setup {arguments.setup}: {app.record.id} has no such page"
            app.show_passing(f"{missing}, so Setup begins at {PAGES[shown]}", app.dress.notice)
    for opened in arguments.opened:
        app.bring_in(opened)


Outputs = list[tuple[Path, Callable[[], str], str]]
"""What the words ask for at the end: the file, what makes its text, and how one of its kind begins."""
BROWSER = sys.platform == "emscripten"


def play(arguments: SimpleNamespace, page: Callable[[App], host.Follower] | None = None) -> int:
    """Play as the words say until the player leaves; returns the exit code, or leaves the process with it.

    `page` makes what follows the program where it runs in a page of a browser.
    """
    script_text = None if arguments.script is None else storage.read_text(arguments.script)
    # Pyxel changes the working directory when it starts.
    here = Path.cwd()
    state_file, record_file = (_output_file(arguments, name) for name in ("state", "record"))
    files = storage.game_files(arguments.data, is_scripted=script_text is not None)
    kept = _settings(files)
    if arguments.script or arguments.record:
        # A script begins with the program's own first frame, unless its words say otherwise.
        kept[POWER] = "off"
    window, terminal, lines = _window(arguments, kept), None, None
    if arguments.speak == "-" and sys.stdout is None:
        return fail(CLOSED_OUTPUT)
    if arguments.speak == "aloud" and (lacks := voice_missing()):
        return fail(f"--speak: {lacks}; --speak - writes it to standard output")
    try:
        if arguments.terminal:
            from retro_pyramid.machine.terminal.output import Lines
            from retro_pyramid.machine.terminal.terminal_loop import open_terminal, run_terminal

            terminal = open_terminal()
            lines = Lines() if arguments.speak == "-" else None
        presenter = host.open_host(window)
    except host.NoScreen as error:
        return fail(str(error))
    machine, app = assemble(arguments, files, here, kept)
    # A missing board is made, and trouble with the files is said, before the first game.
    files.board()
    if not arguments.headless:
        app.services = app.services._replace(copy=copy)
    outputs: Outputs = []
    if state_file is not None:
        outputs.append((state_file, lambda: machine.state_json(app), '{\n "program"'))
    line = lines.say if lines else write_line if arguments.speak == "-" else None
    program = Speaking(app, _recorded(arguments, app, script_text, record_file, outputs), line)
    follower = None if page is None else page(app)
    begin(arguments, app, arguments.start)
    desk = Desk(app, presenter, window.scale)

    def finish(error: Exception | None) -> int:
        program.hush()
        if script_text is None:
            desk.keep()
        return _finish(app, outputs, error)

    write = partial(_write_shot, machine, app, here / (arguments.shots or "."))
    script = None if script_text is None else Script(script_text, app, write)
    if not arguments.headless:
        # A window lasts as long as the process, so what stands now stays: the first frame need not wait for a look at it.
        gc.freeze()
    gc.enable()
    if arguments.headless:
        assert script is not None
        return host.run_headless(machine, program, script, finish)
    if terminal is not None:
        return run_terminal(machine, program, terminal, finish, lines)
    host.run_window(machine, program, presenter, script, finish, follower or desk)
    return 0


def _recorded(
    arguments: SimpleNamespace, app: App, script_text: str | None, record_file: Path | None, outputs: Outputs
) -> Program:
    """Let chance and the day be as when a script was recorded; return the program, written down where that is asked for."""
    if script_text is None and record_file is None:
        return app
    from retro_pyramid.launcher.recording import Recorder, as_recorded

    app.services = as_recorded(script_text or "", app.services)
    if record_file is None:
        return app
    recorder = Recorder(app)
    app.services = recorder.noting(app.services)
    outputs.append((record_file, partial(recorder.script, arguments.said), "# pyramid"))
    return recorder


def _window(arguments: SimpleNamespace, kept: Mapping[str, str]) -> Window:
    """Return the window that words and settings ask for; `kept` are those of the files."""
    settings = {**kept, **arguments.override}
    title, adapter = load(arguments.edition).title, adapter_class(settings[VIDEO])
    if BROWSER:
        # The page gives the picture its size and shape.
        return Window(title, stretch=False, adapter=adapter)
    from retro_pyramid.formats.pictures.icon import pixels

    return Window(
        title,
        aspect=settings[ASPECT],
        scale=None if arguments.scale is None else int(arguments.scale),
        fullscreen=settings[FULLSCREEN] == "on",
        headless=arguments.headless or arguments.terminal,
        silent=arguments.mute,
        adapter=adapter,
        size=window_size(kept),
        picture=kept[PICTURE],
        icon=pixels(asset_text("icon.txt").split()),
    )


def _finish(app: App, outputs: Outputs, error: Exception | None) -> int:
    """Leave the game to others, say what was noticed, write what the words asked for, and return the exit code."""
    app.services.files.play("")
    for notice in [*app.noticed, *app.services.files.notices]:
        say(notice)
    for file, text, begins in outputs:
        try:
            # A file of another kind is kept.
            alike = methodcaller("startswith", begins.encode())
            kept = storage.write_output(str(file), text().encode(), alike)
            if kept is not None:
                say(f"{file}: what was there is kept as {kept}")
        except storage.StorageError as cannot:
            error = error or cannot
    return 0 if error is None else fail(str(error))


def _output_file(arguments: SimpleNamespace, name: str) -> Path | None:
    """Return the file that the words name for an output, if they do; StorageError where it cannot be written."""
    said = getattr(arguments, name)
    if said is None:
        return None
    file = Path(said).absolute()
    if not file.parent.is_dir():
        raise storage.StorageError(f"--{name} {said}: there is no folder {file.parent}")
    if file.is_dir():
        raise storage.StorageError(f"--{name} {said}: expected a file, found a folder")
    return file


def assemble(
    arguments: SimpleNamespace,
    files: storage.GameFiles,
    here: Path = Path(),
    kept: Mapping[str, str] | None = None,
) -> tuple[Machine, App]:
    """Return the machine and the program on it, as the words say; the host must be open.

    `here` is where the paths of files that are brought in begin; `kept` are the settings of the files, which are read
    where they are not given.
    """
    kept = _settings(files) if kept is None else kept
    fit = partial(_fit, files, arguments.terminal)
    video, shown = fit({**kept, **arguments.override}, DECK in arguments.override)
    # With --daily it is the day whose deal is wanted: that is played late where it is not today's.
    is_today = arguments.day and not (arguments.daily or arguments.daily_match)
    machine = Machine(video, silent=arguments.headless or arguments.mute or arguments.terminal)
    if arguments.terminal:
        from retro_pyramid.machine.terminal.terminal_loop import Bell

        machine.speaker = machine.speaker if arguments.mute else Bell()
    services = Services(
        files=files,
        shown=shown,
        next_deal=_chance_deal,
        random_deal=_chance_deal,
        bring_in=lambda app, path: _later("replay_source", "show_dropped")(app, str(here / path)),
        load=load,
        programs={edition: entry.title for edition, entry in PROGRAMS.items()},
        prompt=_later("dos_prompt", "open_prompt"),
        today=(lambda: int(arguments.day)) if is_today else today,
        setup=partial(_setup, _folder(files)),
        link=day_link,
        host="page" if BROWSER else "terminal" if arguments.terminal else "window",
        sizes_window=sdl_file() is not None,
        fill_screen=lambda on: None if arguments.headless else host.fill_screen(on),
        fit=fit,
    )
    choices = Choices(
        kept, arguments.override, files.remember, lambda: read_settings(files.config.values())[0]
    )
    app = App(machine, load(arguments.edition), services, choices, arguments.options)
    app.services = services._replace(next_deal=partial(next_deal, app, _chance_deal))
    choices.follow = app.follow
    return machine, app


def _settings(files: storage.GameFiles) -> dict[str, str]:
    """Return every setting as it is kept in the files, with notices about values that are none."""
    # The end of a match that was cut off may change one.
    files.settle()
    settings, problems = read_settings(files.config.values())
    files.notices += problems
    return settings


def _write_shot(machine: Machine, app: App, folder: Path, name: str) -> None:
    """Write NAME.png or NAME.json, whichever the name asks for, into the folder of the shots."""
    data = (
        png_bytes(host.frame_picture(machine, app))
        if name.endswith(".png")
        else machine.state_json(app).encode()
    )
    try:
        storage.DataFolder(folder).create()
        storage.write_bytes(str(folder / name), data)
    except storage.StorageError as error:
        raise ScriptError(str(error)) from None


def _chance_deal() -> int:
    return int.from_bytes(os.urandom(4)) % (MAX_DEAL + 1)


def _later(module: str, name: str) -> Callable[..., Any]:
    """Return a function of this folder whose module is loaded when it is called: no start pays for it."""
    return lambda *given: getattr(import_module(f"retro_pyramid.launcher.{module}"), name)(*given)


def _folder(files: storage.GameFiles) -> str:
    """Return the path of the folder with the player's files, empty where they are in no folder."""
    store = files.store
    return str(store.path.absolute()) if isinstance(store, storage.DataFolder) and not BROWSER else ""


def _setup(folder: str, app: App, page: str) -> Screen:
    from retro_pyramid.features.setup.pages import Door
    from retro_pyramid.features.setup.setup_screen import Ground, Setup

    flow = app.flow
    doors = [
        Door("magazine", "Magazine", "On Disk Monthly: the issue all this is from", flow.shell),
        Door("dos", "DOS prompt", "A PC of 1991 to type at; EXIT leads back to the menu", flow.dos),
        Door("editions", "Other Pyramids", "The other programs", flow.shelf),
    ]
    if folder:
        doors.append(Door("folder", "Folder of your files", folder, lambda: None))
    if app.services.host == "window":
        from retro_pyramid.machine.window.desktop_window import gamepad_named

        does = "A uses, B goes back, X undo, Y hint, Start menu"
        doors.append(Door("gamepad", "Gamepad", f"{gamepad_named()}. {does}", lambda: None))
    edition = app.record.id
    own = PROGRAMS[edition].settings
    shares = [row for of in (edition, "common") for row in sections(f"programs/{of}").get("deals", [])]
    ground = Ground(programs.look(edition), own, tuple(doors), asset_text("setup.help"), shares)
    first = ("display", False) if app.session is None else ("play", True)
    return Setup(app, ground, *((page,) if page else first))


def _fit(
    files: storage.GameFiles, terminal: bool, settings: Mapping[str, str], in_words: bool
) -> tuple[Video, Shown]:
    """Return the adapter that settings ask for, and the pictures on it.

    `in_words`: the deck was asked for on the command line, where 2 is the second one of the player's own, too.
    """
    mode: Mode = "text" if settings[MODE] == "text" or terminal else "graphics"
    video = open_adapter(settings[VIDEO], mode, settings[CGA], settings[PHOSPHOR])
    video.text_only = video.text_only or terminal
    deck = 2 if settings[DECK] == "2" and video.mode == "graphics" else 1
    return video, Shown(files, deck, video, in_words or settings[DECK] == "own", settings[SUITS] == "four")
