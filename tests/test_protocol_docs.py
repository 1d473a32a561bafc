"""Every message stands in docs/protocol.md with an example that the server would take or say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from openoutcry.server import protocol as p

TEXT = (Path(__file__).parents[1] / "docs" / "protocol.md").read_text(encoding="utf-8")
SAID, HEARD = TEXT.partition("\n## What the server says\n")[::2]


def examples(text: str) -> list[str]:
    return re.findall(r"^```json\n(.*?)\n```$", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("text", "union"), [(SAID, p.SocketMessage), (HEARD, p.ServerMessage)])
def test_every_message_has_an_example_that_is_one(text: str, union: Any) -> None:
    found = [msgspec.json.decode(example, type=union) for example in examples(text)]
    assert [type(message) for message in found] == list(get_args(union))
    for message, example in zip(found, examples(text), strict=True):
        named = set(msgspec.json.decode(example)) - {"type"}
        assert named <= set(message.__struct_fields__)
        assert f"**`{message.__struct_config__.tag}`**" in text


def test_the_table_that_is_opened_there_is_one() -> None:
    (body,) = re.findall(r"POST /api/tables\n\s+(\{.*\})", TEXT)
    assert msgspec.json.decode(body, type=p.NewTable).seats == 3
