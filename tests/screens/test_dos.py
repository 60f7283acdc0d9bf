"""The DOS prompt's interpreter and its line: what is typed, and what comes of it."""

import re
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retro_pyramid import cp437
from retro_pyramid.features.dos import files as dos_names
from retro_pyramid.features.dos.files import CommandResult, assign_short_names, match_names
from retro_pyramid.features.dos.interpreter import DosInterpreter
from retro_pyramid.features.dos.prompt import MAX_LINE_LENGTH, CommandLineEditor
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.resources import read_asset_text
from retro_pyramid.storage.backends.dos_directory import DirEntry, DosDirectory


class Broken(Exception):
    """What the folder raises."""


class Folder(DosDirectory):
    """A data folder in memory."""

    def __init__(self, **files: bytes) -> None:
        self.files = {name.replace("_", "."): data for name, data in files.items()}
        self.ours: tuple[str, ...] = ()

    def list_entries(self) -> list[DirEntry]:
        return [DirEntry(name, len(data), (1991, 11, 5, 14, 3)) for name, data in sorted(self.files.items())]

    def read(self, name: str) -> bytes:
        if self.files[name] == b"bad":
            raise Broken(f"{name}: cannot be read")
        return self.files[name]

    def copy(self, name: str, new_name: str) -> str | None:
        kept = None
        if new_name in self.files:
            kept = f"{new_name}.BAK"
            self.files[kept] = self.files[new_name]
        self.files[new_name] = self.read(name)
        return kept

    def remove(self, name: str) -> str | None:
        data = self.files.pop(name)
        if ".BAK" in name:
            return None
        self.files[f"{name}.BAK"] = data
        return f"{name}.BAK"

    def is_read_only(self, name: str) -> bool:
        return name in self.ours

    def is_backup(self, name: str) -> bool:
        return ".BAK" in name

    def rename(self, name: str, new_name: str) -> None:
        self.files[new_name] = self.files.pop(name)

    def get_free_bytes(self) -> int | None:
        return 1_213_952


def dos(folder: Folder | None = None) -> DosInterpreter:
    return DosInterpreter(
        folder or Folder(PYRAMID_HGH=b"x" * 200, PYRAMID_CFG=b"one\ntwo\n"),
        {"PYRAMID": ("odm", "Pyramid"), "EMPYR": ("em", "EM's Pyramid")},
        "Version 1",
        Broken,
    )


def said(line: str, folder: Folder | None = None) -> str:
    return "\n".join(dos(folder).run_line(line).lines)


PYR = {"PYRAMID_HGH": b"x" * 200, "PYRAMID_CFG": b"one\ntwo\n"}


def folder_of(files: str) -> Folder:
    """A folder of files as a table tells them."""
    if files == "PYR":
        return Folder(**PYR)
    told = [file.partition("=") for file in files.split("; ") if file != "-"]
    return Folder(**{name: data.encode("latin-1") for name, _, data in told})


@pytest.mark.parametrize(
    ("does", "line"),
    [
        ("run odm", "PYRAMID"),
        ("run odm t", "pyramid_t"),
        ("run odm T 2", "__PYRAMID___T__2__"),
        ("run odm T", "PYRAMID.EXE_T"),
        ("run odm t", "pyramid.Exe_t"),
        ("run odm T", "PYRAMID/T"),
        ("run odm --help", "PYRAMID_/?"),
        ("run em -nosound --deal 61", "EMPYR_-nosound_--deal_61"),
        ("nothing", ""),
        ("nothing", "___"),
        ("nothing", "c:"),
        ("nothing", "cd.."),
        ("nothing", "cd_\\"),
        ("nothing", "CD_."),
        ("nothing", "cd_c:"),
        ("nothing", "CD_C:\\"),
        ("clear", "cls"),
        ("leave", "exit"),
    ],
)
def test_a_program_is_run_with_its_words_and_what_is_done_without_a_word(does: str, line: str) -> None:
    act, *words = does.split()
    run = (words[0], tuple(words[1:])) if words else None
    expected = CommandResult(launch_request=run, clears_screen=act == "clear", leaves_prompt=act == "leave")
    assert dos().run_line(line.replace("_", " ")) == expected


