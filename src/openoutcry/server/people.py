"""People: guests with a name, a colour and tokens that prove who they are. Nothing else is known of them."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from hashlib import sha256
from typing import TYPE_CHECKING

from openoutcry.server import protocol as p
from openoutcry.server.rows import LinkRow, LinkUsed, PersonForgotten, PersonRow, TokenRow
from openoutcry.table.limits import LONGEST_NAME, is_name
from openoutcry.table.reasons import Reason

if TYPE_CHECKING:
    from openoutcry.server.house import House

MOST_REMEMBERED = 20_000
"""Tokens whose people are remembered without asking the store."""
LINK_LASTS = 600.0
"""Seconds in which a link to another device has to be used."""
TOKEN_BYTES = 24


def hashed(token: str) -> str:
    """What is stored of a token."""
    return sha256(token.encode()).hexdigest()


def checked_name(name: str) -> str:
    """A name that can be shown."""
    name = name.strip()
    if not is_name(name):
        raise Reason("no_name", longest=LONGEST_NAME)
    return name


class People:
    """Everybody who comes here."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: OrderedDict[str, PersonRow] = OrderedDict()
        self._used: set[str] = set()
        self._banned: set[str] = set()
        """Whom this server has banned: whoever was looked up before, and comes after, is not let in either."""

    async def make(self, new: p.NewPerson) -> p.PersonMade:
        """Somebody new."""
        now = self._house.wall()
        row = PersonRow(secrets.token_urlsafe(9), checked_name(new.name), new.colour, now, now, False)
        return await self._with_token(row, is_new=True)

    async def _with_token(self, row: PersonRow, *, is_new: bool = False) -> p.PersonMade:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        rows = [TokenRow(hashed(token), row.id, self._house.wall())]
        await self._house.outbox.stored([row, *rows] if is_new else rows)
        self._remember(hashed(token), row)
        return p.PersonMade(person=row.id, name=row.name, colour=row.colour, token=token)

    async def row_by_token(self, token: str) -> PersonRow:
        """Whose token it is."""
        hash = hashed(token)
        row = self._known.get(hash)
        if row is None:
            row = await self._house.reading(self._house.store.person_by_token_hash, hash)
            if row is None:
                raise Reason("not_known")
            self._remember(hash, row)
        if row.is_banned or row.id in self._banned:
            raise Reason("banned")
        self._known.move_to_end(hash)
        return row

    async def by_token(self, token: str) -> p.Person:
        """Whose token it is, as they are told."""
        return person_of(await self.row_by_token(token))

    async def change(self, token: str, change: p.PersonChange) -> p.Person:
        """Call oneself otherwise."""
        row = await self.row_by_token(token)
        name = row.name if change.name is None else checked_name(change.name)
        row = row._replace(
            name=name, colour=row.colour if change.colour is None else change.colour, seen_at=self._house.wall()
        )
        await self._house.outbox.stored([row])
        self._replace(row)
        person = person_of(row)
        self._house.renamed(person)
        return person

    async def forget(self, token: str) -> None:
        """Be gone: name, tokens and links are deleted everywhere."""
        row = await self.row_by_token(token)
        await self._house.leaves_for_good(row.id)
        await self._house.outbox.stored([PersonForgotten(row.id)])
        self._known = OrderedDict((hash, known) for hash, known in self._known.items() if known.id != row.id)

    async def make_link(self, token: str) -> p.LinkMade:
        """A code that makes another device the same person, once."""
        row = await self.row_by_token(token)
        code = secrets.token_urlsafe(TOKEN_BYTES)
        await self._house.outbox.stored([LinkRow(hashed(code), row.id, self._house.wall() + LINK_LASTS)])
        return p.LinkMade(code=code, seconds=LINK_LASTS)

    async def use_link(self, code: str) -> p.PersonMade:
        """Be that person here too."""
        hash = hashed(code)
        link = await self._house.reading(self._house.store.link, hash)
        if link is None or link.expires_at < self._house.wall() or hash in self._used:
            raise Reason("link_gone")
        self._used.add(hash)
        row = await self._house.reading(self._house.store.person, link.person_id)
        if row is None or row.is_banned:
            raise Reason("link_gone")
        await self._house.outbox.stored([LinkUsed(hash)])
        return await self._with_token(row)

    async def ban(self, person: str, *, is_banned: bool = True) -> None:
        """Let somebody in no longer, or again."""
        row = await self._house.reading(self._house.store.person, person)
        if row is None:
            raise Reason("no_such_person")
        row = row._replace(is_banned=is_banned)
        (self._banned.add if is_banned else self._banned.discard)(person)
        await self._house.outbox.stored([row])
        self._replace(row)

    def _remember(self, hash: str, row: PersonRow) -> None:
        self._known[hash] = row
        if len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)

    def _replace(self, row: PersonRow) -> None:
        for hash, known in self._known.items():
            if known.id == row.id:
                self._known[hash] = row


def person_of(row: PersonRow) -> p.Person:
    """A person as they are told."""
    return p.Person(person=row.id, name=row.name, colour=row.colour)
