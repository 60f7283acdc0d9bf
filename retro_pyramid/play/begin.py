"""The first screen of a game, as the words say: on a machine just started, or from the DOS prompt of one that runs."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

from retro_pyramid import programs
from retro_pyramid.screens.app import App
from retro_pyramid.screens.deals.seek import day_of
from retro_pyramid.screens.flow import Flow
from retro_pyramid.screens.setting import DEALS, WINNABLE
from retro_pyramid.screens.setup import PAGES


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
        from retro_pyramid.screens.power import PowerOn

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
