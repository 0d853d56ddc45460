"""Bytes of a pipe to lines to messages: cut anywhere, bounded, strict, and back again."""

import json

from mcptest.model.json import same_json
from mcptest.wire.codec import FrameError, decode, decode_joined, encode
from mcptest.wire.limits import Limits
from mcptest.wire.lines import Lines, Overlong

LIMITS = Limits(message=4096, depth=16, digits=40)
SEEDS = (
    b'\x05{"jsonrpc":"2.0","id":1,"result":{"a":[1,2.5e3,"\\u00e9\\ud83d\\ude00",null,true]}}\n',
    b'\x01{"id":1,"id":2}\r\n{"a":NaN}\n[1e999]\n',
    b"\x00" + b"[" * 40 + b"]" * 40 + b"\n",
    b'\x03{"a":"\\ud800"}\n\xff\n\xef\xbb\xbf{}\n',
    b"\x07" + b"9" * 50 + b"\n-0\n0.1\n1E+2\n01\n",
    b'\x02{} {}\n{}{"a":1}\n "x" \n\x00\n',
    b"\x10" + b"a" * 5000 + b"\n{}\n",
)


def check(data: bytes) -> None:
    """The first byte says how the rest is cut."""
    stream = data[1:]
    size = max(1, data[0] if data else 0, len(stream) // 64)
    whole = _lines([stream])
    pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
    if not any(isinstance(line, Overlong) for line in _lines(pieces) + whole):
        assert _lines(pieces) == whole
    for line in whole:
        if isinstance(line, bytes):
            _check_line(line)


def _lines(pieces: list[bytes]) -> list[bytes | Overlong]:
    lines = Lines(LIMITS.message)
    found = [line for piece in pieces for line in lines.feed(piece)]
    assert len(lines.partial()) <= LIMITS.message
    return [*found, lines.finish()]


def _check_line(line: bytes) -> None:
    try:
        value = decode(line, LIMITS)
    except FrameError as error:
        _check_refusal(error, line)
        return
    assert same_json(value, json.loads(line.decode()))
    sent = encode(value)
    assert b"\n" not in sent
    assert same_json(decode(sent, Limits()), value)


def _check_refusal(error: FrameError, line: bytes) -> None:
    assert error.code.startswith(("frame-", "limit-")), error.code
    assert error.message
    try:
        values = decode_joined(line, LIMITS)
    except FrameError:
        return
    assert len(values) != 1 or len(line) > LIMITS.message
