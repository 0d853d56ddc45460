"""Run a mock server: healthy, faulty, or violating one rule."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mcptest.cli.help import HelpCommand
from mcptest.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from mcptest.compliance.corpus.rule import Rule
    from mcptest.mock.overrides.override import Override
    from mcptest.mock.serve import ListenAddress
    from mcptest.model.spec_version import SpecVersion


@click.command(
    "mock",
    cls=HelpCommand,
    examples=[
        "mcptest mock --tools-from tools.json",
        "mcptest mock --tools-from tools.json --http 8000 --fault slow:500",
        "mcptest mock --break TOOL-002",
        "mcptest mock --from-recording session.ndjson",
        "mcptest mock --auth --http 8000",
        "mcptest mock --auth --break AUTH-014",
    ],
)
@click.option(
    "--tools-from",
    "file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Serve the `mock_server` block or the saved tools/list result in this file.",
)
@click.option(
    "--http", "address", metavar="[HOST:]PORT", help="Serve over HTTP; port 0 picks a free port."
)
@click.option("--spec-version", "pin", metavar="V", help="Serve only this revision of MCP.")
@click.option(
    "--fault",
    metavar="F",
    help="Inject a fault: hang, wedged (respond to the handshake only), slow:MS, crash, garbage or "
    "recover-after:N.",
)
@click.option(
    "--from-recording",
    "recording",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Serve the responses in this recording.",
)
@click.option(
    "--match",
    type=click.Choice(["strict", "relaxed"]),
    default="strict",
    show_default=True,
    help="Match recorded requests exactly, or ignore ids, times and cursors.",
)
@click.option(
    "--timing",
    type=click.Choice(["real", "fast"]),
    default="fast",
    show_default=True,
    help="Respond after the recorded delays, or at once.",
)
@click.option(
    "--auth",
    "protected",
    is_flag=True,
    help="Require a token, and run the authorization server that issues it (implies --http 0).",
)
@click.option("--break", "broken", metavar="RULE-ID", help="Violate this rule on purpose.")
@click.option("--judge", is_flag=True, help="Report what the client got wrong once the mock exits.")
@click.option(
    "--report",
    "reports",
    multiple=True,
    metavar="FORMAT=PATH",
    help="Write a report of --judge to a file, for example junit=report.xml.",
)
def command(
    *,
    file: Path | None,
    address: str | None,
    pin: str | None,
    fault: str | None,
    protected: bool,
    broken: str | None,
    recording: Path | None,
    match: str,
    timing: str,
    judge: bool,
    reports: tuple[str, ...],
) -> int:
    """Run a mock MCP server, over stdio unless --http is given.

    One of --tools-from, --from-recording, --break or --auth is required.
    """
    from mcptest.mock.serve import ServeOptions, parse_address, serve

    address = "0" if protected and address is None else address
    version = None if pin is None else _version(pin)
    http = None if address is None else parse_address(address)
    if recording is not None:
        if file or fault or broken or pin or protected or judge:
            words = "--from-recording cannot be combined with another way to say what to serve"
            raise UsageError("mock-recording", words)
        return _replay(recording, http, match, timing)
    options = ServeOptions(http=http, version=version, fault=fault)
    if broken is not None and broken.upper().startswith("SEC-"):
        from mcptest.cli.broken_security import serve_broken

        serve_broken(broken, file or _healthy_file(), options)
        return ExitCode.OK
    if broken is not None:
        rule, version = find_rule(broken, version)
        _check_transport(rule, over_http=http is not None)
        ground = _healthy_file()
        options = replace(options, version=version, overrides=_proof(rule), ground=ground)
        file = file or ground
    if protected:
        options = replace(options, overrides=_protected(options.overrides))
        file = file or _healthy_file()
    if file is None:
        hint = "use one of --tools-from, --from-recording, --break or --auth"
        raise UsageError("mock-no-file", "there is nothing to serve", hint=hint)
    if judge or reports:
        from mcptest.cli.client.judging import serve_and_judge

        return serve_and_judge(file, options, reports)
    serve(file, options)
    return ExitCode.OK


def _replay(path: Path, http: ListenAddress | None, match: str, timing: str) -> int:
    from mcptest.recording.replay.matching import Matching
    from mcptest.recording.replay.player import Timing
    from mcptest.recording.replay.serve import serve_recording

    serve_recording(path, http, Matching(match), Timing(timing))
    return ExitCode.OK


def find_rule(rule_id: str, pinned: SpecVersion | None) -> tuple[Rule, SpecVersion]:
    """The rule, and the newest revision that has it unless one is pinned.

    Raises: UsageError.
    """
    from mcptest.cli.explanations import NEAR_ID, foreign_kind
    from mcptest.compliance.corpus.version_corpus import load_all

    corpora = load_all()
    wanted = rule_id.upper()
    for version in sorted(corpora, reverse=True) if pinned is None else [pinned]:
        if wanted in corpora[version].rules:
            return corpora[version].rules[wanted], version
    known = sorted({rule.id for corpus in corpora.values() for rule in corpus})
    if wanted in known:
        words = f"{wanted} is not a rule of {pinned}"
        raise UsageError("rule-not-in-revision", words, hint="remove --spec-version")
    listing = "run `mcptest compliance rules` to list the rules"
    kind = foreign_kind(wanted)
    if kind is not None:
        words = f"{wanted} is {kind}; --break takes rules for servers"
        raise UsageError("unknown-rule", words, hint=listing)
    near = get_close_matches(wanted, known, n=1, cutoff=NEAR_ID)
    hint = f"did you mean {near[0]}?" if near else listing
    raise UsageError("unknown-rule", f'unknown rule "{rule_id}"', hint=hint)


def _version(text: str) -> SpecVersion:
    from mcptest.plan.revision import parse_version

    return parse_version(text)


def _proof(rule: Rule) -> tuple[Override, ...]:
    from mcptest.mock.overrides.read import parse_overrides

    return parse_overrides(list(rule.proof.failing), f"proof of {rule.id}")


def _protected(overrides: Sequence[Override]) -> Sequence[Override]:
    """Require a token, whatever else is wrong, and print how to get one."""
    from mcptest.mock.auth.clients import KNOWN
    from mcptest.mock.auth.identity import NAMED_ID_TOKEN
    from mcptest.mock.auth.tokens import require_signing
    from mcptest.mock.overrides.override import AUTH
    from mcptest.mock.overrides.read import parse_overrides

    require_signing()
    for client in KNOWN:
        print(f"client {client.id} with the secret {client.secret}", file=sys.stderr)
    print(
        f"ID token {NAMED_ID_TOKEN} for both, if the mock is the identity provider", file=sys.stderr
    )
    if any(override.on == AUTH for override in overrides):
        return overrides
    return (*parse_overrides({"on": AUTH}), *overrides)


def _check_transport(rule: Rule, *, over_http: bool) -> None:
    needs = rule.proof.transport
    if needs in {"http", "sse"} and not over_http:
        words = f"{rule.id} is about HTTP and cannot be broken over stdio"
        raise UsageError("mock-other-transport", words, hint="add --http 8000")
    if needs == "stdio" and over_http:
        words = f"{rule.id} is about stdio and cannot be broken over HTTP"
        raise UsageError("mock-other-transport", words, hint="remove --http")


def _healthy_file() -> Path:
    from mcptest.compliance.corpus.healthy import HEALTHY

    return HEALTHY


SECTION = "Test clients"
COMMAND = command
