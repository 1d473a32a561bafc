"""Settings by flags, by the environment and by a file; a wrong one is one clear sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.command import PROGRAM
from hosted import clean_environment, hosted
from openoutcry import Mistake
from openoutcry.server.settings import Settings, described, settings_of


def test_flags_come_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "outcry.toml"
    file.write_text('port = 1\nthinkers = 1\nstrikes = 1\nmost_tables = 1\norigins = ["https://one.example"]\n')
    environment = {"OUTCRY_PORT": "2", "OUTCRY_THINKERS": "2", "OUTCRY_STRIKES": "2", "OUTCRY_DRAIN": "true"}
    found = settings_of({"port": 4, "host": None}, ["thinkers=3"], environment, file)
    assert (found.port, found.thinkers, found.strikes, found.most_tables) == (4, 3, 2, 1)
    assert (found.drain, found.host, found.origins) == (True, None, ["https://one.example"])
    assert settings_of({}, [], {"OUTCRY_ORIGINS": "https://a.example, https://b.example"}).origins == [
        "https://a.example",
        "https://b.example",
    ]
    others = {"OUTCRY_CACHE": "/cache", "OUTCRY_STATE": "/state", "OUTCRY_VAULT_KEY": "5a", "OUTCRY_CHROMIUM": "/there"}
    assert settings_of({}, [], others | {"OUTCRY_OPERATOR_TOKEN": "", "OUTCRY_PORT": ""}) == Settings()


PROXIES = (
    "trusted_proxies are addresses or networks such as 10.0.0.0/8: 'here' does not appear to be an IPv4 or IPv6 network"
)
WRONG: list[tuple[dict[str, Any], list[str], dict[str, str], str, str]] = [
    ({}, [], {"OUTCRY_PORT": "many"}, "", "the setting OUTCRY_PORT takes a whole number, not 'many'"),
    ({}, ["thinkers=0"], {}, "", "the setting --set thinkers takes a whole number from 1 to 256, not '0'"),
    ({}, ["log=xml"], {}, "", "the setting --set log takes text or json, not 'xml'"),
    ({}, ["thinker=1"], {}, "", "there is no setting --set thinker; did you mean thinkers?"),
    ({}, ["zzz"], {}, "", "there is no setting --set zzz"),
    ({}, [], {"OUTCRY_PUBLIC": "perhaps"}, "", "the setting OUTCRY_PUBLIC takes true or false, not 'perhaps'"),
    ({}, [], {}, "port = '80'", "the setting port in FILE takes a whole number, not '80'"),
    ({}, [], {}, "prot = 80", "there is no setting prot in FILE; did you mean port?"),
    ({}, [], {"OUTCRY_PROT": "80"}, "", "there is no setting OUTCRY_PROT; did you mean OUTCRY_PORT?"),
    ({}, ["origins=foo"], {}, "", "origins are written like https://games.example, not 'foo'"),
    (
        {},
        [],
        {"OUTCRY_ORIGINS": "https://games.example/"},
        "",
        "origins are written like https://games.example, not 'https://games.example/'",
    ),
    ({}, [], {}, "port = ", "the settings in FILE are not TOML: Invalid value (at end of document)"),
    ({}, [], {}, "origins = [1]", "the setting origins in FILE takes a list of texts, not [1]"),
    (
        {},
        [],
        {"OUTCRY_OPERATOR_TOKEN": "short-secret"},
        "",
        "the setting OUTCRY_OPERATOR_TOKEN takes a text of at least 16 characters",
    ),
    (
        {},
        ["trusted_proxies=here"],
        {},
        "",
        PROXIES,
    ),
]


@pytest.mark.parametrize(("flags", "others", "environment", "written", "sentence"), WRONG)
def test_a_wrong_one_is_one_sentence(
    flags: dict[str, Any], others: list[str], environment: dict[str, str], written: str, sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "outcry.toml"
    file.write_text(written)
    with pytest.raises(Mistake) as mistake:
        settings_of(flags, others, environment, file if written else None)
    assert str(mistake.value) == sentence.replace("FILE", str(file))


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"nowhere\.toml cannot be read: No such file or directory$"):
        settings_of({}, [], {}, tmp_path / "nowhere.toml")


def test_every_setting_says_what_it_is_for() -> None:
    all = list(described())
    assert [each.name for each in all] == list(Settings.__struct_fields__)
    for each in all:
        assert each.about.endswith("."), each


def test_the_command_says_the_sentence_and_stops(tmp_path: Path) -> None:
    done = subprocess.run(
        [*PROGRAM, "serve", "--port", "0"],
        env=clean_environment(tmp_path) | {"OUTCRY_THINKERS": "all"},
        capture_output=True,
        text=True,
        check=False,
    )
    sentence = "outcry: the setting OUTCRY_THINKERS takes a whole number from 1 to 256, not 'all'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_public_and_drain_are_said(tmp_path: Path) -> None:
    with hosted(tmp_path, "--public", "--drain") as server:
        assert server.process.stdout is not None
        said = [server.process.stdout.readline() for _ in range(2)]
        assert said == [
            "It listens beyond this machine, at 0.0.0.0: whoever can reach that address can open the page and play.\n",
            "It drains: tables that are open go on, and no new ones are opened.\n",
        ]
        made = server.web.post("/api/people", json={"name": "Ann"}).json()
        headers = {"Authorization": f"Bearer {made['token']}"}
        answer = server.web.post(
            "/api/tables", json={"game": "bounce", "seats": 2, "bots": {"1": "random"}}, headers=headers
        )
        assert (answer.status_code, answer.json()["reason"]["code"]) == (503, "draining")
        ready = server.web.get("/readyz")
        assert ready.status_code == 503
        assert ready.json()["why"] == "the server is about to stop, and opens no tables"
        assert server.web.get("/healthz").json()["status"] == "ok"
