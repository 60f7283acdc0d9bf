"""The 1,430 shapes a pyramid can have, and which leads to which; the tables are made at first use, once a process."""

from functools import cache
from itertools import combinations
from typing import NamedTuple

from retro_pyramid.rules.geometry import FULL, POSITIONS, coverers, open_in


class Shapes(NamedTuple):
    """All shapes, numbered from 0, the empty one, by how many cards they have: a removal leads to a lower number.

    masks[s] is the mask of shape s, and number[mask] the number of a mask. after[s] has a pair (position, shape) for
    each open position of s: the shape without that card. before[s] has the positions whose removal leads to s.
    """

    masks: tuple[int, ...]
    number: dict[int, int]
    after: tuple[tuple[tuple[int, int], ...], ...]
    before: tuple[tuple[int, ...], ...]


@cache
def opens() -> dict[int, tuple[int, ...]]:
    """Return the open positions of each shape by its mask, the whole pyramid first.

    >>> len(opens()), opens()[0b111]
    (1430, (1, 2))
    """
    covers = [sum([1 << cover for cover in coverers(index)]) for index in range(POSITIONS)]
    uncovers = [[i for i in range(index) if covers[i] >> index & 1] for index in range(POSITIONS)]
    found = {FULL: open_in(FULL)}
    masks = [FULL]
    for mask in masks:
        opened = found[mask]
        for index in opened:
            smaller = mask ^ 1 << index
            if smaller not in found:
                come = [i for i in uncovers[index] if not smaller & covers[i]]
                found[smaller] = tuple(sorted([*come, *[i for i in opened if i != index]]))
                masks.append(smaller)
    return found


@cache
def shapes() -> Shapes:
    """Return the table of all shapes; their number is the Catalan number C8.

    >>> len(shapes().masks), shapes().masks[0], shapes().after[0]
    (1430, 0, ())
    """
    opened = opens()
    masks = list(reversed(opened))
    number = {mask: shape for shape, mask in enumerate(masks)}
    after = tuple([tuple([(index, number[mask ^ 1 << index]) for index in opened[mask]]) for mask in masks])
    before: list[list[int]] = [[] for _ in masks]
    for rows in after:
        for index, smaller in rows:
            before[smaller].append(index)
    return Shapes(tuple(masks), number, after, tuple(map(tuple, before)))


@cache
def within(pyramid: int) -> tuple[int, ...]:
    """Return the numbers of the shapes that removals from this one lead to, itself last."""
    table = shapes()
    outside = ~pyramid
    return tuple([shape for shape, mask in enumerate(table.masks) if not mask & outside])


@cache
def both_open() -> dict[tuple[int, int], tuple[tuple[int, int], ...]]:
    """Return for each pair of positions the shapes in which both are open, each with the shape without the two."""
    number = shapes().number
    both = {(i, j): 1 << i | 1 << j for j in range(POSITIONS) for i in range(j)}
    found: dict[tuple[int, int], list[tuple[int, int]]] = {pair: [] for pair in both}
    for mask, opened in opens().items():
        shape = number[mask]
        for pair in combinations(opened, 2):
            found[pair].append((shape, number[mask ^ both[pair]]))
    return {pair: tuple(rows) for pair, rows in found.items() if rows}
