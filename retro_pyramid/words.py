"""The words that start a game, read as argparse would: loading that takes longer than all else of a start in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import NamedTuple

from retro_pyramid.cli import UsageError

_WIDTH = 79
_INDENT = 24
_VALUED = ("store", "append")


class Switch(NamedTuple):
    """One word with a dash: its name, what it does, and what the help says of it."""

    name: str
    action: str
    dest: str
    choices: Sequence[str]
    const: object
    metavar: str
    help: str


class WordParser:
    """Reads switches and plain words in any order; knows of argparse's parser what `parse_playing` needs."""

    def __init__(self, usage: str, description: str, epilog: str) -> None:
        self._texts = usage, description, epilog
        self._switches: dict[str, Switch] = {}
        self._defaults: dict[str, object] = {}
        self.add_argument("--help", action="help", help="show this help message and exit")

    def add_argument(
        self,
        name: str,
        *,
        help: str,
        action: str = "store",
        default: object = None,
        choices: Sequence[str] = (),
        metavar: str = "",
        dest: str = "",
        const: object = None,
        required: bool = False,
    ) -> None:
        """Add a switch, with what argparse calls its parts; `const` is also what `version` prints."""
        dest = dest or name.lstrip("-")
        self._switches[name] = Switch(name, action, dest, choices, const, metavar, help)
        if action not in ("help", "version"):
            self._defaults[dest] = False if action == "store_true" else default

    def parse(self, words: Sequence[str]) -> SimpleNamespace:
        """Return what the words say, the plain ones as `words`; raise UsageError, or SystemExit after help or version."""
        lists = {name: list(value) for name, value in self._defaults.items() if isinstance(value, list)}
        found = SimpleNamespace(**{**self._defaults, **lists, "words": []})
        rest = iter(words)
        for word in rest:
            if not _has_dash(word):
                found.words.append(word)
                continue
            name, equals, value = word.partition("=")
            switch = self._switches.get("--help" if name == "-h" else name)
            if switch is None:
                raise UsageError(f"unknown switch {word!r}: pyramid --help lists them")
            if switch.action not in _VALUED:
                if equals:
                    raise UsageError(f"argument {name}: expected no argument, found {value!r}")
                self._do(switch, found)
                continue
            if not equals:
                value = next(rest, "-x")
                if _has_dash(value):
                    raise UsageError(f"argument {name}: expected one argument")
            if switch.choices and value not in switch.choices:
                raise UsageError(
                    f"argument {name}: invalid choice: {value!r} (choose from {', '.join(switch.choices)})"
                )
            if switch.action == "append":
                getattr(found, switch.dest).append(value)
            else:
                setattr(found, switch.dest, value)
        return found

    def _do(self, switch: Switch, found: SimpleNamespace) -> None:
        if switch.action == "store_true":
            setattr(found, switch.dest, True)
        elif switch.action == "append_const":
            setattr(found, switch.dest, [*(getattr(found, switch.dest) or ()), switch.const])
        else:
            print(self._help() if switch.action == "help" else switch.const)
            raise SystemExit(0)

    def _help(self) -> str:
        from textwrap import fill

        usage, description, epilog = self._texts
        lines = [f"usage: {usage}", "", fill(description, _WIDTH), "", "options:"]
        for switch in self._switches.values():
            value = f"{{{','.join(switch.choices)}}}" if switch.choices else switch.metavar
            head = f"  {switch.name} {value}".rstrip()
            if len(head) > _INDENT - 2:
                lines.append(head)
                head = ""
            lines.append(head.ljust(_INDENT) + switch.help)
        return "\n".join([*lines, "", fill(epilog, _WIDTH)])


def _has_dash(word: str) -> bool:
    """Return whether a word is a switch and not a value: `-` is a file, and -1 a number."""
    return word[:1] == "-" and len(word) > 1 and not word[1].isdigit()
