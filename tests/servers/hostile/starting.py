"""Modes that go wrong at the start and in the handshake."""

import os
import time

from core import error
from registry import Family

MODES = mode = Family()


@mode
def fine(server):
    pass


@mode
def exit_at_start(server):
    server.at_start = lambda: (server.log("no config\n"), server.leave(3))


@mode
def exit_zero_at_start(server):
    server.at_start = lambda: server.leave(0)


@mode
def mute(server):
    server.say = lambda reply: None


@mode
def slow_start(server):
    server.at_start = lambda: time.sleep(0.5)


@mode
def banner(server):
    server.at_start = lambda: server.put(b"Server running on stdio\n")


@mode
def babble(server):
    """Says one line after the other and never shakes hands."""

    def talk():
        while True:
            server.put(b"listening for \x1b[31mclients\x1b[0m\n")
            time.sleep(0.01)

    server.at_start = talk


@mode
def stderr_1mib(server):
    server.at_start = lambda: server.log("y" * 1023 + "\n" + "z" * (1 << 20))


@mode
def raise_in_init(server):
    server.on["initialize"] = lambda reply: 1 / 0


@mode
def init_error(server):
    server.on["initialize"] = lambda reply: server.say(error(reply["id"], -32603, "no"))


@mode
def init_next_id(server):
    server.on["initialize"] = lambda reply: server.say(reply | {"id": reply["id"] + 1})


@mode
def init_old_version(server):
    def old(reply):
        server.say(reply | {"result": reply["result"] | {"protocolVersion": "1999-01-01"}})

    server.on["initialize"] = old


@mode
def init_null(server):
    server.on["initialize"] = lambda reply: server.say(reply | {"result": None})


@mode
def init_no_info(server):
    def nameless(reply):
        del reply["result"]["serverInfo"]
        server.say(reply)

    server.on["initialize"] = nameless


@mode
def init_twice(server):
    server.on["initialize"] = lambda reply: (server.say(reply), server.say(reply))


@mode
def ping_before_init(server):
    import sys

    def first_ping(reply):
        server.say({"jsonrpc": "2.0", "id": "before", "method": "ping"})
        sys.stdin.buffer.readline()
        server.say(reply)

    server.on["initialize"] = first_ping


@mode
def kills_parent(server):
    server.on["tools/call"] = lambda reply: os.kill(os.getppid(), 9)


@mode
def stops_itself(server):
    """Suspended by its own signal, so that it heeds nothing but SIGKILL."""
    server.on["tools/call"] = lambda reply: os.kill(os.getpid(), 19)
