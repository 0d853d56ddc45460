"""Which server the fixture ``mcp`` talks to; here the built-in mock, in your project your own."""

from pathlib import Path

import pytest

MOCK = Path(__file__).parents[1] / "mocks" / "records.yml"


@pytest.fixture
def mcp_server() -> list[str]:
    return ["mcptest", "mock", "--tools-from", str(MOCK)]
