"""Import of original files into the data folder.

They are detected by their bytes and copied unchanged. No file in the folder is lost.
"""

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.detect import (
    TEXT_KIND,
    AmbiguousFormatError,
    DetectedDecks,
    DetectedScores,
    describe_file_kind,
    detect_decks,
    detect_scores,
)
from retro_pyramid.formats.layouts import Layout
from retro_pyramid.formats.pictures.bgi import Picture
from retro_pyramid.formats.pictures.card_order import is_card_order_text, parse_card_order
from retro_pyramid.formats.pictures.deck import CARD_HEIGHT, CARD_WIDTH, FACE_COUNT, Deck
from retro_pyramid.formats.pictures.picture_inference import infer_image_layout
from retro_pyramid.formats.scores.high_scores import describe_merge_losses, make_empty_high_scores
from retro_pyramid.rules.transcript import Transcript
from retro_pyramid.storage.backends.store import CorruptFileError, StorageError, Store, to_portable_name
from retro_pyramid.storage.disk_texts import (
    TEXT_EXTENSIONS,
    TEXT_LIMIT_BYTES,
    is_disk_text,
    is_native_text,
    is_text_file_name,
    make_text_file_name,
    store_disk_text,
)
from retro_pyramid.storage.importing.backup import BackupRestorer
from retro_pyramid.storage.importing.import_files import ImportFile, read_import_batch
from retro_pyramid.storage.importing.original_files import (
    DECKS_FILE_NAME,
    HIGH_SCORES_FILE_NAME,
    AnyHighScores,
    decode_any_decks,
    decode_any_high_scores,
    high_scores_from_detected,
    is_layout_file_name,
    make_sidecar_name,
    parse_layout_files,
    read_user_layouts,
)
from retro_pyramid.storage.tournament_files import PROOFS_FILE_NAME
from retro_pyramid.storage.user_data import HighScoresFile, UserData
from retro_pyramid.storage.value_file import ChecksumCache, replace_with_backup, write_backup
from retro_pyramid.text_encoding import decode_text

_CARD_ORDER_NAME = make_sidecar_name(DECKS_FILE_NAME)
_RESERVED_TEXT_NAMES = (PROOFS_FILE_NAME,)
_LAYOUT_NAME_PATTERN = re.compile(r"[A-Z0-9_-]{1,32}\.(LAY|LAYOUT)")
_MAX_SCORE_FILE_BYTES = 1 << 14
_MAX_LISTED_TEXTS = 3
_WHERE_TO_READ = "Your Disk in the magazine shows"


class ImportResult(NamedTuple):
    """The result of an import."""

    lines: tuple[str, ...] = ()
    """A message for each detected file."""
    errors: tuple[str, ...] = ()
    """A message for each error."""
    has_new_high_scores: bool = False
    """Whether the high scores have changed."""
    has_new_decks: bool = False
    """Whether the decks have changed."""
    settings: Mapping[str, str] = MappingProxyType({})
    """The settings of a backup, by name, as they are written in it."""
    text_file_name: str = ""
    """Name of the stored text if a single text was imported."""
    transcript: Transcript | None = None
    """A game to replay."""
    merge_question: "tuple[str, Callable[[], ImportResult]] | None" = None
    """What the imported high scores would lose by a merge, in words, and a function that does the merge."""


class _DetectedFile(NamedTuple):
    """A file and its detected contents."""

    file: ImportFile
    contents: DetectedScores | DetectedDecks

    @property
    def kind(self) -> str:
        return "high scores" if isinstance(self.contents, DetectedScores) else "cards"


def import_path(user_data: UserData, path: str, layout_name: str | None = None) -> ImportResult:
    """Copy the usable files of a file, a folder or a .zip to the user's files; return what was done.

    Failures raise no exception but become errors of the result. If there are several high score tables or decks, the
    one with the game's own file name is imported; if no file has that name, none is imported rather than a wrong one.
    `layout_name` is the layout of a single score file.
    """
    path = str(Path(path))
    try:
        batch = read_import_batch(path)
    except StorageError as error:
        return ImportResult(errors=(_strip_folder(str(error), path),))
    importer, restorer = (
        _Importer(user_data.store, user_data.high_scores, layout_name),
        BackupRestorer(user_data),
    )
    importer.errors += batch.errors
    other_files = restorer.restore_files(batch.files)
    importer.errors += restorer.errors
    importer.lines += [restorer.summary_line] if restorer.summary_line else []
    importable = importer.import_layouts(other_files)
    if batch.is_single_file:
        importer.import_single(importable, batch.sidecar)
    else:
        detected_files = importer.detect(importable)
        for kind in (DetectedScores, DetectedDecks):
            importer.import_detected(
                path,
                [detected for detected in detected_files if isinstance(detected.contents, kind)],
                other_files,
            )
        importer.import_texts(
            importable,
            {file.folder for file in batch.files if Path(file.dos_name).stem == Path(_CARD_ORDER_NAME).stem},
        )
        if not (importer.lines or importer.errors or importer.merge_question):
            too_large_note = f", {batch.too_large_count} of them too large" if batch.too_large_count else ""
            count = len(batch.files) + batch.too_large_count
            count_text = f"{count} file{'' if count == 1 else 's'}{too_large_note}"
            importer.errors.append(
                f"{path}: {count_text}, none with high scores, cards or texts of this game"
            )
    troubles = tuple([_strip_folder(error, path) for error in importer.errors])
    return ImportResult(
        tuple(importer.lines),
        troubles,
        importer.has_new_high_scores,
        importer.has_new_decks,
        restorer.settings,
        importer.text,
        merge_question=importer.merge_question,
    )


