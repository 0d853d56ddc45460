"""The device flow (RFC 8628): show a code, and poll within a limit until it was entered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from mcptest.auth.discovery.documents import ServerDocument, is_secure
from mcptest.auth.fetch import Fetched
from mcptest.auth.flows.grants import TokenEndpoint
from mcptest.auth.refusal import error_code, refused_token
from mcptest.auth.tokens import Token, read_token
from mcptest.errors import SignInError
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record

GRANT = "urn:ietf:params:oauth:grant-type:device_code"
_INTERVAL = 5.0
_SLOWER = 5.0
_LONGEST = 1800.0


@record
class DevicePrompt:
    """What the person needs: an address, and the code to type there."""

    address: str
    code: str
    complete: str | None = None


@record
class DeviceFlow:
    server: ServerDocument
    endpoint: TokenEndpoint
    scope: str
    resource: str
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def run(self, show: Callable[[DevicePrompt], None], *, seconds: float) -> Token:
        """Ask for a code, show it, and poll until the person is done.

        Raises: SignInError.
        """
        started = await self._start()
        show(_prompt(started))
        left = min(_number(started.get("expires_in"), _LONGEST), seconds)
        pause = _number(started.get("interval"), _INTERVAL)
        code = str(started["device_code"])
        while left > 0:
            await self.sleep(pause)
            left -= pause
            answer = await self._poll(code)
            token = self._token(answer)
            if token is not None:
                return token
            pause += _SLOWER if error_code(answer) == "slow_down" else 0
        raise SignInError(
            "auth-no-browser",
            "the code was not entered in time",
            hint="Run the login again, and enter the new code.",
        )

    async def _start(self) -> JsonObject:
        url = self.server.endpoint("device_authorization")
        if not is_secure(url):
            words = f"{self.server.who} has no device authorization endpoint"
            raise SignInError("auth-no-metadata", words, hint="Log in without --device.")
        form = {"client_id": self.endpoint.client.id, "scope": self.scope}
        asked = {**form, "resource": self.resource}
        answer = await self.endpoint.fetcher.post_form(url, {k: v for k, v in asked.items() if v})
        found = answer.document
        names = ("device_code", "user_code", "verification_uri")
        if found is None or not all(isinstance(found.get(name), str) for name in names):
            raise refused_token(answer, "device authorization request")
        return found

    async def _poll(self, code: str) -> Fetched:
        form = {"grant_type": GRANT, "device_code": code, "resource": self.resource}
        return await self.endpoint.post(form)

    def _token(self, answer: Fetched) -> Token | None:
        document = answer.document
        if document is not None:
            token = read_token(document, asked=self.scope, now=self.endpoint.now())
            if token is not None:
                return token
        waits = error_code(answer) in {"authorization_pending", "slow_down"}
        if not waits and answer.status:  # without a response, RFC 8628 asks again
            raise refused_token(answer, "device code")
        return None


def _prompt(started: JsonObject) -> DevicePrompt:
    complete = started.get("verification_uri_complete")
    return DevicePrompt(
        str(started["verification_uri"]),
        str(started["user_code"]),
        complete if isinstance(complete, str) else None,
    )


def _number(value: Json, default: float) -> float:
    fits = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if fits and 0 < value <= _LONGEST else default  # type: ignore[arg-type, operator]
