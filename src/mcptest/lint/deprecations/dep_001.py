"""Uses the HTTP+SSE transport."""

from __future__ import annotations

from mcptest.lint.deprecation import Deprecation, DeprecationProof
from mcptest.lint.suite_uses import legacy_transport
from mcptest.model.spec_version import SpecVersion

DEPRECATION = Deprecation(
    id="DEP-001",
    title="uses the HTTP+SSE transport",
    since=SpecVersion.V2025_03_26,
    gone=False,
    why="Streamable HTTP replaced it, and clients are dropping the old transport.",
    replacement="Serve Streamable HTTP on one endpoint, and omit `transport:`.",
    find=legacy_transport,
    proof=DeprecationProof(
        passing="""\
server: { url: "http://127.0.0.1:1/mcp" }
""",
        failing="""\
server: { url: "http://127.0.0.1:1/sse", transport: sse }
""",
    ),
)
