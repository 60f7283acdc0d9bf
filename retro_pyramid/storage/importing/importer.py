"""Import of original files into the data folder: recognised by their bytes, copied unchanged, nothing there lost."""

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.detect import (
    TEXT,
    FoundDecks,
    FoundScores,
    Unclear,
    kind_of,
    recognise_decks,
    recognise_scores,
)
from retro_pyramid.formats.layouts import Layout
from retro_pyramid.formats.pictures.bgi import Picture
from retro_pyramid.formats.pictures.card_order import is_order, parse_order
from retro_pyramid.formats.pictures.deck import FACES, HEIGHT, WIDTH, Deck
from retro_pyramid.formats.pictures.picture_inference import infer_images
from retro_pyramid.formats.scores.high_scores import cut_by_joining, empty_board
from retro_pyramid.rules.transcript import Transcript
from retro_pyramid.storage.backends.store import BrokenFile, StorageError, Store, plain_name
from retro_pyramid.storage.disk_texts import (
    ENDINGS,
    TEXT_LIMIT,
    is_disk_text,
    is_own_text,
    is_text_name,
    keep_text,
    text_name,
)
from retro_pyramid.storage.importing.backup import Restoring
from retro_pyramid.storage.importing.import_files import Incoming, read_incoming
from retro_pyramid.storage.importing.original_files import (
    DECKS,
    SCORES,
    Held,
    decode_held,
    decode_held_decks,
    held_of,
    is_layout_name,
    layouts_of,
    read_own_layouts,
    sidecar_name,
)
from retro_pyramid.storage.tournament_files import PROOFS
from retro_pyramid.storage.user_data import BoardFile, GameFiles
from retro_pyramid.storage.value_file import Seen, keep_copy, replace_file
from retro_pyramid.text_encoding import decode_text

_ORDER = sidecar_name(DECKS)
_NOT_FOR_TEXTS = (PROOFS,)
_LAYOUT_NAME = re.compile(r"[A-Z0-9_-]{1,32}\.(LAY|LAYOUT)")
_LARGEST_BOARD = 1 << 14
_MOST_TOLD = 3
_READ_WHERE = "Your Disk in the magazine shows"


class Brought(NamedTuple):
    """The result: a line for each file recognised, one for each trouble, whether the board or the cards are new.

    `settings` are those of a backup, by name, as they were written;
    `text` is the name of a text that came alone, `game` is one to be watched. `asked` is about a board that would lose
    something by joining the one there is: what, in words, and what lets it join.
    """

    lines: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()
    board: bool = False
    cards: bool = False
    settings: Mapping[str, str] = MappingProxyType({})
    text: str = ""
    game: Transcript | None = None
    asked: "tuple[str, Callable[[], Brought]] | None" = None


class _Known(NamedTuple):
    """A recognised file and what it is."""

    file: Incoming
    found: FoundScores | FoundDecks

    @property
    def kind(self) -> str:
        return "high scores" if isinstance(self.found, FoundScores) else "cards"


def bring_in(files: GameFiles, path: str, layout: str | None = None) -> Brought:
    """Copy what a file, a folder or a .zip holds for this game to the player's files, and return what was done.

    A failure is not raised but becomes one of the lines. Of several boards or decks, the one with the game's own file
    name is taken; without it none is, rather than a wrong one.
    `layout` is the name of the layout by which the one score file is to be read.
    """
    path = str(Path(path))
    try:
        lot = read_incoming(path)
    except StorageError as error:
        return Brought(troubles=(_without_folder(str(error), path),))
    bringing, restoring = _Bringing(files.store, files.scores, layout), Restoring(files)
    bringing.troubles += lot.troubles
    others = restoring.take(lot.files)
    bringing.troubles += restoring.troubles
    bringing.lines += [restoring.line] if restoring.line else []
    plain = bringing.take_layouts(others)
    if lot.alone:
        bringing.take_one(plain, lot.beside)
    else:
        known = bringing.recognise(plain)
        for kind in (FoundScores, FoundDecks):
            bringing.take_own(path, [one for one in known if isinstance(one.found, kind)], others)
        bringing.take_texts(
            plain, {file.folder for file in lot.files if Path(file.dos_name).stem == Path(_ORDER).stem}
        )
        if not (bringing.lines or bringing.troubles or bringing.asked):
            large = f", {lot.too_large} of them too large" if lot.too_large else ""
            count = len(lot.files) + lot.too_large
            found = f"{count} file{'' if count == 1 else 's'}{large}"
            bringing.troubles.append(f"{path}: {found}, none with high scores, cards or texts of this game")
    troubles = tuple([_without_folder(trouble, path) for trouble in bringing.troubles])
    return Brought(
        tuple(bringing.lines),
        troubles,
        bringing.board_is_new,
        bringing.cards_are_new,
        restoring.settings,
        bringing.text,
        asked=bringing.asked,
    )


