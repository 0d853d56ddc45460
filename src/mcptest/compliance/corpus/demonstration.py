"""The commands that show a rule broken: a mock that violates it, and the run that finds it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from typing import Final

from mcptest.compliance.corpus.rule import Rule
from mcptest.model.grade import Level

_OLD_TRANSPORT: Final = "sse"  # only a suite can ask for it, so no command shows it
_SIGNED_IN: Final = "Authorization: Bearer mcptest-valid"  # which a protected mock accepts


def demonstration(rule: Rule) -> list[str]:
    """A line such as ``See it fail: …``, since a rule that is not a must only warns."""
    if rule.proof.transport == _OLD_TRANSPORT:
        return []
    verb = "fail" if rule.level is Level.MUST else "warn"
    return [f"See it {verb}: {_commands(rule)}"]


def _commands(rule: Rule) -> str:
    """Over a transport that the proof of the rule is about, with the fixtures that it needs."""
    run = shlex.join(["mcptest", "compliance", "run", *_options(rule)])
    serve = f"mcptest mock --break {rule.id}"
    if rule.proof.transport != "http":
        return f"{run} -- {serve}"
    return f"`{serve} --http 8000`, then `{run} --url http://localhost:8000/mcp`"


def _options(rule: Rule) -> Iterator[str]:
    if any(override.get("use") == "protected" for override in rule.proof.setup):
        yield from ("--header", _SIGNED_IN)
    for name, value in rule.proof.hints.items():
        yield from ("--hint", f"{name}={json.dumps(value)}")
