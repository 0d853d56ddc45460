# ruff: noqa: PLW1510, PTH118, PLW0108, BLE001
"""Twenty tools with real holes, and twenty that do the same without, over stdio or HTTP.

``python weak_tools.py vulnerable|hardened [PART] [--http]``. The holes are real: start it only for tests.
"""

import base64
import html
import ipaddress
import os
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import urlopen

from mcptest.mock.manifest.definition import MockDefinition, MockTool, Response
from mcptest.mock.serve import ListenAddress, ServeOptions, serve_definition

ROOT = Path(tempfile.gettempdir()) / "mcptest-weak-root"


def shell(line):
    return subprocess.run(line, shell=True, capture_output=True, text=True, timeout=5).stdout


def rows(query, *values):
    with sqlite3.connect(":memory:") as base:
        base.execute("CREATE TABLE items (id INTEGER, name TEXT, price TEXT)")
        base.execute("INSERT INTO items VALUES (1, 'milk', '2.10')")
        return (
            "\n".join(" ".join(map(str, row)) for row in base.execute(query, values))
            or "nothing found"
        )


def evaluated(text, pattern):
    return re.sub(pattern, lambda m: str(eval(m.group(1), {"__builtins__": {}})), text)


def prefixed(name):
    path = f"{ROOT}/{name}"
    if not path.startswith(str(ROOT)):
        raise ValueError("outside of the folder")
    return Path(path).read_text()


def no_dots(name):
    if ".." in name:
        raise ValueError("outside of the folder")
    return Path(os.path.join(ROOT, name)).read_text()


def decoded(name):
    if ".." in name:
        raise ValueError("outside of the folder")
    return Path(os.path.join(ROOT, unquote(name))).read_text()


def inside(name):
    path = (ROOT / name).resolve()
    if not path.is_relative_to(ROOT.resolve()):
        raise ValueError(f"{name} is outside of the folder")
    return path.read_text()


def preview(url):
    if any(bad in url for bad in ("localhost", "127.0.0.1")):
        raise ValueError("not a public page")
    return page(url)


def page(url):
    with urlopen(url, timeout=3) as response:
        return response.read(10_000).decode("utf-8", "replace") or "empty page"


def local_page(url):
    if urlsplit(url).scheme != "http":
        raise ValueError(f"cannot open {url}")
    return page(url)


def public_page(url):
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"}:
        raise ValueError(f"cannot open {url}")
    for *_, (address, *_) in socket.getaddrinfo(parts.hostname, parts.port or 80):
        if not ipaddress.ip_address(address).is_global:
            raise ValueError(f"{url} is not public")
    raise ValueError("no network in this test")


def any_file(path):
    return Path(path).read_text()


VULNERABLE = {
    "check_host": (
        "host",
        "Check whether a host answers.",
        "SEC-042",
        lambda v: shell(f"echo checking {v}"),
    ),
    "search_logs": (
        "pattern",
        "Search the logs.",
        "SEC-042",
        lambda v: shell(f"grep '{v}' /dev/null"),
    ),
    "lookup_domain": (
        "domain",
        "Look up a domain.",
        "SEC-042",
        lambda v: shell(f'echo "{v}" | head -c 2000'),
    ),
    "list_archive": (
        "archive",
        "List an archive.",
        "SEC-042",
        lambda v: shell(f"ls {v} 2>/dev/null"),
    ),
    "get_commit": ("commit", "Get a commit.", "SEC-042", lambda v: shell(f"printf %s {v}")),
    "show_listing": (
        "entry",
        "Show a listing.",
        "SEC-043",
        lambda v: subprocess.run(["ls", v], capture_output=True, text=True).stdout,
    ),
    "get_item": (
        "item",
        "Get an item by its name.",
        "SEC-044",
        lambda v: rows(f"SELECT name FROM items WHERE name = '{v}'"),
    ),
    "find_products": (
        "words",
        "Find products.",
        "SEC-044",
        lambda v: rows(f"SELECT * FROM items WHERE name LIKE '%{v}%'"),
    ),
    "get_order": (
        "number",
        "Get an order by its number.",
        "SEC-044",
        lambda v: rows(f"SELECT id, name FROM items WHERE id = {v}"),
    ),
    "search_titles": (
        "title",
        "Search titles.",
        "SEC-044",
        lambda v: rows(f"SELECT name, price FROM items WHERE (name = '{v}')"),
    ),
    "read_note": (
        "path",
        "Read a note below the notes folder.",
        "SEC-040",
        lambda v: Path(os.path.join(ROOT, v)).read_text(),
    ),
    "show_document": (
        "document",
        "Show a document inside the documents folder.",
        "SEC-040",
        prefixed,
    ),
    "view_template": (
        "template",
        "View a template inside the templates folder.",
        "SEC-040",
        lambda v: inside_once(v),
    ),
    "get_report": ("report", "Get a report below the reports folder.", "SEC-040", decoded),
    "read_log": ("file", "Read a log file, relative to the log folder.", "SEC-040", no_dots),
    "get_greeting": (
        "person",
        "Get a greeting for a person.",
        "SEC-045",
        lambda v: evaluated(f"Hello {v}", r"\{\{(.*?)\}\}"),
    ),
    "show_banner": (
        "text",
        "Show a banner with a text.",
        "SEC-045",
        lambda v: evaluated(f"* {v} *", r"\$\{(.*?)\}"),
    ),
    "fetch_page": ("url", "Fetch a public web page.", "SEC-046", page),
    "get_preview": ("link", "Get a preview of a public web page.", "SEC-046", preview),
    "fetch_document": ("url", "Fetch a document from the internet.", "SEC-047", page),
}


