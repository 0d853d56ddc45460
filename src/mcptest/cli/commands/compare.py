"""Compare two builds of a server."""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from mcptest.atomic import write_atomically
from mcptest.cli.help import HelpCommand
from mcptest.cli.options import DurationType
from mcptest.cli.output.writing import report_files
from mcptest.cli.servers import flag_pairs
from mcptest.compare.call_plan import calls_from
from mcptest.compare.comparing import Comparing
from mcptest.compare.comparison_text import (
    comparison_document,
    comparison_markdown,
    comparison_text,
)
from mcptest.compare.difference import ComparedSection, Comparison
from mcptest.compare.side import SideOptions, opened_side
from mcptest.errors import ExitCode, UsageError
from mcptest.interruption.signals import run_interruptible
from mcptest.model.redaction import Redactor

_FORMATS = ("text", "json", "markdown")
_SECTIONS = {section.words: section for section in ComparedSection}


class SectionType(click.Choice[str]):
    """A section by its name; the spelling of the documents is accepted too."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The section that is meant."""
        if isinstance(value, ComparedSection):
            return value
        if value == ComparedSection.BEHAVIOUR.value:
            return ComparedSection.BEHAVIOUR
        return _SECTIONS[super().convert(value, param, ctx)]


_SECTION = SectionType(list(_SECTIONS))


@click.command(
    "compare",
    cls=HelpCommand,
    examples=[
        'mcptest compare --base "python old.py" --head "python new.py"',
        'mcptest compare --base git:main --head git:HEAD --start "python server.py"',
        "mcptest compare --base session.ndjson --head http://localhost:8000/mcp",
    ],
)
@click.option("--base", metavar="SPEC", required=True, help="Use this server as the old build.")
@click.option("--head", metavar="SPEC", required=True, help="Use this server as the new build.")
@click.option(
    "--start", metavar="COMMAND", help="Start a server from a git checkout with this command."
)
@click.option(
    "--prepare",
    metavar="COMMAND",
    help="Run this command in a git checkout before starting the server.",
)
@click.option(
    "--calls",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Make the calls in this suite or recording instead of generated ones.",
)
@click.option("--only", multiple=True, type=_SECTION, help="Compare only this section.")
@click.option("--skip", multiple=True, type=_SECTION, help="Skip this section.")
@click.option(
    "--env", multiple=True, metavar="K=V", help="Set an environment variable for both commands."
)
@click.option(
    "--header", multiple=True, metavar="'K: V'", help="Send this HTTP header to both URLs."
)
@click.option(
    "--timeout", type=DurationType(), help="Time out each request after this long (default: 30s)."
)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(_FORMATS),
    default="text",
    show_default=True,
    help="Print text, an mcptest.comparison/v1 document, or a pull request comment.",
)
@click.option(
    "--report",
    "reports",
    multiple=True,
    metavar="FORMAT=PATH",
    help="Write the comparison to a file, for example markdown=comment.md.",
)
def command(
    *,
    base: str,
    head: str,
    start: str | None,
    prepare: str | None,
    calls: Path | None,
    only: tuple[ComparedSection, ...],
    skip: tuple[ComparedSection, ...],
    env: tuple[str, ...],
    header: tuple[str, ...],
    timeout: float | None,
    format_name: str,
    reports: tuple[str, ...],
) -> int:
    """Compare two builds of a server, and exit with code 1 if --head has a regression.

    SPEC is a command in quotes, a URL, a recording, or git:REVISION with --start. Only read-only
    tools are called.
    """
    sections = [section for section in only or ComparedSection if section not in skip]
    if not sections:
        raise UsageError("compare-no-section", "--only and --skip exclude every section")
    files = report_files(reports, _FORMATS)
    planned = calls_from(calls, dict(os.environ)) if calls is not None else None
    options = SideOptions(
        start=start,
        prepare=prepare,
        env=flag_pairs(env, "--env", "="),
        headers=flag_pairs(header, "--header", ":"),
        timeout=timeout,
    )
    with ExitStack() as stack:
        sides = [
            stack.enter_context(opened_side(name, spec, options))
            for name, spec in (("base", base), ("head", head))
        ]
        comparing = Comparing(sides[0], sides[1], sections=sections, calls=planned)
        found, interrupted = run_interruptible(comparing.run())
    redactor = Redactor((*options.env.values(), *options.headers.values()))
    for name, path in files:
        write_atomically(path, _rendered(found, name, redactor) + "\n")
    click.echo(_rendered(found, format_name, redactor))
    if interrupted.exit_code is not None:
        return interrupted.exit_code
    return ExitCode.FAILED if found.regressed else ExitCode.OK


def _rendered(found: Comparison, format_name: str, redactor: Redactor) -> str:
    if format_name == "json":
        return json.dumps(redactor.json(comparison_document(found)), indent=2)
    render = comparison_markdown if format_name == "markdown" else comparison_text
    return redactor.text(render(found))


SECTION = "Find changes"
COMMAND = command
