"""Security scans and the security stage of an audit on servers that we did not write."""

import json

import pytest
from tests.real.servers import HTTP, STDIO, served

from mcptest.cli.main import run


def scanned(capsys, *words):
    code = run([*words[:1], "--format", "json", *words[1:]])
    document = json.loads(capsys.readouterr().out)
    security = [case for case in document["cases"] if case["lane"] == "security"]
    return code, security


def serious(cases):
    return {
        f["id"]
        for case in cases
        for f in case["findings"]
        if f["security"]["risk"] in ("high", "critical")
    }


@pytest.mark.real
@pytest.mark.parametrize("name", STDIO)
def test_a_scan_with_probes_of_a_real_server_finds_nothing_serious(capsys, name):
    _, cases = scanned(capsys, "security", "--attack", "--", *STDIO[name]())
    assert cases
    assert serious(cases) == set()


@pytest.mark.real
@pytest.mark.parametrize("name", STDIO)
def test_the_security_stage_fails_no_audit(capsys, name):
    _, cases = scanned(
        capsys, "audit", "--only", "probe", "--only", "security", "--", *STDIO[name]()
    )
    assert {case["status"] for case in cases} <= {"passed", "skipped"}


@pytest.mark.real
@pytest.mark.parametrize("name", HTTP)
def test_the_security_stage_fails_no_audit_over_http(capsys, name):
    with served(name) as url:
        _, cases = scanned(capsys, "audit", "--only", "probe", "--only", "security", "--url", url)
    assert "failed" not in {case["status"] for case in cases}
