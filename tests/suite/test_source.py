import os
import sys
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mcptest.errors import FileProblemsError
from mcptest.suite.yaml.source import MAX_BYTES, Node, load_source, parse_source


def plain(text):
    return parse_source(text).plain()


def trouble(text, **options):
    with pytest.raises(FileProblemsError) as caught:
        parse_source(text, **options)
    return [(p.code, p.where.line, p.where.column) for p in caught.value.problems]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("1", 1),
        ("-1", -1),
        ("+5", 5),
        ("0o10", 8),
        ("0xFf", 255),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1.", 1.0),
        ("1e3", 1000.0),
        ("-0.0", -0.0),
        ("no", "no"),
        ("on", "on"),
        ("off", "off"),
        ("yes", "yes"),
        ("y", "y"),
        ("2025-06-18", "2025-06-18"),
        ("12:30", "12:30"),
        ("010", "010"),
        ("00", "00"),
        ("01.5", "01.5"),
        ("1_000", "1_000"),
        ("0b1", "0b1"),
        ("1.2.3", "1.2.3"),
        ("+", "+"),
        (".", "."),
        ("-", [None]),
        ("'1'", "1"),
        ('"true"', "true"),
        ("|\n    1\n", "1\n"),
    ],
)
def test_scalars_follow_the_core_schema_of_yaml_1_2(written, value):
    found = plain(f"a:\n  {written}")["a"]
    assert found == value
    assert type(found) is type(value)


def test_every_value_and_key_knows_its_place():
    node = parse_source("a: 1\nb:\n  - x\n  - {c: 'long text'}\n", name="s.yml")
    item = node.get("b").value[1].get("c")
    assert str(item.where) == "s.yml:4:9"
    assert str(item.key_where) == "s.yml:4:6"
    assert (item.where.width, item.where.text) == (11, "  - {c: 'long text'}")
    assert str(node.key_where) == "s.yml:1:1"
    assert [child.value for child in node.get("b")][:1] == ["x"]
    assert node.get("z") is None
    assert node.get("a").get("z") is None
    assert list(node.get("a")) == []
    assert node.get("a").items() == []


def test_a_plain_scalar_keeps_its_spelling():
    assert parse_source("a: 1.10").get("a").text == "1.10"
    assert parse_source("a: '1.10'").get("a").text is None


def test_data_can_be_made_into_a_node():
    data = {"a": [1, {"b": None}], "c": "x"}
    node = Node.of(data)
    assert node.plain() == data
    assert str(node.get("c").where) == "<data>:1:1"


def test_bom_windows_line_ends_and_a_missing_last_newline_are_fine():
    assert plain(b"\xef\xbb\xbfa: 1\r\nb: 2") == {"a": 1, "b": 2}


def test_lines_are_counted_as_the_parser_counts_them():
    assert trouble("a: 1\r\n# \u2028\nb: c: d\n") == [("suite-syntax", 4, 5)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ("suite-empty", 1, 1)),
        ("# only a comment\n", ("suite-empty", 1, 1)),
        ("---\n", ("suite-empty", 1, 1)),
        ("a: [1\nb", ("suite-syntax", 2, 2)),
        ('a: "x', ("suite-syntax", 1, 4)),
        ("a: b: c", ("suite-syntax", 1, 5)),
        ("a: @x", ("suite-syntax", 1, 4)),
        ("- a\nb: 1", ("suite-syntax", 2, 1)),
        ("a:\n\tb: 1", ("suite-tab", 2, 1)),
        ("\ta: 1", ("suite-tab", 1, 1)),
        ("a: x\n  \t- y: [", ("suite-syntax", 2, 7)),
        ("a: 1\nb: \x01", ("suite-syntax", 2, 4)),
        ('a: "\\ud800"', ("suite-syntax", 1, 7)),
        ("a: \ud800", ("suite-syntax", 1, 1)),
        ("a: 1\n---\nb: 2", ("suite-documents", 2, 1)),
        ("a: 1\n<<<<<<< HEAD\nb: 2\n", ("suite-merge-conflict", 2, 1)),
        ("a: !!str 1", ("suite-tag", 1, 4)),
        ("a: !!python/object/apply:os.system ['true']", ("suite-tag", 1, 4)),
        ("!x {a: 1}", ("suite-tag", 1, 1)),
        ("a: .nan", ("suite-number", 1, 4)),
        ("a: -.inf", ("suite-number", 1, 4)),
        ("a: 1e999", ("suite-number", 1, 4)),
        ("a: " + "9" * 5000, ("suite-number", 1, 4)),
        ("a: 0x" + "f" * 5000, ("suite-number", 1, 4)),
        ("a: *b", ("suite-alias", 1, 4)),
        ("a: &a [*a]", ("suite-alias", 1, 8)),
        ("a: &a {b: 1, c: *a}", ("suite-alias", 1, 17)),
        ("[" * 1000, ("suite-depth", 1, 65)),
        ("<<: {a: 1}", ("suite-merge-key", 1, 1)),
        ("? [a]\n: 1", ("suite-key", 1, 3)),
        ("? \n: 1", ("suite-key", 1, 2)),
    ],
)
def test_trouble_has_a_code_and_a_place(text, expected):
    assert trouble(text)[0] == expected


