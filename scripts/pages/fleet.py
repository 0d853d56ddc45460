"""fleet.md: every key of a fleet file, from the shapes that read it, and the folder of a run."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.fleet.inventory.shape import fleet_schema
from mcptest.model.json import Json, JsonObject
from pages.markdown import page
from pages.schema_words import member_section, members

_INTRO = """\
A fleet file lists servers, by the same reader and with the same messages as a [suite](suite.md).
It is called `fleet.yml`, or `NAME.fleet.yml`.
`mcptest validate fleet.yml` checks it; `mcptest schema --of fleet` prints the JSON Schema that this page is made from.

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

A secret is named, never written: a value that looks like one is refused with its place.
A variable that is not set stops its own server, which then ends as `unusable`, and no other.
"""
_ABOUT = {
    "server": "The [server form](suite.md#server) of a suite, and a few keys more.",
    "import": "A file in which a host or an editor lists servers (`mcpServers` or `servers`); a path alone will do.",
}
_GATES = """\
## Which gate holds

Without a gate, a server fails by every failed rule or probe of its audit.
`min_grade` decides about the graded rules; a valid call, a probe or a fuzz that fails still fails the server.
`no_regression` accepts every failure that was there before.
A suite that fails always fails its server.
`min_grade` is looked at where the compliance stage was run, so not with `--only suite`.
Of several tags, the strictest grade counts; what a tag says comes before what is said for all.
`no_regression` compares with the newest run in which the server passed, best of all with the same stages, or with the run that `--against` names; where no run has judged it, it passes with a note.
So a server that got worse stays failed when it is run again, also when it was out of reach in between; `--against` with the worse run accepts it as it is now.
A grade that was there and is there no more is worse. Cases are compared only where both runs had the same stages.
"""
_FOLDER = """\
## The folder of a run

`fleet run` keeps everything in `.mcptest/fleet/<run id>`, or in the folder that `--out` names; ids sort by time.

| File | What it is |
| --- | --- |
| `fleet.json` | The [document](documents.md#fleet-run) of the run, `mcptest.fleet/v1`, written at the end, also of an interrupted run. |
| `journal.ndjson` | A line as each server ends, so that `--resume` does nothing twice. |
| `servers/NAME.audit.json` | The audit of a server, an [`mcptest.run/v1`](documents.md#run) document. |
| `servers/NAME.suite.json` | Its suite, the same. |

Documents are replaced whole or not at all, and `mcptest report` renders each of them in another format.
A line of the journal has an `event`: `fleet-started` (with `run`, the document without its servers), `server-finished` (with `server`, its row), `fleet-resumed`, `fleet-finished`.
A line that was cut off counts as not written.
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
