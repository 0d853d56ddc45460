"""What the tools of ``python_1.py`` do; each gets the context of its request."""

import json
from collections import defaultdict
from pathlib import Path

import anyio
from mcp import types
from mcp.shared.exceptions import UrlElicitationRequiredError

CATALOG = json.loads(Path(__file__).with_name("catalog.json").read_text("utf-8"))
NOTE = "note://today"
LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]
levels, written, watchers, started = {}, {"now": False}, defaultdict(set), set()


def text(value):
    return types.TextContent(type="text", text=value)


async def broken(ctx):
    raise ValueError("the disk is full")


async def pause(ctx):
    await anyio.sleep(1)
    return "rested"


async def reconnect(ctx):
    if ctx.close_sse_stream is not None:
        await ctx.close_sse_stream()
    await anyio.sleep(0.2)
    return "back"


async def count(ctx):
    token = ctx.meta.progressToken if ctx.meta else None
    for number in (1, 2, 3) if token is not None else ():
        await ctx.session.send_progress_notification(
            token, number, 3, f"at {number}", str(ctx.request_id)
        )
    return "three"


async def talk(ctx):
    least = LEVELS.index(levels.get(id(ctx.session), "debug"))
    for level in LEVELS[least:]:
        await ctx.session.send_log_message(level, f"this is {level}", "talk", ctx.request_id)
    return "said"


def declared(ctx, **wanted):
    return ctx.session.check_client_capability(types.ClientCapabilities(**wanted))


async def time_in(ctx):
    if not declared(ctx, elicitation=types.ElicitationCapability()):
        return "noon, somewhere"
    answer = await ctx.session.elicit_form("Which zone?", CATALOG["form"], ctx.request_id)
    return f"noon ({answer.action})"


async def sign_in(ctx):
    client = ctx.session.client_params.capabilities.elicitation
    page = {"message": "Sign in.", "url": "https://example.com/sign-in", "elicitation_id": "one"}
    if client is None or client.url is None:
        return "this needs a client with URL elicitation"
    answer = await ctx.session.elicit_url(**page, related_request_id=ctx.request_id)
    if answer.action == "accept":
        await ctx.session.send_elicit_complete("one", ctx.request_id)
    return answer.action


async def read_mail(ctx):
    """Only after a visit to a web page; the error has the way there."""
    client = ctx.session.client_params.capabilities.elicitation
    if client is None or client.url is None:
        return "this needs a client with URL elicitation"
    page = {"message": "Sign in.", "url": "https://example.com/mail", "elicitationId": "mail"}
    started.add(id(ctx.session))
    raise UrlElicitationRequiredError([types.ElicitRequestURLParams(**page)])


async def finish_sign_in(ctx):
    """What the web page does when the user is done."""
    if id(ctx.session) in started:
        await ctx.session.send_elicit_complete("mail", ctx.request_id)
    return "finished"


async def where(ctx):
    if not declared(ctx, roots=types.RootsCapability()):
        return "nowhere"
    found = await ctx.session.list_roots()
    return " ".join(str(root.uri) for root in found.roots)


async def model_time(ctx):
    """With a clock for the model where the client can offer one."""
    sampling = ctx.session.client_params.capabilities.sampling
    if sampling is None:
        return "no model"
    schema = {"type": "object", "properties": {}}
    clock = types.Tool(name="clock", inputSchema=schema, annotations={"readOnlyHint": True})
    more = {"tools": [clock]} if sampling.tools is not None else {}
    more["related_request_id"] = ctx.request_id
    question = types.SamplingMessage(role="user", content=text("What time is it?"))
    first = await ctx.session.create_message([question], max_tokens=50, **more)
    content = first.content if isinstance(first.content, list) else [first.content]
    results = [
        types.ToolResultContent(type="tool_result", toolUseId=block.id, content=[text("noon")])
        for block in content
        if block.type == "tool_use"
    ]
    if not results:
        return first.model
    said = types.SamplingMessage(role="assistant", content=content)
    told = types.SamplingMessage(role="user", content=results)
    return (await ctx.session.create_message([question, said, told], max_tokens=50, **more)).model


async def write_slowly(ctx):
    written["now"] = False
    await anyio.sleep(0.5)
    written["now"] = True
    return "done"


async def was_written(ctx):
    return "it was written" if written["now"] else "not yet"


async def change_tools(ctx):
    await ctx.session.send_tool_list_changed()
    return "changed"


async def change_prompts(ctx):
    await ctx.session.send_prompt_list_changed()
    return "changed"


async def change_resources(ctx):
    await ctx.session.send_resource_list_changed()
    return "changed"


async def change_note(ctx):
    if NOTE in watchers[id(ctx.session)]:
        await ctx.session.send_resource_updated(types.AnyUrl(NOTE))
    return "changed"
