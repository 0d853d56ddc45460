import json

import pytest

from mcptest.errors import ExitCode, FileProblemsError
from mcptest.lint.catalog import parse_catalog, read_catalog
from mcptest.lint.json_text import document

TOOL = {"name": "t", "inputSchema": {"type": "object", "properties": {"a/b": {"type": "string"}}}}


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ({"tools": [TOOL, TOOL]}, "/tools"),
        ([TOOL, TOOL], ""),
        (
            {
                "jsonrpc": "2.0",
                "id": [1, {"tools": 3}],
                "result": {"x": "]", "tools": [TOOL, TOOL]},
            },
            "/result/tools",
        ),
        ({"meta": {"tools": []}, "tools": [TOOL, TOOL]}, "/tools"),
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_three_shapes_are_catalogs(value, pointer, indent):
    text = json.dumps(value, indent=indent)
    catalog = parse_catalog("c.json", text)
    assert catalog.pointer == pointer
    assert [tool.raw for tool in catalog.tools] == [TOOL, TOOL]
    assert all(json.JSONDecoder().raw_decode(text, start)[0] == TOOL for start in catalog.starts)


def test_an_empty_catalog_is_a_catalog():
    assert parse_catalog("c.json", ' {"tools" : [ ] } ').tools == ()


def test_a_pointer_becomes_a_line_and_a_column():
    text = json.dumps({"tools": [{"name": "first"}, TOOL]}, indent=2)
    catalog = parse_catalog("c.json", text)
    where = catalog.where(1, "/inputSchema/properties/a~1b")
    assert where.text[where.column - 1 :][: where.width] == '"a/b"'
    assert text.splitlines()[where.line - 1] == where.text
    assert str(catalog.where(0, "")) == "c.json:3:5"
    assert catalog.where(0, "/description") == catalog.where(0, "")


def test_lines_end_with_crlf_too():
    text = json.dumps([TOOL], indent=1).replace("\n", "\r\n")
    where = parse_catalog("c.json", text).where(0, "/name")
    assert (where.line, where.column, where.text) == (3, 3, '  "name": "t",')


def test_a_very_long_line_is_not_shown():
    text = json.dumps([{**TOOL, "description": "x" * 500}])
    assert parse_catalog("c.json", text).where(0, "/name").text == ""


def refused(text, name="c.json"):
    with pytest.raises(FileProblemsError) as caught:
        parse_catalog(name, text)
    assert caught.value.exit_code is ExitCode.USAGE
    return caught.value


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "json-empty", None),
        (" \n", "json-empty", None),
        ("[\n{", "json-cut-off", "c.json:2:2"),
        ('{"tools":\n [{"name":1,\n  "name":2}]}', "json-duplicate-key", "c.json:3:3"),
        ('{"tools": [{"a": NaN}]}', "json-number", "c.json:1:18"),
        ('{"tools": [{"a": 1e400}]}', "json-number", "c.json:1:18"),
        ('{"tools": [{"a": ' + "9" * 5000 + "}]}", "json-number", "c.json:1:18"),
        ('{"tools": [{"a": "\\ud83d"}]}', "json-lone-surrogate", "c.json:1:18"),
        ("[" * 301 + "]" * 301, "json-too-deep", "c.json:1:301"),
        ("[" * 2000 + "]" * 2000, "json-too-deep", "c.json:1:301"),
        ("[" * 100_000, "json-too-deep", "c.json:1:301"),
        ('{"tools": []} x', "json-extra-data", "c.json:1:15"),
        ('{"tools": [\n 1, {}, null]}', "catalog-tool-not-object", "c.json:2:2"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_bad_json_is_refused_with_its_place(text, code, place):
    error = refused(text)
    assert error.code == code
    assert (str(error.where) if error.where else None) == place


def test_every_entry_that_is_no_object_is_named():
    assert len(refused('[1, {}, null, "x"]').problems) == 3


def test_surrogate_pairs_are_fine():
    catalog = parse_catalog("c.json", '[{"name": "\\ud83d\\ude00"}]')
    assert catalog.tools[0].name == "\N{GRINNING FACE}"


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ({"name": "x", "version": "1", "dependencies": {}}, "package.json"),
        ({"mcpServers": {}}, "configuration of a host"),
        ({"openapi": "3.1.0"}, "OpenAPI"),
        ({"server": {"command": "x"}}, "a suite"),
        ({"tools": [{"name": "t", "tool": "search"}]}, "a suite"),
        ({"jsonrpc": "2.0", "error": {"code": 1}}, "JSON-RPC error"),
        ({"type": "object", "properties": {}}, "JSON Schema"),
        ({"inputSchema": {}}, "a single tool"),
        ({"resources": []}, "another list"),
        ({"schema": "mcptest.tools/v1", "tools": []}, "an mcptest report"),
        ({"tools": {}}, '"tools" is object'),
        ({"a": 1}, "does not contain a tool list"),
        (3, "it is integer"),
        ("tools", "it is string"),
    ],
)
def test_a_file_that_is_no_catalog_is_told_what_it_looks_like(value, word):
    error = refused(json.dumps(value))
    assert error.code == "catalog-not-found"
    assert word in error.message


def test_a_yaml_suite_is_recognised():
    assert "suite" in refused("server:\n  command: x\n").hint
    assert "JSON file" in refused("hello").hint


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    for path in (tmp_path / "nowhere.json", tmp_path):
        with pytest.raises(FileProblemsError) as caught:
            read_catalog(path)
        assert caught.value.code == "file-unreadable"


def test_a_file_beyond_the_limit_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(document, "LARGEST", 10)
    path = tmp_path / "c.json"
    path.write_text('{"tools": []}')
    with pytest.raises(FileProblemsError) as caught:
        read_catalog(path)
    assert caught.value.code == "file-too-large"


def test_text_that_is_not_utf8_is_refused_with_its_place(tmp_path):
    path = tmp_path / "c.json"
    path.write_bytes(b'[\n"\xff"]')
    with pytest.raises(FileProblemsError) as caught:
        read_catalog(path)
    assert (caught.value.code, caught.value.where.line, caught.value.where.column) == (
        "json-encoding",
        2,
        2,
    )


def test_a_byte_order_mark_is_read_past(tmp_path):
    path = tmp_path / "c.json"
    path.write_bytes(b"\xef\xbb\xbf[]")
    assert read_catalog(path).document.bom == "\ufeff"


def test_a_limit_of_the_fast_reader_that_the_scanner_does_not_share_is_still_an_error(monkeypatch):
    def fail(_):
        raise ValueError("made up")

    monkeypatch.setattr(document, "_decode", fail)
    assert refused("[]").code == "json-syntax"


def test_a_file_of_one_line_is_searched_for_line_breaks_once(monkeypatch):
    searched = []
    breaks = document._breaks
    monkeypatch.setattr(document, "_breaks", lambda text: searched.append(1) or breaks(text))
    catalog = parse_catalog("c.json", json.dumps([TOOL, TOOL]))
    for index in (0, 1, 0):
        assert catalog.where(index, "/name").line == 1
    assert len(searched) == 1
