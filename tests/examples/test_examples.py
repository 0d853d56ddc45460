"""Every example is valid, and every example that can run is run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mcptest.cli.main import run
from mcptest.fleet.inventory.names import is_fleet_name
from mcptest.mock.manifest.load import load_definition

EXAMPLES = Path(__file__).parents[2] / "examples"
MOCKS = sorted((EXAMPLES / "mocks").glob("*.yml"))
FLEETS = sorted(path for path in EXAMPLES.rglob("*.yml") if is_fleet_name(path.name))
SUITES = sorted(path for path in EXAMPLES.rglob("*.yml") if path.name.endswith(".mcptest.yml"))


@pytest.mark.parametrize("path", MOCKS, ids=lambda path: path.name)
def test_a_mock_can_be_served(path):
    assert load_definition(path).tools


@pytest.mark.parametrize("path", FLEETS, ids=lambda path: path.name)
def test_a_fleet_validates_and_is_green(path, capsys, tmp_path):
    assert run(["validate", str(path)]) == 0
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    words = ["fleet", "run", str(path), "--only", "suite"]
    said = subprocess.run(
        [sys.executable, "-m", "mcptest", *words],
        capture_output=True,
        text=True,
        timeout=25,
        check=False,
        cwd=tmp_path,
        env=env,
    )
    assert said.returncode == 0, said.stdout + said.stderr


@pytest.mark.parametrize("path", SUITES, ids=lambda path: path.name)
def test_a_suite_validates(path, capsys):
    assert run(["validate", str(path)]) == 0


def test_the_quickstart_is_green_from_any_folder(tmp_path):
    command = [sys.executable, "-m", "mcptest", "run", str(EXAMPLES / "quickstart.mcptest.yml")]
    said = subprocess.run(
        command, capture_output=True, text=True, timeout=25, check=False, cwd=tmp_path
    )
    assert said.returncode == 0, said.stdout + said.stderr
    assert " failed" not in said.stdout
