"""A small correct stdio server that goes wrong in the one way its first argument names.

Usage: python -S -E stdio_peer.py MODE TAG. The tag only marks the processes, so that a test can
look for those that were left behind. Most modes go wrong on ``tools/call`` and not before.
"""

import json
import os
import signal
import sys
import time

MODE, TAG = sys.argv[1], sys.argv[2]
KNOWN = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
SLEEPER = "import sys, time; time.sleep(60)"
# Ends after the server, and with some work.
WORKER = """
import os, time
while os.getppid() == {parent}: pass
begun = time.process_time()
while time.process_time() < begun + 0.1: pass
"""


OPENED = []  # the answers to initialize


def put(raw):
    sys.stdout.buffer.write(raw)
    sys.stdout.buffer.flush()


def say(message):
    put(json.dumps(message).encode() + b"\n")


def idle():
    while True:
        time.sleep(0.05)


def work():
    """Nearly half a second of it, however fast the machine is."""
    begun = time.process_time()
    while time.process_time() < begun + 0.45:
        pass


def spawn(code=SLEEPER, **how):
    import subprocess

    subprocess.Popen([sys.executable, "-S", "-E", "-c", code, TAG], **how)


def daemonize():
    """A helper as daemons are made: a session of its own, no parent, no pipes, no environment."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 64)
            os.execve(sys.executable, [sys.executable, "-S", "-E", "-c", SLEEPER, TAG], {})
        os._exit(0)
    os.wait()


def answer(message):
    method = message["method"]
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    if method == "initialize":
        asked = message["params"]["protocolVersion"]
        version = asked if asked in KNOWN else KNOWN[-1]
        info = {"name": "peer", "version": "1"}
        reply["result"] = {
            "protocolVersion": version,
            "capabilities": {"tools": {}},
            "serverInfo": info,
        }
    elif method == "tools/list":
        reply["result"] = {"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}
    elif method == "tools/call":
        text = message["params"].get("arguments", {}).get("text", "")
        reply["result"] = {"content": [{"type": "text", "text": text}]}
    elif method == "environment":
        place = os.getcwd()  # noqa: PTH109 - pathlib would double the start-up time
        reply["result"] = {"environment": dict(os.environ), "cwd": place, "sid": os.getsid(0)}
    elif method == "ping":
        reply["result"] = {}
    else:
        reply["error"] = {"code": -32601, "message": "Method not found"}
    return reply


def flood():
    while True:
        put(b"A" * 65536)


def drip(raw):
    for place in range(len(raw)):
        put(raw[place : place + 1])


def die(reply):
    put(json.dumps(reply).encode()[:20])
    os._exit(1)


def keep_talking():
    while True:
        say({"jsonrpc": "2.0", "method": "notifications/message", "params": {}})
        time.sleep(0.02)


def burst(reply):
    for number in range(1000):
        say({"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": number}})
    say(reply)


def ask_roots(reply):
    say({"jsonrpc": "2.0", "id": "s-1", "method": "roots/list"})
    told = json.loads(sys.stdin.buffer.readline())
    say(reply | {"result": {"told": told}})


def ask_for_ever():
    while True:
        put(b'{"jsonrpc":"2.0","id":"q","method":"sampling/createMessage"}\n' * 1000)


def text_of(reply):
    return json.dumps(reply).encode()


def with_result(reply, text):
    return b'{"jsonrpc":"2.0","id":%d,"result":{"x":%s}}\n' % (reply["id"], text)


CALLS = {
    "crash": lambda reply: os.abort(),
    "exit-on-call": lambda reply: (sys.stderr.write("boom\n"), sys.stderr.flush(), os._exit(3)),
    "kills-parent": lambda reply: os.kill(os.getppid(), signal.SIGKILL),
    "hang": lambda reply: None,
    "half-line": lambda reply: put(text_of(reply)[:30]),
    "half-line-exit": die,
    "unterminated": lambda reply: (put(text_of(reply)), os._exit(0)),
    "byte-drip": lambda reply: drip(text_of(reply) + b"\n"),
    "pretty": lambda reply: put(json.dumps(reply, indent=2).encode() + b"\n"),
    "joined": lambda reply: put(
        text_of({"jsonrpc": "2.0", "method": "notifications/x"}) + text_of(reply) + b"\n"
    ),
    "joined-broken": lambda reply: put(text_of(reply) + b"{\n"),
    "crlf": lambda reply: put(text_of(reply) + b"\r\n"),
    "bom": lambda reply: put(b"\xef\xbb\xbf" + text_of(reply) + b"\n"),
    "nul": lambda reply: put(b"\0\n\0" + text_of(reply) + b"\n"),
    "blank": lambda reply: put(b"\n  \r\n" + text_of(reply) + b"\n"),
    "bad-utf8": lambda reply: put(with_result(reply, b'"\xff"')),
    "utf16": lambda reply: put(json.dumps(reply).encode("utf-16-le") + b"\n\0"),
    "truncated": lambda reply: put(text_of(reply)[:-5] + b"\n"),
    "nan": lambda reply: put(with_result(reply, b"NaN")),
    "duplicate-id": lambda reply: put(
        b'{"jsonrpc":"2.0","id":1,"id":%d,"result":{}}\n' % reply["id"]
    ),
    "deep": lambda reply: put(with_result(reply, b"[" * 100_000 + b"]" * 100_000)),
    "long-int": lambda reply: put(with_result(reply, b"9" * 5000)),
    "surrogate": lambda reply: put(with_result(reply, b'"\\ud800"')),
    "big": lambda reply: put(with_result(reply, b'"' + b"x" * 3_000_000 + b'"')),
    "endless": lambda reply: flood(),
    "words": lambda reply: put(b"the answer is no\n"),
    "broken": lambda reply: put(b"{oops\n"),
    "asks-without-end": lambda reply: ask_for_ever(),
    "batch": lambda reply: say([reply]),
    "both": lambda reply: say(reply | {"error": {"code": 1, "message": "x"}}),
    "neither": lambda reply: say({"jsonrpc": "2.0", "id": reply["id"]}),
    "no-jsonrpc": lambda reply: say({"id": reply["id"], "result": {}}),
    "id-as-text": lambda reply: say(reply | {"id": str(reply["id"])}),
    "id-as-float": lambda reply: say(reply | {"id": float(reply["id"])}),
    "null-id": lambda reply: say(
        {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "x"}}
    ),
    "stray": lambda reply: (say({"jsonrpc": "2.0", "id": 999, "result": {}}), say(reply)),
    "double": lambda reply: put((text_of(reply) + b"\n") * 2),
    "notify-flood": burst,
    "log-without-end": lambda reply: keep_talking(),
    "asks-roots": ask_roots,
    "stderr-on-call": lambda reply: (sys.stderr.write("noise\n"), sys.stderr.flush(), say(reply)),
    "closes-stdin": lambda reply: (say(reply), os.close(0), idle()),
}

STARTS = {
    "exit-at-start": lambda: (sys.stderr.write("no config\n"), sys.stderr.flush(), os._exit(3)),
    "exit-zero": lambda: os._exit(0),
    "banner": lambda: put(b"Server running on stdio\n"),
    "exit-banner": lambda: (put(b"Server running on stdio\n"), os._exit(0)),
    "stderr-flood": lambda: (sys.stderr.write("y" * (1 << 20)), sys.stderr.flush()),
    "deaf": idle,
    "ignores-term": lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN),
    "ignores-all": lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN),
    "child-keeps-stdout": spawn,
    "daemon": daemonize,
    "daemon-and-deaf": lambda: (
        signal.signal(signal.SIGTERM, signal.SIG_IGN),
        daemonize(),
        put(b"ready\n"),
        idle(),
    ),
    "child-works": lambda: spawn(WORKER.format(parent=os.getpid()), start_new_session=True),
    "child-elsewhere": lambda: spawn(start_new_session=True),
    "child-and-exit": lambda: (spawn(), sys.stderr.write("bye\n"), sys.stderr.flush(), os._exit(4)),
}

ENDS = {
    "ignores-eof": idle,
    "works-after-eof": work,
    "ignores-all": idle,
    "exit-1-at-eof": lambda: os._exit(1),
    "writes-after-eof": lambda: say({"jsonrpc": "2.0", "method": "notifications/x"}),
}


def then(act):
    """Right at first; from the second on, ``act``."""

    def begin(reply):
        OPENED.append(reply)
        (say if len(OPENED) == 1 else act)(reply)

    return begin


INITS = {
    "once-then-hangs": then(lambda reply: None),
    "once-then-exits": then(lambda reply: os._exit(1)),
    "once-then-refuses": then(
        lambda reply: say(
            {"jsonrpc": "2.0", "id": reply["id"], "error": {"code": -32600, "message": "no"}}
        )
    ),
    "once-then-the-same": then(lambda reply: say(OPENED[0] | {"id": reply["id"]})),
    "init-hang": lambda reply: None,
    "init-error": lambda reply: say(
        {"jsonrpc": "2.0", "id": reply["id"], "error": {"code": -32603, "message": "no"}}
    ),
    "init-next-id": lambda reply: say(reply | {"id": reply["id"] + 1}),
    "init-null": lambda reply: say(reply | {"result": None}),
    "raise-in-init": lambda reply: 1 / 0,
    "ping-before-init": lambda reply: (
        say({"jsonrpc": "2.0", "id": 0, "method": "ping"}),
        json.loads(sys.stdin.buffer.readline())["result"],
        say(reply),
    ),
    "closes-stdout": lambda reply: (say(reply), os.close(1), idle()),
}


def main():
    if log := os.environ.get("LOG_OF_STARTS"):
        with open(log, "a") as file:  # noqa: PTH123 - as above
            file.write(f"{os.getpid()}\n")
    STARTS.get(MODE, lambda: None)()
    while line := sys.stdin.buffer.readline():
        message = json.loads(line)
        if "id" not in message or "method" not in message:
            continue
        hooks = {"initialize": INITS, "tools/call": CALLS}.get(message["method"], {})
        hooks.get(MODE, say)(answer(message))
    ENDS.get(MODE, lambda: None)()


main()
