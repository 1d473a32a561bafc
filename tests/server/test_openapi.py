"""The interface over HTTP is as `/api/openapi.json` says, whatever comes (schemathesis, against the real command)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from commanding import OPERATOR, Command, commanded
from openoutcry.server.api import WAYS
from openoutcry.server.openapi import described

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Command]:
    settings = {"most_people_per_hour": "100000", "most_requests_per_minute": "100000"}
    with commanded(tmp_path_factory.mktemp("openapi"), **settings) as command:
        yield command


@pytest.fixture(scope="module")
def token(served: Command) -> str:
    return str(served.person()["token"])


schema = schemathesis.openapi.from_dict(described(WAYS))


@schema.parametrize()
@settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_answer_is_as_it_is_described(case: schemathesis.Case[Any], served: Command, token: str) -> None:
    is_operators = case.path.startswith("/api/operator") or case.path == "/metrics"
    if case.path == "/api/operator/drain" or (case.path == "/api/me" and case.method == "DELETE"):
        shown = "nobody's"  # what ends the others' tests is tried by nobody who may do it
    else:
        shown = OPERATOR if is_operators else token
    base, headers = f"http://localhost:{served.port}", {"Authorization": f"Bearer {shown}"}
    case.call_and_validate(base_url=base, headers=headers, checks=CHECKS)


def test_the_interface_is_told(served: Command) -> None:
    told = served.http.get("/api/openapi.json").json()
    assert told == described(WAYS)
    paths = {(method.upper(), path) for path, ways in told["paths"].items() for method in ways}
    assert paths == {(way.method, way.path) for way in WAYS}