def inside_once(name):
    return Path(os.path.join(ROOT, name.replace("../", ""))).read_text()


HARDENED = {
    "check_host": ("host", "Check whether a host answers.", lambda v: f"{v}: no answer"),
    "search_logs": (
        "pattern",
        "Search the logs.",
        lambda v: (
            subprocess.run(
                ["grep", "-e", v, "--", "/dev/null"], capture_output=True, text=True
            ).stdout
            + f"searched for {v}"
        ),
    ),
    "lookup_domain": (
        "domain",
        "Look up a domain.",
        lambda v: html.escape(f"<b>{v}</b> is unknown"),
    ),
    "list_archive": (
        "archive",
        "List an archive.",
        lambda v: f"no archive {base64.b64encode(v.encode()).decode()}",
    ),
    "get_commit": ("commit", "Get a commit.", lambda v: f"fatal: bad object {v}"),
    "show_listing": (
        "entry",
        "Show a listing.",
        lambda v: subprocess.run(["ls", "--", v], capture_output=True, text=True).stderr,
    ),
    "get_item": (
        "item",
        "Get an item by its name.",
        lambda v: rows("SELECT name FROM items WHERE name = ?", v),
    ),
    "find_products": (
        "words",
        "Find products.",
        lambda v: rows("SELECT * FROM items WHERE name LIKE '%' || ? || '%'", v) + f" for {v}",
    ),
    "get_order": (
        "number",
        "Get an order by its number.",
        lambda v: rows("SELECT id FROM items WHERE id = ?", v),
    ),
    "search_titles": ("title", "Search titles.", lambda v: f'near "{v}": syntax error'),
    "read_note": ("path", "Read a note below the notes folder.", inside),
    "show_document": ("document", "Show a document inside the documents folder.", inside),
    "view_file": ("path", "View any file on this machine.", any_file),
    "calculate": (
        "expression",
        "Calculate a product of two numbers.",
        lambda v: evaluated(v, r"(\d+\*\d+)"),
    ),
    "show_product": (
        "text",
        "Show a text with its products worked out.",
        lambda v: evaluated(v, r"(\d+\*\d+)"),
    ),
    "get_greeting": ("person", "Get a greeting for a person.", lambda v: f"Hello {v}"),
    "show_reversed": ("text", "Show a text backwards.", lambda v: v[::-1]),
    "fetch_page": ("url", "Fetch a public web page.", public_page),
    "open_preview": (
        "url",
        "Open a page of the local dev server, such as http://localhost:3000.",
        local_page,
    ),
    "fetch_document": ("url", "Fetch a document from the internet.", public_page),
}


def tool(name, argument, description, act):
    entry = {
        "name": name,
        "description": description,
        "inputSchema": {
            "type": "object",
            "properties": {argument: {"type": "string", "description": "What to use."}},
            "required": [argument],
        },
        "annotations": {"readOnlyHint": True},
    }

    def answer(arguments, _call):
        try:
            text = act(str(arguments[argument]))
        except Exception as trouble:
            return Response(
                content=({"type": "text", "text": f"failed: {trouble}"},), is_error=True
            )
        return Response(content=({"type": "text", "text": str(text)[:20_000]},))

    return MockTool(name, entry, answer=answer)


def main(kind, part="0/1", *flags):
    """``part`` is one of several equal parts of the tools, such as 0/4."""
    ROOT.mkdir(exist_ok=True)
    (ROOT / "today.txt").write_text("Buy milk.\n")
    table = VULNERABLE if kind == "vulnerable" else HARDENED
    number, parts = map(int, part.split("/"))
    rows = list(table.items())[number::parts]
    tools = tuple(tool(name, row[0], row[1], row[-1]) for name, row in rows)
    http = ListenAddress() if "--http" in flags else None
    serve_definition(MockDefinition(name=f"{kind}-tools", tools=tools), ServeOptions(http=http))


if __name__ == "__main__":
    main(*sys.argv[1:])
