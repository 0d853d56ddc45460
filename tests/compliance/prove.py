"""Show how the proofs of some rules end: ``python -m tests.compliance.prove TOOL-``."""

from __future__ import annotations

import sys

from tests.compliance.peer import corpora, grade_mock, served

from mcptest.model.outcome import Status


def main(prefixes: list[str]) -> None:
    shown = 0
    for version, corpus in corpora().items():
        for rule in corpus:
            if rule.id.startswith(tuple(prefixes)):
                shown += 1
                show(rule, version)
    print(f"{shown} looked at")  # noqa: T201


def show(rule, version) -> None:
    for name, overrides in (("passes", rule.proof.passing), ("fails", rule.proof.failing)):
        with served(overrides, version, rule.proof.transport) as target:
            case = grade_mock([rule], target, version, rule.proof.hints)[rule.id]
        good = {"passes": {Status.PASSED}, "fails": {Status.FAILED, Status.WARNED}}[name]
        said = [finding.message for finding in case.findings]
        print(  # noqa: T201
            "ok " if case.status in good else "BAD",
            rule.id,
            version.value,
            name,
            case.status.value,
            case.skip or "",
            said,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
