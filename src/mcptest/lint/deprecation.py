"""A lint rule for suites that use a deprecated or removed feature."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mcptest import registry
from mcptest.model.finding import Finding, Severity
from mcptest.model.location import Location
from mcptest.model.record import record
from mcptest.model.spec_version import SpecVersion
from mcptest.suite.load import Suite

FOLDER = "mcptest.lint.deprecations"


@record(kw_only=True)
class DeprecationProof:
    """Two suites as text: the rule is silent on one and speaks on the other."""

    passing: str
    failing: str


@record(kw_only=True)
class Deprecation:
    """``gone`` tells a removal from a deprecation; ``find`` gives every place of use."""

    id: str
    title: str
    since: SpecVersion
    gone: bool
    why: str
    replacement: str
    find: Callable[[Suite], Iterator[Location]]
    proof: DeprecationProof

    def docs(self) -> dict[str, str]:
        """The page of the rule, under its fixed headings."""
        return {
            "Removed in" if self.gone else "Deprecated in": str(self.since),
            "Why it matters": self.why,
            "Use instead": self.replacement,
            "Bad": self.proof.failing,
            "Good": self.proof.passing,
        }

    def findings(self, suite: Suite) -> Iterator[Finding]:
        fate = "removed" if self.gone else "deprecated"
        for where in self.find(suite):
            yield Finding(
                id=self.id,
                severity=Severity.WARNING,
                message=f"{self.title}, which {self.since} {fate}",
                where=where,
                help=self.replacement,
            )


def deprecations() -> dict[str, Deprecation]:
    """All of them by id; the folder is the registry."""
    found = registry.collect(FOLDER, "DEPRECATION", Deprecation)
    return {rule.id: rule for rule in found.values()}


def lint_suite(suite: Suite) -> list[Finding]:
    """Every use of something that is on its way out, in the order of the file."""
    found = [finding for rule in deprecations().values() for finding in rule.findings(suite)]
    return sorted(found, key=lambda it: (it.where.line, it.id) if it.where else (0, it.id))
