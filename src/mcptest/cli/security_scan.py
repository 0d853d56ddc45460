"""Run a security scan on files or a server, and show the result."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mcptest import __version__
from mcptest.cli.commands.schema_lint import split
from mcptest.cli.output.reports import Output, Writer
from mcptest.cli.output.unreachable import report_unreachable
from mcptest.cli.policies import policy_for
from mcptest.cli.running import engine_server, run_plan
from mcptest.cli.servers import ServerChoice
from mcptest.engine.case import Case
from mcptest.engine.clock import SystemClock
from mcptest.engine.gatekeeping import gate_for
from mcptest.engine.run import RunPlan
from mcptest.errors import OUT_OF_REACH, ExitCode, UsageError
from mcptest.interruption.signals import run_interruptible
from mcptest.lint.result import Origin
from mcptest.lint.suppress import find_config
from mcptest.model.counted import counted
from mcptest.model.events import RunFinished, RunStarted
from mcptest.model.finding import Risk, Severity
from mcptest.model.outcome import CaseResult, Lane, Summary
from mcptest.model.redaction import Redactor, learn_secrets
from mcptest.model.run import Run
from mcptest.safety.gate import Gate
from mcptest.safety.policy import PolicyOptions
from mcptest.security.acceptance import Acceptance
from mcptest.security.attack.cases import attack_cases
from mcptest.security.attack.permission import demand_permission
from mcptest.security.attack.unlisted import unlisted_cases
from mcptest.security.baseline import load_security_baseline, write_security_baseline
from mcptest.security.engine import choose_rules, scan_catalog, scan_launch
from mcptest.security.files import ScannedFile, read_scanned
from mcptest.security.launch import launch_of, with_open_places
from mcptest.security.live.look import CatalogSight, look
from mcptest.security.live.session_cases import passive_cases
from mcptest.security.result import (
    LAUNCH,
    ScanReach,
    catalog_cases,
    coverage_note,
    make_case,
    risks_text,
)
from mcptest.security.review import read_review
from mcptest.security.stage import ScanOptions, static_cases
from mcptest.security.subject import make_catalog
from mcptest.security.suppress import load_security_suppressions
from mcptest.suite.load import ServerSpec
from mcptest.wire.target import HttpTarget

_SLOW_AFTER = 3.0  # seconds, after which a tool is left alone


def scan_files(files: Sequence[Path], output: Output, said: Mapping[str, Any]) -> int:
    """Catalogs and client configs; several catalogs are compared with each other."""
    options = _options(said, files[0].parent)
    clock = SystemClock()
    started, begun = clock.now(), clock.seconds()
    read = [read_scanned(path) for path in files]
    cases: list[CaseResult] = []
    notes: list[str] = []
    for one in read:
        found, told = _scan_file(one, read, options)
        cases += [Redactor().result(case) for case in found]
        notes += told
    failed = any(f.severity is Severity.ERROR for case in cases for f in case.findings)
    run = Run(
        mcptest=__version__,
        command="security",
        started=started,
        duration_ms=(clock.seconds() - begun) * 1000,
        seed=None,
        exit_code=ExitCode.FAILED if failed else ExitCode.OK,
        summary=Summary.of(cases),
        cases=tuple(cases),
        notes=(*notes, *options.acceptance.notes()),
    )
    run = _with_baseline(run, said, options.acceptance)
    writer = Writer(output)
    writer(RunStarted(run.command, run.started, None, len(run.cases)))
    writer(RunFinished(run))
    return run.exit_code


def _scan_file(
    one: ScannedFile, read: Sequence[ScannedFile], options: ScanOptions
) -> tuple[list[CaseResult], list[str]]:
    if one.catalog is None:
        seen = f"{one.label}: {counted(len(one.servers), 'server')}, none started"
        return _launches(one, options), [seen]
    others = {
        other.label: other.catalog.tools for other in read if other is not one and other.catalog
    }
    catalog = make_catalog(
        one.catalog.tools, server=one.label, others=others, around=one.around, review=options.review
    )
    found = scan_catalog(catalog, options.rules, fail_on=options.fail_on)
    origin = Origin(one.label, one.catalog.tools, catalog=one.catalog)
    cases = list(catalog_cases(origin, options.acceptance.kept(found)))
    reach = ScanReach(locked=options.review is not None, several=bool(others))
    return cases, [coverage_note(catalog, one.label, reach.rules_text(options.rules))]


def _launches(one: ScannedFile, options: ScanOptions) -> list[CaseResult]:
    cases = []
    for facts in one.servers:
        found = scan_launch(with_open_places(facts), options.rules, fail_on=options.fail_on)
        kept = [located.finding for located in options.acceptance.kept(found)]
        cases.append(make_case(one.label, f"{facts.name}: {LAUNCH}", kept))
    return cases


def scan_server(server: ServerChoice, output: Output, said: Mapping[str, Any]) -> int:
    """The static rules on what a live server lists, then what a session with it shows."""
    spec = server.resolve()
    options = _options(said, Path.cwd(), spec.secrets)
    if said["attack"]:
        demand_permission(spec.target, said["i_may_test"])
    targets = {spec.name: spec.target}
    gate = gate_for(
        policy_for(server, PolicyOptions.taken_from(dict(said))), targets, slow_after=_SLOW_AFTER
    )
    try:
        sight, _ = run_interruptible(look(engine_server(spec)))
    except OUT_OF_REACH as trouble:
        return report_unreachable(
            trouble, command="security", lane=Lane.SECURITY, spec=spec, output=output
        )
    plan = RunPlan(
        command="security",
        cases=_cases(spec, server, sight, options, gate if said["attack"] else None),
        servers={spec.name: engine_server(spec)},
        gate=gate,
        secrets=spec.secrets,
        judge_messages=False,
        notes=(_looked_at(spec, sight, options, attack=said["attack"]),),
        finish=lambda run: _finished(run, said, options, sight),
    )
    return run_plan(plan, output)


def _cases(
    spec: ServerSpec,
    server: ServerChoice,
    sight: CatalogSight,
    options: ScanOptions,
    gate: Gate | None,
) -> list[Case]:
    """``gate`` where injection probes were asked for."""
    launch = launch_of(spec.name, spec.target, configured=server.mcp_config is not None)
    cases = static_cases(spec.name, sight.tools, options, launch=launch, around=sight.around)
    cases += passive_cases(spec.name, spec.target, sight.tools, options)
    if gate is not None:
        cases += attack_cases(spec.name, sight.tools, options, gate)
        cases += unlisted_cases(spec.name, sight.tools, options, gate)
    return cases


def _looked_at(spec: ServerSpec, sight: CatalogSight, options: ScanOptions, *, attack: bool) -> str:
    catalog = make_catalog(sight.tools, server=spec.name, around=sight.around)
    reach = ScanReach(
        transport="http" if isinstance(spec.target, HttpTarget) else "stdio",
        attack=attack,
        locked=options.review is not None,
        other_user=options.other_user is not None,
    )
    return coverage_note(catalog, spec.name, reach.rules_text(options.rules))


def _finished(run: Run, said: Mapping[str, Any], options: ScanOptions, sight: CatalogSight) -> Run:
    findings = [finding for case in run.cases for finding in case.findings]
    notes = (*run.notes, risks_text(findings), *options.acceptance.notes())
    listed = len(sight.tools)
    servers = tuple(replace(one, tools=listed) for one in run.servers or (sight.facts,))
    return _with_baseline(replace(run, notes=notes, servers=servers), said, options.acceptance)


def _with_baseline(run: Run, said: Mapping[str, Any], acceptance: Acceptance) -> Run:
    """Where the baseline is to be written, everything found is accepted from now on."""
    if not said["update_baseline"]:
        return run
    number = write_security_baseline(said["baseline"], acceptance.met)
    note = f"wrote {counted(number, 'finding')} to {said['baseline']}"
    return replace(run, notes=(*run.notes, note))


def _options(said: Mapping[str, Any], folder: Path, secrets: tuple[str, ...] = ()) -> ScanOptions:
    config = said["config"] or find_config(folder)
    known = said["baseline"] is not None and not said["update_baseline"]
    acceptance = Acceptance(
        load_security_suppressions(config) if config else (),
        load_security_baseline(said["baseline"]) if known else {},
        today=datetime.now(UTC).date(),
    )
    rules = choose_rules(select=split(said["select"]), ignore=split(said["ignore"]))
    review = read_review(said["lock"], secrets) if said["lock"] else None
    gate = Risk(said["fail_on"])
    return ScanOptions(
        rules=rules,
        fail_on=gate,
        acceptance=acceptance,
        review=review,
        other_user=_other_user(said["other_user_env"]),
    )


def _other_user(variable: str | None) -> str | None:
    """Raises: UsageError."""
    if variable is None:
        return None
    token = os.environ.get(variable)
    if not token:
        words = f"the environment variable {variable} (--other-user-env) is not set"
        raise UsageError("server-token-unset", words)
    learn_secrets([token])
    return token
