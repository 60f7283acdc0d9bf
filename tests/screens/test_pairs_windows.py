"""The Windows Pyramid: its menus, cards in reverse, undo that stops the scoring, games saved by name, its help."""

import pytest

from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.pair_games import by_mouse, game_that_ends, table_of, words

LINES = ["new", "restart", "number", "save", "load", "undo", "redo", "variations", "setup", "exit"]


@pytest.fixture
def window(start: Start) -> Game:
    # Deal 61: the bottom row is 5d 2d Ks Qc 6h Qs Jd; 7h Kd 3s Tc come from the stockpile.
    return start(*words("windows", 61)).do("settle")


# The bar of menus


@pytest.mark.parametrize("line", ["key F10", "key g", "key G", "clickon menu:game", "clickon button:menu"])
def test_the_game_menu_opens_and_closes(window: Game, line: str) -> None:
    window.do(line)
    assert (window.screen, window.selected) == ("menu", "menu:new")
    assert {f"menu:{name}" for name in LINES} - {"menu:undo", "menu:redo"} <= set(window.enabled())
    assert "menu:undo" not in window.enabled()
    for close in ("key ESC", "key F10", "clickon back", "clickon menu:game", "click 600 300"):
        assert window.do(close).screen == "table"
        window.do(line)
        assert window.screen == "menu"


def test_arrows_walk_the_menus(window: Game) -> None:
    window.do("key F10")
    seen = [window.do("key DOWN").selected for _ in LINES]
    assert seen == [f"menu:{name}" for name in [*LINES[1:], LINES[0]]]
    assert window.do("key UP").selected == "menu:exit"
    assert window.do("key HOME; key END").selected == "menu:exit"
    assert window.do("key RIGHT").selected == "menu:editions"
    assert window.do("key RIGHT").selected == "menu:index"
    assert window.do("key LEFT; key LEFT").selected == "menu:new"
    assert window.do("clickon menu:help").selected == "menu:index"


@pytest.mark.parametrize(
    ("ways", "screen"),
    [
        (["key n", "key g; key n", "key g; key ENTER", "clickon menu:game; clickon menu:new"], "table"),
        (["key s", "key g; key s", "clickon menu:game; clickon menu:save"], "files"),
        (["key l", "key g; key l", "clickon menu:game; clickon menu:load"], "files"),
        (["key v", "key g; key v", "clickon menu:game; clickon menu:variations"], "variations"),
        (["key x", "key g; key x", "clickon menu:game; clickon menu:exit"], "confirm"),
        (["key F6", "key g; key c", "clickon menu:game; clickon menu:number"], "name"),
        (["key F1", "key h; key i", "clickon menu:help; clickon menu:index", "clickon button:help"], "help"),
    ],
)
def test_every_line_by_its_key_by_the_menu_and_by_the_mouse(
    start: Start, ways: list[str], screen: str
) -> None:
    for way in ways:
        game = start(*words("windows", 61)).do("settle", way)
        assert game.screen == screen, way


@pytest.mark.parametrize(
    "way", ["key u", "key F3", "key g; key u", "clickon menu:game; clickon menu:undo", "clickon button:undo"]
)
@pytest.mark.parametrize(
    "back", ["key y", "key F4", "key g; key y", "key g; key d", "clickon menu:game; clickon menu:redo"]
)
def test_undo_and_redo_need_no_permission(window: Game, way: str, back: str) -> None:
    window.do("clickon card:73; settle", way)
    assert window.moves == []
    assert window.do(back).moves == ["73"]
    assert not table_of(window).session.assisted


@pytest.mark.parametrize("way", ["key r", "key g; key r", "clickon menu:game; clickon menu:restart"])
def test_restart(window: Game, way: str) -> None:
    assert window.do("clickon card:73; settle", way).moves == []
    assert window.state["deal"] == 61


# The table


def test_the_first_card_is_shown_in_reverse(window: Game) -> None:
    left, top, width, height = window.enabled()["card:72"]
    window.do("clickon card:71")
    window.do("move 600 250")
    plain = window.picture()
    window.do("clickon card:72; move 600 250")
    reversed_ = window.picture()
    for y in range(top + 4, top + height - 4, 7):
        row = slice(y * 640 + left + 4, y * 640 + left + width - 4)
        assert bytes(15 - colour for colour in plain[row]) == reversed_[row]
    assert window.do("clickon card:72").selected is None


def test_draw_3_turns_three_and_redeals_at_will(start: Start) -> None:
    game = start(*words("windows", 61, "variation=draw3")).do("clickon stock; settle")
    assert len(table_of(game).session.state.waste) == 3
    game.do(*["clickon stock; settle"] * 8)
    assert game.moves == ["D"] * 8 + ["R"]
    assert game.state["score"] == -5


def test_a_win_brings_twenty(start: Start) -> None:
    number, moves = game_that_ends("windows", "won", "variation=draw3")
    game = start(*words("windows", number, "variation=draw3"))
    by_mouse(game, *moves)
    assert game.do("settle").says(f"You won! Score {game.state['score']}")


