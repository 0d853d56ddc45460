"""A client that performs its steps correctly, unless it is given a fault."""

from __future__ import annotations

import copy
import queue
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any, Final, cast

from mcptest.client.scripted import answering
from mcptest.client.scripted.faults import Faults, Message

if TYPE_CHECKING:
    from mcptest.client.scripted.http import HttpTransport
    from mcptest.client.scripted.sse import SseTransport
    from mcptest.client.scripted.stdio import StdioTransport

META: Final = "io.modelcontextprotocol/"
INFO: Final = {"name": "mcptest-scripted", "version": "1.0.0"}
FIRST_STATELESS: Final = "2026-07-28"
OLDEST: Final = "2024-11-05"  # over HTTP+SSE


class StepError(Exception):
    """A step that did not work out."""


class ClientDied(Exception):  # noqa: N818 - it is what happens, not an error
    """The client stops here and now, as one that crashes does."""


class ScriptedClient:
    """One connection; ``run`` does everything."""

    def __init__(self, told: Message, faults: Sequence[Message] = ()) -> None:
        self.told = told
        self.faults = Faults(faults)
        self.revision: str = told["revision"]
        self.stateless = self.revision >= FIRST_STATELESS
        self.client: Message = told.get("client", {})
        self.offered: Message = {}
        self._seconds = told["timeout_ms"] / 1000
        self._ids = count(1)
        self._waiting: dict[str, queue.SimpleQueue[Message]] = {}
        self._cancelled: set[str] = set()
        self._dead = False
        self.acknowledged = threading.Event()  # a subscription
        self._abandoned: set[str] = set()
        self._transport = self._connect()
        streamable = "url" in told and self.revision != OLDEST
        self._http = cast("HttpTransport", self._transport) if streamable else None

    def _connect(self) -> HttpTransport | SseTransport | StdioTransport:
        """Import one transport alone: most of what this process costs is its start."""
        url = self.told.get("url")
        if url is None:
            from mcptest.client.scripted.stdio import StdioTransport

            return StdioTransport(self.told["command"], self._receive, self.faults)
        if self.revision == OLDEST:
            from mcptest.client.scripted.sse import SseTransport

            return SseTransport(url, self._receive, self.faults)
        return self._connect_http(url)

    def _connect_http(self, url: str) -> HttpTransport:
        from mcptest.client.scripted.http import HttpTransport

        made = HttpTransport(url, self._receive, self.faults, stateless=self.stateless)
        made.lost = self._session_lost
        if "oauth" in self.told and not self.faults.behaves("never-sign-in"):
            from mcptest.client.scripted.signing_in import SignIn

            made.sign_in = SignIn(url, self.told, self.faults)
        return made

    def open(self) -> bool:
        """Begin; False where the server does not speak our revision."""
        if self.stateless:
            self.offered = self.request("server/discover", {}).get("capabilities", {})
            return True
        params: Message = {
            "protocolVersion": self.revision,
            "capabilities": answering.capabilities(self.client, self.revision),
            "clientInfo": INFO,
        }
        result = self.request("initialize", params)
        speaks = result.get("protocolVersion") == self.revision
        if not speaks and not self.faults.behaves("take-any-revision"):
            return False
        self.offered = result.get("capabilities", {})
        http = self._http
        if http is not None:
            http.unused = False
            http.version = result["protocolVersion"] if self.revision >= "2025-06-18" else None
        self.notify("notifications/initialized")
        if http is not None:
            http.listen()
        return True

    def close(self) -> None:
        self._transport.close()

    def notify(self, method: str, params: Message | None = None) -> None:
        message: Message = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        for one in self.faults.outgoing("send", method, message):
            self._transport.send(one, method)

    def request(self, method: str, params: Message) -> Message:
        """The result.

        Raises: StepError.
        """
        if self._dead:
            raise ClientDied
        own = 1 if self.faults.behaves("one-id") else next(self._ids)
        message: Message = {"jsonrpc": "2.0", "id": own, "method": method, "params": params}
        if self.stateless:
            message["params"] = {**params, "_meta": {**params.get("_meta", {}), **self._meta()}}
        inbox = self._waiting[str(own)] = queue.SimpleQueue()
        sent: set[int] = set()
        for one in self.faults.outgoing("send", method, message):
            if isinstance(one, dict) and one is not message and self.stateless:
                self._complete(one)
            if isinstance(one, dict) and own == one.get("id"):
                self._waiting[str(one["id"])] = inbox
            if isinstance(one, dict) and (
                one.get("id", own) != own or (own not in sent and _is_notification(one))
            ):
                if own in sent:
                    time.sleep(0.05)  # what comes after a request does not overtake it
                self._post(one, str(one.get("method")), wait=own not in sent)
            else:
                sent.add(own)
                self._post(one, method, wait=False)
        try:
            reply = inbox.get(timeout=self._seconds)
        except queue.Empty:
            self._abandoned.add(str(own))
            self._give_up(method, own)
            raise StepError(f"{method} timed out") from None
        return self._result(method, params, reply)

    def _post(self, message: Any, method: str, *, wait: bool) -> None:
        """What a fault puts before a request has arrived before it."""
        work = threading.Thread(target=self._transport.send, args=(message, method), daemon=True)
        work.start()
        if wait:
            work.join(1)

    def _complete(self, message: Message) -> None:
        """A message that a fault adds is right in all other ways."""
        params = message.get("params")
        if "id" in message and isinstance(params, dict) and "_meta" not in params:
            params["_meta"] = self._meta()

    def _meta(self) -> Message:
        return {
            META + "protocolVersion": self.revision,
            META + "clientInfo": INFO,
            META + "clientCapabilities": answering.capabilities(self.client, self.revision),
        }

    def _give_up(self, method: str, own: int) -> None:
        if self.faults.behaves("give-up-silently"):
            return
        if method == "initialize" and not self.faults.behaves("cancel-initialize"):
            return
        if self.stateless and self._http is not None:
            self._http.cancel(own)
        else:
            self.notify("notifications/cancelled", {"requestId": own, "reason": "timed out"})

    def _result(self, method: str, params: Message, reply: Message) -> Message:
        if "error" in reply:
            return self._refused(method, params, reply["error"])
        result: Message = reply.get("result", {})
        kind = result.get("resultType", "complete") if self.stateless else "complete"
        if kind == "input_required":
            return self._again(method, params, result)
        if kind != "complete" and not self.faults.behaves("take-any-result"):
            raise StepError(f"unknown resultType {kind}")
        if self.stateless and "resultType" not in result and self.faults.behaves("want-type"):
            raise StepError("resultType is missing")
        return result

    def _refused(self, method: str, params: Message, error: Message) -> Message:
        supported = (error.get("data") or {}).get("supported", [])
        wanted = error.get("code") == -32022 and not self.faults.behaves("ignore-supported")  # noqa: PLR2004
        if self.stateless and wanted and self.revision in supported:
            return self.request(method, params)
        if self.faults.behaves("hide-errors"):
            return {}
        raise StepError(f"error {error.get('code')}: {error.get('message')}")

    def _again(self, method: str, params: Message, result: Message) -> Message:
        """Give the server the input that it asks for."""
        again = {k: v for k, v in params.items() if k not in ("inputResponses", "requestState")}
        asked = result.get("inputRequests", {})
        again["inputResponses"] = {
            key: answering.answer(one["method"], one.get("params", {}), self.client)
            for key, one in asked.items()
        }
        if "requestState" in result:
            again["requestState"] = result["requestState"]
        if self.faults.behaves("mix-states"):
            again["requestState"] = self.told.setdefault("_state", result.get("requestState"))
        if self.faults.behaves("change-state"):
            again["requestState"] = "changed"
        if self.faults.behaves("no-inputs"):
            del again["inputResponses"]
        if self.faults.behaves("repeat-id"):
            self._ids = count(next(self._ids) - 1)
        return self.request(method, again)

    def _receive(self, message: Any) -> None:
        for one in message if isinstance(message, list) else [message]:
            if "method" not in one:
                own = str(one.get("id"))
                self._dead |= own in self._abandoned and self.faults.behaves("die-late")
                inbox = self._waiting.get(own)
                if inbox is not None:
                    inbox.put(one)
            elif "id" in one:
                threading.Thread(target=self._answer, args=(one,), daemon=True).start()
            else:
                self._hear(one)

    def _hear(self, message: Message) -> None:
        method = message["method"]
        if method == "notifications/subscriptions/acknowledged":
            self.acknowledged.set()
        if method == "notifications/cancelled" and not self.faults.behaves("answer-cancelled"):
            self._cancelled.add(str(message.get("params", {}).get("requestId")))
        if self.faults.behaves(f"die-of {method}"):
            self._dead = True
        for one in self.faults.said_to(method):
            self._transport.send(one, "")

    def _answer(self, message: Message) -> None:
        method, params = message["method"], message.get("params", {})
        delay = self.client.get("sampling", {}).get("delay_ms", 0) / 1000
        if method == "sampling/createMessage" and delay:
            threading.Event().wait(delay)
        if str(message["id"]) in self._cancelled:
            return
        client = self.client if not self.faults.behaves("answer-all") else {**_ALL, **self.client}
        response: Message = {"jsonrpc": "2.0", "id": message["id"]}
        try:
            response["result"] = answering.answer(method, params, client)
        except answering.Refused as refusal:
            response["error"] = {"code": refusal.code, "message": refusal.words}
        token = params.get("_meta", {}).get("progressToken")
        if token is not None and method == "sampling/createMessage":
            for step in (1, 2):
                progress = {"progressToken": token, "progress": step, "total": 2}
                self.notify("notifications/progress", progress)
        for one in self.faults.outgoing("answer", method, response):
            self._transport.send(one, "")

    def _session_lost(self, message: Any) -> None:
        """The server has forgotten the session: open another one, and ask again."""
        assert self._http is not None
        if self.faults.behaves("ignore-lost-session"):
            return
        if not self.faults.behaves("keep-lost-session"):
            self._http.session = None
        self._http.version = None
        with suppress(StepError):
            if self.open() and isinstance(message, dict) and "id" in message:
                again = copy.deepcopy(message)
                again["id"] = next(self._ids)
                self._waiting[str(again["id"])] = self._waiting[str(message["id"])]
                self._http.send(again, str(message.get("method")))

    def check(self) -> None:
        self._transport.check()

    def learn(self, tools: list[Message]) -> list[Message]:
        """Keep what calls need to know of tools; over HTTP those that are invalid are left out."""
        if self.faults.behaves("fetch-references"):
            from mcptest.client.scripted.http import fetch_references

            fetch_references(tools)
        return tools if self._http is None else self._http.learn(tools)


_ALL: Final[Message] = {"roots": [], "sampling": {}, "elicitation": {}}


def _is_notification(message: Message) -> bool:
    return "id" not in message and str(message.get("method")).startswith("notifications/")
