"""Small changes to the program that a test should notice: `python -m tests.mutants FOLDER --seed 1991 --count 300`.

Cosmic Ray's operators make the changes, one to a line: the rooms share them in proportion to their code, and a seed draws
them by what the line says, so that the same ones are drawn where other lines have changed. Nothing is drawn that cannot
fail: annotations, what only a type checker reads, names of types, caches, `==` against `is`, and the changes that make no
difference, which `mutants.txt` holds, each with the reason.

First the tests run once under coverage. Then, for each mutant, those run that ran its line, the quick ones first, and after
them those that ran its file, until one fails, in a process forked from one that has read them all: there the function is
exchanged. What is done when a module is imported needs a new process. No file is ever changed. Tests of windows, terminals
and browsers are left out, and the three files that they alone reach: they run the program in a process of its own (the rest
of `page/` is tested without a browser as well; the page's JavaScript is no part of this). What is found is kept in FOLDER:
a second run goes on from there. POSIX only.
"""

import argparse
import ast
import gc
import hashlib
import itertools
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "retro_pyramid"
LEAST = 5
"""Mutants of the smallest room."""
SECONDS = 90.0
"""How long the tests of one mutant take, at most, as measured under coverage."""
ENOUGH = 60.0
"""How long the rows of one test take, at most, when coverage is gathered."""
AT_ONCE = 6
"""Files of tests that a new process reads: most mutants are caught by the first."""
MEMORY = 6 << 30
ELSEWHERE = ("page/browser.py", "page/probe.py", "machine/window/crt_shader.py")
"""What runs in a browser or on a graphics card alone."""
APART = ("window", "terminal", "web", "test_bench.py", "test_layers.py", "test_release.py", "test_unread.py")
UNHEARD = re.compile(r"Variable(Replacer|Inserter)|_(Is|IsNot)_(?!Is)|(?<!_Is)(?<!_IsNot)_(Is|IsNot)$")
SPEED = re.compile(r"@(cache|cached_property|lru_cache|abstractmethod)\b")
TYPE = re.compile(r"[A-Z]+[a-z]\w*")


class Mutant(NamedTuple):
    """One change: `code` is the changed file; it is `inside` a function, or done when the module is imported."""

    name: str
    path: str
    first: int
    line: int
    inside: bool
    was: str
    now: str
    code: str

    def __str__(self) -> str:
        return f"{self.name}  {self.path}:{self.line}: {self.was}  ->  {self.now}"


def chance(*words: object) -> str:
    """A number, in hexadecimal digits, that is the same for the same words."""
    return hashlib.sha256("\0".join(map(str, words)).encode()).hexdigest()