def test_a_duplicate_key_names_both_places_and_all_are_found():
    with pytest.raises(FileProblemsError) as caught:
        parse_source("a: 1\nb: 2\na: 3\n'b': 4", name="s.yml")
    first, second = caught.value.problems
    assert (first.code, str(first.where)) == ("suite-duplicate-key", "s.yml:3:1")
    assert "s.yml:1:1" in first.hint
    assert second.where.line == 4


def test_a_quoted_merge_key_is_a_key():
    assert plain("'<<': 1\n") == {"<<": 1}


def test_aliases_repeat_a_value_at_their_own_place():
    node = parse_source("a: &x {n: 1}\nb: *x\nc: [*x, &y k]\n? &z key\n: 1\nd: *z\n*y : 2\n")
    assert node.plain() == {
        "a": {"n": 1},
        "b": {"n": 1},
        "c": [{"n": 1}, "k"],
        "key": 1,
        "d": "key",
        "k": 2,
    }
    assert node.get("b").where.line == 2


def bomb(levels):
    lines = ["l0: &l0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"l{i}: &l{i} [{', '.join([f'*l{i - 1}'] * 9)}]" for i in range(1, levels)]
    return "\n".join(lines)


def test_a_bomb_of_aliases_is_refused_at_once():
    started = time.process_time()
    assert trouble(bomb(9))[0][0] == "suite-alias-bomb"
    assert trouble("a: &a 1\nb: [" + "*a, " * 101 + "]")[0][0] == "suite-alias-bomb"
    assert time.process_time() - started < 0.5


def test_aliases_cannot_get_around_the_depth():
    lines = ["a0: &a0 [x]"]
    lines += [f"a{i}: &a{i} [*a{i - 1}]" for i in range(1, 80)]
    assert trouble("\n".join(lines))[0][0] == "suite-depth"


def test_sixty_four_levels_are_allowed():
    assert parse_source("[" * 64 + "]" * 64)


def test_a_text_over_the_limit_is_refused_before_it_is_parsed():
    assert trouble("x" * (MAX_BYTES + 1))[0][0] == "suite-too-large"


@pytest.mark.parametrize(
    ("raw", "line", "byte"),
    [("a: ä".encode("latin-1"), 1, 3), ("a: 1\nb: é".encode("latin-1"), 2, 8)],
)
def test_other_encodings_are_named_by_byte_and_line(raw, line, byte):
    with pytest.raises(FileProblemsError, match=f"at byte {byte}, line {line}") as caught:
        parse_source(raw)
    assert caught.value.code == "suite-encoding"
    assert caught.value.where.line == line


def test_utf_16_is_recognised():
    with pytest.raises(FileProblemsError, match="UTF-16"):
        parse_source("a: 1".encode("utf-16"))


def test_the_kind_of_file_begins_the_code():
    assert trouble("", kind="mock")[0][0] == "mock-empty"


def test_a_file_is_loaded_with_its_folder(tmp_path):
    file = tmp_path / "s.yml"
    file.write_text("a: 1")
    node = load_source(file)
    assert node.plain() == {"a": 1}
    assert node.source.folder == str(tmp_path)
    assert node.where.file == str(file)


@pytest.mark.parametrize("name", ["missing.yml", "x/y.yml", "a\0b"])
def test_a_file_that_is_not_there_is_said_so(tmp_path, name):
    with pytest.raises(FileProblemsError) as caught:
        load_source(f"{tmp_path}/{name}")
    assert caught.value.code in {"suite-not-found", "suite-unreadable"}


def test_a_folder_is_not_a_suite(tmp_path):
    with pytest.raises(FileProblemsError, match="folder") as caught:
        load_source(tmp_path)
    assert caught.value.code == "suite-unreadable"


@pytest.mark.skipif(sys.platform == "win32", reason="no FIFOs there")
def test_nobody_waits_on_a_pipe_or_device(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero"):
        with pytest.raises(FileProblemsError, match="not a regular file"):
            load_source(path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_a_file_that_may_not_be_read_is_said_so(tmp_path):  # pragma: no cover
    file = tmp_path / "s.yml"
    file.write_text("a: 1")
    file.chmod(0)
    with pytest.raises(FileProblemsError) as caught:
        load_source(file)
    assert caught.value.code == "suite-unreadable"


def test_a_file_over_the_limit_is_refused(tmp_path):
    file = tmp_path / "s.yml"
    with file.open("wb") as stream:
        stream.truncate(100 * 1024 * 1024)
    with pytest.raises(FileProblemsError) as caught:
        load_source(file)
    assert caught.value.code == "suite-too-large"


def test_collection_is_on_again_afterwards():
    import gc

    trouble("a: [")
    assert gc.isenabled()
    gc.disable()
    try:
        plain("a: 1")
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_the_parser_in_python_reads_the_same(monkeypatch):
    import yaml

    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert plain("a: [1, 'x', {b: 010}]\n") == {"a": [1, "x", {"b": "010"}]}
    assert trouble("a: \x01")[0][0] == "suite-syntax"
    assert trouble("a: b: c")[0][0] == "suite-syntax"


PIECES = ["\n  ", ": ", "- ", "---\n", "&a ", "*a ", "<<: ", "!!x ", "\ud800", "\x00", "\u2028"]
yamlish = st.lists(
    st.sampled_from([*"ab:-[]{},&*!|>'\"%@`#?\n\t \\~<=0123.é", *PIECES]), max_size=60
).map("".join)


@given(st.text(max_size=200) | yamlish)
@example("\ufeff")
@example("a: \ufeffx")
def test_any_text_is_a_node_or_a_file_problem(text):
    try:
        node = parse_source(text)
    except FileProblemsError as error:
        assert all(p.where is not None and p.message for p in error.problems)  # noqa: PT017
    else:
        node.plain()


@given(st.binary(max_size=100))
def test_any_bytes_are_a_node_or_a_file_problem(raw):
    try:
        parse_source(raw)
    except FileProblemsError as error:
        assert error.code.startswith("suite-")  # noqa: PT017


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(min_codepoint=32, max_codepoint=0xD7FF, exclude_characters="\x7f")),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", min_size=1), inner, max_size=4)
    ),
    max_leaves=10,
)


@given(st.dictionaries(st.text("abc", min_size=1), json_values, min_size=1))
def test_json_reads_as_itself(value):
    import json

    assert plain(json.dumps(value)) == value


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("a: {x: ${env.HOME}}", 'quote the variable: "${env.HOME}"'),
        ("a: [${x}]", 'quote the variable: "${x}"'),
        ('a: {x: "${env.HOME}" b}', "a `{` is not closed, or a comma is missing"),
    ],
)
def test_a_variable_inside_brackets_has_to_be_quoted(text, hint):
    with pytest.raises(FileProblemsError) as caught:
        parse_source(text)
    assert caught.value.problems[0].hint == hint
