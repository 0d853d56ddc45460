"""The first and last words of a stream without end."""

from __future__ import annotations

from mcptest.wire.limits import Limits
from mcptest.wire.process.stderr import Stderr

SMALL = Limits(stderr_head=10, stderr_tail=20)


def test_a_short_text_is_kept_whole():
    stderr = Stderr(SMALL)
    stderr.feed(b"one\n")
    mark = stderr.total
    assert stderr.since(mark) == ""
    stderr.feed(b"two\nthree\n")
    assert stderr.since(mark) == "two\nthree\n"
    assert stderr.text() == "one\ntwo\nthree\n"


def test_a_flood_keeps_head_and_tail_and_says_how_much_is_gone():
    stderr = Stderr(SMALL)
    for number in range(1000):
        stderr.feed(b"%04d\n" % number)
    text = stderr.text()
    assert text.startswith("0000\n0001\n")
    assert text.endswith("0998\n0999\n")
    assert "bytes left out" in text
    assert stderr.since(4990) == "0998\n0999\n"


def test_the_last_lines_are_for_people():
    stderr = Stderr(Limits())
    stderr.feed(b"".join(b"line %d\n" % number for number in range(100)) + b"\xff\n")
    last = stderr.last_lines().split("\n")
    assert last[0] == "line 81"
    assert last[-1] == "\ufffd"
