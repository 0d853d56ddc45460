"""The doctor on servers that nobody here wrote."""

import json

import pytest
from tests.real.servers import STDIO

from mcptest.cli.main import run

pytestmark = [pytest.mark.real, pytest.mark.timeout(120)]  # an SDK takes a second to start

SERVERS = ["mcp 1.x", "mcp 2.x", "TypeScript 2.x", "everything", "memory", "time"]
BOTH_ERAS = {"mcp 2.x", "TypeScript 2.x", "time"}


def doctor(capsys, name, *words):
    code = run(["doctor", "--format", "json", *words, "--", *STDIO[name]()])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", SERVERS)
def test_a_server_that_works_has_no_broken_layer(capsys, name):
    code, found = doctor(capsys, name)
    assert (code, found["summary"]["failed"]) == (0, 0)
    assert "2025-11-25" in found["servers"][0]["speaks"]


@pytest.mark.parametrize("name", SERVERS)
def test_a_server_is_ready_where_it_speaks_the_revision_and_breaks_where_not(capsys, name):
    code, found = doctor(capsys, name, "--migrate-to", "v2026-07-28")
    words = {
        case["id"].rpartition("::")[2]: case["targets"]["migration"] for case in found["cases"]
    }
    assert words["revision"] == ("ready" if name in BOTH_ERAS else "breaks")
    assert (code, "breaks" in words.values()) == ((0, False) if name in BOTH_ERAS else (1, True))
