"""The command line: a game, or one of the sub-commands."""

from __future__ import annotations

# Everything else is imported inside the try block that handles Ctrl+C, which may be pressed while the program loads.
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from retro_pyramid.app.app import App
    from retro_pyramid.machine.host import HostListener


def main(
    argv: Sequence[str] | None = None, listener_factory: Callable[[App], HostListener] | None = None
) -> int:
    """Run the program with these command-line arguments (default: those of the process) and return the exit code.

    `listener_factory`, given only in a browser page, makes the listener that the host loop calls back.
    """
    try:
        if None in (sys.stdin, sys.stdout, sys.stderr):
            from retro_pyramid.storage.backends.user_files import reopen_closed_streams

            reopen_closed_streams()
        return _run(list(sys.argv[1:] if argv is None else argv), listener_factory)
    except KeyboardInterrupt:
        print("pyramid: stopped", file=sys.stderr)
        # The exit code that shells expect after Ctrl+C.
        return 130


def _run(args: list[str], listener_factory: Callable[[App], HostListener] | None) -> int:
    import gc

    from retro_pyramid.commands.arguments import COMMANDS, USAGE, UsageError, fail

    is_command = bool(args) and args[0] in COMMANDS
    # Almost nothing that the start allocates is garbage. Scanning it would take a twentieth of the start-up time.
    gc.disable()
    try:
        _check_environment(args)
        if not is_command:
            if listener_factory is None:
                from retro_pyramid.launcher.stderr_box import install_stderr_box

                install_stderr_box(args)
            return _play(args, listener_factory)
        from retro_pyramid.commands.run import print_report, run_command

        gc.enable()
        return print_report(lambda: run_command(args))
    except UsageError as error:
        exit_code = fail(str(error))
        if not is_command:
            print(USAGE, file=sys.stderr)
        return exit_code
    except OSError as error:
        # Such as a name that is too long or a folder without access. The message is the same wherever it is raised.
        return fail(": ".join(str(part) for part in (error.filename, error.strerror or error) if part))
    except Exception as error:
        from retro_pyramid.commands.run import INPUT_ERRORS

        if not isinstance(error, INPUT_ERRORS):
            raise
        return fail(str(error))
    finally:
        gc.enable()


def _check_environment(args: list[str]) -> None:
    """Raise UsageError if an argument or the current folder is not valid text, OSError if the folder is inaccessible.

    Pyxel does not accept such text, and no message could display it.
    """
    from pathlib import Path

    from retro_pyramid.commands.arguments import UsageError

    folder_label = "the current folder"
    try:
        folder = str(Path.cwd())
    except OSError as error:
        raise OSError(error.errno, error.strerror, folder_label) from None
    for name, text in (
        *((f"word {number}", arg) for number, arg in enumerate(args, 1)),
        (folder_label, folder),
    ):
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise UsageError(f"{name} is not valid text: expected UTF-8")


def _play(args: list[str], listener_factory: Callable[[App], HostListener] | None) -> int:
    from retro_pyramid.launcher.launcher import run_app

    if listener_factory is None:
        from retro_pyramid.launcher.cli_args import parse_args

        arguments = parse_args(args)
    else:
        from retro_pyramid.launcher.link_repair import parse_link_args

        arguments = parse_link_args(args)
    if arguments.install_desktop or arguments.remove_desktop:
        from retro_pyramid.commands.desktop import update_desktop_entry
        from retro_pyramid.commands.run import print_report

        return print_report(lambda: update_desktop_entry(arguments))
    if arguments.licences:
        from retro_pyramid.commands.desktop import build_licences_report
        from retro_pyramid.commands.run import print_report

        return print_report(build_licences_report)
    return run_app(arguments, listener_factory)
