"""Provable shuffles: what a server commits to, what chains the entries of a log, and what a file proves after the end.

The server commits to a secret, each person's client adds a nonce, and the key of the match is a hash of all of them.
Every entry of the log is chained by hash to the one before, under salts that follow from the secret: nobody who does
not know it can try out what an entry may have been. `docs/fairness.md` says what that proves, and what not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from openoutcry.engine.mistakes import Mistake, Reason
from openoutcry.table.limits import is_name
from openoutcry.table.match import LogEntry, Match, line_of
from openoutcry.table.old_file import is_new_key

if TYPE_CHECKING:
    from hashlib import _Hash as HASH

FORMAT = "openoutcry fair 1"
SIZE = 32
"""Bytes of a secret, of a nonce and of a salt."""
REMOVED = "removed"
"""What stands for the name of whoever has deleted it."""
SHORTEST_HEAD = 16
"""So many of its digits tell a head from all others."""

_HEX = re.compile("[0-9a-f]{64}")
_SEAT = re.compile("0|[1-9][0-9]?")
_NUMBER = re.compile("[1-9][0-9]{0,8}")
BLOCK = 64
"""Bytes of a block of SHA-256."""
INNER, OUTER = int.from_bytes(b"\x36" * BLOCK, "big"), int.from_bytes(b"\x5c" * BLOCK, "big")
"""What HMAC's two keys differ by from the one that is given."""
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def canonical(value: Any) -> bytes:
    r"""JSON as it is hashed: names in the order of their code points, no blanks, in UTF-8, whole numbers in decimal.

    Quotes, backslashes and what is below a blank are escaped as JavaScript does it, and so is half a surrogate pair.

    >>> canonical({"b": [1, True, None], "a": "ü\n\ud800"})
    b'{"a":"\xc3\xbc\\n\\ud800","b":[1,true,null]}'
    """
    return _ENCODER.encode(value).encode("utf-8", "backslashreplace")


def commitment(content: bytes) -> str:
    """What is shown of a secret or of a nonce before its time: its SHA-256."""
    return sha256(content).hexdigest()


def key_of(secret: bytes, nonces: Iterable[bytes]) -> bytes:
    """The key of a match: of the server's secret, and of the nonces in the order of their seats."""
    parts = [secret, *nonces]
    if any(len(part) != SIZE for part in parts):
        raise Reason("fair_size", size=SIZE)
    return sha256(b"openoutcry key 1" + b"".join(parts)).digest()


def name_commitment(salt: bytes, name: str) -> str:
    """What is chained of a name: without the salt nobody can try out names."""
    if len(salt) != SIZE:
        raise Reason("fair_size", size=SIZE)
    return sha256(salt + name.encode()).hexdigest()


