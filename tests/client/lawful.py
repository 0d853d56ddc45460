"""Clients that are right and unusual: what they do is allowed, so no rule may fail them."""

import copy
import http.client
import json
import threading
import time
from contextlib import suppress
from itertools import count, cycle

from mcptest.client.scripted.client import ClientDied, ScriptedClient, StepError
from mcptest.client.scripted.http import HttpTransport
from mcptest.client.scripted.sse import SseTransport
from mcptest.client.scripted.stdio import StdioTransport
from mcptest.client.scripted.steps import do_step
from mcptest.client.starting import CallableStarter

EXTRA = {"User-Agent": "odd/1.0", "X-Request-Id": "7", "Cookie": "a=b", "Accept-Language": "de"}
LONGEST = 4000  # milliseconds that a client waits for what never comes
META = {"example.com/trace": {"depth": [1, None, True]}, "traceparent": "00-0af7-b7ad-01"}


class VerboseConnection(http.client.HTTPConnection):
    """Lower-case names, more headers, chunked bodies, and JSON over several lines."""

    def request(self, method, url, body=None, headers=None, **more):
        headers = {name.lower(): value for name, value in {**EXTRA, **(headers or {})}.items()}
        if "," in headers.get("accept", ""):
            headers["accept"] = "Text/Event-Stream;q=0.9 ,application/json, */*;q=0.1"
        if body:
            headers["content-type"] = "Application/JSON; charset=UTF-8"
            body = iter(_pieces(json.dumps(json.loads(body), indent=1).encode()))
        super().request(method, url, body, headers, encode_chunked=body is not None, **more)


def _pieces(raw):
    return [raw[start : start + 7] for start in range(0, len(raw), 7)]


class OldConnection(http.client.HTTPConnection):
    """HTTP/1.0: no Host, no chunks, one request for each connection."""

    _http_vsn = 10
    _http_vsn_str = "HTTP/1.0"

    def connect(self):
        super().connect()
        self.kept = self.sock

    def getresponse(self):
        """Keep the socket, which http.client gives away, to be able to shut it."""
        response = super().getresponse()
        self.sock = self.kept
        return response


class VerboseHttp(HttpTransport):
    connection = VerboseConnection


class VerboseSse(SseTransport):
    connection = VerboseConnection


class VerboseStdio(StdioTransport):
    """Spaces around the message, escapes where none are needed, and CRLF."""

    def send(self, message, method):
        text = json.dumps(message, separators=(" ,  ", " : ")).replace("t", "\\u0074")
        super().send(text.replace("\\u0074", "t").encode() + b" \r", method)


class OldHttp(HttpTransport):
    """Opens no stream of its own, and never says goodbye in a hurry."""

    connection = OldConnection

    def listen(self):
        """Nothing: the stream by GET is optional."""


class OldSse(SseTransport):
    connection = OldConnection


class PlainStdio(StdioTransport):
    """As it is."""


class StubbornHttp(HttpTransport):
    """Asks for the stream by GET several times, also after 405, and deletes its session twice."""

    def listen(self):
        for _ in range(3):
            super().listen()

    def _delete(self):
        super()._delete()
        super()._delete()


class LawfulClient(ScriptedClient):
    """The scripted client with other habits; subclasses have them."""

    http, sse, stdio = HttpTransport, SseTransport, StdioTransport

    def __init__(self, told):
        super().__init__(told)
        self._ids = self.ids()

    def ids(self):
        return count(1)

    def _connect(self):
        url = self.told.get("url")
        if url is None:
            return self.stdio(self.told["command"], self._receive, self.faults)
        if self.revision == "2024-11-05":
            return self.sse(url, self._receive, self.faults)
        plain = super()._connect()
        made = self.http(url, self._receive, self.faults, stateless=self.stateless)
        made.lost, made.sign_in = plain.lost, plain.sign_in
        return made

    def do(self, steps):
        """Do every step, and say how each went."""
        for number, step in enumerate(steps):
            report = {"step": number, "ok": True}
            try:
                do_step(self, step)
            except StepError as error:
                report |= {"ok": False, "error": str(error)}
            yield json.dumps(report)

    def finish(self):
        self.close()