# Scoring stops


@pytest.mark.parametrize("act", ["key u", "key r", "key s; text one; key ENTER; key l; text one; key ENTER"])
def test_undo_restart_and_load_stop_the_scoring_till_the_next_new_game(window: Game, act: str) -> None:
    window.do("clickon card:73; settle", act)
    score = window.state["score"]
    assert window.says("(scoring stopped)")
    window.do("clickon card:72; clickon card:77; settle")
    assert window.state["score"] == score
    window.do("key n; settle")
    assert not window.says("(scoring stopped)")


def test_a_game_without_scoring_is_not_counted(start: Start) -> None:
    number, moves = game_that_ends("windows", "stuck")
    game = start(*words("windows", number)).do("key D; key u")
    by_mouse(game, *moves)
    assert game.state["status"] == "stuck"
    assert game.files.statistics.value() == {}


def test_resuming_is_no_load(start: Start, window: Game) -> None:
    window.do("clickon card:73")
    again = start("--edition", "windows", "--start", "table")
    assert (again.moves, again.says("(scoring stopped)")) == (["73"], False)


@pytest.mark.parametrize(
    "way", ["key DOWN; key ENTER", "key 3", "clickon config:variation:draw3", "key UP; key SPACE"]
)
@pytest.mark.parametrize("answer", ["y", "n"])
def test_another_variation_of_the_list_asks_then_deals(window: Game, way: str, answer: str) -> None:
    window.do("clickon card:73; key v", way)
    assert window.message == "Change from Draw 1 to Draw 3?"
    window.do(f"key {answer}; settle")
    expected = ("draw3", 1001, []) if answer == "y" else ("draw1", 61, ["73"])
    assert (window.state["options"]["variation"], window.state["deal"], window.moves) == expected


@pytest.mark.parametrize("variation", ["draw1", "draw3"])
@pytest.mark.parametrize("way", ["key ENTER", "key ESC", "clickon back", "clickon config:variation:{}"])
def test_the_list_of_variations_marks_the_one_played_and_taking_it_changes_nothing(
    start: Start, variation: str, way: str
) -> None:
    game = start(*words("windows", 61, f"variation={variation}")).do("settle; clickon card:73; key v")
    assert game.selected == f"config:variation:{variation}"
    assert [f"√ Draw {number}" for number in "13" if game.says(f"√ Draw {number}")] == [
        f"√ Draw {variation[-1]}"
    ]
    assert (game.says("Draw 1"), game.says("Draw 3")) == (True, True)
    game.do(way.format(variation))
    assert (game.screen, game.state["options"]["variation"], game.moves) == ("table", variation, ["73"])


# Leaving


def test_exit_asks_and_ends_the_program(window: Game) -> None:
    window.do("clickon card:73; key x")
    assert window.message == "Quit Pyramid?"
    assert not window.do("key n").app.done
    assert window.do("key x; key y").app.done


def test_exit_leads_back_to_where_the_program_was_started(start: Start) -> None:
    game = start("--start", "dos").do("text winpyr --start table", "key ENTER", "settle; key x; key y")
    assert (game.screen, game.app.done) == ("prompt", False)


def test_esc_leads_to_the_menu_with_the_other_programs(window: Game) -> None:
    window.do("key ESC")
    assert (window.screen, "menu:editions" in window.enabled()) == ("menu", True)


def test_nothing_is_drawn_on_the_frame_that_does_nothing(window: Game) -> None:
    assert window.rows()[0].split() == ["Pyramid"]


def test_one_card_is_no_cards(window: Game) -> None:
    window.do(*["key D"] * 22, "settle")
    assert window.says(" 2 cards ")
    assert window.do("key D; settle").says(" 1 card ")
    assert window.do("key D; settle").says(" 0 cards ")


# Save and load


def test_a_game_saved_by_name_comes_back(start: Start, window: Game) -> None:
    window.do("clickon card:73; key s; text first; key ENTER")
    assert (window.screen, window.message) == ("table", "Saved as FIRST")
    window.do("key D; key D; key l; text First; key ENTER")
    assert (window.moves, window.message) == (["73"], "FIRST is back")
    again = start(*words("windows", 7)).do("key l; text FIRST; key ENTER")
    assert (again.state["deal"], again.moves) == (61, ["73"])


@pytest.mark.parametrize(
    ("answer", "kept"), [("key y", ["D"]), ("clickon yes", ["D"]), ("key n", []), ("clickon no", [])]
)
def test_saving_over_a_game_asks_first(window: Game, answer: str, kept: list[str]) -> None:
    window.do("key s; text first; key ENTER; key D; key s; text First; key ENTER")
    assert (window.screen, window.message) == ("confirm", "Save over FIRST?")
    window.do(answer)
    assert window.screen == ("table" if kept else "files")
    if not kept:
        window.do("key ESC")
    assert window.do("key l; text first; key ENTER").moves == kept