class _Importer:
    """One import, with the messages to report."""

    def __init__(self, store: Store, high_scores_file: HighScoresFile, layout_name: str | None) -> None:
        self._store = store
        self._high_scores_file = high_scores_file
        self._layout_name = layout_name
        self._layouts: list[Layout] = read_user_layouts(store)[0]
        self.lines: list[str] = []
        self.errors: list[str] = []
        self.has_new_high_scores = self.has_new_decks = False
        self.text = ""
        self.merge_question: tuple[str, Callable[[], ImportResult]] | None = None

    def import_layouts(self, files: Sequence[ImportFile]) -> list[ImportFile]:
        """Import the layout files, which may describe the others; return the others."""
        for file in files:
            if is_layout_file_name(file.name):
                layouts, faults = parse_layout_files({file.name: file.data})
                self.errors += faults
                if layouts and not _LAYOUT_NAME_PATTERN.fullmatch(file.dos_name):
                    expected = "a name of up to 32 letters, digits, - and _"
                    self.errors.append(f"{file.name}: expected {expected} before its ending")
                elif layouts:
                    self._layouts = [
                        *(layout for layout in self._layouts if layout.name != layouts[0].name),
                        *layouts,
                    ]
                    name = to_portable_name(file.dos_name)
                    self._put(name, file.data, f"{file.name}: the layout {layouts[0].name}")
        return [file for file in files if not is_layout_file_name(file.name)]

    def import_single(self, files: Sequence[ImportFile], text_beside: ImportFile | None) -> None:
        """Import a single file of any name, with its sidecar file."""
        sidecar = text_beside if text_beside and _is_card_order(text_beside) else None
        for file in files:
            try:
                if _is_card_order(file):
                    parse_card_order(_decode_file_text(file), file.name)
                    self._put_card_order(file)
                else:
                    self._import_detected_file(_DetectedFile(file, self._detect(file)), sidecar)
            except FormatError as error:
                is_known_kind = (
                    self._layout_name
                    or file.dos_name.endswith((".HGH", ".DEC"))
                    or isinstance(error, AmbiguousFormatError)
                )
                kind = (
                    "" if is_known_kind else describe_file_kind(file.data) or _describe_other_kind(file.data)
                )
                if kind == TEXT_KIND:
                    self._import_text(file)
                elif kind:
                    expected = "high scores, cards, a text or a .zip"
                    self.errors.append(f"{file.name}: expected {expected}, found {kind}")
                else:
                    self.errors.append(f"{file.name}: {error}")

    def import_texts(self, files: Sequence[ImportFile], folders: Container[str]) -> None:
        stored_names: list[str] = []
        checksum_cache: ChecksumCache = {}
        for file in files:
            if file.folder not in folders or not is_text_file_name(file.name):
                continue
            if len(file.data) <= TEXT_LIMIT_BYTES and is_disk_text(file.data):
                with self._saving(file.name):
                    stored_names.append(
                        store_disk_text(
                            self._store,
                            make_text_file_name(file.name),
                            file.data,
                            _RESERVED_TEXT_NAMES,
                            checksum_cache,
                        )
                    )
        if stored_names:
            names_text = (
                ", ".join(stored_names)
                if len(stored_names) <= _MAX_LISTED_TEXTS
                else f"{len(stored_names)} texts"
            )
            self.lines.append(f"{names_text}: {_WHERE_TO_READ} {'it' if len(stored_names) == 1 else 'them'}")

    def _import_text(self, file: ImportFile) -> None:
        name = make_text_file_name(file.name)
        if is_native_text(file.data):
            self.errors.append(f"{file.name}: a file of this program, of no kind that is brought in")
        elif not name or not is_disk_text(file.data):
            self.errors.append(f"{file.name}: expected a text to end in {' '.join(TEXT_EXTENSIONS)}")
        elif len(file.data) > TEXT_LIMIT_BYTES:
            self.errors.append(f"{file.name}: expected at most {TEXT_LIMIT_BYTES} bytes in a text")
        else:
            with self._saving(file.name):
                self.text = store_disk_text(self._store, name, file.data, _RESERVED_TEXT_NAMES)
                what = "a text" if self.text == file.dos_name else f"a text, kept as {self.text}"
                self.lines.append(f"{file.name}: {what}; {_WHERE_TO_READ} it")

    def detect(self, files: Sequence[ImportFile]) -> list[_DetectedFile]:
        """Return the high score tables and decks. A file with the game's own name that is neither adds an error."""
        detected_files = []
        for file in files:
            try:
                detected_files.append(_DetectedFile(file, self._detect(file)))
            except FormatError as error:
                if file.dos_name in (HIGH_SCORES_FILE_NAME, DECKS_FILE_NAME):
                    self.errors.append(f"{file.name}: {error}")
        return detected_files

    def import_detected(
        self, path: str, detected_files: Sequence[_DetectedFile], files: Sequence[ImportFile]
    ) -> None:
        """Import the best of the detected files; add an error if there are several different ones."""
        candidates = [
            detected
            for detected in detected_files
            if detected.file.dos_name in (HIGH_SCORES_FILE_NAME, DECKS_FILE_NAME)
        ] or list(detected_files)
        card_orders = {(file.folder.upper(), file.dos_name): file for file in files if _is_card_order(file)}
        different = {}
        for detected in reversed(candidates):
            sidecar = card_orders.get(
                (detected.file.folder.upper(), make_sidecar_name(detected.file.dos_name))
            )
            different[detected.file.data, sidecar.data if sidecar else b""] = detected, sidecar
        if len(different) > 1:
            candidates_text = ", ".join(
                f"{detected.file.display_path} (layout {detected.contents.layout.name})"
                for detected in candidates
            )
            count_text = f"{len(candidates)} files with {candidates[0].kind}"
            self.errors.append(
                f"{path}: {count_text}, bring in the one that is meant by itself: {candidates_text}"
            )
        for detected, sidecar in different.values() if len(different) == 1 else ():
            self._import_detected_file(detected, sidecar)

    def _detect(self, file: ImportFile) -> DetectedScores | DetectedDecks:
        """Return the detected contents of a file; raise FormatError, about decks if its name or size suggests them."""
        try:
            return detect_decks(file.data, self._layouts)
        except FormatError:
            is_large = len(file.data) > _MAX_SCORE_FILE_BYTES and self._layout_name is None
            if file.dos_name.endswith(".DEC") or (is_large and not file.dos_name.endswith(".HGH")):
                raise
        return detect_scores(file.data, self._layouts, self._layout_name)

    def _import_detected_file(self, detected: _DetectedFile, sidecar: ImportFile | None) -> None:
        label = f"{detected.file.name}: {detected.kind}, layout {detected.contents.layout.name}"
        with self._saving(label):
            if isinstance(detected.contents, DetectedScores):
                self._import_high_scores(detected.file.data, detected.contents, label)
            else:
                self._import_decks(detected.file, sidecar, label)

    # High scores

    def _import_high_scores(self, data: bytes, detected: DetectedScores, label: str) -> None:
        """Make the file the high score table if there is none or an empty one; else merge it if that loses nothing."""
        # A file whose layout was chosen by name is not copied: the next start would detect another layout.
        if not (detected.is_inferred and self._layout_name) and (outcome := self._put_high_scores(data)):
            self.has_new_high_scores = True
            self.lines.append(f"{label}: {outcome}")
        elif losses := describe_merge_losses(self._high_scores_file.read(), detected.score_records.rows):
            self.merge_question = losses, partial(self._merge_high_scores, data, detected, label)
        else:
            result = self._merge_high_scores(data, detected, label)
            self.has_new_high_scores = result.has_new_high_scores
            self.lines += result.lines
            self.errors += result.errors

    def _merge_high_scores(self, data: bytes, detected: DetectedScores, label: str) -> ImportResult:
        losses, new_count = "", 0

        def merge(current: AnyHighScores) -> AnyHighScores:
            nonlocal losses, new_count
            merged, new_count, _ = current.native.merge(high_scores_from_detected(detected).native)
            losses = describe_merge_losses(current, detected.score_records.rows)
            return merged if new_count else current

        try:
            backup_name = write_backup(self._store, HIGH_SCORES_FILE_NAME, data)
            if not self._high_scores_file.update(merge):
                raise StorageError(f"{HIGH_SCORES_FILE_NAME}: its entries are in memory only")
        except StorageError as error:
            return ImportResult(errors=(_save_error_text(label, error),))
        losses_note = f", which cuts {losses}" if losses else ""
        return ImportResult(
            (f"{label}: {new_count} new on the board{losses_note}; the file is kept whole as {backup_name}",),
            has_new_high_scores=True,
        )

    def _put_high_scores(self, data: bytes) -> str | None:
        """Write the bytes to PYRAMID.HGH unless entries would be lost; return what was done, None if they would."""
        with self._store.lock(HIGH_SCORES_FILE_NAME):
            try:
                current_data = self._store.read(HIGH_SCORES_FILE_NAME)
                if current_data == data:
                    return "it is the board already"
                if (
                    current_data is None
                    or decode_any_high_scores(current_data, self._layouts) == make_empty_high_scores()
                ):
                    self._store.write(HIGH_SCORES_FILE_NAME, data)
                    return "it is the board now"
            except (CorruptFileError, FormatError):
                backup_name = self._store.rename_to_backup(HIGH_SCORES_FILE_NAME)
                self._store.write(HIGH_SCORES_FILE_NAME, data)
                return f"it is the board now, the broken one is kept as {backup_name}"
        return None

    # Decks

    def _import_decks(self, file: ImportFile, sidecar: ImportFile | None, label: str) -> None:
        card_order = None
        try:
            card_order = parse_card_order(_decode_file_text(sidecar), sidecar.name) if sidecar else None
            decode_any_decks(file.data, self._layouts, card_order, _make_blank_decks)
        except FormatError as error:
            self.errors.append(f"{file.name}: {error}")
            return
        was_replaced = self._put(DECKS_FILE_NAME, file.data, label)
        self.has_new_decks = True
        if sidecar is not None:
            self._put_card_order(sidecar)
        elif (
            was_replaced
            and (current_order := self._store.read(_CARD_ORDER_NAME)) is not None
            and not is_disk_text(current_order)
        ):
            # The old card order was written for other decks.
            self.lines.append(
                f"{_CARD_ORDER_NAME}: of the cards before, kept as {self._store.rename_to_backup(_CARD_ORDER_NAME)}"
            )

    def _put_card_order(self, sidecar: ImportFile) -> None:
        with self._saving(sidecar.name):
            self._move_text_away()
            self._put(_CARD_ORDER_NAME, sidecar.data, f"{sidecar.name}: the order of the cards")
            self.has_new_decks = True

    def _move_text_away(self) -> None:
        with suppress(CorruptFileError), self._store.lock(_CARD_ORDER_NAME):
            current_data = self._store.read(_CARD_ORDER_NAME) or b""
            if is_disk_text(current_data):
                text_name_used = store_disk_text(
                    self._store, _CARD_ORDER_NAME, current_data, (*_RESERVED_TEXT_NAMES, _CARD_ORDER_NAME)
                )
                self._store.remove(_CARD_ORDER_NAME)
                self.lines.append(f"{_CARD_ORDER_NAME}: the text of that name is kept as {text_name_used}")

    def _put(self, name: str, data: bytes, label: str) -> bool:
        """Write a file after copying a different current one to .BAK; return whether there was one."""
        backup_name = None
        with self._saving(label):
            backup_name = replace_with_backup(self._store, name, data, replace_link=True)
            text = f"now used, the one before is kept as {backup_name}" if backup_name else "now used"
            self.lines.append(f"{label}: {'it is there already' if backup_name is None else text}")
        return bool(backup_name)

    @contextmanager
    def _saving(self, label: str) -> Iterator[None]:
        try:
            yield
        except StorageError as error:
            self.errors.append(_save_error_text(label, error))


def _strip_folder(line: str, path: str) -> str:
    """Return the line without the folder of the path at its start: a long path would fill the screen."""
    return line.removeprefix(str(Path(path).parent / "_")[:-1]) if Path(path).name else line


def _save_error_text(label: str, error: StorageError) -> str:
    return f"{label}: cannot be saved: {error}"


def _decode_file_text(file: ImportFile) -> str:
    return decode_text(file.data, "replace")


def _is_card_order(file: ImportFile) -> bool:
    return file.dos_name.endswith(".TXT") and is_card_order_text(_decode_file_text(file))


def _describe_other_kind(data: bytes) -> str:
    # Other bytes can look like a picture of a few pixels.
    is_picture = infer_image_layout(data, min_side_px=8) is not None
    return "a picture of Borland's BGI, but no deck of cards" if is_picture else "nothing of this game"


def _make_blank_decks() -> tuple[Deck, Deck]:
    """Return blank decks in place of the built-in ones, which are enough to check whether a file can be used."""
    blank = Picture(CARD_WIDTH, CARD_HEIGHT, bytes(CARD_WIDTH * CARD_HEIGHT))
    deck = Deck((blank,) * FACE_COUNT, blank, blank)
    return deck, deck
