"""What one probe sends and looks for: random numbers, canary files, our listener."""

from __future__ import annotations

from collections.abc import Callable

from mcptest.model.record import record


@record
class Canary:
    """Our own file with random content, outside of any folder that the server was given."""

    path: str
    token: str


@record
class Trial:
    """New numbers for every try, so that nothing can be left over from an earlier one."""

    a: int
    b: int
    canaries: tuple[Canary, ...]
    nonce: str
    port: int
    heard: Callable[[str], bool]

    @property
    def product(self) -> str:
        return str(self.a * self.b)

    @property
    def sum_text(self) -> str:
        """The operation without its result."""
        return f"{self.a}*{self.b}"
