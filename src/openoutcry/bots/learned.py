"""A bot that learned: a small network over the observation of its seat (`engine/observation.py`), in whole numbers
alone, so that it chooses the same on every target.

A file has the network of one game for one number of seats and one set of options (`docs/training.md`). What compiled
code gets of it is a block of bytes: the file's weights with all that it takes to make the inputs, and room to work in.

The inputs are the numbers of the row, those of seats turned so that the observer's come first; of every number that
stands alone, which may be a seat's, whether it is the observer's, the next one's and so on; and a 1. Each layer but the
last gives what is above nothing; the last gives how good each action looks.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from openoutcry.engine.chance import Chance
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import sensible
from openoutcry.engine.game import Game
from openoutcry.engine.mask import Mask, is_allowed
from openoutcry.engine.mistakes import Mistake, Reason, quoted
from openoutcry.engine.observation import OBSERVER, Layout, layout_of
from openoutcry.engine.observing import write
from openoutcry.engine.places import row_at
from openoutcry.engine.record import SEAT_NUMBERS

FORM = "open outcry network 1"
"""How the file of a network begins."""
FOLDER = "OUTCRY_LEARNED"
"""Names a folder whose networks are taken before those of the games."""
MOST_BYTES = 4 << 20
MOST_WIDE = 1024
WHOLE = 8
"""What a neuron gives has so many bits after the point."""
MOST = (1 << 15) - 1
FINEST = 14
"""A weight has at most so many bits after the point."""

HEAD = 14
"""The numbers at the beginning of a block."""
SEATS, INPUTS, NUMBERS, FIRST, SECOND, ACTIONS, FIRST_BITS, SECOND_BITS = range(8)
AT_TURNS, AT_SHIFTS, AT_FIRST, AT_SECOND, AT_LAST, AT_ROOM = range(8, HEAD)


class Inputs:
    """How the row of a game with so many seats becomes the inputs of a network."""

    def __init__(self, layout: Layout) -> None:
        self.layout, seats = layout, layout.seats
        if len(layout) > MOST:
            raise Mistake(f"a network has at most {MOST:,} inputs, and an observation has {len(layout):,}")
        self.turns = np.tile(np.arange(len(layout), dtype=np.int16), (seats, 1))
        """For each observer where in the row the number of each input stands."""
        numbers, first = [], 0
        fields = {field.name: field for field in layout.game.fields}
        for span in layout.spans:
            field, width = fields.get(span.name), len(span.names)
            if field is not None and not span.shape and field.kind.meaning == "number" and field.option is None:
                numbers.append(first)
            places = np.arange(first, first + width).reshape(span.shape)
            for seat in range(seats):
                turned = places
                if span.name == OBSERVER or (field is not None and field.per_seat):
                    turned = np.roll(turned, -seat, axis=0)
                if field is not None and field.kind.names is SEAT_NUMBERS and turned.ndim:
                    turned = np.roll(turned, -seat, axis=-1)
                self.turns[seat, first : first + width] = turned.ravel()
            first += width
        self.numbers = np.array(numbers, np.int16)
        """Where the numbers stand that may be a seat's."""

    def __len__(self) -> int:
        """How many inputs there are, but for the 1."""
        return len(self.layout) + len(self.numbers) * self.layout.seats


@cache
def inputs_of(game: Game, seats: int) -> Inputs:
    """The inputs of a game with so many seats."""
    return Inputs(layout_of(game, seats))


