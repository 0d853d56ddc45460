"""Strict reading and compact writing of JSON."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.wire.codec import FrameError, decode, decode_joined, encode
from mcptest.wire.limits import Limits

LIMITS = Limits(message=100_000, depth=128, digits=1000)

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**50), 10**50)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8"))
)
VALUES = st.recursive(
    SCALARS,
    lambda each: st.lists(each) | st.dictionaries(st.text(st.characters(codec="utf-8")), each),
)


def code_of(raw: bytes, limits: Limits = LIMITS) -> str:
    with pytest.raises(FrameError) as caught:
        decode(raw, limits)
    assert caught.value.message
    return caught.value.code


@given(VALUES)
def test_what_is_written_reads_back_the_same(value):
    raw = encode(value)
    assert b"\n" not in raw
    assert decode(raw, LIMITS) == value


@given(st.binary(max_size=200))
def test_any_bytes_are_a_value_or_a_frame_error(raw):
    with suppress(FrameError):
        decode(raw, LIMITS)


# The shapes of JSONTestSuite that must be refused, written anew.
REFUSED = [
    b"",
    b" ",
    b"[",
    b"]",
    b"{",
    b"}",
    b"[1,]",
    b"[,1]",
    b"[1,,2]",
    b"[1 2]",
    b'["a" "b"]',
    b"[1",
    b'["a',
    b'["',
    b"[1]]",
    b"[1]x",
    b'{"a":1}}',
    b"{}{}",
    b'{"a"}',
    b'{"a":}',
    b"{a:1}",
    b"{'a':1}",
    b'{"a":1,}',
    b'{"a":1,,"b":2}',
    b"{1:1}",
    b'{"a" 1}',
    b'{"a"::1}',
    b"{:1}",
    b"[01]",
    b"[-01]",
    b"[+1]",
    b"[1.]",
    b"[.5]",
    b"[-]",
    b"[--1]",
    b"[1e]",
    b"[1e+]",
    b"[1.e1]",
    b"[0x1]",
    b"[1_0]",
    b"[1eE2]",
    b"[-a]",
    b"[1a]",
    b"[\xef\xbc\x91]",
    b"[Inf]",
    b"[nan]",
    b"[tru]",
    b"[True]",
    b"[nul]",
    b"nulll",
    b"[fals]",
    b"abc",
    b"<x>",
    b"// x\n1",
    b"/**/1",
    b'["\\x00"]',
    b'["\\a"]',
    b'["\\"]',
    b'["\\u12"]',
    b'["\\uZZZZ"]',
    b'["\\ud800\\u1"]',
    b'["\t"]',
    b'["\n"]',
    b'["\x00"]',
    b"\x0c[]",
    b"[\xe2\x81\xa0]",
    b"\xe2\x80\xa8[]",
    b"*",
    b"[*]",
    b'"',
    b'{"a":"b"}#',
    b"[\x00]",
]


@pytest.mark.parametrize("raw", REFUSED)
def test_what_is_not_json_is_refused(raw):
    assert code_of(raw) in {"frame-json", "frame-utf8"}


@pytest.mark.parametrize(
    "raw",
    [
        b"1", b'"a"', b"null", b" \t\r\n[1]\n", b"[-0]", b"[1E400]"[:4] + b"]", b'["\\u0000"]',
        b'["\\ud83d\\ude00"]', b'["\\\\ud800"]', b'{"":0}', b"[1e-2]", b'["\x7f"]', b"[[]  ]",
    ],
)  # fmt: skip
def test_what_is_json_is_read(raw):
    assert decode(raw, LIMITS) == json.loads(raw)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b'["\xff"]', "frame-utf8"),
        (b'["\xed\xa0\x80"]', "frame-utf8"),
        (b"\xff\xfe[\0]\0", "frame-utf8"),
        ("[1]".encode("utf-16-le"), "frame-utf8"),
        ("[1]".encode("utf-16-be"), "frame-utf8"),
        (b"\xef\xbb\xbf{}", "frame-json"),
        (b'{"a":1,"b":{"c":1,"c":2}}', "frame-duplicate-key"),
        (b"[NaN]", "frame-constant"),
        (b"[-Infinity]", "frame-constant"),
        (b"[1e999]", "frame-constant"),
        (b'["\\ud800"]', "frame-surrogate"),
        (b'{"\\uDC00":1}', "frame-surrogate"),
        (b"[" * 129 + b"]" * 129, "limit-depth"),
        (b"[" * 50_000, "limit-depth"),
        (b'{"a":' * 20_000 + b"1" + b"}" * 20_000, "limit-size"),
        (b"9" * 1001, "limit-digits"),
        (b"-" + b"9" * 5000, "limit-digits"),
        (b"1." + b"9" * 1001, "limit-digits"),
        (b" " * 100_001, "limit-size"),
    ],
)
def test_each_way_to_be_wrong_has_its_code(raw, code):
    assert code_of(raw) == code


def test_the_bounds_themselves_are_inside():
    decode(b"[" * 128 + b"]" * 128, LIMITS)
    assert decode(b"9" * 1000, LIMITS) == int("9" * 1000)
    decode(b'["' + b"9" * 2000 + b'"]', LIMITS)
    decode(b"[" + b"[]," * 500 + b"1.5]", LIMITS)


def test_a_lone_surrogate_goes_out_as_an_escape():
    assert encode(["\ud800"]) == b'["\\ud800"]'
    assert encode(["ä"]) == '["ä"]'.encode()


def test_a_number_without_json_is_our_own_mistake():
    with pytest.raises(ValueError):
        encode(float("nan"))


@given(st.integers(0, 60), st.integers(1, 60), st.integers(5, 30))
def test_a_long_number_is_found_wherever_it_stands(before, length, digits):
    raw = b"[" + b" " * before + b"7" * length + b"]"
    limits = Limits(digits=digits)
    if length > digits:
        assert code_of(raw, limits) == "limit-digits"
    else:
        assert decode(raw, limits) == [int("7" * length)]


def test_joined_values_are_each_read():
    assert decode_joined(b'{"a":1} {"b":2}\r', LIMITS) == [{"a": 1}, {"b": 2}]
    with pytest.raises(FrameError):
        decode_joined(b'{"a":1}{', LIMITS)


def test_a_message_that_contains_itself_is_our_own_mistake():
    message: dict = {}
    message["params"] = [message]
    with pytest.raises(ValueError, match="Circular"):
        encode(message)
