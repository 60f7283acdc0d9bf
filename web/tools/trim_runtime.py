"""Trims the run-time for a self-hosted page: unused files are left out, the standard library is compiled.

The same files always give the same bytes. Needs the extra [page]: Node.js, which runs Pyodide, and the packer `deflate`.
"""

from __future__ import annotations

import base64
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from web import runtime

TOOLS = Path(__file__).parent
STDLIB_LIST = TOOLS / "stdlib_files.txt"
UNUSED = ("pyxel/examples/", "pyxel/editor/", "pyxel/cli.py", "pyxel/__main__.py", "pyxel/__init__.pyi")
"""Files of Pyxel's wheel that the page does not need."""
UNIX = 3
"""System code in a .zip, fixed so that every system writes the same file."""
_IN_PYODIDE = """
const [folder] = process.argv.slice(1);
const { readFileSync } = require("fs");
const [code, sources] = JSON.parse(readFileSync(0, "utf8"));
const { loadPyodide } = require(`${folder}/pyodide.js`);
// Sets of constants would have another order each time.
loadPyodide({ indexURL: `${folder}/`, env: { PYTHONHASHSEED: "0" } }).then((pyodide) => {
  pyodide.runPython(code);
  process.stdout.write(pyodide.globals.get("compile_modules")(sources));
});
"""


def pack_zip(files: Mapping[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip archive of `files` (path in the archive -> bytes); the same files give the same bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", compression, compresslevel=9) as zipped:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = compression
            # Else Windows would write its own code.
            entry.create_system = UNIX
            zipped.writestr(entry, data)
    return target.getvalue()


def stdlib_files() -> list[str]:
    """Return the names of the files of the standard library that the page needs."""
    return [line for line in STDLIB_LIST.read_text(encoding="ascii").splitlines() if line and line[0] != "#"]


@cache
def trim(path: str, data: bytes) -> bytes:
    """Return a file of the run-time without what the page never uses; most files are returned unchanged.

    Archives become gzip around an uncompressed .zip, which is smaller; the browser unpacks it. Raises RuntimeMissing if a
    tool is missing.
    """
    if path.endswith("pyodide-lock.json"):
        return json.dumps(json.loads(data) | {"packages": {}}).encode()
    if not path.endswith((".whl", "python_stdlib.zip")):
        return data
    with zipfile.ZipFile(io.BytesIO(data)) as zipped:
        files = {name: zipped.read(name) for name in zipped.namelist()}
    if path.endswith(".whl"):
        files = _strip_wheel(files)
    else:
        needed = [name for name in stdlib_files() if name in files]
        files = {
            f"{name}c": data
            for name, data in compile_stdlib({name: files[name].decode() for name in needed}).items()
        }
    return compress("gzip", pack_zip(files, zipfile.ZIP_STORED))


def compress(form: str, data: bytes) -> bytes:
    """Return data in the form `gzip` or `zlib`, smaller than Python's own packer makes it. Raises RuntimeMissing."""
    try:
        packer = import_module("deflate")
    except ImportError:
        raise runtime.RuntimeMissing("deflate, the packer, is not installed: pip install '.[page]'") from None
    compressed: bytes = getattr(packer, f"{form}_compress")(data, 12)
    return compressed


def _strip_wheel(files: Mapping[str, bytes]) -> dict[str, bytes]:
    kept = {name: data for name, data in files.items() if not name.startswith(UNUSED)}
    for name in kept:
        if name.endswith("/RECORD"):
            lines = kept[name].splitlines(keepends=True)
            kept[name] = b"".join(line for line in lines if not line.decode().startswith(UNUSED))
    return kept


def compile_stdlib(sources: Mapping[str, str]) -> dict[str, bytes]:
    """Return modules (name -> source) compiled by the Pyodide of the run-time folder. Raises RuntimeMissing."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    if (node := shutil.which("node", path=path)) is None:
        raise runtime.RuntimeMissing(
            "Node.js, which compiles Python's library, is not installed: pip install '.[page]'"
        )
    folder = runtime.runtime_dir() / runtime.CDN_DIR / runtime.PYODIDE_BASE
    request = json.dumps([(TOOLS / "compile_stdlib.py").read_text(encoding="utf-8"), json.dumps(sources)])
    run = subprocess.run(
        [node, "-e", _IN_PYODIDE, str(folder)], input=request.encode(), capture_output=True, check=False
    )
    if run.returncode:
        lines = run.stderr.decode(errors="replace").strip().splitlines()
        raise runtime.RuntimeMissing(
            f"Python's library cannot be compiled in {folder}: {lines[-1] if lines else 'no word'}"
        )
    return {name: base64.b64decode(data) for name, data in json.loads(run.stdout).items()}
