"""What threads read is known to msgspec before they do: it crashes where two are the first to read a type at once."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import msgspec
from openoutcry.server import keeping, protocol, sealed
from openoutcry.server.kept import Kept, Seat
from openoutcry.table.clocks import ClockSet
from openoutcry.table.settings import Settings

for type in (protocol.NewTable, Kept, Seat, sealed.Sealed, ClockSet, Settings):
    type.__annotations__ = dict.fromkeys(type.__annotations__, "nothing_that_there_is")  # whoever looks now fails
clock = {"move": 1, "bank": 2, "increment": 0, "leaves": False}
keeping.SETTINGS.decode(msgspec.json.encode({"game": "bounce", "seats": 2, "clock": clock}))
keeping.KEPT.decode(msgspec.json.encode({"seats": [{"name": "Ann"}], "host": "ann", "host_name": "Ann"}))
sealed.SEALED.decode(msgspec.msgpack.encode({"secrets": [b"secret"], "key": None}))
msgspec.convert({"clock": clock}, Settings)
msgspec.json.decode(b'{"seats": [], "host": "ann", "host_name": "Ann"}', type=Kept)
"""


def test_types_that_threads_read_are_known_before() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
