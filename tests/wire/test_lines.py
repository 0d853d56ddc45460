"""Lines from chunks, however the stream is cut."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mcptest.wire.lines import Lines, Overlong


def test_a_line_may_come_in_parts_and_parts_in_a_line():
    lines = Lines(100)
    assert lines.feed(b"ab") == []
    assert lines.partial() == b"ab"
    assert lines.feed(b"c\nd\r\n\ne") == [b"abc", b"d", b""]
    assert lines.finish() == b"e"
    assert lines.finish() == b""


def test_other_line_ends_are_no_line_ends():
    text = "a\u2028b\u0085c\x0cd\re".encode()
    assert Lines(100).feed(text + b"\n") == [text]


def test_a_line_past_the_limit_is_told_once_and_its_rest_thrown_away():
    lines = Lines(10)
    assert lines.feed(b"x" * 8) == []
    assert lines.feed(b"y" * 8) == [Overlong(b"x" * 8 + b"y" * 8)]
    assert lines.feed(b"z" * 100) == []
    assert lines.partial() == b""
    assert lines.feed(b"z\nnext\n") == [b"next"]


@given(st.lists(st.binary(max_size=20).filter(lambda b: b"\n" not in b)), st.data())
def test_no_cut_changes_the_lines(whole, data):
    stream = b"".join(line + b"\n" for line in whole)
    cut = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    lines = Lines(1000)
    found = []
    for start, end in zip([0, *cut], [*cut, len(stream)], strict=True):
        found += lines.feed(stream[start:end])
    assert found == [line.removesuffix(b"\r") for line in whole]


def test_an_empty_chunk_is_no_line():
    assert Lines(10).feed(b"") == []
