"""What the tests need beside Python: `python tests/needed.py` installs it, on a Debian machine, as root.

Where something cannot be had, the tests with it are skipped with a clear word, but never in CI.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from typing import NoReturn

PACKAGES = {"cc": ("gcc", "libc6-dev"), "systemd-analyze": ("systemd",), "make": ("make",), "mount": ("mount",)}
"""Programs, and Debian's packages that have them."""


def lacks(what: str) -> NoReturn:
    """A test lacks something: it is skipped, but in CI it fails."""
    import pytest

    if os.environ.get("CI"):
        pytest.fail(f"in CI nothing is skipped: {what}")
    pytest.skip(what)


def program(name: str) -> str:
    """Where a program is that a test needs."""
    found = shutil.which(name)
    if found is None:
        lacks(f"there is no {name} here; `python tests/needed.py` installs it, on a Debian machine, as root")
    return found


def install(packages: Iterable[str]) -> None:
    """Debian's packages, where we may."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        wanted = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
        subprocess.run(wanted, check=False)


def main() -> int:
    """Install what is not there; whether all is there then matters in CI alone."""

    def missing() -> list[str]:
        return [name for name in PACKAGES if shutil.which(name) is None]

    if names := missing():
        install(package for name in names for package in PACKAGES[name])
    for name in missing():
        print(f"there is no {name} here; the tests with it are skipped", file=sys.stderr)
    return 1 if missing() and os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
