"""Next of Kin's own rule: two cards of the same rank go together, or of neighbouring ranks; none goes alone."""

from retro_pyramid.cards import KING
from retro_pyramid.rules.pair_match import PAIR_MATCH

KINSHIP = PAIR_MATCH._replace(
    partners=((), *((rank - 1 or KING, rank, rank % KING + 1) for rank in range(1, KING + 1))),
    singles=frozenset(),
    sum_text="a pair",
    mismatch_text="{} and {} are neither equal nor neighbours",
)
