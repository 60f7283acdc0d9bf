"""Somebody at the keys who only hears, and what the words say to who has nothing else."""

import re
from collections.abc import Iterator
from pathlib import Path

from retro_pyramid.speech.phrasing import join_sentences
from retro_pyramid.speech.screen_reader import ScreenReader
from tests.screens.driver import Game

CARD = re.compile(r"(Ace|Jack|Queen|King|\d+) of (?:clubs|diamonds|hearts|spades)")
_LAID = re.compile(rf"({CARD.pattern}) laid on the discard pile")
_SCORE = re.compile(r"\b[Ss]core (minus |plus )?(\d+)")
_PLACED = re.compile(rf"({CARD.pattern}), row (\d), place (\d)")
_STOCKS = ("Stock", "Pack")
_COUNTED = re.compile(rf"(?:Stock|Pack), \d+ cards?, on top the ({CARD.pattern})")
Place = tuple[int, int]
"""Row and place in it, from 1."""


class Hearing:
    """A run of the program that is heard; `transcript` has every key with what was said then."""

    def __init__(self, data: Path, *words: str, new: bool = False) -> None:
        self.game = Game(data, *words, new=new)
        self._listener = ScreenReader(self.game.app)
        self.last = ""
        self.transcript: list[str] = []
        self.press()

    def press(self, *lines: str) -> str:
        """Press keys by script lines; return what is said then, in one line."""
        words: list[str] = []
        for line in [*lines, "settle"]:
            self.game.do(line)
            self.game.picture()
            words.append(self._listener.next_text(self.game.app.state()))
        self.last = join_sentences(words)
        self.transcript += [*(f"> {line}" for line in lines), *([self.last] if self.last else [])]
        return self.last

    @property
    def whole(self) -> str:
        return self._listener.full_text

    def cards(self, start: str) -> list[str]:
        """Return the cards named in the parts of the whole that begin so, without those that lie under others."""
        parts = [part for part in self.whole.split(". ") if part.startswith(start)]
        return [found[0] for part in parts for found in CARD.finditer(part.partition(", under it")[0])]


class Follower:
    """Knows nothing of a game but what is said: the pyramid, the cards seen on the piles, the score."""

    def __init__(self) -> None:
        self.pyramid: dict[Place, str] = {}
        self.stock = ""
        self.waste = ""
        self.score: int | None = None

    def open(self) -> dict[Place, str]:
        return {place: card for place, card in self.pyramid.items() if not self._covered(*place)}

    def _covered(self, row: int, place: int) -> bool:
        return not self.pyramid.keys().isdisjoint([(row + 1, place), (row + 1, place + 1)])

    def hear(self, words: str) -> bool:
        """Take in what is said; return whether it told a move."""
        before = self.open()
        rows = [part for part in words.split(". ") if re.match(r"Row \d", part)]
        if any("covered" in part or "face down" in part for part in rows):
            self.pyramid = {place: card for part in rows for place, card in _row(part)}
            return False
        moved = False
        for part in re.split(r"(?<=[.!?]) ", words):
            part = part.rstrip(".")
            pile, _, top = part.rpartition(": ")
            cards = [found[0] for found in CARD.finditer(part)]
            if laid := _LAID.match(part):
                self._take(laid[1])
                self.waste, moved = laid[1], True
            elif cards and (part.endswith((" is gone", " are gone")) or part.startswith("Drawn and gone")):
                for card in cards:
                    self._take(card)
                moved = True
            elif part.startswith("Drawn: "):
                self.waste, moved = cards[-1], True
            elif part == "The waste is turned over":
                self.waste, moved = "", True
            elif pile in _STOCKS and cards == [top]:
                self.stock = top
            elif part in [f"{name} empty" for name in _STOCKS]:
                self.stock = ""
            elif counted := _COUNTED.fullmatch(part):
                self.stock = counted[1]
            elif pile == "Waste" and cards == [top]:
                self.waste = top
            elif pile == "Uncovered":
                for found in _PLACED.finditer(part):
                    self._uncover((int(found[3]), int(found[4])), found[1])
            elif part == "Waste empty":
                self.waste = ""
            elif part.startswith("Discard pile, 1 card, on top the "):
                self.waste = part.removeprefix("Discard pile, 1 card, on top the ")
            for sign, points in _SCORE.findall(part):
                self.score = -int(points) if sign == "minus " else int(points)
        if moved:
            fresh = self.open().items() - before.items()
            told = {(int(row), int(place)) for _, _, row, place in _PLACED.findall(words.split(". On ")[0])}
            assert {place for place, _ in fresh} <= told, f"not told: {fresh} in {words!r}"
        return moved

    def _take(self, card: str) -> None:
        """Take a card away from where it is known to lie; it may come from the stock."""
        places = [place for place, known in self.open().items() if known == card]
        for place in places:
            del self.pyramid[place]
        if not places and card == self.waste:
            self.waste = "not known"

    def _uncover(self, place: Place, card: str) -> None:
        assert place in self.open(), f"{card} on {place} is told to be open, and is covered"
        assert self.pyramid[place] in (card, "face down"), f"{place} was {self.pyramid[place]}, not {card}"
        self.pyramid[place] = card


def _row(part: str) -> Iterator[tuple[Place, str]]:
    row = int(part[4])
    if "is empty" in part:
        return
    if re.search(r", \d cards? face down", part):
        yield from (((row, place), "face down") for place in range(1, row + 1))
        return
    for place, words in enumerate(part.rstrip(".").partition(": ")[2].split(", "), 1):
        if words != "empty":
            yield (row, place), words.removeprefix("covered ")
