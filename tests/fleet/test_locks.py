"""A fleet keeps a lock per server and tells of drift."""

import json
import sys

from mcptest.fleet.workers.locks import drift_note, lock_path
from mcptest.fleet.workers.worker import work
from mcptest.model.tool import ToolDescriptor


def tool(name, **more):
    return ToolDescriptor.from_json({"name": name, "inputSchema": {"type": "object"}, **more})


def test_a_lock_is_written_once_and_compared_from_then_on(tmp_path):
    folder = tmp_path / "locks"
    assert drift_note(folder, "My Server", [tool("a")], ()) is None
    assert lock_path(folder, "My Server").is_file()
    assert drift_note(folder, "My Server", [tool("a")], ()) is None
    said = drift_note(folder, "My Server", [tool("b")], ())
    assert "1 breaking, 1 safe" in said


def test_drift_is_a_note_of_the_server(tmp_path):
    source = tmp_path / "server.yml"
    locks = tmp_path / "locks"

    def ran(name):
        entry = {"name": name, "inputSchema": {"type": "object"}, "response": "x"}
        source.write_text(json.dumps({"mock_server": {"name": "m", "tools": [entry]}}))
        job = {
            "name": "shop",
            "form": {"command": [sys.executable, "-m", "mcptest.mock", str(source)]},
            "folder": str(tmp_path),
            "variables": {},
            "file": "fleet.yml",
            "cwd": str(tmp_path),
            "stages": ["lint"],
            "suite": None,
            "seed": 1,
            "knobs": {},
            "locks": str(locks),
        }
        result, _ = work(job, {})
        return [note for note in result.notes if "drifted" in note]

    assert ran("a") == []
    [said] = ran("b")
    assert "the catalog drifted from shop.lock" in said
