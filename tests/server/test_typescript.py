"""Types for TypeScript are made from ours."""

from __future__ import annotations

import types
from typing import Literal, NotRequired, TypedDict

import pytest

from openoutcry.games import find
from openoutcry.server import page
from openoutcry.server.typescript import constants_of, reasons_of, records_of, types_of
from openoutcry.table import limits, messages
from openoutcry.targets import manifest


class Ring(TypedDict):
    """A bell is rung."""

    type: Literal["ring"]
    seat: int
    names: list[str]
    by: dict[str, float]
    line: tuple[int, str]
    note: NotRequired[str | None]


class Hold(TypedDict):
    """Nothing is done."""

    type: Literal["hold"]


def module_of(**members: object) -> types.ModuleType:
    module = types.ModuleType(__name__)
    vars(module).update(members)
    return module


def test_a_typed_dictionary_is_an_interface() -> None:
    assert types_of(module_of(Ring=Ring)).splitlines()[2:] == [
        "/** A bell is rung. */",
        "export interface Ring {",
        "  type: 'ring';",
        "  seat: number;",
        "  names: Array<string>;",
        "  by: { [name: string]: number };",
        "  line: [number, string];",
        "  note?: string | null;",
        "}",
    ]


def test_a_union_is_a_type() -> None:
    assert types_of(module_of(Message=Ring | Hold)).endswith("export type Message = Ring | Hold;\n")


def test_what_has_no_typescript_is_said_so() -> None:
    with pytest.raises(TypeError, match="there is no TypeScript for"):
        types_of(module_of(Odd=Ring | set[int]))


def test_the_limits_of_names_and_files_are_constants() -> None:
    written = constants_of(limits).splitlines()
    assert f"export const LONGEST_NAME = {limits.LONGEST_NAME};" in written
    assert 'export const JOINERS = "\\u200c\\u200d";' in written
    assert 'export const UNSEEN = ["Cc", "Cf", "Cs", "Zl", "Zp"];' in written


def test_a_record_is_an_interface_of_its_fields() -> None:
    written = records_of([find("bounce"), find("cash_a_catch"), find("cash_or_crash"), find("dead_cat_bounce")])
    for line in (
        "export interface CashACatch {",
        "  seats: number;",
        "  statuses: Array<'jumping' | 'landed' | 'sick'>;",  # one of some names, a place per seat
        "  finish: 'first' | 'all';",  # an option
        "  jumps: number;",
        "  to_act: Array<string>;",  # a set
        "  turned: Array<string>;",  # a stack
        "  stands: Array<Array<Array<string>>>;",  # stacks, in places, per seat
        "  garbage: Array<{ [card: string]: number }>;",  # counts, per seat
        "  hands: Array<Array<string>>;",  # bags, per seat
        "  counts: Array<number>;",
    ):
        assert line in written.splitlines()
    assert "possible" not in written  # for the rules alone
    assert "  cash_a_catch: CashACatch;" in written


def test_a_fact_has_the_types_of_what_it_is_asked_with() -> None:
    written = records_of([find("bounce"), find("cash_a_catch")])
    assert (
        "  /** §3.2 What the fish of a place bring. */\n  price_in: [seat: number, place: number | string];" in written
    )
    assert "  pips_rolled: [];" in written
    assert "  cash_a_catch: CashACatchFacts;" in written


def test_every_message_can_be_told_apart_by_its_type() -> None:
    written = types_of(messages)
    for union in ("ClientMessage", "HostMessage"):
        assert f"export type {union} = " in written
    kinds = [line for line in written.splitlines() if line.startswith("  type: '")]
    assert len(kinds) == len(set(kinds)) == 30


def test_what_a_module_without_a_file_has_is_written_where_it_is_used() -> None:
    assert "export interface Level {" in types_of(manifest)


def test_what_another_module_has_is_imported() -> None:
    assert "import type { SeatNumbers } from './manifest';" in types_of(page)
    assert "export interface SeatNumbers {" in types_of(manifest)


def test_reasons_are_written_with_their_blanks() -> None:
    written = reasons_of({"en": {"late": "too late", "seats": "{count} {count:seat|seats} for {game}"}, "de": {}})
    assert '"late": "too late"' in written
    assert written.splitlines()[-5:] == [
        "/** What fills the blanks of a reason. */",
        "export interface Blanks {",
        "  late: never;",
        "  seats: 'count' | 'game';",
        "}",
    ]
