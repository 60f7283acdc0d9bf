"""Animated pictures: titles, end animations, sprites and easing."""
