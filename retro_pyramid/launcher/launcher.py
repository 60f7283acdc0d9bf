"""Builds the app from machine, files, settings and pictures, shows its first screen and runs it on a host."""

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

from retro_pyramid import editions, storage
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
    """Show the first screen, with the deal and day from the arguments, or a game to replay; then import the given files.

    `quit_target` is the label and callback of the item that quits; None ends the program.
    """
    app.straight = arguments.start == "table" and "ask" not in arguments.override.values()
    if arguments.daily or arguments.daily_match:
        app.day = day_of(app, arguments.daily_match, int(arguments.day) if arguments.day else None)
    else:
        app.day = None
    wants_winnable = arguments.override.get(DEALS) == WINNABLE
    navigator = Flow(
        app, editions.look, arguments.deal, arguments.options, wants_winnable, arguments.resume, home
    )
    navigator.lead()
    if arguments.damaged:
        navigator.show_damaged_link(arguments.damaged, arguments.watched)
    elif arguments.watched is not None:
        navigator.menu()
        navigator.watch(arguments.watched, "A game to watch", going=False, at=arguments.move)
    elif where == "title" and app.powers() and not (home or arguments.setup or arguments.opened):
        from retro_pyramid.features.start.title import PowerOn

        app.go(PowerOn(app, editions.PROGRAMS[arguments.edition].command, navigator.title))
    else:
        navigator.start(where, arguments.page or "")
    if arguments.setup is not None:
        app.set_up(arguments.setup)
        shown_page = app.top.here["setup"]
        if shown_page != arguments.setup:
            missing = f"--setup {arguments.setup}: {app.record.id} has no such page"
            app.show_passing(f"{missing}, so Setup begins at {PAGES[shown_page]}", app.dress.notice)
    for path in arguments.opened:
        app.bring_in(path)


Outputs = list[tuple[Path, Callable[[], str], str]]
"""Files to write at exit: the path, a function that builds the text, and how files of this kind begin."""
BROWSER = sys.platform == "emscripten"


def play(arguments: SimpleNamespace, page: Callable[[App], host.Follower] | None = None) -> int:
    """Run the game until the player quits; return the exit code, or exit the process with it.

    `listener_factory` makes the listener that the host loop calls back if the program runs in a browser page.
    """
    script_text = None if arguments.script is None else storage.read_text(arguments.script)
    # Pyxel changes the working directory at start.
    working_folder = Path.cwd()
    state_file, record_file = (_resolve_output_file(arguments, name) for name in ("state", "record"))
    user_data = storage.game_files(arguments.data, is_scripted=script_text is not None)
    stored_settings = _read_stored_settings(user_data)
    if arguments.script or arguments.record:
        # A script begins with the first frame of the app, unless its arguments say otherwise.
        stored_settings[POWER] = "off"
    window, terminal, line_output = _create_window(arguments, stored_settings), None, None
    if arguments.speak == "-" and sys.stdout is None:
        return fail(CLOSED_OUTPUT)
    if arguments.speak == "aloud" and (problem := voice_missing()):
        return fail(f"--speak: {problem}; --speak - writes it to standard output")
    try:
        if arguments.terminal:
            from retro_pyramid.machine.terminal.output import Lines
            from retro_pyramid.machine.terminal.terminal_loop import open_terminal, run_terminal

            terminal = open_terminal()
            line_output = Lines() if arguments.speak == "-" else None
        presenter = host.open_host(window)
    except host.NoScreen as error:
        return fail(str(error))
    machine, app = assemble(arguments, user_data, working_folder, stored_settings)
    # Create a missing high score file and report problems with the files before the first game.
    user_data.board()
    if not arguments.headless:
        app.services = app.services._replace(copy=copy)
    outputs: Outputs = []
    if state_file is not None:
        outputs.append((state_file, lambda: machine.state_json(app), '{\n "program"'))
    write_text = line_output.say if line_output else write_line if arguments.speak == "-" else None
    program = Speaking(app, _set_up_recording(arguments, app, script_text, record_file, outputs), write_text)
    listener = None if page is None else page(app)
    begin(arguments, app, arguments.start)
    window_controller = Desk(app, presenter, window.scale)

    def finish(error: Exception | None) -> int:
        """Stop speech, save the window size unless a script ran, and return the exit code."""
        program.hush()
        if script_text is None:
            window_controller.keep()
        return _finish_run(app, outputs, error)

    write_shot = partial(_write_shot, machine, app, working_folder / (arguments.shots or "."))
    script = None if script_text is None else Script(script_text, app, write_shot)
    if not arguments.headless:
        # A window lasts as long as the process, and so do the objects so far: do not delay the first frame by scanning them.
        gc.freeze()
    gc.enable()
    if arguments.headless:
        assert script is not None
        return host.run_headless(machine, program, script, finish)
    if terminal is not None:
        return run_terminal(machine, program, terminal, finish, line_output)
    host.run_window(machine, program, presenter, script, finish, listener or window_controller)
    return 0


