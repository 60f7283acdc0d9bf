"""A link leads to the game it was made from."""

from typing import Any

import pytest

from retro_pyramid.commands.arguments import parse_game_options
from retro_pyramid.deals.daily_deal import DailyDeal
from retro_pyramid.launcher.cli_args import parse_args
from retro_pyramid.page.links import args_from_query, deal_query, query_for, replay_query
from retro_pyramid.resources import read_asset_bytes
from retro_pyramid.rules import EDITIONS, Rules, rules_for
from retro_pyramid.rules.editions import ALL_RULES
from retro_pyramid.rules.transcript import FRIEND_NOTE_KEY
from retro_pyramid.solver.daily_search import DailyTable
from tests.rules.vectors import GAMES, name_of, transcript_of


def state_of(rules: Rules, **other: object) -> dict[str, object]:
    state = {"program": rules.edition, "options": dict(rules.options), "deal": 4294967295}
    return {**state, "video": "ega", "mode": "graphics", "deck": 1, **other}


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.id)
def test_every_game_has_a_link_that_leads_to_it(rules: Rules) -> None:
    for screen, played in (
        ({}, []),
        ({"mode": "text"}, ["T"]),
        ({"deck": 2}, ["2"]),
        ({"video": "mono", "mode": "text"}, []),
    ):
        read = parse_args(args_from_query(deal_query(state_of(rules, **screen))))
        assert rules_for(read.edition, parse_game_options(read)) == rules
        assert (read.deal, read.start, read.words) == (4294967295, "table", played)


KINDS: dict[str, dict[str, Any]] = {
    "?": {"deal": None},
    "?deal=61": {"deal": None, "here": {"deal": "61"}},
    "?T&2&edition=windows&option=variation=draw3&deal=7&start=table&mute&aspect=square": {},
    "?level=2&deal=61&start=table": {},
    "?edition=em&deal=61&start=table&daily-match&day=20261120&test": {
        "day": DailyDeal(rules_for("em"), 20261120, DailyTable(read_asset_bytes("days.bin")), is_match=True)
    },
    "?edition=em&deal=61&start=table&setup=sound&test&-mouse": {"here": {"setup": "sound"}},
    "?start=dos&mute": {"program": "shell", "deal": None, "here": {"start": "dos"}},
    "?start=shell&page=luck.12": {"deal": None, "here": {"start": "shell", "page": "luck.12"}},
    "?watch=odm.1.61.H2x&move=1&mute": {"here": {"watch": "odm.1.61.H2x", "move": "1"}},
}
"""Addresses as the page writes them itself, each with what differs from a game of the same words."""


@pytest.mark.parametrize("link", KINDS)
def test_in_whatever_order_the_words_of_a_link_come_it_is_followed_to_one_place(link: str) -> None:
    parts = link[1:].split("&")
    said = dict([part.split("=", 1) for part in parts if "=" in part])
    told = dict(KINDS[link])
    here, day = told.pop("here", {}), told.pop("day", None)
    option = said.get("option", "=").split("=")
    options = {"level": said["level"]} if "level" in said else {option[0]: option[1]} if option[0] else {}
    rules = rules_for(said.get("edition", "odm"), options)
    deal = int(said.get("deal", 0)) if "start" in said else None
    shown = {"mode": "text" if "T" in parts else "graphics", "deck": 2 if "2" in parts else 1}
    state = state_of(rules, **{"deal": deal, **shown, **told})
    turned = [parts[at:] + parts[:at] for at in range(len(parts))]
    for order in (*turned, *(order[::-1] for order in turned)):
        query = f"?{'&'.join(order)}"
        found = query_for(query, state, here, day)
        assert sorted(found[1:].split("&")) == sorted(parts)
        # Loaded again it stays, whether the page has gone on with the game left off or not.
        assert query_for(found, state, here, day) == found
        assert parse_args(args_from_query(f"{query}&--resume")).resume


