"""fleet.md: every key of a fleet file, from the shapes that read it, and the folder of a run."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.fleet.inventory.shape import fleet_schema
from mcptest.model.json import Json, JsonObject
from pages.markdown import page
from pages.schema_words import member_section, members

_INTRO = """\
A fleet file lists servers to test together, with the same server form as a [suite](suite.md).
Its name is `fleet.yml` or `NAME.fleet.yml`.
`mcptest validate fleet.yml` checks it; `mcptest schema --of fleet` prints its JSON Schema.

```yaml fleet
fleet: acme
servers:
  records:
    command: [mcptest, mock, --tools-from, "${CONFIG_DIR}/mocks/records.yml"]
    tags: [production]
    owner: data
    suite: quickstart.mcptest.yml
  billing:
    url: https://billing.example/mcp
    auth: { bearer_token_env: BILLING_TOKEN }
    tags: [production, remote]
gates:
  min_grade: B
  tags:
    production: { no_regression: true }
limits: { timeout: 5m, total: 60m }
```

Refer to secrets by the name of a variable: a value that looks like a secret is an error.
If a variable is not set, only its server is affected, with the status `unusable`.
"""
_ABOUT = {
    "server": "The [server form](suite.md#server) of a suite, with a few more keys.",
    "import": "An MCP client config (`mcpServers` or `servers`); a plain path is enough.",
}
_GATES = """\
## Which gates apply

Without gates, any failed rule or probe of its audit fails a server.
`min_grade` replaces this for the graded rules; a failed valid call, probe or fuzz still fails the server.
`no_regression` accepts every failure that existed before.
A failed suite always fails its server.
`min_grade` only applies if the compliance stage ran, so not with `--only suite`.
If a server has several tags, the strictest grade counts; gates of a tag take precedence over the general ones.
`no_regression` compares with the newest run in which the server passed, preferably with the same stages, or with the run in `--against`; if there is none, it passes with a note.
A server that got worse keeps failing in later runs, also if it was unreachable in between; pass the worse run with `--against` to accept it.
A missing grade counts as worse.
Tests are compared only if both runs had the same stages.
"""
_FOLDER = """\
## The folder of a run

`fleet run` saves everything in `.mcptest/fleet/<run id>`, or in the folder of `--out`; ids sort by time.

| File | Content |
| --- | --- |
| `fleet.json` | The [document](documents.md#fleet-run) of the run, `mcptest.fleet/v1`, written at the end, also if the run is interrupted. |
| `journal.ndjson` | A line for each finished server, used by `--resume`. |
| `servers/NAME.audit.json` | The audit of a server, an [`mcptest.run/v1`](documents.md#run) document. |
| `servers/NAME.suite.json` | Its suite, the same. |

Documents are replaced atomically, and `mcptest report` renders them in other formats.
A line of the journal has an `event`: `fleet-started` (with `run`, the document without its servers), `server-finished` (with `server`, its row), `fleet-resumed`, `fleet-finished`.
An incomplete line is ignored.
"""


def files() -> Iterator[tuple[str, str]]:
    schema = fleet_schema()
    parts = [_section(title, each) for title, each in dict(_sections(schema, "fleet")).items()]
    yield "docs/reference/fleet.md", page("Fleets", _INTRO, *parts, _GATES, _FOLDER)


def _sections(schema: Json, name: str) -> Iterator[tuple[str, JsonObject]]:
    """Every object with keys of its own; those of the server form stand on the page of suites."""
    if not isinstance(schema, dict):
        return
    if schema.get("properties"):
        title = str(schema.get("title", name)).removeprefix("mcptest ")
        yield title, schema
        if title == "server":
            return
    for each in members(schema):
        yield from _sections(each.schema, each.key)
    choices = schema.get("anyOf")
    for inner in (
        schema.get("items"),
        schema.get("additionalProperties"),
        *(choices if isinstance(choices, list) else ()),
    ):
        yield from _sections(inner, name)


def _section(title: str, schema: JsonObject) -> str:
    about = _ABOUT.get(title, str(schema.get("description", "")))
    return member_section(title.capitalize(), about, schema)