class Verbose(LawfulClient):
    """Says more than it has to, and everything a little differently."""

    http, sse, stdio = VerboseHttp, VerboseSse, VerboseStdio

    def ids(self):
        return (f"odd/{number}/\u00e4" for number in count(1))

    def request(self, method, params):
        own = {**params, "_meta": {**META, **params.get("_meta", {})}}
        if method == "initialize":
            declared = {**own["capabilities"], "experimental": {"example.com/odd": {"on": True}}}
            own = {**own, "capabilities": declared}
        return super().request(method, own)

    def notify(self, method, params=None):
        super().notify(method, {**(params or {}), "_meta": META})


class Restless(LawfulClient):
    """Pings all the time, asks for progress on everything, and does all steps at once."""

    http, sse, stdio = OldHttp, OldSse, PlainStdio
    _tokens = None

    def ids(self):
        return (own for pair in zip(count(0, -1), cycle("abcdefgh"), count()) for own in _two(pair))

    def request(self, method, params):
        if self._tokens is None:
            self._tokens = count(0)
        if method != "initialize":
            if not self.stateless:
                super().request("ping", {})
            own = {"progressToken": next(self._tokens)}
            params = {**params, "_meta": {**own, **params.get("_meta", {})}}
        return super().request(method, params)


def _two(pair):
    number, letter, place = pair
    return number, f"{letter}{place}"


class Free(LawfulClient):
    """Has a mind of its own: lists in another order, calls what it likes, and comes again."""

    http = StubbornHttp

    def do(self, steps):
        del steps
        kinds = [name for name in ("prompts", "resources", "tools") if name in self.offered]
        for kind in kinds:
            with suppress(StepError):
                self.request(f"{kind}/list", {})
        if "tools" in kinds:
            with suppress(StepError):
                self.request("tools/call", {"name": "add", "arguments": {"a": 1, "b": 2}})
        yield "thinking about it"


class Leaving(LawfulClient):
    """Gives up when the server forgets its session."""

    def _session_lost(self, message):
        del message
        raise OSError

    def do(self, steps):
        self._seconds = 0.5
        for report in super().do(steps):
            yield report
            if not json.loads(report)["ok"]:
                return


class Polyglot(LawfulClient):
    """Takes an older revision than it asked for, and then keeps to that one alone."""

    def request(self, method, params):
        result = super().request(method, params)
        answered = result.get("protocolVersion", "9999")
        if method == "initialize" and answered in ("2024-11-05", "2025-03-26", "2025-06-18"):
            self.agreed = answered
            return {**result, "protocolVersion": self.revision}
        return result

    agreed = None

    def notify(self, method, params=None):
        if self.agreed is not None and self._http is not None:
            self._http.version = self.agreed if self.agreed >= "2025-06-18" else None
        super().notify(method, params)


class Silent(LawfulClient):
    """Opens a session, looks around and leaves."""

    def do(self, steps):
        del steps
        return iter(())


class Batching(LawfulClient):
    """Sends every request but the opening in a batch, with notifications beside it."""

    def __init__(self, told):
        super().__init__(told)
        send = self._transport.send

        def batched(message, method):
            if method in ("initialize", "") or not isinstance(message, dict):
                send(message, method)
            else:
                beside = {"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}
                both = [message, beside] if "roots" in self.client else [message]
                send(both, method)

        self._transport.send = batched


class Slow(LawfulClient):
    """Takes a moment for everything, and answers with more than was asked for."""

    def _answer(self, message):
        time.sleep(0.15)
        super()._answer(message)

    def notify(self, method, params=None):
        time.sleep(0.1)
        super().notify(method, params)


def lawful(kind, *, sessions=1):
    """A starter for one kind of client, which comes that many times, all at once."""

    def one(access, said):
        told = copy.deepcopy(access.steps)
        told["timeout_ms"] = min(told["timeout_ms"], LONGEST)
        client = None
        try:
            client = kind(told)
            if client.open():
                said.extend(client.do(told["steps"]))
        except (StepError, ClientDied, OSError):
            pass
        finally:
            if client is not None:
                client.finish()

    def whole(access):
        said = [[] for _ in range(sessions)]
        threads = [threading.Thread(target=one, args=(access, lines)) for lines in said]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return "\n".join(said[0])

    return CallableStarter(whole)
