"""Hypothesis plays the same cases every time, and compiling may take as long as it takes.

A shell lets what it starts in the background ignore Ctrl-C, and passes that on; the tests send it, so they listen.
"""

from __future__ import annotations

import signal

from hypothesis import settings

signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")
