import pytest

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.own.checked import Block, encode_blocks
from retro_pyramid.formats.own.figures import Figures
from retro_pyramid.formats.own.statistics import decode_statistics, encode_statistics
from retro_pyramid.rules.editions import RECORDS

GOOD = "games 2\nwins 1\nscored 2\ntotal -5\nbest 10\nstreak 0\nlongest 1\n"


def file(*blocks: tuple[str, str]) -> bytes:
    return encode_blocks("statistics", [Block(*block) for block in blocks])


def test_figures_scores_and_days_go_through_their_text_and_back() -> None:
    assert decode_statistics(encode_statistics({})) == {}
    figures = Figures().add(True, 50, 20261031).add(False, -5, 20261101).add(True, 50, 20261103, late=True)
    table = {rules.tag: figures.add(False, None) for rules in RECORDS} | {"em": Figures().add(False, None)}
    text = encode_statistics(table).decode()
    assert "scores -5:1 50:2\ndays 202610:" + "." * 30 + "w 202611:p\nlate 202611:..w\n" in text
    assert decode_statistics(text.encode()) == table


def test_a_file_of_before_scores_and_days_is_read_and_written_as_it_was() -> None:
    data = file(("odm level=1", GOOD))
    assert decode_statistics(data) == {"odm level=1": Figures(2, 1, 2, -5, 10, 0, 1)}
    assert encode_statistics(decode_statistics(data)) == data


@pytest.mark.parametrize(
    ("tag", "text", "problem"),
    [
        ("chess", GOOD, "unknown edition 'chess'"),
        ("odm", GOOD, "expected 'odm level=1', found 'odm'"),
        ("odm level=9", GOOD, "option level of odm cannot be '9'"),
        ("em", "", "expected games wins scored total best streak longest, found ''"),
        ("em", GOOD.replace("wins 1\n", ""), "expected games wins"),
        ("em", GOOD.replace("wins 1", "wins x"), "em, wins: expected a whole number, found 'x'"),
        ("em", GOOD.replace("wins 1", "wins -"), "em, wins: expected a whole number, found '-'"),
        ("em", GOOD.replace("wins 1", "wins ²"), "em, wins: expected a whole number"),
        ("em", GOOD.replace("wins 1", "wins " + "1" * 5000), "em, wins: expected a whole number"),
        ("em", GOOD.replace("wins 1", "wins 3"), "rising order"),
        ("em", GOOD.replace("best 10", "best -"), "a best one if there are any"),
        ("em", GOOD + "scores \n", "em, scores: expected what is written there, in its order, found ''"),
        ("em", GOOD + "scores 10:1 -15:1\n", "em, scores: expected what is written there"),
        ("em", GOOD + "scores -15:1 -15:1\n", "em, scores: expected what is written there"),
        ("em", GOOD + "scores 10\n", "em, scores: expected what is written there"),
        ("em", GOOD + f"scores {'1' * 5000}:1\n", "em, scores: expected what is written there"),
        ("em", GOOD + "scores 10:3\n", "at most as many scores as were counted"),
        ("em", GOOD + "days 202611:x\n", "em, days: expected what is written there"),
        ("em", GOOD + "days 202611:w\nscores 10:1\n", "expected games wins scored"),
        ("em", GOOD + "late 202611:w\ndays 202611:w\n", "expected games wins scored"),
        ("em", GOOD + "late 202611:x\n", "em, late: expected what is written there"),
        ("em", GOOD + "days 202611:w\ndays 202611:w\n", "expected games wins scored"),
    ],
)
def test_what_the_program_could_not_have_written_is_refused(tag: str, text: str, problem: str) -> None:
    with pytest.raises(FormatError, match=problem) as refused:
        decode_statistics(file((tag, text)))
    assert "\n" not in str(refused.value)


def test_a_rule_set_stands_once() -> None:
    with pytest.raises(FormatError, match="statistics, em: expected it once"):
        decode_statistics(file(("em", GOOD), ("em", GOOD)))
