import pytest

from retro_pyramid.machine.targets import REACH, Target, target_at, visible_point

CARD = Target("card", (100, 100, 64, 64))
OVER = Target("over", (136, 136, 64, 64))
HINT = Target("hint", (16, 336, 40, 14))


def hit(targets: list[Target], x: int, y: int) -> str | None:
    found = target_at(targets, x, y)
    return found.id if found else None


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [(100, 100, "card"), (135, 163, "card"), (136, 136, "over"), (163, 163, "over"), (199, 199, "over")],
)
def test_what_lies_on_top_is_hit(x: int, y: int, expected: str) -> None:
    assert hit([CARD, OVER], x, y) == expected


def test_a_disabled_target_still_covers_what_lies_beneath() -> None:
    assert hit([CARD, OVER._replace(enabled=False)], 150, 150) == "over"


@pytest.mark.parametrize(("x", "y"), [(99, 130), (164, 130), (130, 99), (130, 164)])
def test_a_large_target_ends_at_its_edge(x: int, y: int) -> None:
    assert hit([CARD], x, y) is None


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        (100, 100, "t"),
        (83, 107, "t"),
        (82, 107, None),
        (124, 107, "t"),
        (125, 107, None),
        (104, 92, "t"),
        (104, 91, None),
    ],
)
def test_a_small_target_reaches_as_far_as_a_finger(x: int, y: int, expected: str | None) -> None:
    assert hit([Target("t", (100, 100, 8, 14))], x, y) == expected


@pytest.mark.parametrize("size", [(1, 1), (8, 14), (40, 29), (41, 30), (64, 64)])
@pytest.mark.parametrize("corner", [(0, 0), (1, 1), (0.5, 0.5), (1, 0), (0, 1)])
def test_what_a_finger_can_hit_is_at_least_41_by_30_pixels(
    size: tuple[int, int], corner: tuple[float, float]
) -> None:
    width, height = size
    x, y = int((640 - width) * corner[0]), int((350 - height) * corner[1])
    target = Target("t", (x, y, *size))
    assert len([column for column in range(640) if hit([target], column, y)]) >= max(REACH[0], width)
    assert len([row for row in range(350) if hit([target], x, row)]) >= max(REACH[1], height)
    assert REACH == (41, 30)


def test_the_nearest_of_two_small_ones_is_meant() -> None:
    left, right = Target("left", (100, 100, 8, 14)), Target("right", (120, 100, 8, 14))
    assert [hit([left, right], x, 107) for x in (107, 109, 112, 115, 117, 120)] == [
        *("left", "left", "left", "right", "right", "right")
    ]


def test_a_disabled_target_does_not_draw_a_tap_to_itself() -> None:
    near, far = Target("near", (100, 100, 8, 14), False), Target("far", (120, 100, 8, 14))
    assert hit([near, far], 109, 107) == "far"
    assert hit([near], 109, 107) is None


def test_a_direct_hit_beats_a_near_one() -> None:
    assert hit([HINT, Target("big", (0, 200, 300, 136))], 30, 335) == "big"


def test_nothing_is_hit_where_nothing_is() -> None:
    assert target_at([], 5, 5) is None
    assert target_at([CARD, OVER, HINT], 500, 20) is None


def test_the_visible_point_of_a_free_target_is_its_middle() -> None:
    assert visible_point([CARD], "card") == (132, 132)


def test_the_visible_point_of_a_half_covered_card_is_seen() -> None:
    left, right = Target("left", (64, 136, 64, 64)), Target("right", (136, 136, 64, 64), False)
    targets = [CARD, left, right]
    for name in ("card", "left", "right"):
        point = visible_point(targets, name)
        assert point is not None
        assert hit(targets, *point) == name


def test_a_target_that_is_covered_or_absent_has_no_visible_point() -> None:
    assert visible_point([CARD, Target("lid", (90, 90, 100, 100))], "card") is None
    assert visible_point([CARD], "stock") is None
