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
from retro_pyramid.app.settings_store import SettingsStore
from retro_pyramid.cards import MAX_DEAL_NUMBER
from retro_pyramid.commands.arguments import CLOSED_STDOUT_MESSAGE, fail, get_utc_today, warn
from retro_pyramid.deals.deal_search import create_daily_deal
from retro_pyramid.deals.deal_source import choose_next_deal
from retro_pyramid.editions import EDITION_INFO, load_edition
from retro_pyramid.editions.settings_file import parse_settings
from retro_pyramid.features.setup.pages import PAGE_LABELS
from retro_pyramid.features.start.navigator import Navigator
from retro_pyramid.launcher.card_art import CardArt
from retro_pyramid.launcher.desktop import (
    WindowController,
    build_daily_link,
    copy_to_clipboard,
    get_saved_window_size,
)
from retro_pyramid.launcher.speech_output import SpeechOutput, find_speech_problem, write_speech_line
from retro_pyramid.machine import host
from retro_pyramid.machine.adapters.choice import create_adapter, load_adapter_type
from retro_pyramid.machine.pc import Application, Machine
from retro_pyramid.machine.png import encode_png
from retro_pyramid.machine.presenter import WindowOptions
from retro_pyramid.machine.script import Script, ScriptError
from retro_pyramid.machine.video import DisplayAdapter, DisplayMode
from retro_pyramid.machine.window.desktop_window import find_sdl_library
from retro_pyramid.resources import load_asset_sections, read_asset_text
from retro_pyramid.settings import (
    ADAPTER_SETTING,
    ASPECT_SETTING,
    CGA_PALETTE_SETTING,
    DEAL_FILTER_SETTING,
    DECK_SETTING,
    DISPLAY_MODE_SETTING,
    FULLSCREEN_SETTING,
    PHOSPHOR_SETTING,
    PICTURE_STYLE_SETTING,
    POWER_SETTING,
    SUIT_COLOURS_SETTING,
    WINNABLE_DEAL,
)
from retro_pyramid.ui.screen import Screen


def show_first_screen(
    arguments: SimpleNamespace,
    app: App,
    start_screen: str,
    quit_target: tuple[str, Callable[[], None]] | None = None,
) -> None:
    """Show the first screen, with the deal and day from the arguments, or a game to replay; then import the given files.

    `quit_target` is the label and callback of the item that quits; None ends the program.
    """
    app.skips_mouse_prompt = arguments.start == "table" and "ask" not in arguments.override.values()
    if arguments.daily or arguments.daily_match:
        app.daily_deal = create_daily_deal(
            app, arguments.daily_match, int(arguments.day) if arguments.day else None
        )
    else:
        app.daily_deal = None
    wants_winnable = arguments.override.get(DEAL_FILTER_SETTING) == WINNABLE_DEAL
    navigator = Navigator(
        app,
        editions.load_table_spec,
        arguments.deal,
        arguments.options,
        wants_winnable,
        arguments.resume,
        quit_target,
    )
    navigator.install()
    if arguments.damaged:
        navigator.show_damaged_link(arguments.damaged, arguments.watched)
    elif arguments.watched is not None:
        navigator.show_main_menu()
        navigator.show_replay(
            arguments.watched, "A game to watch", starts_playing=False, move_index=arguments.move
        )
    elif (
        start_screen == "title"
        and app.shows_power_sequence()
        and not (quit_target or arguments.setup or arguments.opened)
    ):
        from retro_pyramid.features.start.title import BootScreen

        app.replace_screens(
            BootScreen(app, editions.EDITION_INFO[arguments.edition].dos_command, navigator.show_title)
        )
    else:
        navigator.start(start_screen, arguments.page or "")
    if arguments.setup is not None:
        app.toggle_setup(arguments.setup)
        shown_page = app.top_screen.link_params["setup"]
        if shown_page != arguments.setup:
            missing = f"--setup {arguments.setup}: {app.edition.id} has no such page"
            app.show_toast(f"{missing}, so Setup begins at {PAGE_LABELS[shown_page]}", app.theme.notice)
    for path in arguments.opened:
        app.import_path(path)


