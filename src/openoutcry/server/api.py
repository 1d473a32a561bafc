"""The server over HTTP: people, tables, files, health. Each way in is declared once; OpenAPI is made from that."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from openoutcry import __version__
from openoutcry.engine.mistakes import Mistake
from openoutcry.server import keeping, operating
from openoutcry.server import protocol as p
from openoutcry.server.files import text_of_table
from openoutcry.server.house import House
from openoutcry.server.logs import say
from openoutcry.server.rates import Rates
from openoutcry.server.room import Room
from openoutcry.server.settings import limits_of
from openoutcry.server.static import SAFETY
from openoutcry.server.websocket import first_untrusted, household
from openoutcry.table.reasons import Reason, ReasonGiven, told

LARGEST_BODY = 16 * 1024
JSON = "application/json"
STATUS = {
    "not_known": 401,
    "token_needed": 401,
    "banned": 403,
    "not_the_operator": 403,
    "other_origin": 403,
    "no_table": 404,
    "no_such_page": 404,
    "no_such_person": 404,
    "link_gone": 404,
    "key_stays": 409,
    "twin_runs": 409,
    "no_match": 409,
    "no_such_method": 405,
    "body_too_large": 413,
    "too_often": 429,
    "server_failed": 500,
    "draining": 503,
    "server_full": 503,
    "storing_waits": 503,
}
"""How HTTP says it; any other reason is 400."""


class Failure(p.Answer, frozen=True):
    """Why something was not done."""

    reason: ReasonGiven


@dataclass(frozen=True)
class Way:
    """One way in: what it is, what is sent and answered, and who may use it."""

    method: str
    path: str
    about: str
    do: Callable[[Api, Request, Any], Awaitable[Any]]
    takes: type[Any] | None = None
    gives: Any = None
    status: int = 200
    needs: str | None = None
    kind: str = JSON


class Api:
    """What the ways in have in common: reading and checking what came, and saying what went wrong."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._people = Rates(house.settings.most_people_per_hour, 3600.0)
        self._asked = Rates(house.settings.most_requests_per_minute, 60.0)
        self._trusted = limits_of(house.settings).trusted_proxies

    def routes(self) -> list[Route]:
        """All ways in, those of one path together."""
        by_path: dict[str, list[Way]] = {}
        for way in WAYS:
            by_path.setdefault(way.path, []).append(way)
        return [
            Route(path, self._endpoint(ways), methods=[way.method for way in ways]) for path, ways in by_path.items()
        ]

    def _endpoint(self, ways: list[Way]) -> Callable[[Request], Awaitable[Response]]:
        by_method = {way.method: way for way in ways}

        async def answer(request: Request) -> Response:
            way = by_method["GET" if request.method == "HEAD" else request.method]
            try:
                self._check_origin(request)
                self._asked.check(self._peer(request))
                body = await self._body(request, way)
                return self._answered(way, await way.do(self, request, body))
            except Mistake as mistake:
                return failure(mistake)

        return answer

    def _check_origin(self, request: Request) -> None:
        """Refuse pages from elsewhere, as sockets do."""
        origin, host = request.headers.get("origin"), request.headers.get("host")
        if not self.house.settings.is_origin_allowed(origin, host):
            raise Reason("other_origin")

    def _peer(self, request: Request) -> str:
        """From where somebody asks, also through proxies that are trusted."""
        direct = request.client.host if request.client else ""
        forwarded = ", ".join(request.headers.getlist("X-Forwarded-For"))
        return household(first_untrusted(direct, forwarded, self._trusted))

    def _answered(self, way: Way, found: Any) -> Response:
        if isinstance(found, Response):
            return found
        if way.status == 204:
            return Response(status_code=204, headers=SAFETY)
        return written(found, way.status)

    async def _body(self, request: Request, way: Way) -> Any:
        if way.takes is None:
            return None
        size, parts = 0, []
        try:
            async for part in request.stream():
                size += len(part)
                if size > LARGEST_BODY:
                    raise Reason("body_too_large", most=LARGEST_BODY)
                parts.append(part)
        except ClientDisconnect:
            raise Reason("not_a_message", about="it ended too early") from None
        try:
            return msgspec.json.decode(b"".join(parts), type=way.takes)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise Reason("not_a_message", about=str(error)[:200]) from None

    # People.

    async def make_person(self, request: Request, new: p.NewPerson) -> p.PersonMade:
        """Come as a guest."""
        self._people.check(self._peer(request))
        return await self.house.people.make(new)

    async def me(self, request: Request, _: None) -> p.Person:
        """Who one is."""
        return await self.house.people.by_token(token_of(request))

    async def change_me(self, request: Request, change: p.PersonChange) -> p.Person:
        """Change name or colour."""
        return await self.house.people.change(token_of(request), change)

    async def forget_me(self, request: Request, _: None) -> None:
        """Be forgotten."""
        await self.house.people.forget(token_of(request))

    async def make_link(self, request: Request, _: None) -> p.LinkMade:
        """A link for another device."""
        return await self.house.people.make_link(token_of(request))

    async def use_link(self, request: Request, _: None) -> p.PersonMade:
        """Be the same person on this device."""
        self._people.check(self._peer(request))
        return await self.house.people.use_link(request.path_params["code"])

    # Tables.

    async def tables(self, request: Request, _: None) -> list[p.TableListed]:
        """Open tables."""
        return await self.house.lobby.listed_and_stored()

    async def open_table(self, request: Request, settings: p.NewTable) -> p.TableMade:
        """Open a table."""
        person = await self.house.people.by_token(token_of(request))
        return await self.house.open_tables(person, settings)

    async def table(self, request: Request, _: None) -> p.TableListed:
        """One table."""
        room = await self._room(request)
        found = room.listed()
        await self.house.outbox.until(self.house.outbox.ticket_of(room.id))
        return found

    async def file(self, request: Request, _: None) -> Response:
        """The file of a match that is over."""
        room, house = await self._room(request), self.house
        text = await house.reading(text_of_table, house.store, house.vault, room.id)
        headers = SAFETY | {"Content-Disposition": f'attachment; filename="{room.game.name}-{room.id}.json"'}
        return Response(text, media_type=JSON, headers=headers)

    async def _room(self, request: Request) -> Room:
        """A table that whoever asks may look at."""
        room = await self.house.room(request.path_params["table"])
        token = token_in(request)
        person = await self.house.people.by_token(token) if token else None
        room.check_may_enter(person, request.query_params.get("code"))
        return room

    # For whoever runs it.

    async def health(self, request: Request, _: None) -> dict[str, Any]:
        """Whether the server answers."""
        return {"status": "ok", "version": __version__}

    async def readiness(self, request: Request, _: None) -> Response:
        """Whether the server can do what it is for."""
        why = operating.why_not_ready(self.house)
        return written({"status": "ready" if why is None else "not ready", "why": why}, 200 if why is None else 503)

    async def metrics(self, request: Request, _: None) -> Response:
        """What is counted; for the operator, as counts tell when somebody does something unseen."""
        self.check_operator(request)
        return Response(self.house.metrics.written(), media_type="text/plain; version=0.0.4", headers=SAFETY)

    def check_operator(self, request: Request) -> None:
        """Refuse whoever has not the operator's token."""
        if not hmac.compare_digest((token_in(request) or "").encode(), self.house.operator_token.encode()):
            raise Reason("not_the_operator")

    async def overview(self, request: Request, _: None) -> dict[str, Any]:
        """All tables and the load, for the operator."""
        self.check_operator(request)
        banned = await self.house.reading(self.house.store.banned)
        return operating.overview(self.house) | {"banned": [{"person": row.id, "name": row.name} for row in banned]}

    async def close_table(self, request: Request, _: None) -> None:
        """End a table."""
        self.check_operator(request)
        room = await self.house.room(request.path_params["table"])
        operating.close_table(self.house, room, "closed_by_operator")

    async def ban(self, request: Request, _: None) -> None:
        """Let somebody in no longer."""
        self.check_operator(request)
        person = self._person_in(request)
        await self.house.people.ban(person)
        say("banned", person=person)
        self.house.visits.close_lines_of(person, Reason("banned"))

    async def unban(self, request: Request, _: None) -> None:
        """Let somebody in again."""
        self.check_operator(request)
        person = self._person_in(request)
        await self.house.people.ban(person, is_banned=False)
        say("unbanned", person=person)

    def _person_in(self, request: Request) -> str:
        person: str = request.path_params["person"]
        if not keeping.is_id(person):
            raise Reason("no_such_person")
        return person

    async def drain(self, request: Request, _: None) -> None:
        """Open no more tables, and say that the server will stop."""
        self.check_operator(request)
        operating.drain(self.house)

    async def openapi(self, request: Request, _: None) -> dict[str, Any]:
        """This interface."""
        from openoutcry.server.openapi import described

        return described(WAYS)


