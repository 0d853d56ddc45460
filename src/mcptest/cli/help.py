"""Help pages with examples, and ``-- COMMAND`` in the usage of commands that start a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click


class HelpCommand(click.Command):
    """A command whose help shows how it is typed."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), **attrs: Any) -> None:
        super().__init__(*args, **attrs)
        self.examples = tuple(examples)

    @property
    def takes_server(self) -> bool:
        """Whether the words after ``--`` are a server's command."""
        return any(param.name == "mcp_config" for param in self.params)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        pieces = super().collect_usage_pieces(ctx)
        return [*pieces, "[-- COMMAND...]"] if self.takes_server else pieces

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Between the help text and the options."""
        if self.examples:
            with formatter.section("Examples"):
                indent = " " * formatter.current_indent
                formatter.write("".join(f"{indent}{example}\n" for example in self.examples))
        super().format_options(ctx, formatter)


class HelpGroup(click.Group):
    """A group whose commands are ``HelpCommand``."""

    command_class = HelpCommand
