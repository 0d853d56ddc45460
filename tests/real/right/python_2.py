"""A right server on the official Python SDK 2.x that uses what its ``MCPServer`` offers.

``python_2.py [PORT]``; stdio where no port is named. The lists have pages, which the SDK leaves to
a middleware.
"""

import base64
import json
import sys
from pathlib import Path
from typing import Annotated

import anyio
import mcp_types as types
from mcp.server import MCPServer
from mcp.server.apps import Apps, ResourceCsp
from mcp.server.caching import CacheHint
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.prompts.base import UserMessage
from mcp.server.mcpserver.resolve import Resolve
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler
from mcp.shared.exceptions import MCPError
from pydantic import BaseModel, Field, TypeAdapter
from python_2_asking import Sampled, Zone, ask_roots, ask_zone, tell_model

CATALOG = json.loads(Path(__file__).with_name("catalog.json").read_text("utf-8"))
ICONS = TypeAdapter(list[types.Icon]).validate_python(CATALOG["icons"])
MEDIA = TypeAdapter(list[types.ContentBlock]).validate_python(CATALOG["media"])
READ_ONLY = types.ToolAnnotations(title="Reads", read_only_hint=True)
SEEN = types.Annotations.model_validate(CATALOG["resources"][0]["annotations"])
FACE = "ui://clock/face.html"
NOTE = "note://today"
LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]
apps = Apps()


@apps.tool(resource_uri=FACE, description="Shows a clock.", annotations=READ_ONLY)
def show_clock() -> str:
    return "noon"


policy = ResourceCsp(resource_domains=["https://cdn.example.com"])
apps.add_html_resource(FACE, CATALOG["contents"][FACE]["text"], csp=policy)


async def in_pages(ctx, call_next):
    """Nine entries of a list at a time; the cursor is the index of the first."""
    result = await call_next(ctx)
    lists = [key for key in ("tools", "resources", "resourceTemplates", "prompts") if key in result]
    if not ctx.method.endswith("/list") or not lists:
        return result
    [key] = lists
    cursor = (ctx.params or {}).get("cursor", "0")
    if not cursor.isdecimal() or int(cursor) >= max(1, len(result[key])):
        raise MCPError(types.INVALID_PARAMS, "unknown cursor")
    end = int(cursor) + 9
    more = {"nextCursor": str(end)} if end < len(result[key]) else {}
    return {**result, key: result[key][int(cursor) : end], **more}


bus = InMemorySubscriptionBus()
server = MCPServer(
    "right-python-2",
    title="Right",
    description="Does what the specification says.",
    instructions="Call a tool.",
    website_url="https://example.com/",
    icons=ICONS,
    version="1.0.0",
    extensions=[apps],
    subscriptions=bus,
    cache_hints={"tools/list": CacheHint(ttl_ms=1000, scope="public")},
    middleware=[in_pages],
)
low = server._lowlevel_server
streams = ListenHandler(bus)
low.add_request_handler("subscriptions/listen", types.SubscriptionsListenRequestParams, streams)
levels: dict[str | None, str] = {}


def session_of(headers):
    return (headers or {}).get("mcp-session-id")


async def set_level(ctx, params):
    levels[session_of(getattr(ctx.request, "headers", None))] = params.level
    return types.EmptyResult()


low.add_request_handler("logging/setLevel", types.SetLevelRequestParams, set_level)
reading = server.tool(annotations=READ_ONLY, icons=ICONS)


class Weather(BaseModel):
    """What a forecast has."""

    city: str
    degrees: float


@server.tool(title="Forecast", annotations=READ_ONLY)
def forecast(city: str) -> Weather:
    """Tell the weather in a city."""
    return Weather(city=city, degrees=21.5)


Region = Annotated[str, Field(json_schema_extra={"x-mcp-header": "Region"})]
Limit = Annotated[int, Field(json_schema_extra={"x-mcp-header": "Limit"})]


@reading
def lookup(region: Region = "eu", limit: Limit = 3) -> str:
    """Look up a region; a gateway may route by it."""
    return f"{limit} in {region}"


@reading
def media() -> types.CallToolResult:
    """Return every kind of content."""
    return types.CallToolResult(content=MEDIA)


@reading
def broken() -> str:
    """Fail, as tools may."""
    raise ValueError("the disk is full")


@reading
async def pause() -> str:
    """Take a second."""
    await anyio.sleep(1)
    return "rested"


