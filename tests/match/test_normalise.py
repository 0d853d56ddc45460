import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.match.normalise import normalise, normalise_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("id 123e4567-e89b-12d3-a456-426614174000!", "id <uuid>!"),
        ("2026-11-16T01:02:03.123Z", "<timestamp>"),
        ("2026-11-16 01:02:03+02:00 x", "<timestamp> x"),
        ("on 2026-11-16.", "on <date>."),
        ("Mon, 16 Nov 2026 01:02:03 GMT", "<timestamp>"),
        ("Mon Nov 16 01:02:03 2026", "<timestamp>"),
        ("sha 0a1b2c3d4e5f60718293", "sha <hex>"),
        ("object at 0x7f3b2c1d0e4f", "object at <address>"),
        ("wrote /tmp/abc-1/x.txt ok", "wrote <path> ok"),
        ("/private/var/folders/a/b", "<path>"),
        (r"C:\Users\me\AppData\Local\Temp\x.txt", "<path>"),
        ("http://127.0.0.1:43121/mcp", "http://127.0.0.1:<port>/mcp"),
        ("http://localhost:43121/mcp", "http://localhost:<port>/mcp"),
        ("took 12.5 ms", "took <duration>"),
        ("took 0.25s", "took <duration>"),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "<ulid>"),
        ("hello world 42", "hello world 42"),
        ("defaced facade added", "defaced facade added"),
        ("1234567890123456", "1234567890123456"),
        ("version 1.2.3, 5 seconds", "version 1.2.3, <duration>"),
        ("0.1+0.2", "0.1+0.2"),
    ],
)
def test_volatile_parts_become_placeholders(text, expected):
    assert normalise_text(text) == expected


def test_numbers_are_volatile_by_their_key():
    value = {
        "createdAt": 1763251200,
        "timestamp": 1763251200.5,
        "elapsed_ms": 12,
        "durationSeconds": 3,
        "count": 7,
        "format": 3,
        "flag_at": True,
        "items": [{"updated-at": 5}],
    }
    assert normalise(value) == {
        "createdAt": "<timestamp>",
        "timestamp": "<timestamp>",
        "elapsed_ms": "<duration>",
        "durationSeconds": "<duration>",
        "count": 7,
        "format": 3,
        "flag_at": True,
        "items": [{"updated-at": "<timestamp>"}],
    }


@given(st.text(max_size=200))
def test_normalising_twice_is_normalising_once(text):
    assert normalise_text(normalise_text(text)) == normalise_text(text)


@pytest.mark.parametrize("piece", ["a1", "0", "2026-", "/tmp/", "0x", "1.", "f", "C:\\", "Mon "])
def test_a_mebibyte_of_the_worst_text_is_quick(piece):
    text = piece * (1024 * 1024 // len(piece))
    started = time.process_time()
    normalise_text(text)
    assert time.process_time() - started < 2.0
