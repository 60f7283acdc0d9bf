"""A game put together: machine, program, files and pictures, on the host that the words ask for."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from retro_pyramid import storage
from retro_pyramid.assets import asset_bytes, asset_text
from retro_pyramid.cards import MAX_DEAL
from retro_pyramid.cli import UsageError, deal_number, fail, option_pairs
from retro_pyramid.formats.bgi import Picture, decode_picture
from retro_pyramid.formats.deck import Deck, decode_deck, decode_decks
from retro_pyramid.machine import host
from retro_pyramid.machine.adapters import adapter_class, open_adapter
from retro_pyramid.machine.fonts import parse_font
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.png import png_bytes
from retro_pyramid.machine.script import Script, ScriptError
from retro_pyramid.machine.speaker import parse_tunes
from retro_pyramid.machine.video import CLEAR, HEIGHT, WIDTH, Image, image_from_pixels
from retro_pyramid.programs import PROGRAMS, load
from retro_pyramid.rules import RulesError, judged, rules_for
from retro_pyramid.screens.app import App, CardImages, Services
from retro_pyramid.screens.flow import Flow
from retro_pyramid.screens.record import ProgramRecord
from retro_pyramid.settings import read_settings

if TYPE_CHECKING:
    import argparse

BROWSER = sys.platform == "emscripten"
_FELT = 2
_MOST_CORNER = 12
"""Pixels of the felt's colour along the edge of a card that are still its corner."""


def play(arguments: argparse.Namespace) -> int:
    """Play as the words say until the player leaves; returns the exit code, or leaves the process with it."""
    if arguments.edition not in PROGRAMS:
        raise UsageError(f"edition {arguments.edition!r} cannot be played: expected {' '.join(PROGRAMS)}")
    asked = option_pairs(arguments.option, arguments.level)
    try:
        options = dict(rules_for(arguments.edition, asked).options)
    except RulesError as error:
        raise UsageError(str(error)) from None
    first_deal = None if arguments.deal is None else deal_number(arguments.deal)
    script_text = None if arguments.script is None else storage.read_text(arguments.script)
    # Pyxel changes the working directory when it starts.
    shots = Path(arguments.shots or ".").absolute()
    here = Path.cwd()
    state_file = None if arguments.state is None else Path(arguments.state).absolute()
    files = storage.game_files(arguments.data)

    presenter = host.open_host(
        host.Window(
            load(arguments.edition).title,
            aspect=arguments.aspect,
            # In the browser the page gives the picture its size and shape.
            scale=None if arguments.scale is None or BROWSER else int(arguments.scale),
            fullscreen=arguments.fullscreen and not BROWSER,
            headless=arguments.headless,
            silent=arguments.mute and not BROWSER,
            stretch=not BROWSER,
            adapter=adapter_class(arguments.video),
        )
    )
    machine, app = assemble(arguments, options, files, here)
    # A missing board is made, and trouble with the files is said, before the first game.
    files.board()
    if arguments.winnable:
        first_deal = None if first_deal is None else _winnable(app, first_deal)
        app.services = app.services._replace(next_deal=lambda: _winnable(app, _chance_deal()))
    Flow(app, first_deal, asked).start(arguments.start)

    def finish(error: Exception | None) -> int:
        for notice in [*app.noticed, *files.notices]:
            print(f"pyramid: {notice}", file=sys.stderr)
        try:
            if state_file is not None:
                storage.write_bytes(str(state_file), machine.state_json(app).encode())
        except storage.StorageError as cannot:
            error = error or cannot
        return 0 if error is None else fail(str(error))

    script = None
    if script_text is not None:
        script = Script(script_text, app, partial(_write_shot, machine, app, shots))
    if arguments.headless:
        assert script is not None
        return host.run_headless(machine, app, script, finish)
    if BROWSER:
        from retro_pyramid.browser import follower, prober

        host.run_window(machine, app, presenter, script, finish, follower(machine, app), prober(machine, app))
    host.run_window(machine, app, presenter, script, finish)
    return 0


