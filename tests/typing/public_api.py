"""The public API as a user types it; mypy reads this file, nothing runs it."""

import mcptest

version: str = mcptest.__version__
