"""Valid calls of tools that crash, as each Python SDK words it."""

import json
from pathlib import Path

import pytest
from tests.real.servers import python_of

from mcptest.cli.main import run

pytestmark = pytest.mark.real

SERVER = Path(__file__).with_name("crashing_server.py")


@pytest.mark.parametrize("environment", ["py1", "py2", "fastmcp"])
def test_a_crash_is_told_from_a_rejection(environment, capsys):
    command = [python_of(environment), str(SERVER), environment]
    code = run(["probe", "--format", "json", "--", *command])
    document = json.loads(capsys.readouterr().out)

    outcomes = {case["name"]: case["targets"]["outcome"] for case in document["cases"]}
    assert code == 1
    assert outcomes == {
        "get_weather": "crashed",
        "get_user": "crashed",
        "get_note": "rejected",
        "get_time": "succeeded",
    }
