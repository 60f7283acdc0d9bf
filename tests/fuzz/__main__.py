"""Coverage-guided fuzzing: `python -m tests.fuzz NAME --minutes 10` (needs `pip install '.[fuzz]'`).

NAME is one of the targets (tests.fuzz.targets), or `all`, one after another. Inputs that reached new code are kept
in tests/fuzz/corpus/NAME with `--keep`, and are where the next run starts; the small kept corpus is in the repository
and runs with the tests. A finding (a traceback, more than a second, more than 64 MiB beyond the start) ends the run
with its input in tests/fuzz/findings.
"""

import argparse
import importlib
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
MEMORY_MIB = 64
SECONDS = 1


def fuzz(name: str, minutes: float, keep: bool) -> None:
    """Fuzz one target in this process; libFuzzer ends the process."""
    atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["retro_pyramid", "tests.fuzz.targets"]):
        targets = importlib.import_module("tests.fuzz.targets")
    findings = HERE / "findings"
    findings.mkdir(exist_ok=True)
    corpus = HERE / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    working = Path(tempfile.mkdtemp(prefix=f"fuzz-{name}-"))
    folders = [str(corpus)] if keep else [str(working), str(corpus)]
    counts = [0, 0]
    start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def once(data: bytes) -> None:
        counts[0] += 1
        began = time.process_time()
        counts[1] += targets.run(name, data)
        assert time.process_time() - began < SECONDS, "too slow"
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - start
        assert grown < MEMORY_MIB * 1024, f"{grown} KiB more"
        if counts[0] % 1000 == 0:
            print(f"{name}: {counts[0]} inputs, {counts[1]} taken, {grown} KiB more", file=sys.stderr)

    options = [
        f"-max_total_time={int(60 * minutes)}",
        "-max_len=2400",
        f"-artifact_prefix={findings}/{name}-",
    ]
    options += ["-timeout=10", "-print_final_stats=1", "-reload=0"]
    atheris.Setup([sys.argv[0], *options, *folders], once)
    atheris.Fuzz()


def main(words: Sequence[str]) -> int:
    """Fuzz what the words say; the exit code is 0 when nothing was found."""
    from tests.fuzz.targets import TARGETS

    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("name", choices=(*TARGETS, "all"))
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--keep", action="store_true", help="put new inputs into the kept corpus")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args(list(words))
    if arguments.here:
        for module in [
            name for name in sys.modules if name.startswith(("retro_pyramid", "tests.fuzz.targets"))
        ]:
            del sys.modules[module]
        fuzz(arguments.name, arguments.minutes, arguments.keep)
    failed = 0
    for name in TARGETS if arguments.name == "all" else (arguments.name,):
        command = [sys.executable, "-m", "tests.fuzz", name, "--minutes", str(arguments.minutes), "--here"]
        failed += subprocess.run(command + ["--keep"] * arguments.keep, check=False).returncode != 0
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
