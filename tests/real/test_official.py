"""The official conformance suite sees the faults of our broken servers where it has the check."""

from __future__ import annotations

from functools import cache

import pytest
from benches.official import is_installed, lost, passed, rules

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not is_installed(), reason="the official suite is not installed"),
]
OLD, NEW = "2025-11-25", "2026-07-28"
PARAMETERS = "http-custom-header-server-validation: sep-2243-server"
STATELESS = "server-stateless: sep-2575-http-server"
SEEN = [
    ("TOOL-005", OLD, "tools-call-simple-text: tools-call-simple-text"),
    ("TOOL-318", OLD, "tools-call-audio: tools-call-audio"),
    ("TOOL-129", OLD, "tools-call-error: tools-call-error"),
    ("RES-105", OLD, "resources-read-text: resources-read-text"),
    ("PROMPT-104", OLD, "prompts-get-simple: wire-schema-valid"),
    ("COMP-001", OLD, "completion-complete: wire-schema-valid"),
    ("SHL-016", OLD, "dns-rebinding-protection: localhost-host-rebinding-rejected"),
    ("SHL-027", OLD, "server-session-lifecycle: server-session-terminated-returns-404"),
    ("LOG-001", OLD, "logging-set-level: logging-set-level"),
    ("SUB-001", OLD, "resources-subscribe: resources-subscribe"),
    ("RES-110", NEW, "sep-2164-resource-not-found: sep-2164-no-empty-contents"),
    ("MOD-007", NEW, "server-stateless: sep-2575-request-meta-invalid-missing-meta"),
    ("SHM-005", NEW, "server-stateless: sep-2575-http-server-method-not-found-404"),
    ("SHM-205", NEW, f"{STATELESS}-method-not-found-404-resources-subscribe"),
    ("SHM-303", NEW, f"{STATELESS}-header-mismatch-400"),
    ("SHM-305", NEW, f"{STATELESS}-method-not-found-404-initialize"),
    ("SHM-009", NEW, "http-header-validation: sep-2243-header-name-case-insensitive"),
    ("SHM-214", NEW, f"{PARAMETERS}-reject-invalid-param-chars"),
    ("SHM-213", NEW, f"{PARAMETERS}-decode-base64"),
    ("SHM-215", NEW, f"{PARAMETERS}-validate-param-match"),
    ("CACHE-005", NEW, "caching: sep-2549-resources-read-caching-hints"),
]


@cache
def good(revision, scenario):
    return passed(revision, scenario=scenario)


@pytest.mark.parametrize(("rule", "revision", "check"), SEEN)
def test_the_official_suite_sees_a_broken_server(rule, revision, check):
    scenario = check.partition(":")[0]
    known = rules(revision)[rule]
    kept = passed(revision, known, scenario) if known.proof.passing else good(revision, scenario)
    assert check in kept
    assert check in lost(known, revision, kept, scenario)
