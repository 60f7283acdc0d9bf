import pytest

from retro_pyramid.rules import EDITION_OPTIONS, EDITIONS, RulesError, rules_for
from retro_pyramid.rules.editions import ALL_RULES


def test_five_editions_with_the_options_of_the_command_line() -> None:
    assert list(EDITIONS) == list(EDITION_OPTIONS)
    assert EDITIONS[0] == "odm"
    assert EDITION_OPTIONS == {
        "odm": {"level": ("1", "2")},
        "tilldawn": {"auto_match": ("on", "off")},
        "windows": {"variation": ("draw1", "draw3")},
        "relaxed": {"passes": ("1", "2")},
        "em": {},
    }


def test_every_choice_of_options_has_its_own_record_and_what_is_left_out_its_default() -> None:
    for edition in EDITIONS:
        defaults = {name: values[0] for name, values in EDITION_OPTIONS[edition].items()}
        assert rules_for(edition).options == defaults
        assert rules_for(edition, {}) == rules_for(edition, defaults)
    choices = [(r.edition, dict(r.option_values)) for r in ALL_RULES]
    assert choices == [(r.edition, rules_for(r.edition, r.options).options) for r in ALL_RULES]
    assert len(set(ALL_RULES)) == len(ALL_RULES) == 9


@pytest.mark.parametrize(
    ("edition", "options", "message"),
    [
        ("ODM", {}, "unknown edition 'ODM': expected odm, tilldawn, windows, relaxed, em"),
        ("odm", {"lvl": "1"}, "odm has no option 'lvl': expected level"),
        ("odm", {"level": "3"}, "option level of odm cannot be '3': expected 1 or 2"),
        ("em", {"level": "1"}, "em has no option 'level': expected none"),
        ("windows", {"variation": "draw2"}, "cannot be 'draw2': expected draw1 or draw3"),
    ],
)
def test_an_unknown_edition_or_option_is_named(edition: str, options: dict[str, str], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        rules_for(edition, options)
