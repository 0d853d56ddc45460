"""A right server on FastMCP 4 that uses what it offers; its extensions are on another one.

``fastmcp_4.py [PORT]``; stdio where no port is named.
"""

import base64
import json
import sys
from pathlib import Path
from typing import Annotated

import anyio
import mcp_types as types
from fastmcp import Context, FastMCP
from fastmcp.prompts import Message
from fastmcp.tools import ToolResult
from mcp.server.request_state import RequestStateSecurity
from mcp.shared.exceptions import MCPError
from pydantic import BaseModel, Field, TypeAdapter

CATALOG = json.loads(Path(__file__).with_name("catalog.json").read_text("utf-8"))
ICONS = TypeAdapter(list[types.Icon]).validate_python(CATALOG["icons"])
MEDIA = TypeAdapter(list[types.ContentBlock]).validate_python(CATALOG["media"])
NOTE, LOGO = CATALOG["resources"][:2]
FACE = "ui://clock/face.html"
LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]
server = FastMCP(
    "right-fastmcp-4",
    instructions="Call a tool.",
    version="1.0.0",
    website_url="https://example.com/",
    icons=ICONS,
    list_page_size=9,
    cache_ttl=1000,
    cache_scope="public",
    request_state_security=RequestStateSecurity(keys=["a key that every process knows, and more"]),
)
reading = server.tool(annotations={"title": "Reads", "readOnlyHint": True}, icons=ICONS)
changing = server.tool(annotations={"readOnlyHint": False, "destructiveHint": False})
written = {"now": False}


class Weather(BaseModel):
    """What a forecast has."""

    city: str
    degrees: float


@reading
def forecast(city: str) -> Weather:
    """Tell the weather in a city."""
    return Weather(city=city, degrees=21.5)


Region = Annotated[str, Field(json_schema_extra={"x-mcp-header": "Region"})]
Limit = Annotated[int, Field(json_schema_extra={"x-mcp-header": "Limit"})]


@reading
def lookup(region: Region, limit: Limit = 3) -> str:
    """Look up a region; a gateway may route by it."""
    return f"{limit} in {region}"


@reading
def media() -> ToolResult:
    """Return every kind of content."""
    return ToolResult(content=MEDIA, meta={"example.com/source": "right"})


@server.tool(annotations={"readOnlyHint": True}, app={"resourceUri": FACE})
def show_clock() -> str:
    """Show a clock."""
    return "noon"


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
    for level in LEVELS:
        await ctx.log(f"this is {level}", level=level, logger_name="talk")
    return "said"


def is_stateless(ctx):
    return ctx.request_context.protocol_version == "2026-07-28"


def asking(ctx, key, request, needed, state):
    """The question, for a client that can be asked."""
    declared = ctx.session.client_capabilities
    if declared is None or not ctx.session.check_client_capability(needed):
        data = {"requiredCapabilities": needed.model_dump(by_alias=True, exclude_none=True)}
        raise MCPError(types.MISSING_REQUIRED_CLIENT_CAPABILITY, "not declared", data)
    return types.InputRequiredResult(input_requests={key: request}, request_state=state)


def answer_to(ctx, key, state):
    """Counts only for the call that it was asked for."""
    return (ctx.input_responses or {}).get(key) if ctx.request_state == state else None


class Zone(BaseModel):
    """What the form asks for."""

    zone: str = Field(title="Zone", max_length=40)
    hours: int = Field(default=24, ge=12, le=24)
    summer: bool = False


FORMS = types.ClientCapabilities(elicitation=types.ElicitationCapability())


@reading
async def time_in(city: str, ctx: Context) -> str | types.InputRequiredResult:
    """Tell the time in a zone that the user names."""
    if not is_stateless(ctx):
        if not ctx.session.check_client_capability(FORMS):
            return f"noon in {city}"
        answer = await ctx.elicit("Which zone?", response_type=Zone)
        return f"noon in {city} ({answer.action})"
    answer = answer_to(ctx, "zone", city)
    content = getattr(answer, "content", None) or {}
    if answer is not None and (answer.action != "accept" or isinstance(content.get("zone"), str)):
        return f"noon in {city}, {content.get('zone')}"
    form = types.ElicitRequestFormParams(message="Which zone?", requested_schema=CATALOG["form"])
    return asking(ctx, "zone", types.ElicitRequest(params=form), FORMS, city)


