"""The command line in this process."""

from tests.cli.conftest import Said, cli, no_ci, suite, tiny

__all__ = ["Said", "cli", "no_ci", "suite", "tiny"]
