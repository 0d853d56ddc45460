"""Color for terminals; the plain text says the same."""

from __future__ import annotations

from mcptest.model.record import record

_CODES = {"red": 31, "green": 32, "yellow": 33, "magenta": 35, "cyan": 36}


@record
class Paint:
    """Knows whether colour is wanted, so that nobody else has to."""

    on: bool = False

    def colour(self, text: str, name: str) -> str:
        return f"\x1b[{_CODES[name]}m{text}\x1b[0m" if self.on else text

    def bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.on else text

    def dim(self, text: str) -> str:
        return f"\x1b[2m{text}\x1b[0m" if self.on and text else text
