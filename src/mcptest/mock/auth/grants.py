"""The codes and tokens that the mock's authorization server has issued."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Collection
from typing import Final, Generic, TypeVar

from mcptest.mock.auth.clients import MockClient
from mcptest.model.record import record

_MOST: Final = 1000
T = TypeVar("T")


@record
class Granted:
    """What a code or a refresh token stands for."""

    client: MockClient
    scope: str
    resource: str
    redirect: str = ""
    challenge: str = ""


class BoundedStore(Generic[T]):
    """By a random name, the oldest dropped when there are too many."""

    def __init__(self) -> None:
        self._values: OrderedDict[str, T] = OrderedDict()

    def add(self, value: T) -> str:
        name = secrets.token_urlsafe(24)
        self._values[name] = value
        if len(self._values) > _MOST:
            self._values.popitem(last=False)
        return name

    def get(self, name: str) -> T | None:
        return self._values.get(name)

    def put(self, name: str, value: T) -> None:
        self._values[name] = value

    def drop(self, name: str) -> None:
        self._values.pop(name, None)


@record
class WaitingDevice:
    granted: Granted
    user_code: str
    approved: bool = False


class GrantBook:
    """Codes, refresh tokens and devices of one server."""

    def __init__(self, flaws: Collection[str] = ()) -> None:
        self._flaws = flaws
        self.codes: BoundedStore[Granted] = BoundedStore()
        self.refresh: BoundedStore[Granted] = BoundedStore()
        self.devices: BoundedStore[WaitingDevice] = BoundedStore()
        self._user_codes: dict[str, str] = {}

    def take_code(self, code: str) -> Granted | None:
        """A code is good for once."""
        found = self.codes.get(code)
        if found is not None and "reuse" not in self._flaws:
            self.codes.drop(code)
        return found

    def take_refresh(self, token: str) -> tuple[Granted | None, str]:
        """What it stands for, and the token to use next: a new one for a public client."""
        found = self.refresh.get(token)
        if found is None or found.client.secret is not None or "rotation" in self._flaws:
            return found, token
        self.refresh.drop(token)
        return found, self.refresh.add(found)

    def begin_device(self, granted: Granted) -> tuple[str, str]:
        """Device code and user code."""
        user_code = secrets.token_hex(4).upper()
        device_code = self.devices.add(WaitingDevice(granted, user_code))
        self._user_codes[user_code] = device_code
        return device_code, user_code

    def approve_device(self, user_code: str) -> bool:
        device_code = self._user_codes.pop(user_code, "")
        found = self.devices.get(device_code)
        if found is None:
            return False
        self.devices.put(device_code, WaitingDevice(found.granted, user_code, approved=True))
        return True
