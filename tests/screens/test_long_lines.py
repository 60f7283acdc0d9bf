"""Lines that are centred or placed by their length fit on the screen, the longest that each edition can make too."""

from __future__ import annotations

import re
from itertools import product

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.features.replay.replay import ReplayScreen
from retro_pyramid.rules import Rules, legal_moves
from retro_pyramid.rules.editions import ALL_RULES
from retro_pyramid.rules.transcript import initial_entry, next_entry
from retro_pyramid.settings import DEAL_FILTER_SETTING
from retro_pyramid.table.move_text import describe_move, fit_caption
from retro_pyramid.table.view_geometry import lay_out_result_banner
from retro_pyramid.ui.dialogs import ConfirmDialog, MessageBox
from retro_pyramid.ui.drawing import MAX_HEADING_LENGTH
from tests.programs import DEMOS, PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import MODES, cut_off
from tests.screens.pair_games import table_of

SLIPS = {
    "odm": ("It cost 5500; better: 10♠ on J♠", "It cost 5500; better: a draw"),
    "others": ("This lost the game; better: 10♠ and Q♠", "This lost the game; better: a new pass"),
}
"""The longest ends of a caption: what a move cost and the better one."""


def longest_captions(rules: Rules) -> list[str]:
    """Return captions of all moves of some games, each also as the move that clears the pyramid after a long streak."""
    found = set()
    for number in range(12):
        entry = initial_entry(rules, deal(number))
        for step in range(70):
            moves = legal_moves(rules, entry.state)
            if not moves:
                break
            for move in moves:
                before, after = entry.state, next_entry(rules, entry, move)
                points = None if after.score is None else after.score - (entry.score or 0)
                found.add(describe_move(rules, before, move, after.state, points))
                if taken := before.pyramid & ~after.state.pyramid:
                    streak = 27 if rules.streak_bonus else 0
                    last = after.state._replace(pyramid=0, cleared_pass=1, streak=streak)
                    clearing = rules.par_points[0] + 2 if rules.par_points else rules.clear_bonus
                    extra = rules.streak_bonus * max(0, streak - 2) + clearing
                    points = None if points is None else max(rules.row_points) + extra
                    found.add(describe_move(rules, before._replace(pyramid=taken), move, last, points))
            entry = next_entry(rules, entry, moves[(step + number) % len(moves)])
    return sorted(found)


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.id)
def test_the_longest_captions_with_a_better_move_fit_and_keep_the_move_and_the_better_one(
    rules: Rules,
) -> None:
    captions = longest_captions(rules)
    slips = SLIPS.get(rules.edition, SLIPS["others"])
    assert max(len(f"{words}. {slips[0]}") for words in captions) > MAX_HEADING_LENGTH
    for words, slip in product(captions, slips):
        line = fit_caption(words, slip, MAX_HEADING_LENGTH)
        assert len(line) <= MAX_HEADING_LENGTH
        assert line.endswith(f". {slip}")
        move = re.sub(r"(: \d+ points?|, \d+ off)?(\. .*)?$", "", words)
        assert line.startswith(move)


def test_a_caption_that_fits_stays_whole() -> None:
    assert fit_caption("7 on 8: 10 points. Nothing more goes", "It cost 5; better: a draw", 78) == (
        "7 on 8: 10 points. Nothing more goes. It cost 5; better: a draw"
    )
    assert fit_caption("7 on 8: 10 points", "", 78) == "7 on 8: 10 points"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("edition", PROGRAMS)
def test_a_replay_shows_the_end_of_a_caption_that_is_too_long(start: Start, edition: str, mode: str) -> None:
    game = start("--watch", str(DEMOS / f"{edition}.txt"), *MODES[mode])
    replay = game.app.top_screen
    assert isinstance(replay, ReplayScreen)
    slip = SLIPS.get(edition, SLIPS["others"])[0]
    replay._mistakes = dict.fromkeys(range(1, replay.replay_table.last_index + 1), slip)
    longest = ""
    for _ in range(replay.replay_table.last_index):
        game.do("key RIGHT; settle")
        longest = max(longest, game.message or "", key=len)
        assert (game.message or "").endswith(slip)
        assert game.rows()[23].rstrip().endswith(slip)
        assert cut_off(game) == []
    assert len(longest) > 60


