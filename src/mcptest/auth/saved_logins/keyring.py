"""Access the system's keyring, if there is one that responds."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

from mcptest.errors import SignInError

SERVICE: Final = "mcptest"
_SECONDS: Final = 20.0  # a locked keyring may ask the user first


class Keyring:
    """Reads and writes by name; every call is bounded."""

    def __init__(self, backend: Any, seconds: float = _SECONDS) -> None:  # a keyring backend
        self._backend = backend
        self._seconds = seconds

    def read(self, name: str) -> str | None:
        """Raises: SignInError."""
        found = self._ask(lambda: self._backend.get_password(SERVICE, name))
        return found if isinstance(found, str) else None

    def write(self, name: str, secret: str) -> None:
        """Raises: SignInError."""
        self._ask(lambda: self._backend.set_password(SERVICE, name, secret))

    def delete(self, name: str) -> None:
        """One that is not there is deleted already.

        Raises: SignInError.
        """
        if self.read(name) is not None:
            self._ask(lambda: self._backend.delete_password(SERVICE, name))

    def _ask(self, question: Callable[[], object]) -> object:
        results: list[object] = []
        failures: list[Exception] = []

        def ask() -> None:
            try:
                results.append(question())
            except Exception as trouble:  # noqa: BLE001 - a backend raises what it likes
                failures.append(trouble)

        thread = threading.Thread(target=ask, daemon=True)
        thread.start()
        thread.join(self._seconds)
        if results:
            return results[0]
        why = f"no response within {self._seconds:g} s"
        if failures:
            why = str(failures[0]) or type(failures[0]).__name__
        raise SignInError(
            "auth-store",
            f"the keyring cannot be used: {why}",
            hint="Unlock the keyring, or store the login in a file: mcptest login --store file URL",
        )


def find_keyring() -> Keyring | None:
    """A keyring that can keep something; None without the package or without a real backend."""
    try:
        import keyring
        from keyring.backends import chainer, fail, null
    except ImportError:
        return None
    backend = keyring.get_keyring()
    if isinstance(backend, (fail.Keyring, null.Keyring)):
        return None
    if isinstance(backend, chainer.ChainerBackend) and not backend.backends:
        return None
    return Keyring(backend)
