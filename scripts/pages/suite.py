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
Unknown and duplicate keys are errors, with a place and a suggestion.
`mcptest validate` checks a suite without running it.
`mcptest schema > suite.schema.json` writes the JSON Schema that this page is made from; an editor completes from it.

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

A *duration* is written `250ms`, `30s` or `2m`; a bare number is seconds.
"""
_ABOUT = {
    "server": "A program to launch (`command`) or an address to connect to (`url`), and how to talk to it.",
    "tool test": "One call of one tool, or several with `cases` or `steps`.",
    "assertion": "One thing that must hold; see [targets](targets.md) and [matchers](matchers.md).",
    "expect": "A list of assertions may stand for the whole object.",
    "value from the environment": "So that a secret does not stand in the file.",
}
_VARIABLES = """\
## Variables

`${name}` stands for a value from `variables`, `${env.NAME}` for one from the environment, `${CONFIG_DIR}` for the folder of the file.
A variable is literal, or `{from_env: VAR, default: …}`; one without a value is an error with its place.
A text that is nothing but one reference keeps the type of the value.
In `steps`, a name that an earlier step has captured can be used in the same way.
"""
_LIMITS = """\
## What a suite does not do

It has no conditions, no loops and no code: what cannot be said here belongs into a test in Python.
A command is never run by a shell, so pipes and redirections in it are plain text.
A child process does not inherit your environment: it gets `PATH`, `HOME`, locale and temporary folders, and what `env` names.
"""


def files() -> Iterator[tuple[str, str]]:
    sections = dict(_sections(suite_schema(), "suite"))
    parts = [_section(title, schema) for title, schema in sections.items()]
    yield "docs/reference/suite.md", page("Suites", _INTRO, *parts, _VARIABLES, _LIMITS)


def _sections(schema: Json, name: str) -> Iterator[tuple[str, JsonObject]]:
    """Every object with keys, by its title, the outermost first."""
    if not isinstance(schema, dict):
        return
    if schema.get("properties"):
        yield str(schema.get("title", name)).removeprefix("mcptest "), schema
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
    name = f"`{title}`" if "_" in title else title.capitalize()
    return member_section(name, about, schema)
