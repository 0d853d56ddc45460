"""Serve a server from a file, over stdio or HTTP: healthy, faulty, or breaking one rule."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mcptest.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from mcptest.compliance.corpus.rule import Rule
    from mcptest.mock.overrides.override import Override
    from mcptest.model.spec_version import SpecVersion


@click.command("mock")
@click.option(
    "--tools-from",
    "file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A file with mock_server:, or a saved tools/list.",
)
@click.option("--http", "address", metavar="[HOST:]PORT", help="Serve HTTP; port 0 takes any.")
@click.option("--spec-version", "pin", metavar="V", help="Speak this revision only.")
@click.option(
    "--fault",
    metavar="F",
    help="One of hang, wedged, slow:MS, crash, garbage, recover-after:N.",
)
@click.option("--break", "broken", metavar="RULE-ID", help="Break exactly this rule.")
def command(
    *,
    file: Path | None,
    address: str | None,
    pin: str | None,
    fault: str | None,
    broken: str | None,
) -> int:
    """Serve FILE until standard input closes, or over HTTP until a signal."""
    from mcptest.mock.serve import ServeOptions, parse_address, serve

    version = None if pin is None else _version(pin)
    http = None if address is None else parse_address(address)
    options = ServeOptions(http=http, version=version, fault=fault)
    if broken is not None:
        rule, version = find_rule(broken, version)
        _check_transport(rule, over_http=http is not None)
        ground = _healthy_file()
        options = replace(options, version=version, overrides=_proof(rule), ground=ground)
        file = file or ground
    if file is None:
        hint = "name one with --tools-from, or a rule with --break"
        raise UsageError("mock-no-file", "there is nothing to serve", hint=hint)
    serve(file, options)
    return ExitCode.OK


def find_rule(rule_id: str, pinned: SpecVersion | None) -> tuple[Rule, SpecVersion]:
    """The rule, and the newest revision that has it unless one is pinned.

    Raises: UsageError.
    """
    from mcptest.compliance.corpus.version_corpus import load_all

    corpora = load_all()
    wanted = rule_id.upper()
    for version in sorted(corpora, reverse=True) if pinned is None else [pinned]:
        if wanted in corpora[version].rules:
            return corpora[version].rules[wanted], version
    known = sorted({rule.id for corpus in corpora.values() for rule in corpus})
    if wanted in known:
        words = f"{wanted} is no rule of {pinned}"
        raise UsageError("rule-not-in-revision", words, hint="leave --spec-version out")
    near = get_close_matches(wanted, known, n=1)
    hint = f"did you mean {near[0]}?" if near else "list them with: mcptest compliance rules"
    raise UsageError("unknown-rule", f'there is no rule "{rule_id}"', hint=hint)


def _version(text: str) -> SpecVersion:
    from mcptest.plan.revision import parse_version

    return parse_version(text)


def _proof(rule: Rule) -> tuple[Override, ...]:
    from mcptest.mock.overrides.read import parse_overrides

    return parse_overrides(list(rule.proof.failing), f"proof of {rule.id}")


def _check_transport(rule: Rule, *, over_http: bool) -> None:
    needs = rule.proof.transport
    if needs in {"http", "sse"} and not over_http:
        words = f"{rule.id} is about HTTP and cannot be broken over stdio"
        raise UsageError("mock-other-transport", words, hint="add --http 0")
    if needs == "stdio" and over_http:
        words = f"{rule.id} is about stdio and cannot be broken over HTTP"
        raise UsageError("mock-other-transport", words, hint="leave --http out")


def _healthy_file() -> Path:
    from mcptest.compliance.corpus.healthy import HEALTHY

    return HEALTHY


COMMAND = command
