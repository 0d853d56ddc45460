"""The JSON Schema of a suite, checked in for editors that read it from the repository."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mcptest.plan import suite_schema


def files() -> Iterator[tuple[str, str]]:
    text = json.dumps(suite_schema(), indent=2, ensure_ascii=False)
    yield "src/mcptest/suite/suite.schema.json", text + "\n"
