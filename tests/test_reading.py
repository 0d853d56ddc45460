"""Foreign files: read whole and strictly, or refused with a reason."""

import gc
import json
import os
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mcptest.model.json import same_json
from mcptest.reading import MOST_LEVELS, CannotReadError, JsonTextError, parse_json, read_whole
from mcptest.suite.yaml.pause_gc import uncollected

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_what_was_written_is_read(value):
    assert same_json(parse_json(json.dumps(value).encode()), value)


@given(
    st.one_of(
        st.binary(), st.text().map(str.encode), VALUES.map(lambda v: json.dumps(v).encode()[:-1])
    )
)
@example(b"")
@example(b"\xef\xbb\xbf{}")
@example(b'{"a":1,"a":2}')
@example(b"[NaN]")
@example(b"[1e999]")
@example(b"[-Infinity]")
@example(b'"\\ud800"')
@example(b"9" * 5000)
@example(b"[" * 100_000)
@example(b"[" * (MOST_LEVELS + 2) + b"]" * (MOST_LEVELS + 2))
@example(b'\n\n {"a":\xff}')
def test_any_bytes_are_strict_json_or_a_fault_with_its_place(raw):
    try:
        value = parse_json(raw)
    except JsonTextError as error:
        fault = error
    else:
        assert same_json(value, json.loads(raw.decode("utf-8-sig")))
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
        return
    lines = raw.decode("utf-8-sig", "replace").split("\n")
    assert 1 <= fault.line <= len(lines)
    assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1
    assert fault.message


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "empty"),
        (b'{"a": ', "truncated"),
        (b'{"a":1,"a":2}', "duplicate key"),
        (b"[Infinity]", "Infinity is not valid JSON"),
        (b"9" * 1001, "1001 digits"),
        (b"0." + b"9" * 1001, "has 1003 digits"),
        (b'"\\udc00"', "surrogate"),
        (b"[" * 500 + b"]" * 500, "levels deep"),
        (b"a\n\xff", "byte 2"),
    ],
)
def test_a_fault_is_named(raw, words):
    with pytest.raises(JsonTextError, match=words):
        parse_json(raw)


def test_a_file_is_read_up_to_its_limit(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"x" * 10)
    assert read_whole(path, limit=10) == b"x" * 10
    with pytest.raises(CannotReadError) as caught:
        read_whole(path, limit=9)
    assert caught.value.too_large


def test_what_is_not_there_is_told_from_what_cannot_be_read(tmp_path):
    (tmp_path / "file").touch()
    for name in ("missing", "file/below"):
        with pytest.raises(CannotReadError) as caught:
            read_whole(tmp_path / name, limit=1)
        assert caught.value.missing
    for name in (".", "nul\0inside"):
        with pytest.raises(CannotReadError) as caught:
            read_whole(f"{tmp_path}/{name}", limit=1)
        assert not caught.value.missing


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices of POSIX")
def test_a_pipe_and_a_device_are_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero", "/dev/null"):
        with pytest.raises(CannotReadError, match="not a regular file"):
            read_whole(path, limit=1)


def test_collecting_goes_on_as_it_was():
    assert gc.isenabled()
    with uncollected():
        assert not gc.isenabled()
        with uncollected(for_good=True):
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0
    gc.unfreeze()
