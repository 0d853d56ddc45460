"""The worker process: read a job from stdin, write its row and documents."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

from mcptest.audit.call_history import SLOW_AFTER
from mcptest.audit.plan import AuditOptions, audit_plan, starts_ahead
from mcptest.audit.survey import Survey, survey
from mcptest.engine.gatekeeping import gate_for
from mcptest.engine.pool import Pool
from mcptest.engine.run import RunPlan, run
from mcptest.engine.server import Server
from mcptest.errors import (
    OUT_OF_REACH,
    FileProblemsError,
    McptestError,
)
from mcptest.fleet.inventory.written import form_node, require_form
from mcptest.fleet.result import ServerResult, ServerStatus
from mcptest.fleet.summarize import summarize
from mcptest.fleet.workers.delivery import pack
from mcptest.interruption.signals import Interrupted, run_interruptible
from mcptest.model.record import record
from mcptest.model.redaction import Redactor
from mcptest.model.run import Run
from mcptest.plan.run_plan import Flags, check_gates, make_plan, narrow
from mcptest.plan.selection import Selection
from mcptest.plan.servers import engine_server
from mcptest.plan.suites import load_all
from mcptest.report.document import run_document
from mcptest.safety.gate import Gate
from mcptest.safety.policy import POLICY_OPTIONS, ExecutionPolicy, PolicyOptions
from mcptest.suite.servers import ServerSpec


@record
class Audited:
    """``run`` is None where no audit was asked for; ``gate`` saw its calls."""

    run: Run | None
    tools: int | None
    interrupted: bool
    gate: Gate | None = None
    drift: str | None = None  # from the lock of the server, where there is one


def main() -> int:
    """Read a job, do it, write what came of it; whatever happens, at most one delivery."""
    output = os.dup(1)
    os.dup2(2, 1)  # nothing but the delivery may go where it is read
    job: Any = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with os.fdopen(output, "wb") as out:
        out.write(deliver(job))
    return 0


def deliver(job: Any) -> bytes:
    """What a fork server's worker sends, and what a process of its own writes."""
    result, runs = work(job, os.environ)
    return pack(result, [run_document(run) for run in runs])


def _end_with_parent() -> None:
    """The pipe ends when the parent process is gone."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


def work(job: Any, env: Any) -> tuple[ServerResult, list[Run]]:
    """The row of one server and its runs, the audit before the suite."""
    name, status, reason = str(job["name"]), None, None
    audited, suite = Audited(None, None, interrupted=False), None
    try:
        spec = _spec(job, env)
        if job["stages"]:
            audited = audit(spec, job)
        if job["suite"] is not None and not audited.interrupted:
            suite = run_suite(job, audited.gate)
    except OUT_OF_REACH as error:
        status, reason = ServerStatus.UNREACHABLE, _said(error)
    except McptestError as error:
        status, reason = ServerStatus.UNUSABLE, _said(error)
    except SystemExit:
        status, reason = ServerStatus.NOT_RUN, "stopped"
    result = summarize(
        name,
        "",
        audit=audited.run,
        suite=suite,
        suite_file=job["suite"],
        tools=audited.tools,
    )
    if audited.drift is not None:
        result = replace(result, notes=(*result.notes, audited.drift))
    if status is not None:
        result = replace(result, status=status, reason=reason)
    return result, [run for run in (audited.run, suite) if run is not None]


def _spec(job: Any, env: Any) -> ServerSpec:
    file, folder = str(job["file"]), str(job["folder"])
    variables = dict(form_node(job["variables"], name=file, folder=folder).items())
    form = form_node(job["form"], name=file, folder=folder)
    return require_form(str(job["name"]), form, variables, env=env)


def audit(spec: ServerSpec, job: Any) -> Audited:
    """Raises: TargetStartError, TargetConnectError, TargetDeniedError."""
    audited, interrupted = run_interruptible(_audited(spec, job))
    return replace(audited, interrupted=interrupted.signal is not None)


async def _audited(spec: ServerSpec, job: Any) -> Audited:
    """One process after the other: other servers are audited on this machine meanwhile."""
    target = engine_server(spec)
    async with Pool(target.target, target.limits, ahead=False) as pool:
        target = replace(target, pool=pool)
        more = starts_ahead(job["stages"])
        found = await survey(target, thorough=False, at_once=1, more=more)
        return await _run_audit(target, spec, found, job)


async def _run_audit(target: Server, spec: ServerSpec, found: Survey, job: Any) -> Audited:
    names = [target.name, f"{target.name}@{found.newest.value}"]
    policy = ExecutionPolicy.of(PolicyOptions(**_knobs(job)))
    gate = gate_for(policy, dict.fromkeys(names, spec.target), slow_after=SLOW_AFTER)
    options = AuditOptions(stages=tuple(job["stages"]), seed=job["seed"])
    plan = audit_plan(target, found, options, gate, spec.secrets)
    done = await run(plan, lambda _event: None)
    tools = None if found.trouble else len(found.tools)
    drift = None
    if found.trouble is None and job.get("locks") is not None:
        from mcptest.fleet.workers.locks import drift_note

        drift = drift_note(Path(job["locks"]), target.name, found.tools, spec.secrets)
    return Audited(done, tools, interrupted=False, gate=gate, drift=drift)


def run_suite(job: Any, before: Gate | None) -> Run:
    """What may be called once in a run is not called again after the audit called it.

    Raises: FileProblemsError, UsageError.
    """
    flags = Flags(selection=Selection(), seed=job["seed"], **_knobs(job))
    loaded = narrow(load_all([Path(job["suite"])]), flags)
    check_gates(loaded)
    plan = make_plan(loaded, flags)
    if before is not None and len(plan.servers) == 1:
        plan.gate.remember(before, server=next(iter(plan.servers)))
    run, _ = _run(plan)
    return run


def _knobs(job: Any) -> dict[str, Any]:
    """What was said; a flag that was not set says nothing."""
    return {name: value for name in POLICY_OPTIONS if (value := job["knobs"].get(name)) is not None}


def _run(plan: RunPlan) -> tuple[Run, Interrupted]:
    return run_interruptible(run(plan, lambda _event: None))


def _said(error: McptestError) -> str:
    """What went wrong, with its place; other problems of the same file are counted."""
    problems = error.problems if isinstance(error, FileProblemsError) else ()
    place = f" ({error.where})" if error.where else ""
    more = f"; and {len(problems) - 1} more" if len(problems) > 1 else ""
    return Redactor().text(" ".join(f"{error.message}{place}{more}".split()))


if __name__ == "__main__":
    sys.exit(main())
