"""Drive the first MCP Python SDK through the steps of a scenario (`pip install "mcp<2"`)."""

import asyncio
import json
import os
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
from mcp import ClientSession, StdioServerParameters
from mcp import types as t
from mcp.client.auth import OAuthClientProvider
from mcp.client.auth.extensions.client_credentials import ClientCredentialsOAuthProvider
from mcp.client.sse import sse_client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata
from pydantic import AnyUrl

TOLD = json.loads(Path(os.environ["MCPTEST_STEPS"]).read_text(encoding="utf-8"))
CLIENT = TOLD["client"]
OAUTH = TOLD.get("oauth")
REDIRECT = "http://127.0.0.1:3000/callback"
LISTED: set[str] = set()


async def sample(_context: Any, params: Any) -> t.CreateMessageResult | t.ErrorData:
    if params.tools and not CLIENT["sampling"].get("tools"):
        return t.ErrorData(code=-32602, message="tools are not supported")
    await asyncio.sleep(CLIENT["sampling"].get("delay_ms", 0) / 1000)
    text = t.TextContent(type="text", text="Four.")
    return t.CreateMessageResult(role="assistant", content=text, model="example")


async def list_roots(_context: Any) -> t.ListRootsResult:
    return t.ListRootsResult(roots=[t.Root(**root) for root in CLIENT["roots"]])


async def elicit(_context: Any, params: Any) -> t.ElicitResult:
    told = CLIENT["elicitation"]
    action = told.get("action", "accept")
    if action != "accept" or getattr(params, "mode", "form") == "url":
        return t.ElicitResult(action=action)
    schema = params.model_dump(by_alias=True)["requestedSchema"]["properties"]
    defaults = {name: part["default"] for name, part in schema.items() if "default" in part}
    return t.ElicitResult(action="accept", content={**defaults, **told.get("content", {})})


async def do(session: ClientSession, step: dict[str, Any]) -> None:
    kind = step["do"]
    if kind == "call_tool":
        if step.get("listed") and step["name"] not in LISTED:
            raise LookupError(f"{step['name']} is not listed")
        progress = (lambda *_: asyncio.sleep(0)) if step.get("progress") else None
        await session.call_tool(step["name"], step["arguments"], progress_callback=progress)
    elif kind.startswith("list_"):
        cursor = None
        while True:
            page = await getattr(session, kind)(cursor)
            LISTED.update(tool.name for tool in getattr(page, "tools", ()))
            cursor = page.nextCursor
            if cursor is None:
                break
    elif kind == "wait":
        await asyncio.sleep(step["seconds"])
    elif kind == "at_once":
        await asyncio.gather(*(do(session, one) for one in step["steps"]), return_exceptions=True)
    else:
        await OTHERS[kind](session, step)


async def call_task(session: ClientSession, step: dict[str, Any]) -> None:
    tasks = session.experimental
    made = await tasks.call_tool_as_task(step["name"])
    async for _status in tasks.poll_task(made.task.taskId):
        pass
    await tasks.get_task_result(made.task.taskId, t.CallToolResult)


OTHERS = {
    "call_task": call_task,
    "read_resource": lambda session, step: session.read_resource(AnyUrl(step["uri"])),
    "subscribe": lambda session, step: session.subscribe_resource(AnyUrl(step["uri"])),
    "get_prompt": lambda session, step: session.get_prompt(step["name"], step["arguments"]),
    "set_level": lambda session, step: session.set_logging_level(step["level"]),
}


class Memory:
    """Keep tokens and the client's own data as long as this process runs."""

    tokens: Any = None
    client: Any = None

    async def get_tokens(self) -> Any:
        return self.tokens

    async def set_tokens(self, tokens: Any) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> Any:
        return self.client

    async def set_client_info(self, client: Any) -> None:
        self.client = client


async def sign_in(address: str) -> None:
    """Play the browser: the authorization server redirects at once."""
    async with httpx.AsyncClient() as browser:
        where = (await browser.get(address)).headers["location"]
    SIGNED_IN.append({key: value[0] for key, value in parse_qs(urlsplit(where).query).items()})


async def signed_in() -> tuple[str, str | None]:
    found = SIGNED_IN.pop()
    return found["code"], found.get("state")


SIGNED_IN: list[dict[str, str]] = []


def provider(url: str, oauth: dict[str, str]) -> Any:
    storage, secret = Memory(), oauth.get("client_secret")
    if oauth.get("grant") == "client_credentials":
        return ClientCredentialsOAuthProvider(url, storage, oauth["client_id"], str(secret))
    if "client_id" in oauth:
        storage.client = OAuthClientInformationFull(
            client_id=oauth["client_id"],
            client_secret=secret,
            redirect_uris=[AnyUrl(REDIRECT)],
            token_endpoint_auth_method="client_secret_basic",  # noqa: S106 - a name, not a secret
        )
    own = OAuthClientMetadata(client_name="example-client", redirect_uris=[AnyUrl(REDIRECT)])
    document = oauth.get("client_metadata_url")
    return OAuthClientProvider(url, own, storage, sign_in, signed_in, client_metadata_url=document)


@asynccontextmanager
async def connected() -> Any:
    url, command = TOLD.get("url"), TOLD.get("command", [""])
    if url is None:
        opened = stdio_client(StdioServerParameters(command=command[0], args=command[1:]))
    elif TOLD["revision"] == "2024-11-05":
        opened = sse_client(url)
    else:
        auth = None if OAUTH is None else provider(url, OAUTH)
        opened = streamablehttp_client(url, auth=auth)
    async with opened as streams:
        yield streams[0], streams[1]


async def main() -> None:
    options: dict[str, Any] = {}
    if "sampling" in CLIENT:
        options["sampling_callback"] = sample
        if CLIENT["sampling"].get("tools"):
            tools = t.SamplingToolsCapability()
            options["sampling_capabilities"] = t.SamplingCapability(tools=tools)
    if "roots" in CLIENT:
        options["list_roots_callback"] = list_roots
    if "elicitation" in CLIENT:
        options["elicitation_callback"] = elicit
    limit = timedelta(milliseconds=TOLD["timeout_ms"])
    async with (
        connected() as (read, write),
        ClientSession(read, write, limit, **options) as session,
    ):
        await session.initialize()
        for number, step in enumerate(TOLD["steps"]):
            report = {"step": number, "ok": True}
            try:
                await do(session, step)
            except Exception as error:  # noqa: BLE001 - a step that fails is reported
                report |= {"ok": False, "error": str(error)}
            print(json.dumps(report), flush=True)  # noqa: T201


asyncio.run(main())
