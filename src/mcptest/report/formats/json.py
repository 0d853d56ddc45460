"""The ``mcptest.run/v1`` document."""

from __future__ import annotations

import json

from mcptest.model.run import Run
from mcptest.report.document import run_document
from mcptest.report.report import Report


def render(run: Run) -> str:
    return json.dumps(run_document(run), indent=2, allow_nan=False) + "\n"


REPORT = Report("json", "One document with everything in it.", render, extension="json")
