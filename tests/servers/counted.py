"""A good server that writes down each of its starts and calls: ``python counted.py LOG [WORD...]``.

``alone`` exits while another instance runs, ``queue`` waits until the other one ends, ``usurp`` kills
the other one, ``slow`` takes ten seconds for one of its tools,
``subscribe`` has a resource to subscribe to, ``strict`` exits at any first message but
``initialize``, ``gone`` exits at once.
"""

import json
import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path

SPEAKS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
TOOLS = ("get_time", "get_weather")
URI = "memo://one"


class Counted:
    def __init__(self, log, words):
        self.log = log
        self.words = words
        self.out = threading.Lock()
        self.fresh = True

    def note(self, what):
        with self.log.open("a", encoding="utf-8") as file:
            file.write(f"{os.getpid()} {what}\n")

    def say(self, message):
        with self.out:
            sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            sys.stdout.flush()

    def fail(self, number, code, text):
        self.say({"id": number, "error": {"code": code, "message": text}})

    def capabilities(self):
        has = {"tools": {}}
        return has | ({"resources": {"subscribe": True}} if "subscribe" in self.words else {})

    def initialize(self, params):
        asked = params.get("protocolVersion")
        return {
            "protocolVersion": asked if asked in SPEAKS else SPEAKS[-1],
            "capabilities": self.capabilities(),
            "serverInfo": {"name": "counted", "version": "1"},
        }

    def call(self, number, params):
        name = params.get("name")
        self.note(f"call {name}")
        if name not in TOOLS:
            self.fail(number, -32602, f"Unknown tool: {name}")
        elif set(params.get("arguments") or {}):
            text = [{"type": "text", "text": "this tool takes no arguments"}]
            self.say({"id": number, "result": {"content": text, "isError": True}})
        else:
            result = {"content": [{"type": "text", "text": "fine"}]}
            wait = 10.0 if "slow" in self.words and name == TOOLS[1] else 0.0
            timer = threading.Timer(wait, self.say, [{"id": number, "result": result}])
            timer.daemon = True
            timer.start()

    def answer(self, method, params):
        """The result, or None where the method is unknown."""
        schema = {"type": "object", "properties": {}, "additionalProperties": False}
        reading = {"readOnlyHint": True}
        tools = [{"name": n, "inputSchema": schema, "annotations": reading} for n in TOOLS]
        subscribed = "subscribe" in self.words
        results = {
            "initialize": self.initialize(params),
            "ping": {},
            "tools/list": {"tools": tools},
        }
        if subscribed:
            results["resources/list"] = {"resources": [{"uri": URI, "name": "one"}]}
            results["resources/templates/list"] = {"resourceTemplates": []}
            results["resources/subscribe"] = results["resources/unsubscribe"] = {}
        return results.get(method)

    def take(self, message):
        method, number = message.get("method"), message.get("id")
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        if self.fresh and "strict" in self.words and method != "initialize":
            sys.exit("expected initialize")
        self.fresh = False
        if number is None:
            return
        if method == "tools/call":
            self.call(number, params)
        elif (result := self.answer(method, params)) is None:
            self.fail(number, -32601, "Method not found")
        else:
            self.say({"id": number, "result": result})


def take_lock(path):
    """Whether no other instance runs."""
    import fcntl

    file = path.open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return None
    return file


def take_turn(path, *, kill):
    """Wait for the lock; ``kill`` ends whoever has it."""
    import fcntl

    file = path.open("a+")
    file.seek(0)
    holder = file.read()
    if kill and holder:
        with suppress(ProcessLookupError):
            os.kill(int(holder), signal.SIGKILL)
    fcntl.flock(file, fcntl.LOCK_EX)
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file


def main(log, *words):
    server = Counted(Path(log), words)
    server.note("start")
    lock = take_lock(Path(f"{log}.lock")) if "alone" in words else True
    if "queue" in words or "usurp" in words:
        lock = take_turn(Path(f"{log}.lock"), kill="usurp" in words)
    if not lock:
        sys.exit("another instance is running")
    if "gone" in words:
        sys.exit("nothing to do")
    for line in sys.stdin.buffer:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            server.fail(None, -32700, "Parse error")
            continue
        if isinstance(message, dict) and isinstance(message.get("method"), str):
            server.take(message)
        elif not (isinstance(message, dict) and ("result" in message or "error" in message)):
            server.fail(None, -32600, "Invalid Request")


if __name__ == "__main__":
    main(*sys.argv[1:])
