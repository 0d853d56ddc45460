"""Generated paths of tools that change something: into a folder of the run's own."""

import asyncio
import json
import sys
from pathlib import Path

import pytest
from tests.servers.logging_server import LoggingServer

from mcptest.cli.main import run as command
from mcptest.engine.case import Case
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.fuzz.observe import FuzzPlan, observing
from mcptest.model.outcome import Lane
from mcptest.model.tool import ToolDescriptor
from mcptest.safety import ExecutionPolicy, Gate
from mcptest.safety.policy import CallContext
from mcptest.scaffold.probe import probe_cases
from mcptest.wire.target import MemoryTarget

PLACE = {
    "type": "object",
    "properties": {"repo_path": {"type": "string"}, "name": {"type": "string"}},
    "required": ["repo_path", "name"],
}
TOOLS = [
    {"name": "create_branch", "inputSchema": PLACE},
    {"name": "frobnicate", "inputSchema": PLACE},
    {"name": "list_branches", "inputSchema": PLACE},
]


class Branches(LoggingServer):
    """Keeps the folders that it is told to work in, and whether they are there."""

    def __init__(self, told):
        super().__init__(lambda _name: None, TOOLS)
        self.told = told

    def tools_call(self, params):
        folder = params.get("arguments", {}).get("repo_path")
        there = isinstance(folder, str) and "\0" not in folder and Path(folder).is_dir()
        self.told.append((params["name"], folder, there))
        return {"content": [{"type": "text", "text": f"made in {folder}"}], "isError": True}


def serving(told):
    async def serve(pipe):
        server = Branches(told)
        while (raw := await pipe.receive()) is not None:
            if (reply := server.handle(json.loads(raw))) is not None:
                await pipe.send(json.dumps(reply).encode())

    return Server("default", MemoryTarget(serve))


def ran(cases, told, gate=None):
    plan = RunPlan(
        command="probe",
        cases=cases,
        servers={"default": serving(told)},
        gate=gate or Gate(ExecutionPolicy()),
    )
    return asyncio.run(run(plan, lambda _event: None))


def probed():
    told = []
    tools = [ToolDescriptor.from_json(tool) for tool in TOOLS]
    return ran(probe_cases("default", tools, Gate(ExecutionPolicy())), told), {
        name: rest for name, *rest in told
    }


@pytest.mark.parametrize("tool", ["create_branch", "frobnicate"])
def test_a_tool_that_may_change_something_is_sent_to_a_fresh_folder(tool):
    _, told = probed()
    folder, there = told[tool]
    assert there
    assert Path(folder).is_absolute()
    assert not Path(folder).exists()  # gone with the run


def test_a_tool_that_reads_may_look_at_the_folder_that_the_server_runs_in():
    _, told = probed()
    assert told["list_branches"][0] == "."


def test_two_runs_use_two_folders_and_tell_the_same():
    first, told = probed()
    second, again = probed()
    assert told["create_branch"] != again["create_branch"]
    shown = [
        [(c.id, c.findings, c.targets.get("outcome")) for c in r.cases] for r in (first, second)
    ]
    assert repr(shown[0]) == repr(shown[1])
    assert "made in <temporary folder>" in repr(shown[0])


_FUZZ = observing(FuzzPlan(tool="create_branch", cases=1, consent=CallContext.CONSENTED))


def test_so_is_one_that_is_fuzzed_with_consent():
    told = []
    ran([Case(id="x", name="x", lane=Lane.FUZZ, server="default", observe=_FUZZ)], told)
    assert told
    assert all(there for _, _, there in told)
    assert not any(folder == "." for _, folder, _ in told)


def test_a_dry_run_shows_where_the_call_would_go(tmp_path, capsys):
    script = tmp_path / "served.py"
    script.write_text(
        "import json, sys\n"
        "from tests.servers.logging_server import LoggingServer\n"
        f"server = LoggingServer(lambda _name: None, {TOOLS!r})\n"
        "for line in sys.stdin:\n"
        "    reply = server.handle(json.loads(line))\n"
        "    if reply: print(json.dumps(reply), flush=True)\n"
    )
    root = str(Path(__file__).resolve().parents[2])
    served = [sys.executable, str(script)]
    assert command(["probe", "--dry-run", "--env", f"PYTHONPATH={root}", "--", *served]) == 0
    lines = {line.split(":")[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "<temporary folder>" in lines["create_branch"]
    assert "<temporary folder>" not in lines["list_branches"]
