"""What is found out before an audit is planned."""

import asyncio
import sys
from pathlib import Path

import pytest

from mcptest.audit.plan import AuditOptions, audit_plan
from mcptest.audit.survey import survey
from mcptest.engine.run import run
from mcptest.engine.server import Server
from mcptest.errors import ExitCode
from mcptest.model.outcome import Lane, Status
from mcptest.model.spec_version import SpecVersion
from mcptest.safety import ExecutionPolicy, Gate
from mcptest.wire.limits import Limits
from mcptest.wire.target import StdioTarget

PEER = Path(__file__).parents[1] / "servers" / "stdio_peer.py"


def surveyed(mode, log=None, *, timeout=20.0, version=None):
    env = {"LOG_OF_STARTS": str(log)} if log else {}
    target = StdioTarget((sys.executable, "-S", "-E", str(PEER), mode, "tag"), env=env)
    server = Server("s", target, version=version, limits=Limits(timeout=timeout, grace=0.2))
    return asyncio.run(survey(server, thorough=True))


@pytest.mark.parametrize(
    ("pinned", "starts"), [(None, 2), (SpecVersion.V2025_11_25, 2), (SpecVersion.V2025_06_18, 3)]
)
def test_the_tools_are_listed_in_the_first_conversation_where_that_will_do(
    tmp_path, pinned, starts
):
    found = surveyed("fine", tmp_path / "log", version=pinned)
    assert [tool.name for tool in found.tools] == ["echo"]
    assert found.newest is (pinned or SpecVersion.V2025_11_25)
    assert found.facts.protocol_version == found.newest.wire
    assert len(found.graded) == 4
    assert len((tmp_path / "log").read_text().splitlines()) == starts


def test_the_time_of_a_server_that_says_nothing_counts():
    found = surveyed("init-hang", timeout=0.3)
    assert found.trouble is not None
    assert found.seconds >= 0.6  # a second try, since a first start may be slow


UNLAWFUL = Path(__file__).parents[1] / "servers" / "unlawful.py"


def planned(fault, *stages):
    target = StdioTarget((sys.executable, "-S", "-E", str(UNLAWFUL), fault))
    timeout = 3.0 if fault == "list-hangs" else 20.0
    server = Server("s", target, limits=Limits(timeout=timeout, grace=0.2))
    found = asyncio.run(survey(server, thorough=False))
    return audit_plan(server, found, AuditOptions(stages=stages), Gate(ExecutionPolicy()), ())


@pytest.mark.parametrize("stage", ["lint", "probe", "negative", "fuzz"])
def test_a_server_that_does_not_list_its_tools_fails_every_stage_on_tools(stage):
    finished = asyncio.run(run(planned("list-error", stage), lambda _event: None))
    assert finished.exit_code == ExitCode.FAILED
    assert [(one.lane, one.status) for one in finished.cases] == [(Lane.PROBE, Status.FAILED)]
    assert [found.id for found in finished.cases[0].findings] == ["list-failed"]


@pytest.mark.parametrize(
    ("fault", "code"), [("list-hangs", "list-failed"), ("list-garbage", "list-malformed")]
)
def test_every_way_not_to_list_is_told(fault, code):
    finished = asyncio.run(run(planned(fault, "probe"), lambda _event: None))
    assert [found.id for found in finished.cases[0].findings] == [code]


def test_a_list_in_full_is_no_case_of_its_own():
    assert [case.name for case in planned("none", "probe").cases] == ["a"]
