"""More clients that are right and unusual, each in a way of its own."""

import http.client
import json
import random
import time
from contextlib import suppress
from itertools import count

from tests.client.lawful import LawfulClient

from mcptest.client.scripted.client import StepError
from mcptest.client.scripted.http import HttpTransport
from mcptest.client.scripted.stdio import StdioTransport

FAR = 2**53 - 1  # the last integer that every JSON reader keeps


class Descending(LawfulClient):
    """Counts its ids down from the largest integer that is safe."""

    def ids(self):
        return count(FAR, -1)


class Alphabet(LawfulClient):
    """Its ids are strings: empty, numbers, long ones, with quotes and with spaces."""

    def ids(self):
        yield from ("", "0", "1", " ", "null", '"', "\\", "\u2028", "x" * 500)
        yield from (f"id {number}" for number in count())


class Sorted(LawfulClient):
    """Writes the members of each message in another order, and escapes what it can."""

    class _Http(HttpTransport):
        def send(self, message, method):
            super().send(_shuffled(message), method)

    class _Stdio(StdioTransport):
        def send(self, message, method):
            super().send(_shuffled(message), method)

    http, stdio = _Http, _Stdio


def _shuffled(message):
    if isinstance(message, dict):
        keys = random.Random(7).sample(sorted(message), len(message))
        return {key: _shuffled(message[key]) for key in keys}
    return message


class Curious(LawfulClient):
    """Lists the tools again before each call, and calls each tool twice."""

    def request(self, method, params):
        if method == "tools/call":
            with suppress(StepError):
                super().request("tools/list", {})
            with suppress(StepError):
                super().request(method, params)
        return super().request(method, params)


class Declaring(LawfulClient):
    """Declares what it can with empty objects and extensions of its own."""

    def request(self, method, params):
        if method == "initialize":
            more = {"experimental": {}, "extensions": {"com.example/own": {}}}
            params = {**params, "capabilities": {**params["capabilities"], **more}}
            params["clientInfo"] = {**params["clientInfo"], "title": "Declaring \u2713"}
        return super().request(method, params)


class KeepAlive(http.client.HTTPConnection):
    """Asks for the connection to be kept, and sends the host in another case."""

    def request(self, method, url, body=None, headers=None, **more):
        own = {"Connection": "keep-alive", "Host": f"LOCALHOST:{self.port}", **(headers or {})}
        super().request(method, url, body, own, **more)


class Keeping(LawfulClient):
    """Other headers of HTTP itself, and an address with another name of this machine."""

    class _Http(HttpTransport):
        connection = KeepAlive

    http = _Http


class Progressing(LawfulClient):
    """Reports progress on what the server asks, with fractions and without a total."""

    def _answer(self, message):
        token = message.get("params", {}).get("_meta", {}).get("progressToken")
        if token is not None:
            progress = {"progressToken": token, "progress": 0.125, "message": "begun"}
            self.notify("notifications/progress", progress)
        super()._answer(message)


class Verbatim(LawfulClient):
    """Sends params that may be left out, and leaves out those that need not be there."""

    def request(self, method, params):
        if method == "tools/call" and not params.get("arguments"):
            params = {key: value for key, value in params.items() if key != "arguments"}
        return super().request(method, params)

    def notify(self, method, params=None):
        super().notify(method, params if params is not None else {})


class Patient(LawfulClient):
    """Waits before it opens its session, and before it closes it."""

    def open(self):
        time.sleep(0.2)
        return super().open()

    def finish(self):
        time.sleep(0.2)
        super().finish()


class Talkative(LawfulClient):
    """Prints a lot that is not a report of a step, and reports in another order."""

    def do(self, steps):
        said = list(super().do(steps))
        yield "{not json"
        yield json.dumps({"step": "first", "ok": False})
        yield json.dumps({"step": 99, "ok": False, "error": "no such step"})
        yield from reversed(said)


KINDS = (
    Descending,
    Alphabet,
    Sorted,
    Curious,
    Declaring,
    Keeping,
    Progressing,
    Verbatim,
    Patient,
    Talkative,
)