def token_in(request: Request) -> str | None:
    """The token that somebody shows."""
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() or None if kind.lower() == "bearer" else None


def token_of(request: Request) -> str:
    """The token that somebody has to show."""
    token = token_in(request)
    if token is None:
        raise Reason("token_needed")
    return token


def failure(mistake: Mistake) -> Response:
    """Why something was not done, as HTTP says it."""
    code = mistake.code if isinstance(mistake, Reason) else ""
    return written(Failure(reason=told(mistake)), STATUS.get(code, 400))


async def no_such_method(_request: Request, error: Exception) -> Response:
    """A way in that is used in another way."""
    answer = failure(Reason("no_such_method"))
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


async def server_failed(_request: Request, _error: Exception) -> Response:
    """A fault of ours: it is in the log, and nobody else's business."""
    return failure(Reason("server_failed"))


def written(found: Any, status: int) -> Response:
    """An answer as JSON."""
    headers = SAFETY | {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(found), status, media_type=JSON, headers=headers)


PERSON, OPERATOR = "person", "operator"
WAYS = [
    Way("POST", "/api/people", "Come as a guest.", Api.make_person, p.NewPerson, p.PersonMade, 201),
    Way("GET", "/api/me", "Who you are.", Api.me, gives=p.Person, needs=PERSON),
    Way("PATCH", "/api/me", "Change your name or colour.", Api.change_me, p.PersonChange, p.Person, needs=PERSON),
    Way("DELETE", "/api/me", "Have everything deleted that is known of you.", Api.forget_me, status=204, needs=PERSON),
    Way("POST", "/api/me/link", "A code for another device.", Api.make_link, gives=p.LinkMade, needs=PERSON),
    Way("POST", "/api/links/{code}", "Be the same person here.", Api.use_link, gives=p.PersonMade),
    Way("GET", "/api/tables", "Open tables.", Api.tables, gives=list[p.TableListed]),
    Way("POST", "/api/tables", "Open a table.", Api.open_table, p.NewTable, p.TableMade, 201, PERSON),
    Way("GET", "/api/tables/{table}", "One table.", Api.table, gives=p.TableListed),
    Way("GET", "/api/tables/{table}/file", "The file of a match that is over.", Api.file, gives=dict[str, Any]),
    Way("GET", "/healthz", "Whether the server answers.", Api.health, gives=dict[str, Any]),
    Way("GET", "/readyz", "Whether the server can play.", Api.readiness, gives=dict[str, Any]),
    Way("GET", "/metrics", "Counts for Prometheus.", Api.metrics, needs=OPERATOR, kind="text/plain"),
    Way("GET", "/api/operator", "All tables and the load.", Api.overview, gives=dict[str, Any], needs=OPERATOR),
    Way("POST", "/api/operator/tables/{table}/close", "End a table.", Api.close_table, status=204, needs=OPERATOR),
    Way("POST", "/api/operator/people/{person}/ban", "Let somebody in no longer.", Api.ban, status=204, needs=OPERATOR),
    Way("POST", "/api/operator/people/{person}/unban", "Let them in again.", Api.unban, status=204, needs=OPERATOR),
    Way("POST", "/api/operator/drain", "Open no more tables.", Api.drain, status=204, needs=OPERATOR),
    Way("GET", "/api/openapi.json", "This interface.", Api.openapi, gives=dict[str, Any]),
]
"""Every way in."""