@pytest.mark.parametrize(
    ("line", "files", "words"),
    [
        ("win", "PYR", "Unknown command: win. Type HELP for a list of commands."),
        ("md games", "PYR", "Unknown command: md. Type HELP for a list of commands."),
        ("dir /x", "PYR", "DIR takes one name, /W and /P, not /X"),
        ("type pyramid.cfg", "PYR", "one\ntwo\n"),
        ("type nothing.txt", "PYR", "No file here is called nothing.txt"),
        ("type *.*", "PYR", "*.* means 2 files: one is expected here"),
        ("type", "PYR", "TYPE takes the name of one file: TYPE PYRAMID.CFG"),
        ("type a.b", "A_B=\x00\x01\x02", "A.B is no text"),
        ("type a.b", "A_B=bad", "A.B: cannot be read"),
        ("type a.b", "A_B=\x03 caf\x82\r\nx\x1ahidden", "A.B is no text"),
        ("type a.b", "A_B=caf\x82\r\nx\x1ahidden", "café\nx\n"),
        ("type a.b", "A_B=â\x99¥ ä¸\xad", "♥ ?\n"),
        ("type a.b", "A_B=" + "x" * 100, "x" * 80 + "\nxxxxxxxxxxxxxxxxxxxx\n"),
        ("type a.b", "A_B=Press ^C or ^S.\r\n", "Press ^C or ^S.\n"),
        ("cd", "PYR", "C:\\\n"),
        ("cd dos", "PYR", "There is no folder dos: all files of the game lie in C:\\"),
        ("ver", "PYR", "\nVersion 1\n"),
        ("copy a.b a.b", "A_B=a", "A file cannot be copied on to itself"),
        ("ren a.b c.d", "A_B=a; C_D=c", "C.D is there already"),
        ("ren *.pyr *.old", "A_PYR=; B_OLD=; B_PYR=", "B.OLD is there already"),
        ("copy ?.old x.?", "A_OLD=; B_OLD=", "Several files would be called the same by X.?"),
        ("copy *.old *.*", "A_OLD=; B_OLD=", "A file cannot be copied on to itself"),
        ("copy a?.x ?b.x", "AA_X=; AB_X=", "Several files would be called the same by ?B.X"),
        ("ren aa.x bb.x", "AA_X=; BB_X=", "BB.X is there already"),
    ],
)
def test_what_is_said_to_a_line(line: str, files: str, words: str) -> None:
    assert said(line, folder_of(files)) == words


@pytest.mark.parametrize(
    ("line", "files", "words"),
    [
        ("a:", "PYR", "There is no drive A:"),
        ("dir", "PYR", "PYRAMID  HGH        200  11-05-91   2:03p\n"),
        ("dir", "PYR", "        2 files           208 bytes\n                      1213952 bytes free"),
        ("dir c:", "PYR", "2 files           208 bytes"),
        ("dir \\", "PYR", "2 files           208 bytes"),
        ("DIR C:\\", "PYR", "2 files           208 bytes"),
        ("dir .", "PYR", "2 files           208 bytes"),
        ("dir pyramid", "PYR", "2 files"),
        ("dir pyr*", "PYR", "2 files"),
        ("dir pyr*", "PYR_A=; X_B=", "1 file "),
        ("dir", "-", "None is called *.*"),
        ("dir *.", "PYR", "None is called *."),
        ("dir *.txt", "PYR", "None is called *.txt"),
        ("dir \\dos\\x", "PYR", "there is no other folder"),
        ("copy a.b", "A_B=a", "COPY takes two names"),
        ("copy a.b longer-than-it.may", "A_B=a", "cannot be a name"),
        ("copy a.b ..\\c.d", "A_B=a", "there is no other folder"),
        ("ren *.old x", "A_OLD=; B_OLD=", "the second name needs a * or ?"),
        ("copy ?b.x ab.x", "AB_X=; BB_X=", "the second name needs a * or ? for them"),
        ("copy a.b CON", "A_B=a", "is a device"),
        ("copy a.b con.txt", "A_B=a", "is a device"),
        ("copy a.b LPT1.PRN", "A_B=a", "is a device"),
        ("copy a.b COM9.X", "A_B=a", "is a device"),
        ("ren a.b CON", "A_B=a", "is a device"),
        ("ren a.b con.txt", "A_B=a", "is a device"),
        ("ren a.b LPT1.PRN", "A_B=a", "is a device"),
        ("ren a.b COM9.X", "A_B=a", "is a device"),
        ("copy a.b X.LCK", "A_B=a", "the game's own endings"),
        ("copy a.b x.tmp", "A_B=a", "the game's own endings"),
        ("ren a.b X.LCK", "A_B=a", "the game's own endings"),
        ("ren a.b x.tmp", "A_B=a", "the game's own endings"),
        ("help", "PYR", "DIR"),
        ("help", "PYR", "TYPE"),
        ("help", "PYR", "COPY"),
        ("help", "PYR", "REN"),
        ("help", "PYR", "DEL"),
        ("help", "PYR", "CLS"),
        ("help", "PYR", "VER"),
        ("help", "PYR", "EXIT"),
        ("help", "PYR", "PYRAMID"),
        ("help", "PYR", "EMPYR"),
        ("help", "PYR", "F3"),
    ],
)
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
    assert dos().run_line(line).is_paged == ("/p" in line)


