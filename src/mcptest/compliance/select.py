"""Which rules apply to this server, with a typed reason for each that does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from mcptest.compliance.corpus.rule import Rule
from mcptest.match.path import Path
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import Skip, SkipReason
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.transport import Transport

# Capabilities that are younger than what they declare.
_FIRST: Final = {"completions": SpecVersion.V2025_03_26}


@record
class ServerTraits:
    """What selection looks at."""

    transport: Transport
    capabilities: JsonObject = field(default_factory=dict)
    hints: Mapping[str, Json] = field(default_factory=dict)
    version: SpecVersion | None = None


def why_not(rule: Rule, traits: ServerTraits) -> Skip | None:
    """None when the rule can be looked at."""
    return _transport(rule, traits) or _capability(rule, traits) or _fixture(rule, traits)


def _transport(rule: Rule, traits: ServerTraits) -> Skip | None:
    wanted = rule.needs.transport
    if not wanted or not traits.transport.rules.isdisjoint(wanted):
        return None
    text = f"checked over {' or '.join(wanted)} only; this server uses {traits.transport.name}"
    return Skip(SkipReason.OTHER_TRANSPORT, text)


def _capability(rule: Rule, traits: ServerTraits) -> Skip | None:
    for path in rule.needs.capability:
        if not declares(traits.capabilities, path) and not _is_newer(path, traits):
            text = f"the server does not declare {path}"
            return Skip(SkipReason.CAPABILITY_NOT_DECLARED, text)
    for path in rule.needs.undeclared:
        if declares(traits.capabilities, path):
            return Skip(SkipReason.NOT_APPLICABLE, f"the server declares {path}")
    return None


def _is_newer(path: str, traits: ServerTraits) -> bool:
    """The revision has the feature and no capability for it, so nothing can be declared."""
    first = _FIRST.get(path)
    return first is not None and traits.version is not None and traits.version < first


def _fixture(rule: Rule, traits: ServerTraits) -> Skip | None:
    for name in rule.needs.fixture:
        if not _is_given(traits.hints, name):
            return Skip(SkipReason.NEEDS_FIXTURE, f"needs a fixture: compliance.hints.{name}")
    return None


def _is_given(hints: Mapping[str, Json], name: str) -> bool:
    """``tokens.valid`` is given where the hint has that member."""
    root, _, member = name.partition(".")
    given = hints.get(root)
    return root in hints and (not member or (isinstance(given, dict) and member in given))


def declares(capabilities: JsonObject, path: str) -> bool:
    """``tools`` is declared by being there, ``resources.subscribe`` by being true.

    A name with dots of its own stands in brackets: ``extensions["com.example/x"]``.
    """
    value: Json = capabilities
    for name in Path.parse(path).steps:
        if not isinstance(value, dict) or name not in value:
            return False
        value = value[name]
    return value is not False and value is not None
