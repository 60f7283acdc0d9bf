"""The DOS prompt's interpreter and its line: what is typed, and what comes of it."""

import re
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retro_pyramid import cp437
from retro_pyramid.features.dos import files as dos_names
from retro_pyramid.features.dos.files import Outcome, matching, short_names
from retro_pyramid.features.dos.interpreter import Dos
from retro_pyramid.features.dos.prompt import LONGEST, CommandLine
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.resources import asset_text
from retro_pyramid.storage.backends.dos_directory import Directory, Found
from tests.tables import table


class Broken(Exception):
    """What the folder raises."""


class Folder(Directory):
    """A data folder in memory."""

    def __init__(self, **files: bytes) -> None:
        self.files = {name.replace("_", "."): data for name, data in files.items()}
        self.ours: tuple[str, ...] = ()

    def entries(self) -> list[Found]:
        return [Found(name, len(data), (1991, 11, 5, 14, 3)) for name, data in sorted(self.files.items())]

    def read(self, name: str) -> bytes:
        if self.files[name] == b"bad":
            raise Broken(f"{name}: cannot be read")
        return self.files[name]

    def copy(self, name: str, new: str) -> str | None:
        kept = None
        if new in self.files:
            kept = f"{new}.BAK"
            self.files[kept] = self.files[new]
        self.files[new] = self.read(name)
        return kept

    def remove(self, name: str) -> str | None:
        data = self.files.pop(name)
        if ".BAK" in name:
            return None
        self.files[f"{name}.BAK"] = data
        return f"{name}.BAK"

    def is_read_only(self, name: str) -> bool:
        return name in self.ours

    def is_kept(self, name: str) -> bool:
        return ".BAK" in name

    def rename(self, name: str, new: str) -> None:
        self.files[new] = self.files.pop(name)

    def free(self) -> int | None:
        return 1_213_952


def dos(folder: Folder | None = None) -> Dos:
    return Dos(
        folder or Folder(PYRAMID_HGH=b"x" * 200, PYRAMID_CFG=b"one\ntwo\n"),
        {"PYRAMID": ("odm", "Pyramid"), "EMPYR": ("em", "EM's Pyramid")},
        "Version 1",
        Broken,
    )


def said(line: str, folder: Folder | None = None) -> str:
    return "\n".join(dos(folder).run(line).lines)


PYR = {"PYRAMID_HGH": b"x" * 200, "PYRAMID_CFG": b"one\ntwo\n"}


def folder_of(files: str) -> Folder:
    """A folder of files as a table tells them."""
    if files == "PYR":
        return Folder(**PYR)
    told = [file.partition("=") for file in files.split("; ") if file != "-"]
    return Folder(**{name: data.encode("latin-1") for name, _, data in told})


@pytest.mark.parametrize(("does", "line"), table(__file__, "runs"))
def test_a_program_is_run_with_its_words_and_what_is_done_without_a_word(does: str, line: str) -> None:
    act, *words = does.split()
    run = (words[0], tuple(words[1:])) if words else None
    expected = Outcome(run=run, clear=act == "clear", leave=act == "leave")
    assert dos().run(line.replace("_", " ")) == expected


@pytest.mark.parametrize(("line", "files", "words"), table(__file__, "said"))
def test_what_is_said_to_a_line(line: str, files: str, words: str) -> None:
    assert said(line, folder_of(files)) == words


@pytest.mark.parametrize(("line", "files", "words"), table(__file__, "words"))
def test_what_is_said_to_a_line_has_these_words(line: str, files: str, words: str) -> None:
    folder = folder_of(files)
    before = dict(folder.files)
    assert words in said(line, folder)
    assert folder.files == before


@pytest.mark.parametrize(
    "line", ["dir *.hgh", "DIR PYRAMID.HGH", "dir/w *.HGH", "dir c:\\pyramid.h?h", "dir *.hgh /p"]
)
def test_dir_takes_patterns_and_switches(line: str) -> None:
    words = said(line)
    assert ("PYRAMID  HGH" in words, "CFG" in words, "1 file " in words) == (True, False, True)
    assert dos().run(line).pause == ("/p" in line)


