"""A newcomer's first games: what the line at the table says, for how long, and the lesson that a program shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from retro_pyramid.cards import deal, rank_name
from retro_pyramid.editions import load_edition, load_table_spec
from retro_pyramid.machine.video import HEIGHT, WIDTH
from retro_pyramid.resources import read_asset_text
from retro_pyramid.rules import Rules, State, apply_move, parse_move, rules_for
from retro_pyramid.rules import initial_state as opening
from retro_pyramid.rules.transcript import parse_transcript, replay
from retro_pyramid.settings import TIPS_SETTING
from retro_pyramid.speech.screen_reader import ScreenReader
from retro_pyramid.storage.user_data import TIPS_GAMES
from retro_pyramid.table.target_ids import get_playable_card, list_available_targets
from retro_pyramid.table.tips import TipContext, choose_tip
from retro_pyramid.ui.drawing import wrap_text
from tests.programs import PAIR_PROGRAMS, PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import MODES, Game
from tests.screens.pair_games import table_of
from tests.screens.test_golden import compared

DOCUMENT = Path(__file__).parents[2] / "docs" / "FIRST.md"
ONE_MINUTE = 60 * 60
LEVEL_2 = "Level 2: covered cards lie face down, rows 3 to 7 pay double"


def after(edition: str, number: int, *moves: str, **options: str) -> tuple[Rules, State]:
    rules = rules_for(edition, options)
    state = opening(rules, deal(number))
    for move in moves:
        state = apply_move(rules, state, parse_move(move))
    return rules, state


@pytest.mark.parametrize(
    ("game", "at", "words"),
    [
        ("odm      61", "", "A 6 or an 8 goes on the 7. Nothing fits? Draw."),
        ("odm      65", "", "A King or a 2 goes on the Ace. None is open: draw."),
        ("odm      61", "card:75 card:75", "Click the 6 again to play it: it goes on the 7"),
        ("odm      61", "card:71 card:75", "The 6 goes on the 7: click it twice"),
        ("odm      61", "card:75 card:75 key", "Enter plays the 6: it goes on the 7"),
        ("odm      61", "- card:73", "The King does not fit: a 6 or an 8 goes on the 7"),
        ("odm      61", "- card:61", "This card is covered: the two that lie on it go first"),
        ("odm      61", "- stock", "Click the deck twice to draw a card: it costs 5 points"),
        ("odm      61", "stock stock", "Click the deck again to draw a card: it costs 5 points"),
        ("odm      61", "stock stock key", "Enter draws a card: it costs 5 points"),
        ("relaxed  65", "", "Two cards that make 13: 9+4, 7+6"),
        ("relaxed  61", "", "Two cards that make 13: 2+Jack. A King goes alone."),
        ("em       61", "", "Two cards that make 13: 2+Jack, 6+7. A King goes alone."),
        (
            "relaxed  65 74+77 73+75",
            "",
            "No two open cards make 13. Turn a card: click the stock, or press D.",
        ),
        (
            "em       65 74+77 73+75",
            "",
            "No two open cards make 13. Turn a card: press D, or the right button.",
        ),
        ("relaxed  65", "- card:72", "The 9 and a 4 make 13: click both"),
        ("relaxed  65", "- card:72 key", "The 9 and a 4 make 13: Enter takes it up"),
        ("relaxed  65", "card:72 card:72", "Now click a 4 to make 13. Click the 9 again to let it go."),
        ("relaxed  65", "card:71 -", "No 5 is open now. Click the 8 again to let it go."),
        ("relaxed  65", "- card:71", "The 8 needs a 5, and none is open"),
        ("relaxed  61", "- card:73", "Click the King: it is 13 and goes alone"),
        ("relaxed  61", "- card:73 key", "Enter takes the King: it is 13 and goes alone"),
        ("relaxed  61", "- card:61", "This card is covered: the two that lie on it go first"),
        ("relaxed  61", "- stock", "A click turns the next card on to the waste"),
        ("tilldawn 61", "- stock", "Click a 6 first, then this 7: they make 13"),
        ("em       61", "- stock", "The 7 and a 6 make 13: click both"),
    ],
)
def test_the_line_says_what_can_be_done(game: str, at: str, words: str) -> None:
    edition, number, *moves = game.split()
    picked, pointed, *key = (None if name == "-" else name for name in (at or "- -").split())
    attention = TipContext(picked, pointed, bool(key), click_stock_draws=edition != "em")
    assert choose_tip(*after(edition, int(number), *moves), attention) == words


def test_what_is_left_when_a_pile_is_empty() -> None:
    assert choose_tip(*after("odm", 65, *["D"] * 23)).endswith("goes on the 2. The deck is empty.")
    draws = after("relaxed", 61, *["D"] * 24, passes="2")
    assert choose_tip(*draws, TipContext(None, "stock")) == "A click turns the waste over"
    three = after("windows", 61, variation="draw3")
    assert choose_tip(*three, TipContext(None, "stock")) == "A click turns the next 3 cards on to the waste"


@pytest.mark.parametrize("edition", PROGRAMS)
def test_every_line_of_whole_games_fits_where_it_is_written_and_there_is_always_one(edition: str) -> None:
    transcript = parse_transcript(read_asset_text(f"demos/{edition}.txt"))
    rules = rules_for(transcript.edition, transcript.options)
    areas = [
        places.tip
        for places in (load_table_spec(edition).graphics_layout, load_table_spec(edition).text_layout)
        if places.tip
    ]
    for entry in replay(transcript)[:-1]:
        for keys in (False, True):
            for at in (None, *list_available_targets(rules, entry.state), "card:11", "stock", "button:help"):
                for picked in (None, at) if at != "button:help" else (None,):
                    told = choose_tip(rules, entry.state, TipContext(picked, at, keys))
                    assert told
                    assert wrap_text(told, 76, 3) == [told]
                    for _, _, width, height in areas:
                        assert " ".join(wrap_text(told, width - 2, height)) == told


def shown(game: Game) -> str:
    """The message or tip on the screen, which the state tells as well."""
    words = game.message or ""
    if words and words == game.app.top_screen.tip and (cells := game.app.top_screen.tip_cells):
        column, row, width, height = cells
        lines = [line[column : column + width] for line in game.rows()[row : row + height]]
        assert words == " ".join(" ".join(lines).split())
    else:
        assert words == "" or any(words in row for row in game.rows())
    return words


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("edition", PROGRAMS)
def test_a_tip_covers_no_card_no_pile_and_no_part_of_the_selector(
    start: Start, edition: str, mode: str
) -> None:
    words = ("--edition", edition, "--start", "table", "--deal", "61", "-mouse", *MODES[mode])
    # The selector and a hint's frame reach beyond the card.
    beyond = (6, 5) if mode in ("graphics", "cga") else (0, 0)
    game = start(*words, new=True).do("settle; wait 310")
    for lines in ("wait 1", "clickon card:72; wait 1", "key d; settle; move 300 2; key RIGHT; wait 1"):
        game.do(lines)
        assert game.app.top_screen.tip
        image = game.image()
        seen, width, height = [], image.width, image.height
        for teach in ("on", "off"):
            game.app.settings_store.set_values({TIPS_SETTING: teach})
            seen.append(game.picture())
        assert seen[0] != seen[1]
        changed = [divmod(at, width) for at, pair in enumerate(zip(*seen, strict=True)) if pair[0] != pair[1]]
        painted = {(x * WIDTH // width, y * HEIGHT // height) for y, x in changed}
        for target in game.app.targets():
            if not target.id.startswith(("card:", "stock", "waste", "discard")):
                continue
            x, y, wide, high = target.rect
            left, top = x - beyond[0], y - beyond[1]
            right, bottom = x + wide + beyond[0], y + high + beyond[1]
            covered = [at for at in painted if left <= at[0] < right and top <= at[1] < bottom]
            assert not covered, (target.id, lines)
        game.app.settings_store.set_values({TIPS_SETTING: "on"})


def test_the_note_on_an_option_is_a_message_before_the_first_tip(start: Start) -> None:
    game = start("--start", "table", "--deal", "61", "--level", "2", new=True).do("settle")
    assert shown(game) == LEVEL_2
    assert shown(game.do("wait 310")) == "A 6 or an 8 goes on the 7. Nothing fits? Draw."


def test_hot_letters_of_the_menu_differ_and_are_shown() -> None:
    for edition in PROGRAMS:
        keys = [item.hotkeys[:1] or item.label[0].upper() for item in load_edition(edition).menu_items]
        assert len(set(keys)) == len(keys), edition
        assert all(
            key in item.label.upper()
            for key, item in zip(keys, load_edition(edition).menu_items, strict=True)
        )


@pytest.mark.parametrize("edition", PROGRAMS)
def test_it_ends_with_a_win_or_three_games_or_when_told_so(start: Start, edition: str) -> None:
    words = ("--edition", edition, "--start", "table", "--deal", "61")
    rules = rules_for(edition)
    game = start(*words, new=True).do("settle")
    assert game.message
    for _ in range(TIPS_GAMES):
        assert not game.files.knows_rules(edition)
        game.files.count_game(rules, False, 0 if rules.scoring else None)
    assert start(*words, new=True).do("settle").message is None
    others = [other for other in PROGRAMS if other != edition]
    assert not any(game.files.knows_rules(other) for other in others)
    game.files.count_game(rules_for(others[0]), True, 0 if rules_for(others[0]).scoring else None)
    assert game.files.knows_rules(others[0])


def test_who_only_hears_is_told_as_well(start: Start) -> None:
    game = start("--start", "menu", "--deal", "61", new=True)
    listener = ScreenReader(game.app)

    def hear(*lines: str) -> str:
        game.do(*lines)
        game.picture()
        return listener.next_text(game.app.state())

    assert "Level 1: all cards lie face up" in hear("wait 1")
    assert LEVEL_2 in hear("key 2; wait 1")
    opened = hear("key ENTER; settle")
    assert LEVEL_2 in opened
    assert "A 6 or an 8 goes on the 7. Nothing fits? Draw." in opened
    assert "The 2 does not fit: a 6 or an 8 goes on the 7" in hear("key RIGHT; wait 1")


# A first game, by nothing but what the line says.


def following(game: Game) -> None:
    """Play to the end, looking only at the line and at the ranks of the cards that can be seen."""
    for _ in range(200):
        if game.screen == "confirm":
            game.do("key n; settle")  # The pyramid is cleared, and the cards left could be scored: play on.
        table = table_of(game)
        if table.is_over():
            return
        words = shown(game)
        session = table.session
        names = list_available_targets(session.rules, session.state)
        ranks = {
            name: rank_name(card)
            for name in names
            if (card := get_playable_card(session.rules, session.state, name)) is not None
        }
        goes = re.search(r"(?:^|\. )An? (\w+) or an? (\w+) goes on the \w+\.", words)
        pairs = re.search(r"make 13: (\w+)\+(\w+)", words)
        if goes:
            fits = [name for name, rank in ranks.items() if rank in goes.groups() and name != "waste"]
            name = fits[0] if fits else "stock"
            assert fits or "raw" in words, words
            game.do(f"moveon {name}")
            if name == table.input_controller.state.focus_id:
                assert "again" in shown(game)
            else:
                assert "twice" in shown(game)
                game.do(f"clickon {name}")
            assert "again to" in shown(game)
            game.do(f"clickon {name}; settle; move 2 200")
        elif pairs:
            first, second = pairs.groups()
            one = next(name for name, rank in ranks.items() if rank == first)
            other = next(name for name, rank in ranks.items() if rank == second and name != one)
            # A click on a stock that deals takes it only as the second of two.
            one, other = (other, one) if one == "stock" else (one, other)
            game.do(f"clickon {one}")
            assert re.match(rf"Now click an? {ranks[other]} ", shown(game)), shown(game)
            game.do(f"clickon {other}; settle; move 2 200")
        elif "King" in words:
            name = next(name for name, rank in ranks.items() if rank == "King")
            assert "goes alone" in shown(game.do(f"moveon {name}"))
            game.do(f"clickon {name}; settle; move 2 200")
        elif "press D" in words:
            game.do("key D; settle; move 2 200")
        elif "click its place" in words:
            game.do(f"clickon {table.table_spec.input_rules.empty_stock_id}; settle; move 2 200")
        else:
            raise AssertionError(words)
    raise AssertionError("this game has no end")


@pytest.mark.parametrize("edition", ["odm", *PAIR_PROGRAMS])
def test_a_first_game_is_played_to_its_end_by_the_line(start: Start, edition: str) -> None:
    game = start("--edition", edition, "--start", "table", "--deal", "65", "-mouse", new=True)
    # A note on the program's option comes first.
    following(game.do("settle; wait 310"))
    assert table_of(game).session.status in ("won", "stuck")
    assert not table_of(game).session.is_assisted
    assert table_of(game).tip == ""
    ((_, figures),) = game.files.statistics.read().items()
    assert figures.games == 1


def test_the_document_s_path(start: Start, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    steps = re.findall(r"<!-- (.*?) -->\n!\[[^]]+\]\((\S+)\)", text, re.DOTALL)
    assert len(steps) == text.count("<!--") == text.count("![") > 4
    game = start(new=True)
    for lines, picture in steps:
        game.go(tuple(line.strip() for line in lines.replace("\n", " ").split(";")))
        golden, new = DOCUMENT.parent / picture, tmp_path / Path(picture).name
        if compared(game, golden, new) and request.config.getoption("--record-golden"):
            golden.write_bytes(new.read_bytes())
        assert (difference := compared(game, golden, new)) is None, difference
    shown_there = {f"first/{path.name}" for path in (DOCUMENT.parent / "first").iterdir()}
    assert shown_there == {picture for _, picture in steps}
    game.do("key ESC; key ENTER; settle")
    assert (game.screen, game.message) == ("table", None)
    assert game.state["deal"] == load_edition("odm").first_deals[1]


# Show me.


@pytest.mark.parametrize("edition", PROGRAMS)
def test_the_help_shows_how_it_is_played_in_less_than_a_minute(start: Start, edition: str) -> None:
    game = start("--edition", edition, "--start", "menu").do("key F1")
    assert game.says("S Show me")
    help_ = game.picture()
    game.do("key s; wait 2")
    assert game.screen == "demonstration"
    said: list[str] = []
    for _ in range(ONE_MINUTE):
        game.do("wait 1")
        if game.screen != "demonstration":
            break
        if game.message and game.message not in said[-1:]:
            said.append(game.message)
            # What is said before a move can be read: it stays, and the cards are marked.
            assert game.says(game.message.split(". ")[0][:40])
    assert (game.screen, game.picture()) == ("help", help_)
    transcript = parse_transcript(read_asset_text(f"demos/{edition}.txt"))
    notes = [words for _, words in transcript.notes]
    assert len(notes) >= 6
    assert all(1 <= int(key.removeprefix("say")) <= len(transcript.moves) for key, _ in transcript.notes)
    assert all(len(wrap_text(words, 76, 3)) <= 2 for words in notes)
    assert [words for words in said if words in notes] == notes
    assert any("leared" in words for words in said[-2:])
