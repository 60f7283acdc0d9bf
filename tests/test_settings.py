import pytest

from retro_pyramid.cli import UsageError, parse_playing
from retro_pyramid.settings import CHOICES, SWITCHES, Settings, SettingsError, override, read_settings


def test_the_defaults_are_those_of_the_manual() -> None:
    assert {name: Settings().value(name) for name in CHOICES} == {
        "em.mouse": "ask",
        "em.sound": "full",
        "em.speed": "medium",
        "em.error_messages": "yes",
        "em.use_same_deck": "no",
        "odm.sound": "on",
        "shell.last_program": "odm",
    }


@pytest.mark.parametrize("name", CHOICES)
def test_every_value_can_be_chosen_and_chosen_back(name: str) -> None:
    for value in CHOICES[name]:
        settings = Settings().changed({name: value})
        assert settings.value(name) == value
        assert read_settings({name: value.upper()}) == (settings, [])
        assert settings.changed({name: CHOICES[name][0]}) == Settings()


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(
        SettingsError, match=r"setting em.speed cannot be 'quick': expected medium, slow or fast"
    ):
        Settings().changed({"em.speed": "quick"})
    with pytest.raises(SettingsError, match=r"unknown setting 'em.colour': expected em.mouse, "):
        Settings().changed({"em.colour": "red"})


def test_bad_values_of_a_file_are_told_one_by_one_and_the_others_hold() -> None:
    settings, problems = read_settings(
        {"version": "2", "em.speed": "quick", "em.sound": "", "em.mouse": "no", "other.key": "x"}
    )
    assert settings == Settings().changed({"em.mouse": "no"})
    assert problems == [
        "settings of version '2': expected 1; what is known is used",
        "setting em.sound cannot be '': expected full, partial or off; full is used",
        "setting em.speed cannot be 'quick': expected medium, slow or fast; medium is used",
    ]


def test_switches_choose_for_this_run_the_last_counting() -> None:
    arguments = parse_playing(["T", "-nomouse", "-PartSound", "--edition", "em", "-slow", "-fast", "2"])
    assert arguments.words == ["T", "2"]
    assert arguments.override == {"em.mouse": "no", "em.sound": "partial", "em.speed": "fast"}
    settings = Settings().changed({"em.mouse": "yes", "em.use_same_deck": "yes"})
    assert settings.changed(arguments.override).value("em.mouse") == "no"
    assert settings.changed(arguments.override).value("em.use_same_deck") == "yes"
    assert parse_playing([]).override == {}


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_switch_is_a_word_of_the_command_line(switch: str) -> None:
    name, value = SWITCHES[switch]
    assert parse_playing([switch]).override == override([switch]) == {name: value}
    assert value in CHOICES[name]


@pytest.mark.parametrize("word", ["-nosounds", "-m", "-errormsg", "nomouse"])
def test_words_that_are_no_switch_are_refused(word: str) -> None:
    with pytest.raises(UsageError):
        parse_playing([word])