ARTICLE = b"Games SG a images title 1,2 ^CA ^BFINE^B GAME\r\n\r\n^STHE RULES^S\r\nTake\r\n^1cards^0.\r\n^FGAME.EXE\r\n"


def test_type_lays_an_article_out_and_stops_at_the_end_of_the_screen() -> None:
    shown = dos(Folder(A_TXT=ARTICLE)).run("type a.txt")
    head = f"{'':33}Games\n\n{'':30}A FINE GAME\n\n"
    assert ("\n".join(shown.lines), shown.pause) == (f"{head}THE RULES\nTake cards.\nGAME.EXE\n", True)


def test_what_is_read_only_is_neither_deleted_nor_renamed_and_gives_way() -> None:
    folder = Folder(A_B=b"a", PYRAMID_EXE=b"MZ", PYRAMID_DEC=b"cards")
    folder.ours = ("PYRAMID.EXE", "PYRAMID.DEC")
    for line in ("del pyramid.exe", "ren pyramid.exe a.exe"):
        assert said(line, folder) == "PYRAMID.EXE is read-only"
    assert said("del p*.*", folder) == "These 2 files are read-only"
    assert answered(folder, "del *.*")[0] == "Delete A.B, but not 2 read-only (Y/N)?"
    assert set(folder.files) == {"A.B.BAK", "PYRAMID.EXE", "PYRAMID.DEC"}
    # Cards of the player's come in their place, unasked: nothing is lost.
    folder.files["MY.DEC"] = b"mine"
    folder.copy = lambda name, new: folder.files.update({new: folder.files[name]})  # type: ignore[method-assign]
    assert said("copy my.dec pyramid.dec", folder) == "1 file copied"
    assert folder.files["PYRAMID.DEC"] == b"mine"
    assert answered(folder, "ren my.dec pyramid.exe")[1:] == ["MY.DEC is PYRAMID.EXE now"]


# Changing


def answered(folder: Folder, line: str) -> Sequence[str]:
    """The question that a line leads to, before anything is changed, and what is said after Y; or what is said."""
    before = dict(folder.files)
    outcome = dos(folder).run(line)
    if outcome.ask is None:
        return outcome.lines
    assert folder.files == before
    return [outcome.ask.words, *outcome.ask.yes().lines]


@pytest.mark.parametrize("row", table(__file__, "changes"))
def test_what_changes_files_is_asked_before_and_keeps_what_was_there(row: tuple[str, ...]) -> None:
    files, *acts, then = row
    folder = folder_of(files)
    for line, words in zip(acts[::2], acts[1::2], strict=True):
        assert "|".join(answered(folder, line)) == words
    assert folder.files == folder_of(then).files


def test_del_tells_what_was_done_before_a_failure() -> None:
    class Stubborn(Folder):
        def remove(self, name: str) -> str | None:
            if name == "C.D":
                raise Broken("C.D: Permission denied")
            return super().remove(name)

    folder = Stubborn(A_B=b"a", C_D=b"c", E_F=b"e")
    told = list(answered(folder, "del *.*")[1:])
    assert told == ["Kept as A.B.BAK", "C.D: Permission denied", "1 file deleted"]
    assert folder.files == {"A.B.BAK": b"a", "C.D": b"c", "E.F": b"e"}


def test_of_names_that_differ_in_their_case_each_can_be_meant() -> None:
    folder = Folder(CON=b"large", con=b"small")
    assert [said(line, folder) for line in ("type con", "type con~1")] == ["large\n", "small\n"]


# Names


def test_long_names_become_short_and_none_is_given_twice() -> None:
    names = ["PYRAMID.HGH", "PYRAMID.HGH.BAK", "PYRAMID.HGH.BAK2", "pyramid.hgh", "a b", ".x", "é.txt"]
    short = short_names(names)
    assert short == {
        "PYRAMID.HGH": "PYRAMID.HGH",
        "PYRAMID.HGH.BAK": "PYRAMI~1.BAK",
        "PYRAMID.HGH.BAK2": "PYRAMI~2.BAK",
        "pyramid.hgh": "PYRAMI~1.HGH",
        "a b": "AB~1",
        ".x": "FILE~1.X",
        "é.txt": "FILE~1.TXT",
    }
    assert matching("pyrami~2.bak", short) == ["PYRAMID.HGH.BAK2"]
    assert matching("PYRAMID.HGH.BAK2", short) == ["PYRAMID.HGH.BAK2"]


