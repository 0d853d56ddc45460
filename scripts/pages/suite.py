"""suite.md: every key of a suite, from the shapes that read it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from mcptest.model.json import Json, JsonObject
from mcptest.plan import suite_schema
from pages.markdown import page
from pages.schema_words import member_section, members

_INTRO = """\
A suite is YAML 1.2 in UTF-8: `no`, `on` and `off` are text.
Unknown and duplicate keys are errors.
`mcptest validate` checks a suite without running it.
`mcptest schema > suite.schema.json` writes a JSON Schema for completion in your editor.

```yaml runnable
# yaml-language-server: $schema=suite.schema.json
server:
  command: [mcptest, mock, --tools-from, "${CONFIG_DIR}/mocks/records.yml"]
tools:
  - name: search finds two records
    tool: search_records
    args: { query: alpha }
    expect:
      - target: result.structuredContent.ids
        matcher: { length: 2 }
```

Write a *duration* as `250ms`, `30s` or `2m`; a plain number means seconds.

A *revision* is a dated version of MCP, such as `2025-11-25`; `v2025-11-25` means the same.
`protocol_version` of a server is the revision that its sessions use.
`spec_version` of a matrix runs tests once for each of its revisions.
`spec_version` of `compliance` is the revision that the suite was written against, from which `spec_version_check` compares.
On the command line, `--spec-version` selects the revision.
"""
_ABOUT = {
    "server": "A program to start (`command`) or a URL to connect to (`url`), and its settings.",
    "tool test": "One tool call, or several with `cases` or `steps`.",
    "assertion": "One condition; see [targets](targets.md) and [matchers](matchers.md).",
    "expect": "A plain list of assertions is enough.",
    "value from the environment": "Keeps a secret out of the file.",
}
_HEADINGS = {"oauth": "OAuth"}
_VARIABLES = """\
## Variables

`${name}` is a value from `variables`, `${env.NAME}` an environment variable, and `${CONFIG_DIR}` the folder of the file.
A variable is a literal, or `{from_env: VAR, default: …}`; a variable without a value is an error.
If a string is only one reference, the value keeps its type.
In `steps`, use captured values in the same way.
"""
_LIMITS = """\
## What a suite does not do

It has no conditions, loops or code; write such tests in Python.
It does not use a shell, so pipes and redirections in a command are plain text.
It does not pass your environment to the server: a child process gets `PATH`, `HOME`, locale and temporary folders, and the variables in `env`.
"""


def files() -> Iterator[tuple[str, str]]:
    sections = dict(_sections(suite_schema(), "suite"))
    parts = [_section(title, schema) for title, schema in sections.items()]
    yield "docs/reference/suite.md", page("Suites", _INTRO, *parts, _VARIABLES, _LIMITS)


def _sections(schema: Json, name: str) -> Iterator[tuple[str, JsonObject]]:
    """Every object with keys, by its title, the outermost first."""
    if not isinstance(schema, dict):
        return
    if schema.get("properties") and "title" in schema:
        yield str(schema["title"]).removeprefix("mcptest "), schema
    inside = [(each.key, each.schema) for each in members(schema)]
    definitions = schema.get("$defs")
    for key, value in inside:
        yield from _sections(value, key)
    for word in ("items", "additionalProperties"):
        yield from _sections(schema.get(word), name)
    for word in ("anyOf", "oneOf"):
        for choice in cast("list[Json]", schema.get(word, [])):
            yield from _sections(choice, name)
    if isinstance(definitions, dict):
        yield from _sections(definitions["expect"], "expect")


def _section(title: str, schema: JsonObject) -> str:
    about = _ABOUT.get(title, str(schema.get("description", "")))
    name = _HEADINGS.get(title) or (f"`{title}`" if "_" in title else title.capitalize())
    return member_section(name, about, schema)