def lines_of(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def unread(tree: ast.AST) -> Iterator[ast.stmt | ast.expr]:
    """The parts of a module that make no difference when it runs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation:
            yield node.annotation
        elif isinstance(node, ast.FunctionDef) and node.returns:
            yield node.returns
        elif (
            isinstance(node, ast.ClassDef) and any("Protocol" in ast.unparse(base) for base in node.bases)
        ) or (
            (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
            or (isinstance(node, ast.Assign) and TYPE.fullmatch(ast.unparse(node.targets[0])))
        ):
            yield node


class Module:
    """A file of the program: `keys` has its lines of code, each with the words that stand for it in the draw."""

    def __init__(self, path: Path) -> None:
        self.path = path.relative_to(ROOT).as_posix()
        self.room = self.path.split("/")[1] if self.path.count("/") > 1 else "beside them"
        self.text = path.read_text(encoding="utf-8")
        self.lines = self.text.split("\n")
        tree = ast.parse(self.text)
        self.unread = [
            ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))
            for node in unread(tree)
        ]
        owner: dict[int, str] = {}
        self.seen: list[Any] = []
        self.first: dict[int, int] = {}
        self.inside: set[int] = set()
        for node in ast.walk(tree):  # outer ones come first
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                owner |= dict.fromkeys(lines_of(node), f"{owner.get(node.lineno, '')}.{node.name}")
            if isinstance(node, ast.FunctionDef):
                self.inside.update(*map(lines_of, node.body))
            if isinstance(node, ast.stmt):
                self.first |= dict.fromkeys(lines_of(node), node.lineno)
        said: Counter[str] = Counter()
        self.keys: dict[int, str] = {}
        for line in sorted({node.lineno for node in ast.walk(tree) if isinstance(node, ast.expr | ast.stmt)}):
            words = f"{self.path} {owner.get(line, '')} {self.lines[line - 1].strip()}"
            said[words] += 1
            self.keys[line] = f"{words} {said[words]}"

    def nodes(self) -> list[Any]:
        """What Cosmic Ray sees of the file."""
        from cosmic_ray.ast import ast_nodes, get_ast

        self.seen = self.seen or list(ast_nodes(get_ast(self.text)))
        return self.seen

    def mutant(self, line: int, seed: int) -> Mutant | None:
        """The change that a seed makes to a line, if there is one."""
        changes: dict[int, list[tuple[str, Any, int, int]]] = defaultdict(list)
        for number, node in enumerate(self.nodes()):
            if not node.start_pos[0] <= line <= node.end_pos[0] or node.type == "file_input":
                continue
            if (node.parent and node.parent.type == "parameters") or SPEED.match(node.get_code().strip()):
                continue
            for name, operator in operators().items():
                for index, (start, _) in enumerate(operator.mutation_positions(node)):
                    if start[0] == line and not any(a <= start < b for a, b in self.unread):
                        changes[start[1]].append((name, operator, number, index))
        for column in sorted(changes, key=lambda column: chance(seed, self.keys[line], column)):
            for name, operator, number, index in sorted(
                changes[column],
                key=lambda change: chance(seed, self.keys[line], column, change[0], change[3]),
            ):
                node = self.nodes()[number]
                at = next(i for i, child in enumerate(node.parent.children) if child is node)
                changed = operator.mutate(node, index)
                root = node.get_root_node()
                node.parent.children[at : at + 1] = [] if changed is None else [changed]
                code = root.get_code()
                self.seen = []
                try:
                    compile(code, self.path, "exec")
                except SyntaxError:
                    continue
                said = code.split("\n")
                same = len(said) == len(self.lines)
                now = said[line - 1].strip() if same else name
                found = chance(self.keys[line], name, column - len(self.lines[line - 1]), index)[:10]
                inside = same and line in self.inside
                was = self.lines[line - 1].strip()
                return Mutant(found, self.path, self.first[line], line, inside, was, now, code)
        return None


@cache
def operators() -> dict[str, Any]:
    """Cosmic Ray's own; it finds them only where parso has been imported before it."""
    import parso.python.tree  # noqa: F401
    from cosmic_ray.plugins import get_operator, operator_names

    return {name: get_operator(name)() for name in operator_names() if not UNHEARD.search(name)}


def drawn(seed: int, count: int) -> dict[str, list[Mutant]]:
    """The mutants of each room, as many in all as asked, but no fewer than `LEAST` of any."""
    rooms: dict[str, list[Module]] = defaultdict(list)
    for path in sorted((ROOT / PACKAGE).rglob("*.py")):
        if not path.as_posix().endswith(ELSEWHERE):
            module = Module(path)
            rooms[module.room].append(module)
    sizes = {room: sum(len(module.keys) for module in modules) for room, modules in rooms.items()}
    shares = {room: max(LEAST, round(count * size / sum(sizes.values()))) for room, size in sizes.items()}
    shares[max(shares, key=lambda room: shares[room])] += count - sum(shares.values())
    equivalent = {
        line.split()[0] for line in Path(__file__).with_suffix(".txt").read_text().splitlines() if line
    }
    chosen = {}
    for room, modules in rooms.items():
        places = [
            (chance(seed, key), module, line) for module in modules for line, key in module.keys.items()
        ]
        mutants = (
            module.mutant(line, seed) for _, module, line in sorted(places, key=lambda place: place[0])
        )
        new = (mutant for mutant in mutants if mutant and mutant.name not in equivalent)
        chosen[room] = list(itertools.islice(new, shares[room]))
    return chosen


def function_of(test: str) -> str:
    return test.split("[")[0]


class Gathering:
    """What pytest does while coverage is gathered: it tells the rows of a test apart, and what time they take."""

    def __init__(self, folder: Path) -> None:
        from coverage import Coverage

        self.folder = folder
        self.coverage = Coverage(folder / "coverage", source=[str(ROOT / PACKAGE)], config_file=False)
        self.coverage.start()
        self.seconds: dict[str, float] = {}
        self.spent: dict[str, float] = defaultdict(float)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.coverage.switch_context(item.nodeid)
        start = time.process_time()
        try:
            return (yield)
        finally:
            self.coverage.switch_context("")
            self.spent[function_of(item.nodeid)] += time.process_time() - start
            if item.nodeid in self.seconds:
                self.seconds[item.nodeid] = time.process_time() - start

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if self.spent[function_of(item.nodeid)] > ENOUGH:
            pytest.skip("enough rows")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.passed and report.when == "call":
            self.seconds[report.nodeid] = 0
        elif report.failed:
            self.seconds.pop(report.nodeid, None)

    def pytest_unconfigure(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        (self.folder / "seconds.json").write_text(json.dumps(self.seconds))


class Trial:
    """What pytest does in place of its tests: for each mutant it forks, and runs there the tests that were chosen."""

    def __init__(self, folder: Path) -> None:
        plan = json.loads((folder / "plan.json").read_text())
        self.plan: list[tuple[Mutant, dict[str, float]]] = [
            (Mutant(*mutant), tests) for mutant, tests in plan
        ]
        self.fates, self.last = folder / "fates.txt", folder / "last.txt"
        if not self.plan[0][0].inside:
            allow(120)
            imported(self.plan[0][0])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        functions: dict[str, list[FunctionType]] = defaultdict(list)
        gc.unfreeze()
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                functions[thing.__code__.co_filename].append(thing)
        gc.freeze()
        for mutant, tests in self.plan:
            self.last.write_text("")
            child = os.fork()
            if not child:
                code = 3
                try:
                    if mutant.inside:
                        imported(mutant)
                        exchange(mutant, functions[str(ROOT / mutant.path)])
                    code = self.outcome([items[test] for test in tests if test in items], tests)
                finally:
                    os._exit(code)
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            late = (-signal.SIGXCPU, -signal.SIGALRM)
            fate = "survived" if code == 0 else "timed-out" if code in late else "caught"
            if code != 3:
                with self.fates.open("a") as file:
                    print(mutant.name, fate, self.last.read_text(), file=file)
        return True

    def outcome(self, chosen: list[pytest.Item], seconds: dict[str, float]) -> int:
        """Run some tests: 1 as soon as one fails."""
        left = SECONDS
        for item, then in itertools.zip_longest(chosen, chosen[1:]):
            left -= seconds[item.nodeid]
            if left < 0:
                break
            allow(10 + 10 * seconds[item.nodeid])
            self.last.write_text(item.nodeid)
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=then)):
                return 1
        return 0


