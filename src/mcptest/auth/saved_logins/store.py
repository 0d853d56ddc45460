"""Store logins: secrets in the keyring, or in a file that only its owner can read."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from mcptest.atomic import write_atomically
from mcptest.auth.discovery.documents import canonical
from mcptest.auth.saved_logins.keyring import Keyring, find_keyring
from mcptest.auth.saved_logins.login import Login, read_login
from mcptest.errors import SignInError, WriteError
from mcptest.locking import locked
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record

FILE, KEYRING = "file", "keyring"
_NAME: Final = "logins.json"
_SCHEMA: Final = "mcptest.logins/v1"
_MOST: Final = 4 * 1024 * 1024


def state_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Where this user's programs keep what must outlive them."""
    if named := environ.get("XDG_STATE_HOME"):
        return Path(named) / "mcptest"
    if sys.platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or Path.home()) / "mcptest"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "mcptest"
    return Path.home() / ".local" / "state" / "mcptest"


@record
class LoginStore:
    """One file with an entry for each server; it holds the secrets only where no keyring does."""

    folder: Path
    keyring: Callable[[], Keyring | None]

    @property
    def path(self) -> Path:
        return self.folder / _NAME

    def choose(self, wanted: str | None) -> str:
        """``keyring`` or ``file``; nothing said, the keyring where there is one.

        Raises: SignInError; WriteError where a file could not be kept, before anybody signs in.
        """
        found = None if wanted == FILE else self.keyring()
        if wanted == KEYRING and found is None:
            raise SignInError(
                "auth-store",
                "there is no keyring on this machine that mcptest can use",
                hint="Install mcptest[auth] and a keyring, or use --store file.",
            )
        self._make_folder()
        return KEYRING if found is not None else FILE

    def listed(self) -> list[JsonObject]:
        """What anybody may see of each login, by address.

        Raises: SignInError.
        """
        entries = self._read().values()
        return [{k: v for k, v in entry.items() if k != "secret"} for entry in entries]

    def knows(self, url: str) -> bool:
        """Whether there is a login, without asking the keyring.

        Raises: SignInError.
        """
        return self.path.exists() and canonical(url) in self._read()

    def find(self, url: str) -> Login | None:
        """The login of a server.

        Raises: SignInError.
        """
        entry = self._read().get(canonical(url))
        if entry is None:
            return None
        secret = entry.get("secret")
        if entry.get("store") == KEYRING:
            ring = self.keyring()
            secret = ring.read(canonical(url)) if ring else None
        return read_login(entry, secret) if isinstance(secret, str) else None

    def keep(self, login: Login, store: str) -> None:
        """Raises: SignInError, WriteError."""
        name = canonical(login.url)
        entry: JsonObject = {**login.public(), "store": store}
        if store == KEYRING:
            ring = self.keyring()
            if ring is None:
                raise SignInError("auth-store", "the keyring is gone", hint="Use --store file.")
            ring.write(name, login.secret())
        else:
            entry["secret"] = login.secret()
        self._change(lambda entries: entries | {name: entry})

    def renewed(self, login: Login) -> None:
        """Put a renewed token where the old one was.

        Raises: SignInError, WriteError.
        """
        entry = self._read().get(canonical(login.url))
        if entry is not None:
            self.keep(login, str(entry.get("store", FILE)))

    def forget(self, url: str) -> bool:
        """Whether there was one.

        Raises: SignInError, WriteError.
        """
        name = canonical(url)
        entry = self._read().get(name)
        if entry is None:
            return False
        ring = self.keyring() if entry.get("store") == KEYRING else None
        if ring is not None:
            ring.delete(name)
        self._change(lambda entries: {key: each for key, each in entries.items() if key != name})
        return True

    def _change(self, change: Callable[[dict[str, JsonObject]], dict[str, JsonObject]]) -> None:
        self._make_folder()
        with locked(self.path):
            logins: dict[str, Json] = dict(change(self._read()))
            text = json.dumps({"schema": _SCHEMA, "logins": logins}, indent=2)
            if not self.path.exists():
                _touch_private(self.path)
            write_atomically(self.path, text + "\n")

    def _make_folder(self) -> None:
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            writable = os.access(self.folder, os.W_OK | os.X_OK)
        except OSError as trouble:
            raise _not_kept(self.folder, trouble.strerror or str(trouble)) from trouble
        if not writable:
            raise _not_kept(self.folder, "permission denied")

    def _read(self) -> dict[str, JsonObject]:
        try:
            if sys.platform != "win32":
                _check_mode(self.path)
            with self.path.open("rb") as file:
                found = json.loads(file.read(_MOST))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as trouble:
            raise SignInError(
                "auth-store",
                f"cannot read {self.path}: {getattr(trouble, 'strerror', None) or trouble}",
                hint=f"Delete {self.path} and log in again.",
            ) from None
        logins = found.get("logins") if isinstance(found, dict) else None
        named = logins.items() if isinstance(logins, dict) else ()
        return {name: entry for name, entry in named if isinstance(entry, dict)}


def _touch_private(path: Path) -> None:
    """Before anything is in it, so that nobody else ever could have read it."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as trouble:
        raise _not_kept(path, trouble.strerror or str(trouble)) from trouble


def _check_mode(path: Path) -> None:
    found = path.stat()
    others = stat.S_IRWXG | stat.S_IRWXO
    if found.st_mode & others or found.st_uid not in {os.geteuid(), 0}:
        raise SignInError(
            "auth-store",
            f"{path} can be read by other users, so its logins are not used",
            hint=f"Run `mcptest logout` for each server and log in again, or chmod 600 {path}.",
        )


def _not_kept(path: Path, why: str) -> WriteError:
    return WriteError(
        "auth-store",
        f"cannot store the login in {path}: {why}",
        hint="Set XDG_STATE_HOME to a folder that you can write to, or use --store keyring.",
    )


def default_store() -> LoginStore:
    return LoginStore(state_folder(), find_keyring)
