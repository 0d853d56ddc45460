"""A mock that violates one security rule, for ``mock --break SEC-…``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from mcptest.errors import UsageError
from mcptest.mock.beside import beside
from mcptest.mock.manifest.definition import MockDefinition, MockTool
from mcptest.mock.manifest.load import load_definition
from mcptest.mock.overrides.read import parse_overrides
from mcptest.mock.serve import ServeOptions, serve_definition
from mcptest.mock.vulnerable import vulnerable_tool
from mcptest.model.json import JsonObject
from mcptest.model.spec_version import SpecVersion
from mcptest.security.engine import all_rules
from mcptest.security.rule import AttackRule, LaunchRule, PassiveRule, SecurityRule, StaticRule


def serve_broken(rule_id: str, file: Path, options: ServeOptions) -> None:
    """Serve the file's server with the problem added.

    Raises: UsageError, FileProblemsError.
    """
    rule = _find(rule_id)
    _check_transport(rule, over_http=options.http is not None)
    definition = beside(broken_definition(rule), load_definition(file))
    overrides = parse_overrides(list(_overrides(rule)), f"proof of {rule.id}")
    serve_definition(definition, replace(_arranged(rule, options), overrides=overrides))


def _arranged(rule: SecurityRule, options: ServeOptions) -> ServeOptions:
    """Where to listen and which revision to speak, where the problem depends on it."""
    proof = rule.proof if isinstance(rule, PassiveRule) else None
    if proof is not None and proof.host is not None and options.http is not None:
        options = replace(options, http=replace(options.http, host=proof.host))
    if proof is not None and proof.version is not None and options.version is None:
        options = replace(options, version=SpecVersion.parse(proof.version))
    return options


def broken_definition(rule: SecurityRule) -> MockDefinition:
    """A server with the tools of the rule's proof."""
    if isinstance(rule, StaticRule):
        return MockDefinition(tools=_tools(rule.proof.failing))
    if isinstance(rule, PassiveRule):
        return MockDefinition(tools=_tools(rule.proof.tools))
    if isinstance(rule, AttackRule):
        return MockDefinition(tools=(vulnerable_tool(rule.attack.behaviour),))
    return MockDefinition(tools=())


def _tools(entries: Iterable[JsonObject]) -> tuple[MockTool, ...]:
    return tuple(MockTool(str(entry["name"]), entry) for entry in entries)


def _overrides(rule: SecurityRule) -> tuple[JsonObject, ...]:
    if isinstance(rule, PassiveRule):
        return rule.proof.failing
    if isinstance(rule, StaticRule) and rule.proof.instructions is not None:
        patch: JsonObject = {
            "op": "add",
            "path": "/result/instructions",
            "value": rule.proof.instructions,
        }
        return tuple({"on": on, "patch": [patch]} for on in ("initialize", "server/discover"))
    return ()


def _find(rule_id: str) -> SecurityRule:
    known = {rule.id: rule for rule in all_rules()}
    rule = known.get(rule_id.upper())
    if rule is None:
        near = get_close_matches(rule_id.upper(), known, n=1)
        hint = f"did you mean {near[0]}?" if near else "see the list of security rules"
        raise UsageError("unknown-rule", f'unknown rule "{rule_id}"', hint=hint)
    if isinstance(rule, LaunchRule):
        words = f"{rule.id} is about how a server is started, so a mock cannot violate it"
        hint = f"save the config that `mcptest explain {rule.id}` shows, and scan that file"
        raise UsageError("mock-launch-rule", words, hint=hint)
    return rule


def _check_transport(rule: SecurityRule, *, over_http: bool) -> None:
    if isinstance(rule, PassiveRule) and rule.proof.transport == "http" and not over_http:
        words = f"{rule.id} is about HTTP and cannot be broken over stdio"
        raise UsageError("mock-other-transport", words, hint="add --http 8000")
