"""The server in this process: a context with a folder of its own, and one question at a time."""

import json
import os
import sys
from functools import cache, partial
from pathlib import Path

import pytest

from mcptest.cli.explanations import explanation, known_entries
from mcptest.compliance.corpus.version_corpus import load_all
from mcptest.mcp_server.definition import make_definition
from mcptest.mcp_server.tool_context import ToolContext
from mcptest.mcp_server.workspace import Workspace
from mcptest.mock.server import MockServer
from mcptest.schema.validate import validator

TINY = [sys.executable, str(Path(__file__).parents[1] / "servers" / "tiny.py")]
corpora = cache(load_all)


def opening(version):
    return {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {
            "protocolVersion": version,
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        },
    }


def call(name, arguments, request_id=1, **params):
    body = {"name": name, "arguments": arguments, **params}
    return {"jsonrpc": "2.0", "id": request_id, "method": "tools/call", "params": body}


@pytest.fixture
def folder(tmp_path):
    """The served one, inside a larger project."""
    (tmp_path / ".git").mkdir()
    served = tmp_path / "served"
    served.mkdir()
    return served


@pytest.fixture
def context(folder):
    return ToolContext(
        workspace=Workspace(folder),
        explain=partial(explanation, corpora=corpora),
        known=known_entries,
        corpora=corpora,
        environ={**os.environ, "HUSH": "a-word-that-nobody-may-see"},
    )


@pytest.fixture
def ask(context):
    """Call a tool; the result, whose structured content fits what the tool promises."""
    definition = make_definition(context, enable_writes=True)
    server = MockServer(definition)
    server.handle(opening("2025-11-25"))

    def answer(name, **arguments):
        result = server.handle(call(name, arguments))[0].message["result"]
        if result.get("isError"):
            return result["content"][0]["text"]
        schema = server.features.tools.find(name).entry["outputSchema"]
        assert validator(schema).errors(result["structuredContent"]) == []
        assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
        return result["structuredContent"]

    return answer


@pytest.fixture
def suite(folder):
    """A suite of the tiny server in the served folder."""

    def write(body, name="checks.mcptest.yml", command=TINY):
        path = folder / name
        path.write_text(f"server: {{command: {json.dumps(command)}}}\n{body}", encoding="utf-8")
        return name

    return write
