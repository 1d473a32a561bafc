"""Hypothesis plays the same cases every time, and compiling may take as long as it takes."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")
