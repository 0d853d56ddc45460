"""Every probe, both ways."""

import pytest
from tests.negative.negative_kit import failed_probes, probe_target, sample_target

from mcptest.negative.probe import REAL_FAULTS, RUNTIME_FAULTS, Verdict
from mcptest.negative.table import ALL, DEFAULT, chosen, find_probe, probe_names

PROBES = {probe.id: probe for probe in chosen([ALL])}
IN_MEMORY = [name for name, probe in PROBES.items() if probe.proof.needs is None]


@pytest.mark.parametrize("name", IN_MEMORY)
def test_a_probe_passes_on_the_sample(name, tmp_path):
    probe = PROBES[name]
    _, result = probe_target(sample_target(tmp_path, probe.proof.passing), [name])
    assert (result.status, failed_probes(result)) == ("passed", [])
    assert result.targets["negative_path.checks_run"] == 1


@pytest.mark.parametrize("name", IN_MEMORY)
def test_a_probe_fails_on_its_failing_proof(name, tmp_path):
    probe = PROBES[name]
    _, result = probe_target(sample_target(tmp_path, probe.proof.failing), [name])
    assert result.status == "failed"
    assert probe.fault in {f.id for f in result.findings if f.severity == "error"}
    assert name in failed_probes(result)


@pytest.mark.parametrize("name", PROBES)
def test_a_probe_documents_itself(name):
    docs = PROBES[name].docs()
    assert list(docs) == [
        "What it sends", "What it expects", "Why it matters", "How to fix it", "Fault",
    ]  # fmt: skip
    assert all(text.endswith((".", ")")) for text in docs.values())


def test_the_file_name_is_the_id():
    assert set(probe_names()) == set(PROBES)
    assert find_probe("no_such_probe") is None


def test_the_taxonomy_ids_of_the_seed():
    assert {name: (PROBES[name].fault, PROBES[name].paper) for name in DEFAULT} == {
        "unknown_tool": ("FAULT-PROTO-UNKNOWN-METHOD", RUNTIME_FAULTS),
        "missing_required": ("FAULT-SCHEMA-MISSING-REQUIRED", REAL_FAULTS),
        "wrong_type": ("FAULT-SCHEMA-TYPE-MISMATCH", REAL_FAULTS),
        "extra_field": ("FAULT-SCHEMA-UNEXPECTED-FIELD", REAL_FAULTS),
        "oversized": ("FAULT-INPUT-OVERSIZED", RUNTIME_FAULTS),
    }


def test_fault_ids_belong_to_one_probe_each():
    faults = [probe.fault for probe in PROBES.values()]
    assert len(set(faults)) == len(faults)


def test_every_category_that_a_client_can_reach_has_a_probe():
    reached = {probe.category for probe in PROBES.values()}
    assert reached >= {
        "tool", "data and schema", "state and configuration", "session lifecycle", "resource",
        "security", "base protocol", "transport", "prompt", "timeout and cancellation",
    }  # fmt: skip


def test_verdicts_name_the_four_kinds_and_the_malformed_one():
    assert {"rejected cleanly", "accepted silently", "crashed", "hung", "malformed reply"} <= set(
        Verdict
    )
