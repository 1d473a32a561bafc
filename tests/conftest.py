"""Hypothesis plays the same cases every time, and compiling may take as long as it takes.

What a server keeps goes into a folder of the tests, not into the user's own.

A shell lets what it starts in the background ignore Ctrl-C, and passes that on; the tests send it, so they listen.
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import tempfile

from hypothesis import settings

signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")

_FOLDER = tempfile.mkdtemp(prefix="outcry-tests-")
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)
os.environ |= {"XDG_CONFIG_HOME": f"{_FOLDER}/config", "XDG_DATA_HOME": f"{_FOLDER}/data"}
