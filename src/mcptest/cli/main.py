"""The command group and the error boundary, where every error becomes an exit code."""

from __future__ import annotations

import errno
import gc
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import click

from mcptest import __version__
from mcptest.cli.help import HelpContext
from mcptest.cli.invocation import Invocation
from mcptest.cli.output.errors import asks_for_json, show_document, show_error
from mcptest.errors import ExitCode, InternalError, McptestError, Problem, WriteError

_FOLDER = Path(__file__).with_name("commands")
_SECTIONS = (
    *("Check a server", "Explore a server", "Write and run tests"),
    *("Find changes", "Test clients", "More"),
)
_SECTION = re.compile(r'^SECTION = "(.+)"$', re.MULTILINE)
_COLUMN = 11  # the longest name of a command
_OUTPUT_IS_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


class CommandFolder(click.Group):
    """Commands are the modules of ``commands``, imported only when used."""

    context_class = HelpContext

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        found = (path for path in _FOLDER.glob("[a-z]*.py") if _is_command(path))
        return sorted(path.stem.replace("_", "-") for path in found)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        plain = cmd_name.replace("-", "_").isidentifier()
        if not plain or not _is_command(_module_file(cmd_name)):
            return None
        command = import_module(f"mcptest.cli.commands.{cmd_name.replace('-', '_')}").COMMAND
        assert isinstance(command, click.Command)
        if not gc.isenabled():
            gc.freeze()
            gc.enable()
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], self.list_commands(ctx), n=1)
            if not near:
                raise
            raise click.UsageError(f"{error.message} Did you mean {near[0]!r}?", ctx) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {name: [] for name in _SECTIONS}
        for name in self.list_commands(ctx):
            sections[_section(name)].append((name.ljust(_COLUMN), _first_line(name)))
        for section, rows in sections.items():
            with formatter.section(section):
                formatter.write_dl(rows)


def _module_file(command: str) -> Path:
    return _FOLDER / f"{command.replace('-', '_')}.py"


def _is_command(path: Path) -> bool:
    """A module is a command when it ends in ``COMMAND``."""
    return path.is_file() and "\nCOMMAND = " in path.read_text(encoding="utf-8")


def _first_line(command: str) -> str:
    """The short help: a module's first sentence, read without importing it."""
    text = _module_file(command).read_text(encoding="utf-8")
    return text.split('"""')[1].strip().splitlines()[0]


def _section(command: str) -> str:
    """The heading in the help, read without importing the module."""
    found = _SECTION.search(_module_file(command).read_text(encoding="utf-8"))
    return found[1] if found else _SECTIONS[-1]


@click.group(
    cls=CommandFolder,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", message="mcptest %(version)s")
@click.option("--debug", is_flag=True, help="Show a traceback for internal errors.")
@click.pass_obj
def group(invocation: Invocation, debug: bool) -> None:
    """Test, lint, fuzz and grade MCP servers.

    Start with: mcptest audit -- python my_server.py
    """
    invocation.debug = invocation.debug or debug


def run(argv: Sequence[str]) -> int:
    """Run one command line; the part behind ``--`` is the server's."""
    own, tail = _split(argv)
    as_json = asks_for_json(own)
    if any(name.startswith("MCPTEST_") for name in os.environ):
        _look_at_variables()
    invocation = Invocation(server_command=tail, debug=bool(os.environ.get("MCPTEST_DEBUG")))
    try:
        return _finish(
            group.main(args=own, prog_name="mcptest", standalone_mode=False, obj=invocation)
        )
    except (click.exceptions.Exit, SystemExit) as stop:
        return _exit_code(stop)
    except click.ClickException as error:
        _show_usage(error, as_json=as_json)
        return ExitCode.USAGE
    except (KeyboardInterrupt, click.Abort):
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        return _leave_quietly()
    except McptestError as error:
        show_error(error, as_json=as_json)
        _drop_output()
        return error.exit_code
    except Exception as error:  # the boundary: no bug in mcptest becomes a traceback
        if isinstance(error.__cause__, KeyboardInterrupt):  # it came while a class was made
            return ExitCode.INTERRUPTED
        if invocation.debug:
            raise
        show_error(_ours(error), as_json=as_json)
        _drop_output()
        return ExitCode.INTERNAL


def _split(argv: Sequence[str]) -> tuple[list[str], tuple[str, ...] | None]:
    args = list(argv)
    if "--" not in args:
        return args, None
    cut = args.index("--")
    return args[:cut], tuple(args[cut + 1 :])


def _finish(outcome: object) -> int:
    """A command returns its exit code; help and the like return nothing."""
    sys.stdout.flush()
    return outcome if isinstance(outcome, int) else ExitCode.OK


def _exit_code(stop: click.exceptions.Exit | SystemExit) -> int:
    """A signal may end a run before there is anything to report."""
    code = stop.exit_code if isinstance(stop, click.exceptions.Exit) else stop.code
    return code if isinstance(code, int) else ExitCode.INTERRUPTED


def _look_at_variables() -> None:
    from mcptest.cli.environment import warn_of_unknown

    warn_of_unknown(os.environ)


def _leave_quietly() -> int:
    """The reader of our output went away; do not complain at interpreter exit either."""
    _silence()
    return 141


def _drop_output() -> None:
    """Where standard output takes nothing more, the interpreter would say so at its exit."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        _silence()


def _silence() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _show_usage(error: click.ClickException, *, as_json: bool) -> None:
    error = _pointing_at_the_dashes(error)
    if as_json:
        problem = Problem("usage", error.format_message())
        show_document([problem], exit_code=ExitCode.USAGE)
    else:
        error.show()


def _pointing_at_the_dashes(error: click.ClickException) -> click.ClickException:
    """A server command that was typed without ``--`` looks like arguments of mcptest."""
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    if ctx is None or not error.message.startswith("Got unexpected extra argument"):
        return error
    if all(param.name != "mcp_config" for param in ctx.command.params):
        return error
    typed = error.message.partition("(")[2].rstrip(")")
    hint = f"Put -- before the server command: {ctx.command_path} -- {typed}"
    return click.UsageError(f"{error.message}\n{hint}", ctx)


def _ours(error: Exception) -> McptestError:
    """A full disk is not a bug in mcptest; any other unexpected error is."""
    if isinstance(error, OSError) and error.errno in _OUTPUT_IS_FULL:
        words = f"cannot write to standard output: {error.strerror}"
        return WriteError("report-unwritable", words)
    return InternalError(
        "internal",
        f"{type(error).__name__}: {error}",
        hint="this is a bug in mcptest; run again with --debug and report the traceback",
    )
