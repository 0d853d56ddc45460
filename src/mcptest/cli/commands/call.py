"""Call a tool, read a resource or get a prompt."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import click

from mcptest.calls.entry_text import entry_text
from mcptest.calls.reply import joined_text
from mcptest.calls.unknown_names import unknown_names
from mcptest.cli.call_arguments import fitted
from mcptest.cli.help import HelpCommand
from mcptest.cli.options import server_options
from mcptest.cli.running import open_for
from mcptest.cli.servers import ServerChoice
from mcptest.errors import ExitCode, UsageError
from mcptest.interruption.signals import run_interruptible
from mcptest.model.escape import visible
from mcptest.model.json import Json, JsonObject, Missing
from mcptest.model.redaction import Redactor
from mcptest.model.tool import ToolDescriptor
from mcptest.suite.load import ServerSpec
from mcptest.wire.reply import Reply, ReplyKind
from mcptest.wire.session import Session


@click.command(
    "call",
    cls=HelpCommand,
    examples=[
        "mcptest call echo message=hello -- python my_server.py",
        "mcptest call add a=1 b=2 --url http://localhost:8000/mcp",
        "mcptest call --resource file:///readme -- python my_server.py",
    ],
)
@click.argument("words", metavar="[TOOL] [K=V]...", nargs=-1)
@click.option("--resource", metavar="URI", help="Read this resource instead of calling a tool.")
@click.option("--prompt", metavar="NAME", help="Get this prompt instead, with K=V as arguments.")
@click.option("--json", "json_args", metavar="ARGS", help="Pass the arguments as a JSON object.")
@click.option("--as-test", is_flag=True, help="Print the call as a test for a suite.")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Print text, or an mcptest.call/v1 document.",
)
@server_options
def command(
    *,
    words: tuple[str, ...],
    resource: str | None,
    prompt: str | None,
    json_args: str | None,
    as_test: bool,
    format_name: str,
    server: ServerChoice,
) -> int:
    """Call a tool, read a resource or get a prompt, and print the response.

    Text content is printed as it is, any other result as JSON. Exit with code 1 for an error.

    A value in K=V is sent as the type that the tool's schema asks for. Without a schema, valid
    JSON is sent as JSON, any other value as a string.
    """
    method, params = request_of(words, resource, prompt, json_args)
    spec = server.resolve()
    typed = dict(_pair(word) for word in words if "=" in word)
    (reply, facts, params), interrupted = run_interruptible(_ask(spec, method, params, typed))
    redactor = Redactor(spec.secrets)
    if as_test and reply.kind is ReplyKind.ANSWERED:
        click.echo(redactor.text(entry_text(method, params, reply)), nl=False)
    elif format_name == "json":
        click.echo(json.dumps(redactor.json(document(method, params, reply, facts)), indent=2))
    else:
        click.echo(visible(redactor.text(shown(reply))))
    return interrupted.exit_code or (ExitCode.OK if _good(reply) else ExitCode.FAILED)


def request_of(
    words: tuple[str, ...], resource: str | None, prompt: str | None, json_args: str | None
) -> tuple[str, JsonObject]:
    """The request that the words mean."""
    if resource is not None:
        if words or prompt is not None or json_args is not None:
            raise UsageError(
                "call-what", "--resource cannot be combined with a tool, a prompt or arguments"
            )
        return "resources/read", {"uri": resource}
    if prompt is not None:
        texts = dict(_pair(word) for word in words)  # a prompt's arguments are always text
        arguments = {**arguments_of((), json_args), **texts}
        return "prompts/get", {"name": prompt, "arguments": arguments}
    if not words or "=" in words[0]:
        raise UsageError(
            "call-what",
            "specify a tool to call, or use --resource or --prompt",
            hint="for example: mcptest call echo message=hello -- python my_server.py",
        )
    return "tools/call", {"name": words[0], "arguments": arguments_of(words[1:], json_args)}


def arguments_of(words: tuple[str, ...], json_args: str | None) -> JsonObject:
    arguments: JsonObject = {}
    if json_args is not None:
        parsed = _json_or_none(json_args)
        if not isinstance(parsed, dict):
            raise UsageError("call-json", f"--json {json_args!r} is not a JSON object")
        arguments.update(parsed)
    for word in words:
        key, value = _pair(word)
        parsed = _json_or_none(value)
        arguments[key] = value if parsed is None and value != "null" else parsed
    return arguments


def _pair(word: str) -> tuple[str, str]:
    key, sign, value = word.partition("=")
    if not sign or not key:
        raise UsageError("call-argument", f"{word!r} is not KEY=VALUE")
    return key, value


def _json_or_none(text: str) -> Json:
    try:
        value: Json = json.loads(text)
        json.dumps(value, allow_nan=False)  # NaN, Infinity and 1e999 are Python's, not JSON's
    except (ValueError, RecursionError):
        return None
    return value


async def _ask(
    spec: ServerSpec, method: str, params: JsonObject, typed: Mapping[str, str]
) -> tuple[Reply, Any, JsonObject]:
    async with open_for(spec) as session:
        said: str | None = None
        if method == "tools/call":
            params, said = await _prepared(session, params, typed)
        reply = await session.request(method, params)
        if said is not None and not _good(reply):
            click.echo(f"note: {visible(said)}", err=True)
        return reply, session.facts(spec.name), params


async def _prepared(
    session: Session, params: JsonObject, typed: Mapping[str, str]
) -> tuple[JsonObject, str | None]:
    """The call with its arguments as the tool wants them, and what is unknown about it."""
    listed = (await session.list_all("tools")).items
    offered = {tool.name: tool for tool in map(ToolDescriptor.from_json, listed)}
    name, arguments = str(params["name"]), params["arguments"]
    assert isinstance(arguments, dict)
    if name in offered:
        params = {**params, "arguments": fitted(arguments, typed, offered[name])}
    return params, unknown_names(name, arguments, offered)


def _good(reply: Reply) -> bool:
    failed = isinstance(reply.result, dict) and reply.result.get("isError") is True
    return reply.ok and not failed


def shown(reply: Reply) -> str:
    """The text of the answer, else the whole of it."""
    if not reply.ok:
        return _trouble(reply)
    assert isinstance(reply.result, dict)
    text = joined_text(reply.result)
    head = "error: " if reply.result.get("isError") is True else ""
    rest = {k: v for k, v in reply.result.items() if k not in {"_meta", "isError", "resultType"}}
    if text and set(rest) <= {"content", "contents", "messages", "description"}:
        return f"{head}{text}"
    return head + json.dumps(rest, indent=2, ensure_ascii=False)


def _trouble(reply: Reply) -> str:
    if not isinstance(reply.error, Missing):
        return f"error: {json.dumps(reply.error, indent=2, ensure_ascii=False)}"
    last = f"\n{reply.ending.stderr}" if reply.ending and reply.ending.stderr else ""
    return f"error: {_silence(reply)}{last}"


def _silence(reply: Reply) -> str:
    """Why there is no response: ``no response within 2 s``, ``the server crashed``."""
    if reply.problem is None and reply.ending is not None:
        return f"no response: the server {reply.ending}"
    why = reply.problem or str(reply.kind)
    return why if why.startswith("no response") else f"no response: {why}"


def document(method: str, params: JsonObject, reply: Reply, facts: Any) -> JsonObject:
    from mcptest.report.document import server_document

    return {
        "schema": "mcptest.call/v1",
        "server": server_document(facts),
        "method": method,
        "params": params,
        "ok": _good(reply),
        "kind": reply.kind.value,
        "duration_ms": round(reply.duration_ms, 3),
        "result": None if isinstance(reply.result, Missing) else reply.result,
        "error": None if isinstance(reply.error, Missing) else reply.error,
        "notifications": list(reply.notifications),
        "problem": reply.problem,
    }


SECTION = "Explore a server"
COMMAND = command
