"""The 1,430 shapes that a pyramid can have, and the transitions between them.

The tables are built on first use, once per process.
"""

from functools import cache
from itertools import combinations
from typing import NamedTuple

from retro_pyramid.rules.geometry import FULL, POSITIONS, coverers, open_in


class Shapes(NamedTuple):
    """All shapes, numbered by their number of cards from 0, the empty shape: a removal leads to a lower number."""

    masks: tuple[int, ...]
    """The mask of each shape."""
    number: dict[int, int]
    """The number of the shape with a mask."""
    after: tuple[tuple[tuple[int, int], ...], ...]
    """For each shape a pair (slot, shape) for each of its exposed slots: the shape without that card."""
    before: tuple[tuple[int, ...], ...]
    """For each shape the slots whose removal leads to it."""


@cache
def opens() -> dict[int, tuple[int, ...]]:
    """Return the exposed slots of each shape by its mask, the full pyramid first.

    >>> len(opens()), opens()[0b111]
    (1430, (1, 2))
    """
    covers = [sum([1 << cover for cover in coverers(slot)]) for slot in range(POSITIONS)]
    covered_by = [[i for i in range(slot) if covers[i] >> slot & 1] for slot in range(POSITIONS)]
    exposed_by_mask = {FULL: open_in(FULL)}
    masks = [FULL]
    for mask in masks:
        exposed = exposed_by_mask[mask]
        for slot in exposed:
            smaller = mask ^ 1 << slot
            if smaller not in exposed_by_mask:
                newly_exposed = [i for i in covered_by[slot] if not smaller & covers[i]]
                exposed_by_mask[smaller] = tuple(sorted([*newly_exposed, *[i for i in exposed if i != slot]]))
                masks.append(smaller)
    return exposed_by_mask


@cache
def shapes() -> Shapes:
    """Return the table of all shapes. Their number is the Catalan number C8.

    >>> len(shapes().masks), shapes().masks[0], shapes().after[0]
    (1430, 0, ())
    """
    exposed_by_mask = opens()
    masks = list(reversed(exposed_by_mask))
    number = {mask: shape for shape, mask in enumerate(masks)}
    after = tuple(
        [tuple([(slot, number[mask ^ 1 << slot]) for slot in exposed_by_mask[mask]]) for mask in masks]
    )
    before: list[list[int]] = [[] for _ in masks]
    for successors in after:
        for slot, smaller in successors:
            before[smaller].append(slot)
    return Shapes(tuple(masks), number, after, tuple(map(tuple, before)))


@cache
def within(pyramid: int) -> tuple[int, ...]:
    """Return the numbers of the shapes that removals from a pyramid, given as a mask, lead to; its own number last."""
    table = shapes()
    outside = ~pyramid
    return tuple([shape for shape, mask in enumerate(table.masks) if not mask & outside])


@cache
def both_open() -> dict[tuple[int, int], tuple[tuple[int, int], ...]]:
    """Return for each pair of slots the shapes in which both are exposed.

    Each comes as (shape, shape without the two cards), both as numbers.
    """
    number = shapes().number
    pair_masks = {(i, j): 1 << i | 1 << j for j in range(POSITIONS) for i in range(j)}
    transitions: dict[tuple[int, int], list[tuple[int, int]]] = {pair: [] for pair in pair_masks}
    for mask, exposed in opens().items():
        shape = number[mask]
        for pair in combinations(exposed, 2):
            transitions[pair].append((shape, number[mask ^ pair_masks[pair]]))
    return {pair: tuple(rows) for pair, rows in transitions.items() if rows}
