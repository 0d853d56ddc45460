"""List a server's tools, resources and prompts."""

from __future__ import annotations

import json
from dataclasses import field

import click

from mcptest.cli.help import HelpCommand
from mcptest.cli.options import server_options
from mcptest.cli.running import engine_server
from mcptest.cli.servers import ServerChoice
from mcptest.errors import ExitCode
from mcptest.interruption.signals import run_interruptible
from mcptest.model.counted import counted
from mcptest.model.escape import one_line, visible
from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.model.redaction import Redactor
from mcptest.model.run import ServerFacts
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import classify
from mcptest.safety.gate import Gate
from mcptest.safety.policy import CallContext, ExecutionPolicy
from mcptest.suite.load import ServerSpec

_WIDE = 80  # characters of a description


@record
class CatalogItem:
    """Everything a server lists."""

    facts: ServerFacts | None
    tools: list[ToolDescriptor]
    others: dict[str, list[Json]] = field(default_factory=dict)


@click.command(
    "tools",
    cls=HelpCommand,
    examples=[
        "mcptest tools -- python my_server.py",
        "mcptest tools --save tools.json --url http://localhost:8000/mcp",
    ],
)
@click.option(
    "--save", metavar="FILE", type=click.Path(), help="Save the tools/list result to this file."
)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Print text, or an mcptest.tools/v1 document.",
)
@server_options
def command(*, save: str | None, format_name: str, server: ServerChoice) -> int:
    """List a server's tools, resources and prompts without calling anything.

    Each tool is shown with its safety class.
    """
    spec = server.resolve()
    if save:
        from pathlib import Path

        from mcptest.cli.output.writing import require_place

        require_place(Path(save), "--save")
    offer, _ = run_interruptible(_look(spec))
    redactor = Redactor(spec.secrets)
    if save:
        from mcptest.atomic import write_atomically

        catalog = redactor.json({"tools": [tool.raw for tool in offer.tools]})
        write_atomically(save, json.dumps(catalog, indent=2, ensure_ascii=False) + "\n")
    if format_name == "json":
        click.echo(json.dumps(redactor.json(document(offer)), indent=2))
    else:
        click.echo(visible(redactor.text(shown(offer))))
    return ExitCode.OK


async def _look(spec: ServerSpec) -> CatalogItem:
    from mcptest.scaffold.server_session import ServerSession

    async with ServerSession(engine_server(spec), Gate(ExecutionPolicy()), "tools") as session:
        tools = await session.tools()
        kinds = ("resources", "resources/templates", "prompts")
        others = {kind: await session.offers(kind) for kind in kinds}
        return CatalogItem(session.facts, tools, others)


def document(offer: CatalogItem) -> JsonObject:
    """The ``mcptest.tools/v1`` document."""
    from mcptest.report.document import server_document

    assert offer.facts is not None
    return {
        "schema": "mcptest.tools/v1",
        "server": server_document(offer.facts),
        "tools": [_tool_document(tool) for tool in offer.tools],
        "resources": offer.others["resources"],
        "resource_templates": offer.others["resources/templates"],
        "prompts": offer.others["prompts"],
    }


def _tool_document(tool: ToolDescriptor) -> JsonObject:
    found = classify(tool)
    decision = ExecutionPolicy().decide_for(found, CallContext.NEEDS_CALL)
    return {
        "name": tool.name,
        "class": found.tool_class.value,
        "source": found.source.value,
        "decision": decision.value,
        "reason": found.reason,
        "tool": tool.raw,
    }


def shown(offer: CatalogItem) -> str:
    """Each tool with its class and the reason for it, then the rest by name."""
    lines = [counted(len(offer.tools), "tool") if offer.tools else "the server has no tools"]
    width = min(40, max((len(one_line(tool.name)) for tool in offer.tools), default=0))
    classes = [classify(tool) for tool in offer.tools]
    widest = max((len(found.tool_class.words) for found in classes), default=0)
    for tool, found in zip(offer.tools, classes, strict=True):
        about = _summary(tool.description or "")
        name, kind = one_line(tool.name), found.tool_class.words
        lines.append(f"  {name:<{width}}  {kind:<{widest}}  {about}".rstrip())
        lines.append(f"  {'':<{width}}  {one_line(found.reason)}")
    for kind, noun, member in (
        ("resources", "resource", "uri"),
        ("resources/templates", "resource template", "uriTemplate"),
        ("prompts", "prompt", "name"),
    ):
        items = offer.others[kind]
        if items:
            lines += ["", counted(len(items), noun)]
            lines += [f"  {_named(item, member)}" for item in items]
    return "\n".join(lines)


def _summary(description: str) -> str:
    """The first line, as far as it fits beside the name."""
    line = one_line(description.strip().split("\n")[0], limit=_WIDE * 4)
    return line if len(line) <= _WIDE else f"{line[: _WIDE - 1].rstrip()}…"


def _named(item: Json, member: str) -> str:
    name = item.get(member) if isinstance(item, dict) else None
    return one_line(name if isinstance(name, str) else json.dumps(item), limit=120)


SECTION = "Explore a server"
COMMAND = command
