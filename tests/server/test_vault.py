"""Secrets lie sealed, and the key elsewhere."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from openoutcry import Mistake
from openoutcry.server.vault import GIVEN, Vault, usual_key


@pytest.fixture(autouse=True)
def _no_key_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(GIVEN, raising=False)


def test_what_is_sealed_can_be_opened_with_the_same_key(tmp_path: Path) -> None:
    secret = os.urandom(32)
    sealed = Vault(tmp_path / "deep" / "vault.key").seal(secret, "table t1")
    assert secret not in sealed
    assert Vault(tmp_path / "deep" / "vault.key").open(sealed, "table t1") == secret


def test_the_same_secret_is_never_sealed_alike(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault.key")
    assert len({vault.seal(b"secret", "t1") for _ in range(100)}) == 100


def test_a_wrong_key_is_one_sentence(tmp_path: Path) -> None:
    one, other = Vault(tmp_path / "one.key"), Vault(tmp_path / "other.key")
    assert one.fingerprint == Vault(tmp_path / "one.key").fingerprint != other.fingerprint
    with pytest.raises(Mistake, match=r"^the secret of table t1 cannot be opened: the vault's key is not the one"):
        other.open(one.seal(b"secret", "table t1"), "table t1")


def test_a_secret_belongs_to_what_it_is_about(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault.key")
    sealed = vault.seal(b"secret", "table t1")
    for changed, about in ((sealed, "table t2"), (sealed[:-1], "table t1"), (b"", "table t1"), (b"x" * 40, "table t1")):
        with pytest.raises(Mistake, match="cannot be opened"):
            vault.open(changed, about)


def test_the_key_is_ours_alone(tmp_path: Path) -> None:
    path = tmp_path / "vault.key"
    Vault(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [found.name for found in tmp_path.iterdir()] == ["vault.key"]
    for mode in (0o640, 0o604):
        path.chmod(mode)
        with pytest.raises(Mistake, match=r"^others may read the vault's key: make .* yours alone with: chmod 600 "):
            Vault(path)


def test_the_key_may_be_given_by_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(GIVEN, "5A" * 32)
    sealed = Vault(tmp_path / "vault.key").seal(b"secret", "t1")
    assert Vault().open(sealed, "t1") == b"secret"
    assert list(tmp_path.iterdir()) == []
    for wrong in ("5a" * 31, "xy" * 32):
        monkeypatch.setenv(GIVEN, wrong)
        with pytest.raises(Mistake, match=r"^OUTCRY_VAULT_KEY has to hold a key of 64 hexadecimal digits$"):
            Vault()


def test_a_file_that_holds_no_key_is_said(tmp_path: Path) -> None:
    path = tmp_path / "vault.key"
    path.write_bytes(b"\xff not a key")
    path.chmod(0o600)
    with pytest.raises(Mistake, match=r"vault.key has to hold a key of 64 hexadecimal digits$"):
        Vault(path)
    with pytest.raises(Mistake, match=r"^the vault's key .* cannot be read or made: "):
        Vault(path / "within")


def test_the_usual_place_is_not_where_the_database_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert usual_key() == tmp_path / "openoutcry" / "vault.key"
    Vault()
    assert usual_key().is_file()
