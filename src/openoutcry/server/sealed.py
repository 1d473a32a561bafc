"""What nobody may read of a table before its end, as it is sealed in the database."""

from __future__ import annotations

import msgspec


class Sealed(msgspec.Struct):
    """The secrets of all rounds, and the key of a duplicate."""

    secrets: list[bytes]
    key: bytes | None = None
