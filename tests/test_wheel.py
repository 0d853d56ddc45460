"""What a wheel carries, built as a release builds it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from mcptest.compliance.corpus import built

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=25)
    (found,) = folder.glob("*.whl")
    return found


def test_a_wheel_carries_the_built_rules(wheel):
    with zipfile.ZipFile(wheel) as archive:
        shipped = json.loads(archive.read("mcptest/compliance/corpus/rules.json"))
        names = archive.namelist()
    assert shipped == built.build()
    assert not [name for name in names if "__pycache__" in name]
    assert not built.SHIPPED.exists()


def test_what_is_installed_from_a_wheel_reads_them_and_writes_nothing(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    code = (
        "from mcptest.compliance.corpus import built\n"
        "def refuse(*_): raise SystemExit('the YAML files are read')\n"
        "built.read_folder = refuse\n"
        "from mcptest.compliance.corpus.version_corpus import load_all\n"
        "print(built.SHIPPED, sum(map(len, load_all().values())))"
    )
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=env,
        timeout=25,
        check=True,
    )
    path, count = done.stdout.split()
    assert Path(path).is_relative_to(tmp_path)
    assert int(count) > 1000
    assert not list(tmp_path.rglob("__pycache__"))