ARTICLE = b"Games SG a images title 1,2 ^CA ^BFINE^B GAME\r\n\r\n^STHE RULES^S\r\nTake\r\n^1cards^0.\r\n^FGAME.EXE\r\n"


def test_type_lays_an_article_out_and_stops_at_the_end_of_the_screen() -> None:
    shown = dos(Folder(A_TXT=ARTICLE)).run_line("type a.txt")
    head = f"{'':33}Games\n\n{'':30}A FINE GAME\n\n"
    assert ("\n".join(shown.lines), shown.is_paged) == (f"{head}THE RULES\nTake cards.\nGAME.EXE\n", True)


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
    folder.copy = lambda name, new_name: folder.files.update({new_name: folder.files[name]})  # type: ignore[method-assign]
    assert said("copy my.dec pyramid.dec", folder) == "1 file copied"
    assert folder.files["PYRAMID.DEC"] == b"mine"
    assert answered(folder, "ren my.dec pyramid.exe")[1:] == ["MY.DEC is PYRAMID.EXE now"]


# Changing


def answered(folder: Folder, line: str) -> Sequence[str]:
    """The question that a line leads to, before anything is changed, and what is said after Y; or what is said."""
    before = dict(folder.files)
    outcome = dos(folder).run_line(line)
    if outcome.question is None:
        return outcome.lines
    assert folder.files == before
    return [outcome.question.text, *outcome.question.on_yes().lines]


@pytest.mark.parametrize(
    "row",
    [
        ("A_B=a; C_D=c", "copy a.b x.y", "1 file copied", "A_B=a; C_D=c; X_Y=a"),
        (
            "A_B=a; C_D=c",
            "copy a.b c.d",
            (
                "C.D is there already. Write over it (Y/N)?|The one that was there is kept as "
                "C.D.BAK|1 file copied"
            ),
            "A_B=a; C_D=a; C_D_BAK=c",
        ),
        (
            "A_B=a; C_D=c; E_BAK=e",
            "del a.b",
            "Delete A.B (Y/N)?|Kept as A.B.BAK|1 file deleted",
            "erase e.bak",
            "Delete E.BAK for good (Y/N)?|1 file deleted",
            "del *.*",
            "Delete 2 files, 1 of them for good (Y/N)?|Kept as C.D.BAK|2 files deleted",
            "C_D_BAK=c",
        ),
        ("A_B=a; C_D=c", "rename a.b e.f", "Rename A.B to E.F (Y/N)?|A.B is E.F now", "E_F=a; C_D=c"),
        (
            "A_PYR=a; B_PYR=b; B_OLD=x",
            "copy *.pyr *.old",
            (
                "B.OLD is there already. Write over it (Y/N)?|The one that was there is kept "
                "as B.OLD.BAK|2 files copied"
            ),
            "ren ?.pyr ?1.*",
            "Rename 2 files (Y/N)?|A.PYR is A1.PYR now|B.PYR is B1.PYR now",
            "A_OLD=a; A1_PYR=a; B_OLD=b; B_OLD_BAK=x; B1_PYR=b",
        ),
        (
            "A_B=a; my games_pyr=games",
            "ren a.b mygame~1.pyr",
            "MYGAME~1.PYR is there already",
            "copy a.b mygame~1.pyr",
            (
                "my games.pyr is there already. Write over it (Y/N)?|The one that was there is "
                "kept as my games.pyr.BAK|1 file copied"
            ),
            "ren mygame~1.pyr m.pyr",
            "Rename my games.pyr to M.PYR (Y/N)?|my games.pyr is M.PYR now",
            "A_B=a; my games_pyr_BAK=games; M_PYR=a",
        ),
    ],
)
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
    short = assign_short_names(names)
    assert short == {
        "PYRAMID.HGH": "PYRAMID.HGH",
        "PYRAMID.HGH.BAK": "PYRAMI~1.BAK",
        "PYRAMID.HGH.BAK2": "PYRAMI~2.BAK",
        "pyramid.hgh": "PYRAMI~1.HGH",
        "a b": "AB~1",
        ".x": "FILE~1.X",
        "é.txt": "FILE~1.TXT",
    }
    assert match_names("pyrami~2.bak", short) == ["PYRAMID.HGH.BAK2"]
    assert match_names("PYRAMID.HGH.BAK2", short) == ["PYRAMID.HGH.BAK2"]


