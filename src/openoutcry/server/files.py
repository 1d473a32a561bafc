"""The file of a match that is over, made from what is stored alone, with the proof of its shuffle."""

from __future__ import annotations

from typing import Any

import msgspec

from openoutcry.games import registered
from openoutcry.server.rows import NameRow, TableRow
from openoutcry.server.sealed import SEALED
from openoutcry.server.store import FINISHED, Store
from openoutcry.server.vault import Vault
from openoutcry.table.fairness import REMOVED, Round, bots_at_last, name_commitment, names_at_last, proof_of, root_of
from openoutcry.table.file import play_line, text_of, written_file
from openoutcry.table.match import Match
from openoutcry.table.reasons import Reason

Lines = list[dict[str, Any]]


def text_of_table(store: Store, vault: Vault, table_id: str) -> str:
    """The file of a table's match; never while it runs, or while its duplicate does."""
    row = store.table(table_id)
    if row is None:
        raise Reason("no_table")
    header = _header(store, row)
    sealed = SEALED.decode(vault.open(row.secret, row.id))
    log, notes, hashes = _log(store, row.id)
    names, salts = _names(store.names(row.id), names_at_last(header, notes))
    proof = proof_of(header, sealed.secrets, salts, notes, [root_of(header).hex(), *hashes])
    key = Round.from_json(header["rounds"][-1]).key(sealed.secrets[-1])
    if is_by_other_rules(row):
        return _by_other_rules(header, names, key, log, proof)
    bots = {int(seat): bot for seat, bot in header["bots"].items()}
    match = Match(row.game, header["seats"], header["options"], key=key, players=names, bots=bots)
    for line in log:
        play_line(match, line)
    return text_of(match, proof, header["options"])


def is_by_other_rules(row: TableRow) -> bool:
    """Whether a table was begun by another version of its game's rules, or of a game that is not here any more."""
    game = registered().get(row.game)
    return game is None or game.version != row.version


def _header(store: Store, row: TableRow) -> dict[str, Any]:
    """What the match began with, where there was one, and where it may be shown."""
    if row.phase not in FINISHED:
        raise Reason("key_stays")
    twin = store.table(row.twin) if row.twin else None
    if twin is not None and twin.phase not in FINISHED:
        raise Reason("twin_runs")
    header: dict[str, Any] | None = msgspec.json.decode(row.rounds)
    if header is None:
        raise Reason("no_match")
    return header


def _log(store: Store, table_id: str) -> tuple[Lines, dict[int, dict[str, Any]], list[str]]:
    """What was done, what was noted with it, and the hashes."""
    rows = store.entries(table_id)
    log: Lines = [msgspec.json.decode(row.line) for row in rows]
    notes = {row.number: line.pop("note") for row, line in zip(rows, log, strict=True) if "note" in line}
    return log, notes, [row.hash for row in rows]


def _names(rows: list[NameRow], committed: list[str]) -> tuple[list[str], list[bytes | None]]:
    """Who sat where, and the salts of their names; nobody who has deleted their name, or sat down after the last entry
    and so is in no chain.
    """
    names, salts = [REMOVED] * len(committed), list[bytes | None]([None] * len(committed))
    for row in rows:
        if row.salt and name_commitment(bytes.fromhex(row.salt), row.name) == committed[row.seat]:
            names[row.seat], salts[row.seat] = row.name, bytes.fromhex(row.salt)
    return names, salts


def _by_other_rules(header: dict[str, Any], names: list[str], key: bytes, log: Lines, proof: dict[str, Any]) -> str:
    """A match of rules that are no longer here: what was done is told, but not played again, so that nobody says where
    it stands.
    """
    bots = bots_at_last(proof)
    opening = {
        **{name: header[name] for name in ("game", "version", "seats")},
        "players": names,
        **({"bots": bots} if bots else {}),
        "options": header["options"],
    }
    return written_file(opening, key, log, proof, None)