def test_where_no_game_is_on_or_cards_were_typed_in_it_leads_to_the_program() -> None:
    for edition in EDITIONS:
        read = parse_args(args_from_query(deal_query(state_of(rules_for(edition), deal=None))))
        assert (read.edition, read.deal, read.start) == (edition, None, "title")
    # The list of programs has none of its own.
    assert deal_query(state_of(rules_for("em"), program="shell", deal=None)) == "?"


def test_what_is_no_part_of_a_game_stays_in_the_address_and_the_rest_follows() -> None:
    state = state_of(rules_for("windows", {"variation": "draw3"}), deal=7)
    query = "?--mute&t&--level=2&option=auto_match%3Doff&aspect=square&video=cga&Deal=5&--resume"
    expected = "edition=windows&option=variation=draw3&deal=7&start=table"
    assert query_for(query, state) == f"?{expected}&--mute&aspect=square&video=cga"
    assert query_for(query_for(query, state), state) == query_for(query, state)
    assert query_for("", state) == deal_query(state) == f"?{expected}"


def test_after_a_switch_that_chose_a_program_the_address_leads_to_the_one_that_is_on() -> None:
    for edition in EDITIONS:
        here = query_for("?-nosound&T", state_of(rules_for(edition)))
        read = parse_args(args_from_query(here))
        assert (read.edition, read.override) == (edition, {"em.sound": "off"})
        assert query_for(here, state_of(rules_for(edition))) == here


def test_a_game_that_is_shown_stays_in_the_address_until_it_is_left() -> None:
    state = state_of(rules_for("em"), deal=65)
    query = "?watch=em.65.D1-&aspect=square"
    here = {"watch": "em.65.D1-"}
    assert query_for(query, state, here) == query
    assert query_for(query, {**state, "deal": None}) == "?edition=em&aspect=square"
    # One that was opened over a game hides that game's address, which comes back with it.
    over = query_for("?edition=odm&level=2&deal=7&start=table&mute", state, {**here, "move": "1"})
    assert over == "?watch=em.65.D1-&move=1&mute"
    assert query_for(over, {**state, "deal": 7}) == "?edition=em&deal=7&start=table&mute"


@pytest.mark.parametrize("row", GAMES[::14], ids=name_of)
def test_a_link_to_a_game_shows_it(row: dict[str, object]) -> None:
    game = transcript_of(row)
    read = parse_args(args_from_query(replay_query(game)))
    assert (read.watched, read.edition) == (game._replace(notes=((FRIEND_NOTE_KEY, ""),)), game.edition)
    named = game._replace(notes=((FRIEND_NOTE_KEY, "Ann & Zoë"),))
    assert parse_args(args_from_query(replay_query(named))).watched == named


@pytest.mark.parametrize(("match", "word"), [(False, "daily"), (True, "daily-match")])
def test_the_day_that_is_played_stays_in_the_address_and_out_of_the_link(match: bool, word: str) -> None:
    state = state_of(rules_for("em"), deal=20261121)
    day = DailyDeal(rules_for("em"), 20261120, DailyTable(read_asset_bytes("days.bin")), match)
    here = query_for("?daily&day=20261120&mute", state, {}, day)
    assert here == f"?edition=em&deal=20261121&start=table&{word}&day=20261120&mute"
    read = parse_args(args_from_query(f"{here}&--resume"))
    assert (read.daily, read.daily_match, read.day, read.resume) == (not match, match, "20261120", True)
    assert "daily" not in deal_query(state)
    assert query_for("", {**state, "deal": None}, {}, day) == "?edition=em"


def test_a_day_alone_begins_with_its_deal() -> None:
    for more, daily in (("", True), ("&daily-match", False), ("&start=menu", False)):
        arguments = parse_args(args_from_query(f"?day=20261123{more}"))
        assert (arguments.daily, arguments.day) == (daily, "20261123")
