"""Drive the MCP Python SDK through the steps of a scenario (`pip install mcp`)."""

import asyncio
import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx2
from mcp import Client, StdioServerParameters
from mcp import types as t
from mcp.client.auth import OAuthClientProvider
from mcp.client.auth.extensions.client_credentials import ClientCredentialsOAuthProvider
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
)

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


async def do(client: Client, step: dict[str, Any]) -> None:
    kind = step["do"]
    if kind == "call_tool":
        if step.get("listed") and step["name"] not in LISTED:
            raise LookupError(f"{step['name']} is not listed")
        progress = (lambda *_: asyncio.sleep(0)) if step.get("progress") else None
        await client.call_tool(step["name"], step["arguments"], progress_callback=progress)
    elif kind.startswith("list_"):
        cursor = None
        while True:
            page = await getattr(client, kind)(cursor=cursor)
            LISTED.update(tool.name for tool in getattr(page, "tools", ()))
            cursor = page.next_cursor
            if cursor is None:
                break
    elif kind == "wait":
        await asyncio.sleep(step["seconds"])
    elif kind == "at_once":
        await asyncio.gather(*(do(client, one) for one in step["steps"]), return_exceptions=True)
    else:
        await OTHERS[kind](client, step)


async def listen(client: Client, step: dict[str, Any]) -> None:
    wanted = step["notifications"]
    subscription = client.listen(
        tools_list_changed=wanted.get("toolsListChanged", False),
        resource_subscriptions=wanted.get("resourceSubscriptions", ()),
    )
    async with subscription as events:
        async for _event in events:
            pass


OTHERS = {
    "listen": listen,
    "read_resource": lambda client, step: client.read_resource(step["uri"]),
    "subscribe": lambda client, step: client.subscribe_resource(step["uri"]),
    "get_prompt": lambda client, step: client.get_prompt(step["name"], step["arguments"]),
    "set_level": lambda client, step: client.set_logging_level(step["level"]),
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
    async with httpx2.AsyncClient() as browser:
        where = (await browser.get(address)).headers["location"]
    SIGNED_IN.append(dict(parse_qsl(urlsplit(where).query)))


async def signed_in() -> AuthorizationCodeResult:
    return AuthorizationCodeResult(**SIGNED_IN.pop())


SIGNED_IN: list[dict[str, str]] = []


def protected(url: str, oauth: dict[str, str]) -> Any:
    storage, secret = Memory(), oauth.get("client_secret")
    if oauth.get("grant") == "client_credentials":
        auth: Any = ClientCredentialsOAuthProvider(url, storage, oauth["client_id"], secret)
    else:
        if "client_id" in oauth:
            storage.client = OAuthClientInformationFull(
                client_id=oauth["client_id"],
                client_secret=secret,
                redirect_uris=[REDIRECT],
                token_endpoint_auth_method="client_secret_basic",  # noqa: S106 - a name, not a secret
            )
        own = OAuthClientMetadata(client_name="example-client", redirect_uris=[REDIRECT])
        document = oauth.get("client_metadata_url")
        auth = OAuthClientProvider(url, own, storage, sign_in, signed_in, document)
    return streamable_http_client(url, http_client=httpx2.AsyncClient(auth=auth, timeout=30))


def found_server() -> Any:
    url = TOLD.get("url")
    if url is None:
        return StdioServerParameters(command=TOLD["command"][0], args=TOLD["command"][1:])
    if OAUTH is not None:
        return protected(url, OAUTH)
    return sse_client(url) if TOLD["revision"] == "2024-11-05" else url


async def main() -> None:
    options: dict[str, Any] = {"read_timeout_seconds": TOLD["timeout_ms"] / 1000}
    if "sampling" in CLIENT:
        options["sampling_callback"] = sample
        if CLIENT["sampling"].get("tools"):
            tools = t.SamplingToolsCapability()
            options["sampling_capabilities"] = t.SamplingCapability(tools=tools)
    if "roots" in CLIENT:
        options["list_roots_callback"] = list_roots
    if "elicitation" in CLIENT:
        options["elicitation_callback"] = elicit
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
