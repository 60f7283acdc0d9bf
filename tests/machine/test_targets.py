import pytest

from retro_pyramid.machine.targets import MIN_TOUCH_SIZE, Target, find_target_at, find_visible_point

CARD = Target("card", (100, 100, 64, 64))
OVER = Target("over", (136, 136, 64, 64))
HINT = Target("hint", (16, 336, 40, 14))


def hit(targets: list[Target], x: int, y: int) -> str | None:
    found = find_target_at(targets, x, y)
    return found.id if found else None


SMALL, NEXT = Target("small", (100, 100, 8, 14)), Target("next", (120, 100, 8, 14))
OFF, SMALL_OFF = OVER._replace(enabled=False), SMALL._replace(enabled=False)
BIG = Target("big", (0, 200, 300, 136))


@pytest.mark.parametrize(
    ("expected", "places", "names"),
    [
        ("card card over over over", "100,100 135,163 136,136 163,163 199,199", "CARD OVER"),
        ("over", "150,150", "CARD OFF"),
        ("- - - -", "99,130 164,130 130,99 130,164", "CARD"),
        ("small small - small - small -", "100,100 83,107 82,107 124,107 125,107 104,92 104,91", "SMALL"),
        ("small small small next next", "100,107 109,107 112,107 115,107 117,107", "SMALL NEXT"),
        ("next", "109,107", "SMALL_OFF NEXT"),
        ("-", "109,107", "SMALL_OFF"),
        ("big", "30,335", "HINT BIG"),
        ("-", "5,5", ""),
        ("-", "500,20", "CARD OVER HINT"),
    ],
)
def test_what_is_hit(expected: str, places: str, names: str) -> None:
    targets = [globals()[name] for name in names.split()]
    points = [tuple(map(int, place.split(","))) for place in places.split()]
    assert [hit(targets, x, y) or "-" for x, y in points] == expected.split()


@pytest.mark.parametrize("size", [(1, 1), (8, 14), (40, 29), (41, 30), (64, 64)])
def test_what_a_finger_can_hit_is_at_least_41_by_30_pixels(size: tuple[int, int]) -> None:
    assert MIN_TOUCH_SIZE == (41, 30)
    width, height = size
    for x, y in ((0, 0), (640 - width, 350 - height), ((640 - width) // 2, (350 - height) // 2)):
        target = Target("t", (x, y, *size))
        assert len([column for column in range(640) if hit([target], column, y)]) >= max(41, width)
        assert len([row for row in range(350) if hit([target], x, row)]) >= max(30, height)


def test_the_visible_point_of_a_target_is_its_middle_or_what_is_seen_of_it() -> None:
    assert find_visible_point([CARD], "card") == (132, 132)
    left, right = Target("left", (64, 136, 64, 64)), Target("right", (136, 136, 64, 64), False)
    targets = [CARD, left, right]
    for name in ("card", "left", "right"):
        point = find_visible_point(targets, name)
        assert point is not None
        assert hit(targets, *point) == name
    assert find_visible_point([CARD, Target("lid", (90, 90, 100, 100))], "card") is None
    assert find_visible_point([CARD], "stock") is None
