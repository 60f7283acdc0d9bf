"""Starts the program in the page, after its modules are imported."""

import os

import js
from retro_pyramid.page.browser import start

os.chdir("/pyramid/")
start(js.retroPyramid.startQuery())
