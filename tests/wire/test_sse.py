"""The event stream parser, cut in every place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.wire.http.event_stream import Event, EventReader

LIMIT = 1000


def read(stream: bytes, *, limit: int = LIMIT) -> list[Event]:
    return EventReader(limit).feed(stream)


def test_a_data_line_and_a_blank_line_are_an_event():
    assert read(b"data: {}\n\n") == [Event(b"{}")]


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_every_line_end_counts(end: bytes):
    stream = end.join([b"event: message", b"id: 7", b"data: a", b"", b"data: b", b"", b""])
    assert read(stream) == [Event(b"a", id="7"), Event(b"b")]


def test_several_data_lines_are_joined_by_line_feeds():
    assert read(b"data: a\ndata:b\ndata\n\n") == [Event(b"a\nb\n")]


def test_only_one_leading_space_is_dropped():
    assert read(b"data:  a \n\n") == [Event(b" a ")]


def test_a_byte_order_mark_is_skipped_at_the_start_only():
    stream = b"\xef\xbb\xbfdata: a\n\n\xef\xbb\xbfdata: b\ndata: c\n\n"
    assert read(stream) == [Event(b"a"), Event(b"c")]


def test_comments_and_unknown_fields_make_no_event():
    assert read(b": keep-alive\n\n:\n\n\n\nfoo: bar\ndata: a\n\n") == [Event(b"a")]


def test_an_event_name_is_kept_and_an_empty_one_is_message():
    assert read(b"event: endpoint\ndata: /x\n\nevent:\ndata: y\n\n") == [
        Event(b"/x", name="endpoint"),
        Event(b"y"),
    ]


def test_a_block_without_data_is_told_from_one_with_empty_data():
    assert read(b"id: 1\n\nid: 2\ndata:\n\n") == [Event(None, id="1"), Event(b"", id="2")]


def test_an_id_with_a_null_byte_is_ignored():
    assert read(b"id: a\0b\ndata: x\n\n") == [Event(b"x")]


@pytest.mark.parametrize(
    ("text", "retry"), [(b"250", 250), (b"-1", None), (b"1e3", None), (b"9" * 30, None)]
)
def test_retry_takes_plain_digits_only(text: bytes, retry: int | None):
    assert read(b"retry: " + text + b"\ndata: x\n\n") == [Event(b"x", retry=retry)]


def test_names_and_ids_that_are_not_utf8_do_not_hurt():
    [event] = read(b"event: \xff\nid: \xfe\ndata: \xff\n\n")
    assert (event.name, event.id, event.data) == ("\ufffd", "\ufffd", b"\xff")


def test_an_unfinished_event_is_not_delivered():
    reader = EventReader(LIMIT)
    assert reader.feed(b"data: a\n") == []
    assert reader.unfinished
    assert reader.feed(b"\n") == [Event(b"a")]
    assert not reader.unfinished
    assert reader.feed(b"da") == []
    assert reader.unfinished


def test_nothing_in_gives_nothing_out():
    assert read(b"") == []


@pytest.mark.parametrize(
    "stream",
    [
        b"data: " + b"x" * 40,
        b"data: " + b"x" * 40 + b"\n\n",
        b"data: xxxxxxxxxxxxxxxx\n" * 3,
        b"data: xxxxxxxxxxxxxxxx\n" * 3 + b"\ndata: later\n\n",
    ],
    ids=["open line", "one line", "many lines", "more after it"],
)
def test_an_event_over_the_limit_stops_the_reader(stream: bytes):
    reader = EventReader(30)
    assert reader.feed(b"data: ok\n\n") == [Event(b"ok")]
    assert reader.feed(stream) == []
    assert reader.overflowed
    assert reader.feed(b"\n\ndata: a\n\n") == []


def test_many_small_events_and_comments_never_reach_the_limit():
    reader = EventReader(30)
    assert len(reader.feed(b": note\ndata: x\n\n" * 50)) == 50
    assert not reader.overflowed


LINES = st.sampled_from(
    [
        b"data: a",
        b"data:b",
        b"data",
        b"id: 1",
        b"id",
        b"event: e",
        b"retry: 5",
        b": c",
        b"x",
        b"",
        b"",
    ]
)


@given(
    lines=st.lists(st.tuples(LINES, st.sampled_from([b"\n", b"\r", b"\r\n"])), max_size=12),
    bom=st.booleans(),
    cuts=st.lists(st.integers(0, 120), max_size=6),
)
def test_where_the_stream_is_cut_makes_no_difference(lines, bom, cuts):
    stream = b"\xef\xbb\xbf" * bom + b"".join(line + end for line, end in lines)
    reader, events, last = EventReader(LIMIT), [], 0
    for cut in [*sorted(min(cut, len(stream)) for cut in cuts), len(stream)]:
        events += reader.feed(stream[last:cut])
        last = cut
    assert events == read(stream)


@given(st.lists(st.binary().filter(lambda data: not {10, 13} & set(data)), min_size=1, max_size=5))
def test_data_comes_back_as_it_was_written(parts: list[bytes]):
    stream = b"".join(b"data: " + part + b"\n\n" for part in parts)
    assert [event.data for event in read(stream, limit=10**6)] == parts
