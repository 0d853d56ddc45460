"""Say what a rule means, why it matters, how to fix it and where the specification says so."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

import click

from mcptest.compliance.block_entry import known_ids
from mcptest.compliance.rule import Rule
from mcptest.compliance.rules_document import forms_of
from mcptest.errors import ExitCode, UsageError
from mcptest.model.spec_version import SpecVersion


@click.command("explain")
@click.argument("entry_id", metavar="ID")
def command(entry_id: str) -> int:
    """Explain a compliance rule by its id, such as TOOL-002."""
    wanted = entry_id.upper()
    forms = forms_of(wanted)
    if not forms:
        near = get_close_matches(wanted, sorted(known_ids()), n=1)
        hint = f"did you mean {near[0]}?" if near else "mcptest compliance rules lists them"
        raise UsageError("explain-unknown", f"nothing is called {entry_id!r}", hint=hint)
    for line in _lines(wanted, forms):
        click.echo(line)
    return ExitCode.OK


def _lines(rule_id: str, forms: list[tuple[SpecVersion, Rule | None]]) -> Iterator[str]:
    """The newest form in full, and how it came to be."""
    newest = next(rule for _, rule in reversed(forms) if rule is not None)
    yield f"{rule_id}: {newest.title}"
    yield f"{newest.level.value}, {newest.section}, by the {newest.basis.value}"
    yield ""
    yield f"Why: {newest.why}"
    yield f"Fix: {newest.fix}"
    yield f"Spec: {newest.spec_url}"
    if newest.migration:
        yield f"Coming from an older revision: {newest.migration}"
    yield ""
    for version, rule in forms:
        said = f"{rule.level.value}: {rule.title}" if rule else "not a rule"
        yield f"{version.value:<12} {said}"
    yield ""
    yield f"See it fail: mcptest mock --break {rule_id}"


COMMAND = command
