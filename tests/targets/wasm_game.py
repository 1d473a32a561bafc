"""A game's .wasm run in Python, read only through its manifest: a stand-in for the browser."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import wasmtime

PAGE = 65536


class WasmGame:
    """The exported verbs over records in the module's memory, addressed by name."""

    def __init__(self, folder: Path, game: str) -> None:
        self.manifest: dict[str, Any] = json.loads((folder / f"{game}.json").read_text(encoding="utf-8"))
        self.store = wasmtime.Store()
        self.module = wasmtime.Module.from_file(self.store.engine, str(folder / f"{game}.wasm"))
        self.exports: Any = wasmtime.Instance(self.store, self.module, []).exports(self.store)
        self.memory: Any = self.exports["memory"]
        heap: Any = self.exports["__heap_base"]
        self._free = int(heap.value(self.store))
        sizes = {name: self.manifest[name]["bytes"] for name in ("state", "mask", "chance")}
        sizes |= {"template": sizes["state"], "master": sizes["chance"], "thought": sizes["chance"]}
        self.sizes = sizes
        self.places = {name: self._place(size) for name, size in sizes.items()}

    def _place(self, size: int) -> int:
        here = (self._free + 15) & ~15
        self._free = here + size
        return here

    def make_room(self, **sizes: int) -> None:
        """Room for more records, by their names; the memory grows as far as they need it."""
        self.sizes |= sizes
        self.places |= {name: self._place(size) for name, size in sizes.items()}
        pages = -(-(self._free - self.memory.data_len(self.store)) // PAGE)
        if pages > 0:
            self.memory.grow(self.store, pages)

    def put(self, name: str, record: bytes) -> None:
        """Write a record."""
        assert len(record) == self.sizes[name]
        self.memory.write(self.store, record, self.places[name])

    def get(self, name: str) -> bytes:
        """Read a record."""
        here = self.places[name]
        return bytes(self.memory.read(self.store, here, here + self.sizes[name]))

    def call(self, verb: str, *arguments: str | int) -> Any:
        """Call a verb; a record is named, a number is given."""
        places = [self.places[argument] if isinstance(argument, str) else argument for argument in arguments]
        return self.exports[verb](self.store, *places)

    def template(self, seats: int, options: dict[str, int]) -> bytes:
        """A state before the deal, made from the manifest alone."""
        record = bytearray(self.sizes["state"])
        values = {option["name"]: option["default"] for option in self.manifest["options"]} | options
        values |= {self.manifest["game"]: self.manifest["version"], "seats": seats}
        for field in self.manifest["state"]["fields"]:
            if field["name"] in values:
                size = int(field["type"].strip("uint")) // 8
                record[field["offset"] : field["offset"] + size] = values[field["name"]].to_bytes(size, "little")
        return bytes(record)

    def read(self, record: bytes) -> dict[str, Any]:
        """A state decoded by the manifest alone."""
        shown = (field for field in self.manifest["state"]["fields"] if field["meaning"] not in ("version", "inner"))
        return {field["name"]: self._field(record, field) for field in shown}

    def _field(self, record: bytes, field: dict[str, Any]) -> Any:
        size, signed = int(field["type"].strip("uint")) // 8, field["type"].startswith("int")
        step, shape = size * math.prod(field["shape"][1:]), field["shape"]
        if not shape:
            return self._decoded(
                field, int.from_bytes(record[field["offset"] : field["offset"] + size], "little", signed=signed)
            )
        parts = [
            dict(field, offset=field["offset"] + place * step, shape=shape[1:], per_seat=False)
            for place in range(shape[0])
        ]
        if len(shape) == 1 and field["meaning"] in ("counts", "stack", "bag"):
            return self._row(field, [self._field(record, dict(part, meaning="number", names=[])) for part in parts])
        return [self._field(record, part) for part in (parts[: self._taken(record)] if field["per_seat"] else parts)]

    def _row(self, field: dict[str, Any], numbers: list[int]) -> Any:
        if field["meaning"] == "counts":
            return {name: number for name, number in zip(field["names"], numbers, strict=True) if number}
        if field["meaning"] == "bag":
            return [name for place, name in enumerate(field["names"]) for word in numbers if word >> place & 1]
        return [field["names"][number - 1] for number in numbers if number]

    def _taken(self, record: bytes) -> int:
        (seats,) = (field["offset"] for field in self.manifest["state"]["fields"] if field["name"] == "seats")
        return int(record[seats])

    def _decoded(self, field: dict[str, Any], value: int) -> Any:
        if field["meaning"] == "set":
            return [name for place, name in enumerate(field["names"]) if value >> place & 1]
        return field["names"][value] if field.get("names") else value
