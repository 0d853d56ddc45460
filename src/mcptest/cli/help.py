"""Help pages with examples, and ``-- COMMAND`` in the usage of commands that start a server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import click

_WHOLE = str.maketrans("-", "\N{NON-BREAKING HYPHEN}")
_PLAIN = str.maketrans("\N{NON-BREAKING HYPHEN}", "-")


class WholeWords(click.HelpFormatter):
    """Breaks lines between words only: half an option cannot be searched or copied."""

    def write_text(self, text: str) -> None:
        super().write_text(text.translate(_WHOLE))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        whole = [(first.translate(_WHOLE), second.translate(_WHOLE)) for first, second in rows]
        super().write_dl(whole, col_max, col_spacing)

    def getvalue(self) -> str:
        return super().getvalue().translate(_PLAIN)


class HelpContext(click.Context):
    formatter_class = WholeWords


class _WithExamples(click.Command):
    """Examples between the help text and the options."""

    context_class = HelpContext

    def __init__(self, *args: Any, examples: Sequence[str] = (), **attrs: Any) -> None:
        super().__init__(*args, **attrs)
        self.examples = tuple(examples)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.examples:
            with formatter.section("Examples"):
                indent = " " * formatter.current_indent
                formatter.write("".join(f"{indent}{example}\n" for example in self.examples))
        super().format_options(ctx, formatter)


class HelpCommand(_WithExamples):
    """A command whose help shows how it is typed."""

    def __init__(self, *args: Any, takes_client: bool = False, **attrs: Any) -> None:
        super().__init__(*args, **attrs)
        self.takes_client = takes_client

    @property
    def takes_server(self) -> bool:
        """Whether the words after ``--`` are a server's command."""
        return any(param.name == "mcp_config" for param in self.params)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        pieces = super().collect_usage_pieces(ctx)
        if self.takes_client:
            return [*pieces, "[-- CLIENT...]"]
        return [*pieces, "[-- COMMAND...]"] if self.takes_server else pieces


class HelpGroup(_WithExamples, click.Group):
    """A group whose commands are ``HelpCommand``."""

    command_class = HelpCommand
