"""Secrets encrypted under a key that lies outside the database (AES-256-GCM)."""

from __future__ import annotations

import os
import secrets
import stat
import tempfile
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from platformdirs import user_config_path

from openoutcry.engine.mistakes import Mistake

KEY_SIZE = 32
NONCE_SIZE = 12
GIVEN = "OUTCRY_VAULT_KEY"
FINGERPRINT = "vault"
"""Under which the database remembers which key it belongs to."""
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def usual_key() -> Path:
    """Where the key is unless another file is named: with the user's settings, not with the database."""
    try:
        return user_config_path("openoutcry", appauthor=False) / "vault.key"
    except RuntimeError:
        raise Mistake(f"you have no home folder to keep the vault's key in; name a file, or set {GIVEN}") from None


class Vault:
    """Seals secrets. The key is OUTCRY_VAULT_KEY, else it is in a file, which is made if there is none."""

    def __init__(self, path: Path | None = None, *, makes_key: bool = True) -> None:
        given = os.environ.get(GIVEN)
        self.place = GIVEN if given else str(path or usual_key())
        """Where the key is."""
        key = _key(given, GIVEN) if given else _key_in(path or usual_key(), makes_key=makes_key)
        self._cipher = AESGCM(key)
        self.fingerprint = sha256(b"openoutcry vault" + key).hexdigest()[:16]
        """Tells one key from another, and nothing more of it."""

    def check_fingerprint(self, stored: str | None) -> None:
        """Refuse a key that is not the one of the database: nothing that it holds could be opened."""
        if stored is not None and stored != self.fingerprint:
            raise Mistake(
                f"the database belongs to another key of the vault ({stored}) than that of {self.place} "
                f"({self.fingerprint}): put the key of that database there, or tables that go on cannot be opened"
            )

    def seal(self, secret: bytes, about: str) -> bytes:
        """A secret encrypted; only for what it is about can it be opened again."""
        nonce = secrets.token_bytes(NONCE_SIZE)
        return nonce + self._cipher.encrypt(nonce, secret, about.encode())

    def open(self, sealed: bytes, about: str) -> bytes:
        """The secret again."""
        try:
            return self._cipher.decrypt(sealed[:NONCE_SIZE], sealed[NONCE_SIZE:], about.encode())
        except (InvalidTag, ValueError):
            raise Mistake(
                f"the secret of {about} cannot be opened: the vault's key is not the one it was sealed with, "
                "or the database was changed"
            ) from None


def _key(written: str, place: str) -> bytes:
    """The key as it is written: 64 hexadecimal digits."""
    try:
        key = bytes.fromhex(written.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_SIZE:
        raise Mistake(f"{place} has to hold a key of {2 * KEY_SIZE} hexadecimal digits")
    return key


def _key_in(path: Path, *, makes_key: bool) -> bytes:
    """The key of a file that nobody else may read; where a server asks for it, it is made if there is none."""
    try:
        if not path.exists():
            if not makes_key:
                raise Mistake(f"there is no key of the vault at {path}; name its file, or set {GIVEN}")
            _make(path)
        with path.open(encoding="ascii", errors="replace") as file:
            mode = os.fstat(file.fileno()).st_mode
            written = file.read(4 * KEY_SIZE)
    except OSError as error:
        raise Mistake(f"the vault's key {path} cannot be read or made: {error.strerror or error}") from None
    if os.name == "posix" and mode & OTHERS:
        raise Mistake(f"others may read the vault's key: make {path} yours alone with: chmod 600 {path}")
    return _key(written, str(path))


def _make(path: Path) -> None:
    """Put a new key there, whole and on disk before it has its name; whoever else made one first has made it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, encoding="ascii") as file:  # readable to us alone
        file.write(f"{secrets.token_hex(KEY_SIZE)}\n")
        file.flush()
        os.fsync(file.fileno())
        try:
            os.link(file.name, path)
        except FileExistsError:
            return
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