OutputFiles = list[tuple[Path, Callable[[], str], str]]
"""Files to write at exit: the path, a function that builds the text, and how files of this kind begin."""
IS_BROWSER = sys.platform == "emscripten"


def run_app(
    arguments: SimpleNamespace, listener_factory: Callable[[App], host.HostListener] | None = None
) -> int:
    """Run the game until the player quits; return the exit code, or exit the process with it.

    `listener_factory` makes the listener that the host loop calls back if the program runs in a browser page.
    """
    script_text = None if arguments.script is None else storage.read_text(arguments.script)
    # Pyxel changes the working directory at start.
    working_folder = Path.cwd()
    state_file, record_file = (_resolve_output_file(arguments, name) for name in ("state", "record"))
    user_data = storage.open_user_data(arguments.data, is_scripted=script_text is not None)
    stored_settings = _read_stored_settings(user_data)
    if arguments.script or arguments.record:
        # A script begins with the first frame of the app, unless its arguments say otherwise.
        stored_settings[POWER_SETTING] = "off"
    window, terminal, line_output = _create_window(arguments, stored_settings), None, None
    if arguments.speak == "-" and sys.stdout is None:
        return fail(CLOSED_STDOUT_MESSAGE)
    if arguments.speak == "aloud" and (problem := find_speech_problem()):
        return fail(f"--speak: {problem}; --speak - writes it to standard output")
    try:
        if arguments.terminal:
            from retro_pyramid.machine.terminal.output import LineOutput
            from retro_pyramid.machine.terminal.terminal_loop import open_terminal, run_terminal

            terminal = open_terminal()
            line_output = LineOutput() if arguments.speak == "-" else None
        presenter = host.open_window(window)
    except host.DisplayUnavailableError as error:
        return fail(str(error))
    machine, app = build_app(arguments, user_data, working_folder, stored_settings)
    # Create a missing high score file and report problems with the files before the first game.
    user_data.read_high_scores()
    if not arguments.headless:
        app.services = app.services._replace(copy_to_clipboard=copy_to_clipboard)
    outputs: OutputFiles = []
    if state_file is not None:
        outputs.append((state_file, lambda: machine.state_json(app), '{\n "program"'))
    write_text = (
        line_output.add_line if line_output else write_speech_line if arguments.speak == "-" else None
    )
    program = SpeechOutput(
        app, _set_up_recording(arguments, app, script_text, record_file, outputs), write_text
    )
    listener = None if listener_factory is None else listener_factory(app)
    show_first_screen(arguments, app, arguments.start)
    window_controller = WindowController(app, presenter, window.scale)

    def finish(error: Exception | None) -> int:
        """Stop speech, save the window size unless a script ran, and return the exit code."""
        program.stop_speaking()
        if script_text is None:
            window_controller.save_window_size()
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
    arguments: SimpleNamespace,
    app: App,
    script_text: str | None,
    record_file: Path | None,
    outputs: OutputFiles,
) -> Application:
    """Repeat the random deals and the date of a recorded script; return the app, wrapped in a recorder if requested."""
    if script_text is None and record_file is None:
        return app
    from retro_pyramid.launcher.recording import Recorder, create_replay_services

    app.services = create_replay_services(script_text or "", app.services)
    if record_file is None:
        return app
    recorder = Recorder(app)
    app.services = recorder.wrap_services(app.services)
    outputs.append((record_file, partial(recorder.build_script, arguments.said), "# pyramid"))
    return recorder


