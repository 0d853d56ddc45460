"""A server in this process for the tests of the API."""

from pathlib import Path

from mcptest.mock.manifest.load import load_definition
from mcptest.mock.memory import memory_target
from mcptest.mock.server import MockServer

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDS = EXAMPLES / "mocks" / "records.yml"
QUICKSTART = EXAMPLES / "quickstart.mcptest.yml"


def records(fault=None):
    """The records mock, each connection a server of its own."""
    definition = load_definition(RECORDS)
    if fault is None:
        return memory_target(definition)
    return memory_target(MockServer(definition, fault=fault))


async def deaf(pipe):
    """A server that ends at the first word."""
    await pipe.receive()
