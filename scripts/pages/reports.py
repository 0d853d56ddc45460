"""reports.md: from the registry of report formats."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest import registry
from mcptest.report.report import FORMATS, Report
from pages.markdown import page, table

_INTRO = """\
`--format NAME` chooses what goes to standard output; the default is `text`.
`--report NAME=PATH` writes one more, and may be given several times.

```console
$ mcptest run --report junit=results.xml --report markdown=summary.md
```
"""
_NOTES = """\
Logs, progress and warnings go to standard error, so standard output can be piped.
Colour and live progress appear only on a terminal; `NO_COLOR`, `--no-color` and `CI` turn them off.
Text from a server is shown with control characters escaped, and what looks like a secret is masked.
A report file is replaced whole or not at all.

Evidence is bounded: a text of more than 64 KiB is cut, with its length and hash named, and a value of more than 256 KiB becomes the beginning of its own text.
SARIF carries the 5,000 gravest results, and says how many it left out.

A saved run can be rendered again: `mcptest report run.json --format markdown`.
`--compare RUN.json` adds what changed since that run to {comparing}; see [the HTML report](../how-to/share-the-html-report.md).
The shapes of the JSON documents are in [documents](documents.md).

## What reports do not do

They do not send anything anywhere, and they keep no history.
"""


def files() -> Iterator[tuple[str, str]]:
    reports = registry.collect(FORMATS, "REPORT", Report).values()
    rows = [(f"`{r.name}`", r.summary, f"`.{r.extension}`", _streams(r)) for r in reports]
    comparing = " and ".join(f"`{report.name}`" for report in reports if report.compares)
    notes = _NOTES.replace("{comparing}", comparing)
    head = ("Name", "What it is", "Usual ending", "Written while the run goes on")
    yield "docs/reference/reports.md", page("Reports", _INTRO, table(head, rows), notes)


def _streams(report: Report) -> str:
    return "yes" if report.line else "no"