def assemble(
    arguments: argparse.Namespace, options: Mapping[str, str], files: storage.GameFiles, here: Path = Path()
) -> tuple[Machine, App]:
    """Return the machine and the program on it, as the words say; the host must be open.

    `here` is where the paths of files that are brought in begin.
    """
    words = [word.upper() for word in arguments.words]
    machine = Machine(
        open_adapter(
            arguments.video,
            _font,
            "text" if "T" in words else "graphics",
            arguments.cga,
            arguments.phosphor,
        ),
        silent=arguments.headless or arguments.mute,
    )
    deck = 2 if "2" in words and machine.video.mode == "graphics" else 1
    settings, problems = read_settings(files.config.values())
    files.notices += problems
    record, help_text = _program(arguments.edition)
    cards = _card_images(_deck(files, deck))
    services = Services(
        files=files,
        next_deal=_chance_deal,
        bring_in=lambda path: _bring_in(files, str(here / path), cards, deck),
        cards=cards,
        deck=deck,
        title=_title_image(),
        help_text=help_text,
        tunes=parse_tunes(asset_text("tunes.txt")),
        load=_program,
        programs=PROGRAMS,
        leaves=not BROWSER,
        settings={**settings.values(), **arguments.override},
    )
    app = App(machine, record, services, options)
    app.follow_sound()
    return machine, app


def _program(edition: str) -> tuple[ProgramRecord, str]:
    """Return a program's record and its help text."""
    record = load(edition)
    return record, asset_text(record.help_text)


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


def _winnable(app: App, number: int) -> int:
    """Return the first deal from a number on that can be won under the rules now chosen."""
    from retro_pyramid.solver.deals import first_winnable

    return first_winnable(judged(app.rules()), "won", number)


def _font(size: str) -> bytes:
    return parse_font(asset_text(f"cp437_{size}.hex"))


def _deck(files: storage.GameFiles, number: int) -> Deck:
    found = files.decks(lambda: decode_decks(asset_bytes("PYRAMID.DEC")))
    return found[number - 1] if found else decode_deck(asset_bytes("PYRAMID.DEC"), number)


def _bring_in(files: storage.GameFiles, path: str, cards: CardImages, deck: int) -> storage.Brought:
    """Bring a file in; new cards are painted over the old ones, so that every table has them at once."""
    brought = files.bring_in(path)
    if brought.cards:
        new = _card_images(_deck(files, deck))
        for image, picture in zip(
            (*cards.faces, cards.back, cards.empty), (*new.faces, new.back, new.empty), strict=True
        ):
            memoryview(image.data_ptr()).cast("B")[:] = memoryview(picture.data_ptr()).cast("B")
    return brought


def _card_images(deck: Deck) -> CardImages:
    return CardImages(
        tuple(_card_image(face) for face in deck.faces),
        _card_image(deck.back),
        image_from_pixels(deck.empty.width, deck.empty.height, deck.empty.pixels),
    )


def _card_image(picture: Picture) -> Image:
    """Return the picture with its softened corners see-through: in a file they have the colour of the felt."""
    width, height, pixels = picture.width, picture.height, bytearray(picture.pixels)
    for across, start in ((1, 0), (-1, width - 1)):
        for down, row in ((width, 0), (-width, (height - 1) * width)):
            for pixel in _corner(pixels, start + row, across, down):
                pixels[pixel] = CLEAR
    return image_from_pixels(width, height, bytes(pixels))


def _corner(pixels: bytearray, corner: int, across: int, down: int) -> set[int]:
    """Return the places of the felt's colour that hang together at a corner; none where that is more than a corner.

    `across` and `down` are the steps from the corner along its row and its column. In a picture made larger the
    corner is larger, too.
    """
    found: set[int] = set()
    open_ends = [(0, 0)] if pixels[corner] == _FELT else []
    while open_ends:
        x, y = open_ends.pop()
        if max(x, y) == _MOST_CORNER:
            return set()
        found.add(corner + x * across + y * down)
        for column, line in ((x + 1, y), (x, y + 1)):
            place = corner + column * across + line * down
            if place not in found and pixels[place] == _FELT:
                open_ends.append((column, line))
    return found


def _title_image() -> Image:
    data = asset_bytes("TITLE.BGI")
    upper, middle = decode_picture(data)
    lower, _ = decode_picture(data, middle)
    return image_from_pixels(WIDTH, HEIGHT, upper.pixels + lower.pixels)