class Network:
    """The network of one game, for so many seats and these options.

    Weights are whole numbers: a row per input, and one for the 1, of the first two layers, a row per action of the last
    one. `shifts` says by how many bits each number of the row is divided, and `bits` how many bits after the point the
    weights of the first two layers have.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, Any],
        shifts: Any,
        bits: Sequence[int],
        weights: Sequence[Any],
    ) -> None:
        self.game, self.seats, self.options = game, seats, dict(options)
        self.shifts = np.asarray(shifts, np.int16)
        self.bits = tuple(int(each) for each in bits)
        self.weights = tuple(np.ascontiguousarray(each, np.int16) for each in weights)

    @classmethod
    def rounded(cls, game: Game, seats: int, options: Mapping[str, Any], shifts: Any, layers: Sequence[Any]) -> Network:
        """The network of three layers with real weights, each a row per neuron, what goes with the 1 at its end."""
        bits, whole = [], []
        for layer, least in zip(layers, (WHOLE, 0, 0), strict=True):
            most = float(np.abs(layer).max())
            bits.append(max(least, min(FINEST, int(np.floor(np.log2(MOST / max(most, 1e-9)))))))
            whole.append(np.round(np.asarray(layer, np.float64) * (1 << bits[-1])).clip(-MOST, MOST))
        return cls(game, seats, options, shifts, bits[:2], (whole[0].T, whole[1].T, whole[2]))

    def tobytes(self) -> bytes:
        """The file: a line that says what it is for, and the weights."""
        head = {
            "game": self.game.name,
            "version": self.game.version,
            "seats": self.seats,
            "options": self.options,
            "observation": layout_of(self.game, self.seats).version,
            "layout": layout_of(self.game, self.seats).digest,
            "wide": [each.shape[1] for each in self.weights[:2]],
            "bits": self.bits,
            "shifts": self.shifts.tolist(),
        }
        content = b"".join(each.astype("<i2").tobytes() for each in self.weights)
        told = json.dumps(head | {"digest": hashlib.sha256(content).hexdigest()})
        return f"{FORM}\n{told}\n".encode() + content

    @classmethod
    def of(cls, content: bytes, game: Game) -> Network:
        """A network from its file, if it is for this game as it is now."""
        form, _, rest = content.partition(b"\n")
        told, _, weights = rest.partition(b"\n")
        if form != FORM.encode():
            raise Mistake(f"the file of a network begins with {FORM!r}, not with {quoted(form[:40])}")
        try:
            head = json.loads(told)
            seats, wide = int(head["seats"]), [int(each) for each in head["wide"]]
            known = {name: head[name] for name in ("game", "version", "observation", "layout", "digest", "options")}
            shifts, bits = np.array(head["shifts"], np.int64), [int(each) for each in head["bits"]]
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
            raise Mistake("the second line of the file of a network does not say what it is for") from None
        if known["game"] != game.name:
            raise Mistake(f"this network plays {quoted(known['game'])}, not {game.name}")
        if known["version"] != game.version:
            raise Mistake(f"this network learned version {quoted(known['version'])} of the rules, not {game.version}")
        layout = layout_of(game, seats)
        if (known["observation"], known["layout"]) != (layout.version, layout.digest):
            raise Mistake("this network learned from another layout of observations: it has to be trained anew")
        if isinstance(known["options"], dict):
            game.template(seats, known["options"])
        return cls._whole(game, seats, known, shifts, bits, wide, weights)

    @classmethod
    def _whole(
        cls,
        game: Game,
        seats: int,
        known: Mapping[str, Any],
        shifts: Any,
        bits: list[int],
        wide: list[int],
        content: bytes,
    ) -> Network:
        inputs = inputs_of(game, seats)
        is_sound = (
            len(wide) == 2
            and len(bits) == 2
            and all(0 < each <= MOST_WIDE for each in wide)
            and WHOLE <= bits[0] <= FINEST + 2
            and 0 <= bits[1] <= FINEST + 2
            and shifts.shape == (len(inputs.layout),)
            and bool(((shifts >= 0) & (shifts < 16)).all())
            and isinstance(known["options"], dict)
        )
        if not is_sound:
            raise Mistake("the second line of the file of a network does not say what it is for")
        shapes = (len(inputs) + 1, wide[0]), (wide[0] + 1, wide[1]), (len(game.actions), wide[1] + 1)
        sizes = [rows * columns for rows, columns in shapes]
        if len(content) != 2 * sum(sizes) or hashlib.sha256(content).hexdigest() != known["digest"]:
            raise Mistake("this network is not whole: its weights are not those that were written")
        parts = np.split(np.frombuffer(content, "<i2"), np.cumsum(sizes)[:-1])
        weights = [part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)]
        return cls(game, seats, known["options"], shifts, bits, weights)

    def block(self) -> Any:
        """All that compiled code needs, as 64-bit words; its room is written to, so each thread has one of its own."""
        inputs, head = inputs_of(self.game, self.seats), np.zeros(HEAD, np.int64)
        layout, wide = inputs.layout, [each.shape[1] for each in self.weights[:2]]
        counts = (self.seats, len(layout), len(inputs.numbers), *wide, len(self.game.actions))
        head[: len(counts)] = counts
        head[FIRST_BITS], head[SECOND_BITS] = self.bits[0] - WHOLE, self.bits[1]
        turns = np.concatenate([inputs.turns.ravel(), inputs.numbers])
        sections = (turns, self.shifts, *self.weights, np.zeros(len(layout) + 8 * sum(wide), np.int8))
        contents, end = [], HEAD * 8
        for place, section in zip(range(AT_TURNS, HEAD), sections, strict=True):
            head[place] = end
            content = section.tobytes()
            contents.append(content + bytes(-len(content) % 8))
            end += len(contents[-1])
        return np.frombuffer(bytearray(head.tobytes() + b"".join(contents)), np.int64)


@rule
def by_network(view: Any, seat: int, mask: Mask, thought: Chance, address: int) -> int:
    """What the network at an address says is best, of what makes sense; of what looks alike the lowest number."""
    sensible(view, seat, mask)
    head = row_at(address, HEAD, np.int64)
    feel(view, seat, address, head)
    wide = head[SECOND]
    neurons = row_at(address + head[AT_ROOM] + head[INPUTS] + 8 * head[FIRST], wide, np.int64)
    last = row_at(address + head[AT_LAST], head[ACTIONS] * (wide + 1), np.int16)
    best, most = -1, np.int64(0)
    for action in range(head[ACTIONS]):
        if is_allowed(mask, action):
            row = action * (wide + 1)
            worth = np.int64(last[row + wide]) << WHOLE
            for place in range(wide):
                worth += np.int64(last[row + place]) * neurons[place]
            if best < 0 or worth > most:
                best, most = action, worth
    return best


@rule
def feel(view: Any, seat: int, address: int, head: Any) -> None:
    """Work out both layers of neurons from what a seat may know."""
    inputs, numbers, wide, second_wide = head[INPUTS], head[NUMBERS], head[FIRST], head[SECOND]
    room = address + head[AT_ROOM]
    first = row_at(room + inputs, wide, np.int64)
    second = row_at(room + inputs + 8 * wide, second_wide, np.int64)
    words = row_at(room, inputs >> 3, np.uint64)
    write(view, seat, words)
    row = row_at(room, inputs, np.int8)
    turns = row_at(address + head[AT_TURNS], head[SEATS] * inputs + numbers, np.int16)
    shifts = row_at(address + head[AT_SHIFTS], inputs, np.int16)
    weights = row_at(address + head[AT_FIRST], (inputs + numbers * head[SEATS] + 1) * wide, np.int16)
    begin(first, weights, inputs + numbers * head[SEATS], 0)
    for place in range(inputs):
        value = int(row[turns[seat * inputs + place]])
        if value != 0:
            add(first, weights, place, value, shifts[place])
    for number in range(numbers):
        ahead = int(row[turns[head[SEATS] * inputs + number]]) - seat
        if 0 <= ahead + seat < head[SEATS]:
            ahead += head[SEATS] if ahead < 0 else 0
            add(first, weights, inputs + number * head[SEATS] + ahead, 1, 0)
    fire(first, head[FIRST_BITS])
    weights = row_at(address + head[AT_SECOND], (wide + 1) * second_wide, np.int16)
    begin(second, weights, wide, WHOLE)
    for place in range(wide):
        if first[place] != 0:
            add(second, weights, place, first[place], 0)
    fire(second, head[SECOND_BITS])


@rule
def begin(neurons: Any, weights: Any, place: int, bits: int) -> None:
    """What goes with the 1."""
    for neuron in range(len(neurons)):
        neurons[neuron] = np.int64(weights[place * len(neurons) + neuron]) << bits


@rule
def add(neurons: Any, weights: Any, place: int, value: int, shift: int) -> None:
    """One input, divided by a power of two."""
    for neuron in range(len(neurons)):
        neurons[neuron] += (np.int64(weights[place * len(neurons) + neuron]) * value) >> shift


@rule
def fire(neurons: Any, bits: int) -> None:
    """What is above nothing, and not too much of it."""
    for neuron in range(len(neurons)):
        neurons[neuron] = min(max(neurons[neuron] >> bits, 0), MOST)


def name_of(game: Game, seats: int) -> str:
    """What the file of a network is called."""
    return f"{game.name}.{seats}.learned"


def block_name(game: Game, seats: int) -> str:
    """What the page's file of a network is called: the block that compiled code gets."""
    return f"{game.name}.{seats}.block"