@given(st.lists(st.text(min_size=1, max_size=20), unique=True, max_size=8))
def test_every_name_has_a_short_one_of_its_own(names: list[str]) -> None:
    short = short_names(names)
    assert list(short) == names
    assert len(set(short.values())) == len(names)
    parts = [name.partition(".") for name in short.values()]
    assert all(1 <= len(base) <= 8 and len(extension) <= 3 for base, _, extension in parts)


@pytest.mark.parametrize(("pattern", "found"), table(__file__, "patterns"))
def test_patterns_compare_place_by_place(pattern: str, found: str) -> None:
    assert matching(pattern, {name: name for name in ("ABC.TXT", "ABCD", "X.PYR")}) == found.split()


# Anything


@given(st.one_of(st.text(max_size=60), st.from_regex(r"(dir|type|copy|del|ren|cd) ?[a-z*?./\\: ]{0,30}")))
def test_no_line_breaks_the_interpreter_and_all_it_says_can_be_shown(line: str) -> None:
    outcome = dos().run(line)
    words = [*outcome.lines, *([outcome.ask.words] if outcome.ask else [])]
    for row in words:
        assert len(row) <= 2 * COLUMNS
        cp437.encode(row)


@given(st.binary(max_size=300))
def test_no_file_breaks_type(data: bytes) -> None:
    rows = dos(Folder(A_B=data)).run("type a.b").lines
    assert all(len(row) <= COLUMNS for row in rows)
    cp437.encode("".join(rows))


# The line


def typed(line: CommandLine, *keys: str) -> CommandLine:
    for key in keys:
        if len(key) > 1 and key.isupper():
            line.key(key, "")
        else:
            for char in key:
                line.key(char, char)
    return line


@pytest.mark.parametrize(("before", "keys", "text", "cursor"), table(__file__, "editing"))
def test_the_line_is_edited_as_in_dos(before: str, keys: str, text: str, cursor: str) -> None:
    line = CommandLine()
    for one in before.split(" "):
        typed(line, one).enter()
    typed(line, *keys.split())
    assert (line.text, line.cursor) == (text, int(cursor))


KEYS = (
    *("LEFT", "RIGHT", "F1", "F3", "HOME", "END", "UP", "DOWN", "BACKSPACE", "DELETE", "INSERT", "ESC"),
    *("ENTER", "a", "b"),
)


@given(st.lists(st.sampled_from(KEYS)))
def test_the_cursor_stays_in_the_line(keys: list[str]) -> None:
    line = CommandLine()
    for key in keys:
        if key == "ENTER":
            line.enter()
        else:
            line.key(key, key if len(key) == 1 else "")
        assert 0 <= line.cursor <= len(line.text) <= LONGEST


def test_thousands_of_names_that_begin_alike_are_shortened_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    tilded = dos_names._tilded

    def counted(*parts: str) -> Iterator[str]:
        for name in tilded(*parts):
            tried.append(name)
            yield name

    monkeypatch.setattr(dos_names, "_tilded", counted)
    shorts = short_names([f"chapter long {number}.txt" for number in range(3000)])
    assert len(set(shorts.values())) == 3000
    assert len(tried) == 3000


def test_the_usage_of_the_program_stands_in_four_columns_of_one_screen() -> None:
    _, head, *lines, last = asset_text("dos/usage.txt").splitlines()
    assert (head, last) == ("PYRAMID [T] [2] [words]", "")
    for line in lines:
        assert len(line) < COLUMNS
        starts = [found.start() for found in re.finditer(r"(?<=  )\S", line)]
        assert starts == [2, 21, 46, 59], line