def _create_window(arguments: SimpleNamespace, stored_settings: Mapping[str, str]) -> WindowOptions:
    """Return the window for the arguments and settings; `stored_settings` are those in the files."""
    settings = {**stored_settings, **arguments.override}
    title, adapter = load_edition(arguments.edition).title, load_adapter_type(settings[ADAPTER_SETTING])
    if IS_BROWSER:
        # The page determines the size and shape of the picture.
        return WindowOptions(title, fits_monitor_shape=False, adapter_type=adapter)
    from retro_pyramid.formats.pictures.icon import render_icon

    return WindowOptions(
        title,
        aspect=settings[ASPECT_SETTING],
        scale=None if arguments.scale is None else int(arguments.scale),
        is_fullscreen=settings[FULLSCREEN_SETTING] == "on",
        is_headless=arguments.headless or arguments.terminal,
        is_silent=arguments.mute,
        adapter_type=adapter,
        window_size=get_saved_window_size(stored_settings),
        picture_style=stored_settings[PICTURE_STYLE_SETTING],
        icon_rows=render_icon(read_asset_text("icon.txt").split()),
    )


def _finish_run(app: App, outputs: OutputFiles, error: Exception | None) -> int:
    """Release the game lock, print the notices, write the requested files, and return the exit code."""
    app.services.files.switch_game_lock("")
    for notice in [*app.shown_notices, *app.services.files.notification_lines]:
        warn(notice)
    for file, build_text, prefix in outputs:
        try:
            # A file of another kind is backed up.
            is_same_kind = methodcaller("startswith", prefix.encode())
            backup_name = storage.write_with_backup(str(file), build_text().encode(), is_same_kind)
            if backup_name is not None:
                warn(f"{file}: what was there is kept as {backup_name}")
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


def build_app(
    arguments: SimpleNamespace,
    user_data: storage.UserData,
    base_folder: Path = Path(),
    stored_settings: Mapping[str, str] | None = None,
) -> tuple[Machine, App]:
    """Return the machine and the app on it for the arguments; the host must be open.

    Paths of imported files are relative to `base_folder`. `stored_settings` are those in the files, which are read if it is
    None.
    """
    stored_settings = _read_stored_settings(user_data) if stored_settings is None else stored_settings
    create_display = partial(_create_display, user_data, arguments.terminal)
    display, card_art = create_display(
        {**stored_settings, **arguments.override}, DECK_SETTING in arguments.override
    )
    # With --daily, --day selects the daily deal, which counts as played late if it is not today's.
    is_today = arguments.day and not (arguments.daily or arguments.daily_match)
    machine = Machine(display, is_silent=arguments.headless or arguments.mute or arguments.terminal)
    if arguments.terminal:
        from retro_pyramid.machine.terminal.terminal_loop import TerminalBell

        machine.speaker = machine.speaker if arguments.mute else TerminalBell()
    services = Services(
        files=user_data,
        card_art=card_art,
        choose_next_deal=_random_deal_number,
        choose_random_deal=_random_deal_number,
        import_path=lambda app, path: _lazy_function("replay_source", "handle_dropped_file")(
            app, str(base_folder / path)
        ),
        load_edition=load_edition,
        edition_titles={edition: entry.title for edition, entry in EDITION_INFO.items()},
        create_dos_prompt=_lazy_function("dos_prompt", "create_dos_prompt"),
        get_today=(lambda: int(arguments.day)) if is_today else get_utc_today,
        create_setup=partial(_create_setup_screen, _get_user_folder(user_data)),
        build_daily_link=build_daily_link,
        host="page" if IS_BROWSER else "terminal" if arguments.terminal else "window",
        can_size_window=find_sdl_library() is not None,
        set_fullscreen=lambda on: None if arguments.headless else host.set_fullscreen(on),
        create_display=create_display,
    )
    settings_store = SettingsStore(
        stored_settings,
        arguments.override,
        user_data.save_setting,
        lambda: parse_settings(user_data.config.read_settings())[0],
    )
    app = App(machine, load_edition(arguments.edition), services, settings_store, arguments.options)
    app.services = services._replace(choose_next_deal=partial(choose_next_deal, app, _random_deal_number))
    settings_store.on_change = app.on_settings_changed
    return machine, app


def _read_stored_settings(user_data: storage.UserData) -> dict[str, str]:
    """Return all settings stored in the files, and add notices about invalid values."""
    # Recovering an interrupted end of a match may change a setting.
    user_data.recover()
    settings, problems = parse_settings(user_data.config.read_settings())
    user_data.notification_lines += problems
    return settings