def path_of(game: Game, seats: int) -> Path | None:
    """Where the network of a game for so many seats is, if there is one."""
    folders = [Path(own)] if (own := os.environ.get(FOLDER)) else []
    paths = (folder / name_of(game, seats) for folder in (*folders, game.folder))
    return next((path for path in paths if path.is_file()), None)


def seats_of(game: Game) -> list[int]:
    """For how many seats a game has a network."""
    return [seats for seats in game.seats if path_of(game, seats)]


def networks_of(game: Game) -> list[Network]:
    """The networks of a game that fit it as it is now; the others have to be trained anew."""
    found = []
    for seats in seats_of(game):
        with suppress(Mistake):
            found.append(read_network(game, seats))
    return found


def network_of(game: Game, template: Any) -> Network:
    """The network of a game for as many seats, and the options, as a record has."""
    seats, options = int(template["seats"]), options_of(game, template)
    network = read_network(game, seats) if path_of(game, seats) else None
    if network is None or network.options != options:
        raise Reason("not_learned", game=game.title, players=seats)
    return network


def options_of(game: Game, template: Any) -> dict[str, int | str]:
    """The options of a record, as people write them."""
    return {option.name: option.show(int(template[option.name])) for option in game.options}


def read_network(game: Game, seats: int) -> Network:
    """The network of a game for so many seats, which has one."""
    path = path_of(game, seats)
    assert path is not None, "whoever reads a network has found one"
    if path.stat().st_size > MOST_BYTES:
        raise Mistake(f"{path.name}: a network has at most {MOST_BYTES:,} bytes")
    try:
        network = Network.of(path.read_bytes(), game)
    except Mistake as mistake:
        raise Mistake(f"{path.name}: {mistake}") from None
    if network.seats != seats:
        raise Mistake(f"{path.name}: this network plays with {network.seats} players")
    return network
