"""Sign in from the page: discover, wait for the browser, store the login."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

from mcptest.auth.attach import with_kept_login
from mcptest.auth.discovery.discover import discover
from mcptest.auth.fetch import Fetcher
from mcptest.auth.flows.login import LoginRequest, Stage, log_in
from mcptest.auth.flows.registration import ClientChoice
from mcptest.auth.saved_logins.store import LoginStore, default_store
from mcptest.errors import McptestError, SignInError, UsageError
from mcptest.model.json import Json, JsonObject
from mcptest.ui.feed import Feed
from mcptest.ui.live import LiveServer, error_document
from mcptest.ui.offered import OfferedServer
from mcptest.ui.signing.choice import SignInChoice
from mcptest.ui.signing.signed import way_of
from mcptest.wire.target import HttpTarget

_WAITING: Final = 300.0
_DISCOVERED: Final = SignInChoice()


class SignIns:
    """At most one sign-in for each server; tokens go to the store, never to a page."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._asked: dict[str, LoginRequest] = {}  # the newest
        self._addresses: dict[str, asyncio.Future[str]] = {}

    async def start(self, live: LiveServer, choice: SignInChoice = _DISCOVERED) -> str:
        """The address for the browser; a second page that asks for the same gets the same one.

        Raises: UsageError, SignInError.
        """
        request = _request(live.offered, _target(live.offered), choice)
        asked, self._asked[live.name] = self._asked.get(live.name), request
        if live.name in self._tasks and asked != request:
            self.cancel(live)
            await asyncio.gather(self._tasks[live.name], return_exceptions=True)
        if live.name not in self._tasks:
            store = default_store()
            kind = store.choose(None)
            address = asyncio.get_running_loop().create_future()
            self._addresses[live.name] = address
            work = self._run(live, request, store, kind)
            task = self._tasks[live.name] = asyncio.ensure_future(work)
            task.add_done_callback(lambda _done: self._tasks.pop(live.name, None))
        return await asyncio.shield(self._addresses[live.name])

    def cancel(self, live: LiveServer) -> None:
        task = self._tasks.get(live.name)
        if task is not None:
            task.cancel()

    async def sign_out(self, live: LiveServer) -> None:
        """Delete the login on this machine, and close the session.

        Raises: UsageError, SignInError, WriteError.
        """
        target = _target(live.offered)
        default_store().forget(target.url)
        await live.disconnect()
        live.use(replace(target, credentials=None))

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(
        self, live: LiveServer, request: LoginRequest, store: LoginStore, kind: str
    ) -> None:
        address = self._addresses[live.name]
        try:
            login = await log_in(request, _stage(address), Fetcher(request.ca_file))
            await asyncio.to_thread(store.keep, login, kind)
            live.use(with_kept_login(replace(_http(live.offered), credentials=None)))
            self._tell(live, "done")
        except McptestError as error:
            if address.done():
                self._tell(live, "failed", error_document(error, live.redactor))
            else:
                address.set_exception(error)
        except asyncio.CancelledError:
            address.cancel()
            if self._asked[live.name] == request:  # else another one takes its place
                self._tell(live, "cancelled")

    def _tell(self, live: LiveServer, state: str, error: JsonObject | None = None) -> None:
        self._feed.put("sign-in", {"server": live.name, "state": state, "error": error})


async def steps_document(live: LiveServer, choice: SignInChoice = _DISCOVERED) -> JsonObject:
    """Each step from a request without a token to the token endpoint; nothing is registered.

    Raises: UsageError.
    """
    target = _http(live.offered)
    fetcher = Fetcher(target.ca_file)
    found = await discover(
        target.url, fetcher=fetcher, issuer=choice.issuer, given=choice.endpoints
    )
    steps: list[Json] = [
        {
            "title": one.title,
            "verdict": one.verdict.value,
            "sent": one.sent,
            "received": one.received,
            "advice": one.advice,
        }
        for one in found.steps
    ]
    shown: JsonObject = {"steps": steps, "open": found.open, "issuer": found.issuer}
    return {name: live.redactor.json(value) for name, value in shown.items()}


def _request(offered: OfferedServer, target: HttpTarget, choice: SignInChoice) -> LoginRequest:
    return LoginRequest(
        url=target.url,
        client=ClientChoice(choice.client_id) if choice.client_id else offered.client,
        issuer=choice.issuer,
        endpoints=choice.endpoints,
        scope=offered.scope,
        seconds=_WAITING,
        ca_file=target.ca_file,
        idp=offered.idp,
    )


def _stage(address: asyncio.Future[str]) -> Stage:
    def show(found: str) -> None:
        if not _is_web(found):
            words = "the authorization endpoint is not an http or https URL"
            raise SignInError("auth-no-metadata", words, hint="Correct the server's metadata.")
        if not address.done():
            address.set_result(found)

    return Stage(lambda _line: None, show, lambda _prompt: None)


def _is_web(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        return False


def _http(offered: OfferedServer) -> HttpTarget:
    target = offered.spec.target
    if not isinstance(target, HttpTarget):
        raise UsageError("ui-no-sign-in", f"{offered.name} is not a server at a URL")
    return target


def _target(offered: OfferedServer) -> HttpTarget:
    """Raises: UsageError where the command line said already how to sign in."""
    target = _http(offered)
    if (way := way_of(target)) not in {"none", "stored"}:
        raise UsageError(
            "ui-no-sign-in",
            f"{offered.name} is already signed in by {way}",
            hint="start mcptest ui without that option to sign in here",
        )
    return target
