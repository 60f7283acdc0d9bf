"""The game as it is heard: a player who sees nothing follows and plays every program by keys and by what is said."""

import re
from pathlib import Path

import pytest

from retro_pyramid.screens.parts.positions import slot_of, spoken
from retro_pyramid.screens.table.table import Table
from retro_pyramid.speech.listener import GREETING, Moment, news, whole
from tests.hearing import Hearing
from tests.programs import DEMOS, PROGRAMS

TABLE = ("--start", "table", "--deal", "61")


def test_another_lesson_is_told_and_the_same_one_only_once() -> None:
    first, next_ = (
        Moment(1, lesson="Draw.", taught="Draw."),
        Moment(1, lesson="A 6 goes.", taught="A 6 goes."),
    )
    assert (news(first, first), news(first, next_), news(next_, first)) == ([], ["A 6 goes."], ["Draw."])


@pytest.mark.parametrize("edition", PROGRAMS)
def test_what_is_heard_of_a_table_is_what_is_seen(edition: str, opened: object, tmp_path: Path) -> None:
    player = Hearing(tmp_path, "--edition", edition, *TABLE)
    player.press("key HOME")
    table = player.game.app.top
    assert isinstance(table, Table)
    view = table.view()
    # A card is told by its name, a target by its place: both belong to the same card that is seen.
    faces = {
        lying.place: spoken(lying.card).removeprefix("the ") for lying in view.cards if lying.card is not None
    }
    pointed = [
        faces[view.places.slots[slot]]
        for target in table.targets()
        if target.enabled and (slot := slot_of(target.id)) is not None
    ]
    assert player.cards("Row") == pointed
    lit = [faces[lying.place] for lying in view.cards if lying.lit]
    assert player.whole.split(". ")[-2].split(",")[0] in lit


