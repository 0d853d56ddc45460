"""The known SDKs, and what each does for every server built on it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from mcptest.model.record import record
from mcptest.prebuilt import Prebuilt

TRANSPORT: Final = "transport"  # decided before any code of the author runs
HANDLER: Final = "handler"


@record
class SdkAnswer:
    """One rule that every server on an SDK breaks, and where."""

    rule: str
    does: str
    decided: str
    transports: tuple[str, ...] = ()
    since: str = ""
    until: str = ""

    def holds(self, rule: str, *, transport: str, revision: str) -> bool:
        """Dated revisions sort as text."""
        if rule != self.rule or (self.transports and transport not in self.transports):
            return False
        return self.since <= revision and (not self.until or revision <= self.until)


@record
class SdkProfile:
    id: str
    name: str
    package: str
    versions: str
    tested: str
    language: str
    answers: tuple[SdkAnswer, ...]

    @property
    def release(self) -> str:
        """The version that was tested, with the name: ``FastMCP 4.0.11``."""
        return f"{self.name.rpartition(' ')[0]} {self.tested}"


@cache
def profiles() -> Mapping[str, SdkProfile]:
    """Read once a process."""
    return {name: _profile(name, raw) for name, raw in PREBUILT.load().items()}


def _profile(name: str, raw: Mapping[str, Any]) -> SdkProfile:
    answers = tuple(
        SdkAnswer(**{**one, "transports": tuple(one.get("transports", ()))})
        for one in raw["answers"]
    )
    return SdkProfile(**{**raw, "id": name, "answers": answers})


def _build() -> dict[str, Any]:
    import tomllib

    return tomllib.loads(_ANSWERS.read_text("utf-8"))


_ANSWERS: Final = Path(__file__).with_name("answers.toml")
PREBUILT: Final = Prebuilt("answers", _ANSWERS.parent, sources=lambda: [_ANSWERS], build=_build)
