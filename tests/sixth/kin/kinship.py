"""Next of Kin's own rule: two cards of the same rank go together, or of neighbouring ranks; none goes alone."""

from retro_pyramid.cards import KING
from retro_pyramid.rules.pair_match import PAIRING

KINSHIP = PAIRING._replace(
    partners=((), *((rank - 1 or KING, rank, rank % KING + 1) for rank in range(1, KING + 1))),
    alone=frozenset(),
    makes="a pair",
    misfit="{} and {} are neither equal nor neighbours",
)
