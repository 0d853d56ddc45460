"""A probe: a kind of bad request, what it requires of the response, and its proof."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from mcptest.model.json import Json
from mcptest.model.outcome import Skip
from mcptest.model.tool import ToolDescriptor
from mcptest.negative.probe_session import ProbeSession
from mcptest.negative.subject import ProbeSubject
from mcptest.wire.reply import Reply

RUNTIME_FAULTS: Final = "arXiv:2606.05339"
REAL_FAULTS: Final = "arXiv:2603.05637"
PAPERS: Final = {
    RUNTIME_FAULTS: f'"A Taxonomy of Runtime Faults in MCP Servers" ({RUNTIME_FAULTS})',
    REAL_FAULTS: f'"Real Faults in MCP Software" ({REAL_FAULTS})',
}


class Verdict(StrEnum):
    REJECTED = "rejected cleanly"
    ANSWERED = "answered"
    ACCEPTED = "accepted silently"
    OTHERWISE = "rejected with another code"
    CRASHED = "crashed"
    HUNG = "hung"
    MALFORMED = "malformed reply"
    LEAKED = "leaked"


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether one answer met the demand; ``advice`` is beside the verdict, never part of it."""

    met: bool
    verdict: Verdict
    detail: str = ""
    advice: str | None = None


Judge = Callable[[Reply, ProbeSubject], Judgement]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One bad request. ``calls`` is the tool that the gate is asked about.

    ``alone`` means a process or connection of the probe's own; ``judge`` is for an attempt that the
    probe's own judge does not fit. ``control`` is the same without what is bad about it: where it
    hangs too, nothing is said of the bad one.
    """

    label: str
    act: Callable[[ProbeSession], Awaitable[Reply]]
    calls: ToolDescriptor | None = None
    alone: bool = False
    judge: Judge | None = None
    control: Attempt | None = None


@dataclass(frozen=True, slots=True)
class ProbeProof:
    """Overrides of the sample server, as plain data: the probe passes on one, fails on the other.

    ``needs`` names a transport where memory cannot show it.
    """

    failing: Json
    passing: Json = ()  # type: ignore[assignment]  # the sample as it is
    needs: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """``id`` is the word in ``checks:``, ``fault`` the taxonomy id that a finding carries.

    ``looks`` is what has to be known of the server first; ``nothing`` is said when there is
    nothing to break.
    """

    id: str
    fault: str
    paper: str
    category: str
    sends: str
    demands: str
    why: str
    fix: str
    requests: Callable[[ProbeSubject], Iterable[Attempt]]
    judge: Judge
    proof: ProbeProof
    nothing: str = "the tool has nothing that could be broken this way"
    applies: Callable[[ProbeSubject], Skip | None] = lambda _subject: None
    looks: tuple[str, ...] = ()
    reads_errors: bool = False  # runs last, and reads what the others heard as well

    def docs(self) -> dict[str, str]:
        """The page of the probe, under its fixed headings."""
        return {
            "What it sends": self.sends,
            "What it expects": self.demands,
            "Why it matters": self.why,
            "How to fix it": self.fix,
            "Fault": (
                f"Findings have the id {self.fault}, which names a kind of fault and not this "
                f'check. Its category is "{self.category}" in {PAPERS[self.paper]}.'
            ),
        }
