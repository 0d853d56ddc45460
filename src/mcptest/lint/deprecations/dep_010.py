"""Asks for a core task method."""

from __future__ import annotations

from mcptest.lint.deprecation import Deprecation, DeprecationProof
from mcptest.lint.suite_uses import requests
from mcptest.model.spec_version import SpecVersion

DEPRECATION = Deprecation(
    id="DEP-010",
    title="uses a core task method",
    since=SpecVersion.V2026_07_28,
    gone=True,
    why="Tasks moved to the extension io.modelcontextprotocol/tasks, which has another design.",
    replacement="Use tasks/get, tasks/update and tasks/cancel from the extension.",
    find=requests("tasks/result", "tasks/list"),
    proof=DeprecationProof(
        passing="""\
server: { command: [my-server] }
compliance:
  - { name: asks, check: tools/list }
""",
        failing="""\
server: { command: [my-server] }
compliance:
  - { name: asks, check: tasks/list }
""",
    ),
)
