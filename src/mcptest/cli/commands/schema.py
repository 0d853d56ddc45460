"""Print the JSON Schema of a suite or an output document."""

from __future__ import annotations

import json

import click

from mcptest.cli.help import HelpCommand
from mcptest.errors import ExitCode
from mcptest.model.json import JsonObject
from mcptest.plan import suite_schema
from mcptest.report.schemas import DOCUMENTS, document_schema


@click.command(
    "schema",
    cls=HelpCommand,
    examples=[
        "mcptest schema > mcptest.schema.json",
        "mcptest schema --of run",
    ],
)
@click.option(
    "--of",
    "subject",
    type=click.Choice(["suite", "fleet", *DOCUMENTS]),
    default="suite",
    show_default=True,
    help="Choose the document; fleet is the fleet.yml that you write, fleet-run its results.",
)
def command(*, subject: str) -> int:
    """Print a JSON Schema, for example to get completion for suites in an editor."""
    click.echo(json.dumps(_schema(subject), indent=2))
    return ExitCode.OK


def _schema(subject: str) -> JsonObject:
    if subject == "suite":
        return suite_schema()
    if subject == "fleet":
        from mcptest.fleet.inventory.shape import fleet_schema

        return fleet_schema()
    return document_schema(subject)


SECTION = "More"
COMMAND = command
