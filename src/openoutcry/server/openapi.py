"""The server's interface as OpenAPI 3.1 describes it, made from the ways in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from openoutcry import __version__

if TYPE_CHECKING:
    from openoutcry.server.api import Way

PLACES = "#/components/schemas/{name}"


def described(ways: Sequence[Way]) -> dict[str, Any]:
    """All ways in, with what they take and give."""
    from openoutcry.server.api import Failure

    types = [*dict.fromkeys(kind for way in ways for kind in (way.takes, way.gives) if kind is not None), Failure]
    schemas, components = msgspec.json.schema_components(types, ref_template=PLACES)
    by_type = dict(zip(map(repr, types), schemas, strict=True))
    paths: dict[str, Any] = {}
    for way in ways:
        paths.setdefault(way.path, {})[way.method.lower()] = _way(way, by_type, by_type[repr(Failure)])
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Open Outcry",
            "version": __version__,
            "description": "Tables for market games. What is said at a table goes over WebSockets.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "person": {"type": "http", "scheme": "bearer"},
                "operator": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _way(way: Way, by_type: dict[str, Any], failure: Any) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": way.about}
    if way.kind != "application/json":
        answer["content"] = {way.kind: {"schema": {"type": "string"}}}
    elif way.gives is not None:
        answer["content"] = {way.kind: {"schema": by_type[repr(way.gives)]}}
    refused = {"description": "Why it was not done.", "content": {"application/json": {"schema": failure}}}
    told: dict[str, Any] = {
        "summary": way.about,
        "operationId": way.do.__name__,
        "responses": {str(way.status): answer, "4XX": refused, "503": refused},
    }
    if way.path == "/readyz":
        told["responses"]["503"] = answer
    if names := re.findall(r"\{(\w+)\}", way.path):
        told["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
        ]
    if way.path.startswith("/api/tables/{"):
        told["parameters"].append({"name": "code", "in": "query", "schema": {"type": "string"}})
    if way.takes is not None:
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": by_type[repr(way.takes)]}}}
    if way.needs is not None:
        told["security"] = [{way.needs: []}]
    return told
