"""What nobody may read of a table before its end, as it is sealed in the database."""

from __future__ import annotations

import msgspec


class Sealed(msgspec.Struct):
    """The secrets of all rounds, and the key of a duplicate."""

    secrets: list[bytes]
    key: bytes | None = None


SEALED = msgspec.msgpack.Decoder(Sealed)
"""Made before threads read: msgspec crashes where two are the first to read a type at the same time."""
