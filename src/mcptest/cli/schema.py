"""Print the JSON Schema of a suite, or of a document that mcptest writes."""

from __future__ import annotations

import json

import click

from mcptest.errors import ExitCode
from mcptest.plan import suite_schema
from mcptest.report.schemas import DOCUMENTS, document_schema


@click.command("schema")
@click.option(
    "--of",
    "subject",
    type=click.Choice(["suite", *DOCUMENTS]),
    default="suite",
    show_default=True,
    help="Of what.",
)
def command(*, subject: str) -> int:
    """Print a JSON Schema; editors complete suites from it."""
    schema = suite_schema() if subject == "suite" else document_schema(subject)
    click.echo(json.dumps(schema, indent=2))
    return ExitCode.OK


COMMAND = command
