"""Every rule of the corpus holds on one mock and is violated on another."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

import pytest
from tests.compliance.peer import corpora, grade_mock, http, memory, served

from mcptest.compliance.corpus.rule import Rule
from mcptest.compliance.judge.judge_rule import severity_of
from mcptest.model.finding import Severity
from mcptest.model.outcome import Status
from mcptest.model.spec_version import SpecVersion


@dataclass(frozen=True)
class Proof:
    """One file of the corpus at a revision where it is in force."""

    rule: Rule
    version: SpecVersion

    @property
    def name(self) -> str:
        return f"{self.rule.id}-{self.rule.revision.value}-at-{self.version.value}"

    @property
    def stage(self) -> str:
        """What its passing half needs; proofs that need the same can be looked at together."""
        proof = self.rule.proof
        needs = [self.version.value, proof.transport, dict(proof.hints), list(proof.passing)]
        return json.dumps(needs, sort_keys=True)


@cache
def proofs() -> list[Proof]:
    """Each file at the revision of its folder and at the newest one that still inherits it."""
    spans: dict[str, list[Proof]] = {}
    for version, corpus in corpora().items():
        for rule in corpus:
            spans.setdefault(rule.file, []).append(Proof(rule, version))
    return [proof for span in spans.values() for proof in (span[:1] + span[1:][-1:])]


@cache
def kept_on(stage: str):
    """The results of all rules whose passing proof is this mock, graded in one run."""
    together = [proof for proof in proofs() if proof.stage == stage]
    version, one = together[0].version, together[0].rule.proof
    with served(one.passing, version, one.transport) as target:
        return grade_mock([proof.rule for proof in together], target, version, one.hints)


def parameters() -> list:
    """Each proof; only the first of a file is traced, for the second runs the same code."""
    files = [proof.rule.file for proof in proofs()]
    seconds = [file in files[:number] for number, file in enumerate(files)]
    return [
        pytest.param(proof, id=proof.name, marks=[pytest.mark.untraced] if second else [])
        for proof, second in zip(proofs(), seconds, strict=True)
    ]


@pytest.mark.parametrize("proof", parameters())
def test_a_rule_passes_and_fails_on_its_own_proof(proof):
    rule, version = proof.rule, proof.version
    kept = kept_on(proof.stage)[rule.id]
    assert (kept.status, kept.findings, kept.skip) == (Status.PASSED, (), None)
    with served(rule.proof.failing, version, rule.proof.transport) as target:
        broken = grade_mock([rule], target, version, rule.proof.hints)[rule.id]
    wanted = Status.FAILED if severity_of(rule.level) is Severity.ERROR else Status.WARNED
    assert broken.status is wanted, broken
    assert {finding.id for finding in broken.findings} == {rule.id}
    assert not [finding.message for finding in broken.findings if shows_a_target(finding, rule)]


def shows_a_target(finding, rule) -> bool:
    """The message holds a path into what mcptest observed, or a bare pattern."""
    paths = [str(entry[key]) for entry in rule.expect for key in ("target", "each") if key in entry]
    named = any(path in finding.message for path in paths if "." in path and path != "item.name")
    return named or finding.message.startswith("$") or "expected a match for" in finding.message


@pytest.mark.parametrize("version", list(SpecVersion)[1:], ids=lambda version: version.value)
def test_the_healthy_mock_keeps_every_rule_over_http(version):
    with http((), version) as target:
        results = grade_mock(list(corpora()[version]), target, version)
    odd = [case for case in results.values() if case.status not in {Status.PASSED, Status.SKIPPED}]
    assert odd == []


@pytest.mark.parametrize("version", list(SpecVersion), ids=lambda version: version.value)
def test_the_healthy_mock_keeps_every_rule(version):
    rules = list(corpora()[version])
    results = grade_mock(rules, memory((), version), version)
    odd = [case for case in results.values() if case.status not in {Status.PASSED, Status.SKIPPED}]
    assert odd == []
