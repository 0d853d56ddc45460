"""Explain a rule, lint, probe, error code or grade."""

from __future__ import annotations

from difflib import get_close_matches

import click

from mcptest.cli.explanations import NEAR_ID, explanation, known_entries
from mcptest.cli.help import HelpCommand
from mcptest.errors import ExitCode, UsageError


@click.command(
    "explain",
    cls=HelpCommand,
    examples=[
        "mcptest explain TOOL-002",
        "mcptest explain suite-unknown-key",
        "mcptest explain grade",
    ],
)
@click.argument("entry_id", metavar="ID")
def command(entry_id: str) -> int:
    """Show what a rule, lint, probe, error code or grade means and how to fix the problem."""
    lines = explanation(entry_id)
    if not lines:
        known = {name.lower(): name for name in known_entries()}
        near = get_close_matches(entry_id.lower(), known, n=1, cutoff=NEAR_ID)
        hint = (
            f"did you mean {known[near[0]]}?"
            if near
            else "copy the id from a finding (error[ID]), or run `mcptest compliance rules`"
        )
        raise UsageError(
            "explain-unknown",
            f'unknown rule, lint, probe, error code or grade term "{entry_id}"',
            hint=hint,
        )
    for line in lines:
        click.echo(line)
    return ExitCode.OK


SECTION = "More"
COMMAND = command
