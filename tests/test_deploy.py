"""What is given to whoever deploys a server: the Dockerfile's steps run here without Docker, and the unit holds."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from ipaddress import ip_address, ip_network
from pathlib import Path

import httpx
import pytest
import yaml  # type: ignore[import-untyped]

from needed import program
from openoutcry.server.settings import PREFIX, Settings, described, settings_of

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
NO_SETTINGS = {"OUTCRY_CACHE", "OUTCRY_VAULT_KEY"}


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's lines, those that go on put together."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)).splitlines()
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines if line)]


def steps() -> list[list[str]]:
    """What the Dockerfile has done by deploy/build.sh."""
    found = []
    for word, rest in instructions():
        if word == "RUN":
            found += [
                words[words.index(script) + 1 :]
                for part in rest.split("&&")
                for words in [shlex.split(part)]
                for script in words
                if script.endswith("build.sh")
            ]
    return found


def test_the_image_is_made_by_the_script_alone_and_nobody_is_root_in_it() -> None:
    assert steps() == [
        ["wheel", "/wheel"],
        ["install", "/opt/outcry", "/wheel"],
        ["compile", "/opt/outcry"],
    ]
    words = [word for word, _ in instructions()]
    last = len(words) - 1 - words[::-1].index("FROM")
    assert ("USER", "outcry") in instructions()[last:]
    assert words.index("USER") < len(words) - 1 - words[::-1].index("RUN")
    assert "HEALTHCHECK" in words


def test_every_setting_that_is_named_there_is_one() -> None:
    for path in (ROOT / "Dockerfile", ROOT / "compose.yaml", DEPLOY / "outcry.service"):
        named = set(re.findall(rf"{PREFIX}[A-Z_]+", path.read_text(encoding="utf-8"))) - NO_SETTINGS
        assert named <= {PREFIX + name.upper() for name in Settings.__struct_fields__}, path
    assert len(list(described())) == len(Settings.__struct_fields__)


def test_what_the_file_with_settings_says_counts(tmp_path: Path) -> None:
    """The unit sets none of them itself: the environment would go before the file."""
    unit = (DEPLOY / "outcry.service").read_text(encoding="utf-8")
    assert set(re.findall(rf"Environment=({PREFIX}[A-Z_]+)", unit)) <= NO_SETTINGS
    settings = settings_of({}, [], {}, DEPLOY / "outcry.toml")
    folders = ["/var/lib/" + name for name in re.findall(r"^StateDirectory=(.*)$", unit, re.MULTILINE)[0].split()]
    assert [str(Path(file).parent) for file in (settings.database, settings.vault_file)] == folders
    (tmp_path / "outcry.toml").write_text('database = "/elsewhere.sqlite"\n', encoding="utf-8")
    assert settings_of({}, [], {}, tmp_path / "outcry.toml").database == "/elsewhere.sqlite"


def test_the_unit_is_understood_and_hardened(tmp_path: Path) -> None:
    program("systemd-analyze")
    unit = tmp_path / "outcry.service"
    text = (DEPLOY / "outcry.service").read_text(encoding="utf-8")
    unit.write_text(re.sub(r"/opt/outcry/bin/\w+", sys.executable, text), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "outcry" in line]
    assert ours == []
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=30", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-300:]


def test_in_the_image_the_key_and_the_database_lie_apart() -> None:
    given = " ".join(rest for word, rest in instructions() if word == "ENV").split()
    places = dict(one.split("=", 1) for one in given)
    folders = [str(Path(places[f"{PREFIX}{name}"]).parent) for name in ("DATABASE", "VAULT_FILE")]
    assert folders == ["/data", "/key"]
    assert ("VOLUME", "/data /key") in instructions()


def test_compose_gives_the_server_its_database_its_key_and_its_proxy() -> None:
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    outcry = compose["services"]["outcry"]
    assert outcry["volumes"] == ["key:/key"]
    assert compose["volumes"].keys() == {"key", "database"}
    (network,) = compose["networks"]["default"]["ipam"]["config"]
    assert network["gateway"] in outcry["environment"][f"{PREFIX}TRUSTED_PROXIES"]
    assert ip_address(network["gateway"]) in ip_network(network["subnet"])
    assert outcry["depends_on"].keys() <= compose["services"].keys()


def test_compose_is_understood() -> None:
    asked = ["docker", "compose", "version"]
    if shutil.which("docker") is None or subprocess.run(asked, capture_output=True, check=False).returncode:
        pytest.skip("there is no docker compose here; what its file says is read by the test before this one")
    done = subprocess.run(
        ["docker", "compose", "--file", str(ROOT / "compose.yaml"), "config", "--format", "json"],
        env=os.environ | {"POSTGRES_PASSWORD": "secret"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    outcry = json.loads(done.stdout)["services"]["outcry"]
    assert outcry["environment"]["OUTCRY_DATABASE"] == "postgresql://outcry:secret@database/outcry"


@pytest.mark.long
def test_the_steps_of_the_image_make_a_server_in_a_bare_environment(tmp_path: Path) -> None:
    """The wheel, an environment of its own, compiling, serving, and the image's own word on its health."""
    wheel, place = tmp_path / "wheel", tmp_path / "opt"
    bare = {
        "PATH": f"{Path(sys.executable).resolve().parent}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "OUTCRY_CACHE": str(tmp_path / "compiled"),
        **{name: value for name, value in os.environ.items() if name.startswith("PIP_")},
    }
    if Path("/etc/pip.conf").exists() or "PIP_CONFIG_FILE" in os.environ:
        bare.setdefault("PIP_CONFIG_FILE", os.environ.get("PIP_CONFIG_FILE", "/etc/pip.conf"))

    def step(*words: str) -> None:
        done = subprocess.run(
            ["sh", str(DEPLOY / "build.sh"), *words], env=bare, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]

    step("wheel", str(wheel))
    shutil.copy(ROOT / "constraints.txt", wheel)
    step("install", str(place), str(wheel))
    step("compile", str(place), "bounce")
    port = "18642"
    served = bare | {
        "OUTCRY_PORT": port,
        "OUTCRY_DATABASE": str(tmp_path / "data.sqlite"),
        "OUTCRY_VAULT_FILE": str(tmp_path / "vault.key"),
        "NUMBA_DISABLE_JIT": "1",
    }
    server = subprocess.Popen([place / "bin" / "outcry", "serve"], env=served, cwd=tmp_path)
    try:
        (check,) = [rest for word, rest in instructions() if word == "HEALTHCHECK"]
        words = json.loads(check[check.index("[") :].replace("8642", port))
        deadline = time.monotonic() + 60
        while (healthy := subprocess.run([place / "bin" / words[0], *words[1:]], check=False).returncode) != 0:
            assert time.monotonic() < deadline
            time.sleep(1)
        assert healthy == 0
        assert "<title>" in httpx.get(f"http://127.0.0.1:{port}/").text
    finally:
        server.terminate()
        assert server.wait(30) == 143
