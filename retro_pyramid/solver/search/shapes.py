"""The 1,430 shapes that a pyramid can have, and the transitions between them.

The tables are built on first use, once per process.
"""

from functools import cache
from itertools import combinations
from typing import NamedTuple

from retro_pyramid.rules.geometry import FULL_PYRAMID, SLOT_COUNT, covering_slots, exposed_slots_in


class ShapeTable(NamedTuple):
    """All shapes, numbered by their number of cards from 0, the empty shape: a removal leads to a lower number."""

    masks: tuple[int, ...]
    """The mask of each shape."""
    number_by_mask: dict[int, int]
    """The number of the shape with a mask."""
    successors: tuple[tuple[tuple[int, int], ...], ...]
    """For each shape a pair (slot, shape) for each of its exposed slots: the shape without that card."""
    predecessor_slots: tuple[tuple[int, ...], ...]
    """For each shape the slots whose removal leads to it."""


@cache
def get_exposed_slots_by_mask() -> dict[int, tuple[int, ...]]:
    """Return the exposed slots of each shape by its mask, the full pyramid first.

    >>> len(get_exposed_slots_by_mask()), get_exposed_slots_by_mask()[0b111]
    (1430, (1, 2))
    """
    covers = [sum([1 << cover for cover in covering_slots(slot)]) for slot in range(SLOT_COUNT)]
    covered_by = [[i for i in range(slot) if covers[i] >> slot & 1] for slot in range(SLOT_COUNT)]
    exposed_by_mask = {FULL_PYRAMID: exposed_slots_in(FULL_PYRAMID)}
    masks = [FULL_PYRAMID]
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
def get_shape_table() -> ShapeTable:
    """Return the table of all shapes. Their number is the Catalan number C8.

    >>> len(get_shape_table().masks), get_shape_table().masks[0], get_shape_table().successors[0]
    (1430, 0, ())
    """
    exposed_by_mask = get_exposed_slots_by_mask()
    masks = list(reversed(exposed_by_mask))
    number = {mask: shape for shape, mask in enumerate(masks)}
    after = tuple(
        [tuple([(slot, number[mask ^ 1 << slot]) for slot in exposed_by_mask[mask]]) for mask in masks]
    )
    before: list[list[int]] = [[] for _ in masks]
    for successors in after:
        for slot, smaller in successors:
            before[smaller].append(slot)
    return ShapeTable(tuple(masks), number, after, tuple(map(tuple, before)))


@cache
def find_reachable_shapes(pyramid: int) -> tuple[int, ...]:
    """Return the numbers of the shapes that removals from a pyramid, given as a mask, lead to; its own number last."""
    table = get_shape_table()
    outside = ~pyramid
    return tuple([shape for shape, mask in enumerate(table.masks) if not mask & outside])


@cache
def get_transitions_by_slot_pair() -> dict[tuple[int, int], tuple[tuple[int, int], ...]]:
    """Return for each pair of slots the shapes in which both are exposed.

    Each comes as (shape, shape without the two cards), both as numbers.
    """
    number = get_shape_table().number_by_mask
    pair_masks = {(i, j): 1 << i | 1 << j for j in range(SLOT_COUNT) for i in range(j)}
    transitions: dict[tuple[int, int], list[tuple[int, int]]] = {pair: [] for pair in pair_masks}
    for mask, exposed in get_exposed_slots_by_mask().items():
        shape = number[mask]
        for pair in combinations(exposed, 2):
            transitions[pair].append((shape, number[mask ^ pair_masks[pair]]))
    return {pair: tuple(rows) for pair, rows in transitions.items() if rows}
