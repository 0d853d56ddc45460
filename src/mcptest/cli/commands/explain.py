"""Say what a rule, a probe, a lint or a code means, why it matters and how to fix it."""

from __future__ import annotations

from difflib import get_close_matches

import click

from mcptest.cli.explanations import explanation, known_entries
from mcptest.errors import ExitCode, UsageError


@click.command("explain")
@click.argument("entry_id", metavar="ID")
def command(entry_id: str) -> int:
    """Explain a rule, lint, probe or code, such as TOOL-002, SCH-001 or suite-unknown-key."""
    lines = explanation(entry_id)
    if not lines:
        known = {name.lower(): name for name in known_entries()}
        near = get_close_matches(entry_id.lower(), known, n=1)
        hint = f"did you mean {known[near[0]]}?" if near else "ids and codes stand in every report"
        raise UsageError("explain-unknown", f"nothing is called {entry_id!r}", hint=hint)
    for line in lines:
        click.echo(line)
    return ExitCode.OK


COMMAND = command
