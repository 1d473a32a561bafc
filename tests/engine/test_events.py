"""Events are declared without the compiler, and told with it."""

from __future__ import annotations

import subprocess
import sys


def test_what_events_are_is_read_without_the_compiler() -> None:
    code = "import sys, openoutcry.engine.events, openoutcry.table.words; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