@reading
async def count(ctx: Context) -> str:
    """Count to three."""
    for number in (1, 2, 3):
        await ctx.report_progress(number, 3, f"at {number}")
    return "three"


@reading
async def talk(ctx: Context) -> str:
    """Log a line at every level."""
    least = LEVELS.index(levels.get(session_of(ctx.headers), "debug"))
    for level in LEVELS[least:]:
        await ctx.log(level, f"this is {level}", logger_name="talk")
    return "said"


@reading
def time_in(city: str, answer: Annotated[Zone, Resolve(ask_zone)]) -> str:
    """Tell the time in a zone that the user names."""
    return f"noon in {city}, {answer.zone}"


@reading
async def sign_in(ctx: Context) -> str | types.InputRequiredResult:
    """Send the user to a web page."""
    page = {"message": "Sign in.", "url": "https://example.com/sign-in"}
    asked = getattr(ctx.client_capabilities, "elicitation", None)
    able = asked is not None and asked.url is not None
    if ctx.protocol_version != "2026-07-28":
        if not able:
            return "this needs URL elicitation"
        answer = await ctx.elicit_url(**page, elicitation_id="sign-in-1")
        if answer.action == "accept":
            await ctx.session.send_elicit_complete("sign-in-1", ctx.request_id)
        return answer.action
    if not able:
        needed = {"requiredCapabilities": {"elicitation": {"url": {}}}}
        raise MCPError(types.MISSING_REQUIRED_CLIENT_CAPABILITY, "URL elicitation", needed)
    if ctx.input_responses and "page" in ctx.input_responses:
        return ctx.input_responses["page"].action
    asking = types.ElicitRequest(params=types.ElicitRequestURLParams(**page))
    return types.InputRequiredResult(input_requests={"page": asking})


@reading
def where(found: Annotated[types.ListRootsResult, Resolve(ask_roots)]) -> str:
    """Name the client's roots."""
    return " ".join(str(root.uri) for root in found.roots)


@reading
def model_time(last: Annotated[Sampled, Resolve(tell_model)]) -> str:
    """Ask the client's model for the time, which may use a clock."""
    return last.model


written = {"now": False}


@server.tool()
async def write_slowly() -> str:
    """Write a file, which takes a moment."""
    written["now"] = False
    await anyio.sleep(0.5)
    written["now"] = True
    return "done"


@reading
def was_written() -> str:
    """Tell whether the file was written."""
    return "it was written" if written["now"] else "not yet"


def announce(name, method, *given):
    async def change(ctx: Context) -> str:
        await getattr(ctx, method)(*given)
        return "changed"

    server.add_tool(change, name=name, description="Tell subscribers of a change.")


announce("change_tools", "notify_tools_changed")
announce("change_prompts", "notify_prompts_changed")
announce("change_resources", "notify_resources_changed")
announce("change_note", "notify_resource_updated", NOTE)


@server.tool()
def end_subscriptions() -> str:
    """End every open subscription."""
    streams.close()
    return "ended"


@server.resource(NOTE, title="Today", icons=ICONS, annotations=SEEN)
def today() -> str:
    """What to do today."""
    return CATALOG["contents"][NOTE]["text"]


@server.resource("note://logo", mime_type="image/png", icons=ICONS)
def logo() -> bytes:
    """The logo."""
    return base64.b64decode(CATALOG["contents"]["note://logo"]["blob"])


@server.resource("note://by-name/{name}", title="A note", icons=ICONS, annotations=SEEN)
def note(name: str) -> str:
    """A note by its name."""
    if name == "broken":
        raise OSError("the disk is full")
    return f"note {name}"


@server.prompt(title="Greet", icons=ICONS)
def greet(name: Annotated[str, Field(description="Whom to greet.")]) -> str:
    """Greet somebody."""
    return f"Say hello to {name}."


@server.prompt()
def describe() -> list[UserMessage]:
    """Describe a picture, a sound and a note."""
    return [UserMessage(block) for block in MEDIA]


@server.prompt()
def broken_prompt() -> str:
    """Fail, as prompts may."""
    raise OSError("the disk is full")


@server.completion()
async def complete(ref, argument, context):
    """Names that begin with the value."""
    known = {prompt.name for prompt in await server.list_prompts()}
    if isinstance(ref, types.PromptReference) and ref.name not in known:
        raise MCPError(types.INVALID_PARAMS, "unknown prompt")
    found = [name for name in ("alpha", "beta") if name.startswith(argument.value)]
    return types.Completion(values=found, total=len(found), has_more=False)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[1]))
    else:
        server.run("stdio")
