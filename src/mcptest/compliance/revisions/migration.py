"""What a server must change for a newer revision, from its responses. Pure."""

from __future__ import annotations

from typing import TypeAlias

from mcptest.model.record import record

RETIRED_MISSING_RESOURCE = -32002
INVALID_PARAMS = -32602


@record
class Pass:
    """The target revision asks for exactly this."""

    message: str


@record
class Fail:
    """The target revision forbids it; ``replacement`` is what it wants instead."""

    message: str
    replacement: int


@record
class Skipped:
    """The answer says nothing about this change."""

    message: str


MigrationVerdict: TypeAlias = Pass | Fail | Skipped


@record
class MigrationCorpus:
    """The checks that need no rule file, only a value that a server returned."""

    def check_resource_error_code(self, code: int) -> MigrationVerdict:
        """Judge the code that ``resources/read`` gave for a resource that is not there."""
        if code == RETIRED_MISSING_RESOURCE:
            text = f"{code} is retired; a missing resource is answered with {INVALID_PARAMS}"
            return Fail(text, INVALID_PARAMS)
        if code == INVALID_PARAMS:
            return Pass(f"a missing resource is answered with {INVALID_PARAMS}")
        return Skipped(f"{code} is neither the old nor the new code for a missing resource")