def _set_up_recording(
    arguments: SimpleNamespace, app: App, script_text: str | None, record_file: Path | None, outputs: Outputs
) -> Program:
    """Repeat the random deals and the date of a recorded script; return the app, wrapped in a recorder if requested."""
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


def _create_window(arguments: SimpleNamespace, stored_settings: Mapping[str, str]) -> Window:
    """Return the window for the arguments and settings; `stored_settings` are those in the files."""
    settings = {**stored_settings, **arguments.override}
    title, adapter = load(arguments.edition).title, adapter_class(settings[VIDEO])
    if BROWSER:
        # The page determines the size and shape of the picture.
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
        size=window_size(stored_settings),
        picture=stored_settings[PICTURE],
        icon=pixels(asset_text("icon.txt").split()),
    )


def _finish_run(app: App, outputs: Outputs, error: Exception | None) -> int:
    """Release the game lock, print the notices, write the requested files, and return the exit code."""
    app.services.files.play("")
    for notice in [*app.noticed, *app.services.files.notices]:
        say(notice)
    for file, build_text, prefix in outputs:
        try:
            # A file of another kind is backed up.
            is_same_kind = methodcaller("startswith", prefix.encode())
            backup_name = storage.write_output(str(file), build_text().encode(), is_same_kind)
            if backup_name is not None:
                say(f"{file}: what was there is kept as {backup_name}")
        except storage.StorageError as write_error:
            error = error or write_error
    return 0 if error is None else fail(str(error))


def _resolve_output_file(arguments: SimpleNamespace, name: str) -> Path | None:
    """Return the path of a requested output file, or None; raise StorageError if it cannot be written."""
    path_text = getattr(arguments, name)
    if path_text is None:
        return None
    file = Path(path_text).absolute()
    if not file.parent.is_dir():
        raise storage.StorageError(f"--{name} {path_text}: there is no folder {file.parent}")
    if file.is_dir():
        raise storage.StorageError(f"--{name} {path_text}: expected a file, found a folder")
    return file


def assemble(
    arguments: SimpleNamespace,
    files: storage.GameFiles,
    here: Path = Path(),
    kept: Mapping[str, str] | None = None,
) -> tuple[Machine, App]:
    """Return the machine and the app on it for the arguments; the host must be open.

    Paths of imported files are relative to `base_folder`. `stored_settings` are those in the files, which are read if it is
    None.
    """
    kept = _read_stored_settings(files) if kept is None else kept
    create_display = partial(_create_display, files, arguments.terminal)
    display, card_art = create_display({**kept, **arguments.override}, DECK in arguments.override)
    # With --daily, --day selects the daily deal, which counts as played late if it is not today's.
    is_today = arguments.day and not (arguments.daily or arguments.daily_match)
    machine = Machine(display, silent=arguments.headless or arguments.mute or arguments.terminal)
    if arguments.terminal:
        from retro_pyramid.machine.terminal.terminal_loop import Bell

        machine.speaker = machine.speaker if arguments.mute else Bell()
    services = Services(
        files=files,
        shown=card_art,
        next_deal=_chance_deal,
        random_deal=_chance_deal,
        bring_in=lambda app, path: _lazy_function("replay_source", "show_dropped")(app, str(here / path)),
        load=load,
        programs={edition: entry.title for edition, entry in PROGRAMS.items()},
        prompt=_lazy_function("dos_prompt", "open_prompt"),
        today=(lambda: int(arguments.day)) if is_today else today,
        setup=partial(_create_setup_screen, _folder(files)),
        link=day_link,
        host="page" if BROWSER else "terminal" if arguments.terminal else "window",
        sizes_window=sdl_file() is not None,
        fill_screen=lambda on: None if arguments.headless else host.fill_screen(on),
        fit=create_display,
    )
    settings_store = Choices(
        kept, arguments.override, files.remember, lambda: read_settings(files.config.values())[0]
    )
    app = App(machine, load(arguments.edition), services, settings_store, arguments.options)
    app.services = services._replace(next_deal=partial(next_deal, app, _chance_deal))
    settings_store.follow = app.follow
    return machine, app


