"""A place in a file: line and column."""

from __future__ import annotations

from mcptest.model.record import record


@record(guarded=False)
class Location:
    """File, line and column, both counted from one, and the line itself for the excerpt."""

    file: str
    line: int
    column: int
    width: int = 1
    text: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"
