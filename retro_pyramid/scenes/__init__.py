"""Pictures that move: titles, end animations, sprites and easing."""