class _Bringing:
    """One import, with the lines to report."""

    def __init__(self, store: Store, board: BoardFile, chosen: str | None) -> None:
        self._store = store
        self._board = board
        self._chosen = chosen
        self._layouts: list[Layout] = read_own_layouts(store)[0]
        self.lines: list[str] = []
        self.troubles: list[str] = []
        self.board_is_new = self.cards_are_new = False
        self.text = ""
        self.asked: tuple[str, Callable[[], Brought]] | None = None

    def take_layouts(self, files: Sequence[Incoming]) -> list[Incoming]:
        """Import the layout files, by which the others may be read; return the others."""
        for file in files:
            if is_layout_name(file.name):
                layouts, faults = layouts_of({file.name: file.data})
                self.troubles += faults
                if layouts and not _LAYOUT_NAME.fullmatch(file.dos_name):
                    expected = "a name of up to 32 letters, digits, - and _"
                    self.troubles.append(f"{file.name}: expected {expected} before its ending")
                elif layouts:
                    self._layouts = [*(one for one in self._layouts if one.name != layouts[0].name), *layouts]
                    name = plain_name(file.dos_name)
                    self._put(name, file.data, f"{file.name}: the layout {layouts[0].name}")
        return [file for file in files if not is_layout_name(file.name)]

    def take_one(self, files: Sequence[Incoming], beside: Incoming | None) -> None:
        """Import a file that came alone, whatever its name, with the sidecar file next to it."""
        sidecar = beside if beside and _is_order(beside) else None
        for file in files:
            try:
                if _is_order(file):
                    parse_order(_text(file), file.name)
                    self._put_order(file)
                else:
                    self._take(_Known(file, self._told(file)), sidecar)
            except FormatError as error:
                told = self._chosen or file.dos_name.endswith((".HGH", ".DEC")) or isinstance(error, Unclear)
                kind = "" if told else kind_of(file.data) or _other_kind(file.data)
                if kind == TEXT:
                    self._take_text(file)
                elif kind:
                    expected = "high scores, cards, a text or a .zip"
                    self.troubles.append(f"{file.name}: expected {expected}, found {kind}")
                else:
                    self.troubles.append(f"{file.name}: {error}")

    def take_texts(self, files: Sequence[Incoming], folders: Container[str]) -> None:
        kept: list[str] = []
        seen: Seen = {}
        for file in files:
            if file.folder not in folders or not is_text_name(file.name):
                continue
            if len(file.data) <= TEXT_LIMIT and is_disk_text(file.data):
                with self._saving(file.name):
                    kept.append(keep_text(self._store, text_name(file.name), file.data, _NOT_FOR_TEXTS, seen))
        if kept:
            told = ", ".join(kept) if len(kept) <= _MOST_TOLD else f"{len(kept)} texts"
            self.lines.append(f"{told}: {_READ_WHERE} {'it' if len(kept) == 1 else 'them'}")

    def _take_text(self, file: Incoming) -> None:
        name = text_name(file.name)
        if is_own_text(file.data):
            self.troubles.append(f"{file.name}: a file of this program, of no kind that is brought in")
        elif not name or not is_disk_text(file.data):
            self.troubles.append(f"{file.name}: expected a text to end in {' '.join(ENDINGS)}")
        elif len(file.data) > TEXT_LIMIT:
            self.troubles.append(f"{file.name}: expected at most {TEXT_LIMIT} bytes in a text")
        else:
            with self._saving(file.name):
                self.text = keep_text(self._store, name, file.data, _NOT_FOR_TEXTS)
                kept = "a text" if self.text == file.dos_name else f"a text, kept as {self.text}"
                self.lines.append(f"{file.name}: {kept}; {_READ_WHERE} it")

    def recognise(self, files: Sequence[Incoming]) -> list[_Known]:
        """Return the boards and decks; a file of the game's own name that is neither gives a line of trouble."""
        known = []
        for file in files:
            try:
                known.append(_Known(file, self._told(file)))
            except FormatError as error:
                if file.dos_name in (SCORES, DECKS):
                    self.troubles.append(f"{file.name}: {error}")
        return known

    def take_own(self, path: str, known: Sequence[_Known], files: Sequence[Incoming]) -> None:
        named = [one for one in known if one.file.dos_name in (SCORES, DECKS)] or list(known)
        orders = {(file.folder.upper(), file.dos_name): file for file in files if _is_order(file)}
        different = {}
        for one in reversed(named):
            sidecar = orders.get((one.file.folder.upper(), sidecar_name(one.file.dos_name)))
            different[one.file.data, sidecar.data if sidecar else b""] = one, sidecar
        if len(different) > 1:
            told = ", ".join(f"{one.file.place} (layout {one.found.layout.name})" for one in named)
            several = f"{len(named)} files with {named[0].kind}"
            self.troubles.append(f"{path}: {several}, bring in the one that is meant by itself: {told}")
        for one, sidecar in different.values() if len(different) == 1 else ():
            self._take(one, sidecar)

    def _told(self, file: Incoming) -> FoundScores | FoundDecks:
        """Return what a file is; raise FormatError, about decks where its name or size suggests them."""
        try:
            return recognise_decks(file.data, self._layouts)
        except FormatError:
            large = len(file.data) > _LARGEST_BOARD and self._chosen is None
            if file.dos_name.endswith(".DEC") or (large and not file.dos_name.endswith(".HGH")):
                raise
        return recognise_scores(file.data, self._layouts, self._chosen)

    def _take(self, known: _Known, sidecar: Incoming | None) -> None:
        what = f"{known.file.name}: {known.kind}, layout {known.found.layout.name}"
        with self._saving(what):
            if isinstance(known.found, FoundScores):
                self._take_board(known.file.data, known.found, what)
            else:
                self._take_decks(known.file, sidecar, what)

    # The board

    def _take_board(self, data: bytes, found: FoundScores, what: str) -> None:
        """Make the file the board where there is none or an empty one; else let its entries join, if that cuts nothing."""
        # The layout was chosen by name and cannot be inferred: the next start would read the file differently.
        if not (found.inferred and self._chosen) and (done := self._put_board(data)):
            self.board_is_new = True
            self.lines.append(f"{what}: {done}")
        elif cuts := cut_by_joining(self._board.value(), found.table.rows):
            self.asked = cuts, partial(self._join, data, found, what)
        else:
            brought = self._join(data, found, what)
            self.board_is_new = brought.board
            self.lines += brought.lines
            self.troubles += brought.troubles

    def _join(self, data: bytes, found: FoundScores, what: str) -> Brought:
        cuts, new = "", 0

        def join(held: Held) -> Held:
            nonlocal cuts, new
            joined, new, _ = held.own.joined(held_of(found).own)
            cuts = cut_by_joining(held, found.table.rows)
            return joined if new else held

        try:
            kept = keep_copy(self._store, SCORES, data)
            if not self._board.apply(join):
                raise StorageError(f"{SCORES}: its entries are in memory only")
        except StorageError as error:
            return Brought(troubles=(_not_saved(what, error),))
        told = f", which cuts {cuts}" if cuts else ""
        return Brought(
            (f"{what}: {new} new on the board{told}; the file is kept whole as {kept}",), board=True
        )

    def _put_board(self, data: bytes) -> str | None:
        """Write the bytes to PYRAMID.HGH unless entries would be lost; return what was done, None if they would."""
        with self._store.lock(SCORES):
            try:
                there = self._store.read(SCORES)
                if there == data:
                    return "it is the board already"
                if there is None or decode_held(there, self._layouts) == empty_board():
                    self._store.write(SCORES, data)
                    return "it is the board now"
            except (BrokenFile, FormatError):
                kept = self._store.keep_as_bak(SCORES)
                self._store.write(SCORES, data)
                return f"it is the board now, the broken one is kept as {kept}"
        return None

    # The cards

    def _take_decks(self, file: Incoming, sidecar: Incoming | None, what: str) -> None:
        order = None
        try:
            order = parse_order(_text(sidecar), sidecar.name) if sidecar else None
            decode_held_decks(file.data, self._layouts, order, _no_decks)
        except FormatError as error:
            self.troubles.append(f"{file.name}: {error}")
            return
        other = self._put(DECKS, file.data, what)
        self.cards_are_new = True
        if sidecar is not None:
            self._put_order(sidecar)
        elif other and (there := self._store.read(_ORDER)) is not None and not is_disk_text(there):
            # The old order was written for other cards.
            self.lines.append(f"{_ORDER}: of the cards before, kept as {self._store.keep_as_bak(_ORDER)}")

    def _put_order(self, sidecar: Incoming) -> None:
        with self._saving(sidecar.name):
            self._move_text_away()
            self._put(_ORDER, sidecar.data, f"{sidecar.name}: the order of the cards")
            self.cards_are_new = True

    def _move_text_away(self) -> None:
        with suppress(BrokenFile), self._store.lock(_ORDER):
            there = self._store.read(_ORDER) or b""
            if is_disk_text(there):
                kept = keep_text(self._store, _ORDER, there, (*_NOT_FOR_TEXTS, _ORDER))
                self._store.remove(_ORDER)
                self.lines.append(f"{_ORDER}: the text of that name is kept as {kept}")

    def _put(self, name: str, data: bytes, what: str) -> bool:
        """Write a file; what is there and differs is kept as .BAK. Return whether something was."""
        kept = None
        with self._saving(what):
            kept = replace_file(self._store, name, data, over_link=True)
            told = f"now used, the one before is kept as {kept}" if kept else "now used"
            self.lines.append(f"{what}: {'it is there already' if kept is None else told}")
        return bool(kept)

    @contextmanager
    def _saving(self, what: str) -> Iterator[None]:
        try:
            yield
        except StorageError as error:
            self.troubles.append(_not_saved(what, error))


def _without_folder(line: str, path: str) -> str:
    """Return the line without the folder of the path, if it begins with it: a long path would fill the screen."""
    return line.removeprefix(str(Path(path).parent / "_")[:-1]) if Path(path).name else line


def _not_saved(what: str, error: StorageError) -> str:
    return f"{what}: cannot be saved: {error}"


def _text(file: Incoming) -> str:
    return decode_text(file.data, "replace")


def _is_order(file: Incoming) -> bool:
    return file.dos_name.endswith(".TXT") and is_order(_text(file))


def _other_kind(data: bytes) -> str:
    # Bytes that are no picture may be one of a few pixels.
    picture = infer_images(data, least=8) is not None
    return "a picture of Borland's BGI, but no deck of cards" if picture else "nothing of this game"


def _no_decks() -> tuple[Deck, Deck]:
    """Return blank decks in place of the built-in ones, to check only whether a file can be used."""
    blank = Picture(WIDTH, HEIGHT, bytes(WIDTH * HEIGHT))
    deck = Deck((blank,) * FACES, blank, blank)
    return deck, deck