def _read_stored_settings(user_data: storage.GameFiles) -> dict[str, str]:
    """Return all settings stored in the files, and add notices about invalid values."""
    # Recovering an interrupted end of a match may change a setting.
    user_data.settle()
    settings, problems = read_settings(user_data.config.values())
    user_data.notices += problems
    return settings


def _write_shot(machine: Machine, app: App, folder: Path, name: str) -> None:
    """Write NAME.png (screenshot) or NAME.json (state) into the folder for shots."""
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
    """Return a random deal number."""
    return int.from_bytes(os.urandom(4)) % (MAX_DEAL + 1)


def _lazy_function(module: str, name: str) -> Callable[..., Any]:
    """Return a function of this package whose module is imported on the first call. Keeps start-up fast."""
    return lambda *args: getattr(import_module(f"retro_pyramid.launcher.{module}"), name)(*args)


def _folder(user_data: storage.GameFiles) -> str:
    """Return the path of the folder with the player's files, or an empty text if they are not in a folder."""
    store = user_data.store
    return str(store.path.absolute()) if isinstance(store, storage.DataFolder) and not BROWSER else ""


def _create_setup_screen(folder: str, app: App, page: str) -> Screen:
    """Return the Setup screen at a page; if none is given, at the display page before a game and at the play page in one."""
    from retro_pyramid.features.setup.pages import Door
    from retro_pyramid.features.setup.setup_screen import Ground, Setup

    navigator = app.flow
    links = [
        Door("magazine", "Magazine", "On Disk Monthly: the issue all this is from", navigator.shell),
        Door("dos", "DOS prompt", "A PC of 1991 to type at; EXIT leads back to the menu", navigator.dos),
        Door("editions", "Other Pyramids", "The other programs", navigator.shelf),
    ]
    if folder:
        links.append(Door("folder", "Folder of your files", folder, lambda: None))
    if app.services.host == "window":
        from retro_pyramid.machine.window.desktop_window import gamepad_named

        buttons_text = "A uses, B goes back, X undo, Y hint, Start menu"
        links.append(Door("gamepad", "Gamepad", f"{gamepad_named()}. {buttons_text}", lambda: None))
    edition = app.record.id
    edition_settings = PROGRAMS[edition].settings
    deal_share_rows = [
        row for section in (edition, "common") for row in sections(f"programs/{section}").get("deals", [])
    ]
    context = Ground(
        editions.look(edition), edition_settings, tuple(links), asset_text("setup.help"), deal_share_rows
    )
    start_page = ("display", False) if app.session is None else ("play", True)
    return Setup(app, context, *((page,) if page else start_page))


def _create_display(
    user_data: storage.GameFiles, is_terminal: bool, settings: Mapping[str, str], is_deck_from_args: bool
) -> tuple[Video, Shown]:
    """Return the display adapter for the settings, and its card art.

    `is_deck_from_args`: the deck was given on the command line, where 2 also selects the player's own second deck.
    """
    mode: Mode = "text" if settings[MODE] == "text" or is_terminal else "graphics"
    display = open_adapter(settings[VIDEO], mode, settings[CGA], settings[PHOSPHOR])
    display.text_only = display.text_only or is_terminal
    deck_number = 2 if settings[DECK] == "2" and display.mode == "graphics" else 1
    return display, Shown(
        user_data,
        deck_number,
        display,
        is_deck_from_args or settings[DECK] == "own",
        settings[SUITS] == "four",
    )
