"""Modes whose answers to calls are no single line of strict JSON."""

import time

from core import text
from registry import Family

MODES = mode = Family()


def on_call(server, write):
    """Go wrong on tools/call and not before; ``write`` gives the bytes for a reply."""
    server.on["tools/call"] = lambda reply: server.put(write(reply))


def spoilt(reply, value):
    return b'{"jsonrpc":"2.0","id":%d,"result":{"content":[],"x":%s}}\n' % (reply["id"], value)


@mode
def half_line(server):
    on_call(server, lambda reply: text(reply)[:30])


@mode
def half_line_exit(server):
    server.on["tools/call"] = lambda reply: (server.put(text(reply)[:30]), server.leave(1))


@mode
def byte_drip(server):
    def drip(reply):
        for byte in text(reply) + b"\n":
            server.put(bytes([byte]))
            time.sleep(0.001)

    server.on["tools/call"] = drip


@mode
def pretty(server):
    import json

    on_call(server, lambda reply: json.dumps(reply, indent=2).encode() + b"\n")


@mode
def two_per_line(server):
    note = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info"}}
    on_call(server, lambda reply: text(note) + text(reply) + b"\n")


@mode
def crlf(server):
    server.say = lambda reply: server.put(text(reply) + b"\r\n")


@mode
def bom(server):
    server.on["initialize"] = lambda reply: server.put(b"\xef\xbb\xbf" + text(reply) + b"\n")


@mode
def bad_utf8(server):
    on_call(server, lambda reply: spoilt(reply, b'"\xff"'))


@mode
def utf16(server):
    on_call(server, lambda reply: text(reply).decode().encode("utf-16-le") + b"\n\0")


@mode
def nul(server):
    on_call(server, lambda reply: b"\0" + text(reply) + b"\n")


@mode
def endless_a(server):
    def flood(reply):
        while True:
            server.put(b"A" * 65536)

    server.on["tools/call"] = flood


@mode
def endless_init(server):
    def flood():
        while True:
            server.put(b"A" * 65536)

    server.at_start = flood


@mode
def endless_stderr(server):
    def flood(reply):
        while True:
            server.log("E" * 65535 + "\n")

    server.on["tools/call"] = flood


@mode
def endless_lines(server):
    def flood(reply):
        line = b"nonsense without an end\n" * 4096
        while True:
            server.put(line)

    server.on["tools/call"] = flood


@mode
def big_64mib(server):
    on_call(server, lambda reply: spoilt(reply, b'"' + b"x" * (64 << 20) + b'"'))


@mode
def batch(server):
    on_call(server, lambda reply: text([reply]) + b"\n")


@mode
def truncated(server):
    on_call(server, lambda reply: text(reply)[:-5] + b"\n")


@mode
def nan(server):
    on_call(server, lambda reply: spoilt(reply, b"NaN"))


@mode
def duplicate_id(server):
    on_call(server, lambda reply: b'{"id":1,' + text(reply)[1:] + b"\n")


@mode
def deep_array(server):
    on_call(server, lambda reply: spoilt(reply, b"[" * 100_000 + b"]" * 100_000))


@mode
def long_int(server):
    on_call(server, lambda reply: spoilt(reply, b"9" * 5000))


@mode
def lone_surrogate(server):
    server.on["tools/list"] = lambda reply: server.put(
        text(reply).replace(b"Adds two numbers", b"Adds \\ud800 numbers") + b"\n"
    )


@mode
def surrogate_in_call(server):
    on_call(server, lambda reply: spoilt(reply, b'"\\ud800"'))


@mode
def garbage_without_id(server):
    """Every call is answered at once by a line that names no request."""
    on_call(server, lambda reply: b"}{ oops\n")


@mode
def plain_words(server):
    on_call(server, lambda reply: b"the answer is no\n")