def _by_number(numbered: tuple[str, Any]) -> int:
    return int(numbered[0])


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt to shuffle: what the server and, by their seats, the people's clients committed to and showed.

    Whoever is missing did not commit in time, and was passed over, or did not show their nonce: then there is a next
    round. By correspondence the nonces come when sitting down, and need no commitment. The secret is not here: it is
    shown after the end of the match.
    """

    round: int
    commitment: str
    commitments: dict[int, str] = {}
    nonces: dict[int, str] = {}
    missing: list[int] = []
    at_sitting: bool = False

    def as_json(self) -> dict[str, Any]:
        """The round as it is stored, and as it is hashed with the beginning of a match."""
        found: dict[str, Any] = msgspec.to_builtins(self, str_keys=True)
        by_seat = {name: dict(sorted(found[name].items(), key=_by_number)) for name in ("commitments", "nonces")}
        return found | by_seat

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Round:
        """A round that was stored."""
        return msgspec.convert(data, cls, str_keys=True)

    def key(self, secret: bytes) -> bytes:
        """The key that follows from this round."""
        return key_of(secret, (bytes.fromhex(self.nonces[seat]) for seat in sorted(self.nonces)))


def header_of(
    match: Match, *, table: str, rounds: Sequence[Round], names: Sequence[str], twin: str | None = None, leg: int = 0
) -> dict[str, Any]:
    """What a match begins with, and what its chain is rooted in: JSON, to be stored beside it.

    The names are their commitments, seat by seat. A twin is the other table where the same cards are played; at a twin
    the seats of nonces go on from those of the first table (leg 0) to those of the second (leg 1).
    """
    return {
        "format": FORMAT,
        "game": match.game.name,
        "version": match.game.version,
        "seats": match.seats,
        "options": match.options,
        "bots": _by_text(match.bots),
        "table": table,
        "twin": twin,
        "leg": leg,
        "commitment": rounds[-1].commitment,
        "rounds": [one.as_json() for one in rounds],
        "names": list(names),
    }


def _by_text(bots: Mapping[int, str]) -> dict[str, str]:
    """Bots by their seats, as JSON has them."""
    return {str(seat): bots[seat] for seat in sorted(bots)}


def root_of(header: Mapping[str, Any]) -> bytes:
    """The hash that a chain begins with."""
    return sha256(canonical(header)).digest()


def next_hash(before: bytes, secret: bytes, number: int, content: bytes) -> bytes:
    """The hash at an entry: of the one before, and of what the entry is, blinded by a salt that follows from the
    secret.
    """
    return sha256(before + sha256(_salt(secret, number) + content).digest()).digest()


def _salt(secret: bytes, number: int) -> bytes:
    """HMAC-SHA256 under a secret of the size of ours (RFC 2104): written out, as Python's lets go of its lock while it
    works, and then waits for whoever took it.

    >>> import hmac
    >>> _salt(b"s" * 32, 7) == hmac.digest(b"s" * 32, b"entry" + (7).to_bytes(8, "big"), "sha256")
    True
    """
    inner, outer = [begun.copy() for begun in _begun(secret)]
    inner.update(number.to_bytes(8, "big"))
    outer.update(inner.digest())
    return outer.digest()


@lru_cache(1 << 13)
def _begun(secret: bytes) -> tuple[HASH, HASH]:
    """The two hashes of a salt, as far as they are the same for every entry."""
    block = int.from_bytes(secret.ljust(BLOCK, b"\0"), "big")
    return sha256((block ^ INNER).to_bytes(BLOCK, "big") + b"entry"), sha256((block ^ OUTER).to_bytes(BLOCK, "big"))


def sat_down(seat: int, name: str) -> dict[str, Any]:
    """The note that somebody else sits at a seat from an entry on, by the commitment of their name."""
    return {"sat": {str(seat): name}}


def bots_at_last(proof: Mapping[str, Any]) -> dict[str, str]:
    """Which bots played in the end, by their seats: those that began, or those that were noted last."""
    noted = [proof["notes"][number] for number in sorted(proof["notes"], key=int)]
    found: dict[str, str] = [proof["bots"], *(note["bots"] for note in noted if "bots" in note)][-1]
    return found


class Chained(msgspec.Struct, frozen=True, gc=False):
    """An entry that was chained: its number, from 1 on, its content to be stored as it is, and its hash."""

    number: int
    content: str
    hash: str


class Chain:
    """The hashes of a match in play, entry by entry, and the one that may be shown.

    What is shown moves only with what all see: that an entry was chained which not all see is not to be known either.
    """

    def __init__(
        self, secret: bytes, header: Mapping[str, Any], match: Match, contents: Sequence[str | bytes] = ()
    ) -> None:
        """Begin a chain, or take it up again: the contents are those of all entries of the match, as they were
        stored.
        """
        if len(contents) != len(match.log):
            raise Reason("fair_contents", entries=len(match.log), contents=len(contents))
        self._secret, self.header = secret, dict(header)
        self._last = root_of(header)
        self.hashes = [self._last.hex()]
        """The root, then the hash at each entry."""
        self.notes: dict[int, dict[str, Any]] = {}
        self.shown = 0
        """The number of the entry whose hash is shown."""
        moments = match.moments() if contents else iter([match])
        self._seen, self._bots = _seen(next(moments)), self.header["bots"]
        for content in contents:
            text = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
            note = json.loads(text).get("note")
            if note is not None:
                self.notes[len(self.hashes)] = note
                self._bots = note.get("bots", self._bots)
            self._add(text)
            moment = next(moments)
            self._show(_seen(moment), is_over=moment.over)

    @property
    def head(self) -> str:
        """The hash that may be shown now."""
        return self.hashes[self.shown]

    def note(self, number: int, note: Mapping[str, Any]) -> None:
        """Say something with an entry that was not chained yet, such as the times of a race: whole numbers, texts,
        booleans, lists and objects.
        """
        if number < len(self.hashes):
            raise Reason("fair_chained", entry=number)
        self.notes[number] = self.notes.get(number, {}) | dict(note)

    def follow(self, match: Match, seen: bytes) -> list[Chained]:
        """Chain what was done since; `seen` is all that a spectator's hidden record is now. That other bots play from
        here on is noted by itself.
        """
        chained = []
        entries = match.log_from(len(self.hashes) - 1)
        if entries and len(match.bots) + len(self._bots) and (bots := _by_text(match.bots)) != self._bots:
            self.note(len(self.hashes), {"bots": bots})
            self._bots = bots
        for entry in entries:
            number = len(self.hashes)
            content = written(entry, self.notes.get(number))
            self._add(content)
            chained.append(Chained(number, content.decode(), self.hashes[-1]))
        self._show(seen, is_over=match.over)
        return chained

    def _add(self, content: bytes) -> None:
        self._last = next_hash(self._last, self._secret, len(self.hashes), content)
        self.hashes.append(self._last.hex())

    def _show(self, seen: bytes, *, is_over: bool) -> None:
        if is_over or seen != self._seen:
            self.shown, self._seen = len(self.hashes) - 1, seen

    def proof(self, secrets: Sequence[bytes], salts: Sequence[bytes | None]) -> dict[str, Any]:
        """What a file proves its match with, after the end: the secrets of all rounds, and the salts of names, seat by
        seat, of which one whose owner has deleted it has none.
        """
        return proof_of(self.header, secrets, salts, self.notes, self.hashes)


def proof_of(
    header: Mapping[str, Any],
    secrets: Sequence[bytes],
    salts: Sequence[bytes | None],
    notes: Mapping[int, Mapping[str, Any]],
    hashes: Sequence[str],
) -> dict[str, Any]:
    """What a file proves its match with: the hashes are the root and those of all entries."""
    rounds = [one | {"secret": secret.hex()} for one, secret in zip(header["rounds"], secrets, strict=True)]
    return {
        **{name: header[name] for name in ("table", "twin", "leg")},
        "rounds": rounds,
        "names": header["names"],
        "salts": [None if salt is None else salt.hex() for salt in salts],
        "bots": header["bots"],
        "notes": {str(number): note for number, note in sorted(notes.items()) if number < len(hashes)},
        "hashes": list(hashes),
        "head": hashes[-1],
    }


def names_at_last(header: Mapping[str, Any], notes: Mapping[int, Mapping[str, Any]]) -> list[str]:
    """The commitments of the names of those who sat at the seats in the end."""
    names = dict(enumerate(header["names"]))
    for number in sorted(notes):
        names |= {int(seat): name for seat, name in notes[number].get("sat", {}).items()}
    return [names[seat] for seat in sorted(names)]


def written(entry: LogEntry, note: Mapping[str, Any] | None) -> bytes:
    """An entry as it is chained."""
    if note is None and entry.action is not None:
        return _action_written(entry.seat, entry.action.number, entry.action.text)
    return canonical(content_of(entry, note))


@lru_cache(1 << 14)
def _action_written(seat: int, number: int, text: str) -> bytes:
    """The same for an action and nothing else: there are few, and many are played."""
    return canonical(line_of(seat, number, text))


def content_of(entry: LogEntry, note: Mapping[str, Any] | None) -> dict[str, Any]:
    """All that is chained of an entry: its line, and what was noted with it."""
    return entry.as_line() | ({} if note is None else {"note": note})


def _seen(match: Match) -> bytes:
    """All that everybody may see."""
    return bytes(match.view(None).record.tobytes())


class Step(NamedTuple):
    """One thing that was checked: what it is, in words, and whether it holds; neither, where it cannot be said."""

    reason: Mistake
    holds: bool | None

    def as_json(self) -> dict[str, Any]:
        """The step as programs read it."""
        reason = self.reason.as_json() if isinstance(self.reason, Reason) else {"code": "mistake", "parameters": {}}
        return {"holds": self.holds, **reason}


def refuse_unproven(data: Mapping[str, Any]) -> None:
    """Refuse a match file whose proof does not hold; whoever has none is not asked."""
    for step in proven(data) if "fairness" in data else ():
        if step.holds is False:
            raise Reason("not_proven", why=step.reason)


def proven(data: Mapping[str, Any]) -> Iterator[Step]:
    """What the proof in a match file says, step by step, up to the first that does not hold; the file has the shape of
    one, and its entries were not played again yet.
    """
    fault = next(_misshapen(data), None)
    if fault is not None:
        yield Step(Reason("fair_block_wrong", name=fault), False)
        return
    for steps in (_rounds, _secrets, _nonces, _key, _chain, _names):
        for step in steps(data, data["fairness"]):
            yield step
            if step.holds is False:
                return


Block = Mapping[str, Any]


_KINDS = {
    "table": str,
    "rounds": list,
    "names": list,
    "salts": list,
    "bots": dict,
    "notes": dict,
    "hashes": list,
    "head": str,
}


def _misshapen(data: Block) -> Iterator[str]:
    """What in a proof is missing, of the wrong kind, or not known: where that is."""
    block, seats, entries = data["fairness"], data["seats"], len(data["log"])
    if type(block) is not dict:
        yield "fairness"
        return
    yield from (name for name, kind in _KINDS.items() if type(block.get(name)) is not kind)
    yield from _misshapen_twin(block)
    yield from sorted(set(block) - {*_KINDS, "twin", "leg"})
    if not block["rounds"]:
        yield "rounds"
    for place, one in enumerate(block["rounds"]):
        yield from (f"rounds[{place}]{name}" for name in _misshapen_round(one, place + 1, _places(data)))
    if len(block["names"]) != seats or not all(map(_is_hash, block["names"])):
        yield "names"
    if len(block["salts"]) != seats or not all(salt is None or _is_hash(salt) for salt in block["salts"]):
        yield "salts"
    if not all(_is_seat(seat, seats) and is_name(bot) for seat, bot in block["bots"].items()):
        yield "bots"
    if not all(_is_entry(number, entries) and _is_note(note, seats) for number, note in block["notes"].items()):
        yield "notes"
    if len(block["hashes"]) != entries + 1 or not all(map(_is_hash, block["hashes"])):
        yield "hashes"
    if not _is_hash(block["head"]):
        yield "head"


def _misshapen_twin(block: Block) -> Iterator[str]:
    if type(block.get("twin", 0)) not in (str, type(None)):
        yield "twin"
    if type(block.get("leg")) is not int or block["leg"] not in (0, 1):
        yield "leg"


def _misshapen_round(one: Any, number: int, places: int) -> Iterator[str]:
    fields = ("round", "commitment", "commitments", "nonces", "missing", "at_sitting", "secret")
    if type(one) is not dict:
        yield ""
        return
    if type(one.get("round")) is not int or one["round"] != number:
        yield ".round"
    yield from (f".{name}" for name in ("commitment", "secret") if not _is_hash(one.get(name)))
    for name in ("commitments", "nonces"):
        by_seat = one.get(name)
        if type(by_seat) is not dict or not all(
            _is_seat(seat, places) and _is_hash(value) for seat, value in by_seat.items()
        ):
            yield f".{name}"
    missing = one.get("missing")
    if type(missing) is not list or not all(type(seat) is int and 0 <= seat < places for seat in missing):
        yield ".missing"
    if type(one.get("at_sitting")) is not bool:
        yield ".at_sitting"
    yield from (f".{name}" for name in sorted(set(one) - {*fields}))


def _is_hash(value: Any) -> bool:
    return type(value) is str and _HEX.fullmatch(value) is not None


def _is_seat(value: str, seats: int) -> bool:
    return _SEAT.fullmatch(value) is not None and int(value) < seats


def _is_entry(value: str, entries: int) -> bool:
    return _NUMBER.fullmatch(value) is not None and int(value) <= entries


def _is_note(note: Any, seats: int) -> bool:
    """Whether a note is one; if it says who sat down, or which bots play, it says so properly."""
    return type(note) is dict and all(
        type(by_seat) is dict and all(_is_seat(seat, seats) and is_one(value) for seat, value in by_seat.items())
        for by_seat, is_one in ((note.get("sat", {}), _is_hash), (note.get("bots", {}), is_name))
    )


def _places(data: Block) -> int:
    """How many people may have given nonces: those at the twin as well."""
    seats: int = data["seats"]
    return seats if data["fairness"].get("twin") is None else 2 * seats


def _who(data: Block, seat: int) -> str | Reason:
    """Whose nonce it is, as far as the file says so."""
    seats = data["seats"]
    leg = data["fairness"]["leg"] if _places(data) > seats else 0
    place = seat - leg * seats
    if not 0 <= place < seats:
        return Reason("fair_twin_seat", seat=seat % seats)
    name = _name(data, place)
    return Reason("fair_seat", seat=place) if name is None or name == REMOVED else name


def _name(data: Block, seat: int) -> str | None:
    """The name at a seat, if it is one."""
    name = data["players"][seat] if seat < len(data["players"]) else None
    return name if isinstance(name, str) and is_name(name) else None


def _by_seat(by_seat: Mapping[str, str]) -> list[tuple[int, str]]:
    return sorted((int(seat), value) for seat, value in by_seat.items())


def _rounds(data: Block, block: Block) -> Iterator[Step]:
    """Each round but the last was given up because somebody who had committed did not show their nonce, and in the last
    all who had committed did.
    """
    *given_up, last = block["rounds"]
    for one in block["rounds"]:
        committed, shown, missing = set(map(int, one["commitments"])), set(map(int, one["nonces"])), set(one["missing"])
        odd = shown & missing | (set() if one["at_sitting"] else shown - committed | committed - shown - missing)
        if odd:
            yield Step(Reason("fair_round_odd", round=one["round"], who=_who(data, min(odd))), False)
        if one is not last and shown and not committed & missing:
            yield Step(Reason("fair_round_thrown_away", round=one["round"]), False)
        for seat in sorted(missing):
            who = _who(data, seat)
            if seat not in committed:
                yield Step(Reason("fair_not_committed", round=one["round"], who=who), None)
            else:
                yield Step(Reason("fair_missing", round=one["round"], who=who), False if one is last else None)
    if not given_up:
        yield Step(Reason("fair_one_round"), True)
    else:
        yield Step(Reason("fair_more_rounds", round=last["round"]), True)


def _secrets(_data: Block, block: Block) -> Iterator[Step]:
    for one in block["rounds"]:
        number, shown = one["round"], one["commitment"]
        if commitment(bytes.fromhex(one["secret"])) != shown:
            yield Step(Reason("fair_secret_wrong", round=number), False)
        elif number == 1:
            yield Step(Reason("fair_secret", commitment=shown), True)
        else:
            yield Step(Reason("fair_secret_again", round=number, commitment=shown), True)


def _nonces(data: Block, block: Block) -> Iterator[Step]:
    for one in block["rounds"]:
        for seat, nonce in _by_seat(one["nonces"]):
            who, committed = _who(data, seat), one["commitments"].get(str(seat))
            if committed is not None and commitment(bytes.fromhex(nonce)) != committed:
                yield Step(Reason("fair_nonce_wrong", round=one["round"], who=who), False)
            elif one["at_sitting"]:
                yield Step(Reason("fair_nonce_sitting", who=who), True)
            else:
                yield Step(Reason("fair_nonce", round=one["round"], who=who), True)


def _key(data: Block, block: Block) -> Iterator[Step]:
    """The key follows from secret and nonces, and there is no other in the log."""
    last = block["rounds"][-1]
    nonces = [bytes.fromhex(nonce) for _, nonce in _by_seat(last["nonces"])]
    is_that_key = key_of(bytes.fromhex(last["secret"]), nonces).hex() == data["key"].lower()
    if is_that_key and not any(map(is_new_key, data["log"])):
        yield Step(Reason("fair_key", nonces=len(nonces)), True)
    else:
        yield Step(Reason("fair_key_wrong"), False)
    if block["twin"] is not None:
        yield Step(Reason("fair_twin"), True)


def _chain(data: Block, block: Block) -> Iterator[Step]:
    """The root follows from what the match began with, and each hash from the one before."""
    secret, hashes = bytes.fromhex(block["rounds"][-1]["secret"]), block["hashes"]
    header = {
        "format": FORMAT,
        **{name: data[name] for name in ("game", "version", "seats", "options")},
        **{name: block[name] for name in ("bots", "table", "twin", "leg", "names")},
        "commitment": block["rounds"][-1]["commitment"],
        "rounds": [{name: part for name, part in one.items() if name != "secret"} for one in block["rounds"]],
    }
    last = root_of(header)
    if last.hex() != hashes[0]:
        yield Step(Reason("fair_root_wrong"), False)
    yield Step(Reason("fair_root", root=hashes[0]), True)
    for number, line in enumerate(data["log"], start=1):
        note = block["notes"].get(str(number))
        content = line if note is None or type(line) is not dict else line | {"note": note}
        last = next_hash(last, secret, number, canonical(content))
        if last.hex() != hashes[number]:
            yield Step(Reason("fair_hash_wrong", entry=number), False)
    yield Step(Reason("fair_hashes", entries=len(data["log"])), True)
    if block["head"] != hashes[-1]:
        yield Step(Reason("fair_head_wrong"), False)


def _names(data: Block, block: Block) -> Iterator[Step]:
    """The names, and the bots, are those that began, or that sat down later."""
    notes = {int(number): note for number, note in block["notes"].items()}
    for seat, committed in enumerate(names_at_last(block, notes)):
        salt, name = block["salts"][seat], _name(data, seat)
        if salt is None and name == REMOVED:
            yield Step(Reason("fair_name_removed", seat=seat), None)
        elif salt is None or name is None or name_commitment(bytes.fromhex(salt), name) != committed:
            yield Step(Reason("fair_name_wrong", seat=seat), False)
        else:
            yield Step(Reason("fair_name", seat=seat, name=name), True)
    if canonical(data.get("bots", {})) != canonical(bots_at_last(block)):
        yield Step(Reason("fair_bots_wrong"), False)
