"""A suite from any bytes: cases, or problems that each have a known code and a place in the file."""

import os
import re
import tempfile
from pathlib import Path

from mcptest.error_codes.catalogue import known_codes
from mcptest.errors import FileProblemsError
from mcptest.model.json import Json
from mcptest.plan import build_cases, load_suite
from mcptest.suite.yaml.source import parse_source

BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
NAME = "any.mcptest.yml"
KNOWN = known_codes()
FOLDER = Path(tempfile.mkdtemp(prefix="mcptest-loader-"))
SEEDS = (
    b"server: {command: x}\ntools:\n  - {name: a, tool: b, args: {c: 1}}\n",
    (
        b"server: {url: 'http://127.0.0.1:1/mcp', headers: {A: {env: B}}}\n"
        b"tools: [{name: a, tool: b, expect: [{target: result.x[0], regex: '^a+$'}]}]\n"
    ),
    (
        b"servers: {a: {command: [x, y]}, b: {command: z}}\nvariables: {v: {from_env: V, default: 1}}\n"
        b"tools: [{name: '${v}', server: a, tool: t, steps: [{tool: t, capture: {i: result}}]}]\n"
    ),
    b"server: x\ncompliance: {spec_version: v2025-06-18, tests: [{name: PROTO-001}]}\n",
    (
        b"server: {command: x}\ntool_quality: [{name: q}]\ncoverage: {tools: 50}\n"
        b"performance: {p95_latency_ms: 5}\nresources: [{name: r, uri: 'a:b'}]\n"
        b"prompts: [{name: p, prompt: q}]\n"
    ),
    (
        b"server: {command: x}\ntools: [{name: n, tool: t, negative_path: {checks: [all]}},"
        b" {name: f, tool: t, fuzz: {seed: 1, cases: 2}}]\n"
    ),
    b"a: &a [1]\nb: [*a, *a]\n",
    b"<<<<<<< ours\n",
    b"\xff\xfea\0",
    b"{" * 70,
    b"a: .nan\nb: 0x1F\nc: 1e999\n",
    b'%YAML 1.1\n---\n"\\ud800"\n',
    b"!!python/object/apply:os.system [id]\n",
)


def check(data: bytes) -> None:
    """Read it as the command line would."""
    try:
        root = parse_source(data, name=NAME)
    except FileProblemsError as error:
        check_problems(error, data)
        return
    _check_plain(root.plain())
    if "imports" in dict(root.items()):
        return  # other files are another subject
    path = FOLDER / NAME
    path.write_bytes(data)
    try:
        cases, _ = build_cases(load_suite(path, env={"HOME": "/"}))
    except FileProblemsError as error:
        check_problems(error, data)
    else:
        assert len({case.id for case in cases}) == len(cases)


def check_problems(error: FileProblemsError, data: bytes) -> None:
    """Each problem has a text behind its code, and stands inside the file."""
    lines = BREAK.split(data.decode("utf-8-sig", "replace"))
    assert error.problems
    for problem in error.problems:
        assert problem.code in KNOWN, problem.code
        assert problem.message
        where = problem.where
        assert where is not None, problem
        assert os.fspath(where.file).endswith(NAME)
        assert 1 <= where.line <= len(lines), (problem, len(lines))
        assert 1 <= where.column <= len(lines[where.line - 1]) + 2, problem


def _check_plain(value: Json) -> None:
    """Only what JSON has comes out, and it can be sent."""
    if isinstance(value, dict):
        assert all(type(key) is str for key in value)
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            _check_plain(item)
    else:
        assert value is None or type(value) in {bool, int, float, str}
        assert value == value  # noqa: PLR0124  not a number is not JSON