URLS = types.ClientCapabilities(
    elicitation=types.ElicitationCapability(url=types.UrlElicitationCapability())
)


@reading
async def sign_in(ctx: Context) -> str | types.InputRequiredResult:
    """Send the user to a web page."""
    page = {"message": "Sign in.", "url": "https://example.com/sign-in"}
    if not is_stateless(ctx):
        able = getattr(ctx.session.client_capabilities, "elicitation", None)
        if able is None or able.url is None:
            return "this needs URL elicitation"
        return (await ctx.session.elicit_url(**page, elicitation_id="one")).action
    answer = answer_to(ctx, "page", "page")
    if answer is not None:
        return answer.action
    asked = types.ElicitRequest(params=types.ElicitRequestURLParams(**page))
    return asking(ctx, "page", asked, URLS, "page")


ROOTS = types.ClientCapabilities(roots=types.RootsCapability())


@reading
async def where(ctx: Context) -> str | types.InputRequiredResult:
    """Name the client's roots."""
    if is_stateless(ctx):
        found = answer_to(ctx, "roots", "roots")
        if found is None:
            return asking(ctx, "roots", types.ListRootsRequest(), ROOTS, "roots")
    elif not ctx.session.check_client_capability(ROOTS):
        return "nowhere"
    else:
        found = await ctx.session.list_roots()
    return " ".join(str(root.uri) for root in found.roots)


SAMPLING = types.ClientCapabilities(sampling=types.SamplingCapability())


@reading
async def model_time(ctx: Context) -> str | types.InputRequiredResult:
    """Ask the client's model for the time."""
    question = types.SamplingMessage(role="user", content=types.TextContent(text="What time?"))
    asked = {"messages": [question], "max_tokens": 50}
    if not is_stateless(ctx):
        able = ctx.session.check_client_capability(SAMPLING)
        return (await ctx.session.create_message(**asked)).model if able else "no model"
    answer = answer_to(ctx, "model", "model")
    if answer is not None:
        return answer.model
    params = types.CreateMessageRequestParams(**asked)
    return asking(ctx, "model", types.CreateMessageRequest(params=params), SAMPLING, "model")


@changing
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


@changing
async def change_tools(ctx: Context) -> str:
    """Tell of a change to the tool list, in a session: FastMCP has no subscriptions."""
    if not is_stateless(ctx):
        await ctx.session.send_tool_list_changed()
    return "changed"


@server.resource(NOTE["uri"], title="Today", icons=ICONS, annotations=NOTE["annotations"])
def today() -> str:
    """What to do today."""
    return CATALOG["contents"][NOTE["uri"]]["text"]


@server.resource(LOGO["uri"], mime_type="image/png")
def logo() -> bytes:
    """The logo."""
    return base64.b64decode(CATALOG["contents"][LOGO["uri"]]["blob"])


@server.resource(FACE, app={"csp": {"resourceDomains": ["https://cdn.example.com"]}})
def face() -> str:
    """The face of a clock."""
    return CATALOG["contents"][FACE]["text"]


@server.resource("note://by-name/{name}", title="A note", icons=ICONS, mime_type="text/plain")
def note(name: str) -> str:
    """A note by its name."""
    if name == "broken":
        raise OSError("the disk is full")
    return f"note {name}"


@server.prompt(title="Greet", icons=ICONS)
def greet(name: Annotated[str, Field(description="Whom to greet.")]) -> str:
    """Greet somebody."""
    return f"Say hello to {name}."


@server.prompt
def describe() -> list[Message]:
    """Describe a picture, a sound and a note."""
    return [Message(block) for block in MEDIA]


@server.prompt
def broken_prompt() -> str:
    """Fail, as prompts may."""
    raise OSError("the disk is full")


@server.completion
async def complete(ref, argument, context):
    """Names that begin with the value."""
    if isinstance(ref, types.PromptReference) and await server.get_prompt(ref.name) is None:
        raise MCPError(types.INVALID_PARAMS, "unknown prompt")
    return [name for name in ("alpha", "beta") if name.startswith(argument.value)]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        at = {"host": "127.0.0.1", "port": int(sys.argv[1]), "host_origin_protection": True}
        server.run("http", show_banner=False, **at)
    else:
        server.run("stdio", show_banner=False)
