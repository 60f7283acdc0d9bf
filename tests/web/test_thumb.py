"""A telephone played by thumb: the keys beside the picture, the loupe over it, their sizes in millimetres, whole games."""

from collections.abc import Iterator
from itertools import cycle
from typing import Any, NamedTuple

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.rules import DRAW, REDEAL, rules_for
from retro_pyramid.session import Session
from retro_pyramid.table.target_ids import get_move_target_ids
from tests.programs import DEALT_BY_CLICK, PROGRAMS
from tests.web.conftest import Sit
from tests.web.harness import HEIGHT, WIDTH, Player
from tests.web.test_access import violations

UPRIGHT = ((320, 454), (360, 640), (320, 568), (390, 844), (412, 915))
SIDEWAYS = ((568, 257), (568, 320), (667, 331), (667, 375), (800, 360))
NARROWEST = (UPRIGHT[0], SIDEWAYS[0])
"""Where things come closest, in each of the page's two layouts."""
A_MILLIMETRE = 160 / 25.4
"""In CSS pixels, of which a telephone has 160 to an inch by convention."""
LEAST = 9 * A_MILLIMETRE
KEY = 44
# Every kind of screen: the query it is reached by, and the keys that lead there.
SCREENS: dict[str, tuple[str, tuple[str, ...]]] = {
    **{program: (f"?edition={program}&deal=61&start=table", ()) for program in PROGRAMS},
    **{f"{program}_menu": (f"?edition={program}&start=menu", ()) for program in PROGRAMS},
    "title": ("?start=title", ()),
    "question": ("?deal=61&start=table", ("button:new",)),
    "help": ("?deal=61&start=table", ("button:help",)),
    "bar": ("?edition=tilldawn&deal=61&start=table", ("menu:game",)),
    "number": ("?deal=61&start=table", ("button:number",)),
    "scores": ("?start=menu", ("menu:scores",)),
    "replay": ("?watch=odm.1.61.H2x", ()),
    "figures": ("?start=menu", ("menu:figures",)),
    "config": ("?edition=em&deal=61&start=table", ("button:config",)),
    "setup": ("?deal=61&start=table", ("button:setup",)),
    "display": ("?deal=61&start=table", ("button:setup", "setup:display")),
    "magazine": ("?start=menu", ("menu:setup", "setup:doors", "menu:magazine")),
    "page": ("?start=menu", ("menu:setup", "setup:doors", "menu:magazine", "menu:letters")),
    "prompt": ("?start=menu", ("menu:setup", "setup:doors", "menu:dos")),
}
OFTEN = {"odm", "em", "em_menu", "setup", "question", "number", "prompt"}
"""The screens that differ most; the others are looked at every night."""
BOXES = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [one.value || one.id, left, top, right, bottom];
})"""

# Words that are broken, and lines of the status that are cut along.
BROKEN = """() => [...document.querySelectorAll(":is(#pad, #buttons) button, #status span")]
  .filter((one) => one.checkVisibility() && one.firstChild).flatMap((one) => {
    const { bottom } = document.getElementById("status").getBoundingClientRect();
    const range = document.createRange();
    const lines = (from, to) => {
      range.setStart(one.firstChild, from);
      range.setEnd(one.firstChild, to);
      return [...range.getClientRects()];
    };
    const words = [...one.textContent.matchAll(/[^ -]+/g)].map((word) => lines(word.index, word.index + word[0].length));
    const broken = words.some((parts) => parts.length > 1 || (one.value && parts[0].width > one.clientWidth));
    const cut = !one.value && words.flat().some((part) => part.top < bottom - 4 && part.bottom > bottom + 2);
    return broken || cut ? [one.textContent] : [];
  })"""


# Whether no key beside a table has to be scrolled to.
UNCUT = "(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight + 1)(document.getElementById('pad-far'))"


def at_night(name: str) -> Any:
    """A case that takes a third of a minute, and so is marked slow."""
    return pytest.param(name, marks=pytest.mark.slow)


class Box(NamedTuple):
    """Something on the page: its value or id, and where it is."""

    name: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return self.right - self.left, self.bottom - self.top


@pytest.fixture(scope="module")
def player(sit: Sit) -> Player:
    player = sit(size=UPRIGHT[1], touch=True)
    player.start("?test&start=menu", key="")
    player.use_loupe(True)
    return player


def boxes(player: Player, selector: str) -> list[Box]:
    return [Box(*found) for found in player.page.evaluate(BOXES, selector)]


def turn(player: Player, size: tuple[int, int]) -> None:
    player.page.set_viewport_size({"width": size[0], "height": size[1]})
    player.frame()


def use(player: Player, *names: str) -> None:
    """Tap keys of the pad, each as soon as it is there."""
    for name in names:
        key = player.page.locator(f"#pad [value='{name}']")
        player.wait_for(key.is_visible, f"the key {name}")
        key.tap()
        player.frame()
        player.frame()


def shown(player: Player, name: str) -> None:
    """Show a screen, with its keys."""
    query, ways = SCREENS[name]
    turn(player, UPRIGHT[1])
    player.settle_anew(query)
    use(player, *ways)
    # The keys follow the picture after some frames.
    assert player.run("settle\nwait 12").error is None
    player.frame()


def whole_table(player: Player) -> None:
    if player.page.locator("#whole").is_visible():
        player.page.tap("#whole")


@pytest.mark.parametrize("name", [name if name in OFTEN else at_night(name) for name in SCREENS])
def test_on_every_screen_at_every_size_all_keys_are_large_and_axe_finds_nothing(
    player: Player, name: str
) -> None:
    shown(player, name)
    for size in (*UPRIGHT, *SIDEWAYS):
        turn(player, size)
        [picture] = boxes(player, "canvas#canvas")
        keyed = player.look("document.body.classList.contains('keyed')")
        upright = size[0] < size[1]
        # Where letters are typed they take the place of the picture, if there is no other.
        assert keyed or picture.size[0] >= size[0] / 2 or not upright, (size, picture)
        keys = boxes(player, "#pad button")
        assert keys or (keyed and not upright), size
        for key in keys:
            assert key.size[0] >= 44, (size, key)
            assert key.size[1] >= KEY, (size, key)
            beside = key.right <= picture.left + 1 or key.left >= picture.right - 1
            assert key.top >= picture.bottom - 1 if upright else beside, (size, key)
        assert player.page.evaluate(BROKEN) == [], size
        # What leads on is in sight whatever list there is, and else all keys are; so are the cards of the piles.
        table = player.look("document.querySelector('.pile')") is not None
        listed = player.look("document.body.classList.contains('listed')")
        for key in boxes(player, "#pad :is(#hints, #foremost) button" if listed else "#pad button"):
            assert 0 <= key.left < key.right <= size[0], (size, key)
            assert 0 <= key.top < key.bottom <= size[1], (size, key)
        assert table == (name in PROGRAMS), size
        assert listed or keyed or player.look(UNCUT), size
        # So is what is said, to its end.
        for said in boxes(player, "#status .said"):
            [status] = boxes(player, "#status")
            assert max(said.right - status.right, said.bottom - status.bottom - 2) <= 0, (size, said)
        for button in boxes(player, "#buttons button:not(#tell)"):
            assert min(button.size) >= 43.9, (size, button)
            assert 0 <= button.left < button.right <= size[0] + 0.5, (size, button)
            assert 0 <= button.top < button.bottom <= size[1], (size, button)
        for key in boxes(player, "#keys button"):
            assert key.size[1] >= KEY, (size, key)
            assert key.size[0] >= (KEY if name == "number" else 25), (size, key)
            assert key.bottom <= size[1], (size, key)
        if size in NARROWEST:
            assert violations(player) == [], size
    turn(player, UPRIGHT[1])


@pytest.mark.parametrize("program", [PROGRAMS[0], *map(at_night, PROGRAMS[1:])])
def test_nothing_smaller_than_nine_millimetres_must_be_hit_on_a_table(player: Player, program: str) -> None:
    """What has no key is a card or a pile: nine millimetres wide and high, or so under the loupe that a tap opens."""
    shown(player, program)
    # The rest of the sizes are those of the other programs, at night.
    for size in NARROWEST if program == PROGRAMS[0] else (*UPRIGHT, *SIDEWAYS):
        turn(player, size)
        state = player.state
        keys = {box.name for box in boxes(player, "#pad button")}
        bare = [
            t
            for t in state["targets"]
            if t["enabled"] and t["id"] not in keys and not t["id"].startswith("menu:")
        ]
        assert {t["id"] for t in bare} >= {f"card:7{place}" for place in range(1, 8)}
        for target in bare:
            if not target["id"].startswith(("automatch", "button:")):  # A key says the same.
                large_enough(player, target)
        whole_table(player)
    turn(player, UPRIGHT[1])


def large_enough(player: Player, target: dict[str, Any]) -> None:
    whole_table(player)
    [picture] = boxes(player, "canvas#canvas")
    across, down = picture.size[0] / WIDTH, picture.size[1] / HEIGHT
    width, height = target["rect"][2:]
    if min(width * across, height * down) >= LEAST:
        return
    before = player.state
    player.quick_tap(*player.point(*player.place(target["id"])))
    assert player.page.locator("#whole").is_visible(), target
    assert (player.state["moves"], player.state["selected"]) == (before["moves"], before["selected"])
    [picture] = boxes(player, "canvas#canvas")
    assert picture.size[0] >= 2 * across * WIDTH - 3
    assert width * picture.size[0] / WIDTH >= LEAST - 0.5, target
    assert height * picture.size[1] / HEIGHT >= LEAST - 0.5, target


def test_what_was_tapped_stays_under_the_thumb_and_the_thumb_drags_the_table(player: Player) -> None:
    shown(player, "odm")
    place = player.place("card:74")
    x, y = player.point(*place)
    player.quick_tap(x, y)
    there = player.point(*place)
    assert there[0] == pytest.approx(x, abs=2)
    [frame] = boxes(player, "#pyxel-screen")
    assert frame.top <= there[1] <= frame.bottom
    picture = boxes(player, "canvas#canvas")[0]
    player.quick_drag(200, 150, 60, 0)
    moved = boxes(player, "canvas#canvas")[0]
    # The browser takes some pixels to be sure that it is no tap.
    assert 55 <= moved.left - picture.left <= 80
    assert moved.top == picture.top
    # Not past its edges.
    for _ in range(5):
        player.quick_drag(60, 100, 200, 140)
    assert boxes(player, "canvas#canvas")[0][1:3] == pytest.approx((frame.left, frame.top), abs=1)
    assert player.state["moves"] == []
    # It gives way to a box over the table, and is there again behind it.
    use(player, "button:new")
    assert not player.page.locator("#whole").is_visible()
    use(player, "no")
    assert player.page.locator("#whole").is_visible()
    player.page.tap("#whole")
    assert boxes(player, "canvas#canvas")[0].size[0] == UPRIGHT[1][0]


def test_the_arrow_goes_with_every_finger(player: Player) -> None:
    """Of the picture, the loupe, the keys beside it and the bar."""
    shown(player, "odm")
    arrow = "retroPyramid.program._machine.pointer_shown"

    def gone() -> bool:
        return not player.look(arrow)

    for touch in (
        lambda: player.tap(320, 200),
        lambda: player.tap(*player.place("card:74")),
        lambda: player.quick_drag(200, 150, -80, 40),
        lambda: player.page.tap("#whole"),
        lambda: use(player, "stock"),
        lambda: player.page.tap("#sound"),
        lambda: player.page.tap("#sound"),
        lambda: use(player, "button:help", "back"),
    ):
        touch()
        player.frame()
        player.wait_for(gone, "the arrow to go")
        player.frame()
        assert gone()


# How far from the middle of what it means a thumb comes down, in millimetres.
SCATTER = ((0, 0), (3.5, 0), (-3.5, 0), (0, 3.5), (0, -3.5), (2.5, 2.5), (-2.5, -2.5))


class Thumb:
    """Plays a game, counting taps, drags of the table, and taps that had not the effect they were meant to have."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.taps = self.drags = self.missed = 0
        self._scatter: Iterator[tuple[float, float]] = cycle(SCATTER)

    def key(self, name: str) -> None:
        """Tap a key of the pad."""
        [box] = [box for box in boxes(self.player, "#pad button") if box.name == name]
        x, y = self._aside((box.left + box.right) / 2, (box.top + box.bottom) / 2)
        self.player.page.touchscreen.tap(x, y)
        self.taps += 1
        self.player.frame()

    def card(self, name: str) -> None:
        """Tap a card: it is brought into the loupe first, which the first tap opens."""
        player = self.player
        if not player.page.locator("#whole").is_visible():
            self._tap(*self._middle(name))
            assert player.page.locator("#whole").is_visible()
        [frame], [close] = boxes(player, "#pyxel-screen"), boxes(player, "#whole")
        x, y = self._middle(name)
        margin = 26
        goal = (
            min(max(x, frame.left + margin), frame.right - margin),
            min(max(y, frame.top + margin), frame.bottom - margin),
        )
        if goal[0] > close.left - margin and goal[1] < close.bottom + margin:
            goal = (close.left - margin, close.bottom + margin)
        # So near a drag would be a tap.
        while max(map(abs, away := (goal[0] - x, goal[1] - y))) > 20:
            # A thumb drags no further than the frame is wide; at the picture's edge no drag helps, nor is needed.
            start = ((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2)
            half = ((frame.right - frame.left) / 2 - 20, (frame.bottom - frame.top) / 2 - 20)
            player.quick_drag(*start, *(min(max(a, -most), most) for a, most in zip(away, half, strict=True)))
            self.drags += 1
            before, (x, y) = (x, y), self._middle(name)
            if (x, y) == before:
                break
        self._tap(*self._aside(x, y))

    def _middle(self, name: str) -> tuple[float, float]:
        return self.player.point(*self.player.place(name))

    def _aside(self, x: float, y: float) -> tuple[float, float]:
        across, down = next(self._scatter)
        return x + across * A_MILLIMETRE, y + down * A_MILLIMETRE

    def _tap(self, x: float, y: float) -> None:
        self.player.quick_tap(x, y)
        self.taps += 1

    def sees(self, **expected: object) -> None:
        """Count a miss where the last tap does not lead there."""
        for _ in range(20):
            state = self.player.state
            if all(state[name] == value for name, value in expected.items()):
                return
            self.player.page.wait_for_timeout(100)
        self.missed += 1


def a_game(program: str) -> Session:
    """Return a game of deal 61 in which cards go as soon as they can."""
    session = Session(rules_for(program), deal(61), 61)
    while session.status == "playing":
        legal = session.legal_moves()
        session.play_move(
            max((move for move in legal if move not in (DRAW, REDEAL)), key=str, default=legal[0])
        )
    return session


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_whole_game_is_played_upright_by_thumb_without_a_miss(player: Player, program: str) -> None:
    """Where a tap on a card can mean one thing it is enough, and piles have keys: at most 1.3 gestures a move."""
    shown(player, program)
    whole_table(player)
    thumb, done = Thumb(player), list[str]()
    draws = player.look("document.querySelector('#foremost button:not(.pile)').value")
    session = Session(rules_for(program), deal(61), 61)
    for move in a_game(program).moves:
        done.append(str(move))
        if move in (DRAW, REDEAL):
            thumb.key(draws)
        else:
            meant = [other for other in session.legal_moves() if other not in (DRAW, REDEAL)]
            ways = {
                name: sum(name in get_move_target_ids(other) for other in meant)
                for name in get_move_target_ids(move)
            }
            # Where a tap on the stock deals it comes second.
            deals = ("stock",) if program in DEALT_BY_CLICK else ()
            for name in sorted(ways, key=lambda name: (name in deals, ways[name], name.startswith("card:"))):
                if name.startswith("card:"):
                    thumb.card(name)
                else:
                    thumb.key(name)
                if ways[name] == 1:
                    break
        session.play_move(move)
        thumb.sees(moves=done)
        assert thumb.missed == 0, (done, player.state["moves"], player.state["message"])
    assert player.state["status"] != "playing"
    print(f"{program}: {len(done)} moves, {thumb.taps} taps, {thumb.drags} drags, {thumb.missed} missed")
    assert thumb.taps + thumb.drags <= 1.3 * len(done)


def piles(player: Player) -> list[str]:
    """Return the cards beside the key that draws."""
    found: list[str] = player.look("[...document.querySelectorAll('.pile')].map((one) => one.textContent)")
    return found


def test_the_card_of_a_pile_stands_beside_the_key_that_draws_and_can_be_tapped(player: Player) -> None:
    shown(player, "odm")
    assert piles(player) == ["7♥"]
    player.quick_tap(*player.point(*player.place("card:74")))
    assert player.page.locator("#whole").is_visible()
    player.quick_tap(*player.point(*player.place("card:75")))
    player.wait_for(lambda: piles(player) == ["6♥"], "the next card")
    shown(player, "em")
    assert piles(player) == ["7♥", "–"]
    use(player, "button:draw")
    player.wait_for(lambda: piles(player) == ["K♦", "7♥"], "both cards")
    use(player, "stock")
    player.reaches(moves=["D", "P"])
    use(player, "waste")
    player.reaches(moves=["D", "P", "75+W"])


def test_the_keys_are_on_the_side_of_the_thumb_that_is_chosen(player: Player) -> None:
    shown(player, "odm")
    for left in (False, True):
        for size in NARROWEST:
            turn(player, size)
            sides = (
                boxes(player, one)[0].left for one in ("#foremost :not(.pile)", ".pile", "#pyxel-screen")
            )
            draw, pile, picture = sides
            assert (draw < pile) == left, size
            assert size == UPRIGHT[0] or (draw < picture) == left, size
        turn(player, UPRIGHT[1])
        # So are answers, where no key is largest, and digits.
        for way, what in (("button:new", "#pad [value=yes]"), ("button:number", "#keys")):
            use(player, way)
            player.wait_for(player.page.locator(what).is_visible, what)
            turn(player, NARROWEST[1])
            key, picture = (boxes(player, one)[0].left for one in (what, "#pyxel-screen"))
            assert (key < picture) == left, what
            turn(player, UPRIGHT[1])
            use(player, "back")
        use(player, "button:setup", "setup:play", "config:thumb:left", "back")
        player.frame()


def test_a_link_to_setup_has_the_lines_for_fingers(player: Player) -> None:
    player.start_anew("?setup=play&test")
    assert {"config:tap:off", "config:thumb:left"} <= {target["id"] for target in player.state["targets"]}