def test_the_names_are_listed_for_arrows_and_clicks(window: Game) -> None:
    for name in ("b", "c", "a"):
        window.do(f"key s; text {name}; key ENTER; key D")
    window.do("key l")
    assert [
        name for name in window.enabled() if name not in ("button:enter", "button:ok", "button:watch", "back")
    ] == [
        "button:A",
        "button:B",
        "button:C",
    ]
    assert window.do("key DOWN").selected == "button:A"
    assert window.do("key UP").selected == "button:C"
    assert window.do("key ENTER").moves == ["D"]
    assert window.do("key l; clickon button:A; clickon button:A").moves == ["D", "D"]


def test_ok_saves_and_loads(window: Game) -> None:
    window.do("clickon card:73; key s; text first")
    assert window.says(" OK ")
    window.do("clickon button:ok")
    assert (window.screen, window.message) == ("table", "Saved as FIRST")
    window.do("key D; key s; text second; clickon button:ok; key D; key l; key DOWN; clickon button:ok")
    assert (window.moves, window.message) == (["73"], "FIRST is back")
    assert window.do("key l; clickon button:ok").message == "Type a name first"
    assert window.heard == "refuse"


@pytest.mark.parametrize("take", ["key ENTER", "clickon button:ok", "clickon button:enter"])
def test_the_only_game_there_is_is_loaded_without_its_name(window: Game, take: str) -> None:
    window.do("clickon card:73; key s; text first; key ENTER; key D; key l")
    assert (window.selected, window.rows()[12].split("Name:")[1].split()[0]) == ("button:FIRST", "FIRST")
    window.do(take)
    assert (window.moves, window.message) == (["73"], "FIRST is back")
    # To save, a name is asked for; another name typed is looked for.
    assert window.do("key s", take).message == "Type a name first"
    assert window.do("key ESC; key l; text x", take).message == "There is no saved game X"


def test_more_names_than_fit_are_reached_by_the_arrows(window: Game) -> None:
    for number in range(13):
        window.do(f"key s; text g{number:02}; key ENTER")
    window.do("key l")
    assert "button:G12" not in window.enabled()
    assert window.do("key UP").selected == "button:G12"
    assert "button:G12" in window.enabled()
    # Home, End and letters are for the line that is typed.
    assert window.do("key PGUP").selected == "button:G02"
    assert window.do("key PGDN").selected == "button:G12"
    assert window.do("wheel 20").selected == "button:G00"
    assert window.do("wheel -1").selected == "button:G01"


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("key s; text a/b; key ENTER", "1 to 8 letters"),
        ("key s; key ENTER", "Type a name first"),
        ("key l; text nothing; key ENTER", "There is no saved game NOTHING"),
        ("key l; text con; key ENTER", "no device"),
    ],
)
def test_a_name_that_will_not_do_is_told_and_can_be_changed(window: Game, lines: str, says: str) -> None:
    window.do(lines)
    assert window.screen == "files"
    assert says in (window.message or "")
    assert window.heard == "refuse"
    assert window.says(says)
    assert window.do("key ESC").screen == "table"


def test_a_game_of_another_program_is_not_taken(start: Start, window: Game) -> None:
    relaxed = start(*words("relaxed", 61))
    assert relaxed.files.saves.write("other", table_of(relaxed).session.save())
    window.do("key l; text other; key ENTER")
    assert (window.screen, window.message) == ("files", "That game is of another program")


# The help


@pytest.fixture(params=[(), ("T",)], ids=["graphics", "text"])
def index(start: Start, request: pytest.FixtureRequest) -> Game:
    return start(*request.param, *words("windows", 61)).do("settle; key F1")


def test_the_index_leads_to_its_pages_and_back(index: Game) -> None:
    assert index.says("PYRAMID HELP INDEX")
    for name, title in (
        ("how-to-play", "HOW TO PLAY"),
        ("rules-and-scoring", "RULES AND SCORING"),
        ("keys", "KEYS"),
    ):
        assert index.do(f"clickon button:{name}").says(title)
        assert index.do("key ESC").says("PYRAMID HELP INDEX")
    assert index.do("key ESC").screen == "table"


def test_tab_and_enter_follow_a_word(index: Game) -> None:
    index.do("key TAB; key TAB")
    assert index.selected == "button:rules-and-scoring"
    assert index.do("key ENTER").says("RULES AND SCORING")


@pytest.mark.parametrize(
    ("word", "said"), [("tableau", "laid out at the start"), ("stockpile", "remain in hand")]
)
def test_words_are_explained_in_a_box_that_any_key_ends(index: Game, word: str, said: str) -> None:
    index.do("clickon button:rules-and-scoring", f"clickon button:{word}")
    assert index.screen == "popup"
    assert index.says(said)
    assert index.do("key SPACE").screen == "help"
