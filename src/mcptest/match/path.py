"""Where to look: a path such as ``result.content[0].text``, or a JSONPath query."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mcptest.model.json import MISSING, MaybeJson


@dataclass(frozen=True, slots=True)
class Path:
    """A compiled target."""

    text: str
    steps: tuple[str | int, ...]

    def resolve(self, roots: Mapping[str, MaybeJson]) -> MaybeJson:
        return roots.get(self.text, MISSING)
