"""How soon and how often to reopen a stream that the server ended."""

from __future__ import annotations

from typing import Final

LEAST_DELAY: Final = 0.1  # seconds, whatever the server asks for
MOST_DELAY: Final = 3.0  # seconds, unless the server asks for more
SHORT: Final = 1.0  # seconds; a stream that lives longer is worth opening again
MOST_SHORT: Final = 20
CODE: Final = "stream-reconnects"


class Reconnecting:
    """Counts streams that ended at once, and lets the delay grow with them."""

    def __init__(self) -> None:
        self.short = 0

    def ended(self, lived: float, asked: float) -> None:
        """A stream ended after so many seconds, with that delay asked for by the server."""
        hasty = lived < SHORT and asked < SHORT
        self.short = self.short + 1 if hasty else 0

    @property
    def exhausted(self) -> bool:
        return self.short > MOST_SHORT

    def delay(self, asked: float) -> float:
        """At least what the server asks for, and never less than a tenth of a second."""
        grown: float = LEAST_DELAY * 2 ** max(0, min(self.short, 10) - 1)
        return max(asked, min(grown, MOST_DELAY))

    @property
    def problem(self) -> str:
        return (
            f"the server ended its event stream {self.short} times in a row within "
            f"{SHORT:g} s and asked for a reconnect within {SHORT:g} s; mcptest stopped "
            "reconnecting"
        )
