"""Starts the program in the page, once its modules are ready."""

import os

import js
from retro_pyramid.page.browser import start

os.chdir("/pyramid/")
start(js.retroPyramid.query())
