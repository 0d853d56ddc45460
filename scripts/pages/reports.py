"""reports.md: from the registry of report formats."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest import registry
from mcptest.report.report import FORMATS, Report
from pages.markdown import page, table

_INTRO = """\
`--format NAME` sets the format of stdout; the default is `text`.
`--report NAME=PATH` writes another report to a file; use it several times for several reports.

```console
$ mcptest run --report junit=results.xml --report markdown=summary.md
```
"""
_NOTES = """\
Logs, progress and warnings go to stderr, so you can pipe stdout.
Color and live progress appear only on a terminal; `NO_COLOR`, `--no-color` and `CI` turn them off.
Text from a server is shown with control characters escaped, and secrets are masked.
Report files are replaced atomically.

Evidence is limited: text of more than 64 KiB is truncated, with its length and hash, and a value of more than 256 KiB becomes truncated text.
SARIF has the 5,000 most severe results and the number of omitted ones.

A saved run can be rendered again: `mcptest report run.json --format markdown`.
`--compare RUN.json` adds what changed since that run to {comparing}; see [the HTML report](../how-to/share-the-html-report.md).
[Documents](documents.md) describes the JSON documents.

## What reports do not do

They do not send anything anywhere, and they have no history.
"""


def files() -> Iterator[tuple[str, str]]:
    reports = registry.collect(FORMATS, "REPORT", Report).values()
    rows = [(f"`{r.name}`", r.summary, f"`.{r.extension}`", _streams(r)) for r in reports]
    comparing = " and ".join(f"`{report.name}`" for report in reports if report.compares)
    notes = _NOTES.replace("{comparing}", comparing)
    head = ("Name", "Content", "File extension", "Written during the run")
    yield "docs/reference/reports.md", page("Reports", _INTRO, table(head, rows), notes)


def _streams(report: Report) -> str:
    return "yes" if report.line else "no"
