"""probes.md: every probe of ``negative_path`` and every finding of ``probe``, from the source."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.negative.probe import Probe
from mcptest.negative.table import DEFAULT, find_probe, probe_names
from mcptest.scaffold.response_checks import RESPONSE_CHECKS
from pages.markdown import page, table

_INTRO = """\
`negative_path` in a tool test turns a valid call into bad requests and requires that each of them is rejected.
Each kind of bad request is a *probe*.
Without `checks`, the first five run; `checks: [all]` runs every one that applies.
The word has two other uses: `mcptest probe` makes valid calls ([below](#findings-of-mcptest-probe)), and `mcptest security --attack` sends injection probes.

A finding has the fault id of its probe.
Fault ids are stable names: that of `unknown_tool` is FAULT-PROTO-UNKNOWN-METHOD, although it is about a tool, and that of `unknown_method` is FAULT-PROTO-METHOD-NOT-FOUND.

```yaml runnable
server:
  command: [mcptest, mock, --tools-from, "${CONFIG_DIR}/mocks/records.yml"]
tools:
  - name: search rejects bad requests
    tool: search_records
    args: { query: alpha }
    negative_path:
      checks: [unknown_tool, missing_required, wrong_type]
```
"""
_PROBE = """\
## Findings of `mcptest probe`

`mcptest probe` sends no bad requests.
It calls each tool once with valid arguments, if the [safety policy](../explanation/what-we-call.md) allows it, and checks the response.
"""
_LIMITS = """\
## What probes do not do

The probes of `negative_path` do not vary valid input; `fuzz` does that.
Neither they nor `mcptest probe` look for vulnerabilities; the injection probes of `mcptest security --attack` do that, and the [security rules](security/index.md) describe them.
Nothing on this page calls a destructive tool without `--execute-destructive`.
"""


def files() -> Iterator[tuple[str, str]]:
    probes = [probe for name in probe_names() if (probe := find_probe(name)) is not None]
    rows = [(f"`{each.id}`", each.severity.value, each.title, each.fix) for each in RESPONSE_CHECKS]
    found = table(("Code", "Severity", "Meaning", "What to do"), rows)
    parts = [_INTRO, *map(_section, probes), _PROBE, found, _LIMITS]
    yield "docs/reference/probes.md", page("Probes", *parts)


def _section(probe: Probe) -> str:
    facts = [f"- **{head}**: {text}" for head, text in probe.docs().items()]
    default = "- It runs by default." if probe.id in DEFAULT else "- It runs if `checks` names it."
    return f"## `{probe.id}`\n\n" + "\n".join([*facts, default])