WALKS = """\
= setup: --start table
key F8 | Setup, Play. Undo and hints: No. Hints: Fair. Lamp: No.…Undo and hints: press N or Y. No.
key DOWN | Fair: cards you see. Exact: all cards. Hints: press F or E. Fair.
key RIGHT | Hints: Exact. Exact.
key TAB | Play.
key UP | Setup, Sound. Sound: Yes.…
= the magazine's program: --start menu
begin | GAMES PYRAMID SOLITAIRE No. 61. Play Level 1, 1 of 8.
whole | …Play Level 1, chosen, 1 of 8. Play Level 2. High Scores. Figures. Help.…
key DOWN | Play Level 2.
key UP | …
key ENTER | Deal 1001. Row 7: 2 of hearts, King of spades, Jack of hearts, 4 of clubs, 7 of diamonds, 2
    of clubs, 10 of clubs. Stock, 23 cards. Discard pile, 1 card, on top the 5 of diamonds. Score 0.
    Level 1. 2 of hearts, row 7, place 1.
key RIGHT | King of spades, row 7, place 2.
key ENTER | Only a 4 or a 6 goes on a 5.
key ENTER | Only a 4 or a 6 goes on a 5.
key UP | Stock, 23 cards.
key ENTER | Drawn: 10 of spades. Minus 5 points, score minus 5. Stock, 22 cards.
key ESC | Give up this game? It will not be scored. No, 2 of 2.
key LEFT | Yes.
key ESC | Stock, 22 cards.
key F2 | Sound off.
key F1 | …28 cards to clear…
key PGDN | The keys…
= the magazine's cover: --start shell
begin | ON DISK MONTHLY No. 61 November 1991…
whole | …Features 12 The game, its kin, and luck.…
wait 54 |
wait 54 |
wait 54 |
wait 54 |
wait 54 |
wait 54 |
wait 54 |
wait 54 |
key DOWN | Features 12 The game, its kin, and luck.
= the windows program: T --edition windows --start table --deal 61
key RIGHT | 2 of diamonds, row 7, place 2.
key ENTER | 2 of diamonds, row 7, place 2, taken up.
key ENTER | 2 of diamonds, row 7, place 2, put back.
key D | Drawn: 7 of hearts.
key u | Taken back. Stock, 24 cards. Score 0 (scoring stopped).
key D; key D | …
key r | Deal again. Deal 61. Row 7: 5 of diamonds…
key u | Taken back. Deal 61. Row 7: 5 of diamonds…Stock, 22 cards. Waste, 2 cards, on top the King of
    diamonds, under it the 7 of hearts.…
key F10 | Game menu. New N, 1 of 10.
key DOWN | Restart R.
key END; key UP; key RIGHT | …Programs menu. Other Pyramids..., 1 of 1.
key RIGHT; key UP; key UP | …on Sound F2. Hint T, not now.
key ESC | …
key s | Save the game. Up to 8 letters and digits. Name:…OK Cancel…
text a | a.
text bc | bc.
key BACKSPACE | c deleted.
key ENTER | Saved as AB…
= a replay: --watch DEMO
begin | A game to watch: 47 moves, score 1445.
key RIGHT | A draw: 5 off. Discard pile: 4 of diamonds. Score minus 5.
key RIGHT | 3 on 4: 10 points. Discard pile: 3 of clubs. Score 5.
key LEFT | A draw: 5 off. Back: 3 of clubs, row 7, place 6. Discard pile: 4 of diamonds. Score minus 5.
key END | Jack on 10: 70 points. Cleared: 500 extra.…
key HOME | A game to watch: 47 moves, score 1445.
whole | …Row 7: 8 of spades…Space: Go on…Enter: Race…
key F1 | A game shown move by move. Space goes on and stops…
= several moves: --edition relaxed --start table --deal 61
whole | …Row 7: 5 of diamonds…Stock, 24 cards…5 of diamonds, row 7, place 1…Keys: …Esc: Menu…
key F5 | …
unheard key d; key d; key d | Drawn: 7 of hearts. Drawn: King of diamonds. Drawn: 3 of spades.…
unheard key u; key u | Taken back. Stock, 23 cards. Waste: 7 of hearts. Assisted.
= a race: --watch em.65.D1- --friend Ann -mouse
key ENTER; settle | …
whole | …Ann, move 0: minus 52…
= keys that read: --edition em -nomouse --start table --deal 61
key h | Hint: King of spades, row 7, place 3.
key , | Row 7: 5 of diamonds, 2 of diamonds, King of spades…
key . | …Pack: 7 of hearts.
key ; | Pack, 24 cards, on top the 7 of hearts. Waste, 0 cards. Score minus 52.…
key ESC; key F6 | …
key . | full stop.
text 12 | 12.
key BACKSPACE; key BACKSPACE; key BACKSPACE | 2 deleted. 1 deleted. full stop deleted.
= lines of another screen: --start menu
key . | GAMES PYRAMID SOLITAIRE No. 61.
key .; key . | Play Level 1. Play Level 2.
key , | Play Level 1.
key .; key .; key .; key .; key .; key .; key .; key . | …Setup. Quit. End.
key F1; key PGDN | …
key .; key . | The keys. Left Right: walk along the open cards…
key , | The keys.
= the lamp: --edition windows --start table --deal 61
key F8; key DOWN; key DOWN; key y; key ESC | …
wait 300 | …Lamp: lost.…
key d | Drawn: 7 of hearts.…
wait 300 |
key ; | …Lamp: lost.…
"""
"""Walks, each with its words: what is pressed, and what is heard then, … for what is left out.

`whole` is what is told to who asks; after `unheard` nobody listens till the last key.
"""
EACH = {
    head.partition(": ")[0]: (head.partition(": ")[2], walk)
    for head, _, walk in (
        part.partition("\n") for part in re.sub(r"\n +", " ", WALKS).removeprefix("= ").split("\n= ")
    )
}


@pytest.mark.parametrize(
    ("name", "mode"), [*((name, "") for name in EACH), ("setup", "T"), ("a replay", "T")]
)
def test_what_is_heard_of_what_is_pressed(name: str, mode: str, opened: object, tmp_path: Path) -> None:
    words, walk = EACH[name]
    player = Hearing(tmp_path, *words.replace("DEMO", str(DEMOS / "odm.txt")).split(), *mode)
    for line in walk.splitlines():
        keys, said = map(str.strip, line.split("|"))
        before, word = player.game.picture(), keys.partition(" ")[0]
        if word == "unheard":
            player.game.do(keys.removeprefix("unheard "))
            player.press()
        elif word not in ("begin", "whole"):
            player.press(*keys.split("; "))
        heard = player.whole if word == "whole" else player.last.removeprefix(f"{GREETING} ")
        expected = ".*".join(map(re.escape, said.split("…")))
        assert re.fullmatch(expected, heard), f"{keys}: {heard!r}, expected {said!r}"
        if keys == "key ;":
            assert player.game.picture() == before, "what a hint shows is still there"


def test_only_keys_that_do_something_are_told(opened: object, tmp_path: Path) -> None:
    player = Hearing(tmp_path, "--edition", "tilldawn", *TABLE)
    assert "U: Undo" not in player.whole
    player.press("key F5; clickon card:73; settle")
    assert "U: Undo" in player.whole
    assert "Y: Redo" not in player.whole
    assert whole(Moment(chosen="Yes", typing=True, keys="Esc: Back")) == "Yes. Keys: Esc: Back."
