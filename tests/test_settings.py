import pytest

from retro_pyramid.editions import EDITION_INFO
from retro_pyramid.editions.settings_file import (
    ALL_SETTINGS,
    EDITION_SWITCHES,
    parse_settings,
    parse_switches,
)
from retro_pyramid.launcher.cli_args import parse_args
from retro_pyramid.settings import SettingDef

USUAL = parse_settings({})[0]
CHOICES = {name: setting.choices for name, setting in ALL_SETTINGS.items() if isinstance(setting, SettingDef)}


def test_the_defaults_are_those_of_the_manual() -> None:
    assert {name: value for name, value in USUAL.items() if name.startswith("em.")} == {
        "em.mouse": "ask",
        "em.sound": "full",
        "em.speed": "medium",
        "em.error_messages": "yes",
        "em.use_same_deck": "no",
        "em.pairs": "glide",
    }
    # Whatever the original had not is off, and a first match has no games.
    assert (USUAL["shell.helps"], USUAL["shell.last_program"]) == ("off", "odm")
    assert USUAL["tilldawn.match"] == "none"
    assert {USUAL[f"{name}.sound"] for name in EDITION_INFO} == {"on", "full"}


def test_every_value_can_be_chosen_and_the_scores_of_a_match_can_be_kept() -> None:
    for name, choices in (*CHOICES.items(), ("tilldawn.match", ("none", "0", "-52 50 0 1 2 3", "7"))):
        for value in choices:
            assert parse_settings({name: value.upper()}) == ({**USUAL, name: value}, [])


@pytest.mark.parametrize("value", ["", "900 x", "51", "-53", "1 2 3 4 5 6 7", "none 1", "1.5"])
def test_scores_that_nobody_can_have_are_told(value: str) -> None:
    settings, problems = parse_settings({"tilldawn.match": value, "em.mouse": "no"})
    assert settings == {**USUAL, "em.mouse": "no"}
    assert problems == [
        f"setting tilldawn.match cannot be '{value}': expected none or up to 6 whole numbers from -52 to 50;"
        " none is used"
    ]


def test_bad_values_of_a_file_are_told_one_by_one_and_the_others_hold() -> None:
    settings, problems = parse_settings(
        {"version": "2", "em.speed": "quick", "em.sound": "", "em.mouse": "no", "other.key": "x"}
    )
    assert settings == {**USUAL, "em.mouse": "no"}
    assert problems == [
        "settings of version '2': expected 1; what is known is used",
        "setting em.sound cannot be '': expected full, partial or off; full is used",
        "setting em.speed cannot be 'quick': expected medium, slow or fast; medium is used",
    ]


def test_switches_choose_for_this_run_the_last_counting() -> None:
    arguments = parse_args(["T", "-nomouse", "-PartSound", "--edition", "em", "-slow", "-fast", "2"])
    assert arguments.words == ["T", "2"]
    assert arguments.override == {
        "em.mouse": "no",
        "em.sound": "partial",
        "em.speed": "fast",
        "shell.mode": "text",
        "shell.deck": "2",
    }
    assert parse_args([]).override == {}


@pytest.mark.parametrize("switch", EDITION_SWITCHES)
def test_every_switch_is_a_word_that_chooses_its_program(switch: str) -> None:
    name, value = EDITION_SWITCHES[switch]
    assert parse_args([switch]).override == parse_switches([switch]) == {name: value}
    assert value in CHOICES[name]
    for words, edition in ((f"T {switch}", "em"), (f"{switch} --edition odm", "odm"), ("T", "odm")):
        assert parse_args(words.split()).edition == edition
