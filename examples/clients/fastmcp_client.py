"""Drive a FastMCP client through the steps of a scenario (`pip install fastmcp`)."""

import asyncio
import json
import os
from pathlib import Path
from typing import Any

from fastmcp import Client
from fastmcp.client.auth import ClientCredentialsOAuthProvider, OAuth
from fastmcp.client.elicitation import ElicitResult
from fastmcp.client.transports import SSETransport, StdioTransport

TOLD = json.loads(Path(os.environ["MCPTEST_STEPS"]).read_text(encoding="utf-8"))
CLIENT = TOLD["client"]
LISTED: set[str] = set()


async def sample(_messages: Any, params: Any, _context: Any) -> str:
    if params.tools and not CLIENT["sampling"].get("tools"):
        raise ValueError("tools are not supported")
    await asyncio.sleep(CLIENT["sampling"].get("delay_ms", 0) / 1000)
    return "Four."


async def elicit(_message: str, _type: Any, params: Any, _context: Any) -> Any:
    told = CLIENT["elicitation"]
    action = told.get("action", "accept")
    if action != "accept" or getattr(params, "mode", "form") == "url":
        return ElicitResult(action=action)
    schema = params.model_dump(by_alias=True)["requestedSchema"]["properties"]
    defaults = {name: part["default"] for name, part in schema.items() if "default" in part}
    return ElicitResult(action="accept", content={**defaults, **told.get("content", {})})


async def do(client: Client, step: dict[str, Any]) -> None:
    kind = step["do"]
    if kind == "call_tool":
        if step.get("listed") and step["name"] not in LISTED:
            raise LookupError(f"{step['name']} is not listed")
        await client.call_tool(step["name"], step["arguments"], raise_on_error=False)
    elif kind.startswith("list_"):
        found = await getattr(client, kind)()
        LISTED.update(one.name for one in found)
    elif kind == "wait":
        await asyncio.sleep(step["seconds"])
    elif kind == "at_once":
        await asyncio.gather(*(do(client, one) for one in step["steps"]), return_exceptions=True)
    else:
        await OTHERS[kind](client, step)


OTHERS = {
    "read_resource": lambda client, step: client.read_resource(step["uri"]),
    "subscribe": lambda client, step: client.session.subscribe_resource(step["uri"]),
    "get_prompt": lambda client, step: client.get_prompt(step["name"], step["arguments"]),
    "set_level": lambda client, step: client.set_logging_level(step["level"]),
}


def sign_in(oauth: dict[str, str]) -> Any:
    """Sign in through the browser that mcptest sets in $BROWSER, or without a user."""
    if oauth.get("grant") == "client_credentials":
        return ClientCredentialsOAuthProvider(
            client_id=oauth["client_id"], client_secret=oauth["client_secret"]
        )
    return OAuth(callback_timeout=10, **oauth)


def found_server() -> Any:
    url, command = TOLD.get("url"), TOLD.get("command")
    if url is None:
        return StdioTransport(command[0], command[1:], keep_alive=False)
    return SSETransport(url) if TOLD["revision"] == "2024-11-05" else url


async def main() -> None:
    options: dict[str, Any] = {"timeout": TOLD["timeout_ms"] / 1000}
    if "sampling" in CLIENT:
        options["sampling_handler"] = sample
    if "roots" in CLIENT:
        options["roots"] = [root["uri"] for root in CLIENT["roots"]]
    if "elicitation" in CLIENT:
        options["elicitation_handler"] = elicit
    if "oauth" in TOLD:
        options["auth"] = sign_in(TOLD["oauth"])
    mode = "auto" if TOLD["revision"] >= "2026-07-28" else "legacy"
    async with Client(found_server(), mode=mode, **options) as client:
        for number, step in enumerate(TOLD["steps"]):
            report = {"step": number, "ok": True}
            try:
                await do(client, step)
            except Exception as error:  # noqa: BLE001 - a step that fails is reported
                report |= {"ok": False, "error": str(error)}
            print(json.dumps(report), flush=True)  # noqa: T201


asyncio.run(main())