STANDING = {
    "odm": ["Score 4850", "Level 1", "Streak 27  +3250", "Assisted", "Deal 4294967295 (unwinnable)"],
    "tilldawn": ["If it ended now", "Total -260", "Game 6 of 6", "Assisted", "Pass 3", "Deal 4294967295"],
    "windows": ["Score -1000 (scoring stopped)", "Draw 3", "Assisted", "Deal 4294967295 (unwinnable)"],
    "relaxed": ["Easy", "Stock 24", "Assisted", "Deal 4294967295 (unwinnable)"],
    "em": ["-52", "Deal 4294967295", "(unwinnable)", "Assisted"],
}
"""What stands on the line or the panel about a game when each of its facts is as long as it can be."""
OPTIONS = {"windows": ("--option", "variation=draw3"), "relaxed": ("--option", "passes=2")}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("edition", PROGRAMS)
def test_the_longest_line_about_a_game_is_whole(start: Start, edition: str, mode: str) -> None:
    words = (
        "--edition",
        edition,
        *OPTIONS.get(edition, ()),
        "--start",
        "table",
        "--deal",
        "4294967295",
        "-mouse",
    )
    game = start(*words, *MODES[mode]).do("settle")
    table = table_of(game)
    # A kind of deals that is wanted lets the deal be labelled.
    game.app.settings_store.set_values({DEAL_FILTER_SETTING: "winnable"})
    table.analysis.get_deal_rating = lambda: "unwinnable"  # type: ignore[method-assign]
    session = table.session
    session.is_assisted = True
    now = session.undo_history.current
    if edition == "odm":
        longest = now._replace(state=now.state._replace(streak=27), score=4850)
    else:
        longest = now._replace(state=now.state._replace(pass_number=3))
    session.undo_history.games[0][0] = longest
    if edition == "windows":
        session.frozen_score = -1000
    if edition == "tilldawn":
        game.app.settings_store.set_values({"tilldawn.match": "-52 -52 -52 -52 -52"})
    table.invalidate()
    shown = "\n".join(game.rows())
    assert [fact for fact in STANDING[edition] if fact not in shown] == []
    assert cut_off(game) == []


@pytest.mark.parametrize("mode", MODES)
def test_a_notice_with_long_lines_shows_every_word_of_them(start: Start, mode: str) -> None:
    game = start("--start", "menu", *MODES[mode])
    words = [f"word{number}" for number in range(30)]
    game.app.push(MessageBox(game.app, "Notice", (" ".join(words), "short")))
    assert cut_off(game) == []
    assert all(map(game.says, [*words, "short"]))


@pytest.mark.parametrize("mode", MODES)
def test_a_title_longer_than_the_row_keeps_both_ends(start: Start, mode: str) -> None:
    game = start("--start", "menu", *MODES[mode])
    game.app.push(ConfirmDialog(game.app, f"Replace {'x' * 90} now?", "It is kept", lambda: None))
    assert cut_off(game) == []
    assert game.says("Replace xxx")
    assert game.says("xxx now?")


def test_words_about_the_end_of_a_game_stay_between_the_piles() -> None:
    said = [" ".join([f"word{number}" for number in range(14)]), "short"]
    piles = [(0, 18, 20, 4), (62, 18, 18, 4)]
    verdict = lay_out_result_banner(
        said, "Enter deals another game, and Esc leads to the menu", 22, piles, True, False
    )
    column, _, width, height = verdict.rect_cells
    assert (column, column + width, height) == (20, 62, len(verdict.lines))
    assert max(map(len, verdict.lines)) <= width
    assert " ".join(verdict.lines).replace("  ", " ").startswith(" ".join(said))
