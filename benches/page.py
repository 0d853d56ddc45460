"""The page: time until it is served and drawn, calls per second, memory with 10,000 messages."""

import asyncio
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[1]

ECHO = (sys.executable, str(Path(__file__).with_name("echo_server.py")))
CALLS = 300
MESSAGES = 10_000


def lines(calls=CALLS, messages=MESSAGES):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield from first_view(folder)
        yield from first_paint(Path(folder))
        yield from through_the_listener(Path(folder), calls)
        yield from asyncio.run(through_the_hub(Path(folder), calls, messages))


def first_view(folder):
    """From the command to its page and state, with every file that a browser asks for."""
    from mcptest.ui.assets import load_assets

    files = load_assets()
    began = time.monotonic()
    command = [sys.executable, "-m", "mcptest", "ui", "--no-open", "--root", folder, "--", *ECHO]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        origin, _, token = process.stdout.readline().split()[1].partition("/#token=")
        listening = time.monotonic() - began
        for path in [*files, "/api/state"]:
            request = urllib.request.Request(origin + path, headers={"X-Mcptest-Token": token})
            with urllib.request.urlopen(request) as response:
                response.read()
        served = time.monotonic() - began
        process.terminate()
    size = sum(len(body) for path, (_, body) in files.items() if path != "/")
    yield f"listening after {listening * 1000:.0f} ms, all served after {served * 1000:.0f} ms"
    yield f"the page has {size / 1000:.0f} KB in {len(files) - 1} files"


def first_paint(folder):
    """In Chromium on server-everything, from the navigation; says so where one is missing."""
    sys.path.insert(0, str(ROOT))
    from tests.real.browser import NAMES, browsing
    from tests.real.servers import STDIO
    from tests.real.ui_page import ui

    if not any(map(shutil.which, NAMES)) or not (ROOT / ".real").exists():
        yield "first paint was not measured: it needs Chromium and the servers of make test-real"
        return
    with (
        ui(folder, "--", *STDIO["everything"]()) as (link, _),
        browsing(folder / "profile") as browser,
    ):
        tab = browser.open(link)
        tab.wait("document.body.dataset.ready")
        tab.wait("performance.getEntriesByName('first-contentful-paint').length > 0")
        painted = tab.look("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        usable = tab.look("performance.getEntriesByName('ready')[0].startTime")
    yield (
        f"first paint after {painted:.0f} ms in Chromium, usable after {usable:.0f} ms, "
        "on server-everything"
    )
    yield from memory_of_a_page(folder)


def memory_of_a_page(folder):
    """The heap of a page that shows 10,000 messages, and how long a key takes there."""
    from tests.real.browser import browsing
    from tests.real.ui_page import View, ui, write_config

    config = write_config(folder, everything=False)
    with (
        ui(folder, "--mcp-config", str(config)) as (link, _),
        browsing(folder / "second") as browser,
    ):
        view = View(browser, link, "asking").connect().tool("list_flood")
        view.fill("[data-field=count] input", str(MESSAGES))
        view.call("ok")
        view.go("messages")
        shown = "document.querySelector('.toolbar .note').textContent"
        view.tab.wait(f"{shown}.startsWith('{MESSAGES // 1000}')")

        view.tab.call("HeapProfiler.collectGarbage")
        heap = view.tab.call("Runtime.getHeapUsage")["usedSize"]
        view.tab.look("document.querySelector('.messages .list').focus()")
        took = view.tab.look(KEY)
    yield f"{heap / 2**20:.0f} MiB heap of a page with {MESSAGES:,} messages, {took:.0f} ms a key"


KEY = """new Promise((resolve) => {
  const began = performance.now();
  const down = new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true });
  document.activeElement.dispatchEvent(down);
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)));
})"""


def through_the_listener(folder, calls):
    """As the page makes them: a request that starts the call, one for its response."""
    command = [
        sys.executable,
        "-m",
        "mcptest",
        "ui",
        "--no-open",
        "--root",
        str(folder),
        "--",
        *ECHO,
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        origin, _, token = process.stdout.readline().split()[1].partition("/#token=")
        connection = http.client.HTTPConnection(origin.removeprefix("http://"))
        connection.connect()
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # as browsers do

        def do(action, **request):
            headers = {"X-Mcptest-Token": token, "Content-Type": "application/json"}
            connection.request("POST", f"/api/do/{action}", json.dumps(request), headers)
            return json.loads(connection.getresponse().read())["value"]

        server = "echo_server.py"
        do("connect", server=server)
        spent = psutil.Process(process.pid).cpu_times()
        began = time.monotonic()
        for number in range(calls):
            params = {"name": "echo", "arguments": {"text": str(number)}}
            call = do("request", server=server, method="tools/call", params=params)
            while call["status"] == "running":
                call = do("call", call=call["number"])
        speed = calls / (time.monotonic() - began)
        now = psutil.Process(process.pid).cpu_times()
        used = (now.user - spent.user + now.system - spent.system) / calls
        connection.close()
        process.terminate()
    yield (
        f"{speed:.0f} calls per second through the page's listener, one after the other, "
        f"{used * 1000:.1f} ms of processor time each"
    )


async def through_the_hub(folder, calls, messages):
    from mcptest.mcp_server.workspace import Workspace
    from mcptest.suite.load import ServerSpec
    from mcptest.ui.hub import Hub
    from mcptest.ui.offered import OfferedServer
    from mcptest.wire.target import StdioTarget
    from mcptest.wire.transcript import TranscriptEntry

    offered = OfferedServer("echo", ServerSpec(name="echo", target=StdioTarget(ECHO)), (), ECHO)
    hub = Hub([offered], Workspace(folder), os.environ)
    live = hub.live("echo")
    await live.connect()
    began = time.monotonic()
    for number in range(calls):
        params = {"name": "echo", "arguments": {"text": str(number)}}
        call = hub.calls.start(live, "tools/call", params)
        while call.status == "running":
            await hub.feed.wait(hub.feed.last, 1)
    speed = calls / (time.monotonic() - began)
    before = psutil.Process().memory_info().rss
    params = {"level": "info", "data": "x" * 400}
    raw = json.dumps({"jsonrpc": "2.0", "method": "notifications/message", "params": params})
    for _ in range(messages):
        live.hear(TranscriptEntry(time.monotonic(), "received", raw.encode(), size=len(raw)), 1)
    grown = psutil.Process().memory_info().rss - before
    await hub.close()
    return (
        f"{speed:.0f} calls per second inside the process",
        f"{grown / 2**20:.0f} MiB more for {messages:,} messages of {len(raw)} bytes",
    )


if __name__ == "__main__":
    print("\n".join(lines()))