@given(st.lists(st.text(min_size=1, max_size=20), unique=True, max_size=8))
def test_every_name_has_a_short_one_of_its_own(names: list[str]) -> None:
    short = assign_short_names(names)
    assert list(short) == names
    assert len(set(short.values())) == len(names)
    parts = [name.partition(".") for name in short.values()]
    assert all(1 <= len(base) <= 8 and len(extension) <= 3 for base, _, extension in parts)


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("*.*", "ABC.TXT ABCD X.PYR"),
        ("*", "ABC.TXT ABCD X.PYR"),
        ("*.", "ABCD"),
        ("ABC?.*", "ABC.TXT ABCD"),
        ("A*.T?T", "ABC.TXT"),
        ("?.PYR", "X.PYR"),
        ("ABCDEFGHI*", ""),
    ],
)
def test_patterns_compare_place_by_place(pattern: str, found: str) -> None:
    assert match_names(pattern, {name: name for name in ("ABC.TXT", "ABCD", "X.PYR")}) == found.split()


# Anything


@given(st.one_of(st.text(max_size=60), st.from_regex(r"(dir|type|copy|del|ren|cd) ?[a-z*?./\\: ]{0,30}")))
def test_no_line_breaks_the_interpreter_and_all_it_says_can_be_shown(line: str) -> None:
    outcome = dos().run_line(line)
    words = [*outcome.lines, *([outcome.question.text] if outcome.question else [])]
    for row in words:
        assert len(row) <= 2 * COLUMNS
        cp437.encode(row)


@given(st.binary(max_size=300))
def test_no_file_breaks_type(data: bytes) -> None:
    rows = dos(Folder(A_B=data)).run_line("type a.b").lines
    assert all(len(row) <= COLUMNS for row in rows)
    cp437.encode("".join(rows))


# The line


def typed(line: CommandLineEditor, *keys: str) -> CommandLineEditor:
    for key in keys:
        if len(key) > 1 and key.isupper():
            line.handle_key(key, "")
        else:
            for char in key:
                line.handle_key(char, char)
    return line


@pytest.mark.parametrize(
    ("before", "keys", "text", "cursor"),
    [
        ("", "dir HOME x", "xir", "1"),
        ("", "dir HOME x INSERT y", "xyir", "2"),
        ("", "dir HOME x INSERT y DELETE BACKSPACE END LEFT DELETE", "x", "1"),
        ("", "dir ESC", "", "0"),
        ("type_a.txt", "F1 F1", "ty", "2"),
        ("type_a.txt", "F1 F1 F3", "type_a.txt", "10"),
        ("type_a.txt", "F3 ESC copy F3", "copy_a.txt", "10"),
        ("", "F3 F1", "", "0"),
        ("one two two   three", "UP ", "three", "5"),
        ("one two two   three", "UP UP ", "two", "3"),
        ("one two two   three", "UP UP UP ", "one", "3"),
        ("one two two   three", "UP UP UP UP ", "one", "3"),
        ("one two three", "UP UP UP DOWN ", "two", "3"),
        ("one two three", "UP UP UP DOWN DOWN ", "three", "5"),
        ("one two three", "UP UP UP DOWN DOWN DOWN ", "", "0"),
        ("one two three", "UP UP UP DOWN DOWN DOWN DOWN ", "", "0"),
        ("", "x" * 200, "x" * 127, "127"),
        ("", "x" * 200 + " HOME y", "y" + "x" * 126, "1"),
    ],
)
def test_the_line_is_edited_as_in_dos(before: str, keys: str, text: str, cursor: str) -> None:
    line = CommandLineEditor()
    for one in before.split(" "):
        typed(line, one).submit()
    typed(line, *keys.split())
    assert (line.text, line.cursor) == (text, int(cursor))


KEYS = (
    *("LEFT", "RIGHT", "F1", "F3", "HOME", "END", "UP", "DOWN", "BACKSPACE", "DELETE", "INSERT", "ESC"),
    *("ENTER", "a", "b"),
)


@given(st.lists(st.sampled_from(KEYS)))
def test_the_cursor_stays_in_the_line(keys: list[str]) -> None:
    line = CommandLineEditor()
    for key in keys:
        if key == "ENTER":
            line.submit()
        else:
            line.handle_key(key, key if len(key) == 1 else "")
        assert 0 <= line.cursor <= len(line.text) <= MAX_LINE_LENGTH


def test_thousands_of_names_that_begin_alike_are_shortened_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    tilded = dos_names._numbered_names

    def counted(*parts: str) -> Iterator[str]:
        for name in tilded(*parts):
            tried.append(name)
            yield name

    monkeypatch.setattr(dos_names, "_numbered_names", counted)
    shorts = assign_short_names([f"chapter long {number}.txt" for number in range(3000)])
    assert len(set(shorts.values())) == 3000
    assert len(tried) == 3000


def test_the_usage_of_the_program_stands_in_four_columns_of_one_screen() -> None:
    _, head, *lines, last = read_asset_text("dos/usage.txt").splitlines()
    assert (head, last) == ("PYRAMID [T] [2] [words]", "")
    for line in lines:
        assert len(line) < COLUMNS
        starts = [found.start() for found in re.finditer(r"(?<=  )\S", line)]
        assert starts == [2, 21, 46, 59], line