def allow(seconds: float) -> None:
    """End this process when it has worked for some seconds more, has waited for long, or takes all the memory."""
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    resource.setrlimit(resource.RLIMIT_CPU, (int(used + seconds), resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    signal.alarm(300)


def exchange(mutant: Mutant, functions: list[FunctionType]) -> None:
    """Give the functions of a module the code that they have in the changed file."""
    codes = dict(codes_of(compile(mutant.code, str(ROOT / mutant.path), "exec")))
    for function in functions:
        if function.__name__ != "<lambda>":
            function.__code__ = codes[function.__code__.co_qualname, function.__code__.co_firstlineno]


def codes_of(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    """The code of every function in a code, by its name and line."""
    yield (code.co_qualname, code.co_firstlineno), code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from codes_of(inner)


def imported(mutant: Mutant) -> None:
    """Let the changed file be imported in place of its own."""
    usual = SourceFileLoader.get_code

    def get_code(self: Any, fullname: str) -> CodeType | None:
        if Path(self.path) == ROOT / mutant.path:
            return compile(mutant.code, self.path, "exec")
        return usual(self, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """As a plugin of pytest: what is to be done stands in the environment.

    It begins before any conftest.py is read, which may import the changed file.
    """
    if folder := os.environ.get("MUTANTS_GATHER"):
        early_config.pluginmanager.register(Gathering(Path(folder)))
    elif folder := os.environ.get("MUTANTS_TRY"):
        early_config.pluginmanager.register(Trial(Path(folder)))


def run(folder: Path, task: str, *words: str) -> str:
    """Run pytest with this module as its plugin, and return what it said."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.mutants", "-p", "no:cacheprovider", "-n", "0"]
    surroundings = {**os.environ, task: str(folder), "PYTHONPATH": str(ROOT), "COVERAGE_CORE": "ctrace"}
    done = subprocess.run([*command, *words], cwd=ROOT, env=surroundings, capture_output=True, text=True)
    return done.stdout + done.stderr


class Tests:
    """Which tests run what, gathered in a folder."""

    def __init__(self, folder: Path) -> None:
        from coverage import CoverageData

        if not (folder / "seconds.json").exists():
            print(
                run(folder, "MUTANTS_GATHER", "tests", *(f"--ignore=tests/{name}" for name in APART))[-200:]
            )
        self.seconds: dict[str, float] = json.loads((folder / "seconds.json").read_text())
        self.data = CoverageData(str(folder / "coverage"))
        self.data.read()

    def ran(self, path: str) -> dict[int, list[str]]:
        """The tests that ran each line of a file; "" stands for what was done when it was imported."""
        found: dict[int, list[str]] = self.data.contexts_by_lineno(str(ROOT / path))
        return found

    def at_import(self, mutant: Mutant) -> bool:
        """Whether a new process must import a mutant to notice it."""
        return not mutant.inside or "" in self.ran(mutant.path).get(mutant.line, ())

    def of(self, mutant: Mutant) -> dict[str, float]:
        """Those that ran its line, then its file, else its folder, quick ones and one row of each first; their seconds."""
        ran = self.ran(mutant.path)
        groups = [
            [ran.get(number, []) for number in range(mutant.first, mutant.line + 1)],
            list(ran.values()),
        ]
        if not any(test for tests in ran.values() for test in tests):
            beside = (path.relative_to(ROOT) for path in (ROOT / mutant.path).parent.glob("*.py"))
            groups.append([tests for path in beside for tests in self.ran(str(path)).values()])
        found: dict[str, float] = {}
        for group in groups:
            rows: Counter[str] = Counter()
            order: list[tuple[int, int, str]] = []
            for test in sorted(
                self.seconds.keys() & set().union(*group) - found.keys(), key=self.seconds.__getitem__
            ):
                rows[function_of(test)] += 1
                order.append((rows[function_of(test)], len(order), test))
            found |= {test: self.seconds[test] for _, _, test in sorted(order)}
        return found


def files_of(tests: dict[str, float]) -> list[str]:
    return list(dict.fromkeys(test.split("::")[0] for test in tests))


def fates_in(folder: Path) -> dict[str, str]:
    file = folder / "fates.txt"
    return (
        {line.split()[0]: line.split()[1] for line in file.read_text().splitlines()} if file.exists() else {}
    )


def try_out(folder: Path, mutants: list[Mutant], tests: Tests) -> None:
    """Find out what becomes of mutants: those inside of functions at once, any other in a process of its own."""
    plan = folder / "plan.json"
    if inside := [(mutant, tests.of(mutant)) for mutant in mutants if not tests.at_import(mutant)]:
        plan.write_text(json.dumps(inside))
        run(folder, "MUTANTS_TRY", *files_of({test: 0 for _, chosen in inside for test in chosen}))
    done = fates_in(folder)
    for mutant in [mutant for mutant in mutants if mutant.name not in done]:
        chosen, left = tests.of(mutant), SECONDS
        files = files_of(chosen)
        while done.get(mutant.name, "survived") == "survived" and left > 0 and files:
            now, files = files[:AT_ONCE], files[AT_ONCE:]
            some = {test: seconds for test, seconds in chosen.items() if test.split("::")[0] in now}
            left -= sum(some.values())
            plan.write_text(json.dumps([(mutant._replace(inside=False), some)]))
            said = run(folder, "MUTANTS_TRY", *now)
            if mutant.name not in fates_in(folder):
                print(mutant, said[-500:])
            done = {mutant.name: "caught"} | fates_in(folder)
        if mutant.name not in fates_in(folder):
            with (folder / "fates.txt").open("a") as file:
                print(mutant.name, done.get(mutant.name, "survived"), file=file)


def main() -> int:
    """Try what has not been tried yet, and print what became of the mutants of every room."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1991)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--least", type=float, default=0.97, help="the part that is to be caught")
    said = parser.parse_args()
    folder = said.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    rooms = drawn(said.seed, said.count)
    mutants = [mutant for each in rooms.values() for mutant in each]
    try_out(folder, [mutant for mutant in mutants if mutant.name not in fates_in(folder)], Tests(folder))
    fates = fates_in(folder)
    print("| room | mutants | caught | of them by time | survived |", "|---|---|---|---|---|", sep="\n")
    for room, each in [*rooms.items(), ("all", mutants)]:
        ends = Counter(fates[mutant.name] for mutant in each)
        late, survived = ends["timed-out"], ends["survived"]
        print(f"| {room} | {len(each)} | {len(each) - survived} | {late} | {survived} |")
    lost = [mutant for mutant in mutants if fates[mutant.name] == "survived"]
    print(*lost, sep="\n")
    return 0 if len(lost) <= (1 - said.least) * len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