def _write_shot(machine: Machine, app: App, folder: Path, name: str) -> None:
    """Write NAME.png (screenshot) or NAME.json (state) into the folder for shots."""
    data = (
        encode_png(host.render_frame(machine, app))
        if name.endswith(".png")
        else machine.state_json(app).encode()
    )
    try:
        storage.DataFolder(folder).create()
        storage.write_bytes(str(folder / name), data)
    except storage.StorageError as error:
        raise ScriptError(str(error)) from None


def _random_deal_number() -> int:
    """Return a random deal number."""
    return int.from_bytes(os.urandom(4)) % (MAX_DEAL_NUMBER + 1)


def _lazy_function(module: str, name: str) -> Callable[..., Any]:
    """Return a function of this package whose module is imported on the first call. Keeps start-up fast."""
    return lambda *args: getattr(import_module(f"retro_pyramid.launcher.{module}"), name)(*args)


def _get_user_folder(user_data: storage.UserData) -> str:
    """Return the path of the folder with the player's files, or an empty text if they are not in a folder."""
    store = user_data.store
    return str(store.path.absolute()) if isinstance(store, storage.DataFolder) and not IS_BROWSER else ""


def _create_setup_screen(folder: str, app: App, page: str) -> Screen:
    """Return the Setup screen at a page; if none is given, at the display page before a game and at the play page in one."""
    from retro_pyramid.features.setup.pages import SetupLink
    from retro_pyramid.features.setup.setup_screen import SetupContext, SetupScreen

    navigator = app.navigator
    links = [
        SetupLink(
            "magazine", "Magazine", "On Disk Monthly: the issue all this is from", navigator.show_magazine
        ),
        SetupLink(
            "dos",
            "DOS prompt",
            "A PC of 1991 to type at; EXIT leads back to the menu",
            navigator.show_dos_prompt,
        ),
        SetupLink("editions", "Other Pyramids", "The other programs", navigator.show_editions),
    ]
    if folder:
        links.append(SetupLink("folder", "Folder of your files", folder, lambda: None))
    if app.services.host == "window":
        from retro_pyramid.machine.window.desktop_window import describe_gamepad

        buttons_text = "A uses, B goes back, X undo, Y hint, Start menu"
        links.append(SetupLink("gamepad", "Gamepad", f"{describe_gamepad()}. {buttons_text}", lambda: None))
    edition = app.edition.id
    edition_settings = EDITION_INFO[edition].settings
    deal_share_rows = [
        row
        for section in (edition, "common")
        for row in load_asset_sections(f"programs/{section}").get("deals", [])
    ]
    context = SetupContext(
        editions.load_table_spec(edition),
        edition_settings,
        tuple(links),
        read_asset_text("setup.help"),
        deal_share_rows,
    )
    start_page = ("display", False) if app.session is None else ("play", True)
    return SetupScreen(app, context, *((page,) if page else start_page))


def _create_display(
    user_data: storage.UserData, is_terminal: bool, settings: Mapping[str, str], is_deck_from_args: bool
) -> tuple[DisplayAdapter, CardArt]:
    """Return the display adapter for the settings, and its card art.

    `is_deck_from_args`: the deck was given on the command line, where 2 also selects the player's own second deck.
    """
    mode: DisplayMode = "text" if settings[DISPLAY_MODE_SETTING] == "text" or is_terminal else "graphics"
    display = create_adapter(
        settings[ADAPTER_SETTING], mode, settings[CGA_PALETTE_SETTING], settings[PHOSPHOR_SETTING]
    )
    display.is_text_only = display.is_text_only or is_terminal
    deck_number = 2 if settings[DECK_SETTING] == "2" and display.mode == "graphics" else 1
    return display, CardArt(
        user_data,
        deck_number,
        display,
        is_deck_from_args or settings[DECK_SETTING] == "own",
        settings[SUIT_COLOURS_SETTING] == "four",
    )
