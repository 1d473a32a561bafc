"""Recorded conversations: the session says today what it said then, to the letter; the page's host does too
(`web/tests/conversations.test.ts`).

OUTCRY_WRITE_CONVERSATIONS=1 writes them anew from `tests/scenes.py`: read the difference.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.testing.conversation import again
from scenes import all_scenes

FOLDER = Path(__file__).parent.parent / "conversations"
SCENES = all_scenes()
BY_SEARCH = ("advised", "timed", "whole")
slow_in_plain = pytest.mark.skipif(
    IS_PLAIN, reason="search in plain Python takes minutes; native code and the page do it"
)


def parameters() -> list[Any]:
    return [pytest.param(name, marks=slow_in_plain if name.endswith(BY_SEARCH) else ()) for name in SCENES]


@pytest.mark.parametrize("name", parameters())
def test_the_session_says_what_was_recorded(name: str) -> None:
    path = FOLDER / f"{name}.json"
    if "OUTCRY_WRITE_CONVERSATIONS" in os.environ:
        path.write_text(written(SCENES[name]().as_json()), encoding="utf-8")
    recorded = json.loads(path.read_text(encoding="utf-8"))
    assert again(recorded).as_json() == recorded


def test_every_conversation_belongs_to_a_scene() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(SCENES)


def written(conversation: dict[str, Any]) -> str:
    """JSON with a line for everything that was said."""
    steps = []
    for step in conversation["steps"]:
        said = ",\n   ".join(json.dumps(one, ensure_ascii=False) for one in step["said"])
        head = json.dumps({name: value for name, value in step.items() if name != "said"}, ensure_ascii=False)
        steps.append(f'  {head[:-1]}, "said": [{said and chr(10) + "   " + said}]}}')
    rest = json.dumps({name: value for name, value in conversation.items() if name != "steps"}, ensure_ascii=False)
    return f'{rest[:-1]}, "steps": [\n' + ",\n".join(steps) + "\n]}\n"
